"""A sentence in the language of its reader.

Every sentence a person reads is one entry of the catalogues, whole, with named placeholders:

    say("{who} drew a card from the closed deck.", who=name)
    say_in("a button", "Open")
    say_many(missing, "{number} card is missing.", "{number} cards are missing.")

A sentence that is a constant is a `Sentence`, which is said when it is called. Translators read the comment above an
entry that begins with `Translators:`.

What is said is in the language that `reading` has set for the running task. The code that builds a screen sets it:
private answers are for one person, public messages for a server. Where nothing was set, it is English.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache

from bot.languages.language import ENGLISH, Language
from bot.languages.names import A_PUBLISHER, A_RULE_SET

_CODE_OR_ADDRESS = r"`[^`]*`|<[^>]*>|\]\([^)]*\)|https?://\S+"
_PLACEHOLDER = re.compile(rf"{_CODE_OR_ADDRESS}|(\{{\w+\}})")
"""A placeholder among words, and not in what Discord or a person takes letter by letter."""
_ISOLATE, _END = "\u2068", "\u2069"
_READ: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def language() -> Language:
    """Return the language in which sentences are said now."""
    return _READ.get()


@contextmanager
def reading(language: Language) -> Iterator[None]:
    """Speak that language within the block."""
    token = _READ.set(language)
    try:
        yield
    finally:
        _READ.reset(token)


def read_in(language: Language) -> None:
    """Speak that language in the running task from now on."""
    _READ.set(language)


def say(text: str, /, **values: object) -> str:
    """Return the sentence in the reader's language, with its placeholders filled."""
    return _filled(_READ.get().catalogue.gettext(text) if text else text, text, values)


def say_in(context: str, text: str, /, **values: object) -> str:
    """Return the sentence for English text that is translated in different ways; `context` names the place."""
    return _filled(_READ.get().catalogue.pgettext(context, text), text, values)


def say_many(number: int, one: str, many: str, /, **values: object) -> str:
    """Return a sentence with a count, in the plural form that the language has for it.

    `{number}` stands for the count.
    """
    said = _READ.get().catalogue.ngettext(one, many, number)
    return _filled(said, one if number == 1 else many, {"number": number, **values})


def rule_set_said(name: str) -> str:
    """Return what a rule set of that name is called in the reader's language; that name where no catalogue has it."""
    return say_in(A_RULE_SET, name)


def publisher_said(sheet: str) -> str:
    """Return what the publisher of a rule sheet is called in the reader's language."""
    return say_in(A_PUBLISHER, sheet)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that is a constant; called, it is said in the language of its reader."""

    text: str
    context: str = ""

    def __call__(self, **values: object) -> str:
        return say_in(self.context, self.text, **values) if self.context else say(self.text, **values)

    def __str__(self) -> str:
        return self()


def sentence_in(context: str, text: str) -> Sentence:
    """Return a sentence that is a constant, where the same English may be said in different ways."""
    return Sentence(text, context)


def _filled(said: str, english: str, values: Mapping[str, object]) -> str:
    if not values:
        return said
    if _READ.get().from_right:
        said = _isolating(said)
    try:
        return said.format_map(values)
    except (LookupError, ValueError, AttributeError, TypeError):
        return english.format_map(values)  # a host's own catalogue names a placeholder that does not exist


def isolated(name: str) -> str:
    """Return a name that stands beside words without being a value of their sentence; it must not turn them either."""
    return f"{_ISOLATE}{name}{_END}" if _READ.get().from_right else name


@lru_cache(4096)
def _isolating(said: str) -> str:
    """Return the sentence with each value between signs of Unicode: a name or number must not turn the words
    around it.
    """
    return _PLACEHOLDER.sub(lambda found: f"{_ISOLATE}{found[1]}{_END}" if found[1] else found[0], said)
