"""The number of cards that a hand still misses for three pure sequences, exactly.

Tunnelas count as pure sequences. Any cards may come, as if the packs held enough of each, so there is always a group
that misses three cards. Sequences longer than three hold no more. A group takes what it finds of its three cards, and
the next one takes from the rest.
"""

from collections.abc import Iterable
from functools import cache, lru_cache

from bot.games.indian.search.digits import ACE, DIGIT, HIGH_ACE, SUITS, present, suit_of, unit, with_low_aces
from bot.games.twentyone.search.suits import MOST_PURE, TUNNELA
from bot.rummy.cards import Card

NEEDED = MOST_PURE * TUNNELA
"""Cards of three pure sequences."""

PureHeld = tuple[int, ...]
"""The number of cards of a suit that 0, 1, 2 and 3 groups can hold."""

_WINDOWS = tuple(0x111 << DIGIT * place for place in range(12))
"""The places of every sequence of three."""


def missing(hand: Iterable[Card]) -> int:
    """Return how many cards must be replaced until the hand holds three pure sequences or tunnelas."""
    cards = printed = 0
    for card in hand:
        if card.suit is None:
            printed += 1
        else:
            cards += unit(card)
    a, b, c, d = (held(suit_of(cards, suit)) for suit in SUITS)
    suits = _both(_both(a, b), _both(c, d))
    return NEEDED - max(suits[-1], suits[-2] + min(printed, TUNNELA))


@lru_cache(1 << 12)
def held(suit: int) -> PureHeld:
    """Return the most cards that 0, 1, 2 and 3 groups of a suit can hold."""
    return tuple([_held(suit, groups) for groups in range(MOST_PURE + 1)])


@lru_cache(1 << 14)
def _held(suit: int, groups: int) -> int:
    if not groups or not suit:
        return 0
    return max([count + _held(suit - units, groups - 1) for units, count in _taken(suit)])


def _taken(suit: int) -> list[tuple[int, int]]:
    """Return the cards of a suit that one group can take, and their number.

    A sequence that is part of a longer one is left out.
    """
    there = with_low_aces(present(suit))
    runs = {there & window for window in _WINDOWS}
    found = [(run, run.bit_count()) for run in runs if run and not any(run & other == run != other for other in runs)]
    taken = [(run if not run & 1 else run - 1 + HIGH_ACE, count) for run, count in found]
    copies = ((suit >> shift & 0xF, shift) for shift in range(DIGIT, ACE + 1, DIGIT))
    return taken + [(min(count, TUNNELA) << shift, min(count, TUNNELA)) for count, shift in copies if count > 1]


@cache
def _both(a: PureHeld, b: PureHeld) -> PureHeld:
    """Return the most cards that groups of two suits can hold together."""
    return tuple([max(a[one] + b[groups - one] for one in range(groups + 1)) for groups in range(MOST_PURE + 1)])
