"""Properties of a table of twenty-one-card rummy that hold at any time."""

import random
from collections import Counter
from dataclasses import replace

from bot.games.twentyone.deal import TwentyOneDeal
from bot.rummy.cards import Seat
from bot.rummy.deal_view import Phase
from bot.rummy.match.stakes import paid, payouts
from bot.rummy.table import Table


def holds(table: Table) -> None:
    """Check that no card is lost, that the settlement sums to zero, and that no view holds a secret.

    Raises:
        AssertionError: one of these is false.
    """
    deal = table.deal
    if not isinstance(deal, TwentyOneDeal):
        return
    _holds_all_cards(table, deal)
    if deal.outcome is not None and deal.outcome.winners:
        assert sum(deal.outcome.points) == 0
    if table.match.is_over:
        assert sum(table.match.totals) == 0
        assert sum(payouts(table.match)) == sum(paid(table.match))
    for seat in (None, *map(Seat, range(len(deal.hands)))):
        _holds_no_secret(deal, seat)


def _holds_all_cards(table: Table, deal: TwentyOneDeal) -> None:
    there = Counter([deal.cut, *deal.closed, *(one.card for one in deal.open)])
    there += Counter(card for hand in deal.hands for card in hand.cards)
    everything = Counter(table.rules.cards(len(table.players)))
    missing = everything - there
    assert not there - everything
    # The finishing cards of wrong declarations are set aside, one for each.
    assert missing.total() <= len(deal.hands)


def _holds_no_secret(deal: TwentyOneDeal, seat: Seat | None) -> None:
    """Check that the view stays the same, however the cards lie that the seat cannot see, those of value too."""
    if deal.phase is Phase.OVER:
        return
    others = [other for other in range(len(deal.hands)) if other != seat]
    hidden = [*deal.closed, *(card for other in others for card in deal.hands[other].cards)]
    random.Random(len(deal.events)).shuffle(hidden)
    hands = list(deal.hands)
    for other in others:
        count = len(hands[other].cards)
        hands[other] = replace(hands[other], cards=tuple(hidden[:count]), groups=())
        hidden = hidden[count:]
    drawn = deal.drawn if seat == deal.turn or deal.drawn is None else hands[deal.turn].cards[0]
    declared = tuple(groups if at == seat else () for at, groups in enumerate(deal.declared))
    finishing = deal.finishing if seat == deal.turn or deal.finishing is None else deal.cut
    changed = replace(
        deal, hands=tuple(hands), closed=tuple(hidden), drawn=drawn, declared=declared, finishing=finishing
    )
    assert changed.view(seat) == deal.view(seat)
