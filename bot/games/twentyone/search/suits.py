"""The points that sequences and tunnelas can save in one suit, by the numbers of jokers and of pure sequences among
them.

A suit is sixteen hexadecimal digits, as in the solver of the Indian game. Here, jokers that can stand for themselves
are in the digits too. They stand at their own places, where all copies are jokers, so one mask tells them from other
cards. Such a card may lie in a pure sequence or a tunnela, which takes a joker from those of the hand.

Look at the lowest card. Either it is left over, or it opens a run of 3, 4 or 5 places upwards, or it lies in a run on a
low ace, or three copies of it are a tunnela. A longer run is two shorter ones. A run may leave out a card that has a
place in it, since a pure sequence or a tunnela may need that card: jokers cannot take its place there.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from bot.games.indian.search.digits import DIGIT, HIGH_ACE, POINTS, lowest, present
from bot.games.indian.search.sequences import NEVER

MOST_PURE = 3
"""The most pure sequences that are counted; tunnelas are among them."""
REMEMBERED = 1 << 13
"""The number of suits that a memory keeps before it starts again: some 4 MB."""
TUNNELA = 3
"""Copies of one card in a tunnela."""

SuitStep = tuple[int, int, int, bool]
"""A group: the units that it takes, its jokers, its points, and whether it is pure."""

Spared = tuple[int, ...]
"""The most points saved, by the number of jokers; `NEVER` if they are too few."""

SuitRows = tuple[Spared | None, ...]
"""The same with at least 0, 1, 2 and 3 pure sequences; None if there cannot be that many."""


class Suits(dict[int, SuitRows]):
    """The table of each suit, computed when asked for.

    Args:
        jokers: how many there are.
        own: the digits of the jokers that can stand for themselves.
    """

    def __init__(self, jokers: int, own: int) -> None:
        self._jokers = jokers
        self._own = own
        self._nothing: SuitRows = ((0,) * (jokers + 1), *(None,) * MOST_PURE)

    def __missing__(self, suit: int) -> SuitRows:
        if not suit:
            return self._nothing
        size = self._jokers + 1
        over = self[suit - lowest(suit)]
        best: list[list[int] | None] = [None if spared is None else [*spared] for spared in over]
        for units, cost, points, is_pure in steps(suit, self._own):
            if cost < size:
                rest = self[suit - units]
                for pure in range(MOST_PURE + 1):
                    beside = rest[pure - 1 if is_pure and pure else pure]
                    if beside is None:
                        continue
                    known = best[pure]
                    # More jokers never save less, so the ends of the rows tell whether anything is better.
                    if known is None:
                        best[pure] = [NEVER] * cost + [points + spared for spared in beside[: size - cost]]
                    elif points + beside[size - cost - 1] > known[cost]:
                        then = [points + spared for spared in beside[: size - cost]]
                        known[cost:] = map(max, known[cost:], then)
        if len(self) >= REMEMBERED:
            self.clear()
        self[suit] = table = tuple([tuple(row) if row is not None and row[-1] >= 0 else None for row in best])
        return table

    def walk(self, suit: int, pure: int, jokers: int) -> Iterator[SuitStep]:
        """Yield the groups with which a suit saves the most, with that many pure sequences and jokers."""
        while suit:
            goal = self[suit][pure]
            assert goal is not None  # the search asks only for possible numbers
            suit, pure, jokers, step = self._first(suit, pure, jokers, goal[jokers])
            if step is not None:
                yield step

    def _first(self, suit: int, pure: int, jokers: int, goal: int) -> tuple[int, int, int, SuitStep | None]:
        """Return the best use of the lowest card."""
        low = lowest(suit)
        over = self[suit - low][pure]
        if over is not None and over[jokers] == goal:
            return suit - low, pure, jokers, None
        for step in steps(suit, self._own):
            units, cost, points, is_pure = step
            then = max(0, pure - is_pure)
            beside = self[suit - units][then] if cost <= jokers else None
            if beside is not None and beside[jokers - cost] + points == goal:
                return suit - units, then, jokers - cost, step
        raise AssertionError("the tables disagree")


def steps(suit: int, own: int) -> tuple[SuitStep, ...]:
    """Return the groups that the lowest card of a suit can lie in, also those that begin below it with a low ace."""
    there = present(suit)
    place = (lowest(suit).bit_length() - 1) // DIGIT
    copies = suit >> DIGIT * place & 0xF
    return _steps(place, there >> DIGIT * place & 0x11111, there & HIGH_ACE, copies >= TUNNELA, own)


@lru_cache(1 << 14)
def _steps(place: int, near: int, ace: int, is_tunnela: bool, own: int) -> tuple[SuitStep, ...]:
    """Return those groups, by the cards that are there.

    Args:
        place: of the lowest card.
        near: a unit for it and for each of the four places above it that holds a card.
        ace: the unit of an ace that can be low; 0: there is none.
        is_tunnela: whether there are three copies of the lowest card.
        own: the digits of jokers that stand for themselves.
    """
    found: dict[tuple[int, bool], SuitStep] = {}

    def add(units: int, length: int) -> None:
        """Add a run of that many places, of which these units are cards."""
        jokers = (units & own).bit_count()
        missing = length - units.bit_count()
        # A joker that stands for itself in a sequence with other jokers counts as one more joker.
        if not missing or not jokers:
            points = sum(POINTS[at] for at in range(14) if units >> DIGIT * at & 1 and not own >> DIGIT * at & 1)
            found[units, not missing] = (units, missing + jokers, points, not missing)

    shift = DIGIT * place
    for units in _subsets(near):
        if units & 1:
            span = (units.bit_length() - 1) // DIGIT + 1
            add(units << shift, max(3, span))
    if ace and place <= 4:
        for units in _subsets(near << shift & 0x11110):
            if units >> shift & 1:
                span = (units.bit_length() - 1) // DIGIT + 1
                add(units | HIGH_ACE, max(3, span))
    if is_tunnela:
        is_own = bool(own >> shift & 1)
        points = 0 if is_own else TUNNELA * POINTS[place]
        found[TUNNELA << shift, True] = (TUNNELA << shift, TUNNELA * is_own, points, True)
    return tuple(found.values())


@cache
def _subsets(units: int) -> tuple[int, ...]:
    """Return all parts of some units, without the empty one."""
    parts = [units]
    while parts[-1]:
        parts.append((parts[-1] - 1) & units)
    return tuple(parts[:-1])


@lru_cache(1 << 14)
def most_pure(suit: int, own: int) -> int:
    """Return how many pure sequences and tunnelas a suit holds, at most three."""
    if not suit:
        return 0
    most = most_pure(suit - lowest(suit), own)
    for units, _, _, is_pure in steps(suit, own):
        if most == MOST_PURE:
            break
        if is_pure:
            most = max(most, 1 + most_pure(suit - units, own))
    return min(most, MOST_PURE)
