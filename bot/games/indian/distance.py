"""The number of cards that a hand still misses for a valid declaration, exactly.

The *distance* of a hand is the number of its cards that must be replaced until it can be declared; of fourteen cards
it is counted after the best discard. Any cards may come, as if the packs held enough of each. This is the solver's
search with the same worth for each card. Sets tie suits together, so they are tried one after another, at most two
beside two sequences. `fillers` has what the sequences of a suit can hold.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from bot.games.indian.rules import HAND_SIZE, own
from bot.games.indian.search.digits import ONE_SUIT, SUIT, SUITS, present, read, suit_of, unit, with_low_aces
from bot.games.indian.search.fillers import (
    LONGEST,
    MOST_MISSING,
    Filled,
    PureFilled,
    at_wild,
    most_with_pure,
    pure_windows,
)
from bot.games.indian.search.search import OTHERS
from bot.games.indian.search.sequences import Joined
from bot.games.indian.search.sets import RANK, set_choices
from bot.rummy.cards import CARDS, JOKER, Card, Rank
from bot.rummy.rules import Rules

KINDS = (JOKER, *CARDS)
"""All different cards, by index."""

_SIZES = (12, 20)
"""Lengths of the rows of a search; the longer rows are used if the shorter do not suffice."""
_SET_FILLERS = 2
"""The most fillers that two sets can take: one for each pair."""
_REMEMBERED = 1 << 12
_JOINED = 1 << 14
"""Joined rows that are kept: with an eighth of them, rollouts take half as long again. They take 3 MB."""
_HAND, _JOKERS, _MISSING = 4 * SUIT, 5, 4
"""Bits for the cards of a hand, for its jokers, and for the cards that it misses."""


def distance(hand: Iterable[Card], wild: Rank | None, rules: Rules) -> int:
    """Return how many cards the hand misses; 0: it can be declared, of fourteen cards after a discard."""
    search = search_of(wild, rules)
    return search.distance(search.read(hand))


class Near(NamedTuple):
    """A hand as the search for its distance reads it."""

    cards: int
    """The cards that are no jokers, as `digits` has them."""
    jokers: int
    own: int
    """The places where a wild card may stand for itself in a pure sequence."""


class Distances:
    """The distances of hands with one wild rank under one rule set."""

    def __init__(self, wild: Rank | None, natural_pure: bool, most: int) -> None:
        """`most`: the most cards of a set."""
        self._wild = wild
        self._natural_pure = natural_pure
        self._most = most
        place = 0 if wild is None else 13 if wild is Rank.ACE else wild - 1
        self._barred = 0 if wild is None or natural_pure else at_wild(place)
        self._own_place = at_wild(place) if wild is not None and natural_pure else 0
        self._menus: dict[int, tuple[_Choice, ...]] = {}
        self._known: dict[int, bool] = {}
        """The results, by hand and missing cards as one number: a clean-up of memory passes over a table of numbers."""
        self._tables = [_tables(size, self._barred) for size in _SIZES]

    def read(self, hand: Iterable[Card]) -> Near:
        """Return the hand as numbers."""
        found = read(hand, self._wild, self._natural_pure)
        return Near(found.cards, found.jokers, found.own)

    def plus(self, near: Near, card: Card) -> Near:
        """Return the hand with one more card."""
        if card.suit is None:
            return Near(near.cards, near.jokers + 1, near.own)
        if card.rank is self._wild:
            return Near(near.cards, near.jokers + 1, near.own | self._own_place << SUIT * card.suit)
        return Near(near.cards + unit(card), near.jokers, near.own)

    def distance(self, near: Near) -> int:
        """Return how many cards the hand misses."""
        missing = 0
        while not self.within(near, missing):
            missing += 1
        return missing

    def within(self, near: Near, missing: int) -> bool:
        """Return whether the hand misses at most that many cards."""
        key = ((near.own << _HAND | near.cards) << _JOKERS | near.jokers) << _MISSING | missing
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = known = self._within(near, missing)
        return known

    def _within(self, near: Near, missing: int) -> bool:
        fillers = near.jokers + missing
        tables = self._tables[fillers >= _SIZES[0]]
        return _Search(near, missing, tables).run(fillers, HAND_SIZE - fillers, self._choices(near.cards))

    def helpful(self, near: Near, missing: int) -> Iterator[int]:
        """Yield the index of each different card that brings the hand nearer.

        `missing`: how many cards the hand misses.
        """
        if missing:
            for card in KINDS:
                if self.within(self.plus(near, card), missing - 1):
                    yield card.index

    def _choices(self, cards: int) -> list[tuple["_Choice", ...]]:
        """Return the sets that can be made of each rank."""
        ends = present(cards)
        a, b, c, d = ends & ONE_SUIT, ends >> SUIT & ONE_SUIT, ends >> 2 * SUIT & ONE_SUIT, ends >> 3 * SUIT
        ranks = a & b | c & d | (a | b) & (c | d)
        found = []
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            held = cards & rank * RANK
            menu = self._menus.get(held)
            if menu is None:
                if len(self._menus) >= _REMEMBERED:
                    self._menus.clear()
                self._menus[held] = menu = self._menu(held, rank.bit_length() - 1)
            if menu:
                found.append(menu)
        return found

    def _menu(self, held: int, shift: int) -> tuple["_Choice", ...]:
        # More than two sets leave too few cards for two sequences.
        choices = set_choices(held >> shift, _SET_FILLERS, self._most)
        return tuple([_Choice(c[0] << shift, c[1], c[2], len(c[3])) for c in choices if len(c[3]) <= _MOST_SETS])


_MOST_SETS = 2


class _Choice(NamedTuple):
    """Sets of one rank."""

    taken: int
    """The cards of the sets."""
    cost: int
    """The number of fillers that they take."""
    held: int
    """The number of cards of the hand that they take."""
    sets: int


class _Tables:
    """The tables of searches with rows of one length."""

    def __init__(self, size: int, barred: int) -> None:
        self.filled = _filled(size)
        self.joined = _joined(size)
        self.barred = barred
        self._pure: dict[int, PureFilled] = {}
        self._by_suit: dict[int, list[PureFilled]] = {}

    def pure(self, own: int) -> list[PureFilled]:
        """Return the tables of each suit for a hand whose wild cards may stand in these places."""
        found = self._by_suit.get(own)
        if found is None:
            suits = [suit_of(own, suit) for suit in SUITS]
            found = [self._pure.setdefault(one, PureFilled(self.filled, one, self.barred)) for one in suits]
            self._by_suit[own] = found
        return found


@cache
def _tables(size: int, barred: int) -> _Tables:
    return _Tables(size, barred)


@cache
def _filled(size: int) -> Filled:
    return Filled(size)


@cache
def _joined(size: int) -> Joined:
    """Return the joined rows for hands of one size."""
    return Joined(_JOINED)


class _Search:
    """The search whether one hand misses at most that many cards."""

    __slots__ = ("_cards", "_filled", "_joined", "_missing", "_near", "_pure", "_tables")

    def __init__(self, near: Near, missing: int, tables: _Tables) -> None:
        self._near = near
        self._missing = missing
        self._tables = tables
        self._filled = tables.filled
        self._joined = tables.joined
        self._pure = tables.pure(near.own)

    def run(self, fillers: int, goal: int, menus: list[tuple[_Choice, ...]]) -> bool:
        """Return whether groups can hold `goal` cards of the hand and that many fillers."""
        cards = self._near.cards
        whole = self._row(cards)
        if whole[fillers] + _reach(menus) < goal:
            return False
        if self._holds(cards, fillers, goal) or self._begins_second(goal):
            return True
        after = 0
        for at in range(len(menus) - 1, -1, -1):
            for taken, cost, held, sets in menus[at]:
                left, rest, missed = fillers - cost, cards - taken, goal - held
                more = after if sets == 1 else 0
                # Fewer cards make no better sequences, so a choice that cannot reach the goal is recognised early.
                if left < 0 or whole[left] + more < missed:
                    continue
                row = self._row(rest)
                if row[left] + more < missed:
                    continue
                if row[left] >= missed and self._holds(rest, left, missed):
                    return True
                if more and self._with_another(rest, left, missed, row, menus[at + 1 :]):
                    return True
            after = max(after, menus[at][0].held)
        return False

    def _with_another(self, cards: int, fillers: int, goal: int, row: bytes, menus: list[tuple[_Choice, ...]]) -> bool:
        """Return whether groups can hold that many with one more set; `row`: what sequences hold without it."""
        for menu in menus:
            for taken, cost, held, sets in menu:
                left = fillers - cost
                if sets > 1 or left < 0 or row[left] + held < goal:
                    continue
                if self._holds(cards - taken, left, goal - held):
                    return True
        return False

    def _row(self, cards: int) -> bytes:
        """Return how many of these cards sequences can hold, as a row."""
        filled, joined = self._filled, self._joined
        a, b = filled[cards & ONE_SUIT], filled[cards >> SUIT & ONE_SUIT]
        c, d = filled[cards >> 2 * SUIT & ONE_SUIT], filled[cards >> 3 * SUIT]
        return joined[joined[a, b], joined[c, d]]

    def _holds(self, cards: int, fillers: int, goal: int) -> bool:
        """Return whether two or more sequences, one of them pure, hold `goal` of these cards."""
        filled, joined = self._filled, self._joined
        suits = cards & ONE_SUIT, cards >> SUIT & ONE_SUIT, cards >> 2 * SUIT & ONE_SUIT, cards >> 3 * SUIT
        rows = [filled[suit] for suit in suits]
        a, b, c, d = rows
        if joined[joined[a, b], joined[c, d]][fillers] < goal:
            return False
        missing = min(self._missing, MOST_MISSING)
        for suit in SUITS:
            x, y, z = OTHERS[suit]
            others = joined[joined[rows[x], rows[y]], rows[z]]
            pure = self._pure[suit][suits[suit]][missing]
            if most_with_pure(pure, others, fillers) >= goal:
                return True
        return False

    def _begins_second(self, goal: int) -> bool:
        """Return whether the pure sequence holds all cards needed, so that one missing card and jokers can make the
        second.
        """
        if goal > LONGEST or not self._missing:
            return False
        for suit in SUITS:
            own, held = suit_of(self._near.own, suit), suit_of(self._near.cards, suit)
            windows = pure_windows(with_low_aces(present(held)), own, self._tables.barred)
            for missing in range(min(self._missing, MOST_MISSING + 1)):
                if any(cards.bit_count() >= goal for cards, _ in windows[missing]):
                    return True
        return False


def _reach(menus: list[tuple[_Choice, ...]]) -> int:
    """Return how many cards sets can take at most."""
    counts = sorted([menu[0].held for menu in menus])
    return sum(counts[-_MOST_SETS:])


def search_of(wild: Rank | None, rules: Rules) -> Distances:
    """Return the search for hands with that wild rank."""
    values = own(rules)
    return _search_of(wild, values.jokers.wild_natural_pure, values.groups.max_set_size or HAND_SIZE)


@cache
def _search_of(wild: Rank | None, natural_pure: bool, most: int) -> Distances:
    return Distances(wild, natural_pure, most)
