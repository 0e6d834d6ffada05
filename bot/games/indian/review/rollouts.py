"""Rollouts: a deal is played on many times from a decision, each time with other cards where the seat could not see
them.

Hidden cards are drawn again from the unseen cards. The hands of the others hold the cards that they were seen to take,
and have had as many draws since as they really had; the rest is the closed deck. Then everybody plays on quickly, like
level 3 without its points: with the open card if it brings the hand nearer to a declaration, else with the closed one.
Two ways are compared with the same cards.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from bot.games.indian import solver
from bot.games.indian.computer.unseen import taken
from bot.games.indian.distance import KINDS, Distances, Near
from bot.games.indian.review.position import Position
from bot.games.indian.rules import HAND_SIZE
from bot.games.indian.scoring import charge
from bot.games.indian.search.digits import unit
from bot.rummy.cards import CARDS, JOKER, Card, Rank, Seat, is_joker, nearness
from bot.rummy.deal_view import EventKind
from bot.rummy.dice import SeededDice
from bot.rummy.outcome import SeatStatus
from bot.rummy.playouts import Compared

HORIZON = 12
"""Turns after which a try ends without a winner; few deals last longer."""
HOPELESS, REDEALT = 5, 3
"""Missing cards of a hand that most players drop at once, and how often such a hand of a player who stayed is dealt
again.
"""
EACH = 2 * HORIZON + 2
"""Cards that one seat gets in a try: an open and a closed one in each turn, and a turn to spare."""

LINKS = [[nearness(card, other) for other in KINDS] for card in KINDS]
"""The nearness of two cards to a meld, by their indexes."""
UNITS = [0, *map(unit, CARDS)]
"""Each card as `digits` counts it, by index; a printed joker counts nothing."""


class PlayedOn(NamedTuple):
    """A hand that was played on."""

    done: int
    """The turn in which it became complete; `HORIZON` + 1: it did not."""
    hands: list[tuple[int, ...]]
    """The hand after each turn before."""


class Stakes(NamedTuple):
    """What the end of a deal brings, in parts of the difference between a won deal and a lost one."""

    won: float
    point: float
    """The cost of a point of a lost deal."""


class Quick:
    """Plays a hand on quickly. Cards are given by their index in `KINDS`."""

    def __init__(self, search: Distances, wild: Rank | None) -> None:
        self._search = search
        self._jokers = {card.index for card in KINDS if is_joker(card, wild)}

    def course(self, hand: Sequence[int], cards: Sequence[int], offered: int | None = None) -> "PlayedOn":
        """Play that hand of thirteen until it is complete, at most `HORIZON` turns.

        Each turn takes two of the cards: one lies open, the other comes from the closed deck. In the first turn,
        `offered` lies open.
        """
        search, jokers = self._search, self._jokers
        held = [*hand]
        hands: list[tuple[int, ...]] = []
        near = search.read(map(KINDS.__getitem__, held))
        missing = search.distance(near)
        for turn in range(1, HORIZON + 1):
            if not missing:
                return PlayedOn(turn, hands)
            top = offered if turn == 1 and offered is not None else cards[2 * turn - 2]
            card = cards[2 * turn - 1]
            whole = search.plus(near, KINDS[top])
            if top not in jokers and search.within(whole, missing - 1):
                card, missing = top, missing - 1
            else:
                whole = search.plus(near, KINDS[card])
                missing -= search.within(whole, missing - 1)
            if not missing:
                return PlayedOn(turn, hands)
            held.append(card)
            near = self._thrown(held, whole, missing)
            hands.append(tuple(held))
        return PlayedOn(HORIZON + 1, hands)

    def improved(self, hand: Sequence[int], cards: Sequence[int]) -> list[int]:
        """Return the hand after closed draws of these cards. It is not complete, since it would have been declared."""
        search = self._search
        held = [*hand]
        near = search.read(map(KINDS.__getitem__, held))
        missing = search.distance(near)
        for card in cards:
            whole = search.plus(near, KINDS[card])
            nearer = missing - search.within(whole, missing - 1)
            if not nearer:
                break
            missing = nearer
            held.append(card)
            near = self._thrown(held, whole, missing)
        return held

    def is_hopeless(self, hand: Sequence[int]) -> bool:
        """Return whether most players would drop that hand when it is dealt."""
        return not self._search.within(self._search.read(map(KINDS.__getitem__, hand)), HOPELESS - 1)

    def takes(self, hand: Sequence[int], card: int) -> bool:
        """Return whether that hand takes the card if it lies open."""
        search = self._search
        near = search.read(map(KINDS.__getitem__, hand))
        missing = search.distance(near)
        return bool(missing) and search.within(search.plus(near, KINDS[card]), missing - 1)

    def _thrown(self, held: list[int], whole: Near, missing: int) -> Near:
        """Take from fourteen cards the one that goes least with the others, among those without which the hand misses
        no more.
        """
        search = self._search
        naturals = [index for index in held if index not in self._jokers]
        order = []
        for index in {*naturals}:
            links = LINKS[index]
            order.append((sum([links[other] for other in naturals]), -KINDS[index].points, index))
        for _, _, index in sorted(order):
            rest = Near(whole.cards - UNITS[index], whole.jokers, whole.own)
            if search.within(rest, missing):
                held.remove(index)
                return rest
        # A joker only if no other card can be thrown.
        held.remove(next((index for index in held if index in self._jokers), held[0]))
        return search.read(map(KINDS.__getitem__, held))


class Way(NamedTuple):
    """One of two moves that are compared."""

    hand: tuple[Card, ...]
    """The thirteen cards after it."""
    thrown: Card | None
    """The card that the next player may take; None: it is not known yet."""
    draws: bool = False
    """Whether a closed card comes before the others move."""
    drop: int | None = None
    """The points of a drop; None: it is none."""


class Rollouts:
    """The tries of one decision, in which two ways are compared. The same hidden cards are used for both ways, and
    others in each try.
    """

    def __init__(self, worth: Position, stakes: Stakes, seed: str, ways: tuple[Way, Way]) -> None:
        self._worth = worth
        self._stakes = stakes
        self._seed = seed
        self._quick = Quick(worth.search, worth.deal.wild)
        self._ways = ways
        # A closed card that is drawn comes before the others move. The other way has used that turn.
        self._draws = any(way.draws or way.drop is not None for way in ways)
        self._known: dict[tuple[int, ...], int] = {}
        self._own: tuple[list[list[float]], list[list[float]]] = [], []
        self._others: tuple[list[int], list[int]] = [], []

    @property
    def tries(self) -> int:
        """Return the number of tries so far."""
        return len(self._others[0])

    @property
    def effort(self) -> int:
        """Return how many hands are played in one try."""
        return 2 + len(_others(self._worth))

    def try_once(self) -> None:
        """Play on once with other hidden cards."""
        hands, cards = self._sampled(self.tries)
        usual = self._first(hands, cards, None)
        for way, own, others in zip(self._ways, self._own, self._others, strict=True):
            own.append(self._worths(way, cards))
            takes = way.thrown is not None and self._quick.takes(hands[0], way.thrown.index)
            others.append(self._first(hands, cards, way.thrown.index if way.thrown else None) if takes else usual)

    def compared(self) -> Compared:
        """Return by how much the first way is better, in parts of a win.

        Each try of the own hands meets the others of all tries, which says more than one race in each. The error
        counts both: each try has its part in the mean over the own hands and in that over the hands of the others.
        """
        ours, theirs, count = self._own, self._others, self.tries
        usual = [[sum(column) / count for column in zip(*own, strict=True)] for own in ours]
        times = Counter(zip(*theirs, strict=True))
        parts = []
        for one, other, first, second in zip(*ours, *theirs, strict=True):
            own = sum(number * (one[a] - other[b]) for (a, b), number in times.items()) / count
            parts.append(own + usual[0][first] - usual[1][second])
        mean = sum(parts) / count
        spread = sum((part - mean) ** 2 for part in parts) / max(1, count - 1)
        return Compared(mean / 2, sqrt(spread / count))

    def _worths(self, way: Way, cards: Sequence[int]) -> list[float]:
        """Return the worth of a way by the turn in which the first of the others becomes complete; 0 has no meaning."""
        if way.drop is not None:
            return [-self._stakes.point * way.drop] * (HORIZON + 2)
        hand = tuple(card.index for card in way.hand)
        if self._draws and not way.draws:
            done, hands = self._quick.course(hand, cards[2:])
            done, hands = min(done + 1, HORIZON + 1), [hand, *hands]
        else:
            # A joker cannot be taken: it stands for no card.
            done, hands = self._quick.course(hand, cards, JOKER.index if way.draws else None)
        worths, hands = [0.0], [hand, *hands]
        for turns in range(self._draws, HORIZON + 1 + self._draws):
            is_won = done <= min(turns, HORIZON)
            worths.append(self._stakes.won if is_won else -self._stakes.point * self._points(hands[: turns + 1][-1]))
        return worths

    def _points(self, hand: tuple[int, ...]) -> int:
        """Return the points of a lost deal with that hand."""
        found = self._known.get(hand)
        if found is None:
            deal = self._worth.deal
            raw = solver.best(tuple([KINDS[index] for index in hand]), deal.wild, deal.rules).raw
            self._known[hand] = found = charge(raw, deal.rules)
        return found

    def _first(self, hands: Sequence[Sequence[int]], cards: Sequence[int], offered: int | None) -> int:
        """Return the turn in which the first of the others becomes complete; `offered` lies open for the next one."""
        found = HORIZON + 1
        for place, hand in enumerate(hands):
            own = cards[(place + 1) * EACH : (place + 2) * EACH]
            found = min(found, self._quick.course(hand, own, None if place else offered).done)
        return found

    def _sampled(self, number: int) -> tuple[list[list[int]], list[int]]:
        """Return sampled hands of the others, that of the next player first, and the cards to come."""
        worth, deal = self._worth, self._worth.deal
        dice = SeededDice(f"{self._seed} {number}")
        pool = dice.shuffled([index for index, count in enumerate(worth.unseen) for _ in range(count)])
        known = taken(deal)
        hands = []
        for seat in _others(worth):
            held = _indexes(known[seat].elements()) if seat in known else []
            need, could_drop = HAND_SIZE - len(held), deal.drops is not None and deal.seats[seat].has_drawn
            for _ in range(REDEALT if could_drop else 0):
                # It stayed although it could drop, so its hand was not among the worst.
                if not self._quick.is_hopeless([*held, *pool[:need]]):
                    break
                pool = dice.shuffled(pool)
            hand, pool = [*held, *pool[:need]], pool[need:]
            draws = sum(event.seat == seat and event.kind is EventKind.DREW_CLOSED for event in deal.events)
            hands.append(self._quick.improved(hand, pool[:draws]))
            pool = dice.shuffled(pool)
        needed = EACH * (len(hands) + 1)
        cards = [*pool]
        while pool and len(cards) < needed:
            cards += dice.shuffled(pool)
        return hands, cards


def _indexes(cards: Iterable[Card]) -> list[int]:
    return [card.index for card in cards]


def _others(worth: Position) -> list[Seat]:
    """Return the other seats that are still in, the next to play first."""
    deal = worth.deal
    seats = len(deal.seats)
    assert deal.seat is not None
    clockwise = [Seat((deal.seat + step) % seats) for step in range(1, seats)]
    return [seat for seat in clockwise if deal.seats[seat].status is SeatStatus.IN]
