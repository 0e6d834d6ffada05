"""Views of gin made by hand, and the scenes that golden pictures are taken of."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.games.gin.actions import Knock
from bot.games.gin.deal import GinDeal
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.hand import draw_hand
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.rummy.cards import Card, parse_cards
from bot.rummy.match.match import Match, Terms
from bot.rummy.rules import Rules
from bot.rummy.table import Table
from tests.known import shipped
from tests.playing import opened
from tests.render.scenes import CALLED, NAMES
from tests.vector_gin import P1, outcome, turn

GIN, OKLAHOMA = shipped("gin"), shipped("oklahoma")
FAR = parse_cards("QC QD QS 5H 6H 7H KC KD 2S 9C AD")
NEAR = parse_cards("QC QD QS 5H 6H 7H KC KD KS 6C AD")
KNOCKS = parse_cards("9C 9D 9S 5H 6H 7H KC KD KS 4C")
LAYS_OFF = parse_cards("KH 8H 2C 2D 2S AC AD QS 6C 3D")


def table(deal: GinDeal) -> Table:
    """Return a table with that deal."""
    made, _ = opened(deal.rules, 2, random.Random(1))
    return replace(made, deal=deal)


def _sheet(*won: tuple[str, int]) -> bytes:
    match = Match.start(GIN, Terms.parse("limit_100"), 2)
    for winner, points in won:
        match = match.after(outcome(winner, points))
    return draw_sheet(replace(table(turn(GIN, FAR)), match=match).view(None), CALLED)


def knocked(away: str = "AH", rules: Rules = GIN, first_open: str = "JD") -> Table:
    """Return a table on which a player has just knocked, with that card face down."""
    deal = turn(rules, (*KNOCKS, Card.parse(away)), LAYS_OFF, first_open).play(P1, Knock(Card.parse(away)))
    assert deal.outcome is not None
    made = table(deal)
    return replace(made, match=made.match.after(deal.outcome))


SCENES: Mapping[str, Callable[[], bytes]] = {
    "gin_hand": lambda: draw_hand(table(turn(GIN, FAR)).view(P1), PLAIN),
    "gin_hand_near": lambda: draw_hand(table(turn(GIN, NEAR)).view(P1), Theme(four_colour=True)),
    "gin_hand_large": lambda: draw_hand(table(turn(GIN, NEAR)).view(P1), Theme(large=True)),
    "gin_table": lambda: draw_table(knocked(rules=OKLAHOMA, first_open="7S").view(None), NAMES),
    "gin_show": lambda: draw_show(knocked().view(None), NAMES),
    "gin_sheet": lambda: _sheet(("P1", 20), ("P2", 15), ("P1", 20)),
    "gin_sheet_won": lambda: _sheet(*[("P1", 20), ("P2", 15)] * 4, ("P1", 12), ("P1", 20)),
    "gin_sheet_shutout": lambda: _sheet(*[("P1", 21)] * 5),
}
"""PNGs by name."""
