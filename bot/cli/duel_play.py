"""Duels of two computer players: duplicate deals and their results.

One player is A, all others at the table are B. Every pack is played once for each seat: A sits on one after another,
so that both have held the same cards. What is shuffled within a match depends on seed, pack and purpose alone.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from math import sqrt
from time import process_time

from bot.rummy.actions import DEALER, Action, DealCards, Draw, Next, PickDealer, Toss
from bot.rummy.cards import CARDS, Seat
from bot.rummy.errors import RefusalCode
from bot.rummy.ids import Player, TableId
from bot.rummy.match.match import Match, Terms
from bot.rummy.outcome import Outcome
from bot.rummy.record import Entry, Record
from bot.rummy.rules import Rules, Start
from bot.rummy.table import Chance, Table
from bot.rummy.view import Stage, View

Chooser = Callable[[View], object]
"""A player: a function that takes what a seat sees and returns an action."""

MOST_LETTERS = 200
"""The most characters of a foreign player's message that are repeated."""
SURE = 1.96
"""The standard errors to either side in an interval of 95 %."""


class FoulError(Exception):
    """A player's illegal action or failure, with the record that shows it."""

    def __init__(self, problem: str, record: str) -> None:
        super().__init__(problem, record)
        self.record = record

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class DuelTerms:
    """The terms of a duel."""

    rules: Rules
    terms: Terms
    players: int
    seed: int
    drops: bool


@dataclass(slots=True)
class Tally:
    """The sums of what one of the two players did and got."""

    won: int = 0
    points: int = 0
    done: Counter[str] = field(default_factory=Counter)
    """The number of actions of each kind, by their first words."""
    times: list[float] = field(default_factory=list)
    """Processor time of each decision, in milliseconds."""

    def add(self, other: "Tally") -> None:
        """Add the tally of the same player in other deals."""
        self.won += other.won
        self.points += other.points
        self.done += other.done
        self.times += other.times


@dataclass(frozen=True, slots=True)
class Duellist:
    """One of the two players."""

    name: str
    choose: Chooser
    tally: Tally = field(default_factory=Tally)


@dataclass(frozen=True, slots=True)
class Played:
    """One pack, played from every seat."""

    deals: int
    won: int
    """Deals won by A."""
    matches: int
    matches_won: float
    """Matches won by A. A shared match counts as its share."""
    points: float
    """The points that A was charged in all its deals, less the average of the others."""
    net: float
    """The points that A got from the others in the deals that it won, less those charged to it in the other deals.

    If points are good: its points less those of the others.
    """
    tallies: tuple[Tally, Tally]
    """The tallies of A and B."""


def play_pack(setting: DuelTerms, a: Duellist, b: Duellist, number: int) -> Played:
    """Play the pack of that number from every seat.

    Raises:
        FoulError: a player chose a move that is not allowed.
    """
    won, lost, net, shares = 0, 0.0, 0, 0.0
    a, b = replace(a, tally=Tally()), replace(b, tally=Tally())
    outcomes: list[tuple[Seat, Outcome, tuple[int, ...]]] = []
    for seat in map(Seat, range(setting.players)):
        seats = [a if other == seat else b for other in range(setting.players)]
        match = _PlayedMatch(setting, number, seats).play().match
        outcomes += [(seat, outcome, _points(match, outcome)) for outcome in match.counted]
        shares += 1 / len(match.winners) if seat in match.winners else 0
    for seat, outcome, scored in outcomes:
        costs = [setting.rules.game.cost(points) for points in scored]
        dealt = [costs[other] for other in range(len(costs)) if other != seat and outcome.has(Seat(other))]
        a.tally.points += costs[seat]
        b.tally.points += sum(dealt)
        won += seat in outcome.winners
        if setting.rules.game.counts_up:
            net += sum(dealt) - costs[seat]
        else:
            net += sum(dealt) if seat == outcome.winner else -costs[seat]
        if outcome.has(seat) and dealt:
            lost += costs[seat] - sum(dealt) / len(dealt)
    a.tally.won += won
    b.tally.won += len(outcomes) - won
    return Played(len(outcomes), won, setting.players, shares, lost, net, (a.tally, b.tally))


def _points(match: Match, outcome: Outcome) -> tuple[int, ...]:
    """Return the points of a deal. If the points of a match sum to zero, the last deal includes the bonuses."""
    settled = match.bonuses if match.rules.game.settles and outcome is match.counted[-1] else ()
    return tuple(map(sum, zip(outcome.points, *(bonus.points for bonus in settled), strict=True)))


class Duel:
    """A duel and its results so far."""

    def __init__(self, setting: DuelTerms, a: Duellist, b: Duellist) -> None:
        self.setting = setting
        self.a, self.b = a, b
        self.packs: list[Played] = []

    @property
    def deals(self) -> int:
        """Return the number of deals played."""
        return sum(pack.deals for pack in self.packs)

    def packs_alone(self) -> Iterator[Played]:
        """Yield the packs one after another, without an end, played in this process.

        Raises:
            FoulError: a player chose a move that is not allowed.
        """
        return (play_pack(self.setting, self.a, self.b, number) for number in count())

    def run(self, packs: Iterator[Played], deals: int) -> Iterator[int]:
        """Count these packs until *deals* deals are over. Yield the number of deals after each pack.

        Raises:
            FoulError: a player chose a move that is not allowed.
        """
        played = 0
        while played < deals:
            pack = next(packs)
            self.packs.append(pack)
            self.a.tally.add(pack.tallies[0])
            self.b.tally.add(pack.tallies[1])
            played += pack.deals
            yield played

    # -- figures ------------------------------------------------------------------------------------

    def share_won(self) -> tuple[float, float]:
        """Return the share of the deals that A has won, and half of its 95 % interval."""
        return _ratio([(pack.won, pack.deals) for pack in self.packs])

    def matches_won(self) -> tuple[float, float]:
        """Return the share of the matches that A has won, and half of its 95 % interval."""
        return _ratio([(pack.matches_won, pack.matches) for pack in self.packs])

    def points_less(self) -> tuple[float, float]:
        """Return how many points fewer a deal has cost A than another player, and half of the 95 % interval."""
        return _ratio([(-pack.points, pack.deals) for pack in self.packs])

    def net(self) -> tuple[float, float]:
        """Return A's gain a deal if the winner gets what the others pay, and half of its 95 % interval."""
        return _ratio([(pack.net, pack.deals) for pack in self.packs])


def _ratio(pairs: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Return the ratio of the sums and half of its 95 % interval. The pairs are independent."""
    number, total = len(pairs), sum(size for _, size in pairs)
    if not total:
        return 0.0, 0.0
    ratio = sum(value for value, _ in pairs) / total
    if number < 2:
        return ratio, float("inf")
    spread = sum((value - ratio * size) ** 2 for value, size in pairs) * number / (number - 1)
    return ratio, SURE * sqrt(spread) / total


class _PlayedMatch:
    """One match of a duel, from its first shuffle to its end."""

    def __init__(self, setting: DuelTerms, number: int, seats: list[Duellist]) -> None:
        self._setting = setting
        self._number = number
        self._accounts = seats
        self._entries: list[Entry] = []
        players = tuple(Player(101 + seat) for seat in range(setting.players))
        self._table = Table.open(setting.rules, setting.terms, players)

    def play(self) -> Table:
        """Play the match to its end. Return the table."""
        while not self._table.is_over:
            if chance := self._table.chance():
                self._enter(DEALER, self._dealt(chance))
            elif self._table.stage is Stage.BETWEEN:
                self._between()
            else:
                deal = self._table.deal
                assert deal is not None
                self._move(deal.view(None).awaited[0])
        return self._table

    def _dealt(self, chance: Chance) -> Action:
        """Return the action of the dealer. Only the packs depend on chance: seats stay, and the first one begins."""
        if self._table.stage is Stage.SEATING:
            if self._setting.rules.start is Start.TOSS:
                return Toss(tuple(reversed(CARDS[-self._setting.players :])))
            return PickDealer(Seat(self._setting.players - 1))
        return self._shuffled(chance)

    def _shuffled(self, chance: Chance) -> Action:
        dice = random.Random(f"{self._setting.seed} {self._number} {chance.purpose} {chance.deal}")
        order = list(chance.items)
        dice.shuffle(order)
        return chance.action(order)

    def _enter(self, seat: Seat, action: Action) -> None:
        self._table = self._table.play(seat, action)
        self._entries.append(Entry(seat, action))
        deal = self._table.deal
        if isinstance(action, DealCards) and not self._setting.drops and deal is not None:
            self._table = replace(self._table, deal=deal.without_drops())

    def _between(self) -> None:
        """Ask the next player who may rejoin; start the next deal if there is none."""
        if offers := self._table.offers:
            self._move(offers[0])
        else:
            self._enter(DEALER, Next())

    def _move(self, seat: Seat) -> None:
        account = self._accounts[seat]
        view = self._table.view(seat)
        start = process_time()
        try:
            action = account.choose(view)
        except Exception as error:
            raise self._foul(account, seat, f"failed: {fault_line(error)}") from error
        account.tally.times.append(1000 * (process_time() - start))
        if not isinstance(action, Action):
            raise self._foul(account, seat, f"answered {one_line(repr(action))}, which is no action")
        chance = self._table.chance_before(action)
        if chance is not None:
            self._enter(DEALER, self._shuffled(chance))
        if refusal := self._table.refusal(seat, action):
            raise self._foul(
                account,
                seat,
                f"played {str(action)!r}: {refusal}",
                action,
                refusal,
            )
        self._enter(seat, action)
        account.tally.done[_kind(action)] += 1

    def _foul(
        self, account: Duellist, seat: Seat, what: str, action: Action | None = None, refusal: RefusalCode | None = None
    ) -> FoulError:
        setting = self._setting
        entries = tuple(self._entries)
        if action is not None:
            entries = (*entries, Entry(seat, action))
        record = Record(TableId("duel"), setting.rules, setting.terms, self._table.players, entries)
        problem = f"{account.name} on seat {seat + 1}, pack {self._number + 1}: {what}"
        return FoulError(problem, str(record))


def fault_line(error: Exception) -> str:
    """Return an error of a foreign program in one line."""
    return one_line(f"{type(error).__name__}: {error}")


def one_line(text: str) -> str:
    """Return a foreign text in one line of bounded length."""
    return " ".join(text.split())[:MOST_LETTERS]


def _kind(action: Action) -> str:
    """Return the word of an action that is counted; of a draw also the deck."""
    return str(action) if isinstance(action, Draw) else str(action).split()[0]
