"""The privacy paper and the terms: templates that a host fills by settings, in the language of their reader."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.languages import sentence
from bot.languages.language import ENGLISH
from bot.languages.sentence import Sentence, language, say, say_in

TEMPLATES = Path(__file__).parent / "templates"
PAPERS = {"/privacy": "PRIVACY", "/terms": "TERMS"}
"""The template of each paper, by its address."""
UNNAMED_HOST = Sentence("The host")
SOMEONE_TO_ASK = Sentence("the staff of the server where you met this bot")
TRANSLATED = Sentence(
    "This is a translation from English. The English text decides only if the host of this bot says so."
)
WIDTH = 120
_POINT = r"- |\d+\. "
_UNBROKEN = "\u00a0"
"""A space that never breaks a line, used within commands."""


def filled(path: str, host: str, contact: str, server_days: int) -> str:
    """Return the paper at that address; the host's own texts are empty if the host has not set them."""
    values = {
        "host": host or UNNAMED_HOST(),
        "contact": contact or SOMEONE_TO_ASK(),
        "contact_line": say("Ask {contact} about anything in this paper.", contact=contact) if contact else "",
        "server_days": server_days,
    }
    written = [*paragraphs((TEMPLATES / f"{PAPERS[path]}.md").read_text(encoding="utf-8"))]
    # The tool for the catalogues finds these sentences in the templates.
    said = [sentence.say(one, **values) for one in written]
    if language().code != ENGLISH.code and said != [one.format_map(values) for one in written]:
        said.append(TRANSLATED())
    return _laid_out(said)


def paragraphs(template: str) -> Iterator[str]:
    """Yield the headings, paragraphs and points of a paper, each in one line; they are entries of the catalogues."""
    for one in re.split(rf"\n\n|\n(?={_POINT})", template.strip()):
        yield " ".join(one.split())


def _laid_out(paragraphs: Sequence[str]) -> str:
    """Return the paragraphs as lines, with an empty line between any two that are not both points of a list."""
    parts, after_point = [], False
    for one in paragraphs:
        mark = re.match(_POINT, one)
        one = re.sub("`[^`]*`", lambda command: command[0].replace(" ", _UNBROKEN), one)
        lines = textwrap.wrap(
            one,
            WIDTH,
            subsequent_indent=" " * len(mark[0]) if mark else "",
            break_long_words=False,
            break_on_hyphens=False,
        )
        parts += lines if mark and after_point else ["", *lines]
        after_point = mark is not None
    return "\n".join(parts).lstrip().replace(_UNBROKEN, " ") + "\n"


def links(address: str) -> str:
    """Return links to both papers; the address has no slash at its end."""
    privacy, terms = say_in("a paper", "Privacy"), say_in("a paper", "Terms")
    lang = f"?lang={language().code}"
    return f"-# [{privacy}]({address}/privacy{lang}) · [{terms}]({address}/terms{lang})"
