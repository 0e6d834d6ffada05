"""The kinds of groups, the judgement of declarations, and the points of losers (T3 to T6)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from bot.games.indian.declaration import Judgement
from bot.games.indian.melds import MIN_MELD, fits_sequence, fits_set
from bot.games.twentyone.rules import HAND_SIZE, TwentyOneRules
from bot.games.twentyone.search.hands import EIGHT_DUBLEES, EIGHT_JOKERS, SIX_DUBLEES
from bot.games.twentyone.search.suits import MOST_PURE, TUNNELA
from bot.games.twentyone.wild import Wilds
from bot.rummy.cards import Card, Groups

_DUBLEE = 2


class GroupKind(StrEnum):
    """The kind of a group."""

    PURE_SEQUENCE = "pure_sequence"
    TUNNELA = "tunnela"
    IMPURE_SEQUENCE = "impure_sequence"
    SET = "set"
    DUBLEE = "dublee"
    """Two identical cards; useful only with other dublees."""
    JOKERS = "jokers"
    """Eight jokers or more."""
    INVALID = "invalid"

    @property
    def is_pure(self) -> bool:
        """Return whether the group counts as a pure sequence."""
        return self in (GroupKind.PURE_SEQUENCE, GroupKind.TUNNELA)

    @property
    def is_meld(self) -> bool:
        """Return whether the cards of the group cost nothing once there are three pure sequences."""
        return self not in (GroupKind.DUBLEE, GroupKind.INVALID)


class Fault(StrEnum):
    """The first fault of a declaration, in this order; `ok` if there is none."""

    CARD_COUNT = "card_count"
    INVALID_GROUP = "invalid_group"
    NEED_THREE_PURE_SEQUENCES = "need_three_pure_sequences"
    OK = "ok"


def kind_of(cards: Sequence[Card], wild: Wilds) -> GroupKind:
    """Return the kind of the group: its best reading. A joker may always stand for itself (T3, T4)."""
    if len(cards) == TUNNELA and len(set(cards)) == 1:
        return GroupKind.TUNNELA
    if len(cards) == _DUBLEE and cards[0] == cards[1]:
        return GroupKind.DUBLEE
    if len(cards) < MIN_MELD:
        return GroupKind.INVALID
    if all(card.suit is not None for card in cards) and fits_sequence(cards, len(cards)):
        return GroupKind.PURE_SEQUENCE
    others = [card for card in cards if card not in wild.jokers]
    if not others:
        return GroupKind.JOKERS if len(cards) >= EIGHT_JOKERS else GroupKind.SET
    if fits_sequence(others, len(cards)):
        return GroupKind.IMPURE_SEQUENCE
    return GroupKind.SET if fits_set(others) else GroupKind.INVALID


def judge(groups: Groups, wild: Wilds, hand: Iterable[Card] | None = None) -> Judgement:
    """Judge the groups exactly as submitted (T5).

    Three tunnelas, eight dublees or eight jokers in one group are enough, whatever the other cards are. Otherwise all
    cards must lie in melds, and at least three of these must be pure sequences or tunnelas.
    """
    kinds = tuple(kind_of(group, wild) for group in groups)
    reason = _reason(groups, kinds, hand)
    return Judgement(reason is Fault.OK, reason, kinds)


def _reason(groups: Groups, kinds: Sequence[GroupKind], hand: Iterable[Card] | None) -> Fault:
    laid = Counter(card for group in groups for card in group)
    held = Counter(hand) if hand is not None else laid
    if laid.total() > HAND_SIZE or laid - held or (hand is not None and held.total() != HAND_SIZE):
        return Fault.CARD_COUNT
    if is_special(kinds):
        return Fault.OK
    if laid.total() != HAND_SIZE:
        return Fault.CARD_COUNT
    if not all(kind.is_meld for kind in kinds):
        return Fault.INVALID_GROUP
    return Fault.OK if pure_of(kinds) >= MOST_PURE else Fault.NEED_THREE_PURE_SEQUENCES


def is_special(kinds: Iterable[StrEnum]) -> bool:
    """Return whether groups of those kinds are enough whatever the other cards are."""
    found = Counter(kinds)
    return (
        found[GroupKind.TUNNELA] >= MOST_PURE or found[GroupKind.DUBLEE] >= EIGHT_DUBLEES or found[GroupKind.JOKERS] > 0
    )


def pure_of(kinds: Iterable[StrEnum]) -> int:
    """Return how many groups count as pure sequences."""
    return sum(kind in (GroupKind.PURE_SEQUENCE, GroupKind.TUNNELA) for kind in kinds)


def raw_points(groups: Groups, ungrouped: Iterable[Card], wild: Wilds, rules: TwentyOneRules) -> int:
    """Return the points of a hand as submitted, before the cap (T6)."""
    kinds = [kind_of(group, wild) for group in groups]
    spares = pure_of(kinds) >= MOST_PURE
    counting = [
        card for group, kind in zip(groups, kinds, strict=True) if not (spares and kind.is_meld) for card in group
    ]
    raw = wild.points(counting) + wild.points(ungrouped)
    if rules.six_dublees and kinds.count(GroupKind.DUBLEE) >= SIX_DUBLEES:
        return min(raw, rules.six_dublees)
    return raw
