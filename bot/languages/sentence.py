"""A sentence in the language of its reader.

Every sentence a person reads is one entry of the catalogues, whole, with named placeholders:

    say("{who} drew a card from the closed deck.", who=name)
    say_in("a button", "Open")
    say_many(missing, "{number} card is missing.", "{number} cards are missing.")

A sentence that is a constant is a `Sentence`, which is said when it is called. Translators read the comment above an
entry that begins with `Translators:`.

Sentences are in the language that `reading` has set for the running task, and pictures in the look that it has set. The
code that builds a screen sets both: private answers are for one person, public messages for a server.
Where nothing was set, they are English and felt.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache

from bot.codes import Look
from bot.languages.language import ENGLISH, Language
from bot.languages.names import A_PUBLISHER, A_RULE_SET

_CODE_OR_ADDRESS = r"`[^`]*`|<[^>]*>|\]\([^)]*\)|https?://\S+"
_PLACEHOLDER = re.compile(rf"{_CODE_OR_ADDRESS}|(\{{\w+\}})")
"""A placeholder among words, outside of texts that Discord or a person needs letter by letter."""
_ISOLATE, _END = "\u2068", "\u2069"


@dataclass(frozen=True, slots=True)
class Reader:
    """The person or server for whom sentences are written and pictures drawn."""

    language: Language = ENGLISH
    look: Look = Look.FELT
    portraits: bool = True
    """Whether pictures show the portraits of people, and not initials alone."""
    card_emoji: bool = True
    """Whether messages show cards as emoji where they can, and not as text."""


_ENGLISH = Reader()
_READER: ContextVar[Reader] = ContextVar("reader", default=_ENGLISH)


def reader() -> Reader:
    """Return the reader for whom sentences are said and pictures drawn now."""
    return _READER.get()


def language() -> Language:
    """Return the language of sentences said now."""
    return _READER.get().language


def look() -> Look:
    """Return the look of pictures drawn now."""
    return _READER.get().look


@contextmanager
def reading(by: Reader | Language) -> Iterator[None]:
    """Say sentences and draw pictures for that reader within the block; a language alone has the usual look."""
    token = _READER.set(_as_reader(by))
    try:
        yield
    finally:
        _READER.reset(token)


def read_in(by: Reader | Language) -> None:
    """Say sentences and draw pictures for that reader in the running task from now on."""
    _READER.set(_as_reader(by))


def _as_reader(by: Reader | Language) -> Reader:
    return Reader(by) if isinstance(by, Language) else by


def say(text: str, /, **values: object) -> str:
    """Return the sentence in the reader's language, with its placeholders filled."""
    return _filled(language().catalogue.gettext(text) if text else text, text, values)


def say_in(context: str, text: str, /, **values: object) -> str:
    """Return the sentence for an English text with several translations; `context` names the place."""
    return _filled(language().catalogue.pgettext(context, text), text, values)


def say_many(number: int, one: str, many: str, /, **values: object) -> str:
    """Return a sentence with a count, in the plural form of the language.

    `{number}` stands for the count.
    """
    said = language().catalogue.ngettext(one, many, number)
    return _filled(said, one if number == 1 else many, {"number": number, **values})


def rule_set_name(name: str) -> str:
    """Return the name of a rule set in the reader's language, or that name if no catalogue has it."""
    return say_in(A_RULE_SET, name)


def publisher_name(sheet: str) -> str:
    """Return the name of a publisher of rule sheets in the reader's language."""
    return say_in(A_PUBLISHER, sheet)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A constant sentence; a call says it in the language of its reader."""

    text: str
    context: str = ""

    def __call__(self, **values: object) -> str:
        return say_in(self.context, self.text, **values) if self.context else say(self.text, **values)

    def __str__(self) -> str:
        return self()


def sentence_in(context: str, text: str) -> Sentence:
    """Return a constant sentence whose English text has several translations."""
    return Sentence(text, context)


def _filled(said: str, english: str, values: Mapping[str, object]) -> str:
    if not values:
        return said
    if language().from_right:
        said = _isolating(said)
    try:
        return said.format_map(values)
    except (LookupError, ValueError, AttributeError, TypeError):
        return english.format_map(values)  # a host's own catalogue names a placeholder that does not exist


def isolated(name: str) -> str:
    """Return a name for use beside words, so that neither changes the direction of the other."""
    return f"{_ISOLATE}{name}{_END}" if language().from_right or _has_from_right(name) else name


def _has_from_right(name: str) -> bool:
    """Return whether some letters of a name are written from right to left."""
    return not name.isascii() and any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)


@lru_cache(4096)
def _isolating(said: str) -> str:
    """Return the sentence with each value between Unicode isolates, so that no name or number changes the direction of
    the words around it.
    """
    return _PLACEHOLDER.sub(lambda found: f"{_ISOLATE}{found[1]}{_END}" if found[1] else found[0], said)
