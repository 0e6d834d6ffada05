"""The content of a picture as values: every text, card and sign with its place, read off the finished file.

`read` records the calls to the canvas while a picture is drawn; they tell where to look. The pixels there are then
read, so that a wrong letter is a wrong reading, no matter which code drew it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import groupby, pairwise

import pytest
from PIL import Image, ImageChops

from bot.render.drawing import chips
from bot.render.drawing.canvas import Canvas, Sprite, tile_sprite
from bot.render.drawing.fonts import LEAST
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.hand import drawn_fans
from bot.rummy.cards import JOKER, Card, parse_cards
from tests.render.pixels import FELT, RANKS, SIGNS, SUITS, UNREAD, Box, Page, nearest, read_card, width, written

LINE = 16
"""Things whose feet are at most that many pixels apart are in one line; a raised card still lies among the others."""
SMOOTH = 44
"""The greatest error of a pixel's coverage, of 255: a ramp has six steps."""


# -- what a picture consists of ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Item:
    """A text, a card or a sign, and its place."""

    text: str
    left: int
    right: int
    foot: int
    """The base line of a text; the lower edge of a card or sign."""
    ink: Colour
    is_card: bool = False

    @property
    def middle(self) -> int:
        return (self.left + self.right) // 2


@dataclass(frozen=True, slots=True)
class Tile:
    """A box of things that belong together, such as a seat or a row."""

    box: Box
    rim: Colour | None = None

    def holds(self, item: Item) -> bool:
        left, top, right, bottom = self.box
        return left <= item.middle < right and top < item.foot <= bottom


@dataclass(frozen=True, slots=True)
class Picture:
    """All that was read off a picture."""

    size: tuple[int, int]
    tiles: tuple[Tile, ...]
    """The tiles from the top downwards, each row from the left."""
    items: tuple[Item, ...]
    lines: tuple[Box, ...]
    """Thin boxes: the rules of a chart."""
    file: bytes = field(repr=False)

    def inside(self, tile: Tile) -> list[list[str]]:
        """Return the texts in the tile, line by line."""
        return [[item.text for item in line] for line in in_lines(filter(tile.holds, self.items))]

    def outside(self) -> list[list[str]]:
        """Return the texts on the panel itself, line by line."""
        free = (item for item in self.items if not any(tile.holds(item) for tile in self.tiles))
        return [[item.text for item in line] for line in in_lines(free)]

    @property
    def rows(self) -> list[list[str]]:
        """Return the texts in every tile, line by line."""
        return [[text for line in self.inside(tile) for text in line] for tile in self.tiles]

    def seats(self, count: int) -> list[Tile]:
        """Return the tiles of a board's seats: clockwise, from the first one at the top left."""
        below = count // 2
        return [*self.tiles[: count - below], *reversed(self.tiles[len(self.tiles) - below :])]

    def seated(self, count: int) -> list[list[str]]:
        """Return the texts on a board's seats, in the order of play."""
        return [[text for line in self.inside(tile) for text in line] for tile in self.seats(count)]

    @property
    def paragraphs(self) -> list[str]:
        """Return the tiles and the lines between them, from the top downwards."""
        return self.told().rstrip("\n").split("\n\n")[1:]

    def item(self, text: str) -> Item:
        """Return the only thing that reads so."""
        (found,) = (item for item in self.items if item.text == text)
        return found

    def tile(self, text: str) -> Tile:
        """Return the only tile with that text."""
        (found,) = (tile for tile in self.tiles if any(tile.holds(item) for item in self.items if item.text == text))
        return found

    def column(self, x: int, colour: Colour, top: int, bottom: int) -> list[int]:
        """Return the rows between `top` and `bottom` in which the pixel at `x` has exactly that colour."""
        with Image.open(BytesIO(self.file)) as picture:
            strip = picture.convert("RGBA").crop((x, top, x + 1, bottom)).tobytes()
        wanted = bytes((*FELT[colour], 255))
        return [top + i for i in range(bottom - top) if strip[4 * i : 4 * i + 4] == wanted]

    def told(self) -> str:
        """Return the picture as text: a paragraph for every tile and for the texts between."""
        parts = [_paragraph(tile.box[1], tile.box[0], self.inside(tile), tile.rim) for tile in self.tiles]
        free = [item for item in self.items if not any(tile.holds(item) for tile in self.tiles)]
        for line in in_lines(free):
            parts.append(_paragraph(min(item.foot for item in line), 0, [[item.text for item in line]], None))
        paragraphs = (text for *_, text in sorted(parts) if text)
        return "\n\n".join((f"{self.size[0]} x {self.size[1]}", *paragraphs)) + "\n"


def _paragraph(top: int, left: int, lines: Sequence[Sequence[str]], rim: Colour | None) -> tuple[int, int, str]:
    told = "\n".join(" | ".join(line) for line in lines)
    return top, left, f"({rim.name.lower()} rim)\n{told}" if rim else told


def in_lines(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Yield lines from the top downwards, each from the left."""
    ordered = sorted(items, key=lambda item: item.foot)
    number, numbered = 0, []
    for i, item in enumerate(ordered):
        number += i > 0 and item.foot - ordered[i - 1].foot > LINE
        numbered.append((number, item))
    for _, line in groupby(numbered, key=lambda pair: pair[0]):
        yield sorted((item for _, item in line), key=lambda item: item.left)


def face(card: Card) -> str:
    """Return how a card reads: `7♥`, `Joker`."""
    if card == JOKER:
        return "Joker"
    text = str(card)
    return text[:-1].replace("T", "10") + SUITS["CDSH".index(text[-1])]


def faces(text: str) -> list[str]:
    """Return how cards read: `2H JK` as `2♥` and `Joker`."""
    return list(map(face, parse_cards(text)))


# -- what is asked of a canvas ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Text:
    at: tuple[int, int]
    text: str
    size: int
    ink: Colour
    ground: Colour
    cut: Cut
    align: str
    room: int | None


@dataclass(frozen=True, slots=True)
class _Stamp:
    box: Box
    ink: Colour
    ground: Colour


@dataclass(frozen=True, slots=True)
class _Card:
    box: Box


@dataclass(frozen=True, slots=True)
class _Fill:
    box: Box
    colour: Colour


_Call = _Text | _Stamp | _Card | _Fill


def read(draw: Callable[[], bytes]) -> Picture:
    """Draw a picture and read it.

    Raises:
        AssertionError: a text does not stand as it was written, or something covers it.
    """
    calls: dict[int, list[_Call]] = {}
    finished: list[Canvas] = []
    fill, stamp, text, paste, png = Canvas.box, Canvas.stamp, Canvas.text, Canvas.paste, Canvas.png

    def note(canvas: Canvas, call: _Call) -> None:
        calls.setdefault(id(canvas.image), []).append(call)

    def noted_fill(
        self: Canvas, box: Box, colour: Colour, ground: Colour, radius: int = 0, corners: tuple[int, ...] = (0, 1, 2, 3)
    ) -> None:
        note(self, _Fill(box, colour))
        fill(self, box, colour, ground, radius, corners)

    def noted_stamp(self: Canvas, coverage: Image.Image, at: tuple[int, int], ink: Colour, ground: Colour) -> None:
        note(self, _Stamp((*at, at[0] + coverage.width, at[1] + coverage.height), ink, ground))
        stamp(self, coverage, at, ink, ground)

    def noted_text(
        self: Canvas,
        at: tuple[int, int],
        words: str,
        size: int,
        ink: Colour,
        ground: Colour,
        *,
        cut: Cut = Cut.BOLD,
        align: str = "left",
        room: int | None = None,
    ) -> int:
        note(self, _Text(at, words, _size(words, cut, size, room), ink, ground, cut, align, room))
        return text(self, at, words, size, ink, ground, cut=cut, align=align, room=room)

    def noted_paste(self: Canvas, sprite: Sprite, at: tuple[int, int]) -> None:
        if sprite.shape is None:
            for call in calls[id(sprite.image)]:
                note(self, _moved(call, at))
        else:
            note(self, _Card((*at, at[0] + sprite.image.width, at[1] + sprite.image.height)))
        paste(self, sprite, at)

    def noted_png(self: Canvas) -> bytes:
        finished.append(self)
        return png(self)

    for kept in (drawn_fans, chips.slip, chips.badge, tile_sprite):  # what is kept is not drawn again
        kept.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "box", noted_fill)
        patch.setattr(Canvas, "stamp", noted_stamp)
        patch.setattr(Canvas, "text", noted_text)
        patch.setattr(Canvas, "paste", noted_paste)
        patch.setattr(Canvas, "png", noted_png)
        file = draw()
    return _picture(file, calls[id(finished[-1].image)])


def _moved(call: _Call, by: tuple[int, int]) -> _Call:
    """Return the call with its place on the panel, for a call on a slip."""
    x, y = by
    match call:
        case _Text():
            return replace(call, at=(call.at[0] + x, call.at[1] + y))
        case _:
            left, top, right, bottom = call.box
            return replace(call, box=(left + x, top + y, right + x, bottom + y))


def _picture(file: bytes, calls: Sequence[_Call]) -> Picture:
    with Image.open(BytesIO(file)) as opened:
        page = Page(Image.frombytes("L", opened.size, opened.tobytes()), bytes(opened.getpalette() or b""))
        width, height = opened.size
    cards = [call.box for call in calls if isinstance(call, _Card)]
    items: list[Item] = []
    for before, call in pairwise([None, *calls]):
        match call:
            case _Text() if call.text.strip():
                _check(page, call)
                items.append(_word(call))
            case _Stamp():
                sign = _sign(page, call)
                if sign and isinstance(before, _Text) and before.text in RANKS and sign.left - items[-1].right < LINE:
                    items.append(_slip(items.pop(), sign))
                elif sign:
                    items.append(sign)
            case _Card(box):
                covered = any(_meet(box, later) for later in cards[cards.index(box) + 1 :])
                card, ink = read_card(page, box, covered=covered)
                items.append(Item(card, box[0], box[2], box[3], ink, is_card=True))
    return Picture((width, height), _tiles(calls), tuple(items), tuple(_rules(calls)), file)


def _tiles(calls: Sequence[_Call]) -> tuple[Tile, ...]:
    """Return the boxes that lie on the panel; a rim is a slightly larger box drawn just before."""
    fills = [call for call in calls if isinstance(call, _Fill)]
    found = []
    for before, call in pairwise([_Fill((0, 0, 0, 0), Colour.PANEL), *fills]):
        if call.colour is not Colour.TILE:
            continue
        rimmed = all(abs(a - b) <= 4 for a, b in zip(before.box, call.box, strict=True))
        found.append(Tile(before.box, before.colour) if rimmed else Tile(call.box))
    inner = [tile for tile in found if any(_within(tile.box, other.box) for other in found)]
    return tuple(sorted((tile for tile in found if tile not in inner), key=lambda tile: (tile.box[1], tile.box[0])))


def _within(box: Box, other: Box) -> bool:
    left, top, right, bottom = other
    return box != other and left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom


def _rules(calls: Sequence[_Call]) -> Iterator[Box]:
    for call in calls:
        if isinstance(call, _Fill) and call.box[3] - call.box[1] <= 2:
            yield call.box


# -- texts and signs --------------------------------------------------------------------------------


def _size(text: str, cut: Cut, size: int, room: int | None) -> int:
    """Return the size asked for, or a smaller one that fits, as long as a phone shows it readably."""
    sizes = (one for one in range(size, LEAST, -1) if room is None or width(text, cut, one) <= room)
    return next(sizes, min(size, LEAST))


def _clipped(call: _Text) -> str:
    """Return the part of the text that its room holds."""
    if call.room is None or width(call.text, call.cut, call.size) <= call.room:
        return call.text
    ways = (call.text[:kept].rstrip() + "…" for kept in range(len(call.text) - 1, -1, -1))
    return next((way for way in ways if width(way, call.cut, call.size) <= call.room), "…")


def _word(call: _Text) -> Item:
    """Return the text at its place, clipped to its room."""
    text = _clipped(call)
    left = _pen(call, text)
    return Item(text, left, left + width(text, call.cut, call.size), call.at[1], call.ink)


def _pen(call: _Text, text: str) -> int:
    across = width(text, call.cut, call.size)
    return call.at[0] - {"left": 0, "middle": across // 2, "right": across}[call.align]


def _check(page: Page, call: _Text) -> None:
    """Check that the text is there as the font writes it, and nothing else in its place."""
    wanted, above = written(_clipped(call), call.cut, call.size)
    left, top = _pen(call, _clipped(call)), call.at[1] - above
    box = (left, top, left + wanted.width, top + wanted.height)
    off = ImageChops.difference(page.coverage(box, (call.ink,), call.ground), wanted).histogram()
    if sum(off[SMOOTH:]) or page.strange(box, (call.ink,), call.ground).getbbox():
        raise AssertionError(f"{call.text!r} was asked for at {call.at}, but other pixels stand in {box}")


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _sign(page: Page, call: _Stamp) -> Item | None:
    """Return the sign that was stamped; None if it is a disc or a line."""
    left, _, right, bottom = call.box
    text = nearest(page.coverage(call.box, (call.ink,), call.ground), SIGNS)
    return None if text == UNREAD else Item(text, left, right, bottom, call.ink)


def _slip(rank: Item, sign: Item) -> Item:
    """Return a rank and the sign right after it, on a slip of paper."""
    return replace(rank, text=rank.text + sign.text, right=sign.right)
