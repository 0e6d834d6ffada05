"""The arrangement of a hand with the fewest points, exactly.

How it works. Jokers are worth nothing, so only natural cards have to be placed, and a wild card differs from
a printed joker in one way: it may stand in its own place in a pure sequence. What remains is:

1. *Sets tie suits together, nothing else does.* Every selection of sets that the hand allows (two cards with a
   joker, three, four) is tried, by depth-first search. One card with two jokers need not be a set: it is a
   sequence too.
2. *Once the sets are taken out, the suits are independent* but for the jokers they share. `suit_tables` gives
   the least left over in a suit for every number of jokers, free, with a pure sequence, and with a second one.
3. *The tables are added up* over all ways to share the jokers. With the pure sequence in one suit, a second
   sequence is in that suit's table too, or anywhere else: it is exactly where less is left over than lies there.

A branch is given up only when what the suits leave over, less all points its further sets could spare, is no better
than what was found. With one joker or none a card without a neighbour is in no sequence: such *lone* cards are kept
out of the suits' tables, and a rank of which three suits or more are there, all lone, is laid as a set at once.
Nothing is guessed, so the answer is the least there is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import combinations
from operator import add, or_
from typing import NamedTuple

from bot.rummy.cards import CARDS, JOKER, Card, Groups, Rank, Suit
from bot.rummy.declaration import judge
from bot.rummy.melds import MIN_MELD, Kind, is_joker, kind_of
from bot.rummy.rules import HAND_SIZE, LoserPolicy, Rules
from bot.rummy.scoring import card_points
from bot.rummy.suit_tables import (
    ACE_HIGH,
    ACE_LOW,
    FIRST,
    LAYER,
    NEVER,
    POINTS,
    Free,
    Plan,
    Pure,
    copies,
    free,
    pure,
    put,
    take,
    take_either_ace,
)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid into groups."""

    groups: Groups
    """Valid melds that spare their cards; none where nothing does."""
    deadwood: tuple[Card, ...]
    raw: int
    """Points before cap and minimum."""
    declarable: bool
    """Thirteen cards, all grouped, with two sequences, one of them pure."""


class _Need(Enum):
    """What the sequences of an arrangement have to include."""

    NOTHING = 0
    SEQUENCE = 1
    PURE = 2
    BOTH = 3
    """A pure sequence and another one."""


_SUITS = len(Suit)
_NO_CARDS = (0, 0, 0, 0)
_ACES = ((1 << LAYER * _SUITS) - 1) // FIRST
"""A low ace of every suit, where the suits lie side by side, 16 bits each."""


class _Set(NamedTuple):
    """A set that could be laid."""

    card: int
    """Its rank's bit."""
    suits: tuple[int, ...]
    cards: int
    """All its cards, the suits side by side."""
    jokers: int
    points: int
    """Of its natural cards."""


Suits = tuple[int, ...]
"""Cards by suit, in layers, as `suit_tables` has them."""


class _Hand(NamedTuple):
    """A hand as the search reads it."""

    suits: Suits
    """The natural cards that a sequence could hold."""
    lone: Suits
    """The natural cards that no sequence can hold."""
    wild: Suits
    """Where wild cards in hand may stand for themselves."""
    jokers: int
    pure_places: tuple[int, ...]
    """The suits that may hold a pure sequence."""


Tables = tuple[Free, ...]
"""One for each suit."""


class _Found(NamedTuple):
    """The best selection of sets, and what it leaves."""

    points: int
    """All that is left over."""
    sets: tuple[_Set, ...]
    suits: Suits
    lone: Suits
    tables: Tables
    jokers: int
    """What the sets leave for the sequences."""
    over: int
    """What the suits leave over, without lone cards."""
    place: int
    """The suit of the pure sequence, where one is needed."""


@cache
def _bits(wild: Rank | None) -> tuple[int, ...]:
    """For each card its bit, the suits side by side, 16 bits each; 0 for jokers."""
    bits = [0]
    bits += [0 if card.rank is wild else 1 << (LAYER * (card.suit or 0) + card.rank - 1) for card in CARDS]
    return tuple(bits)


@cache
def _wild_bits(wild: Rank | None, rules_allow: bool) -> tuple[int, ...]:
    """For each card the places where it is wild and may stay pure, the suits side by side."""
    bits = [0] * (len(CARDS) + 1)
    for card in CARDS:
        if rules_allow and card.rank is wild and card.suit is not None:
            places = ACE_LOW | ACE_HIGH if wild is Rank.ACE else 1 << (wild - 1)
            bits[card.index] = places << LAYER * card.suit
    return tuple(bits)


def _read(hand: Iterable[Card], wild: Rank | None, rules: Rules) -> _Hand:
    """The hand for the search."""
    bits, wild_bits = _bits(wild), _wild_bits(wild, rules.jokers.wild_natural_pure)
    there = own = jokers = 0
    copies = []
    for card in hand:
        bit = bits[card.index]
        if not bit:
            jokers += 1
            own |= wild_bits[card.index]
        elif there & bit:
            copies.append(bit)
        else:
            there |= bit
    ends = there | own | (there & _ACES) << 13
    runs = ends & ends >> 1 & ends >> 2
    near = there if jokers > 1 else there & _neighbours(ends, jokers)
    suits, lone = _side_by_side(near), _side_by_side(there ^ near)
    for bit in copies:
        suits, lone = (_and_copy(suits, bit), lone) if bit & near else (suits, _and_copy(lone, bit))
    wild_places = _side_by_side(own) if own else _NO_CARDS
    return _Hand(suits, lone, wild_places, jokers, _places(runs) if runs else ())


def _places(runs: int) -> tuple[int, ...]:
    """The suits that have a bit."""
    return tuple([suit for suit in range(_SUITS) if runs >> LAYER * suit & FIRST])


def _neighbours(ends: int, jokers: int) -> int:
    """The cards that can be in a sequence with one joker or none; aces stand at both ends."""
    if jokers:
        near = ends & (ends << 1 | ends << 2 | ends >> 1 | ends >> 2)
    else:
        runs = ends & ends >> 1 & ends >> 2
        near = runs | runs << 1 | runs << 2
    return near | near >> 13 & _ACES


def _side_by_side(bits: int) -> Suits:
    return bits & FIRST, bits >> 16 & FIRST, bits >> 32 & FIRST, bits >> 48


def _and_copy(suits: Suits, bit: int) -> Suits:
    """The suits with one more copy of a card, a bit of the suits side by side."""
    place = (bit.bit_length() - 1) // LAYER
    more = put(suits[place], bit >> LAYER * place)
    return (*suits[:place], more, *suits[place + 1 :])


@cache
def _sets_of(card: int, suits: int, most: int) -> tuple[tuple[_Set, ...], tuple[_Set, ...]]:
    """The sets of one rank that is there in `suits` (a bit each): those without a joker, and pairs with one."""
    there = [suit for suit in range(_SUITS) if suits >> suit & 1]
    picks = [pick for size in range(min(most, 4), 1, -1) for pick in combinations(there, size)]
    sets = [
        _Set(card, pick, sum(card << LAYER * suit for suit in pick), len(pick) == 2, POINTS[card] * len(pick))
        for pick in picks
        if most >= MIN_MELD
    ]
    return tuple(one for one in sets if not one.jokers), tuple(one for one in sets if one.jokers)


class _Search:
    """Depth-first over selections of sets; keeps the best found below a limit."""

    __slots__ = ("_chosen", "_jokers", "_limit", "_need", "_pairs", "_pure_places", "_reach", "_whole", "_wild", "best")

    def __init__(self, hand: _Hand, most: int, need: _Need, limit: int) -> None:
        self._wild = hand.wild
        self._pure_places = hand.pure_places
        self._jokers = hand.jokers
        self._need = need
        self._limit = limit
        self._chosen: tuple[_Set, ...] = ()
        self.best: _Found | None = None
        self._whole: list[_Set] = []
        self._pairs: list[_Set] = []
        self._find_sets(hand, most)

    def _find_sets(self, hand: _Hand, most: int) -> None:
        """Every set the natural cards can make: those without a joker, then pairs, dearest first."""
        a, b, c, d = map(or_, hand.suits, hand.lone)
        ranks = a & b & (c | d) | c & d & (a | b)
        if hand.jokers:
            ranks |= a & b | c & d | (a | b) & (c | d)
        ranks &= FIRST
        while ranks:
            card = ranks & -ranks
            ranks ^= card
            suits = (card & a and 1) | (card & b and 2) | (card & c and 4) | (card & d and 8)
            whole, pairs = _sets_of(card, suits, most)
            self._whole += whole
            if hand.jokers:
                self._pairs += pairs
        if len(self._pairs) > 1:
            self._pairs.sort(key=_points_of, reverse=True)
        self._reach = _within_reach(hand, self._whole) if self._whole else []

    def run(self, hand: _Hand, total: int) -> None:
        """Find the best selection for the hand, whose points are `total`."""
        lone, jokers = hand.lone, hand.jokers
        if self._whole and lone != _NO_CARDS:
            lone = self._lay_lone_sets(hand.suits, lone)
            total -= sum([one.points for one in self._chosen])
        a, b, c, d = hand.suits
        tables = free(a, jokers), free(b, jokers), free(c, jokers), free(d, jokers)
        alone = total - tables[0].total - tables[1].total - tables[2].total - tables[3].total
        self._try(hand.suits, lone, _there(hand.suits, lone), alone, tables, jokers, 0)

    def _lay_lone_sets(self, suits: Suits, lone: Suits) -> Suits:
        """Lay at once the sets whose cards, one copy each, have no other use; answer the lone cards left."""
        others = suits[0] | suits[1] | suits[2] | suits[3] | lone[0] >> LAYER | lone[1] >> LAYER
        others |= lone[2] >> LAYER | lone[3] >> LAYER
        laid = 0
        for one in self._whole:
            # The largest set of a rank comes first.
            if not one.card & (others | laid):
                laid |= one.card
                self._chosen += (one,)
                lone = tuple([cards ^ one.card if at in one.suits else cards for at, cards in enumerate(lone)])
        if laid:
            reach = zip(self._whole, self._reach, strict=True)
            self._reach = [points for one, points in reach if not one.card & laid]
            self._whole = [one for one in self._whole if not one.card & laid]
            self._pairs = [one for one in self._pairs if not one.card & laid]
        return lone

    def _try(self, suits: Suits, lone: Suits, there: int, alone: int, tables: Tables, jokers: int, index: int) -> None:
        """Try what is chosen as it is, then with each further set from `index` on.

        Args:
            suits: the cards that sequences may take.
            lone: the other cards that are left.
            there: both, the suits side by side; what is there twice counts once.
            alone: points of the lone cards.
            tables: what the suits leave over.
            jokers: those that are left.
            index: place of the next set to try.
        """
        a, b, c, d = tables
        left = _join(_join(a.left, b.left), _join(c.left, d.left))
        if left[jokers] + alone < self._limit:
            over, place = self._over(suits, tables, jokers)
            if over + alone < self._limit:
                self._limit = over + alone
                self.best = _Found(self._limit, self._chosen, suits, lone, tables, jokers, over, place)
        # Sets spare no more than their cards' points of what is left over without them.
        whole, pairs = self._whole, self._pairs
        if index < len(whole):
            dearest = pairs[0].points if pairs else 0
            bound = alone + min([left[jokers - used] - used * dearest for used in range(jokers + 1)])
            for place in range(index, len(whole)):
                if bound - self._reach[place] >= self._limit:
                    break
                if not whole[place].cards & ~there:
                    self._with(whole[place], suits, lone, there, alone, tables, jokers, place)
        if not jokers:
            return
        for place in range(max(index - len(whole), 0), len(pairs)):
            one = pairs[place]
            bound = alone + min([left[jokers - used] - used * one.points for used in range(1, jokers + 1)])
            if bound >= self._limit:
                break
            if not one.cards & ~there:
                self._with(one, suits, lone, there, alone, tables, jokers - 1, len(whole) + place)

    def _with(
        self, one: _Set, suits: Suits, lone: Suits, there: int, alone: int, tables: Tables, jokers: int, index: int
    ) -> None:
        """Lay one more set."""
        card = one.card
        fewer, fewer_lone, changed = [*suits], [*lone], [*tables]
        for suit in one.suits:
            if suits[suit] & card:
                fewer[suit] = rest = take(suits[suit], card)
                changed[suit] = free(rest, self._jokers)
            else:
                fewer_lone[suit] = rest = take(lone[suit], card)
                alone -= POINTS[card]
            if not rest & card:
                there ^= card << LAYER * suit
        chosen = self._chosen
        self._chosen = (*chosen, one)
        self._try((*fewer,), (*fewer_lone,), there, alone, (*changed,), jokers, index)
        self._chosen = chosen

    def _over(self, suits: Suits, tables: Tables, jokers: int) -> tuple[int, int]:
        """The least the suits leave over together, and the suit of the pure sequence.

        `NEVER` or more when the need cannot be met.
        """
        need = self._need
        if need is _Need.NOTHING or need is _Need.SEQUENCE:
            a, b, c, d = tables
            points = _join(_join(a.left, b.left), _join(c.left, d.left))[jokers]
            meets = need is _Need.NOTHING or points < a.total + b.total + c.total + d.total
            return points if meets else NEVER, 0
        best, at = NEVER, 0
        for place in self._pure_places:
            table = pure(suits[place], self._wild[place], self._jokers)
            if table is not None:
                points = _least_beside(table, tables, place, jokers, need)
                if points < best:
                    best, at = points, place
        return best, at


def _there(suits: Suits, lone: Suits) -> int:
    """The cards that are left, the suits side by side."""
    there = 0
    for suit in range(_SUITS):
        there |= ((suits[suit] | lone[suit]) & FIRST) << LAYER * suit
    return there


def _points_of(one: _Set) -> int:
    return one.points


def _within_reach(hand: _Hand, sets: list[_Set]) -> list[int]:
    """For each set the points of all cards of its rank and of the ranks after it."""
    reach: list[int] = []
    points = seen = 0
    for one in reversed(sets):
        if not seen & one.card:
            seen |= one.card
            there = sum([copies(suit, one.card) for suit in (*hand.suits, *hand.lone)])
            points += POINTS[one.card] * there
        reach.append(points)
    reach.reverse()
    return reach


def _least_beside(table: Pure, tables: Tables, place: int, jokers: int, need: _Need) -> int:
    """The least left over with the pure sequence in the suit at `place`."""
    left, total = _others(tables, place)
    enough = need is _Need.PURE or left[0] < total
    best: int = min(map(add, table.left if enough else table.both, left[jokers::-1]))
    if enough:
        return best
    # The second sequence may also be elsewhere, where jokers make one.
    for have in range(1, jokers + 1):
        if left[have] < total:
            best = min(best, left[have] + table.left[jokers - have])
    return best


def _others(tables: Tables, place: int) -> tuple[tuple[int, ...], int]:
    """What the three other suits leave over together, and their points."""
    a, b, c = _OTHERS[place]
    one, two, three = tables[a], tables[b], tables[c]
    return _join(_join(one.left, two.left), three.left), one.total + two.total + three.total


_OTHERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))


@lru_cache(maxsize=1 << 14)
def _join(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """What is left over in two parts of a hand together, for each number of jokers they share."""
    # Most suits gain nothing from the few jokers there are: then the sum is plain.
    if other[0] == other[-1]:
        return tuple([points + other[0] for points in one])
    if one[0] == one[-1]:
        return tuple([points + one[0] for points in other])
    return tuple([min(map(add, one[: have + 1], other[have::-1])) for have in range(len(one))])


def best(hand: Iterable[Card], wild: Rank | None, rules: Rules) -> Arrangement:
    """The arrangement with the fewest points a loser can show; a declarable one among equals.

    Any number of cards; `declarable` is only for thirteen.
    """
    return _best(tuple(hand), wild, rules, rules.scoring.loser_policy)


def _best(hand: tuple[Card, ...], wild: Rank | None, rules: Rules, policy: LoserPolicy) -> Arrangement:
    found = _best_below(hand, wild, rules, policy, NEVER)
    assert found is not None
    return found


def _best_below(
    hand: tuple[Card, ...], wild: Rank | None, rules: Rules, policy: LoserPolicy, limit: int
) -> Arrangement | None:
    """The best arrangement if it leaves fewer than `limit` points."""
    values = _values(wild)
    total = sum([values[card.index] for card in hand])
    least_so_far = min(total, limit)
    read = _read(hand, wild, rules)
    found = _search(read, rules, _Need.BOTH, total, least_so_far) if read.pure_places else None
    if found is not None:
        if not found.points or policy is LoserPolicy.TWO_SEQ_OR_ALL:
            return _arranged(hand, (), hand, wild, rules, read.wild, found, _Need.BOTH)
        least_so_far = found.points
    if policy is LoserPolicy.ANY_VALID_GROUP:
        anyhow = _search(read, rules, _Need.NOTHING, total, least_so_far)
        if anyhow is not None:
            return _arranged(hand, (), hand, wild, rules, read.wild, anyhow, _Need.NOTHING)
    if policy is LoserPolicy.PURE_PROTECTS and read.pure_places:
        points, run = _dearest_pure(read)
        if total - points < least_so_far:
            return _with_groups((run,), hand, total - points)
    if found is not None:
        return _arranged(hand, (), hand, wild, rules, read.wild, found, _Need.BOTH)
    return Arrangement((), hand, total, False) if total < limit else None


def propose(hand: Iterable[Card], wild: Rank | None, rules: Rules) -> Groups:
    """Groups to offer a player: the best ones; where none would spare a point yet, whatever melds there are.

    Of fourteen cards, groups of those kept after the best discard.
    """
    cards = tuple(hand)
    if len(cards) > HAND_SIZE:
        card, kept = best_discard(cards, wild, rules)
        cards = _less(cards, (card,))
    else:
        kept = best(cards, wild, rules)
    return kept.groups or _best(cards, wild, rules, LoserPolicy.ANY_VALID_GROUP).groups


def best_discard(hand: Iterable[Card], wild: Rank | None, rules: Rules) -> tuple[Card, Arrangement]:
    """The card to throw from fourteen, and the arrangement of the thirteen kept.

    A discard that lets the hand declare if there is one, else the one that leaves the fewest points. Among
    equals the card with the most points goes, in the order of `CARDS`, and a joker only if nothing else will do.

    Raises:
        ValueError: there is no card to throw.
    """
    cards = tuple(hand)
    if not cards:
        raise ValueError("there is no card to throw")
    policy = rules.scoring.loser_policy
    if policy is not LoserPolicy.TWO_SEQ_OR_ALL:
        card, kept = _best_discard(cards, wild, rules, LoserPolicy.TWO_SEQ_OR_ALL)
        if kept.declarable:
            return card, kept
    return _best_discard(cards, wild, rules, policy)


def _best_discard(
    hand: tuple[Card, ...], wild: Rank | None, rules: Rules, policy: LoserPolicy
) -> tuple[Card, Arrangement]:
    """Throw the dearest card left over, unless a dearer one that is grouped does as well.

    Without a card of p points a hand is at most p points better than with it: laid back, the card is deadwood.
    So a card is worth trying only when the whole hand's points less its own undercut what is known.
    """
    values = _values(wild)
    whole = _best(hand, wild, rules, policy)
    thrown: Card | None = None
    kept: Arrangement | None = None
    if whole.raw:
        thrown = max(whole.deadwood, key=lambda card: (values[card.index], -card.index))
        kept = _without(whole, thrown, values[thrown.index])
    for card in sorted(set(hand), key=lambda card: (-values[card.index], card.index)):
        points = values[card.index]
        if kept is not None and thrown is not None:
            bound = max(0, whole.raw - points)
            if bound > kept.raw or (bound == kept.raw and points <= values[thrown.index]):
                break
        dearer = thrown is None or points > values[thrown.index]
        limit = NEVER if kept is None else kept.raw + dearer
        then = _best_below(_less(hand, (card,)), wild, rules, policy, limit)
        if then is not None:
            thrown, kept = card, then
    assert thrown is not None
    assert kept is not None
    if not kept.raw and not kept.declarable:
        kept = _best(_less(hand, (thrown,)), wild, rules, policy)
    return thrown, kept


def complete(saved: Iterable[Sequence[Card]], hand: Iterable[Card], wild: Rank | None, rules: Rules) -> Arrangement:
    """The best arrangement in which the valid ones of the saved groups stand as they are.

    All other cards are arranged, those of invalid groups too, and those of a group the hand no longer holds.
    """
    cards = rest = tuple(hand)
    fixed: list[tuple[Card, ...]] = []
    for group in saved:
        fewer = _less(rest, group)
        valid = kind_of(group, wild, rules) is not Kind.INVALID
        if valid and len(fewer) + len(group) == len(rest):
            fixed.append(tuple(group))
            rest = fewer
    if not fixed:
        return best(cards, wild, rules)
    return _completed(tuple(fixed), rest, cards, wild, rules)


def _completed(
    fixed: Groups, rest: tuple[Card, ...], hand: tuple[Card, ...], wild: Rank | None, rules: Rules
) -> Arrangement:
    policy = rules.scoring.loser_policy
    kinds = [kind_of(group, wild, rules) for group in fixed]
    read = _read(rest, wild, rules)
    total = card_points(hand, wild)
    need = _needed(kinds)
    left = card_points(rest, wild)
    found = _search(read, rules, need, left, left + 1)
    if policy is LoserPolicy.ANY_VALID_GROUP and (found is None or found.points):
        need, found = _Need.NOTHING, _search(read, rules, _Need.NOTHING, left, left + 1)
    if found is not None and policy is not LoserPolicy.PURE_PROTECTS:
        return _arranged(hand, fixed, rest, wild, rules, read.wild, found, need)
    alone = total
    groups = fixed
    if policy is LoserPolicy.PURE_PROTECTS:
        pure = [group for group, kind in zip(fixed, kinds, strict=True) if kind is Kind.PURE_SEQUENCE]
        if not pure and read.pure_places and not any(kind.is_sequence for kind in kinds):
            pure = [_dearest_pure(read)[1]]
            groups = (*fixed, *pure)
        alone -= card_points(pure[0], wild) if pure else 0
    if found is not None and found.points <= alone:
        return _arranged(hand, fixed, rest, wild, rules, read.wild, found, need)
    return _with_groups(groups, hand, alone)


def _needed(kinds: Sequence[Kind]) -> _Need:
    """What sequences are still needed besides these groups."""
    sequences = sum(kind.is_sequence for kind in kinds)
    if Kind.PURE_SEQUENCE in kinds:
        return _Need.NOTHING if sequences >= 2 else _Need.SEQUENCE
    return _Need.PURE if sequences else _Need.BOTH


@cache
def _values(wild: Rank | None) -> tuple[int, ...]:
    """Points by card index; jokers 0."""
    return tuple(0 if is_joker(card, wild) else card.points for card in (JOKER, *CARDS))


def _search(hand: _Hand, rules: Rules, need: _Need, total: int, limit: int) -> _Found | None:
    """The best selection of sets that leaves fewer than `limit` of `total` points; None if there is none."""
    search = _Search(hand, rules.groups.max_set_size or HAND_SIZE, need, limit)
    search.run(hand, total)
    return search.best


def _dearest_pure(read: _Hand) -> tuple[int, tuple[Card, ...]]:
    """The pure sequence with the most points; there is one."""
    points, suit, run = 0, 0, 0
    for place in read.pure_places:
        natural = (read.suits[place] | read.lone[place]) & FIRST
        found, places = _dearest_run(natural, read.wild[place])
        if found > points:
            points, suit, run = found, place, places
    return points, _cards(suit, run)


@lru_cache(maxsize=1 << 12)
def _dearest_run(natural: int, wild: int) -> tuple[int, int]:
    """Points and places of the pure sequence with the most points in one suit."""
    natural |= (natural & ACE_LOW) << 13
    best = 0, 0
    for start in range(12):
        run = 0
        # An ace cannot stand at both ends, so thirteen places are the most.
        for place in range(start, min(start + len(Rank) - 1, 14)):
            if not (natural | wild) >> place & 1:
                break
            run |= 1 << place
        if run.bit_count() >= MIN_MELD:
            points = sum(POINTS[1 << place] for place in range(14) if natural & run & 1 << place)
            best = max(best, (points, run))
    return best


@cache
def _cards(suit: int, places: int) -> tuple[Card, ...]:
    """The cards of a suit at these bits, lowest first, a high ace last."""
    return tuple(CARDS[13 * suit + place % 13] for place in range(14) if places >> place & 1)


def _less(hand: tuple[Card, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The hand without these cards, as far as it holds them."""
    counts = [0] * (len(CARDS) + 1)
    for card in cards:
        counts[card.index] += 1
    kept = []
    for card in hand:
        if counts[card.index]:
            counts[card.index] -= 1
        else:
            kept.append(card)
    return tuple(kept)


def _without(arrangement: Arrangement, card: Card, points: int) -> Arrangement:
    """The arrangement with one card of its deadwood thrown."""
    deadwood = _less(arrangement.deadwood, (card,))
    return Arrangement(arrangement.groups, deadwood, arrangement.raw - points, False)


def _with_groups(groups: Groups, hand: tuple[Card, ...], raw: int) -> Arrangement:
    deadwood = _less(hand, (card for group in groups for card in group))
    return Arrangement(groups, deadwood, raw, False)


def _arranged(
    hand: tuple[Card, ...],
    fixed: Groups,
    rest: tuple[Card, ...],
    wild: Rank | None,
    rules: Rules,
    own_places: Suits,
    found: _Found,
    need: _Need,
) -> Arrangement:
    """The cards behind what the search found; `rest` is the hand without the `fixed` groups."""
    jokers = [card for card in rest if card.suit is None or card.rank is wild]
    pure, impure = [], []
    deadwood: list[Card] = []
    for suit, plan in enumerate(_plans(found, own_places, need)):
        over = found.suits[suit]
        while plan is not None:
            (cards, taken, own), plan = plan
            over = take_either_ace(over, cards)
            if own or not taken:
                pure.append(_cards(suit, cards | own))
            else:
                impure.append((suit, cards))
            if own:
                # A wild card that stands for itself is spoken for before any joker is dealt out.
                jokers.remove(_cards(suit, own)[0])
        for left in (over, found.lone[suit]):
            while left:
                deadwood += _cards(suit, left & FIRST)
                left >>= LAYER
    sequences = pure + [_filled(suit, cards, jokers) for suit, cards in impure]
    sets = [_set_cards(one, jokers) for one in found.sets]
    whole = not found.points and len(hand) == HAND_SIZE
    if whole and jokers:
        lone = len(pure) < 2 and all(kind_of(group, wild, rules) is not Kind.PURE_SEQUENCE for group in fixed)
        _place_spare_jokers(sequences, jokers, lone and not impure)
    groups = (*fixed, *sequences, *sets)
    # Without saved groups the search's own need says whether this is a declaration.
    declared = judge(groups, wild, rules, hand).valid if fixed and whole else need is _Need.BOTH
    return Arrangement(groups, (*deadwood, *jokers), found.points, whole and not jokers and declared)


def _plans(found: _Found, wild: Suits, need: _Need) -> Sequence[Plan | None]:
    """The sequences of each suit that together leave over what the search found."""
    tables, jokers, place = found.tables, found.jokers, found.place
    if need is _Need.NOTHING or need is _Need.SEQUENCE:
        return _free_plans(tables, jokers)
    table = pure(found.suits[place], wild[place], len(tables[0].left) - 1)
    assert table is not None
    left, total = _others(tables, place)
    for have in range(jokers + 1):
        plan = _pure_plan(table, jokers - have, need, found.over - left[have], left[have] < total)
        if plan is not None:
            plans = _free_plans(tables[:place] + tables[place + 1 :], have)
            return (*plans[:place], plan, *plans[place:])
    raise AssertionError("the search and the tables disagree")


def _pure_plan(table: Pure, jokers: int, need: _Need, points: int, second: bool) -> Plan | None:
    """The plan with a pure sequence that leaves over `points`; `second`: another suit has a sequence."""
    if (second or need is _Need.PURE) and table.left[jokers] == points:
        return table.plans[jokers]
    return table.both_plans[jokers] if table.both[jokers] == points else None


def _free_plans(tables: Tables, jokers: int) -> Sequence[Plan | None]:
    """The sequences of suits that together leave over the least, whatever they are."""
    if not jokers:
        return [one.plans[0] for one in tables]
    plans = []
    for place, one in enumerate(tables[:-1]):
        if one.left[0] == one.left[jokers]:
            plans.append(one.plans[0])
            continue
        left = tables[-1].left
        for other in tables[place + 1 : -1]:
            left = _join(left, other.left)
        sums = [*map(add, one.left, left[jokers::-1])]
        own = sums.index(min(sums))
        plans.append(one.plans[own])
        jokers -= own
    return [*plans, tables[-1].plans[jokers]]


def _filled(suit: int, cards: int, jokers: list[Card]) -> tuple[Card, ...]:
    """The cards of an impure sequence, jokers in the gaps and the others at the end."""
    places = cards // (cards & -cards)
    own = iter(_cards(suit, cards))
    length = max(places.bit_length(), MIN_MELD)
    return tuple([next(own) if places >> place & 1 else jokers.pop() for place in range(length)])


def _set_cards(one: _Set, jokers: list[Card]) -> tuple[Card, ...]:
    cards = _rank_cards(one.card, one.suits)
    return (*cards, jokers.pop()) if one.jokers else cards


@cache
def _rank_cards(card: int, suits: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(_cards(suit, card)[0] for suit in suits)


def _place_spare_jokers(sequences: list[tuple[Card, ...]], jokers: list[Card], lone: bool) -> None:
    """Lay jokers that nothing needs to the last sequence, as all thirteen cards must be grouped (002 L54).

    Any sequence takes any joker of a hand, as it can grow at either end. A pure one may turn impure by it, so
    a `lone` one, pure with no other pure beside it, does not.
    """
    if sequences and not lone:
        sequences[-1] = (*sequences[-1], *jokers)
        jokers.clear()
