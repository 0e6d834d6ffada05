"""The own hand, for its owner alone."""

from bot.render.pictures import pictures_of
from bot.render.theme import PLAIN, Theme
from bot.rummy.view import View


def draw_hand(view: View, theme: Theme = PLAIN, *, help: bool = True) -> bytes:
    """The hand of the view's seat as a PNG; `help`: whether it may show what the solver would put down.

    Raises:
        ValueError: the view is the public one, or nothing is dealt.
    """
    if view.deal is None or view.deal.seat is None:
        raise ValueError("a hand is drawn for the seat that holds it")
    return pictures_of(view.rules).draw_hand(view, theme, help=help)
