"""The toss: each player's card, the first player and the dealer."""

from bot.languages.sentence import say
from bot.render.drawing import fonts
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.fonts import Box
from bot.render.drawing.names import Names, label
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import BOARD, card_sprite
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.words import FIRST, seat_roles
from bot.rummy.cards import Seat
from bot.rummy.view import View

_TITLE = 72
_GAP = 10
_RADIUS = 16
_NAME, _ROLE = 28, 28
_CAPTION = 96
"""The height of name and role below a card."""


def draw_toss(view: View, names: Names, theme: Theme = PLAIN) -> bytes:
    """Return the toss cards by seat as a PNG, or the seats if a dealer was picked."""
    cards = BOARD.height + 14 if view.toss else 0
    bottom = _TITLE + cards + _CAPTION + 12
    canvas = Canvas.panel(bottom + MARGIN)
    title = say("Toss: the highest card plays first") if view.toss else say("Seats, clockwise")
    canvas.title(title, size=34)
    count = len(view.players)
    across = (WIDTH - 2 * MARGIN - _GAP * (count - 1)) // count
    for i in range(count):
        left = MARGIN + i * (across + _GAP)
        _column(canvas, (left, _TITLE, left + across, bottom), Seat(i), view, names, theme)
    return canvas.png()


def _column(canvas: Canvas, box: Box, seat: Seat, view: View, names: Names, theme: Theme) -> None:
    left, top, right, bottom = box
    middle, room = (left + right) // 2, right - left - 16
    roles = seat_roles(view)[seat]
    canvas.tile(box, _RADIUS, framed=bool(roles))
    if seat < len(view.toss):
        canvas.paste(card_sprite(view.toss[seat], BOARD, theme), (middle - BOARD.width // 2, top + 14))
    name = fonts.fit(label(names, seat), Cut.BOLD, _NAME, room)
    canvas.text((middle, bottom - 60), name, _NAME, Colour.TEXT, Colour.TILE, align="middle")
    role = " · ".join(roles)
    if fonts.width(role, Cut.BOLD, _ROLE) > room:
        role = " · ".join(seat_roles(view, FIRST)[seat])
    canvas.text((middle, bottom - 22), role, _ROLE, Colour.ACCENT, Colour.TILE, align="middle", room=room)
