"""The public board as a table: seats round the felt in the order of play, the decks in the middle, melds before their
owners.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.languages.formats import listed
from bot.languages.sentence import say, say_in, say_many
from bot.render.computers import with_computers
from bot.render.drawing import chips, fonts, palette
from bot.render.drawing.canvas import BRASS, RAIL, WIDTH, Canvas, Sprite, shape_of
from bot.render.drawing.names import Names, label
from bot.render.drawing.palette import Colour
from bot.render.drawing.portraits import PortraitLook, Portraits, hues
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import BOARD, TINY, Coat, back_sprite, card_sprite
from bot.render.drawing.theme import PLAIN, Theme
from bot.render.phrases import fitted, has_totals, seat_status, turn
from bot.render.pictures import BoardParts, Melds, Phrase, pictures_of
from bot.render.scores import drops_word, signed, which_deal
from bot.rummy.cards import Seat, is_wild
from bot.rummy.deal_view import DealView, Phase
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import View

_GAP = 14
_RADIUS = 18
_INSET = RAIL + BRASS + _GAP
"""The space between the edge of the picture and the seats."""
_WIDEST = 440
"""The most width of a seat."""
_PAD = 14
"""The space between the edge of a seat and its content."""
_PORTRAIT = 44
"""Radius of a portrait."""
_HEAD = 2 * _PORTRAIT + 10
"""Height of the portrait, and of what stands beside it."""
_LINE = 42
"""Height of a line of a seat."""
_NEXT = 38
"""Height of a further line, also in scripts with tall letters."""
_NAME, _STATUS, _POINTS, _TURN = 34, 30, 42, 40
"""Font sizes."""
_FEW_DROPS = 1
"""The number of drops left in a pool that is worth a note."""
_BADGE = 19
"""Radius of the dealer's badge."""
_MIDDLE = 394
"""Height of the middle: the turn, the deal, the decks and their captions."""
_OVAL = 64
"""Radius of the corners of the line round the middle."""
_APART = 136
"""The space between the decks."""
_THROWN = 3
"""The most cards of the open deck that are seen."""
_CARDS_A_LAYER, _LAYER = 12, 4
"""The number of cards of the closed deck for which its side grows, and by how many pixels."""


def draw_table(view: View, names: Names, theme: Theme = PLAIN, portraits: Portraits | None = None) -> bytes:
    """Return the board as a PNG, with public facts only, even for a player's own view.

    `portraits`: of people who have one; the others have their initials, and computers their own.
    """
    rows = _rows(view, names, with_computers(view, portraits))
    # The melds of each row of seats lie between it and the middle.
    melds = [_melds(view, row, names, theme) for row in rows]
    tall = [row.height + _GAP for row in rows]
    laid = [one.height + _GAP if one else 0 for one in melds]
    middle = _MIDDLE if view.deal else _GAP
    line = _INSET + tall[0] + laid[0] if view.deal else 0
    canvas = _felt(2 * _INSET + sum(tall) + sum(laid) + middle - _GAP, line).copy()
    top = _INSET
    rows[0].draw(canvas, top, view)
    top += tall[0]
    if melds[0]:
        melds[0].draw(canvas, top)
    top += laid[0]
    if view.deal:
        _middle(canvas, top, view, view.deal, names, theme)
    top += middle - _GAP
    if melds[1]:
        melds[1].draw(canvas, top + _GAP)
    rows[1].draw(canvas, top + laid[1] + _GAP, view)
    return canvas.png()


@lru_cache(8)
def _felt(height: int, line: int) -> Canvas:
    """Return an empty table, with an oval line that begins at *line*; 0: without one."""
    canvas = Canvas.table(height)
    if line:
        box = (_INSET + 2, line, WIDTH - _INSET - 2, line + _MIDDLE - _GAP - 4)
        canvas.outlined(box, Colour.PANEL, Colour.EDGE, Colour.PANEL, _OVAL, 3)
    return canvas


def _melds(view: View, row: "_Row", names: Names, theme: Theme) -> Melds | None:
    if view.deal is None:
        return None
    owners = [place.seat for place in row.places]
    return pictures_of(view.rules).melds(view.deal, owners, names, theme, margin=_INSET)


# -- the seats --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Place:
    """A seat, and what is written on it."""

    seat: Seat
    name: tuple[str, ...]
    """The name, in as many lines as it needs."""
    status: tuple[str, ...]
    note: str
    portrait: PortraitLook
    is_out: bool
    is_awaited: bool

    @property
    def tall(self) -> int:
        """Return the height of the lines below the portrait."""
        return sum(map(_tall, (self.name, self.status, (self.note,) if self.note else ())))


def _tall(lines: Sequence[str]) -> int:
    """Return the height of these lines."""
    return _LINE + _NEXT * (len(lines) - 1) if lines else 0


@dataclass(frozen=True, slots=True)
class _Row:
    """Seats side by side at one side of the table."""

    places: tuple[_Place, ...]
    width: int

    @property
    def height(self) -> int:
        """Return the height of the seats."""
        return _PAD + _HEAD + max(place.tall for place in self.places) + _PAD // 2

    def draw(self, canvas: Canvas, top: int, view: View) -> None:
        """Draw the seats, centred."""
        across = len(self.places) * (self.width + _GAP) - _GAP
        left = (WIDTH - across) // 2
        for place in self.places:
            _draw_place(canvas, (left, top, left + self.width, top + self.height), place, view)
            left += self.width + _GAP


def _rows(view: View, names: Names, portraits: Portraits) -> tuple[_Row, _Row]:
    """Return the seats at both sides of the table: clockwise, from the first one at the top left."""
    count = len(view.players)
    first = count - count // 2
    sides = [list(map(Seat, range(first))), list(map(Seat, reversed(range(first, count))))]
    widths = [min(_WIDEST, (WIDTH - 2 * _INSET + _GAP) // len(side) - _GAP) for side in sides]
    own = hues(names, count)
    places = [
        tuple(
            _place(seat, view, names, width - 2 * _PAD, PortraitLook("", own[seat], portraits.get(seat)))
            for seat in side
        )
        for side, width in zip(sides, widths, strict=True)
    ]
    upper, lower = (_Row(side, width) for side, width in zip(places, widths, strict=True))
    return upper, lower


def _place(seat: Seat, view: View, names: Names, room: int, look: PortraitLook) -> _Place:
    """Return what stands on a seat whose lines have that `room`."""
    deal, name = view.deal, label(names, seat)
    state = deal.seats[seat] if deal else None
    awaited = deal is not None and seat in (deal.outcome.winners if deal.outcome else deal.awaited)
    cut = Cut.BOLD if awaited else Cut.BOOK
    status = fitted(seat_status(state, view, deal), cut, _STATUS, room) if deal and state else ""
    told = fonts.in_lines(status, cut, room) if status else ()
    drops = drops_word(view, seat) if view.match.drops_left(seat) <= _FEW_DROPS else ""
    is_out = view.match.out[seat] is not None or (state is not None and state.status is not SeatStatus.IN)
    look = PortraitLook(name, look.hue, look.portrait)
    return _Place(
        seat, fonts.in_lines(name, Cut.BOLD, room), told, drops, look.faded if is_out else look, is_out, awaited
    )


def _draw_place(canvas: Canvas, box: fonts.Box, place: _Place, view: View) -> None:
    left, top, right, bottom = box
    canvas.tile(box, _RADIUS, framed=place.is_awaited)
    ring = Colour.ACCENT if place.is_awaited else Colour.RIM
    x, y = left + _PAD + _PORTRAIT, top + _PAD + _PORTRAIT
    place.portrait.draw(canvas, (x, y), _PORTRAIT, ring, Colour.TILE)
    _beside(canvas, x + _PORTRAIT + 14, right - _PAD, top + _PAD, place, view)
    middle, room = (left + right) // 2, right - left - 2 * _PAD
    spare = bottom - top - _PAD - _HEAD - _PAD // 2 - place.tall
    base = top + _PAD + _HEAD + spare // 2 + 30
    ink = Colour.MUTED if place.is_out else Colour.TEXT
    _lines(canvas, (middle, base), place.name, (_NAME, ink, Colour.TILE, Cut.BOLD), room)
    base += _tall(place.name)
    letters = (_STATUS, Colour.ALERT if place.is_out else Colour.MUTED, Colour.TILE, Cut.BOOK)
    if place.status and place.is_awaited:
        tall = _tall(place.status)
        canvas.box((left + 10, base - 31, right - 10, base + tall - 31), Colour.GOLD, Colour.TILE, 12)
        letters = (_STATUS, Colour.BLACK, Colour.GOLD, Cut.BOLD)
    _lines(canvas, (middle, base), place.status, letters, room)
    if place.note:
        at = (middle, base + _tall(place.status))
        _lines(canvas, at, (place.note,), (_STATUS, Colour.ACCENT, Colour.TILE, Cut.BOOK), room)


_Letters = tuple[int, Colour, Colour, Cut]
"""Size, ink, ground and weight."""


def _lines(canvas: Canvas, at: tuple[int, int], lines: Sequence[str], letters: _Letters, room: int) -> None:
    """Draw lines in letters of one size, centred below each other."""
    (middle, base), (size, ink, ground, cut) = at, letters
    size = min((fonts.fitting(line, cut, size, room) for line in lines), default=size)
    for line in lines:
        canvas.text((middle, base), line, size, ink, ground, cut=cut, align="middle", room=room)
        base += _NEXT


def _beside(canvas: Canvas, left: int, right: int, top: int, place: _Place, view: View) -> None:
    """Draw the cards in hand, the dealer's badge and the total beside the portrait."""
    deal, base = view.deal, top + 34
    if deal:
        canvas.image.paste(back_sprite(TINY).image, (left, base - TINY.height + 3), back_sprite(TINY).shape)
        held = str(deal.seats[place.seat].cards)
        canvas.text((left + TINY.width + 8, base), held, _STATUS, Colour.MUTED, Colour.TILE, cut=Cut.BOOK)
        if place.seat == deal.dealer:
            # Translators: one letter, for the dealer, on a small disc beside the name
            chips.disc_sign(canvas, (right - _BADGE, base - 12), say_in("a letter", "D"), _BADGE, Colour.TILE)
    if has_totals(view):
        ink = Colour.MUTED if view.match.out[place.seat] is not None else Colour.TEXT
        total = signed(view.totals[place.seat])
        canvas.text((left, top + 2 * _PORTRAIT - 6), total, _POINTS, ink, Colour.TILE, room=right - left)


# -- the middle -------------------------------------------------------------------------------------


def _middle(canvas: Canvas, top: int, view: View, deal: DealView, names: Names, theme: Theme) -> None:
    """Draw the turn, the deal and the decks on the felt, inside the oval line."""
    parts = pictures_of(view.rules).board(deal)
    _turn(canvas, top + 52, deal, names)
    _facts(canvas, top + 98, view, parts)
    under = parts.under
    shown = deal.open[-_THROWN:]
    deck = BOARD.width + (BOARD.strip if under else 0) + _side(deal.closed)
    across = deck + _APART + BOARD.width + (_THROWN - 1) * BOARD.strip
    left, y = (WIDTH - across) // 2, top + 116
    captions = y + BOARD.height + 44
    back = left
    if under is not None:
        coat = Coat(wild=is_wild(under, deal.jokers), under=True)
        canvas.paste(card_sprite(under, BOARD, theme, coat), (left, y))
        back += BOARD.strip
    _closed(canvas, back, y, deal)
    text = say_many(deal.closed, "{number} closed", "{number} closed")
    middle = (left + back + BOARD.width) // 2
    ended = (
        middle
        + canvas.text((middle, captions), text, _STATUS, Colour.MUTED, Colour.PANEL, cut=Cut.BOOK, align="middle") // 2
    )
    left += deck + _APART + (_THROWN - max(1, len(shown))) * BOARD.strip
    _open(canvas, left, y, (ended + 20, captions), deal, names, theme)


def _turn(canvas: Canvas, base: int, deal: DealView, names: Names) -> None:
    """Draw the players whom the board waits for, and the action, or the end of the deal."""
    who, what = _awaited(deal, names)
    wide = WIDTH - 2 * _INSET - 120
    action = fonts.width(what, Cut.BOOK, _STATUS) + 14
    size = fonts.fitting(who, Cut.BOLD, _TURN, wide - action)
    who = fonts.fit(who, Cut.BOLD, size, wide - action)
    left = (WIDTH - fonts.width(who, Cut.BOLD, size) - action) // 2
    left += canvas.text((left, base), who, size, Colour.ACCENT, Colour.PANEL) + 14
    canvas.text((left, base), what, _STATUS, Colour.ACCENT, Colour.PANEL, cut=Cut.BOOK)


def _facts(canvas: Canvas, base: int, view: View, parts: BoardParts) -> None:
    """Draw the number of the deal and what is special in it."""
    told = "  ·  ".join(filter(None, (which_deal(view), parts.heading)))
    chip = chips.chip_width(parts.chip, _STATUS) + 12 if parts.chip else 0
    room = WIDTH - 2 * _INSET - 80 - chip
    size = fonts.fitting(told, Cut.BOOK, _STATUS, room)
    left = (WIDTH - fonts.width(told, Cut.BOOK, size) - chip) // 2
    left += canvas.text((left, base), told, size, Colour.MUTED, Colour.PANEL, cut=Cut.BOOK, room=room)
    if parts.chip:
        chips.star_chip(canvas, left + 12, base, parts.chip, _STATUS, Colour.PANEL)


def _side(closed: int) -> int:
    """Return the width of the side of the closed deck."""
    return _LAYER * -(-max(0, closed - 1) // _CARDS_A_LAYER)


def _closed(canvas: Canvas, left: int, top: int, deal: DealView) -> None:
    """Draw the closed deck, as thick as it is full."""
    if not deal.closed:
        return
    if side := _side(deal.closed):
        under = _layers(side)
        canvas.image.paste(under.image, (left, top), under.shape)
    canvas.paste(back_sprite(BOARD), (left, top))


@lru_cache(32)
def _layers(side: int) -> Sprite:
    """Return the cards of a deck below its top one; its side is that wide."""
    right, low = BOARD.width, BOARD.height + side // 4
    canvas = Canvas(right + side, low, palette.CLEAR)
    box = (_LAYER, side // 4, right + side, low)
    canvas.outlined(box, Colour.PAPER, Colour.RIM, Colour.PANEL, BOARD.radius, 2)
    for edge in range(right + _LAYER, right + side, _LAYER):
        canvas.box((edge - 2, BOARD.radius, edge, low - BOARD.radius), Colour.RIM, Colour.PAPER)
    return Sprite(canvas, shape_of(canvas.image))


def _open(
    canvas: Canvas, left: int, top: int, caption: tuple[int, int], deal: DealView, names: Names, theme: Theme
) -> None:
    """Draw the last cards of the open deck and the player who discarded the top one: below it, or from `caption` on if
    the name is long.
    """
    shown = deal.open[-_THROWN:]
    for place, thrown in enumerate(shown):
        is_top = place == len(shown) - 1
        coat = Coat(wild=is_wild(thrown.card, deal.jokers), over=place > 0, under=not is_top)
        is_covered = is_top and deal.covered_by is not None
        sprite = back_sprite(BOARD) if is_covered else card_sprite(thrown.card, BOARD, theme, coat)
        canvas.paste(sprite, (left + place * BOARD.strip, top))
    left += max(0, len(shown) - 1) * BOARD.strip
    if deal.covered_by is not None:
        if not shown:
            canvas.paste(back_sprite(BOARD), (left, top))
        text = _thrown(deal.covered_by, names)
    elif shown:
        thrower = shown[-1].seat
        text = Phrase(say_in("a card", "turned up")) if thrower is None else _thrown(thrower, names)
    else:
        box = (left, top, left + BOARD.width, top + BOARD.height)
        canvas.outlined(box, Colour.PANEL, Colour.EDGE, Colour.PANEL, BOARD.radius, 3)
        text = Phrase(say_in("a deck", "empty"))
    first, base = caption
    right = WIDTH - _INSET - 26
    told = fitted((text,), Cut.BOOK, _STATUS, right - first)
    size = fonts.fitting(told, Cut.BOOK, _STATUS, right - first)
    across = fonts.width(told, Cut.BOOK, size)
    x = max(first, min(left + (BOARD.width - across) // 2, right - across))
    canvas.text((x, base), told, size, Colour.MUTED, Colour.PANEL, cut=Cut.BOOK, room=right - x)


def _thrown(by: Seat, names: Names) -> Phrase:
    """Return the player who discarded a card; a long name stands alone."""
    return Phrase(say("from {who}", who=label(names, by)), label(names, by))


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
