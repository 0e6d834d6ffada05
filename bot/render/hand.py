"""The own hand, for its owner alone."""

from collections.abc import Callable, Sequence

from bot.render.drawing import fan
from bot.render.drawing.canvas import MARGIN, Canvas
from bot.render.drawing.fan import Fan, Look, layout
from bot.render.drawing.sprites import HAND, LARGE
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.pictures import pictures_of
from bot.rummy.cards import Rank
from bot.rummy.view import View


def draw_hand(view: View, theme: Theme = PLAIN, *, help: bool = True) -> bytes:
    """The hand of the view's seat as a PNG; `help`: whether it may show what the solver would put down.

    Raises:
        ValueError: the view is the public one, or nothing is dealt.
    """
    if view.deal is None or view.deal.seat is None:
        raise ValueError("a hand is drawn for the seat that holds it")
    return pictures_of(view.rules).draw_hand(view, theme, help=help)


HEADER = 72
"""Height of the line above the cards."""


def hand_look(wild: Rank | None, theme: Theme, *, large: bool) -> Look:
    """How the cards of an own hand are drawn."""
    return Look(LARGE, wild, theme, band=54, letters=38) if large else Look(HAND, wild, theme, band=46, letters=32)


def draw_fans(fans: Sequence[Fan], look: Look, header: Callable[[Canvas], None]) -> bytes:
    """An own hand as a PNG: what `header` draws above, then the fans."""
    rows = layout(fans, look)
    canvas = Canvas.panel(HEADER + fan.height(rows, look) + MARGIN)
    header(canvas)
    fan.draw(canvas, HEADER, rows, look)
    return canvas.png()
