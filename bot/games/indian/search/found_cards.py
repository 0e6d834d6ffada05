"""The result of the search, turned back into cards."""

from functools import lru_cache
from operator import add
from typing import NamedTuple

from bot.games.indian.melds import MIN_MELD
from bot.games.indian.search.digits import SUIT, SUITS, Hand, suit_of
from bot.games.indian.search.search import OTHERS, Found, Need, free_tables, joined, pure_tables, together
from bot.games.indian.search.sequences import REMEMBERED, Plan
from bot.rummy.cards import CARDS, Card, Rank

_Group = tuple[Card, ...]


class Laid(NamedTuple):
    """A hand laid out in cards."""

    pure: list[_Group]
    impure: list[_Group]
    sets: list[_Group]
    left: list[Card]
    """The cards in no group, jokers excepted."""


def lay(found: Found, hand: Hand, jokers: list[Card]) -> Laid:
    """Return the groups that the search found for the hand.

    `jokers` are the hand's jokers; those that are laid are removed from the list.
    """
    left = hand.cards
    pure: list[_Group] = []
    gaps: list[tuple[int, int]] = []
    for suit, plan in _plans(found, hand):
        shift = SUIT * suit
        while plan is not None:
            (cards, cost, own), plan = plan
            left -= cards << shift
            if own:
                # Wild cards that stand for themselves are set aside before any joker is dealt out.
                jokers.remove(in_order(own << shift)[0])
                pure.append(in_order((cards | own) << shift))
            elif cost:
                gaps.append((cards << shift, cost))
            else:
                pure.append(in_order(cards << shift))
    sets: list[_Group] = []
    for taken, _, _, each in found.sets:
        left -= taken
        sets += map(in_order, each)
    if not jokers:
        return Laid(pure, [], sets, cards_of(left))
    impure = [tuple([card or jokers.pop() for card in with_gaps(cards, cost)]) for cards, cost in gaps]
    sets = [group if len(group) >= MIN_MELD else (*group, jokers.pop()) for group in sets]
    return Laid(pure, impure, sets, cards_of(left))


def _plans(found: Found, hand: Hand) -> list[tuple[int, Plan | None]]:
    """Return the sequences of each suit."""
    free, jokers, place = free_tables(hand.jokers), found.jokers, found.place
    tables = [free[suit_of(found.cards, suit)] for suit in SUITS]
    laid: list[tuple[int, Plan | None]] = []
    if place is not None:
        if found.plain:
            have, plan = 0, tables[place][2][0]
        else:
            x, y, z = OTHERS[place]
            have, plan = _pure_plan(found, hand, place, together(tables[x], tables[y], tables[z]))
        laid.append((place, plan))
        jokers -= have
    others = SUITS if place is None else OTHERS[place]
    shares = _shares([tables[suit][1] for suit in others], jokers)
    return laid + [(suit, tables[suit][2][have]) for suit, have in zip(others, shares, strict=True)]


def _pure_plan(found: Found, hand: Hand, suit: int, others: tuple[int, bytes]) -> tuple[int, Plan | None]:
    """Return the sequences of the suit with the pure one, and the number of jokers left to it."""
    table = pure_tables(hand.jokers, suit_of(hand.own, suit))[suit_of(found.cards, suit)]
    assert table is not None
    pure, plans, both, both_plans = table
    base, gains = others
    goal = found.spared - sum([points for _, _, points, _ in found.sets])
    for have in range(found.jokers + 1):
        beside = base + gains[found.jokers - have]
        if pure[have] + beside == goal and (beside or found.need is Need.PURE):
            return have, plans[have]
        if both[have] + beside == goal:
            return have, both_plans[have]
    raise AssertionError("the search and the tables disagree")


def _shares(gains: list[bytes], jokers: int) -> list[int]:
    """Return how many jokers each suit takes, so that together they save the most."""
    shares = [0] * len(gains)
    for at, own in enumerate(gains[:-1]):
        if not jokers:
            return shares
        if own[jokers]:
            rest = gains[-1]
            for other in gains[at + 1 : -1]:
                rest = joined[other, rest]
            sums = [*map(add, own, rest[jokers::-1])]
            shares[at] = sums.index(max(sums))
            jokers -= shares[at]
    shares[-1] = jokers
    return shares


@lru_cache(REMEMBERED)
def in_order(units: int) -> _Group:
    """Return the cards of one sequence or set in order; an ace comes last if it is high."""
    cards = cards_of(units)
    first, last = cards[0].rank, cards[-1].rank
    if last is Rank.ACE is not first and (first is Rank.TWO or cards[-2].rank <= Rank.FIVE):
        cards.insert(0, cards.pop())
    return tuple(cards)


@lru_cache(REMEMBERED)
def with_gaps(units: int, jokers: int) -> tuple[Card | None, ...]:
    """Return a sequence in order, with None for each joker: in the gaps first, then at the end."""
    cards = in_order(units)
    first = cards[0].rank
    there = {(card.rank - first) % 13: card for card in cards}
    return tuple([there.get(step) for step in range(len(cards) + jokers)])


def cards_of(cards: int) -> list[Card]:
    """Return the cards of a number, by suit, lowest first and aces last."""
    found = []
    while cards:
        place = (cards & -cards).bit_length() - 1 >> 2
        found.append(_CARDS[place])
        cards -= 1 << (place << 2)
    return found


_CARDS = [CARDS[13 * suit + place % 13] for suit in SUITS for place in range(16)]
"""The card at each place, counted on from suit to suit."""
