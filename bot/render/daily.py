"""A shared result in the deal of the day: the effect of each turn, and no card."""

from dataclasses import dataclass

from bot.languages.sentence import Sentence, say
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.names import alt_name, shown
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.phrases import begun, limited

_TITLE = 72
_LEFT = MARGIN + 24
_NUMBERS = 150
"""Height of the tile with points and turns."""
_SIDE, _GAP = 75, 13
_A_ROW = (WIDTH - 2 * _LEFT + _GAP) // (_SIDE + _GAP)
_FOOT = 66
INKS = {"nearer": Colour.IMPURE, "same": Colour.TEXT, "further": Colour.GOLD}
"""The colour of a turn by its effect; dark, light and between, so that they differ without colour too."""


_UNNAMED = Sentence("Player")


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The content of the picture."""

    name: str
    day: str
    points: str
    turns: str
    signs: tuple[tuple[str, bool], ...]
    """The effect of each turn (`nearer`, `same`, `further`), and whether its card came from the open deck."""
    end: str
    """The ending in a few words."""
    words: str
    """The signs in words."""


def draw_daily(card: DailyCard) -> bytes:
    """Return the result as a PNG."""
    rows = -(-len(card.signs) // _A_ROW)
    below = _TITLE + _NUMBERS + 24
    canvas = Canvas.panel(below + rows * (_SIDE + _GAP) + _FOOT)
    canvas.title(say("Deal of the day · {day}", day=card.day))
    canvas.tile((MARGIN, _TITLE, WIDTH - MARGIN, _TITLE + _NUMBERS), 16)
    room = WIDTH - 2 * _LEFT
    canvas.text((_LEFT, _TITLE + 56), shown(card.name, _UNNAMED()), 38, Colour.TEXT, Colour.TILE, room=room)
    took = canvas.text((_LEFT, _TITLE + 120), card.points, 52, Colour.ACCENT, Colour.TILE)
    canvas.text((_LEFT + took + 24, _TITLE + 120), card.turns, 38, Colour.MUTED, Colour.TILE, cut=Cut.BOOK)
    for i, (what, is_open) in enumerate(card.signs):
        down, across = divmod(i, _A_ROW)
        _sign(canvas, _LEFT + across * (_SIDE + _GAP), below + down * (_SIDE + _GAP), INKS[what], is_open=is_open)
    canvas.note((_LEFT, below + rows * (_SIDE + _GAP) + 34), begun(card.end), 34, room=room)
    return canvas.png()


def _sign(canvas: Canvas, left: int, top: int, ink: Colour, *, is_open: bool) -> None:
    """Draw a circle for the open deck, a square for the closed one."""
    canvas.box((left, top, left + _SIDE, top + _SIDE), ink, Colour.PANEL, _SIDE // 2 if is_open else 10)


def alt_daily(card: DailyCard) -> str:
    """Return the result in words."""
    said = f"{alt_name(card.name, _UNNAMED())}: {card.points}, {card.turns}"
    return limited([say("Deal of the day, {day}", day=card.day), said, card.words])
