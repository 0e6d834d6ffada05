"""The points of a loser's hand as it was grouped."""

from collections.abc import Iterable, Sequence

from bot.games.indian.declaration import has_two_sequences
from bot.games.indian.melds import MeldKind, kind_of
from bot.games.indian.rules import LoserPolicy, own
from bot.rummy.cards import Card, Rank, is_joker
from bot.rummy.rules import Rules


def card_points(cards: Iterable[Card], wild: Rank | None) -> int:
    """Return the sum of the cards' points; jokers, printed or wild, are 0 (001 L173-175)."""
    return sum(card.points for card in cards if not is_joker(card, wild))


def raw_points(groups: Sequence[Sequence[Card]], ungrouped: Iterable[Card], wild: Rank | None, rules: Rules) -> int:
    """Return the points of a hand as submitted, before cap and minimum."""
    kinds = [kind_of(group, wild, rules) for group in groups]
    spared = _spared_kinds(kinds, own(rules).scoring.loser_policy)
    counting = [card for group, kind in zip(groups, kinds, strict=True) if kind not in spared for card in group]
    return card_points(counting, wild) + card_points(ungrouped, wild)


def _spared_kinds(kinds: Sequence[MeldKind], policy: LoserPolicy) -> tuple[MeldKind, ...]:
    """Return the kinds of group whose cards cost nothing.

    With two sequences, one of them pure, every meld costs nothing (001 L182, L198, 002 L53, 000 L23). Otherwise every
    group costs its points (001 L181), or in `winzo` every group but the pure sequence (000 L24). A rule set may spare
    every meld once there is a pure sequence (E5).
    """
    melds = (MeldKind.PURE_SEQUENCE, MeldKind.IMPURE_SEQUENCE, MeldKind.SET)
    is_free = policy is LoserPolicy.PURE_FREES_GROUPS and MeldKind.PURE_SEQUENCE in kinds
    if policy is LoserPolicy.ANY_VALID_GROUP or is_free or has_two_sequences(kinds):
        return melds
    return (MeldKind.PURE_SEQUENCE,) if policy is LoserPolicy.PURE_PROTECTS else ()


def charge(raw: int, rules: Rules, *, deal_show: bool = False) -> int:
    """Return the points that a loser pays for `raw`: first the cap, then half in a Deal Show, then the minimum.

    Args:
        raw: points as grouped, from `raw_points`.
        rules: the rule set.
        deal_show: the declaration came before this loser's first turn (002 L63-66); counts only if the rule set has
            Deal Show. An odd half rounds down.
    """
    scoring = own(rules).scoring
    capped = min(raw, rules.scoring.full_count)
    if deal_show and scoring.deal_show:
        return max(capped // 2, scoring.deal_show_min, scoring.min_loser_points)
    # A loser who shows a complete hand but did not declare it still pays the minimum (002 L68).
    return max(capped, scoring.min_loser_points)


def loser_points(
    groups: Sequence[Sequence[Card]],
    ungrouped: Iterable[Card],
    wild: Rank | None,
    rules: Rules,
    *,
    deal_show: bool = False,
) -> int:
    """Return the points that a loser pays who shows these groups."""
    return charge(raw_points(groups, ungrouped, wild, rules), rules, deal_show=deal_show)
