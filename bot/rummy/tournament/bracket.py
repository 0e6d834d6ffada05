"""A tournament as it stands: a plan, the entrants and all events."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from bot.rummy.errors import ParseError
from bot.rummy.ids import Player
from bot.rummy.tournament.events import (
    Advance,
    DecideByTotal,
    Decision,
    IllegalEvent,
    Replay,
    Result,
    SeatRound,
    TournamentEvent,
    TournamentRefusal,
    Withdraw,
    parse_event,
)
from bot.rummy.tournament.plan import BracketPlan, TournamentKind
from bot.rummy.tournament.rounds import Purpose, Round, RoundTable

HEADER = "paplu bracket 1"


@dataclass(frozen=True, slots=True)
class Gone:
    """A player who withdrew."""

    player: Player
    reached: int
    """The round they were in: that of their open table, else the next one."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A tournament from its first round to its winner. Begin with `start`, go on with `play`."""

    plan: BracketPlan
    entrants: tuple[Player, ...]
    """The entrants, the best ranked first."""
    events: tuple[TournamentEvent, ...] = ()
    rounds: tuple[Round, ...] = ()
    gone: tuple[Gone, ...] = ()
    """The players who withdrew, in that order."""
    numbers: int = 0
    """Number of table numbers given so far. A table that is played again gets a new one, and so other cards."""

    @classmethod
    def start(cls, plan: BracketPlan, entrants: Iterable[Player]) -> "Bracket":
        """Return a tournament before its first round; entrants by seeding, the best ranked first.

        Raises:
            IllegalEvent: they are too few or too many, or one is named twice.
        """
        bracket = cls(plan, tuple(entrants))
        if len(bracket.entrants) < plan.fewest:
            raise IllegalEvent(TournamentRefusal.TOO_FEW)
        if len(bracket.entrants) > plan.most:
            raise IllegalEvent(TournamentRefusal.TOO_MANY)
        if len(set(bracket.entrants)) < len(bracket.entrants):
            raise IllegalEvent(TournamentRefusal.ENTERED_TWICE)
        return bracket

    # -- looking ------------------------------------------------------------------------------------

    @property
    def is_league(self) -> bool:
        """Return whether the points table decides."""
        return self.plan.kind is TournamentKind.LEAGUE

    @property
    def tables(self) -> Iterator[RoundTable]:
        """Return all tables of all rounds, by their number."""
        return (table for round in self.rounds for table in round.tables)

    @property
    def open_tables(self) -> tuple[RoundTable, ...]:
        """Return the tables that are still to be decided, extra deals included.

        Open tables of earlier rounds are played again.
        """
        return tuple(table for table in self.tables if table.is_open)

    @property
    def withdrawn(self) -> tuple[Player, ...]:
        """Return the players who withdrew, in that order."""
        return tuple(gone.player for gone in self.gone)

    @property
    def lost(self) -> dict[Player, int]:
        """Return the players who are knocked out, and the round of each; none in a league."""
        if self.is_league:
            return {}
        return {
            player: round.number
            for round in reversed(self.rounds)  # a loser of the match for third place was out a round before
            for table in round.tables
            if table.verdict is not None
            for player in table.players
            if player not in table.verdict.advanced and player not in table.verdict.tied
        }

    @property
    def left(self) -> tuple[Player, ...]:
        """Return the players who can still win, the best ranked first. In a league, return all who have not
        withdrawn.
        """
        out = {*self.lost, *self.withdrawn}
        return tuple(player for player in self.entrants if player not in out)

    @property
    def champion(self) -> Player | None:
        """Return the winner of a knock-out. Return None in a league, whose winners `placings` has."""
        left = self.left
        return left[0] if len(left) == 1 and not self.is_league else None

    @property
    def is_over(self) -> bool:
        """Return whether no table is open and no round follows."""
        if self.open_tables:
            return False
        if self.is_league:
            return sum(need > 0 for need in self.needs.values()) < 2
        return self.champion is not None

    @property
    def replays(self) -> int:
        """Return how often a table was played again."""
        return sum(isinstance(event, Replay) for event in self.events)

    @property
    def needs(self) -> dict[Player, int]:
        """Return the number of matches that each player who is left in a league still has to play; never below 0."""
        played = Counter(player for table in self.tables for player in table.players)
        return {player: self.plan.matches - played[player] for player in self.left}

    def table(self, number: int) -> RoundTable | None:
        """Return the table with that number."""
        return next((table for table in self.tables if table.number == number), None)

    @property
    def third_place(self) -> tuple[Player, ...]:
        """Return the two who play for third place beside the final: at tables of two, the losers of the semi-finals.
        Return none otherwise.
        """
        if self.plan.seats > 2 or len(self.left) > 2:
            return ()
        gone, now = self.withdrawn, len(self.rounds)  # in a league nobody has lost
        losers = {player for player, round in self.lost.items() if round == now and player not in gone}
        return tuple(player for player in self.entrants if player in losers) if len(losers) == 2 else ()

    @property
    def ranks(self) -> dict[Player, int]:
        """Return each player's place in the seeding; 0 is the best."""
        return {player: rank for rank, player in enumerate(self.entrants)}

    # -- playing ------------------------------------------------------------------------------------

    def refusal(self, event: TournamentEvent) -> TournamentRefusal | None:
        """Return why that event cannot happen now."""
        match event:
            case SeatRound(tables):
                return self._seating_refusal(tables)
            case Withdraw(player):
                return self._withdrawal_refusal(player)
            case Replay(number):
                table = self.table(number)
                return TournamentRefusal.NOT_DECIDED if table is None or table.is_open else None
            case Result() | DecideByTotal() | Advance():
                return self._decision_refusal(event)
        assert_never(event)

    def play(self, event: TournamentEvent) -> "Bracket":
        """Return the tournament after that event.

        Raises:
            IllegalEvent: it cannot happen now.
        """
        if (objection := self.refusal(event)) is not None:
            raise IllegalEvent(objection)
        after = replace(self, events=(*self.events, event))
        match event:
            case SeatRound(tables):
                return after._seat(tables)
            case Withdraw(player):
                return after._withdraw(player)
            case Replay(table):
                return after._replay(table)
            case Result() | DecideByTotal() | Advance():
                return after._decide(event)
        assert_never(event)

    def _seating_refusal(self, tables: Sequence[Sequence[Player]]) -> TournamentRefusal | None:
        if self.open_tables:
            return TournamentRefusal.ROUND_RUNNING
        if self.is_over:
            return TournamentRefusal.TOURNAMENT_OVER
        seated = [player for table in tables for player in table]
        sizes_fit = bool(tables) and all(2 <= len(table) <= self.plan.seats for table in tables)
        third = self.third_place
        may = {*self.left, *(third if tables[1:] == (third,) else ())}
        fits = sizes_fit and len(set(seated)) == len(seated) and may.issuperset(seated)
        return None if fits else TournamentRefusal.SEATED_WRONGLY

    def _withdrawal_refusal(self, player: Player) -> TournamentRefusal | None:
        seated = any(player in table.players for table in self.open_tables)
        if self.is_over or player == self.champion:
            return TournamentRefusal.TOURNAMENT_OVER
        if player in self.withdrawn or not (seated or player in self.left):
            return TournamentRefusal.NOT_IN
        return TournamentRefusal.TOURNAMENT_OVER if self.left == (player,) else None

    def _decision_refusal(self, decision: Decision) -> TournamentRefusal | None:
        table = self.table(decision.table)
        if table is None or not table.is_open:
            return TournamentRefusal.NO_OPEN_TABLE
        named, present = decision.named, set(table.present(self.withdrawn))
        if not named or len(set(named)) < len(named):
            return TournamentRefusal.OTHER_PLAYERS
        if isinstance(decision, Advance):
            if set(named) <= present:
                return TournamentRefusal.TOO_MANY_ADVANCE if len(named) > (table.line or len(present)) else None
            return TournamentRefusal.OTHER_PLAYERS
        return None if present <= set(named) <= set(table.players) else TournamentRefusal.OTHER_PLAYERS

    def _seat(self, tables: Sequence[tuple[Player, ...]]) -> "Bracket":
        left, ranks = self.left, self.ranks
        seated = []
        for number, names in enumerate(tables, start=self.numbers + 1):
            players = tuple(sorted(names, key=ranks.__getitem__))
            purpose = self._purpose(players, left)
            seated.append(RoundTable(number, players, self._line(players, purpose), purpose))
        sitting = {player for table in seated for player in table.players}
        byes = tuple(player for player in left if player not in sitting)
        rounds = (*self.rounds, Round(len(self.rounds) + 1, tuple(seated), byes))
        return replace(self, rounds=rounds, numbers=self.numbers + len(seated))

    def _purpose(self, players: tuple[Player, ...], left: tuple[Player, ...]) -> Purpose:
        if self.is_league:
            return Purpose.ROUND
        if players == left:
            return Purpose.FINAL
        return Purpose.ROUND if players[0] in left else Purpose.THIRD_PLACE

    def _line(self, players: tuple[Player, ...], purpose: Purpose) -> int:
        if self.is_league:
            return 0
        return min(self.plan.advance, len(players) - 1) if purpose is Purpose.ROUND else 1

    def _withdraw(self, player: Player) -> "Bracket":
        seated = any(player in table.players for table in self.open_tables)
        reached = len(self.rounds) + (not seated)
        after = replace(self, gone=(*self.gone, Gone(player, reached)))
        for table in after.open_tables:  # in a league, a player may sit at several if some are played again
            if player in table.players and table.is_walkover(after.withdrawn):
                after = after._decided(replace(table, verdict=table.walkover(after.withdrawn)))
        return after

    def _replay(self, number: int) -> "Bracket":
        """Return the bracket with a new table in place of a decided one. Its extra deals go, and in a knock-out the
        later rounds.
        """
        at = next(i for i, round in enumerate(self.rounds) if any(table.number == number for table in round.tables))
        old = next(table for table in self.rounds[at].tables if table.number == number)
        new = replace(old, number=self.numbers + 1, verdict=None)
        tables = (new if table is old else table for table in self.rounds[at].tables if not table.breaks_tie_of(old))
        played = replace(self.rounds[at], tables=tuple(tables))
        later = self.rounds[at + 1 :] if self.is_league else ()
        rounds = (*self.rounds[:at], played, *later)
        gone = tuple(replace(one, reached=min(one.reached, len(rounds) + 1)) for one in self.gone)
        after = replace(self, rounds=rounds, gone=gone, numbers=new.number)
        over = new.is_walkover(after.withdrawn)
        return after._decided(replace(new, verdict=new.walkover(after.withdrawn))) if over else after

    def _decide(self, decision: Decision) -> "Bracket":
        table = next(table for table in self.open_tables if table.number == decision.table)
        return self._decided(replace(table, verdict=table.decide(decision, self.withdrawn)))

    def _decided(self, table: RoundTable) -> "Bracket":
        """Return the bracket with that table decided. Entrants who tie at its line play one more table."""
        assert table.verdict is not None
        after = replace(self, rounds=tuple(round.with_table(table) for round in self.rounds))
        if not (tied := table.verdict.tied):
            return after
        last, line = after.rounds[-1], table.line - len(table.verdict.advanced)
        extra = RoundTable(self.numbers + 1, tied, line, Purpose.TIE)
        last = replace(last, tables=(*last.tables, extra))
        return replace(after, rounds=(*after.rounds[:-1], last), numbers=extra.number)

    # -- text ---------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """Return the header, the plan, the entrants and one line for each event."""
        lines = [HEADER, str(self.plan), "entrants " + " ".join(map(str, self.entrants)), *map(str, self.events)]
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def parse(cls, text: str) -> "Bracket":
        """Return the value for a text; the inverse of `str`.

        Raises:
            ParseError: the text is no tournament, or an event in it cannot happen; the error names the line.
        """
        lines = text.splitlines()
        if len(lines) < 3 or lines[0] != HEADER or not lines[2].startswith("entrants "):
            raise ParseError(f"no tournament: {text[:40]!r}")
        plan = BracketPlan.parse(lines[1])
        try:
            bracket = cls.start(plan, map(Player.parse, lines[2].split(" ")[1:]))
        except (IllegalEvent, ParseError) as error:
            raise ParseError(f"line 3: {error}") from None
        for number, line in enumerate(lines[3:], start=4):
            try:
                bracket = bracket.play(parse_event(line))
            except (IllegalEvent, ParseError) as error:
                raise ParseError(f"line {number}: {error}") from None
        return bracket
