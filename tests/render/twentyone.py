"""The scenes of twenty-one-card rummy that golden pictures are taken of."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.games.twentyone.deal import TwentyOneDeal
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.hand import draw_hand
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.rummy.cards import Card, Groups, parse_cards, parse_groups
from bot.rummy.match.match import Match, Terms
from bot.rummy.table import Table
from bot.rummy.view import Stage, View
from tests.known import shipped
from tests.playing import players
from tests.render.scenes import CALLED, NAMES
from tests.vector_twentyone import P1, deal_of, shown

RULES = shipped("twentyone")
HELD = "6S 7S 8S | KH KH KH | 9C TC 7D | 4H 4S JK | 2D 2D"
LOOSE = parse_cards("3C 5C QC JD QD AS 9H TH")
OTHER = parse_cards("2C 3C 4C 6D 7D 8D TH JH QH QS KS AS 9C TC JK 2H 2S 2D 3H 4H 5H")
POOR = parse_cards("2C 2C 4C 4C 6C 6C 8D 8D TD TD QH QH 3S 5S 8S JS JS KD 9D 5H AC")


def _table(deal: TwentyOneDeal) -> Table:
    table = Table.open(RULES, Terms(), players(len(deal.hands)))
    match = Match.start(RULES, Terms(), len(deal.hands))
    match = match.after(deal.outcome) if deal.outcome is not None else match
    stage = Stage.FINISHED if deal.outcome is not None else Stage.PLAYING
    return replace(table, deal=deal, match=match, stage=stage)


def _hand() -> View:
    """Return a hand of 22 cards, with a marriage, a tunnela and a dublee; the last one, of value, was drawn."""
    groups: Groups = parse_groups(HELD)
    drawn = Card.parse("8S")
    hand = (*(card for group in groups for card in group), *LOOSE[:-1], drawn)
    deal = deal_of(RULES, "7S", [hand, OTHER])
    holding = replace(deal.hands[P1], groups=groups)
    return _table(replace(deal, hands=(holding, *deal.hands[1:]), drawn=drawn)).view(P1)


def _over() -> View:
    groups = parse_groups("2C 3C 4C | 6D 7D 8D | TH JH QH | QS KS AS | 9C TC JK | 2H 2S 2D | 3H 4H 5H")
    second = parse_groups("6S 7S 8S | KH KH KH | 2D 3D 4D | JD QD 7D")
    hands = {"P1": OTHER, "P2": (*(c for g in second for c in g), *LOOSE, LOOSE[0]), "P3": POOR}
    return _table(shown(RULES, "7S", hands, {"P1": groups, "P2": second})).view(None)


SCENES: Mapping[str, Callable[[], bytes]] = {
    "twentyone_hand": lambda: draw_hand(_hand(), PLAIN),
    "twentyone_hand_large": lambda: draw_hand(_hand(), Theme(four_colour=True, large=True)),
    "twentyone_table": lambda: draw_table(_hand(), NAMES),
    "twentyone_show": lambda: draw_show(_over(), CALLED),
    "twentyone_sheet": lambda: draw_sheet(_over(), CALLED),
}
"""PNGs by name."""
