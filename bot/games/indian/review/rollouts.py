"""Rollouts: a deal is played on many times from a decision, each time with other cards where the seat could not see
them.

Hidden cards are drawn again from the unseen cards. The hands of the others hold the cards that they were seen to take,
and have had as many draws since as they really had; the rest is the closed deck. Then everybody plays on quickly, like
level 3 without its points: with the open card if it brings the hand nearer to a declaration, else with the closed one.
Two hands are compared with the same cards. The chance of a hand is the share of all tries of the others that its own
tries beat, which says more than one race in each try.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from bot.games.indian.computer.unseen import taken
from bot.games.indian.distance import KINDS, Distances, Near
from bot.games.indian.review.dice import SeededDice
from bot.games.indian.review.position import Position
from bot.games.indian.rules import HAND_SIZE
from bot.games.indian.search.digits import unit
from bot.rummy.cards import CARDS, JOKER, Card, Rank, Seat, is_joker, nearness
from bot.rummy.deal_view import EventKind
from bot.rummy.outcome import SeatStatus

TRIES = 24
"""The number of tries for each decision."""
HORIZON = 12
"""Turns after which a try ends without a winner; few deals last longer."""
EACH = 2 * HORIZON + 2
"""Cards that one seat gets in a try: an open and a closed one in each turn, and a turn to spare."""

LINKS = [[nearness(card, other) for other in KINDS] for card in KINDS]
"""The nearness of two cards to a meld, by their indexes."""
UNITS = [0, *map(unit, CARDS)]
"""Each card as `digits` counts it, by index; a printed joker counts nothing."""


class Compared(NamedTuple):
    """The result of rollouts for two moves."""

    better: float
    """The amount by which the chance of the first move is greater."""
    error: float
    """The standard error of the difference."""


class Quick:
    """Plays a hand on quickly. Cards are given by their index in `KINDS`."""

    def __init__(self, search: Distances, wild: Rank | None) -> None:
        self._search = search
        self._jokers = {card.index for card in KINDS if is_joker(card, wild)}

    def turns(self, hand: Sequence[int], cards: Sequence[int], offered: int | None = None) -> int:
        """Return the turn in which that hand of thirteen becomes complete; `HORIZON` + 1 if it does not.

        Each turn takes two of the cards: one lies open, the other comes from the closed deck. In the first turn,
        `offered` lies open.
        """
        search, jokers = self._search, self._jokers
        held = [*hand]
        near = search.read(map(KINDS.__getitem__, held))
        missing = search.distance(near)
        for turn in range(1, HORIZON + 1):
            if not missing:
                return turn
            top = offered if turn == 1 and offered is not None else cards[2 * turn - 2]
            card = cards[2 * turn - 1]
            whole = search.plus(near, KINDS[top])
            if top not in jokers and search.within(whole, missing - 1):
                card, missing = top, missing - 1
            else:
                whole = search.plus(near, KINDS[card])
                missing -= search.within(whole, missing - 1)
            if not missing:
                return turn
            held.append(card)
            near = self._thrown(held, whole, missing)
        return HORIZON + 1

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


class Rollouts:
    """The tries of one decision."""

    def __init__(self, worth: Position, seed: str) -> None:
        self._worth = worth
        self._seed = seed
        self._quick = Quick(worth.search, worth.deal.wild)

    def after(self, one: Sequence[Card], other: Sequence[Card], thrown: tuple[Card, Card]) -> Compared:
        """Compare two hands of thirteen after throwing these cards; the next player may take the thrown card."""
        mine: list[tuple[int, int]] = []
        theirs: tuple[list[int], list[int]] = [], []
        for number in range(TRIES):
            hands, cards = self._sampled(number)
            mine.append((self._quick.turns(_indexes(one), cards), self._quick.turns(_indexes(other), cards)))
            usual = self._first(hands, cards, None)
            for times, card in zip(theirs, thrown, strict=True):
                taken = self._quick.takes(hands[0], card.index)
                times.append(self._first(hands, cards, card.index) if taken else usual)
        return _compared(mine, theirs, moves_first=False)

    def drawing(self, taking: Sequence[Card], hand: Sequence[Card]) -> Compared:
        """Compare two draws: the open card, after which another was thrown and `taking` is left, and a closed card."""
        mine: list[tuple[int, int]] = []
        times: list[int] = []
        for number in range(TRIES):
            hands, cards = self._sampled(number)
            # A player who takes the open card has had this turn. A joker cannot be taken: it stands for no card.
            taken = 1 + self._quick.turns(_indexes(taking), cards[2:])
            mine.append((min(taken, HORIZON + 1), self._quick.turns(_indexes(hand), cards, JOKER.index)))
            times.append(self._first(hands, cards, None))
        return _compared(mine, (times, times), moves_first=True)

    def _first(self, hands: Sequence[Sequence[int]], cards: Sequence[int], offered: int | None) -> int:
        """Return the turn in which the first of the others becomes complete; `offered` lies open for the next one."""
        found = HORIZON + 1
        for place, hand in enumerate(hands):
            own = cards[(place + 1) * EACH : (place + 2) * EACH]
            found = min(found, self._quick.turns(hand, own, None if place else offered))
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
            need = HAND_SIZE - len(held)
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


def _compared(mine: Sequence[tuple[int, int]], theirs: tuple[list[int], list[int]], *, moves_first: bool) -> Compared:
    """Return the mean difference between the shares of tries that each of the two beats."""
    beaten = [_shares(times, moves_first=moves_first) for times in theirs]
    differences = [beaten[0][one] - beaten[1][other] for one, other in mine]
    count = len(differences)
    mean = sum(differences) / count
    spread = sum((one - mean) ** 2 for one in differences) / max(1, count - 1)
    return Compared(mean, sqrt(spread / count))


def _shares(times: Sequence[int], *, moves_first: bool) -> list[float]:
    """Return the share of these times that a hand beats, by the turn in which it becomes complete."""
    beats = [sum(turn < time + moves_first for time in times) / len(times) for turn in range(HORIZON + 1)]
    return [*beats, 0.0]
