"""The least that a turn of the western game can leave in hand, found the slow way: every step that can follow another.

It shares nothing with `bot.games.western.melds` and `bot.games.western.placement` but the cards and the switches.
A meld is a list of places, each held by a card or a joker.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from bot.games.western.rules import WesternRules
from bot.rummy.cards import JOKER, Card, Rank, Suit

Lying = tuple[tuple[Card, Card], ...]
"""A meld: pairs of the card that each one stands for, and the card. In a set a joker stands for itself."""


@dataclass(frozen=True)
class Turn:
    """The state of a turn."""

    hand: tuple[Card, ...]
    table: tuple[Lying, ...]
    own: int
    """Points of one's own melds so far."""
    has_own: bool
    owed: int


def worth(card: Card, romme: WesternRules) -> int:
    if card.suit is None:
        return romme.joker_points
    return romme.ace_points if card.rank == 1 else min(10, int(card.rank))


def least(turn: Turn, romme: WesternRules) -> tuple[bool, int] | None:
    """Return whether more than one card is left, and the points of the cards; None: no discard can end the turn."""
    seen, todo, ends = {turn}, [turn], set()
    while todo:
        now = todo.pop()
        if not now.owed and (not now.has_own or now.own >= romme.first_meld):
            ends.add((len(now.hand) > 1, sum(worth(card, romme) for card in now.hand)))
        for after in steps(now, romme):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return min(ends, default=None)


def steps(now: Turn, romme: WesternRules) -> Iterator[Turn]:
    """Yield every step from that state."""
    for meld, points, used in placeable(now.hand, romme):
        if len(used) < len(now.hand):
            owed = max(0, now.owed - used.count(JOKER))
            yield Turn(less(now.hand, used), (*now.table, meld), now.own + points, True, owed)
    if not now.has_own or now.own < romme.first_meld:
        return
    for at, meld in enumerate(now.table):
        for longer, used in longer_ones(meld, now.hand, romme):
            if len(used) < len(now.hand):
                owed = max(0, now.owed - used.count(JOKER))
                yield Turn(less(now.hand, used), put(now.table, at, longer), now.own, True, owed)
        for other, card in exchanged(meld, now.hand):
            hand = tuple(sorted((*less(now.hand, (card,)), JOKER), key=lambda card: card.index))
            yield Turn(hand, put(now.table, at, other), now.own, True, now.owed + 1)


def put(table: tuple[Lying, ...], at: int, meld: Lying) -> tuple[Lying, ...]:
    return tuple(meld if i == at else other for i, other in enumerate(table))


def less(hand: Sequence[Card], used: Sequence[Card]) -> tuple[Card, ...]:
    rest = list(hand)
    for card in used:
        rest.remove(card)
    return tuple(rest)


def holds(hand: Sequence[Card], used: Sequence[Card]) -> bool:
    return all(hand.count(card) >= used.count(card) for card in set(used))


def lawful(cards: Sequence[Card], romme: WesternRules, in_a_row: bool) -> bool:
    jokers = [card == JOKER for card in cards]
    if all(jokers) or (sum(jokers) * 2 > len(cards) and not romme.more_jokers):
        return False
    side_by_side = any(one and two for one, two in pairwise(jokers))
    return romme.adjacent_jokers or not in_a_row or not side_by_side


def named(suit: Suit, place: int) -> Card:
    return Card(Rank.ACE if place == 14 else Rank(place), suit)


def of_place(place: int) -> int:
    return 11 if place == 14 else min(10, place)


def placeable(hand: Sequence[Card], romme: WesternRules) -> Iterator[tuple[Lying, int, tuple[Card, ...]]]:
    """Yield every meld that can be placed, its points, and the cards it takes."""
    for suit in Suit:
        for low in range(1, 13):
            for length in range(3, min(len(hand), 15 - low) + 1):
                wanted = [named(suit, place) for place in range(low, low + length)]
                for used in product(*((card, JOKER) for card in wanted)):
                    if holds(hand, used) and lawful(used, romme, True):
                        points = sum(map(of_place, range(low, low + length)))
                        yield tuple(zip(wanted, used, strict=True)), points, used
    for rank in list(Rank)[1:]:
        for chosen in product(*([None, Card(rank, suit)] for suit in Suit), [None, JOKER], [None, JOKER]):
            cards = tuple(card for card in chosen if card is not None)
            if len(cards) in (3, 4) and holds(hand, cards) and lawful(cards, romme, False):
                value = 11 if rank == 1 else min(10, int(rank))
                yield tuple((card, card) for card in cards), value * len(cards), cards


def is_set(meld: Lying) -> bool:
    ranks = {card.rank for _, card in meld if card != JOKER}
    suits = {card.suit for _, card in meld if card != JOKER}
    return len(ranks) == 1 and (len(suits) > 1 or all(stands == card for stands, card in meld if card == JOKER))


def longer_ones(meld: Lying, hand: Sequence[Card], romme: WesternRules) -> Iterator[tuple[Lying, tuple[Card, ...]]]:
    """Yield every way to add cards."""
    if is_set(meld):
        rank = next(card.rank for _, card in meld if card != JOKER)
        for card in {card for card in hand if card == JOKER or card.rank == rank}:
            cards = [one for _, one in meld]
            if len(meld) == 3 and (card == JOKER or card not in cards) and lawful([*cards, card], romme, False):
                yield (*meld, (card, card)), (card,)
        return
    suit = next(card.suit for _, card in meld if card != JOKER)
    assert suit is not None
    low = int(meld[0][0].rank)
    if low == 1 and len(meld) > 1 and meld[1][0].rank != 2:
        low = 14
    high = low + len(meld) - 1
    for below in range(low):
        for above in range(min(14 - high, len(hand) - below) + 1):
            under = [named(suit, place) for place in range(low - below, low)]
            over = [named(suit, place) for place in range(high + 1, high + above + 1)]
            for used in product(*((card, JOKER) for card in (*under, *over))):
                added = tuple(zip((*under, *over), used, strict=True))
                longer = (*added[:below], *meld, *added[below:])
                if used and holds(hand, used) and lawful([card for _, card in longer], romme, True):
                    yield longer, used


def exchanged(meld: Lying, hand: Sequence[Card]) -> Iterator[tuple[Lying, Card]]:
    """Yield every joker that can be taken, and the card for it."""
    for at, (stands, card) in enumerate(meld):
        if card != JOKER:
            continue
        for own in set(hand) - {JOKER}:
            rank = next(other.rank for _, other in meld if other != JOKER)
            fits = own == stands
            if is_set(meld):
                fits = own.rank == rank and own not in [other for _, other in meld]
            if fits:
                yield tuple((own, own) if i == at else pair for i, pair in enumerate(meld)), own
