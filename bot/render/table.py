"""The public board: decks, turn, the state of every seat, and the melds on the table."""

from bot.languages.formats import listed
from bot.languages.sentence import say, say_in, say_many
from bot.render.drawing import chips, fan, fonts
from bot.render.drawing.canvas import MARGIN, WIDTH, Canvas
from bot.render.drawing.fonts import Box
from bot.render.drawing.names import Names, label
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import BOARD, Coat, back_sprite, card_sprite
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.phrases import fitted, has_totals, seat_status, turn
from bot.render.pictures import BoardParts, pictures_of
from bot.render.scores import drops_word, signed, which_deal
from bot.rummy.cards import Seat, is_wild
from bot.rummy.deal_view import DealView, Phase
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import View

_GAP = 14
_RADIUS = 18
_DECKS = 278
"""Height of the tile with the decks."""
_SEAT = 108
"""Height of a seat's tile."""
_PAD = 22
"""The space between the edge of a seat's tile and its content."""
_NAME, _STATUS, _NOTE, _POINTS = 36, 30, 28, 42
"""Font sizes."""
_FEW_DROPS = 1
"""The number of drops left in a pool that is worth a note."""
_BADGE = 19
"""Radius of the dealer's badge."""


def draw_table(view: View, names: Names, theme: Theme = PLAIN) -> bytes:
    """Return the board as a PNG, with public facts only, even for a player's own view."""
    seats = len(view.players)
    decks = _DECKS + _GAP if view.deal else 0
    bottom = MARGIN + decks + -(-seats // 2) * (_SEAT + _GAP)
    parts = pictures_of(view.rules).board(view.deal, names, theme) if view.deal else BoardParts()
    melds, look = parts.melds, parts.look
    tall = fan.height(melds, look) + _GAP if look and melds else 0
    canvas = Canvas.panel(bottom + tall - _GAP + MARGIN)
    if view.deal:
        _decks(canvas, view, view.deal, parts, names, theme)
    for i in range(seats):
        _seat(canvas, _seat_box(i, seats, MARGIN + decks), Seat(i), view, names)
    if look:
        fan.draw(canvas, bottom, melds, look)
    return canvas.png()


def _seat_box(place: int, seats: int, top: int) -> Box:
    """Return the tile of a seat: two in a row; a single last one takes the whole row."""
    half = (WIDTH - 2 * MARGIN - _GAP) // 2
    left = MARGIN + (half + _GAP) * (place % 2)
    alone = place == seats - 1 and place % 2 == 0
    y = top + (_SEAT + _GAP) * (place // 2)
    return (left, y, WIDTH - MARGIN if alone else left + half, y + _SEAT)


# -- the decks --------------------------------------------------------------------------------------


def _decks(canvas: Canvas, view: View, deal: DealView, parts: BoardParts, names: Names, theme: Theme) -> None:
    box = (MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + _DECKS)
    canvas.tile(box, _RADIUS)
    top = MARGIN + 20
    base = top + BOARD.height + 42
    left = MARGIN + 28
    deck = left
    if parts.under is not None:
        coat = Coat(wild=is_wild(parts.under, deal.jokers), under=True)
        canvas.paste(card_sprite(parts.under, BOARD, theme, coat), (left, top))
        deck += BOARD.strip
    captioned = _closed(canvas, deck, top, (left + deck + BOARD.width) // 2, base, deal)
    left = deck + BOARD.width + 64
    _open(canvas, left, top, (captioned + 24, base), deal, names, theme)
    left += BOARD.width + 72
    _state(canvas, left, top, view, deal, parts, names)


def _closed(canvas: Canvas, left: int, top: int, middle: int, base: int, deal: DealView) -> int:
    """Draw the closed deck with its number of cards. Return its right edge."""
    if deal.closed:
        canvas.paste(back_sprite(BOARD), (left, top))
    text = say_many(deal.closed, "{number} closed", "{number} closed")
    across = canvas.text((middle, base), text, _STATUS, Colour.MUTED, Colour.TILE, cut=Cut.BOOK, align="middle")
    return middle + across // 2


def _open(
    canvas: Canvas, left: int, top: int, caption: tuple[int, int], deal: DealView, names: Names, theme: Theme
) -> None:
    """Draw the top of the open deck and the player who discarded it: below the card, or from `caption` on if it is
    long.
    """
    if deal.covered_by is not None:
        canvas.paste(back_sprite(BOARD), (left, top))
        text = say("from {who}", who=label(names, deal.covered_by))
    elif deal.open:
        card, thrower = deal.open[-1].card, deal.open[-1].seat
        canvas.paste(card_sprite(card, BOARD, theme, Coat(wild=is_wild(card, deal.jokers))), (left, top))
        text = say("from {who}", who=label(names, thrower)) if thrower is not None else say_in("a card", "turned up")
    else:
        box = (left, top, left + BOARD.width, top + BOARD.height)
        canvas.outlined(box, Colour.TILE, Colour.EDGE, Colour.TILE, BOARD.radius, 3)
        text = say_in("a deck", "empty")
    first, base = caption
    x = max(first, left + (BOARD.width - fonts.width(text, Cut.BOOK, _STATUS)) // 2)
    room = WIDTH - MARGIN - 20 - x
    canvas.text((x, base), text, _STATUS, Colour.MUTED, Colour.TILE, cut=Cut.BOOK, room=room)


def _state(canvas: Canvas, left: int, top: int, view: View, deal: DealView, parts: BoardParts, names: Names) -> None:
    """Draw the number of the deal, its special facts, and the turn."""
    room = WIDTH - MARGIN - 20 - left
    canvas.text((left, top + 28), which_deal(view), _STATUS, Colour.MUTED, Colour.TILE, cut=Cut.BOOK, room=room)
    size = _POINTS if parts.chip else _NAME
    end = left + canvas.text((left, top + 86), parts.heading, size, Colour.TEXT, Colour.TILE, room=room)
    if parts.chip:
        chips.star_chip(canvas, end + 18, top + 86, parts.chip, _POINTS)
    who, what = _awaited(deal, names)
    canvas.text((left, top + 148), who, _NAME, Colour.ACCENT, Colour.TILE, room=room)
    canvas.text((left, top + 188), what, _STATUS, Colour.ACCENT, Colour.TILE, cut=Cut.BOOK, room=room)


def _awaited(deal: DealView, names: Names) -> tuple[str, str]:
    """Return the players whom the board waits for, and the action."""
    if deal.outcome is not None:
        winners = [label(names, seat) for seat in deal.outcome.winners]
        if not winners:
            return (say("Nobody has won"), say("the deal is dealt again"))
        how = say_in("a player", "won this deal") if len(winners) == 1 else say_in("players", "share this deal")
        return (listed(winners), how)
    if deal.phase is Phase.SHOW:
        return (label(names, deal.turn), say_in("a player", "declared: show your groups"))
    return (label(names, deal.turn), turn(deal))


# -- the seats --------------------------------------------------------------------------------------


def _seat(canvas: Canvas, box: Box, seat: Seat, view: View, names: Names) -> None:
    left, top, *_ = box
    deal = view.deal
    state = deal.seats[seat] if deal else None
    awaited = deal is not None and seat in deal.awaited
    canvas.tile(box, _RADIUS, framed=awaited)
    out = view.match.out[seat] is not None or (state is not None and state.status is not SeatStatus.IN)
    x = left + _PAD
    if deal and seat == deal.dealer:
        # Translators: one letter, for the dealer, on a small disc beside the name
        chips.disc_sign(canvas, (x + _BADGE, top + 36), say_in("a letter", "D"), _BADGE, Colour.TILE)
        x += 2 * _BADGE + 12
    name_end, status_end = _total(canvas, box, seat, view)
    ink = Colour.MUTED if out else Colour.TEXT
    canvas.text((x, top + 48), label(names, seat), _NAME, ink, Colour.TILE, room=name_end - x)
    room = status_end - left - _PAD
    status = fitted(seat_status(state, view, deal), Cut.BOOK, _STATUS, room) if deal and state else ""
    ink = Colour.ACCENT if awaited else Colour.ALERT if out else Colour.MUTED
    canvas.text((left + _PAD, top + 90), status, _STATUS, ink, Colour.TILE, cut=Cut.BOOK, room=room)


def _total(canvas: Canvas, box: Box, seat: Seat, view: View) -> tuple[int, int]:
    """Draw the seat's standing in the match. Return the right limits of its name and its status."""
    _, top, right, bottom = box
    right -= _PAD
    if not has_totals(view):
        return right, right
    drops = drops_word(view, seat) if view.match.drops_left(seat) <= _FEW_DROPS else ""
    base = top + 50 if drops else (top + bottom + fonts.cap_height(Cut.BOLD, _POINTS)) // 2
    ink = Colour.MUTED if view.match.out[seat] is not None else Colour.TEXT
    total = canvas.text((right, base), signed(view.totals[seat]), _POINTS, ink, Colour.TILE, align="right")
    noted = canvas.text((right, top + 90), drops, _NOTE, Colour.ACCENT, Colour.TILE, cut=Cut.BOOK, align="right")
    return right - total - 16, right - (noted or total) - 16
