"""Properties of a table of gin that hold at any time."""

import random
from dataclasses import replace

from bot.games.gin.deal import GinDeal
from bot.rummy.cards import CARDS, Seat
from bot.rummy.deal_view import Phase
from bot.rummy.table import Table
from tests.vector_gin import P1, P2


def holds(table: Table) -> None:
    """Check that no card is lost, that points have one winner, and that no view holds a secret.

    Raises:
        AssertionError: one of these is false.
    """
    deal = table.deal
    if not isinstance(deal, GinDeal):
        return
    down = [deal.face_down] if deal.face_down is not None else []
    there = [*deal.closed, *(one.card for one in deal.open), *down, *(c for hand in deal.hands for c in hand.cards)]
    assert sorted(there, key=lambda card: card.index) == list(CARDS)
    if deal.outcome is not None:
        assert min(deal.outcome.points) == 0
        assert bool(max(deal.outcome.points)) == bool(deal.outcome.winners)
    for seat in (None, P1, P2):
        _holds_no_secret(deal, seat)


def _holds_no_secret(deal: GinDeal, seat: Seat | None) -> None:
    """Check that the view stays the same, however the cards lie that the seat cannot see."""
    others = [other for other in (P1, P2) if other != seat and deal.phase is not Phase.OVER]
    down = [deal.face_down] if deal.face_down is not None else []
    hidden = [
        *deal.closed,
        *down,
        *(card for other in others for card in deal.hands[other].cards if card != deal.taken),
    ]
    # One that was taken from the open deck in this turn is known.
    known = {other: [card for card in deal.hands[other].cards if card == deal.taken] for other in others}
    random.Random(len(deal.events)).shuffle(hidden)
    hands = list(deal.hands)
    for other in others:
        count = len(hands[other].cards) - len(known[other])
        hands[other] = replace(hands[other], cards=(*hidden[:count], *known[other]))
        hidden = hidden[count:]
    drawn = deal.drawn if seat == deal.turn or deal.drawn == deal.taken else hands[deal.turn].cards[0]
    changed = replace(
        deal,
        hands=tuple(hands),
        closed=tuple(hidden[len(down) :]),
        face_down=hidden[0] if down else None,
        drawn=drawn if deal.drawn else None,
    )
    assert changed.view(seat) == deal.view(seat)
