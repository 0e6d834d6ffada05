"""The tables of a round, and what was decided at them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.rummy.ids import Player
from bot.rummy.tournament.events import Advance, DecideByTotal, Decision, PlayerResult, Result


class Purpose(StrEnum):
    """What a table of a tournament is for."""

    ROUND = "round"
    FINAL = "final"
    THIRD_PLACE = "third_place"
    TIE = "tie"
    """One extra deal among those who are equal at the line."""


class By(StrEnum):
    """What decided a table."""

    RESULT = "result"
    TOTAL = "total"
    """The round's deadline: the lowest total."""
    STAFF = "staff"
    WALKOVER = "walkover"
    """So many withdrew that nothing was left to be played for."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a table was decided."""

    by: By
    finishes: tuple[PlayerResult, ...]
    """Everybody who sat there, the best first; who withdrew stands behind all others, the last to go first."""
    advanced: tuple[Player, ...]
    """Who goes on: at a final or for third place the winner; in a league all but who withdrew."""
    tied: tuple[Player, ...] = ()
    """Who is equal at the line: one extra deal decides."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """One table of a round."""

    number: int
    """1, 2, … over the whole tournament."""
    players: tuple[Player, ...]
    """The best ranked first."""
    line: int
    """How many go on; 1 at a final and for third place, 0 in a league."""
    purpose: Purpose = Purpose.ROUND
    verdict: Verdict | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it is still to be decided."""
        return self.verdict is None

    def breaks_tie_of(self, table: "RoundTable") -> bool:
        """Return whether it is an extra deal of players who were equal at that table."""
        return self.purpose is Purpose.TIE and self.number > table.number and set(self.players) <= set(table.players)

    def present(self, gone: Sequence[Player]) -> tuple[Player, ...]:
        """Return who sits there and has not withdrawn."""
        return tuple(player for player in self.players if player not in gone)

    def is_walkover(self, gone: Sequence[Player]) -> bool:
        """Return whether no more are left than go on, of a league table one."""
        return len(self.present(gone)) <= max(self.line, 1)

    def walkover(self, gone: Sequence[Player]) -> Verdict:
        """Return what stands when `is_walkover`: who is left shares the first place."""
        present = self.present(gone)
        return self._verdict(By.WALKOVER, [PlayerResult(player, 1) for player in present], gone)

    def decide(self, decision: Decision, gone: Sequence[Player]) -> Verdict:
        """Return what that decision means; it names at least all who are present, an `Advance` some of them."""
        present = self.present(gone)
        match decision:
            case Result(_, finishes):
                return self._verdict(By.RESULT, [f for f in finishes if f.player in present], gone)
            case DecideByTotal(_, totals):
                return self._verdict(By.TOTAL, self._by_total(totals, present), gone)
            case Advance(_, players):
                return self._by_hand(players, gone)

    def _by_total(self, totals: Sequence[tuple[Player, int]], present: Sequence[Player]) -> list[PlayerResult]:
        # No second extra deal after a deadline, else a round might never end: then the better rank decides.
        strict = self.purpose is Purpose.TIE
        ranks = {player: rank if strict else 0 for rank, player in enumerate(self.players)}
        keys = [(total, ranks[player], player) for player, total in totals if player in present]
        return [PlayerResult(p, 1 + sum(other[:2] < (t, r) for other in keys), t) for t, r, p in keys]

    def _by_hand(self, players: Sequence[Player], gone: Sequence[Player]) -> Verdict:
        present = self.present(gone)
        others = [PlayerResult(player, len(players) + 1) for player in present if player not in players]
        finishes = [*(PlayerResult(player, place) for place, player in enumerate(players, start=1)), *others]
        advanced = tuple(players) if self.line else present
        return Verdict(By.STAFF, _ranked(finishes, self.players, gone), advanced)

    def _verdict(self, by: By, finishes: Sequence[PlayerResult], gone: Sequence[Player]) -> Verdict:
        """Return who is above the line of a table, and who ties across it."""
        ranked = _ranked(finishes, self.players, gone)
        present = ranked[: len(finishes)]
        if not self.line:
            return Verdict(by, ranked, tuple(finish.player for finish in present))
        over = [_last_place(finish, present) <= self.line for finish in present]
        advanced = tuple(finish.player for finish, above in zip(present, over, strict=True) if above)
        tied = tuple(f.player for f, above in zip(present, over, strict=True) if not above and f.place <= self.line)
        return Verdict(by, ranked, advanced, tied)


def _ranked(
    finishes: Sequence[PlayerResult], players: Sequence[Player], gone: Sequence[Player]
) -> tuple[PlayerResult, ...]:
    """Places counted again among these, then those who withdrew, the last to go first."""
    places = [finish.place for finish in finishes]
    ranked = [PlayerResult(f.player, 1 + sum(place < f.place for place in places), f.total) for f in finishes]
    ranked.sort(key=lambda finish: (finish.place, players.index(finish.player)))
    left = [player for player in reversed(gone) if player in players]
    behind = [PlayerResult(player, place) for place, player in enumerate(left, start=len(ranked) + 1)]
    return (*ranked, *behind)


def _last_place(finish: PlayerResult, among: Sequence[PlayerResult]) -> int:
    """Return the last of the places that its equals take up together."""
    return finish.place + sum(other.place == finish.place for other in among) - 1


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its tables, extra deals behind the others."""

    number: int
    """1 is the first."""
    tables: tuple[RoundTable, ...]
    byes: tuple[Player, ...] = ()
    """Who is in and sits nowhere."""

    @property
    def is_over(self) -> bool:
        """Return whether all its tables are decided."""
        return not any(table.is_open for table in self.tables)

    def with_table(self, table: RoundTable) -> "Round":
        """Return the same with this in the place of the table of its number, if it is here."""
        tables = tuple(table if other.number == table.number else other for other in self.tables)
        return replace(self, tables=tables)

    def seat_of(self, player: Player) -> RoundTable | None:
        """Return the table at which that player sits, of several the last."""
        return next((table for table in reversed(self.tables) if player in table.players), None)
