"""The arrangement of a hand with the fewest points, exactly.

The fewest points are left if groups save the most. The package `search` finds such groups: `digits` reads a hand as a
number, `sequences` has the points that a suit can save, `sets` those of a rank, `search` tries every selection of sets
that could be the best, and `found_cards` turns the result into cards. This module applies the rules: which groups save
points, which card to throw, and how to treat groups that a player has saved.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.games.indian.declaration import judge
from bot.games.indian.melds import MeldKind, kind_of
from bot.games.indian.rules import HAND_SIZE, IndianRules, LoserPolicy, own
from bot.games.indian.scoring import card_points
from bot.games.indian.search.digits import DIGIT, MOST_CARDS, MOST_COPIES, SUIT, SUITS, Hand, read, suit_of, without
from bot.games.indian.search.discard_order import DEAREST, dearest, dearest_first
from bot.games.indian.search.found_cards import in_order, lay
from bot.games.indian.search.search import ALL, Found, Need, Search
from bot.games.indian.search.sequences import dearest_pure
from bot.rummy.cards import CARDS, Card, Groups, Rank
from bot.rummy.judge import Arrangement
from bot.rummy.rules import Rules


class _Lone(NamedTuple):
    """A pure sequence that saves the points of its own cards and nothing else."""

    spared: int
    cards: tuple[Card, ...]


def best(hand: Iterable[Card], wild: Rank | None, rules: Rules) -> Arrangement:
    """Return the arrangement with the fewest points a loser can show; a declarable one among equals.

    Any number of cards up to 25; `declarable` is only for thirteen.

    >>> from bot.games.registry import GAMES
    >>> from bot.rummy.cards import card_texts, group_texts, parse_cards
    >>> hand = parse_cards("2H 3H 4H 5C 6C 7C 8D 8S 8H 9D TD JD KS")
    >>> found = best(hand, None, GAMES.shipped("circle"))
    >>> group_texts(found.groups), card_texts(found.deadwood), found.raw
    ('5C 6C 7C | 9D TD JD | 2H 3H 4H | 8D 8S 8H', 'KS', 10)

    Raises:
        ValueError: there are more cards, or more than 15 copies of one.
    """
    values = own(rules)
    return _best(tuple(hand), wild, values, values.scoring.loser_policy)


def _best(cards: tuple[Card, ...], wild: Rank | None, values: IndianRules, policy: LoserPolicy) -> Arrangement:
    hand = _read(cards, wild, values)
    return _arranged(cards, hand, _most_spared(hand, values, policy, 0), wild)


def _read(cards: tuple[Card, ...], wild: Rank | None, values: IndianRules) -> Hand:
    if len(cards) > MOST_COPIES and (len(cards) > MOST_CARDS or max(Counter(cards).values()) > MOST_COPIES):
        raise ValueError(f"more than {MOST_CARDS} cards, or {MOST_COPIES} copies of one")
    return read(cards, wild, values.jokers.wild_natural_pure)


def _most_spared(hand: Hand, values: IndianRules, policy: LoserPolicy, floor: int) -> Found | _Lone | None:
    """Return the arrangement that saves the most points; None if none saves more than `floor`."""
    both = _search(hand, values, Need.BOTH, floor) if hand.runs else None
    return _or_else(both, hand, values, policy, floor)


def _or_else(
    both: Found | None, hand: Hand, values: IndianRules, policy: LoserPolicy, floor: int
) -> Found | _Lone | None:
    """Return the better of two: `both`, with two sequences, one pure, and what the policy allows without them."""
    if policy is LoserPolicy.TWO_SEQ_OR_ALL or (both is not None and both.spared == hand.total):
        return both
    if both is not None:
        floor = both.spared
    if policy is LoserPolicy.ANY_VALID_GROUP:
        return _search(hand, values, Need.NOTHING, floor) or both
    if policy is LoserPolicy.PURE_FREES_GROUPS:
        return (_search(hand, values, Need.PURE, floor) if hand.runs else None) or both
    lone = _dearest_pure(hand) if hand.runs else None
    return lone if lone is not None and lone.spared > floor else both


def _search(hand: Hand, values: IndianRules, need: Need, floor: int) -> Found | None:
    return Search(hand, values.groups.max_set_size or HAND_SIZE, need, floor).run()


def _dearest_pure(hand: Hand) -> _Lone:
    """Return the pure sequence with the most points; there must be one."""
    # Keep only the places in runs, so that there are few different suits.
    near = hand.runs | hand.runs << DIGIT | hand.runs << 2 * DIGIT
    ends, own = hand.ends & near, hand.own & near
    suits = [suit for suit in SUITS if suit_of(near, suit)]
    points, cards, suit = max([(*dearest_pure(suit_of(ends, suit), suit_of(own, suit)), suit) for suit in suits])
    return _Lone(points, in_order(cards << SUIT * suit))


def _arranged(cards: tuple[Card, ...], hand: Hand, found: Found | _Lone | None, wild: Rank | None) -> Arrangement:
    """Return the result of the search as an arrangement of cards."""
    if found is None:
        return Arrangement((), cards, hand.total, False)
    raw = hand.total - found.spared
    if isinstance(found, _Lone):
        return Arrangement((found.cards,), _less(cards, found.cards), raw, False)
    groups, deadwood = _laid(found, hand, _jokers(cards, wild), not raw and len(cards) == HAND_SIZE)
    declarable = found.need is Need.BOTH and not deadwood and len(cards) == HAND_SIZE
    return Arrangement(groups, deadwood, raw, declarable)


def _jokers(cards: Iterable[Card], wild: Rank | None) -> list[Card]:
    return [card for card in cards if card.suit is None or card.rank is wild]


def _laid(
    found: Found, hand: Hand, jokers: list[Card], spare: bool, pure_there: bool = False
) -> tuple[Groups, tuple[Card, ...]]:
    """Return groups and deadwood.

    With `spare`, jokers that no group needs are added to the last sequence, as all cards of a declaration must be
    grouped (002 L54). Any sequence takes any joker of a hand, as it can grow at either end. A joker may make a pure
    sequence impure, so the last pure one gets none; `pure_there`: there is another pure one already.
    """
    pure, impure, sets, left = lay(found, hand, jokers)
    sequences = [*pure, *impure]
    if jokers and spare and sequences and (impure or len(pure) > 1 or pure_there):
        sequences[-1] = (*sequences[-1], *jokers)
        jokers = []
    return (*sequences, *sets), (*left, *jokers)


def _less(cards: tuple[Card, ...], taken: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards without those taken, as far as they are among them."""
    counts = [0] * (len(CARDS) + 1)
    for card in taken:
        counts[card.index] += 1
    kept = []
    for card in cards:
        if counts[card.index]:
            counts[card.index] -= 1
        else:
            kept.append(card)
    return tuple(kept)


# --- fourteen cards -------------------------------------------------------------------------------


def best_discard(hand: Iterable[Card], wild: Rank | None, rules: Rules) -> tuple[Card, Arrangement]:
    """Return the card to throw from fourteen, and the arrangement of the thirteen kept.

    Choose a discard that lets the hand declare if there is one, else the one that leaves the fewest points. Among equal
    ones, throw the card with the most points, then follow the order of `CARDS`; throw a joker only if all cards are
    jokers.

    Raises:
        ValueError: there is no card to throw, or there are more than `best` takes.
    """
    cards = tuple(hand)
    if not cards:
        raise ValueError("there is no card to throw")
    values = own(rules)
    whole = _read(cards, wild, values)
    both = _search(whole, values, Need.BOTH, 0) if whole.runs else None
    policy = values.scoring.loser_policy
    # A declaration leaves one card to throw, of at most `DEAREST` points. Under some policies other groups cost less.
    if both is not None and whole.total - both.spared <= DEAREST:
        card, kept = _best_discard(cards, whole, both, wild, values, LoserPolicy.TWO_SEQ_OR_ALL)
        if kept.declarable or policy is LoserPolicy.TWO_SEQ_OR_ALL:
            return card, kept
    return _best_discard(cards, whole, _or_else(both, whole, values, policy, 0), wild, values, policy)


def _best_discard(
    cards: tuple[Card, ...],
    hand: Hand,
    found: Found | _Lone | None,
    wild: Rank | None,
    values: IndianRules,
    policy: LoserPolicy,
) -> tuple[Card, Arrangement]:
    """Throw the card with the most points that is left over, unless a grouped card with more points does as well.

    A hand without a card of p points is at most p points better than with it, since the card can be put back as
    deadwood. So a card is worth trying only if the points of the whole hand, as `found`, less its own are below the
    best result so far.
    """
    whole = _arranged(cards, hand, found, wild)
    points, raw, thrown, kept = -1, ALL, cards[0], whole
    if whole.raw:
        points, thrown = dearest(whole.deadwood, wild)
        raw = whole.raw - points
        kept = Arrangement(whole.groups, _less(whole.deadwood, (thrown,)), raw, False)
    for worth, card in dearest_first(cards, wild) if points < DEAREST else ():
        bound = max(0, whole.raw - worth)
        if bound > raw or (bound == raw and worth <= points):
            break
        fewer = without(hand, card) if worth else _read(_less(cards, (card,)), wild, values)
        # Fewer points than the best so far, or as many with a card of more points thrown.
        floor = fewer.total - raw - (worth > points)
        then = _most_spared(fewer, values, policy, floor)
        if then is not None or floor < 0:
            points, thrown = worth, card
            kept = _arranged(_less(cards, (card,)), fewer, then, wild)
            raw = kept.raw
    if not kept.raw and not kept.declarable:
        # The rest may be laid in another way, with spare jokers.
        kept = _best(_less(cards, (thrown,)), wild, values, policy)
    return thrown, kept


# --- saved groups and proposals -------------------------------------------------------------------


def propose(hand: Iterable[Card], wild: Rank | None, rules: Rules, *, pure_first: bool = False) -> Groups:
    """Return groups to offer a player: the best ones; if none would save points yet, any melds there are.

    `pure_first`: with a pure sequence among them, if there can be one.

    Of fourteen cards, group those kept after the best discard.
    """
    cards = tuple(hand)
    if len(cards) > HAND_SIZE:
        card, kept = best_discard(cards, wild, rules)
        cards = _less(cards, (card,))
    else:
        kept = best(cards, wild, rules)
    if kept.groups:
        return kept.groups
    values = own(rules)
    laid = _read(cards, wild, values)
    found = _search(laid, values, Need.PURE, -1) if pure_first and laid.runs else None
    return _arranged(cards, laid, found or _search(laid, values, Need.NOTHING, 0), wild).groups


def complete(saved: Iterable[Sequence[Card]], hand: Iterable[Card], wild: Rank | None, rules: Rules) -> Arrangement:
    """Return the best arrangement that keeps the valid ones of the saved groups.

    All other cards are arranged, also those of invalid groups and those of a group that the hand no longer holds.
    """
    cards = rest = tuple(hand)
    fixed: list[tuple[Card, ...]] = []
    for group in saved:
        fewer = _less(rest, group)
        valid = kind_of(group, wild, rules) is not MeldKind.INVALID
        if valid and len(fewer) + len(group) == len(rest):
            fixed.append(tuple(group))
            rest = fewer
    if not fixed:
        return best(cards, wild, rules)
    return _completed(tuple(fixed), rest, cards, wild, rules)


def _completed(
    fixed: Groups, rest: tuple[Card, ...], cards: tuple[Card, ...], wild: Rank | None, rules: Rules
) -> Arrangement:
    values = own(rules)
    policy = values.scoring.loser_policy
    kinds = [kind_of(group, wild, rules) for group in fixed]
    hand = _read(rest, wild, values)
    found = _search(hand, values, _needed(kinds), -1)
    if found is None or found.spared < hand.total:
        is_pure = MeldKind.PURE_SEQUENCE in kinds
        if policy is LoserPolicy.ANY_VALID_GROUP or (policy is LoserPolicy.PURE_FREES_GROUPS and is_pure):
            found = _search(hand, values, Need.NOTHING, -1)
        elif policy is LoserPolicy.PURE_FREES_GROUPS:
            found = _search(hand, values, Need.PURE, -1)
    alone, groups = card_points(cards, wild), fixed
    if policy is LoserPolicy.PURE_PROTECTS:
        pure = [group for group, kind in zip(fixed, kinds, strict=True) if kind is MeldKind.PURE_SEQUENCE]
        if not pure and hand.runs and not any(kind.is_sequence for kind in kinds):
            pure = [_dearest_pure(hand).cards]
            groups = (*fixed, *pure)
        alone -= card_points(pure[0], wild) if pure else 0
    if found is None or hand.total - found.spared > alone:
        laid = [card for group in groups for card in group]
        return Arrangement(groups, _less(cards, laid), alone, False)
    raw = hand.total - found.spared
    whole = not raw and len(cards) == HAND_SIZE
    more, deadwood = _laid(found, hand, _jokers(rest, wild), whole, MeldKind.PURE_SEQUENCE in kinds)
    groups = (*fixed, *more)
    return Arrangement(groups, deadwood, raw, whole and judge(groups, wild, rules, cards).valid)


def _needed(kinds: Sequence[MeldKind]) -> Need:
    """Return the sequences that are still needed besides these groups."""
    sequences = sum(kind.is_sequence for kind in kinds)
    if MeldKind.PURE_SEQUENCE in kinds:
        return Need.NOTHING if sequences >= 2 else Need.SEQUENCE
    return Need.PURE if sequences else Need.BOTH
