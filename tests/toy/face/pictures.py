"""The pictures of the game, and their words."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from bot.languages.sentence import Sentence
from bot.render.drawing import fan
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.fan import Fan, FanLook, layout
from bot.render.drawing.marks import Mark
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import HAND
from bot.render.drawing.theme import Theme
from bot.render.hand import draw_status
from bot.render.phrases import own_status
from bot.render.pictures import BoardParts, Headline, Pictures
from bot.rummy.deal_view import DealView
from bot.rummy.outcome import Ending, Outcome, ShownHand
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text.words import cards
from tests.toy.codes import ToyEnding
from tests.toy.face import words
from tests.toy.rules import pairs
from tests.toy.view import ToyView, toy_deal

_HEADER = 72
THREE = Mark(Colour.SET, "", "Three of a kind")
REST = Mark(Colour.OPEN, "", "In hand")


class ToyPictures(Pictures):
    """Draws hands of five."""

    endings: ClassVar = {
        ToyEnding.OUT: Headline(Sentence("{who} is out with three of a kind")),
        ToyEnding.SHARED: Headline(Sentence("{who} share the most pairs"), Sentence("no cards left to draw")),
        Ending.STALEMATE: Headline(Sentence("{who} has the most pairs"), Sentence("no cards left to draw")),
    }

    def draw_hand(self, view: View, theme: Theme, *, help: bool) -> bytes:
        """Return the hand, and how many pairs it holds."""
        deal = toy_deal(view)
        look = FanLook(HAND, None, theme, band=46, letters=32)
        rows = layout([Fan(deal.hand, REST)], look) if deal.hand else ()
        canvas = Canvas.panel(_HEADER + fan.height(rows, look) + MARGIN)
        if not draw_status(canvas, own_status(deal), theme, WIDTH - MARGIN):
            told = words.pairs(deal.pairs)
            canvas.text((MARGIN + 4, 48), told, 36, Colour.TEXT, Colour.PANEL, cut=Cut.BOLD, room=WIDTH - 2 * MARGIN)
        fan.draw(canvas, _HEADER, rows, look)
        return canvas.png()

    def hand_words(self, deal: DealView, *, help: bool) -> Iterable[str]:
        """Return the hand, and how many pairs it holds."""
        assert isinstance(deal, ToyView)
        return [f"in hand: {cards(deal.hand)}", words.pairs(deal.pairs)]

    def board(self, deal: DealView) -> BoardParts:
        """Draw a board without cards on the table."""
        return BoardParts(heading="Three of a kind")

    def shown_fans(self, hand: ShownHand) -> Sequence[Fan]:
        """Return the three of a kind, and the rest."""
        threes = [Fan(group, THREE) for group in hand.groups]
        return [*threes, *([Fan(hand.deadwood, REST)] if hand.deadwood else [])]

    def shown_note(self, hand: ShownHand, outcome: Outcome, rules: Rules) -> str:
        """Return how many pairs it holds."""
        return "out" if hand.groups else words.pairs(pairs(hand.deadwood))

    def shown_words(self, hand: ShownHand, outcome: Outcome, rules: Rules, charged: str) -> str:
        """Return the cards laid open, and the points."""
        laid = [f"three of a kind {cards(group)}" for group in hand.groups]
        return ", ".join([*laid, cards(hand.deadwood), charged])


PICTURES = ToyPictures()
