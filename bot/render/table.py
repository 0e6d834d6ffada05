"""The public board: decks, whose turn it is, and how every seat stands."""

from collections.abc import Mapping

from bot.render import chips, fonts
from bot.render.canvas import WIDTH, Canvas
from bot.render.fan import MARGIN
from bot.render.fonts import Cut
from bot.render.names import label
from bot.render.palette import Colour
from bot.render.sprites import BOARD, Coat, back_sprite, card_sprite
from bot.render.theme import PLAIN, Theme
from bot.render.words import has_totals, seat_status
from bot.rummy.cards import Seat
from bot.rummy.outcome import Status
from bot.rummy.view import DealView, Phase, View

_GAP = 14
_RADIUS = 18
_DECKS = 278
"""Height of the tile with the decks."""
_SEAT = 108
"""Height of a seat's tile."""
_NAME, _STATUS, _POINTS = 36, 30, 42
"""Font sizes."""
_BADGE = 19
"""Radius of the dealer's badge."""


def draw_table(view: View, names: Mapping[Seat, str], theme: Theme = PLAIN) -> bytes:
    """The board as a PNG: only what everybody may know, whoever's view it is."""
    seats = len(view.players)
    decks = _DECKS + _GAP if view.deal else 0
    rows = -(-seats // 2)
    canvas = Canvas.panel(2 * MARGIN + decks + rows * _SEAT + (rows - 1) * _GAP)
    if view.deal:
        _decks(canvas, view, view.deal, names, theme)
    for i in range(seats):
        _seat(canvas, _seat_box(i, seats, MARGIN + decks), Seat(i), view, names)
    return canvas.png()


def _seat_box(place: int, seats: int, top: int) -> tuple[int, int, int, int]:
    """Two tiles a row; a lone last one takes the whole row."""
    half = (WIDTH - 2 * MARGIN - _GAP) // 2
    left = MARGIN + (half + _GAP) * (place % 2)
    alone = place == seats - 1 and place % 2 == 0
    y = top + (_SEAT + _GAP) * (place // 2)
    return (left, y, WIDTH - MARGIN if alone else left + half, y + _SEAT)


# -- the decks --------------------------------------------------------------------------------------


def _decks(canvas: Canvas, view: View, deal: DealView, names: Mapping[Seat, str], theme: Theme) -> None:
    box = (MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + _DECKS)
    canvas.box(box, Colour.TILE, Colour.PANEL, _RADIUS)
    top = MARGIN + 20
    base = top + BOARD.height + 42
    left = MARGIN + 28
    _closed(canvas, left, top, base, deal, theme)
    left += BOARD.strip + BOARD.width + 64
    _open(canvas, left, top, base, deal, names, theme)
    left += BOARD.width + 72
    _state(canvas, left, top, view, deal, names)


def _closed(canvas: Canvas, left: int, top: int, base: int, deal: DealView, theme: Theme) -> None:
    """The closed deck on the cut card."""
    coat = Coat(wild=deal.cut.rank == deal.wild, under=True)
    canvas.paste(card_sprite(deal.cut, BOARD, theme, coat), (left, top))
    deck = left + BOARD.strip
    if deal.closed:
        canvas.paste(back_sprite(BOARD), (deck, top))
    middle = left + (BOARD.strip + BOARD.width) // 2
    text = f"{deal.closed} closed"
    canvas.text((middle, base), text, _STATUS, Colour.MUTED, Colour.TILE, cut=Cut.BOOK, align="middle")


def _open(
    canvas: Canvas,
    left: int,
    top: int,
    base: int,
    deal: DealView,
    names: Mapping[Seat, str],
    theme: Theme,
) -> None:
    """The top of the open deck, and who threw it."""
    middle = left + BOARD.width // 2
    if deal.open:
        card, thrower = deal.open[-1].card, deal.open[-1].seat
        canvas.paste(card_sprite(card, BOARD, theme, Coat(wild=card.rank == deal.wild)), (left, top))
        text = f"from {label(names, thrower)}" if thrower is not None else "turned up"
    else:
        box = (left, top, left + BOARD.width, top + BOARD.height)
        canvas.outlined(box, Colour.TILE, Colour.EDGE, Colour.TILE, BOARD.radius, 3)
        text = "none open"
    room = BOARD.width + 96
    canvas.text((middle, base), text, _STATUS, Colour.MUTED, Colour.TILE, cut=Cut.BOOK, align="middle", room=room)


def _state(canvas: Canvas, left: int, top: int, view: View, deal: DealView, names: Mapping[Seat, str]) -> None:
    """Which deal, what is wild, whose turn."""
    room = WIDTH - MARGIN - 20 - left
    canvas.text((left, top + 34), f"Deal {view.deal_number}", _STATUS, Colour.MUTED, Colour.TILE, cut=Cut.BOOK)
    x = left + canvas.text((left, top + 98), "Wild", _POINTS, Colour.TEXT, Colour.TILE) + 18
    chips.wild_chip(canvas, x, top + 98, deal.wild, _POINTS)
    who, what = _awaited(deal, names)
    canvas.text((left, top + 166), who, _NAME, Colour.GOLD, Colour.TILE, room=room)
    canvas.text((left, top + 208), what, _STATUS, Colour.GOLD, Colour.TILE, cut=Cut.BOOK, room=room)


_TASKS = {Phase.DRAW: "to draw", Phase.DISCARD: "to discard", Phase.DECLARE: "to declare"}


def _awaited(deal: DealView, names: Mapping[Seat, str]) -> tuple[str, str]:
    """Who the board waits for, and what for."""
    if deal.outcome is not None:
        winner = deal.outcome.winner
        return ("Void", "dealt again") if winner is None else (label(names, winner), "won this deal")
    if deal.phase is Phase.SHOW:
        return (label(names, deal.turn), "declared: show your groups")
    return (label(names, deal.turn), _TASKS[deal.phase])


# -- the seats --------------------------------------------------------------------------------------


def _seat(canvas: Canvas, box: tuple[int, int, int, int], seat: Seat, view: View, names: Mapping[Seat, str]) -> None:
    left, top, right, bottom = box
    deal = view.deal
    state = deal.seats[seat] if deal else None
    awaited = deal is not None and seat in deal.awaited
    if awaited:
        canvas.outlined(box, Colour.TILE, Colour.GOLD, Colour.PANEL, _RADIUS, 4)
    else:
        canvas.box(box, Colour.TILE, Colour.PANEL, _RADIUS)
    out = seat in view.left or (state is not None and state.status is not Status.IN)
    x = left + 22
    if deal and seat == deal.dealer:
        chips.disc_sign(canvas, (x + _BADGE, top + 36), "D", _BADGE, Colour.TILE)
        x += 2 * _BADGE + 12
    taken = _total(canvas, right - 22, (top + bottom) // 2, seat, view)
    room = right - 22 - taken - x - (16 if taken else 0)
    ink = Colour.MUTED if out else Colour.TEXT
    canvas.text((x, top + 48), label(names, seat), _NAME, ink, Colour.TILE, room=room)
    status = seat_status(state, view, deal) if deal and state else ""
    if seat in view.left and (state is None or state.status is not Status.LEFT):
        status = "left the table"
    room = right - 22 - taken - left - 22 - (16 if taken else 0)
    ink = Colour.GOLD if awaited else Colour.ALERT if out else Colour.MUTED
    canvas.text((left + 22, top + 90), status, _STATUS, ink, Colour.TILE, cut=Cut.BOOK, room=room)


def _total(canvas: Canvas, right: int, middle: int, seat: Seat, view: View) -> int:
    """The points of the match so far; the width they take."""
    if not has_totals(view):
        return 0
    base = middle + fonts.cap_height(Cut.BOLD, _POINTS) // 2
    text = str(view.totals[seat])
    return canvas.text((right, base), text, _POINTS, Colour.TEXT, Colour.TILE, align="right")
