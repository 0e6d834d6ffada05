"""Ids of tables, tournaments and people, told apart by the type checker; and names as people type them."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, NewType, Self

from bot.rummy.errors import ErrorText, ParseError

TableId = NewType("TableId", str)
"""Six characters of `a-z0-9`; players call it the table's code."""

TournamentId = NewType("TournamentId", str)
"""Six characters of `a-z0-9`, as a table's code."""

PlayerId = NewType("PlayerId", int)
"""A Discord user id. Computer players have none."""

_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters that show as nothing; a name must not consist of these alone."""
_VIRAMA = 9
"""The combining class of viramas: marks that remove the vowel of a letter in an Indian script."""


class DisplayName(str):
    """A display name in any script, with the person's handle, which is drawn if no font has the letters of the name.

    Anything derived from it, such as a part of it, is an ordinary string.
    """

    handle: str
    """The person's username at Discord: `a-z0-9_.`; empty if it is not known."""

    def __new__(cls, name: str, handle: str = "") -> Self:
        called = super().__new__(cls, name)
        called.handle = handle
        return called

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.handle == getattr(other, "handle", self.handle)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return DisplayName, (str(self), self.handle)


ERASED = DisplayName("erased player")
"""The name of each number that stands in place of a person whose data was erased."""


def called(player: PlayerId, name: str, handle: str | None) -> DisplayName:
    """Return the display name for a stored name and handle. Version 0.1 named people whose data was erased by a
    number.
    """
    is_number = name == f"Player {player}" and not handle
    return ERASED if is_number else DisplayName(name, handle or "")


COMPUTER_SIGN = "🤖"
"""The sign before the name of a computer, so that nobody takes it for a person."""
LEVELS = range(1, 5)
"""The strengths of computers: 4 is the strongest."""
USUAL_LEVEL = 2
"""The level if nobody has chosen one."""


_PLAYER = re.compile(
    rf"(?P<computer>computer-)?(?P<id>[0-9]{{1,20}})(?(computer)(?:-level-(?P<level>[{LEVELS[0]}-{LEVELS[-1]}]))?)"
)


@dataclass(frozen=True, slots=True)
class Player:
    """The player on a seat: a person by Discord user id, or a computer by its number at the table."""

    id: int
    is_computer: bool = False
    level: int | None = None
    """One of `LEVELS`. None for a person, or for a computer that version 0.1 has seated, which decides nothing between
    deals.
    """

    @property
    def decides(self) -> bool:
        """Return whether the player answers between deals: may rejoin, and is asked to share a pool."""
        return not self.is_computer or self.level is not None

    @property
    def strength(self) -> int:
        """Return the level at which a computer plays."""
        return USUAL_LEVEL if self.level is None else self.level

    def is_same(self, other: "Player") -> bool:
        """Return whether both are the same person or computer; the number alone identifies a computer."""
        return (self.id, self.is_computer) == (other.id, other.is_computer)

    def __str__(self) -> str:
        if not self.is_computer:
            return str(self.id)
        return f"computer-{self.id}" if self.level is None else f"computer-{self.id}-level-{self.level}"

    @classmethod
    def parse(cls, text: str) -> "Player":
        """Return the player for a text; the inverse of `str`.

        >>> Player.parse("computer-2-level-4")
        Player(id=2, is_computer=True, level=4)

        Raises:
            ParseError: the text names no player.
        """
        found = _PLAYER.fullmatch(text)
        if found is None:
            raise ParseError(ErrorText("no player: {typed}", typed=repr(text[:40])))
        level = found["level"]
        return cls(int(found["id"]), bool(found["computer"]), None if level is None else int(level))


def folded(name: str) -> str:
    """Return the common form of all ways to type a name: no case, accents, spaces or marks.

    `pool101` for `Pool 101`.
    """
    spelt = unicodedata.normalize("NFKD", name.casefold())
    # Separators, marks on letters, punctuation and control characters; a suit sign is a symbol and stays.
    return "".join(char for char in spelt if unicodedata.category(char)[0] not in "ZMPC")


def one_line(text: str) -> str:
    """Return the text on one line, without invisible characters.

    Characters that join letters or keep them apart stay.
    """
    shown = text.translate(_BLANK)
    seen = (char for at, char in enumerate(shown) if char.isprintable() or char.isspace() or _joins(shown, at))
    return " ".join("".join(seen).split())


def _joins(text: str, at: int) -> bool:
    """Return whether the character is a joiner that changes how letters are drawn: after a virama, or between two
    letters.
    """
    if text[at] not in "\u200c\u200d" or at == 0:
        return False
    before, after = text[at - 1], text[at + 1 : at + 2]
    return unicodedata.combining(before) == _VIRAMA or (_may_join(before) and _may_join(after))


def _may_join(char: str) -> bool:
    return char > "\u024f" and char.isprintable()
