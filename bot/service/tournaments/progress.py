"""How far a tournament has come: who is in it, its bracket, and the codes of its tables."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.rummy.errors import ParseError
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.tournament import Bracket


class Cancellation(StrEnum):
    """Why a tournament was cancelled."""

    STAFF = "staff"
    TOO_FEW = "too_few"
    """Too few had signed up, or checked in, when it was to start."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has signed up."""

    id: PlayerId
    name: str
    """As of signing up."""
    checked_in: bool = False

    def __str__(self) -> str:
        return f"{self.id} {int(self.checked_in)} {self.name}"

    @classmethod
    def parse(cls, text: str) -> "Entrant":
        """The inverse of `str`.

        Raises:
            ValueError: the text is no entrant.
        """
        id, checked_in, name = text.split(" ", 2)
        return cls(PlayerId(int(id)), name, checked_in == "1")


@dataclass(frozen=True, slots=True)
class Progress:
    """Changes with everything that happens."""

    entrants: tuple[Entrant, ...] = ()
    """In the order they signed up; without those who left before the start, or were not there for it."""
    bracket: Bracket | None = None
    """None before the start."""
    codes: Mapping[int, TableId] = field(default_factory=dict)
    """The codes of its tables, by their number in the bracket: chosen before a table is opened."""
    by_hand: Mapping[int, PlayerId] = field(default_factory=dict)
    """Which of the staff decided a table by hand, by its number."""
    left_seconds: float | None = None
    """What was left of the round when it was paused."""
    ending: Cancellation | None = None
    elsewhere: tuple[Entrant, ...] = ()
    """Who was taken out at the start, since they sat at a table of another tournament."""
    ratings: Mapping[PlayerId, float] | None = None
    """By which the entrants were ordered at the start, if they were; who is not in it had none yet."""

    def __str__(self) -> str:
        return json.dumps(
            {
                "entrants": list(map(str, self.entrants)),
                "bracket": None if self.bracket is None else str(self.bracket),
                "codes": dict(self.codes),
                "by_hand": dict(self.by_hand),
                "left_seconds": self.left_seconds,
                "ending": self.ending,
                "elsewhere": list(map(str, self.elsewhere)),
                "ratings": None if self.ratings is None else dict(self.ratings),
            },
            ensure_ascii=False,
        )

    @classmethod
    def parse(cls, text: str) -> "Progress":
        """The inverse of `str`.

        Raises:
            ParseError: the text is no state.
        """
        try:
            found: dict[str, Any] = json.loads(text)
            return cls(
                entrants=tuple(map(Entrant.parse, found["entrants"])),
                bracket=None if found["bracket"] is None else Bracket.parse(found["bracket"]),
                codes={int(number): TableId(code) for number, code in found["codes"].items()},
                by_hand={int(number): PlayerId(staff) for number, staff in found["by_hand"].items()},
                left_seconds=found["left_seconds"],
                ending=None if found["ending"] is None else Cancellation(found["ending"]),
                elsewhere=tuple(map(Entrant.parse, found.get("elsewhere", ()))),
                ratings=_ratings(found.get("ratings")),
            )
        except (ValueError, KeyError, TypeError, AttributeError, ParseError) as error:
            raise ParseError(f"no state of a tournament: {error}") from None


def _ratings(found: Mapping[str, float] | None) -> dict[PlayerId, float] | None:
    return None if found is None else {PlayerId(int(id)): float(rating) for id, rating in found.items()}
