"""The kinds of groups: a pure sequence, an impure sequence, a set or no meld."""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from bot.games.indian.rules import own
from bot.rummy.cards import Card, Rank, is_joker
from bot.rummy.rules import Rules

MIN_MELD = 3
"""Fewest cards in a meld (001 L15, L39)."""

_ACE_HIGH = 14


class MeldKind(StrEnum):
    """The kind of a group."""

    PURE_SEQUENCE = "pure_sequence"
    IMPURE_SEQUENCE = "impure_sequence"
    SET = "set"
    INVALID = "invalid"

    @property
    def is_sequence(self) -> bool:
        return self in (MeldKind.PURE_SEQUENCE, MeldKind.IMPURE_SEQUENCE)


def readings(cards: Sequence[Card], wild: Rank | None, rules: Rules) -> tuple[MeldKind, ...]:
    """Return every kind of meld as which the group can be read, best first; empty if it is no meld.

    A card of the wild rank may stand for itself or be a joker. A group of jokers alone is a set and never a sequence
    (001 L140, where three wild queens make no sequence). An impure reading is left out if the group is pure.
    """
    if len(cards) < MIN_MELD:
        return ()
    values = own(rules)
    return _readings(tuple(cards), wild, values.jokers.wild_natural_pure, values.groups.max_set_size)


@lru_cache(maxsize=4096)
def _readings(cards: tuple[Card, ...], wild: Rank | None, natural_pure: bool, limit: int) -> tuple[MeldKind, ...]:
    """Return the kinds of a group. Each screen of a hand asks for those of the same groups, many times."""
    naturals = [card for card in cards if not is_joker(card, wild)]
    kinds: list[MeldKind] = []
    if _is_pure(cards, wild, natural_pure):
        kinds.append(MeldKind.PURE_SEQUENCE)
    elif naturals and fits_sequence(naturals, len(cards)):
        kinds.append(MeldKind.IMPURE_SEQUENCE)
    if fits_set(naturals) and (not limit or len(cards) <= limit):
        kinds.append(MeldKind.SET)
    return tuple(kinds)


def kind_of(cards: Sequence[Card], wild: Rank | None, rules: Rules) -> MeldKind:
    """Return the kind of the group: its best reading. A group that is both sequence and set is a sequence."""
    return next(iter(readings(cards, wild, rules)), MeldKind.INVALID)


def _is_pure(cards: Sequence[Card], wild: Rank | None, natural_pure: bool) -> bool:
    """Return whether every card stands for itself (001 L19; wild cards in their own place: 002 L10, L74)."""
    if any(card.suit is None for card in cards):
        return False
    if not natural_pure and any(card.rank is wild for card in cards):
        return False
    return fits_sequence(cards, len(cards))


def fits_sequence(naturals: Sequence[Card], length: int) -> bool:
    """Return whether these cards have places of their own in a sequence of `length` cards of one suit."""
    if length > _ACE_HIGH or len({card.suit for card in naturals}) != 1:
        return False
    aces = sum(card.rank is Rank.ACE for card in naturals)
    others = [int(card.rank) for card in naturals if card.rank is not Rank.ACE]
    # Ace is low in A-2-3 and high in Q-K-A but joins no two ends: K-A-2 is no sequence.
    choices: dict[int, list[list[int]]] = {0: [[]], 1: [[1], [_ACE_HIGH]], 2: [[1, _ACE_HIGH]]}
    return any(_fits(others + ends, length) for ends in choices.get(aces, []))


def _fits(places: list[int], length: int) -> bool:
    return len(set(places)) == len(places) and max(places) - min(places) < length


def fits_set(naturals: Sequence[Card]) -> bool:
    """Return whether these cards are of one rank, with no suit twice (001 L39, 002 L11-12); jokers may join them."""
    return len({card.rank for card in naturals}) <= 1 and len({card.suit for card in naturals}) == len(naturals)
