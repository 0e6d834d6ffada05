"""Melds of gin, exactly: the best arrangement of a hand, every arrangement of a knock, and the cards to lay off.

A hand is a whole number with a bit for each card: sixteen bits a suit, the lowest thirteen of them ace to king. The
three bits between two suits are never set, so shifting a hand finds the sequences of all suits at once.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from bot.rummy.cards import CARDS, Card, Groups
from bot.rummy.judge import Arrangement

Cards = int
"""A hand, a meld or a part of one, as bits."""

_LANE = 16
_SUIT = (1 << 13) - 1
_COLUMN = 1 | 1 << _LANE | 1 << 2 * _LANE | 1 << 3 * _LANE
"""The aces of all suits; shifted, the cards of another rank."""
_LEAST = 3
"""Fewest cards of a meld."""


def card_points(card: Card) -> int:
    """Return the points of a card as deadwood: ace 1, picture cards 10, others their number (H2)."""
    return min(int(card.rank), 10)


_BITS = (0, *(1 << (_LANE * (card.suit or 0) + card.rank - 1) for card in CARDS))
"""The bit of each card, by its index."""
_CARDS = {_BITS[card.index]: card for card in CARDS}


def _points_table() -> list[int]:
    """Return the points of every choice of cards in one suit, by its thirteen bits."""
    table = [0] * (_SUIT + 1)
    for cards in range(1, _SUIT + 1):
        low = cards & -cards
        table[cards] = table[cards ^ low] + min(low.bit_length(), 10)
    return table


_POINTS = _points_table()


def bits(cards: Iterable[Card]) -> Cards:
    """Return some different cards as bits."""
    found = 0
    for card in cards:
        found |= _BITS[card.index]
    return found


def cards_of(hand: Cards) -> tuple[Card, ...]:
    """Return the cards of those bits, by suit and rank."""
    found = []
    while hand:
        low = hand & -hand
        found.append(_CARDS[low])
        hand ^= low
    return tuple(found)


def points(hand: Cards) -> int:
    """Return the points of the cards as deadwood."""
    lane = _LANE
    return (
        _POINTS[hand & _SUIT]
        + _POINTS[hand >> lane & _SUIT]
        + _POINTS[hand >> 2 * lane & _SUIT]
        + _POINTS[hand >> 3 * lane]
    )


# -- the best arrangement ---------------------------------------------------------------------------


def _in_sequences(hand: Cards) -> Cards:
    """Return the cards that can lie in sequences, if no set takes any: those in rows of three or more."""
    starts = hand & hand >> 1 & hand >> 2
    return starts | starts << 1 | starts << 2


def _sets(hand: Cards) -> list[tuple[Cards, ...]]:
    """Return the choices for each rank of which the hand holds three or four: no set, or one of the possible sets."""
    clubs, diamonds, spades = hand & _SUIT, hand >> _LANE & _SUIT, hand >> 2 * _LANE & _SUIT
    hearts = hand >> 3 * _LANE
    ranks = clubs & diamonds & (spades | hearts) | spades & hearts & (clubs | diamonds)
    found = []
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        all_suits = hand & rank * _COLUMN
        ways = [0, all_suits]
        if all_suits.bit_count() > _LEAST:
            rest = all_suits
            while rest:
                low = rest & -rest
                rest ^= low
                ways.append(all_suits ^ low)
        found.append(tuple(ways))
    return found


def _best_sets(hand: Cards) -> tuple[int, tuple[Cards, ...]]:
    """Return the most points that can lie in melds, and the sets that lead there; sequences take the rest."""
    ways = _sets(hand)
    if not ways:
        return points(_in_sequences(hand)), ()
    most = -1
    best: tuple[Cards, ...] = ()
    for sets in product(*ways):
        taken = sum(sets)
        melded = points(taken | _in_sequences(hand & ~taken))
        if melded > most:
            most, best = melded, sets
    return most, best


def melded(hand: Cards) -> Cards:
    """Return the cards in melds of the arrangement with the fewest points outside them."""
    sets = sum(_best_sets(hand)[1])
    return sets | _in_sequences(hand & ~sets)


def fitting(hand: Cards) -> Cards:
    """Return the other cards that make a meld of three with two cards of the hand."""
    up, down = hand << 1, hand >> 1
    found = (up & hand << 2 | down & hand >> 2 | up & down) & _SUIT * _COLUMN
    clubs, diamonds, spades = hand & _SUIT, hand >> _LANE & _SUIT, hand >> 2 * _LANE & _SUIT
    hearts = hand >> 3 * _LANE
    ranks = clubs & diamonds | spades & hearts | (clubs | diamonds) & (spades | hearts)
    return (found | ranks * _COLUMN) & ~hand


def dearest(cards: Cards) -> int:
    """Return the points of the dearest of some cards; 0 for none."""
    ranks = (cards | cards >> _LANE | cards >> 2 * _LANE | cards >> 3 * _LANE) & _SUIT
    return min(ranks.bit_length(), 10)


def after_discard(hand: Cards) -> int:
    """Return the fewest points outside melds that the best discard leaves."""
    least = points(hand)
    for sets in product(*_sets(hand)):
        taken = sum(sets)
        loose = hand & ~(taken | _in_sequences(hand & ~taken))
        least = min(least, points(loose) - dearest(loose))
    return least


def deadwood(hand: Cards) -> int:
    """Return the fewest points outside melds."""
    return points(hand) - _best_sets(hand)[0]


def best(cards: Iterable[Card]) -> Arrangement:
    """Return the arrangement of a hand with the fewest points outside melds."""
    return arranged(bits(cards))


def arranged(hand: Cards) -> Arrangement:
    """Return the arrangement with the fewest points outside melds, for a hand as bits."""
    return laid(hand, best_melds(hand))


def best_melds(hand: Cards) -> tuple[Cards, ...]:
    """Return the melds of the arrangement with the fewest points outside them."""
    sets = tuple(filter(None, _best_sets(hand)[1]))
    return (*(meld for meld, _ in _runs(hand & ~sum(sets))), *sets)


def laid(hand: Cards, melds: Sequence[Cards]) -> Arrangement:
    """Return the arrangement of a hand with these melds."""
    rest = hand & ~sum(melds)
    raw = points(rest)
    return Arrangement(groups(melds), cards_of(rest), raw, declarable=not rest)


def groups(melds: Iterable[Cards]) -> Groups:
    """Return melds as groups of cards."""
    return tuple(map(cards_of, melds))


def best_discard(cards: Sequence[Card], kept: Card | None = None) -> tuple[Card, Arrangement]:
    """Return the discard that leaves the least deadwood, and the rest; `kept` may not be thrown.

    Among equal discards, return the one with the most points.
    """
    hand = bits(cards)
    choices = [card for card in cards if card != kept]
    thrown = min(choices, key=lambda card: (deadwood(hand ^ _BITS[card.index]), -card.rank, card.index))
    return thrown, arranged(hand ^ _BITS[thrown.index])


# -- every arrangement ------------------------------------------------------------------------------


def _runs(hand: Cards) -> Iterator[tuple[Cards, int]]:
    """Yield the longest sequences, each with its length."""
    rest = _in_sequences(hand)
    while rest:
        low = rest & -rest
        run, length = low, 1
        while rest & low << length:
            run |= low << length
            length += 1
        rest ^= run
        yield run, length


@cache
def _parts(length: int) -> tuple[tuple[Cards, ...], ...]:
    """Return the ways to lay sequences from a row of that many cards, from its first bit on; laying none is one way.

    Two sequences that touch count as one.
    """
    found: list[tuple[Cards, ...]] = [()]
    for start in range(length):
        for end in range(start + _LEAST, length + 1):
            first = (1 << end) - (1 << start)
            found += [(first, *(part << end + 1 for part in rest)) for rest in _parts(max(0, length - end - 1))]
    return tuple(found)


def knocks(hand: Cards, most: int) -> list[tuple[int, tuple[Cards, ...]]]:
    """Return all ways to lay a hand into melds with at most that much deadwood: pairs of deadwood and melds, the least
    first.
    """
    found = []
    total = points(hand)
    for sets in product(*_sets(hand)):
        runs = [
            [tuple(part * (run & -run) for part in parts) for parts in _parts(length)]
            for run, length in _runs(hand & ~sum(sets))
        ]
        for sequences in product(*runs):
            melds = (*(part for parts in sequences for part in parts), *filter(None, sets))
            left = total - points(sum(melds))
            if left <= most:
                found.append((left, melds))
    return sorted(found)


# -- laying off -------------------------------------------------------------------------------------


def _fitting(hand: Cards, melds: Iterable[Cards]) -> Iterator[list[Cards]]:
    """Yield, for each end of a meld where a card of the hand fits, the choices there: nothing, or cards to lay off."""
    for meld in melds:
        low = meld & -meld
        if not meld & low << 1:
            fourth = hand & ~meld & _rank(low)
            if fourth:
                yield [0, fourth]
            continue
        high = 1 << meld.bit_length() - 1
        for ends in (_row(hand, low >> 1, up=False), _row(hand, high << 1, up=True)):
            if len(ends) > 1:
                yield ends


def ends(melds: Sequence[Cards]) -> Cards:
    """Return the cards that fit a meld."""
    found = 0
    for meld in melds:
        low = meld & -meld
        is_sequence = meld & low << 1
        found |= (meld << 1 | meld >> 1) & _SUIT * _COLUMN if is_sequence else _rank(low)
    return found & ~sum_of(melds)


def _rank(bit: Cards) -> Cards:
    """Return all cards of the rank of one card."""
    return _COLUMN << (bit.bit_length() - 1) % _LANE


def _row(hand: Cards, bit: Cards, *, up: bool) -> list[Cards]:
    """Return the choices in a row that starts with that bit: nothing, its card, it and the next one, and so on."""
    found = [0]
    while hand & bit:
        found.append(found[-1] | bit)
        bit = bit << 1 if up else bit >> 1
    return found


def lay_off(hand: Cards, melds: Sequence[Cards]) -> tuple[int, Cards]:
    """Return the fewest points left to a hand after its own melds and its lay-offs on these melds, and the lay-offs.

    Prefer to lay off no more cards than needed.
    """
    ends = list(_fitting(hand, melds))
    if not ends:
        return deadwood(hand), 0
    ways = {sum_of(way) for way in product(*ends)}
    return min((deadwood(hand & ~way), way.bit_count(), way) for way in ways)[::2]


def sum_of(parts: Iterable[Cards]) -> Cards:
    """Return all these cards as one hand; two ends may take the same card."""
    found = 0
    for part in parts:
        found |= part
    return found
