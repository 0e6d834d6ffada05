"""All events of a tournament, and their one-line texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.rummy.errors import ParseError, RummyError
from bot.rummy.ids import Player


class TournamentRefusal(StrEnum):
    """The reason why an event cannot happen in a tournament now."""

    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    ENTERED_TWICE = "entered_twice"
    ROUND_RUNNING = "round_running"
    TOURNAMENT_OVER = "tournament_over"
    SEATED_WRONGLY = "seated_wrongly"
    NO_OPEN_TABLE = "no_open_table"
    NOT_DECIDED = "not_decided"
    OTHER_PLAYERS = "other_players"
    TOO_MANY_ADVANCE = "too_many_advance"
    NOT_IN = "not_in"


class IllegalEvent(RummyError):
    """An event that cannot happen in a tournament now; it changed nothing."""

    def __init__(self, objection: TournamentRefusal) -> None:
        super().__init__(objection.value)
        self.objection = objection


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The result of one player at a table."""

    player: Player
    place: int
    """The place; 1 is the best. Equal players have the same place, and the places after it stay empty."""
    total: int | None = None
    """Points, less is better (a stack of the format deals is negative); None if nothing was counted."""

    def __str__(self) -> str:
        return f"{self.player}:{self.place}:{'-' if self.total is None else self.total}"

    @classmethod
    def parse(cls, text: str) -> "PlayerResult":
        """Return the value for a text; the inverse of `str`.

        Raises:
            ParseError: the text is no finish.
        """
        parts = text.split(":")
        if len(parts) != 3:
            raise ParseError(f"no finish: {text[:60]!r}")
        total = None if parts[2] == "-" else _number(parts[2])
        return cls(Player.parse(parts[0]), _number(parts[1], least=1), total)


@dataclass(frozen=True, slots=True)
class SeatRound:
    """A round begins: the seating of its tables. A player who is left and has no seat has a bye."""

    tables: tuple[tuple[Player, ...], ...]

    def __str__(self) -> str:
        return "seat " + " | ".join(" ".join(map(str, table)) for table in self.tables)


@dataclass(frozen=True, slots=True)
class Result:
    """The match of a table is over."""

    table: int
    finishes: tuple[PlayerResult, ...]
    """The results of everybody who sits there; players who withdrew may be missing."""

    @property
    def named(self) -> tuple[Player, ...]:
        """Return the players that the event names."""
        return tuple(finish.player for finish in self.finishes)

    def __str__(self) -> str:
        return " ".join(map(str, ("result", self.table, *self.finishes)))


@dataclass(frozen=True, slots=True)
class DecideByTotal:
    """The round's deadline ends an unfinished table: the lowest total is the best."""

    table: int
    totals: tuple[tuple[Player, int], ...]
    """Points so far, less is better, of everybody who sits there; players who withdrew may be missing."""

    @property
    def named(self) -> tuple[Player, ...]:
        """Return the players that the event names."""
        return tuple(player for player, _ in self.totals)

    def __str__(self) -> str:
        return " ".join(("total", str(self.table), *(f"{player}:{total}" for player, total in self.totals)))


@dataclass(frozen=True, slots=True)
class Advance:
    """The staff decide a table by hand: these players advance, the best first. The others are out and share a place."""

    table: int
    players: tuple[Player, ...]

    @property
    def named(self) -> tuple[Player, ...]:
        """Return the players that the event names."""
        return self.players

    def __str__(self) -> str:
        return " ".join(map(str, ("advance", self.table, *self.players)))


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A player leaves the tournament for good: by choice, by absence, or by the staff."""

    player: Player

    def __str__(self) -> str:
        return f"withdraw {self.player}"


@dataclass(frozen=True, slots=True)
class Replay:
    """A decided table is played again, and so is everything that followed from its result."""

    table: int

    def __str__(self) -> str:
        return f"replay {self.table}"


Decision = Result | DecideByTotal | Advance
"""An event that decides an open table."""

TournamentEvent = SeatRound | Decision | Replay | Withdraw
"""Any event of a tournament."""


def parse_event(line: str) -> TournamentEvent:
    """Return the event that a line names; the inverse of `str`.

    Raises:
        ParseError: the line names no event, or names it wrongly.
    """
    word, _, rest = line.partition(" ")
    if word == "seat":
        return SeatRound(tuple(_players(table.split(" ")) for table in rest.split(" | ")))
    if word == "withdraw":
        return Withdraw(Player.parse(rest))
    table, *words = rest.split(" ")
    match word:
        case "replay" if not words:
            return Replay(_number(table, least=1))
        case "result":
            return Result(_number(table, least=1), tuple(map(PlayerResult.parse, words)))
        case "total":
            return DecideByTotal(_number(table, least=1), tuple(map(_total, words)))
        case "advance":
            return Advance(_number(table, least=1), _players(words))
    raise ParseError(f"no event: {line[:80]!r}")


def _players(words: Sequence[str]) -> tuple[Player, ...]:
    return tuple(map(Player.parse, words))


def _total(text: str) -> tuple[Player, int]:
    player, _, total = text.partition(":")
    return Player.parse(player), _number(total)


def _number(text: str, least: int = -999_999_999) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9) or int(text) < least:
        raise ParseError(f"no number: {text[:20]!r}")
    return int(text)
