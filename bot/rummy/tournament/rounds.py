"""The tables of a round, and their decisions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.rummy.ids import Player
from bot.rummy.tournament.events import Advance, DecideByTotal, Decision, PlayerResult, Result


class Purpose(StrEnum):
    """The purpose of a table in a tournament."""

    ROUND = "round"
    FINAL = "final"
    THIRD_PLACE = "third_place"
    TIE = "tie"
    """One extra deal among players who are equal at the line."""


class By(StrEnum):
    """The cause that decided a table."""

    RESULT = "result"
    TOTAL = "total"
    """The deadline of the round: the lowest total."""
    STAFF = "staff"
    WALKOVER = "walkover"
    """Withdrawals left nothing to play for."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision of a table."""

    by: By
    finishes: tuple[PlayerResult, ...]
    """The results of everybody who sat there, the best first. Players who withdrew stand behind all others, the last to
    go first.
    """
    advanced: tuple[Player, ...]
    """The players who advance: at a final or for third place the winner; in a league all who did not withdraw."""
    tied: tuple[Player, ...] = ()
    """The players who are equal at the line: one extra deal decides."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """One table of a round."""

    number: int
    """The number of the table: 1, 2, … over the whole tournament."""
    players: tuple[Player, ...]
    """The players, the best ranked first."""
    line: int
    """Number of players who advance; 1 at a final and for third place, 0 in a league."""
    purpose: Purpose = Purpose.ROUND
    verdict: Verdict | None = None

    @property
    def is_open(self) -> bool:
        """Return whether the table is still to be decided."""
        return self.verdict is None

    def breaks_tie_of(self, table: "RoundTable") -> bool:
        """Return whether this is an extra deal of players who were equal at that table."""
        return self.purpose is Purpose.TIE and self.number > table.number and set(self.players) <= set(table.players)

    def present(self, gone: Sequence[Player]) -> tuple[Player, ...]:
        """Return the players at the table who have not withdrawn."""
        return tuple(player for player in self.players if player not in gone)

    def is_walkover(self, gone: Sequence[Player]) -> bool:
        """Return whether no more players are left than advance; at a league table, whether one is left."""
        return len(self.present(gone)) <= max(self.line, 1)

    def walkover(self, gone: Sequence[Player]) -> Verdict:
        """Return the verdict of a walkover: the players who are left share the first place."""
        present = self.present(gone)
        return self._verdict(By.WALKOVER, [PlayerResult(player, 1) for player in present], gone)

    def decide(self, decision: Decision, gone: Sequence[Player]) -> Verdict:
        """Return the verdict of a decision. It names at least all who are present; an `Advance` names only some of
        them.
        """
        present = self.present(gone)
        match decision:
            case Result(_, finishes):
                return self._verdict(By.RESULT, [f for f in finishes if f.player in present], gone)
            case DecideByTotal(_, totals):
                return self._verdict(By.TOTAL, self._by_total(totals, present), gone)
            case Advance(_, players):
                return self._by_hand(players, gone)

    def _by_total(self, totals: Sequence[tuple[Player, int]], present: Sequence[Player]) -> list[PlayerResult]:
        # There is no second extra deal after a deadline, or a round might never end: the better rank decides.
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
        """Return the verdict: the players above the line of a table, and those who tie across it."""
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
    """Return the places, counted again among these, then those who withdrew, the last to go first."""
    places = [finish.place for finish in finishes]
    ranked = [PlayerResult(f.player, 1 + sum(place < f.place for place in places), f.total) for f in finishes]
    ranked.sort(key=lambda finish: (finish.place, players.index(finish.player)))
    left = [player for player in reversed(gone) if player in players]
    behind = [PlayerResult(player, place) for place, player in enumerate(left, start=len(ranked) + 1)]
    return (*ranked, *behind)


def _last_place(finish: PlayerResult, among: Sequence[PlayerResult]) -> int:
    """Return the last of the places that equal players take up together."""
    return finish.place + sum(other.place == finish.place for other in among) - 1


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its tables, extra deals behind the others."""

    number: int
    """The number of the round; 1 is the first."""
    tables: tuple[RoundTable, ...]
    byes: tuple[Player, ...] = ()
    """The players who are left and have no seat in this round."""

    @property
    def is_over(self) -> bool:
        """Return whether all its tables are decided."""
        return not any(table.is_open for table in self.tables)

    def with_table(self, table: RoundTable) -> "Round":
        """Return the round with this table in place of the one with its number, if that is here."""
        tables = tuple(table if other.number == table.number else other for other in self.tables)
        return replace(self, tables=tables)

    def seat_of(self, player: Player) -> RoundTable | None:
        """Return the table at which that player sits; if there are several, the last."""
        return next((table for table in reversed(self.tables) if player in table.players), None)
