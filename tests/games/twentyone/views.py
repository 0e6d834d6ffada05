"""Views of the first player with a hand of twenty-one cards."""

import random
from dataclasses import replace

from bot.rummy.cards import Card, parse_cards
from bot.rummy.deal_view import OpenCard, Phase
from bot.rummy.table import Table
from bot.rummy.view import View
from tests.known import shipped
from tests.playing import opened
from tests.vector_twentyone import P1, P2, deal_of

RULES = shipped("twentyone")
CUT = "5S"


def table_with(hand: str, *, top: str = "7D") -> Table:
    """Return a table at which P1 has 22 cards and is to throw, or has 21 and is to draw with that card open."""
    cards = parse_cards(hand.replace("|", " "))
    deal = deal_of(RULES, CUT, [cards, parse_cards("2D 3D")])
    draws = len(cards) % 2 == 1
    states = (replace(deal.hands[P1], has_drawn=not draws), deal.hands[P2])
    pile, phase = (OpenCard(Card.parse(top), P2),), Phase.DRAW if draws else Phase.DISCARD
    table, _ = opened(RULES, 2, random.Random(1))
    return replace(table, deal=replace(deal, hands=states, open=pile, phase=phase))


def look(hand: str, *, top: str = "7D") -> View:
    """Return the view of P1 at such a table."""
    return table_with(hand, top=top).view(P1)
