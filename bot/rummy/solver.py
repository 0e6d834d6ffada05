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

A branch is given up only when even the sum of the best each suit could do with all jokers is no better than what
was found. Nothing is guessed, so the answer is the least there is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import combinations
from operator import add
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
    Plan,
    Run,
    Table,
    copies,
    put,
    table,
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
_ACES = ((1 << LAYER * _SUITS) - 1) // FIRST
"""A low ace of every suit, where the suits lie side by side, 16 bits each."""


class _Set(NamedTuple):
    """A set that could be laid: its rank's bit, its suits, and the jokers it takes."""

    card: int
    suits: tuple[int, ...]
    jokers: int


class _Hand(NamedTuple):
    """A hand as the search reads it."""

    suits: tuple[int, ...]
    """The natural cards, as `suit_tables` has them."""
    wild: tuple[int, ...]
    """Where wild cards in hand may stand for themselves, by suit."""
    jokers: int
    may_be_pure: bool


Tables = tuple[Table, ...]
"""One for each suit."""


class _Found(NamedTuple):
    """The best selection of sets, and what it leaves over."""

    points: int
    sets: tuple[_Set, ...]
    suits: tuple[int, ...]
    tables: Tables
    jokers: int
    """What the sets leave for the sequences."""


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
    both_ends = there | own | (there & _ACES) << 13
    may_be_pure = bool(both_ends & both_ends >> 1 & both_ends >> 2)
    suits = _side_by_side(there)
    if copies:
        suits = _with_copies(suits, copies)
    return _Hand(suits, _side_by_side(own) if own else (0, 0, 0, 0), jokers, may_be_pure)


def _side_by_side(bits: int) -> tuple[int, ...]:
    return bits & FIRST, bits >> 16 & FIRST, bits >> 32 & FIRST, bits >> 48


def _with_copies(suits: tuple[int, ...], copies: Iterable[int]) -> tuple[int, ...]:
    found = list(suits)
    for bit in copies:
        suit = (bit.bit_length() - 1) // LAYER
        found[suit] = put(found[suit], bit >> LAYER * suit)
    return tuple(found)


@cache
def _sets_of(card: int, suits: int, most: int) -> tuple[tuple[_Set, ...], tuple[_Set, ...]]:
    """The sets of one rank that is there in `suits` (a bit each): those without a joker, and pairs with one."""
    there = [suit for suit in range(_SUITS) if suits >> suit & 1]
    picks = [pick for size in range(min(most, 4), 1, -1) for pick in combinations(there, size)]
    whole = tuple(_Set(card, pick, 0) for pick in picks if len(pick) > 2)
    return whole, tuple(_Set(card, pick, 1) for pick in picks if len(pick) == 2 and most > 2)


def _possible_sets(hand: _Hand, rules: Rules) -> tuple[list[_Set], list[int]]:
    """Every set the natural cards can make, those without a joker first.

    With each comes the points of all cards of its rank and of the ranks after it: no selection from there on
    takes more out of the suits.
    """
    a, b, c, d = (suit & FIRST for suit in hand.suits)
    thrice = a & b & (c | d) | c & d & (a | b)
    ranks = (a & b | c & d | (a | b) & (c | d)) if hand.jokers else thrice
    whole: list[_Set] = []
    paired: list[_Set] = []
    most = rules.groups.max_set_size or HAND_SIZE
    while ranks:
        card = ranks & -ranks
        ranks ^= card
        suits = (card & a and 1) | (card & b and 2) | (card & c and 4) | (card & d and 8)
        sets = _sets_of(card, suits, most)
        whole += sets[0]
        if hand.jokers:
            paired += sets[1]
    whole += paired
    return whole, _within_reach(hand.suits, whole) if whole else []


def _within_reach(suits: tuple[int, ...], sets: list[_Set]) -> list[int]:
    reach: list[int] = []
    points = seen = 0
    for one in reversed(sets):
        if not seen & one.card:
            seen |= one.card
            points += POINTS[one.card] * sum([copies(suit, one.card) for suit in suits])
        reach.append(points)
    reach.reverse()
    return reach


class _Search:
    """Depth-first over selections of sets; keeps the best found below a limit."""

    def __init__(self, hand: _Hand, rules: Rules, need: _Need, limit: int) -> None:
        self._sets, self._reach = _possible_sets(hand, rules)
        self._wild = hand.wild
        self._jokers = hand.jokers
        self._need = need
        self._limit = limit
        self._chosen: list[_Set] = []
        self.best: _Found | None = None

    def run(self, suits: tuple[int, ...], tables: Tables, jokers: int, index: int = 0) -> None:
        """Try what is chosen as it is, then with each further set from `index` on."""
        a, b, c, d = tables
        left = _join(_join(a.free, b.free), _join(c.free, d.free))
        if left[jokers] < self._limit:
            points = least(tables, jokers, self._need)
            if points < self._limit:
                self._limit = points
                self.best = _Found(points, tuple(self._chosen), suits, tables, jokers)
        for place in range(index, len(self._sets)):
            one = self._sets[place]
            # Sets spare no more than their cards' points of what the suits leave over without them.
            if jokers >= one.jokers and left[jokers - one.jokers] - self._reach[place] < self._limit:
                self._with(one, suits, tables, jokers - one.jokers, place)

    def _with(self, one: _Set, suits: tuple[int, ...], tables: Tables, jokers: int, index: int) -> None:
        """Lay one more set, if its cards are still there."""
        fewer, changed = list(suits), list(tables)
        for suit in one.suits:
            if not fewer[suit] & one.card:
                return
            fewer[suit] = rest = take(fewer[suit], one.card)
            changed[suit] = table(rest, self._wild[suit], self._jokers)
        self._chosen.append(one)
        self.run(tuple(fewer), tuple(changed), jokers, index)
        self._chosen.pop()


def least(tables: Tables, jokers: int, need: _Need) -> int:
    """The least left over in all suits together; `NEVER` or more when the need cannot be met."""
    if need is _Need.NOTHING or need is _Need.SEQUENCE:
        a, b, c, d = tables
        points = _join(_join(a.free, b.free), _join(c.free, d.free))[jokers]
        meets = need is _Need.NOTHING or points < a.total + b.total + c.total + d.total
        return points if meets else NEVER
    best = NEVER
    for place, one in enumerate(tables):
        if one.pure is not None:
            left, total = _others(tables, place)
            # A second sequence is needed in this suit only where the others have none.
            enough = need is _Need.PURE or left[0] < total
            points = min(map(add, one.pure if enough else one.both, left[jokers::-1]))
            if not enough:
                points = min(points, _with_other(one.pure, left, total, jokers))
            if points < best:
                best = points
    return best


def _others(tables: Tables, place: int) -> tuple[tuple[int, ...], int]:
    """What the three other suits leave over together, and their points."""
    a, b, c = _OTHERS[place]
    one, two, three = tables[a], tables[b], tables[c]
    return _join(_join(one.free, two.free), three.free), one.total + two.total + three.total


_OTHERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))


def _with_other(pure: tuple[int, ...], left: tuple[int, ...], total: int, jokers: int) -> int:
    """The least with the pure sequence in one suit and another one elsewhere, where jokers make it."""
    sums = [left[have] + pure[jokers - have] for have in range(jokers + 1) if left[have] < total]
    return min(sums, default=NEVER)


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
    values = _values(wild)
    total = sum([values[card.index] for card in hand])
    read = _read(hand, wild, rules)
    found = _search(read, rules, _Need.BOTH, total) if read.may_be_pure else None
    if found is not None and (not found.points or policy is LoserPolicy.TWO_SEQ_OR_ALL):
        return _arranged(hand, (), hand, wild, rules, found, _Need.BOTH)
    least_so_far = found.points if found else total
    if policy is LoserPolicy.ANY_VALID_GROUP:
        anyhow = _search(read, rules, _Need.NOTHING, least_so_far)
        if anyhow is not None:
            return _arranged(hand, (), hand, wild, rules, anyhow, _Need.NOTHING)
    if policy is LoserPolicy.PURE_PROTECTS and read.may_be_pure:
        run = _dearest_pure(hand, read, wild)
        if total - card_points(run, wild) < least_so_far:
            return _with_groups((run,), hand, total - card_points(run, wild))
    if found is not None:
        return _arranged(hand, (), hand, wild, rules, found, _Need.BOTH)
    return Arrangement((), hand, total, False)


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
        then = _best(_less(hand, (card,)), wild, rules, policy)
        dearer = thrown is None or points > values[thrown.index]
        if kept is None or then.raw < kept.raw or (then.raw == kept.raw and dearer):
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
    found = _search(read, rules, need, left + 1)
    if policy is LoserPolicy.ANY_VALID_GROUP and (found is None or found.points):
        need, found = _Need.NOTHING, _search(read, rules, _Need.NOTHING, left + 1)
    if found is not None and policy is not LoserPolicy.PURE_PROTECTS:
        return _arranged(hand, fixed, rest, wild, rules, found, need)
    alone = total
    groups = fixed
    if policy is LoserPolicy.PURE_PROTECTS:
        pure = [group for group, kind in zip(fixed, kinds, strict=True) if kind is Kind.PURE_SEQUENCE]
        if not pure and read.may_be_pure and not any(kind.is_sequence for kind in kinds):
            pure = [_dearest_pure(rest, read, wild)]
            groups = (*fixed, *pure)
        alone -= card_points(pure[0], wild) if pure else 0
    if found is not None and found.points <= alone:
        return _arranged(hand, fixed, rest, wild, rules, found, need)
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


def _search(hand: _Hand, rules: Rules, need: _Need, limit: int) -> _Found | None:
    """The best selection of sets that leaves fewer than `limit` points; None if there is none."""
    search = _Search(hand, rules, need, limit)
    search.run(hand.suits, _tables(hand), hand.jokers)
    return search.best


def _tables(hand: _Hand) -> Tables:
    a, b, c, d = hand.suits
    one, two, three, four = hand.wild
    jokers = hand.jokers
    return table(a, one, jokers), table(b, two, jokers), table(c, three, jokers), table(d, four, jokers)


def _dearest_pure(hand: Iterable[Card], read: _Hand, wild: Rank | None) -> tuple[Card, ...]:
    """The pure sequence with the most points; there is one."""
    found: list[tuple[Card, ...]] = []
    for suit in range(_SUITS):
        there = read.suits[suit] & FIRST | read.wild[suit]
        there |= (there & ACE_LOW) << 13
        for start in range(12):
            run = there >> start
            length = (run ^ (run + 1)).bit_length() - 1
            # An ace cannot stand at both ends.
            length = min(length, len(Rank) - 1)
            if length >= 3:
                found.append(_cards(suit, ((1 << length) - 1) << start))
    return max(found, key=lambda run: card_points(run, wild))


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
    found: _Found,
    need: _Need,
) -> Arrangement:
    """The cards behind what the search found; `rest` is the hand without the `fixed` groups."""
    jokers = [card for card in rest if card.suit is None or card.rank is wild]
    pure, impure = [], []
    deadwood: list[Card] = []
    for suit, plan in enumerate(_plans(found.tables, found.jokers, need, found.points)):
        over = found.suits[suit]
        while plan is not None:
            run, plan = plan
            over = take_either_ace(over, run.cards)
            if run.wild or not run.jokers:
                pure.append(_cards(suit, run.cards | run.wild))
            else:
                impure.append((suit, run))
            if run.wild:
                # A wild card that stands for itself is spoken for before any joker is dealt out.
                jokers.remove(_cards(suit, run.wild)[0])
        while over:
            deadwood += _cards(suit, over & FIRST)
            over >>= LAYER
    sequences = pure + [_filled(suit, run, jokers) for suit, run in impure]
    sets = [_set_cards(one, jokers) for one in found.sets]
    whole = not found.points and len(hand) == HAND_SIZE
    if whole and jokers:
        lone = len(pure) < 2 and all(kind_of(group, wild, rules) is not Kind.PURE_SEQUENCE for group in fixed)
        _place_spare_jokers(sequences, jokers, lone and not impure)
    groups = (*fixed, *sequences, *sets)
    # Without saved groups the search's own need says whether this is a declaration.
    declared = judge(groups, wild, rules, hand).valid if fixed and whole else need is _Need.BOTH
    return Arrangement(groups, (*deadwood, *jokers), found.points, whole and not jokers and declared)


def _plans(tables: Tables, jokers: int, need: _Need, points: int) -> Sequence[Plan | None]:
    """The sequences of each suit that together leave over `points`."""
    if need is _Need.NOTHING or need is _Need.SEQUENCE:
        return _free_plans(tables, jokers)
    for place, one in enumerate(tables):
        if one.pure is None:
            continue
        left, total = _others(tables, place)
        for have, over in enumerate(left[: jokers + 1]):
            plan = _pure_plan(one, jokers - have, need, points - over, over < total)
            if plan is not None:
                plans = _free_plans(tables[:place] + tables[place + 1 :], have)
                return (*plans[:place], plan, *plans[place:])
    raise AssertionError("the search and the tables disagree")


def _free_plans(tables: Sequence[Table], jokers: int) -> Sequence[Plan | None]:
    """The sequences of suits that together leave over the least, whatever they are."""
    if not jokers:
        return [one.free_plans[0] for one in tables]
    plans = []
    for place, one in enumerate(tables[:-1]):
        left = tables[-1].free
        for other in tables[place + 1 : -1]:
            left = _join(left, other.free)
        sums = [*map(add, one.free, left[jokers::-1])]
        own = sums.index(min(sums))
        plans.append(one.free_plans[own])
        jokers -= own
    return [*plans, tables[-1].free_plans[jokers]]


def _pure_plan(one: Table, jokers: int, need: _Need, points: int, second: bool) -> Plan | None:
    """The plan with a pure sequence that leaves over `points`; `second`: another suit has a sequence."""
    assert one.pure is not None
    if one.both[jokers] == points:
        return one.both_plans[jokers]
    enough = second or need is _Need.PURE
    return one.pure_plans[jokers] if enough and one.pure[jokers] == points else None


def _filled(suit: int, run: Run, jokers: list[Card]) -> tuple[Card, ...]:
    """The cards of an impure sequence, jokers in the gaps and the others at the end."""
    places = run.cards // (run.cards & -run.cards)
    own = iter(_cards(suit, run.cards))
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
