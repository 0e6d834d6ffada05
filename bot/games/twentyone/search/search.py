"""The search for the arrangement that saves the most points with a given number of pure sequences.

Sets tie suits together, as in the Indian game, whose search over them is used here. Without the cards in sets, the
suits are independent but for the jokers and the pure sequences that they make together. `suits` has tables for both.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from bot.games.indian.search.digits import SUITS, WHOLE
from bot.games.indian.search.digits import Hand as Numbers
from bot.games.indian.search.search import ALL, Need, Search, joined
from bot.games.indian.search.sequences import NEVER
from bot.games.indian.search.sets import SetChoice
from bot.games.twentyone.search.hands import HeldCards, own_places
from bot.games.twentyone.search.suits import MOST_PURE, TUNNELA, Spared, Suits, most_pure
from bot.games.twentyone.wild import Wilds

Shares = tuple[int, ...]
"""The number of pure sequences in each suit."""

SuitRow = tuple[int, int, bytes]
"""The points that a suit saves: the fewest jokers needed, the points with them, and what more jokers add."""


class PureFound(NamedTuple):
    """The best selection of sets and pure sequences."""

    spared: int
    sets: tuple[SetChoice, ...]
    cards: int
    """The cards in no set."""
    jokers: int
    """The jokers in no set, nor in a tunnela of printed jokers."""
    shares: Shares
    printed: bool
    """Whether the printed jokers are a tunnela."""


@lru_cache(16)
def suits_of(jokers: int, own: int) -> Suits:
    """Return the tables of suits, for hands with that many jokers and these places of jokers."""
    return Suits(jokers, own)


class PureSearch(Search):
    """A depth-first search over the choices of sets; it keeps the best result above a floor."""

    __slots__ = ("_held", "_rows", "_shares", "_tables", "result")

    def __init__(self, hand: HeldCards, wild: Wilds, pure: int, floor: int) -> None:
        """Search `hand` for more than `floor` points saved, with at least `pure` pure sequences and tunnelas."""
        self._hand = Numbers(hand.cards, hand.jokers, hand.total, 0, hand.ends, 0)
        self._need = Need.NOTHING
        self._near = WHOLE
        self._most = len(SUITS)
        self.best = floor
        self.found = None
        self._held = hand
        self._shares = shares_of(pure, printed=hand.printed >= TUNNELA)
        self._tables = [suits_of(hand.jokers, own) for own in own_places(wild)]
        self._rows: dict[tuple[int, int], tuple[SuitRow | None, ...]] = {}
        self.result: PureFound | None = None

    def _weigh(self, cards: int, jokers: int, spared: int, sets: tuple[SetChoice, ...]) -> tuple[int, bytes]:
        """Return the points that sequences can save beside these sets, and what jokers add.

        Keep the best sets so far.

        Return `NEVER` if there are no longer that many pure sequences.
        """
        a, b, c, d = (self._rows_of(suit, cards) for suit in SUITS)
        is_possible = False
        for shares, printed in self._shares:
            w, x, y, z = a[shares[0]], b[shares[1]], c[shares[2]], d[shares[3]]
            if w is None or x is None or y is None or z is None:
                continue
            left = jokers - w[0] - x[0] - y[0] - z[0] - TUNNELA * printed
            if left < 0:
                continue
            is_possible = True
            gains = joined[joined[w[2], x[2]], joined[y[2], z[2]]]
            total = spared + w[1] + x[1] + y[1] + z[1] + gains[left]
            if total > self.best:
                self.best = total
                self.result = PureFound(total, sets, cards, jokers - TUNNELA * printed, shares, printed)
        if self.best == self._hand.total:
            self.best = ALL  # no selection can be better
        w, x, y, z = [row for row in (a[0], b[0], c[0], d[0]) if row is not None]  # the first row always exists
        gains = joined[joined[w[2], x[2]], joined[y[2], z[2]]]
        return (w[1] + x[1] + y[1] + z[1] if is_possible else NEVER), gains

    def _rows_of(self, suit: int, cards: int) -> tuple["SuitRow | None", ...]:
        digits = self._held.suit(cards, suit)
        found = self._rows.get((suit, digits))
        if found is None:
            table = self._tables[suit][digits]
            found = tuple([None if spared is None else _row(spared) for spared in table])
            self._rows[suit, digits] = found
        return found


def _row(spared: Spared) -> SuitRow:
    """Return the points in bytes, to be joined with others."""
    need = next(jokers for jokers, points in enumerate(spared) if points >= 0)
    base, most = spared[need], spared[-1] - spared[need]
    return need, base, bytes([points - base for points in spared[need:]]) + bytes([most]) * need


@cache
def shares_of(pure: int, *, printed: bool) -> tuple[tuple[Shares, bool], ...]:
    """Return all ways to distribute that many pure sequences over the suits and a tunnela of printed jokers."""
    return tuple(_shares(pure, printed))


def _shares(pure: int, printed: bool) -> Iterator[tuple[Shares, bool]]:
    for shares in product(range(pure + 1), repeat=len(SUITS)):
        if sum(shares) == pure:
            yield shares, False
        if printed and pure and sum(shares) == pure - 1:
            yield shares, True


def pure_there(hand: HeldCards, wild: Wilds) -> int:
    """Return how many pure sequences and tunnelas a hand can have at once, at most three."""
    own = own_places(wild)
    found = sum(most_pure(hand.suit(hand.cards, suit), own[suit]) for suit in SUITS)
    return min(MOST_PURE, found + (hand.printed >= TUNNELA))


def most_spared(hand: HeldCards, wild: Wilds, pure: int, floor: int = -1) -> PureFound | None:
    """Return the best selection with that many pure sequences; None if none saves more than `floor` points."""
    if pure_there(hand, wild) < pure:
        return None
    search = PureSearch(hand, wild, pure, floor)
    search.run()
    return search.result
