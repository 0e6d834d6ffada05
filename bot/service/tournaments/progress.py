"""The progress of a tournament: its entrants, its bracket, and the codes of its tables."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, ClassVar

from pydantic import PlainSerializer, PlainValidator

from bot.codes import Cancellation
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.rummy.tournament.bracket import Bracket
from bot.service.json_text import JsonText

AWAY = "-"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who has signed up."""

    id: PlayerId
    name: DisplayName
    """The name when they signed up."""
    checked_in: bool = False
    word: str | None = None
    """The word of a person who waits, as `own_word` returns it. They add it to the shuffle when they get a place."""
    is_away: bool = False
    """Whether they had paused themselves or left the server when it was their turn to get a place."""

    def __str__(self) -> str:
        sign = AWAY if self.is_away else str(int(self.checked_in))
        word = f":{self.word}" if self.word else ""
        handle = f"@{self.name.handle}" if self.name.handle else ""
        return f"{self.id} {sign}{word}{handle} {self.name}"

    @classmethod
    def parse(cls, text: str) -> "Entrant":
        """Return the value for a text; the inverse of `str`.

        Raises:
            ValueError: the text is no entrant.
        """
        id, signs, name = text.split(" ", 2)
        signs, _, handle = signs.partition("@")
        sign, _, word = signs.partition(":")
        return cls(PlayerId(int(id)), DisplayName(name, handle), sign == "1", word or None, sign == AWAY)


Entrants = tuple[Annotated[Entrant, PlainValidator(Entrant.parse), PlainSerializer(str)], ...]


@dataclass(frozen=True, slots=True)
class Progress(JsonText):
    """The part of a tournament that changes with each event."""

    entrants: Entrants = ()
    """The entrants in the order they signed up, without those who left before the start or were absent then."""
    bracket: Annotated[Bracket, PlainValidator(Bracket.parse), PlainSerializer(str)] | None = None
    """None before the start."""
    codes: Mapping[int, TableId] = field(default_factory=dict)
    """The codes of its tables, by number in the bracket. They are chosen before the tables are opened."""
    by_hand: Mapping[int, PlayerId] = field(default_factory=dict)
    """The member of the staff who decided a table by hand, by its number."""
    left_seconds: float | None = None
    """Seconds that were left of the round when its clock stopped."""
    missing: datetime | None = None
    """The time from which a table waits for a round of the beacon that has not come. Meanwhile the clock of the
    tournament's round stands.
    """
    ending: Cancellation | None = None
    elsewhere: Entrants = ()
    """The people removed at the start because they sat at a table of another tournament."""
    put_back: datetime | None = None
    """The moment to which the database was put back last. Since then each table draws secrets of its own, because those
    of the tournament may be public.
    """
    waiting: Entrants = ()
    """The people who wait for a place, in the order they asked."""
    passed: Entrants = ()
    """The people who could not pay the entry, or were away, when it was their turn to get a place."""
    ratings: Mapping[PlayerId, float] | None = None
    """The ratings that ordered the entrants at the start, if ratings did. People without an entry had none yet."""

    what: ClassVar[str] = "state of a tournament"
    ascii: ClassVar[bool] = False

    def _flat(self, values: dict[str, Any]) -> dict[str, Any]:
        # Without these, the text is as version 0.1 wrote it.
        later = "missing", "put_back", "waiting", "passed"
        return {name: value for name, value in values.items() if value or name not in later}
