"""The groups that count for a loser after a valid declaration (D7)."""

from bot.games.indian import solver
from bot.games.indian.rules import own
from bot.games.indian.scoring import raw_points
from bot.rummy.cards import Card, Groups, Rank
from bot.rummy.deal_view import without
from bot.rummy.rules import Rules


def counting(
    groups: Groups,
    declared: Groups,
    hand: tuple[Card, ...],
    wild: Rank | None,
    rules: Rules,
    *,
    is_late: bool = False,
) -> Groups:
    """Return the groups that count; they cost no more than the saved ones.

    Args:
        groups: as the loser has saved them.
        declared: as they were when the declaration came.
        hand: all thirteen cards.
        wild: the wild rank.
        rules: the rule set.
        is_late: whether the time is over; it makes a difference only in rule sets without `arrange_shown`.
    """
    scoring = own(rules).scoring
    if not scoring.arrange_shown:
        arranged = is_late and scoring.auto_arrange_losers
        return solver.complete(groups, hand, wild, rules).groups if arranged else groups
    other = solver.best(hand, wild, rules).groups if scoring.auto_arrange_losers else declared
    return min((groups, other), key=lambda laid: raw_points(laid, outside(hand, laid), wild, rules))


def outside(hand: tuple[Card, ...], groups: Groups) -> tuple[Card, ...]:
    """Return the cards of a hand that are in none of the groups."""
    return without(hand, (card for group in groups for card in group))
