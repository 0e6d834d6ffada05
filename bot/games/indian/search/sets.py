"""The sets that can be made of one rank: its menu.

Sets of different ranks never want the same card, so a search takes one choice for each rank, or none. A choice holds
the cards that all sets of the rank take together: sets of two, three or four suits; a set of two suits needs a joker.
One card with two jokers need not be a set, since it is a sequence, too.
"""

from functools import lru_cache
from itertools import combinations

from bot.games.indian.melds import MIN_MELD
from bot.games.indian.search.digits import DIGIT, POINTS, SUIT, SUITS, present
from bot.games.indian.search.room import ROOM

REMEMBERED = 1 << 12
"""The number of small values that are kept, by the cards of a rank."""

SetChoice = tuple[int, int, int, tuple[int, ...]]
"""One way to make sets of a rank: the cards taken from the hand, the number of jokers, the points of the cards, and the
cards of each set.
"""

SetMenu = tuple[tuple[SetChoice, ...], tuple[int, bytes]]
"""The choices of a rank, the most points first. Then the most points that they save without a joker, and the points
that each number of jokers adds.
"""

RANK = sum(0xF << SUIT * suit for suit in SUITS)
"""The digits of a rank in a hand, to be shifted to its place."""


class SetMenus(dict[int, SetMenu]):
    """The menu of a rank by its cards in the hand, computed when asked for.

    Args:
        jokers: how many there are.
        most: the most cards a set may have.
    """

    def __init__(self, jokers: int, most: int) -> None:
        self._jokers = jokers
        self._most = most

    def __missing__(self, cards: int) -> SetMenu:
        place = next(place for place in range(14) if cards >> DIGIT * place & RANK)
        points, shift = POINTS[place], DIGIT * place
        choices = []
        most = [0] * (self._jokers + 1)
        for taken, cost, count, sets in set_choices(cards >> shift, self._jokers, self._most):
            choices.append((taken << shift, cost, points * count, tuple([one << shift for one in sets])))
            most[cost:] = [max(points * count, before) for before in most[cost:]]
        if len(self) >= ROOM.menus:
            self.clear()
        self[cards] = menu = tuple(choices), (most[0], bytes([points - most[0] for points in most]))
        return menu


@lru_cache(REMEMBERED)
def set_choices(cards: int, jokers: int, most: int) -> tuple[SetChoice, ...]:
    """Return every part of the cards that sets can take, each with as few jokers as possible.

    Each card counts as one point.
    """
    found: dict[int, tuple[int, tuple[int, ...]]] = {}

    def lay(taken: int, cost: int, sets: tuple[int, ...]) -> None:
        for one in _sets(present(cards - taken), most):
            costs = cost + max(MIN_MELD - one.bit_count(), 0)
            then = taken + one
            if costs <= jokers and (then not in found or costs < found[then][0]):
                found[then] = costs, (*sets, one)
                lay(then, costs, (*sets, one))

    lay(0, 0, ())
    choices = [(taken, cost, sum(map(int.bit_count, sets)), sets) for taken, (cost, sets) in found.items()]
    return tuple(sorted(choices, key=lambda choice: (-choice[2], choice[1], choice[0])))


@lru_cache(REMEMBERED)
def _sets(there: int, most: int) -> tuple[int, ...]:
    """Return the sets that these cards, one a suit, can make; the largest first."""
    if most < MIN_MELD:
        return ()
    cards = [1 << SUIT * suit for suit in SUITS if there >> SUIT * suit & 1]
    sizes = range(min(most, len(cards)), 1, -1)
    return tuple([sum(pick) for size in sizes for pick in combinations(cards, size)])
