"""The own hand, for its owner alone: saved groups under their marks, then the other cards."""

from collections.abc import Sequence

from bot.games.indian.melds import kind_of
from bot.games.indian.view import IndianView
from bot.games.western.view import WesternView
from bot.render import fan, fonts
from bot.render.canvas import WIDTH, Canvas
from bot.render.chips import joker_chips
from bot.render.fan import MARGIN, Fan, Look, layout
from bot.render.fonts import Cut
from bot.render.marks import FINISHING, KINDS, UNGROUPED
from bot.render.palette import Colour
from bot.render.phrases import own_status
from bot.render.romme import draw_romme_hand
from bot.render.sprites import HAND, LARGE
from bot.render.theme import PLAIN, Theme
from bot.render.words import Worth, worth
from bot.rummy.cards import Card
from bot.rummy.view import View

_HEADER = 72
_LETTERS = 36
_LARGE_LETTERS = 42
_MOST_LARGE = 7
"""More groups than a hand ever needs would make a tower of large cards."""


def draw_hand(view: View, theme: Theme = PLAIN, *, help: bool = True) -> bytes:
    """The hand of the view's seat as a PNG; `help`: whether it may show what the solver would put down.

    Raises:
        ValueError: the view is the public one, or nothing is dealt.
    """
    if view.deal is None or view.deal.seat is None:
        raise ValueError("a hand is drawn for the seat that holds it")
    if isinstance(view.deal, WesternView):
        return draw_romme_hand(view.deal, theme, help=help)
    assert isinstance(view.deal, IndianView)
    return _draw_grouped(view.deal, theme)


def _draw_grouped(deal: IndianView, theme: Theme) -> bytes:
    fans = _fans(deal)
    look = _look(deal, theme, fans)
    rows = layout(fans, look)
    canvas = Canvas.panel(_HEADER + fan.height(rows, look) + MARGIN)
    _header(canvas, deal, theme)
    fan.draw(canvas, _HEADER, rows, look)
    return canvas.png()


def _look(deal: IndianView, theme: Theme, fans: Sequence[Fan]) -> Look:
    """Large where the player wants it and the groups allow it."""
    large = Look(LARGE, deal.wild, theme, band=54, letters=38)
    # A group in two parts would look like two melds; only the ungrouped cards may take several rows.
    whole = all(len(group) <= large.most for group in deal.groups)
    if theme.large and whole and len(fans) <= _MOST_LARGE:
        return large
    return Look(HAND, deal.wild, theme, band=46, letters=32)


def _fans(deal: IndianView) -> list[Fan]:
    """The groups, the cards outside them and the finishing card; the drawn card is marked once."""
    ungrouped = deal.ungrouped
    drawn = _last(ungrouped, deal.drawn)
    fans = [Fan(group, KINDS[kind_of(group, deal.wild, deal.rules)]) for group in deal.groups]
    if deal.drawn is not None and drawn is None:
        fans = _mark_drawn(fans, deal.drawn)
    if ungrouped:
        fans.append(Fan(ungrouped, UNGROUPED, drawn))
    if deal.finishing is not None:
        fans.append(Fan((deal.finishing,), FINISHING))
    return fans


def _last(cards: Sequence[Card], wanted: Card | None) -> int | None:
    """The last place of a card; copies are equal, and what was drawn comes last."""
    places = [place for place, card in enumerate(cards) if card == wanted]
    return places[-1] if places else None


def _mark_drawn(fans: Sequence[Fan], drawn: Card) -> list[Fan]:
    places = [(i, _last(group.cards, drawn)) for i, group in enumerate(fans)]
    holder, place = next(((i, place) for i, place in places if place is not None), (None, None))
    return [Fan(group.cards, group.mark, place) if i == holder else group for i, group in enumerate(fans)]


def _header(canvas: Canvas, deal: IndianView, theme: Theme) -> None:
    """Points on the left, cut card and wild rank on the right."""
    letters = _LARGE_LETTERS if theme.large else _LETTERS
    base = (_HEADER + fonts.cap_height(Cut.BOLD, letters)) // 2
    right = joker_chips(canvas, WIDTH - MARGIN - 4, _HEADER // 2, deal, theme, letters)
    left = MARGIN + 4
    status = own_status(deal)
    if status is not None:
        canvas.text((left, base), status, letters, Colour.GOLD, Colour.PANEL, room=right - left - MARGIN)
        return
    _points(canvas, left, base, letters, worth(deal))


def _points(canvas: Canvas, left: int, base: int, letters: int, hand: Worth) -> None:
    text = f"Deadwood {hand.deadwood}"
    left += canvas.text((left, base), text, letters, Colour.TEXT, Colour.PANEL) + letters // 2
    if hand.counts > hand.deadwood:
        note = f"counts {hand.counts}"
        canvas.text((left, base), note, letters, Colour.GOLD, Colour.PANEL, cut=Cut.BOOK)
