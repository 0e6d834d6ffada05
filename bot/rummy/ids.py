"""Names of tables, tournaments and people, told apart by the type checker; and names as people type them."""

import unicodedata
from dataclasses import dataclass
from typing import NewType

from bot.rummy.errors import ParseError

TableId = NewType("TableId", str)
"""Six characters of `a-z0-9`; players call it the table's code."""

TournamentId = NewType("TournamentId", str)
"""Six characters of `a-z0-9`, as a table's code."""

PlayerId = NewType("PlayerId", int)
"""A Discord user id. Computer players have none."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: a person by Discord user id, or a computer by its number at the table."""

    id: int
    is_computer: bool = False

    def __str__(self) -> str:
        return f"computer-{self.id}" if self.is_computer else str(self.id)

    @classmethod
    def parse(cls, text: str) -> "Player":
        """The inverse of `str`.

        Raises:
            ParseError: the text names no player.
        """
        number = text.removeprefix("computer-")
        if not (number.isascii() and number.isdecimal() and len(number) <= 20):
            raise ParseError(f"no player: {text[:40]!r}")
        return cls(int(number), is_computer=number != text)


def folded(name: str) -> str:
    """What all ways to type a name have in common: no case, accents, spaces or marks; `pool101` of `Pool 101`."""
    spelt = unicodedata.normalize("NFKD", name.casefold())
    # Separators, marks on letters, punctuation and control characters; a suit sign is a symbol and stays.
    return "".join(char for char in spelt if unicodedata.category(char)[0] not in "ZMPC")
