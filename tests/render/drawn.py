"""What a picture shows, as values: every text, card and sign with its place, read off the finished file.

`read` notes what is asked of the canvas while a picture is drawn. That says where to look. What stands there is read
from the pixels with Pillow and the fonts alone, so that a wrong letter is a wrong reading, whoever drew it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

from bot.render import fonts
from bot.render.canvas import Canvas, Sprite
from bot.render.fonts import Cut
from bot.render.palette import Colour
from bot.render.sprites import BOARD, HAND, LARGE, LYING, SMALL, Size
from bot.rummy.cards import JOKER, Card, parse_cards

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""
Rgb = tuple[int, int, int]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK")
SUITS = ("♣", "♦", "♠", "♥")
STAR = "★"
SIGNS = (*SUITS, STAR, "✔", "✘", "=")
FLAGS = ("new", "use")
INKS = (Colour.BLACK, Colour.RED, Colour.BLUE, Colour.GREEN, Colour.VIOLET)
"""Of cards."""
BACK = "[back]"
UNREAD = "?"
"""In place of what looks like nothing that is known."""

SMOOTH = 44
"""Of 255, how far a pixel's coverage may be off: a ramp has nine steps."""
OFF_LINE = 24
"""How far from every blend of ink and ground a colour must be to be neither."""
ALIKE, APART = 48, 6
"""Of 255, over a whole shape: the most that one which is read may be off, and the least that the next best is worse."""
SHAPE = (20, 28)
"""Every shape is stretched to so many pixels before it is compared."""
LINE = 16
"""Things whose feet are at most so many pixels apart stand in one line; a raised card still lies among the others."""


# -- what a picture consists of ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Item:
    """A text, a card or a sign, and where it stands."""

    text: str
    left: int
    right: int
    foot: int
    """The base line of a text; the lower edge of a card or sign."""
    ink: Colour | None = None
    size: int = 0
    """Of a text: pixels to an em."""
    is_card: bool = False

    @property
    def middle(self) -> int:
        return (self.left + self.right) // 2


@dataclass(frozen=True, slots=True)
class Tile:
    """A box that holds what belongs together, such as a seat or a row."""

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
    """From the top downwards, each row from the left."""
    items: tuple[Item, ...]
    lines: tuple[Box, ...]
    """Thin boxes: the rules of a chart."""
    file: bytes = field(repr=False)

    def inside(self, tile: Tile) -> list[list[str]]:
        """What stands in the tile, line after line."""
        return [[item.text for item in line] for line in in_lines(filter(tile.holds, self.items))]

    def outside(self) -> list[list[str]]:
        """What stands on the panel itself, line by line."""
        free = (item for item in self.items if not any(tile.holds(item) for tile in self.tiles))
        return [[item.text for item in line] for line in in_lines(free)]

    @property
    def rows(self) -> list[list[str]]:
        """What stands in every tile, line after line."""
        return [[text for line in self.inside(tile) for text in line] for tile in self.tiles]

    @property
    def paragraphs(self) -> list[str]:
        """The tiles and the lines between them, from the top downwards."""
        return self.told().rstrip("\n").split("\n\n")[1:]

    def item(self, text: str) -> Item:
        """The only thing that reads so."""
        (found,) = (item for item in self.items if item.text == text)
        return found

    def tile(self, text: str) -> Tile:
        """The only tile in which that text stands."""
        (found,) = (tile for tile in self.tiles if any(tile.holds(item) for item in self.items if item.text == text))
        return found

    def column(self, x: int, colour: Colour, top: int, bottom: int) -> list[int]:
        """The rows between `top` and `bottom` in which the pixel at `x` has exactly that colour."""
        with Image.open(BytesIO(self.file)) as picture:
            strip = picture.convert("RGBA").crop((x, top, x + 1, bottom)).tobytes()
        wanted = bytes((*colour.value, 255))
        return [top + i for i in range(bottom - top) if strip[4 * i : 4 * i + 4] == wanted]

    def told(self) -> str:
        """The picture as text: a paragraph for every tile and for what stands between."""
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
    """Lines from the top downwards, each from the left."""
    ordered = sorted(items, key=lambda item: item.foot)
    number, numbered = 0, []
    for i, item in enumerate(ordered):
        number += i > 0 and item.foot - ordered[i - 1].foot > LINE
        numbered.append((number, item))
    for _, line in groupby(numbered, key=lambda pair: pair[0]):
        yield sorted((item for _, item in line), key=lambda item: item.left)


def face(card: Card) -> str:
    """How a card reads: `7♥`, `Joker`."""
    if card == JOKER:
        return "Joker"
    text = str(card)
    return text[:-1].replace("T", "10") + SUITS["CDSH".index(text[-1])]


def faces(text: str) -> list[str]:
    """How cards read: `2H JK` as `2♥` and `Joker`."""
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
        AssertionError: a text does not stand where, or as, it was written.
    """
    calls: dict[int, list[_Call]] = {}
    finished: list[Canvas] = []
    fill, stamp, text, paste, png = Canvas.box, Canvas.stamp, Canvas.text, Canvas.paste, Canvas.png

    def note(canvas: Canvas, call: _Call) -> None:
        calls.setdefault(id(canvas), []).append(call)

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
        note(self, _Text(at, words, size, ink, ground, cut, align, room))
        return text(self, at, words, size, ink, ground, cut=cut, align=align, room=room)

    def noted_paste(self: Canvas, sprite: Sprite, at: tuple[int, int]) -> None:
        note(self, _Card((*at, at[0] + sprite.image.width, at[1] + sprite.image.height)))
        paste(self, sprite, at)

    def noted_png(self: Canvas) -> bytes:
        finished.append(self)
        return png(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "box", noted_fill)
        patch.setattr(Canvas, "stamp", noted_stamp)
        patch.setattr(Canvas, "text", noted_text)
        patch.setattr(Canvas, "paste", noted_paste)
        patch.setattr(Canvas, "png", noted_png)
        file = draw()
    return _picture(file, calls[id(finished[-1])])


def _picture(file: bytes, calls: Sequence[_Call]) -> Picture:
    with Image.open(BytesIO(file)) as opened:
        page = _Page(Image.frombytes("L", opened.size, opened.tobytes()), bytes(opened.getpalette() or b""))
        width, height = opened.size
    cards = [call.box for call in calls if isinstance(call, _Card)]
    items: list[Item] = []
    places = [(call, _place(call)) for call in calls if isinstance(call, _Text) and call.text.strip()]
    for before, call in pairwise([None, *calls]):
        match call:
            case _Text() if call.text.strip():
                items.append(_word(call))
            case _Stamp():
                sign = _sign(page, call)
                if sign and isinstance(before, _Text) and before.text in RANKS:
                    items.append(_slip(items.pop(), sign))
                elif sign:
                    items.append(sign)
            case _Card(box):
                items.append(_lying(page, box, cards[cards.index(box) + 1 :]))
    for i, (call, box) in enumerate(places):
        _check(page, call, box, [other for j, (_, other) in enumerate(places) if i != j and _meet(box, other)])
    return Picture((width, height), _tiles(calls), tuple(items), tuple(_rules(calls)), file)


def _tiles(calls: Sequence[_Call]) -> tuple[Tile, ...]:
    """The boxes that lie on the panel; a rim is a slightly larger box drawn just before."""
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


# -- pixels -----------------------------------------------------------------------------------------


class _Page:
    """A finished picture: entries of its palette, and what they look like."""

    def __init__(self, entries: Image.Image, palette: bytes) -> None:
        self.entries = entries
        self.palette = palette

    def coverage(self, box: Box, inks: tuple[Colour, ...], ground: Colour) -> Image.Image:
        """How much of one of the inks lies on each pixel, 0 to 255; 0 where it is another colour."""
        return self.entries.crop(box).point(_coverage(self.palette, inks, ground)[0])

    def strange(self, box: Box, inks: tuple[Colour, ...], ground: Colour) -> Image.Image:
        """255 for pixels that are no blend of the ground and one of the inks."""
        return self.entries.crop(box).point(_coverage(self.palette, inks, ground)[1])

    def ink(self, box: Box, inks: Iterable[Colour]) -> Colour:
        """The ink of most pixels."""
        counts = self.entries.crop(box).histogram()
        return max(inks, key=lambda ink: sum(counts[i] for i in _entries(self.palette, ink)))

    def share(self, box: Box, colour: Colour) -> float:
        """How much of the box has exactly that colour."""
        counts = self.entries.crop(box).histogram()
        return sum(counts[i] for i in _entries(self.palette, colour)) / max(1, sum(counts))


@cache
def _entries(palette: bytes, colour: Colour) -> tuple[int, ...]:
    return tuple(i for i in range(len(palette) // 3) if tuple(palette[3 * i : 3 * i + 3]) == colour.value)


@cache
def _coverage(palette: bytes, inks: tuple[Colour, ...], ground: Colour) -> tuple[bytes, bytes]:
    """For every entry the coverage, and 255 where it is strange."""
    coverage, strange = bytearray(256), bytearray(256)
    for i in range(len(palette) // 3):
        red, green, blue = palette[3 * i : 3 * i + 3]
        shares = [_share((red, green, blue), ink.value, ground.value) for ink in inks]
        near = [share for share, off in shares if off <= OFF_LINE]
        coverage[i] = round(255 * max(near, default=0))
        strange[i] = 0 if near else 255
    return bytes(coverage), bytes(strange)


def _share(colour: Rgb, ink: Rgb, ground: Rgb) -> tuple[float, float]:
    """How far from the ground toward the ink a colour lies, 0 to 1, and how far off that way."""
    way = [i - g for i, g in zip(ink, ground, strict=True)]
    far = [c - g for c, g in zip(colour, ground, strict=True)]
    share = sum(a * b for a, b in zip(way, far, strict=True)) / sum(a * a for a in way)
    share = min(1.0, max(0.0, share))
    return share, max(abs(f - share * w) for f, w in zip(far, way, strict=True))


def _runs(present: Sequence[int]) -> list[tuple[int, int]]:
    """First and last + 1 of every stretch that is not 0."""
    edges = [0, *present, 0]
    starts = [i for i, (a, b) in enumerate(pairwise(edges)) if b and not a]
    ends = [i for i, (a, b) in enumerate(pairwise(edges)) if a and not b]
    return list(zip(starts, ends, strict=True))


def _solid(coverage: Image.Image) -> Image.Image:
    """Where more than half is covered."""
    return coverage.point([255 * (value > 96) for value in range(256)])


# -- letters and shapes -----------------------------------------------------------------------------


@cache
def _font(cut: Cut, size: int) -> ImageFont.FreeTypeFont:
    path = Path(fonts.__file__).parent / "fonts" / cut
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def _width(text: str, cut: Cut, size: int) -> int:
    return round(_font(cut, size).getlength(text))


def _clipped(call: _Text) -> str:
    """As much of the text as its room holds."""
    if call.room is None or _width(call.text, call.cut, call.size) <= call.room:
        return call.text
    ways = (call.text[:kept].rstrip() + "…" for kept in range(len(call.text) - 1, -1, -1))
    return next((way for way in ways if _width(way, call.cut, call.size) <= call.room), "…")


def _word(call: _Text) -> Item:
    """A text where it was asked for, clipped to its room."""
    text = _clipped(call)
    left = _pen(call, text)
    return Item(text, left, left + _width(text, call.cut, call.size), call.at[1], call.ink, call.size)


def _pen(call: _Text, text: str) -> int:
    across = _width(text, call.cut, call.size)
    return call.at[0] - {"left": 0, "middle": across // 2, "right": across}[call.align]


def _place(call: _Text) -> Box:
    """Where the strokes of a text are."""
    text = _clipped(call)
    image, above = _written(text, call.cut, call.size)
    left, top = _pen(call, text), call.at[1] - above
    return (left, top, left + image.width, top + image.height)


@lru_cache(maxsize=4096)
def _written(text: str, cut: Cut, size: int) -> tuple[Image.Image, int]:
    """The text's coverage, and how much of it lies above the base line."""
    left, top, right, bottom = (round(edge) for edge in _font(cut, size).getbbox(text, anchor="ls"))
    left = min(0, left)
    image = Image.new("L", (max(1, right - left + 1), max(1, bottom - top)))
    ImageDraw.Draw(image).text((-left, -top), text, 255, _font(cut, size), anchor="ls")
    return image, -top


def _check(page: _Page, call: _Text, box: Box, others: Sequence[Box]) -> None:
    """See that the text stands there as the font writes it, but for what other texts cover."""
    wanted = _written(_clipped(call), call.cut, call.size)[0].copy()
    found = page.coverage(box, (call.ink,), call.ground)
    strange = page.strange(box, (call.ink,), call.ground)
    for left, top, right, bottom in others:
        shared = (left - box[0], top - box[1], right - box[0], bottom - box[1])
        for image in (wanted, found, strange):
            image.paste(0, shared)
    off = ImageChops.difference(found, wanted).histogram()
    if sum(off[SMOOTH:]) or strange.getbbox():
        raise AssertionError(f"{call.text!r} was asked for at {call.at}, but other pixels stand in {box}")


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _nearest(coverage: Image.Image, among: Sequence[str]) -> str:
    """Which of the texts the shape is, whatever its size."""
    box = _solid(coverage).getbbox()
    if box is None:
        return UNREAD
    shape = coverage.crop(box).resize(SHAPE, Image.Resampling.BOX)
    (best, text), (next_best, _) = sorted((_off(shape, _shape(text)), text) for text in among)[:2]
    return text if best <= ALIKE and next_best - best >= APART else UNREAD


@cache
def _shape(text: str) -> Image.Image:
    image, above = _written(text, Cut.BOLD, 96)
    if text in RANKS:
        image = _rows(image, 0, above)
    return image.crop(_solid(image).getbbox()).resize(SHAPE, Image.Resampling.BOX)


def _off(one: Image.Image, other: Image.Image) -> int:
    """The mean difference of two shapes."""
    (mean,) = ImageChops.difference(one, other).resize((1, 1), Image.Resampling.BOX).tobytes()
    return mean


def _sign(page: _Page, call: _Stamp) -> Item | None:
    """The sign that was stamped; None where it is a disc or a line."""
    left, _, right, bottom = call.box
    text = _nearest(page.coverage(call.box, (call.ink,), call.ground), SIGNS)
    return None if text == UNREAD else Item(text, left, right, bottom, call.ink)


def _slip(rank: Item, sign: Item) -> Item:
    """A rank and the sign right after it, on a slip of paper."""
    return replace(rank, text=rank.text + sign.text, right=sign.right)


# -- cards ------------------------------------------------------------------------------------------

_SIZES = {(size.width, size.height): size for size in (HAND, LARGE, SMALL, LYING, BOARD)}


def _lying(page: _Page, box: Box, later: Sequence[Box]) -> Item:
    """A card, of which at least the strip with its index is to be seen."""
    left, top, right, bottom = box
    size = _SIZES[right - left, bottom - top]
    covered = any(_meet(box, one) for one in later)
    card = _entries_of(page, box, size, covered)
    return Item(_face(*card), left, right, bottom, _index_ink(*card), is_card=True)


def read_sprite(sprite: Sprite, palette: bytes, *, covered: bool = False) -> tuple[str, Colour]:
    """The card on a sprite, and the colour of its index."""
    box = (0, 0, sprite.image.width, sprite.image.height)
    card = _entries_of(_Page(sprite.image, palette), box, _SIZES[sprite.image.size], covered)
    return _face(*card), _index_ink(*card)


def _entries_of(page: _Page, box: Box, size: Size, covered: bool) -> tuple[bytes, bytes, Size, bool]:
    """The card's pixels, of which a covered one has no more than its strip."""
    left, top, right, bottom = box
    seen = page.entries.crop((left, top, left + size.strip if covered else right, bottom))
    return seen.tobytes(), page.palette, size, covered


@lru_cache(maxsize=1024)
def _index_ink(pixels: bytes, palette: bytes, size: Size, covered: bool) -> Colour:
    page = _card_page(pixels, palette, size)
    return page.ink((6, size.pip // 5, size.strip - 2, size.height // 2), INKS)


def _card_page(pixels: bytes, palette: bytes, size: Size) -> _Page:
    return _Page(Image.frombytes("L", (len(pixels) // size.height, size.height), pixels), palette)


@lru_cache(maxsize=1024)
def _face(pixels: bytes, palette: bytes, size: Size, covered: bool) -> str:
    """The card as its pixels show it: `9♠`, `7♥(wild)`, `Q♦(new)`, `Joker`, `Joker(Q♥ Q♦)`."""
    page = _card_page(pixels, palette, size)
    strip = (6, size.pip // 5 - 1, size.strip - 2, size.height - 6)
    if page.share(strip, Colour.BACK) > 0.3:
        return BACK
    paper = max((Colour.PAPER, Colour.GLOW), key=lambda colour: page.share(strip, colour))
    golden = _golden(page, strip, size)
    index = page.coverage((*strip[:3], min((top for top, _ in golden), default=strip[3])), INKS, paper)
    card = _index(index, size)
    marks = [*_marks(page, golden, size)]
    if paper is Colour.GLOW and not card.startswith("Joker") and "wild" not in marks:
        marks.append("on golden paper")
    if not covered and size.art:
        marks += _art(page, card, size, paper)
    return f"{card}({', '.join(marks)})" if marks else card


def _golden(page: _Page, strip: Box, size: Size) -> list[tuple[int, int]]:
    """The rows of what is golden below the index: a badge, a flag."""
    gold = page.coverage(strip, (Colour.GOLD,), Colour.BLACK)
    runs = _runs(_solid(gold).getprojection()[1])
    return [(strip[1] + a, strip[1] + b) for a, b in runs if strip[1] + a > size.pip and b - a > 8]


def _index(index: Image.Image, size: Size) -> str:
    """Rank and suit in the corner; for a joker on the table a star, and the cards that it stands for."""
    rows = _runs(_solid(index).getprojection()[1])
    if len(rows) < 2 - (index.height > size.pip):
        return UNREAD
    starred = len(rows) > 1 and _nearest(_rows(index, *rows[0]), (*SUITS, STAR)) == STAR
    top, bottom = rows[1 if starred else 0][0], rows[-1][1]
    # The tail of a J reaches down to the suit, even into it: what is read of a rank stands above the base line.
    base = top - _font(Cut.BOLD, size.rank).getbbox("H", anchor="ls")[1]
    rank = _nearest(_rows(index, top, round(base)), RANKS)
    pips = _rows(index, round(base) + size.pip // 4, bottom)
    if starred:
        across = _runs(_solid(pips).getprojection()[0])
        suits = (_nearest(pips.crop((a, 0, b, pips.height)), SUITS) for a, b in across)
        return f"Joker({' '.join(rank + suit for suit in suits)})"
    suit = _nearest(_largest(pips) if rank == "JK" else pips, (*SUITS, STAR))
    return "Joker" if (rank, suit) == ("JK", STAR) else rank + suit


def _rows(image: Image.Image, top: int, bottom: int) -> Image.Image:
    return image.crop((0, top, image.width, max(top + 1, bottom)))


def _largest(image: Image.Image) -> Image.Image:
    """The largest of the shapes that touch no other."""
    solid, pieces = _solid(image), []
    for label in range(1, 255):
        first = solid.tobytes().find(255)
        if first < 0:
            break
        ImageDraw.floodfill(solid, (first % solid.width, first // solid.width), label)
        pieces.append(solid.point([255 * (value == label) for value in range(256)]))
    return ImageChops.darker(image, max(pieces, key=lambda piece: piece.histogram()[255])) if pieces else image


def _marks(page: _Page, golden: Sequence[tuple[int, int]], size: Size) -> Iterator[str]:
    """The badge of a wild card; the word at a card's foot, whose strip begins at the card's edge."""
    for top, bottom in golden:
        box = (4, top, size.strip, bottom)
        shape = page.coverage(box, (Colour.BLACK,), Colour.GOLD)
        if page.share((5, top + 4, 7, bottom - 4), Colour.GOLD) > 0.9:
            yield _nearest(shape, FLAGS)
        else:
            inner = shape.crop((shape.width // 2 - 11, 2, shape.width // 2 + 11, shape.height - 2))
            yield "wild" if _nearest(inner, SIGNS) == STAR else UNREAD


def _art(page: _Page, card: str, size: Size, paper: Colour) -> list[str]:
    """Nothing where the large suit is the card's own, under a crown where the card has a face."""
    box = (size.strip + 1, size.height // 5, size.width - 6, size.height - 6)
    art = page.coverage(box, INKS, paper)
    rows = [(top, bottom) for top, bottom in _runs(_solid(art).getprojection()[1]) if bottom - top > size.art // 4]
    if not rows:
        return ["bare"]
    pip = _nearest(_rows(art, *rows[-1]), (*SUITS, STAR))
    wanted = (STAR, 1) if card.startswith("Joker") else (card[-1], 2 if card[0] in "JQK" else 1)
    return [] if (pip, len(rows)) == wanted else ["with other art"]
