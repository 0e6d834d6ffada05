"""The catalogues of translations: brought up to date from the code, and checked.

python -m tests.languages.catalogues update      writes new sentences into all catalogues, and drops old ones
python -m tests.languages.catalogues check       says what is wrong with them
python -m tests.languages.catalogues count       says how much of each language is translated
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from babel.core import Locale as Written
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from babel.plural import to_gettext
from discord import Locale

from bot.discord.commands.translations import language_code
from bot.languages.files import entries, faults_of, texts
from bot.languages.language import LANGUAGES, Language
from bot.languages.names import A_COMMAND, A_PUBLISHER, A_RULE_SET, AN_OPTION
from bot.text.papers import paragraphs

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "bot" / "languages" / "catalogues"
KEYWORDS = {
    "say": None,
    "say_in": ((1, "c"), 2),
    "say_many": (2, 3),
    "Sentence": None,
    "ErrorText": None,
    "sentence_in": ((1, "c"), 2),
}
METHODS = [
    ("bot/**.py", "python"),
    ("cogs/**.py", "python"),
    ("bot/games/*/rulesets/*.toml", f"{__package__}.catalogues:names_of_rules"),
    ("bot/text/templates/*.md", f"{__package__}.catalogues:paragraphs_of_paper"),
]
NOT_FOR_PLAYERS = (
    "bot/cli/",
    "bot/localcord/run.py",
    "bot/localcord/world_file.py",
    "bot/rummy/",
    "bot/text/doctor.py",
    "bot/text/owner.py",
    "bot/text/templates/",
)
"""Files whose sentences are read by hosts or in a terminal. A draft does without them."""
WIDTH = 120
TRANSLATED = tuple(language for language in LANGUAGES if language.code != "en")


def names_of_rules(file: BinaryIO, *_: object, **__: object) -> Iterator[tuple[int, str, tuple[str, str], list[str]]]:
    """Yield the texts of a file of rules that people read: the name of the rule set, and the author of its sheet."""
    rules = tomllib.load(file)
    for key, context in (("name", A_RULE_SET), ("sheet", A_PUBLISHER)):
        if rules.get(key):
            yield 0, "sentence_in", (context, rules[key]), []


def paragraphs_of_paper(file: BinaryIO, *_: object, **__: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the paragraphs of the template of a paper, which people read."""
    for number, one in enumerate(paragraphs(file.read().decode()), start=1):
        yield number, None, one, ["the privacy paper and the terms, which the host answers for"]


@cache
def template() -> Catalog:
    """Return all sentences of the code, untranslated."""
    catalogue = Catalog(project="Paplu", charset="utf-8")
    found = extract_from_dir(ROOT, METHODS, {}, KEYWORDS, ("Translators:",), strip_comment_tags=True)
    for name, _, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        catalogue.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return catalogue


@cache
def without_names() -> Catalog:
    """Return the template without names of commands and options, for languages that Discord does not have."""
    catalogue = Catalog(project="Paplu", charset="utf-8")
    for one in template():
        if one.id and one.context not in (A_COMMAND, AN_OPTION):
            catalogue[one.id] = one
    return catalogue


def template_of(language: Language) -> Catalog:
    """Return the entries that a language needs."""
    return template() if language.code in map(language_code, Locale) else without_names()


def read(language: Language) -> Catalog:
    """Return the present catalogue of a language; an empty one if there is none."""
    file = FOLDER / f"{language.code}.po"
    if not file.exists():
        return Catalog(locale=language.code, project="Paplu", charset="utf-8")
    with file.open("rb") as opened:
        return read_po(opened, locale=language.code, abort_invalid=True)


def updated(language: Language) -> bytes:
    """Return the catalogue's file with the sentences of today, and the translations that it has."""
    catalogue = read(language)
    catalogue.update(template_of(language), no_fuzzy_matching=True, update_creation_date=False)
    written = BytesIO()
    write_po(written, catalogue, width=WIDTH, ignore_obsolete=True, include_lineno=False, omit_header=True)
    plurals = to_gettext(Written.parse(language.code).plural_form)
    header = (
        f"# {language.name}\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language.code}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {plurals}\\n"\n\n'
    )
    return header.encode() + written.getvalue()


def is_said(message: Message) -> bool:
    """Return whether an entry is translated, in all its forms."""
    return all(texts(message.string))


def commands_in(said: object) -> frozenset[str]:
    """Return the commands that a sentence names in all its forms: `/rummy new`, with the text typed after it."""
    return frozenset(found for text in texts(said) for found in re.findall("`(/[^`]+)`", text))


def is_for_players(message: Message) -> bool:
    """Return whether players meet an entry."""
    return any(not name.startswith(NOT_FOR_PLAYERS) for name, _ in message.locations)


def faults(language: Language) -> Iterator[str]:
    """Yield the faults of the catalogue of a language."""
    catalogue = read(language)
    theirs, ours = entries(catalogue), entries(template_of(language))
    where = f"{language.code}.po"
    if missing := ours.keys() - theirs.keys():
        yield f"{where} lacks {len(missing)} sentences, such as {min(missing)[1]!r}: update it"
    if old := theirs.keys() - ours.keys():
        yield f"{where} has {len(old)} sentences that are said no longer, such as {min(old)[1]!r}: update it"
    for (_, text), message in theirs.items():
        if language.is_complete and message.fuzzy:
            yield f"{where}: {text!r} is fuzzy"
        if language.is_complete and not is_said(message):
            yield f"{where}: {text!r} is not translated, or lacks a plural form"
        if is_said(message) and commands_in(message.string) != commands_in(message.id):
            yield f"{where}: {text!r} names other commands"
        yield from (f"{where}: {text!r} {fault}" for fault in faults_of(message, catalogue.num_plurals))


def main(arguments: list[str]) -> int:
    """Run one command."""
    match arguments:
        case ["update"]:
            FOLDER.mkdir(exist_ok=True)
            for language in TRANSLATED:
                (FOLDER / f"{language.code}.po").write_bytes(updated(language))
        case ["check"]:
            found = [fault for language in TRANSLATED for fault in faults(language)]
            print("\n".join(found))
            return bool(found)
        case ["count"]:
            for language in TRANSLATED:
                ones = entries(read(language)).values()
                players = [one for one in ones if is_for_players(one)]
                said = sum(map(is_said, ones)), len(ones), sum(map(is_said, players)), len(players)
                print("{}: {} of {}; of what players meet {} of {}".format(language.code, *said))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
