"""Cards laid out like a held hand: fans on trays, each under its band, in as few rows as possible."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.render.drawing import fonts
from bot.render.drawing.canvas import MARGIN, TOP, WIDTH, Canvas
from bot.render.drawing.fonts import Box
from bot.render.drawing.marks import Mark
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import Coat, Size, back_sprite, card_sprite
from bot.render.drawing.theme import Theme
from bot.rummy.cards import JOKER, Card, Wild, is_wild

_GAP = 14
_PAD = 10
_RADIUS = 16
_RAISE = 14


@dataclass(frozen=True, slots=True)
class Fan:
    """Cards that lie together, with the mark of their band."""

    cards: tuple[Card | None, ...]
    """The cards; None for one that lies face down."""
    mark: Mark
    drawn: int | None = None
    """Place of the card that was just drawn."""
    due: tuple[int, ...] = ()
    """Places of cards that must be used in this turn."""
    stands: tuple[tuple[Card, ...], ...] = ()
    """The cards that each joker of a meld on the table stands for, by place."""

    @property
    def faces(self) -> tuple[Card, ...]:
        """Return the cards that do not lie face down."""
        return tuple(card for card in self.cards if card is not None)

    @property
    def is_raised(self) -> bool:
        """Return whether any card is raised."""
        return self.drawn is not None or bool(self.due)

    def coat(self, place: int, look: "FanLook") -> Coat:
        """Return the look of the card at that place, apart from its face."""
        card = self.cards[place]
        return Coat(
            wild=card is not None and is_wild(card, look.wild),
            valued=card in look.valued,
            drawn=place == self.drawn,
            due=place in self.due,
            over=place > 0,
            under=place < len(self.cards) - 1,
            stands=self.stands[place] if self.stands and card == JOKER else (),
        )


@dataclass(frozen=True, slots=True)
class FanLook:
    """The look of fans: sizes, wild cards, and the player's theme."""

    size: Size
    wild: Wild
    theme: Theme
    band: int
    """Height of a band."""
    letters: int
    """Font size on a band."""
    valued: frozenset[Card] = frozenset()
    """The cards with a mark of value."""
    margin: int = MARGIN
    """The space between the panel's edge and the trays."""

    @property
    def room(self) -> int:
        """Return the width for trays in one row."""
        return WIDTH - 2 * self.margin

    @property
    def most(self) -> int:
        """Return the most cards that one tray can hold."""
        return (self.room - 2 * _PAD - self.size.width) // self.size.strip + 1

    def tray_height(self, raised: bool) -> int:
        """Return the height of a tray with its band; more if a card is raised."""
        return self.band + 2 * _PAD + self.size.height + (_RAISE if raised else 0)

    def width(self, fan: Fan, strip: int) -> int:
        """Return the width of a tray whose covered cards show `strip` pixels."""
        cards = self.size.width + (len(fan.cards) - 1) * strip
        return 2 * _PAD + max(cards, self._caption_width(fan.mark))

    def _caption_width(self, mark: Mark) -> int:
        sign = self.letters if mark.sign else 0
        return sign + fonts.width(str(mark.word), Cut.BOLD, self.letters) + 4

    def row_width(self, row: Sequence[Fan], strip: int) -> int:
        """Return the width of trays side by side."""
        return sum(self.width(fan, strip) for fan in row) + _GAP * (len(row) - 1)


def mark_drawn(fans: Sequence[Fan], drawn: Card | None, order: Iterable[int]) -> list[Fan]:
    """Return the fans with the drawn card marked once: in the first fan of `order` that holds one like it.

    Copies are equal, so the last one in a fan counts as the drawn card.
    """
    marked = list(fans)
    for i in order:
        places = [place for place, card in enumerate(fans[i].cards) if card is not None and card == drawn]
        if places:
            marked[i] = replace(fans[i], drawn=places[-1])
            break
    return marked


Rows = tuple[tuple[Fan, ...], ...]


def layout(fans: Sequence[Fan], look: FanLook) -> Rows:
    """Return the fans in rows."""
    parts = [part for fan in fans for part in _split(fan, look.most)]
    return _balanced(parts, look)


def _strip(row: Sequence[Fan], look: FanLook) -> int:
    """Return the visible width of a covered card with which the row fills the picture."""
    wider = range(look.size.strip + 1, look.size.spread + 1)
    return look.size.strip + bisect_right(wider, look.room, key=lambda strip: look.row_width(row, strip))


def _split(fan: Fan, most: int) -> list[Fan]:
    """Return a fan that is too long for one row as several of about the same length."""
    count = -(-len(fan.cards) // most)
    ends = [len(fan.cards) * part // count for part in range(count + 1)]
    return [_part(fan, first, last) for first, last in pairwise(ends)]


def _part(fan: Fan, first: int, last: int) -> Fan:
    inside = fan.drawn is not None and first <= fan.drawn < last
    drawn = fan.drawn - first if fan.drawn is not None and inside else None
    due = tuple(place - first for place in fan.due if first <= place < last)
    return replace(fan, cards=fan.cards[first:last], drawn=drawn, due=due, stands=fan.stands[first:last])


def _balanced(fans: Sequence[Fan], look: FanLook) -> Rows:
    """Return the fewest rows that hold the fans in order, with the widest row as narrow as possible."""
    if not fans:
        return ()
    widths = [look.width(fan, look.size.strip) for fan in fans]
    limit = look.room
    fewest = len(_filled(widths, limit))
    for narrower in range(limit, max(widths) - 1, -_GAP):
        if len(_filled(widths, narrower)) > fewest:
            break
        limit = narrower
    rows = _filled(widths, limit)
    return tuple(tuple(fans[i] for i in row) for row in rows)


def _filled(widths: Sequence[int], room: int) -> list[list[int]]:
    """Return the places of the trays, row by row, each row as full as possible."""
    rows: list[list[int]] = [[]]
    used = 0
    for place, width in enumerate(widths):
        if rows[-1] and used + _GAP + width > room:
            rows.append([])
            used = 0
        used += width + (_GAP if rows[-1] else 0)
        rows[-1].append(place)
    return rows


def _row_height(row: Sequence[Fan], look: FanLook) -> int:
    return look.tray_height(any(fan.is_raised for fan in row))


def height(rows: Rows, look: FanLook) -> int:
    """Return the pixels from the first tray's top to the last tray's bottom."""
    return sum(_row_height(row, look) for row in rows) + _GAP * (len(rows) - 1) if rows else 0


def draw(canvas: Canvas, top: int, rows: Rows, look: FanLook) -> None:
    """Draw the rows from `top` downwards, each as wide as the picture."""
    for row in rows:
        tall = _row_height(row, look)
        strip = _strip(row, look)
        edges = _edges([look.width(fan, strip) for fan in row], look)
        for fan, (left, right) in zip(row, edges, strict=True):
            _tray(canvas, (left, top, right, top + tall), fan, strip, look)
        top += tall + _GAP


def _edges(widths: Sequence[int], look: FanLook) -> list[tuple[int, int]]:
    """Return left and right edges of trays that share the spare room equally."""
    spare = max(0, look.room - sum(widths) - _GAP * (len(widths) - 1))
    edges = []
    left = look.margin
    for place, width in enumerate(widths):
        right = left + width + spare * (place + 1) // len(widths) - spare * place // len(widths)
        edges.append((left, right))
        left = right + _GAP
    return edges


def _tray(canvas: Canvas, box: Box, fan: Fan, strip: int, look: FanLook) -> None:
    left, top, right, bottom = box
    canvas.tile(box, _RADIUS)
    canvas.box((left, top, right, top + look.band), fan.mark.band, Colour.PANEL, _RADIUS, TOP)
    _caption(canvas, left, right, top, fan.mark, look)
    x = left + (right - left - look.size.width - (len(fan.cards) - 1) * strip) // 2
    y = bottom - _PAD - look.size.height
    for place, card in enumerate(fan.cards):
        coat = fan.coat(place, look)
        sprite = back_sprite(look.size) if card is None else card_sprite(card, look.size, look.theme, coat)
        canvas.paste(sprite, (x, y - _RAISE if coat.flag else y))
        x += strip


def _caption(canvas: Canvas, left: int, right: int, top: int, mark: Mark, look: FanLook) -> None:
    """Draw sign and word in the middle of the band."""
    cap = fonts.cap_height(Cut.BOLD, look.letters)
    word = str(mark.word)
    across = fonts.width(word, Cut.BOLD, look.letters)
    sign = fonts.sign(mark.sign, _SIGN_SHARE.get(mark.sign, 100) * cap // 100) if mark.sign else None
    lead = sign.width + cap // 2 if sign else 0
    x = (left + right - across - lead) // 2
    # Some scripts reach further down than Latin letters.
    base = min(top + (look.band + cap) // 2, top + look.band - fonts.depth(word, Cut.BOLD, look.letters))
    if sign:
        canvas.stamp(sign, (x, base - (cap + sign.height) // 2), mark.ink, mark.band)
    canvas.text((x + lead, base), word, look.letters, mark.ink, mark.band)


_SIGN_SHARE = {"★": 115, "=": 60}
"""Height of a sign in hundredths of a capital letter."""
