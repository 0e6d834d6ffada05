"""Whether a declaration is valid, and if not, why."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.games.indian.melds import MeldKind, kind_of
from bot.games.indian.rules import HAND_SIZE
from bot.rummy.cards import Card, Rank
from bot.rummy.rules import Rules


class Reason(StrEnum):
    """The first fault of a declaration, in this order; `ok` if there is none."""

    CARD_COUNT = "card_count"
    INVALID_GROUP = "invalid_group"
    NO_PURE_SEQUENCE = "no_pure_sequence"
    NEED_TWO_SEQUENCES = "need_two_sequences"
    OK = "ok"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a declaration is valid, and the kind of each of its groups."""

    valid: bool
    reason: StrEnum
    kinds: tuple[StrEnum, ...]


def judge(
    groups: Sequence[Sequence[Card]], wild: Rank | None, rules: Rules, hand: Iterable[Card] | None = None
) -> Judgement:
    """Judge the groups exactly as submitted, never rearranged (001 L136, 002 L51).

    All thirteen cards must lie in valid groups: two of them sequences, at least one of those pure (001 L153-156, 002
    L53). With `hand`, the groups must hold that hand's cards, each once.
    """
    kinds = tuple(kind_of(group, wild, rules) for group in groups)
    reason = _reason(groups, kinds, hand)
    return Judgement(reason is Reason.OK, reason, kinds)


def _reason(groups: Sequence[Sequence[Card]], kinds: Sequence[MeldKind], hand: Iterable[Card] | None) -> Reason:
    cards = [card for group in groups for card in group]
    if len(cards) != HAND_SIZE or (hand is not None and Counter(cards) != Counter(hand)):
        return Reason.CARD_COUNT
    if MeldKind.INVALID in kinds:
        return Reason.INVALID_GROUP
    if MeldKind.PURE_SEQUENCE not in kinds:
        return Reason.NO_PURE_SEQUENCE
    if not has_two_sequences(kinds):
        return Reason.NEED_TWO_SEQUENCES
    return Reason.OK


def has_two_sequences(kinds: Iterable[StrEnum]) -> bool:
    """Return whether at least two groups are sequences, one of them pure."""
    sequences = [kind for kind in kinds if kind in (MeldKind.PURE_SEQUENCE, MeldKind.IMPURE_SEQUENCE)]
    return len(sequences) >= 2 and MeldKind.PURE_SEQUENCE in sequences
