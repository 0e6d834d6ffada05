"""The result of the search, turned back into cards."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.games.indian.melds import MIN_MELD
from bot.games.indian.search.digits import SUIT, SUITS
from bot.games.indian.search.found_cards import cards_of, in_order, with_gaps
from bot.games.twentyone.search.hands import HeldCards, own_places
from bot.games.twentyone.search.search import PureFound, suits_of
from bot.games.twentyone.search.suits import TUNNELA, Spared, SuitStep
from bot.games.twentyone.wild import Wilds
from bot.rummy.cards import JOKER, Card


class LaidGroups(NamedTuple):
    """A hand laid out in cards."""

    pure: list[tuple[Card, ...]]
    """The pure sequences and tunnelas."""
    impure: list[tuple[Card, ...]]
    sets: list[tuple[Card, ...]]
    left: list[Card]
    """The cards in no group, jokers excepted."""
    jokers: list[Card]
    """The jokers in no group."""


def lay(found: PureFound, hand: HeldCards, jokers: list[Card], wild: Wilds) -> LaidGroups:
    """Return the groups that the search found; `jokers` are those of the hand."""
    left, jokers = hand.cards, [*jokers]
    pure: list[tuple[Card, ...]] = []
    gaps: list[tuple[int, int]] = []
    if found.printed:
        pure.append((JOKER,) * TUNNELA)
        for _ in range(TUNNELA):
            jokers.remove(JOKER)
    own = own_places(wild)
    for suit, step in _steps(found, hand, wild):
        units, cost, _, is_pure = step
        if is_pure:
            group = in_order(units << SUIT * suit)
            pure.append(group)
            for card in group:
                if card in wild.jokers:
                    jokers.remove(card)  # jokers that stand for themselves are set aside before any is dealt out
        else:
            gaps.append((units << SUIT * suit, cost))
        left -= (units & ~own[suit]) << SUIT * suit
    groups: list[tuple[Card, ...]] = []
    for taken, _, _, each in found.sets:
        left -= taken
        groups += map(in_order, each)
    jokers.sort(key=lambda card: card in wild.values)
    impure = [tuple([card or jokers.pop(0) for card in with_gaps(units, cost)]) for units, cost in gaps]
    sets = [group if len(group) >= MIN_MELD else (*group, jokers.pop(0)) for group in groups]
    return LaidGroups(pure, impure, sets, cards_of(left), jokers)


def _steps(found: PureFound, hand: HeldCards, wild: Wilds) -> list[tuple[int, SuitStep]]:
    """Return the groups of each suit."""
    tables = [suits_of(hand.jokers, own) for own in own_places(wild)]
    digits = [hand.suit(found.cards, suit) for suit in SUITS]
    rows = [table[suit][pure] for table, suit, pure in zip(tables, digits, found.shares, strict=True)]
    given = _given([row for row in rows if row is not None], found.jokers)
    return [(suit, step) for suit in SUITS for step in tables[suit].walk(digits[suit], found.shares[suit], given[suit])]


def _given(rows: Sequence[Spared], jokers: int) -> list[int]:
    """Return how many jokers each suit takes, so that together they save the most."""
    rest = [rows[-1]]
    for row in rows[-2::-1]:
        beside = rest[0]
        rest.insert(0, tuple([max(row[own] + beside[j - own] for own in range(j + 1)) for j in range(jokers + 1)]))
    given = []
    for row, beside in zip(rows, rest[1:], strict=False):
        own = max(range(jokers + 1), key=lambda own: (row[own] + beside[jokers - own], -own))
        given.append(own)
        jokers -= own
    return [*given, jokers]
