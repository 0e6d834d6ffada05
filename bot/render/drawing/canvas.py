"""A picture in progress: one byte for each pixel, as an index into the palette."""

import time
from contextvars import ContextVar
from functools import cache, lru_cache

from PIL import Image, ImageDraw

from bot.counts import PictureCounts
from bot.languages.sentence import language
from bot.render.drawing import fonts, palette
from bot.render.drawing.fonts import Box
from bot.render.drawing.palette import Colour
from bot.render.drawing.png import written
from bot.render.drawing.scripts import Cut, from_right

WIDTH = 960
"""The width of every picture. A phone shows it about 400 pixels wide."""
MARGIN = 20
"""The space between the panel's edge and its content."""
TITLE_ROOM = WIDTH - 2 * MARGIN - 8
PANEL_RADIUS = 28
RAIL, BRASS = 22, 4
"""The thickness of a table's rail, and of the line inside it."""
ALL = (0, 1, 2, 3)
"""Corners of a box: top left, top right, bottom left, bottom right."""
TOP = (0, 1)
LEFT = (0, 2)
_OVERSAMPLE = 4
_ABOVE, _BELOW = 20, 9
"""The distance of the two lines of a name from the base line of one."""

COUNTED_IN: ContextVar[PictureCounts | None] = ContextVar("pictures", default=None)
"""The counts of pictures drawn by the running task; None counts nothing."""
_ANY = [0] + [255] * 255


def shape_of(coverage: Image.Image) -> Image.Image:
    """Return a mask of all pixels that are covered, even partly."""
    return coverage.point(_ANY, "1")


@cache
def disc(radius: int) -> Image.Image:
    """Return the coverage of a disc."""
    side = 2 * radius * _OVERSAMPLE
    image = Image.new("L", (side, side))
    ImageDraw.Draw(image).ellipse((0, 0, side - 1, side - 1), fill=255)
    return image.reduce(_OVERSAMPLE)


@cache
def _quarters(radius: int, table: bytes) -> tuple[tuple[Image.Image, Image.Image], ...]:
    """Return a disc's quarters, each in palette entries and as a shape, in the order of `ALL`."""
    entries, shape = disc(radius).point(table), shape_of(disc(radius))
    r, d = radius, 2 * radius
    boxes = ((0, 0, r, r), (r, 0, d, r), (0, r, r, d), (r, r, d, d))
    return tuple((entries.crop(box), shape.crop(box)) for box in boxes)


def _corners(box: Box, side: int) -> tuple[Box, ...]:
    """Return the squares in the corners of a box, in the order of `ALL`."""
    left, top, right, bottom = box
    return tuple((x, y, x + side, y + side) for y in (top, bottom - side) for x in (left, right - side))


TEXTS = 1_536
"""The number of cached lines of letters, some 8 kB each. A name takes three, so those of 250 tables for two fit."""


@lru_cache(TEXTS)
def _text(text: str, cut: Cut, size: int, ink: Colour, ground: Colour) -> tuple[Image.Image, Image.Image, int]:
    """Return the text in palette entries, its shape, and the number of rows above the base line."""
    coverage, above = fonts.mask(text, cut, size)
    return coverage.point(palette.ramp(ink, ground)), shape_of(coverage), above


class Canvas:
    """A picture in palette entries. Every drawing method is given the colour of the ground."""

    def __init__(self, width: int, height: int, ground: int) -> None:
        self.image = Image.new("L", (width, height), ground)
        self._began = time.perf_counter()

    @classmethod
    def panel(cls, height: int, ground: Colour = Colour.PANEL) -> "Canvas":
        """Return a new picture: the rounded panel in the colour *ground*, and nothing around it."""
        canvas = cls(WIDTH, height, palette.solid(ground))
        squares = _corners((0, 0, WIDTH, height), PANEL_RADIUS)
        for square, (entries, shape) in zip(squares, _quarters(PANEL_RADIUS, palette.fade(ground)), strict=True):
            canvas.image.paste(palette.CLEAR, square)
            canvas.image.paste(entries, square, shape)
        return canvas

    def box(self, box: Box, fill: Colour, ground: Colour, radius: int = 0, corners: tuple[int, ...] = ALL) -> None:
        """Draw a filled box (left, top, right, bottom) with round corners."""
        self._fill(box, palette.solid(fill), radius, palette.ramp(fill, ground) if radius else b"", corners)

    def outlined(self, box: Box, fill: Colour, line: Colour, ground: Colour, radius: int, thick: int) -> None:
        """Draw a filled box with round corners and a line around it."""
        left, top, right, bottom = box
        self.box(box, line, ground, radius)
        inner = (left + thick, top + thick, right - thick, bottom - thick)
        self.box(inner, fill, line, radius - thick)

    def tile(self, box: Box, radius: int, *, framed: bool = False) -> None:
        """Draw a box on the panel for related content; `framed`: with a golden line around it."""
        left, top, right, bottom = box
        self.paste(tile_sprite(right - left, bottom - top, radius, framed=framed), (left, top))

    def _fill(self, box: Box, fill: int, radius: int, table: bytes, corners: tuple[int, ...]) -> None:
        """Fill everything but the corners' squares, then the corners, so that the ground outside them stays."""
        left, top, right, bottom = box
        self.image.paste(fill, (left, top + radius, right, bottom - radius))
        if not radius:
            return
        self.image.paste(fill, (left + radius, top, right - radius, top + radius))
        self.image.paste(fill, (left + radius, bottom - radius, right - radius, bottom))
        quarters = _quarters(radius, table)
        for corner, square in enumerate(_corners(box, radius)):
            if corner in corners:
                self.image.paste(quarters[corner][0], square, quarters[corner][1])
            else:
                self.image.paste(fill, square)

    def stamp(self, coverage: Image.Image, at: tuple[int, int], ink: Colour, ground: Colour) -> None:
        """Draw a shape given by its coverage; uncovered pixels stay."""
        self.image.paste(coverage.point(palette.ramp(ink, ground)), at, shape_of(coverage))

    def text(
        self,
        at: tuple[int, int],
        text: str,
        size: int,
        ink: Colour,
        ground: Colour,
        *,
        cut: Cut = Cut.BOLD,
        align: str = "left",
        room: int | None = None,
    ) -> int:
        """Draw a line of text on its base line. Return its width.

        A text wider than `room` is drawn smaller. It is cut only if it is too wide in the smallest letters.
        """
        if language().from_right:
            text = from_right(text)
            # What has the whole line begins on its reader's side.
            if align == "left" and room is not None and 2 * at[0] + room == WIDTH:
                at, align = (at[0] + room, at[1]), "right"
        if room is not None:
            size = fonts.fitting(text, cut, size, room)
            text = fonts.fit(text, cut, size, room)
        across = fonts.width(text, cut, size)
        image, shape, above = _text(text, cut, size, ink, ground)
        shift = {"left": 0, "middle": across // 2, "right": across}[align]
        self.image.paste(image, (at[0] - shift, at[1] - above), shape)
        return across

    def name(self, at: tuple[int, int], name: str, size: int, ink: Colour, ground: Colour, *, room: int) -> bool:
        """Draw a name, in two lines of the smallest letters if it is too wide for one. Return whether it took two."""
        first, *others = fonts.in_lines(name, Cut.BOLD, room)
        if not others:
            self.text(at, name, size, ink, ground, room=room)
            return False
        (left, base), rest = at, name.removeprefix(first).strip()
        self.text((left, base - _ABOVE), first, fonts.LEAST, ink, ground)
        self.text((left, base + _BELOW), rest, fonts.LEAST, ink, ground, room=room)
        return True

    def title(self, text: str, *, size: int = 36, base: int = 48, margin: int = MARGIN) -> None:
        """Draw the title at the top of a picture."""
        left = margin + 4
        self.text((left, base), text, size, Colour.TEXT, Colour.PANEL, room=WIDTH - 2 * left)

    def note(
        self,
        at: tuple[int, int],
        text: str,
        size: int,
        ground: Colour = Colour.PANEL,
        *,
        align: str = "left",
        room: int | None = None,
    ) -> None:
        """Draw small, muted text."""
        self.text(at, text, size, Colour.MUTED, ground, cut=Cut.BOOK, align=align, room=room)

    @classmethod
    def table(cls, height: int) -> "Canvas":
        """Return a new picture: a table of felt with a rail."""
        canvas = cls.panel(height, Colour.RAIL)
        inner = (RAIL, RAIL, WIDTH - RAIL, height - RAIL)
        canvas.outlined(inner, Colour.PANEL, Colour.BRASS, Colour.RAIL, PANEL_RADIUS, BRASS)
        return canvas

    def copy(self) -> "Canvas":
        """Return a new picture that begins as this one."""
        canvas = Canvas.__new__(Canvas)
        canvas.image, canvas._began = self.image.copy(), time.perf_counter()
        return canvas

    def paste(self, sprite: "Sprite", at: tuple[int, int]) -> None:
        """Paste a finished sprite."""
        self.image.paste(sprite.image, at, sprite.shape)

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        file = written(self.image)
        if (counts := COUNTED_IN.get()) is not None:
            counts.seconds.note(time.perf_counter() - self._began)
            counts.bytes.note(len(file))
        return file


@lru_cache(64)
def tile_sprite(width: int, height: int, radius: int, *, framed: bool) -> "Sprite":
    """Return a box for related content, with the panel in its corners."""
    canvas, box = Canvas(width, height, palette.solid(Colour.PANEL)), (0, 0, width, height)
    if framed:
        canvas.outlined(box, Colour.TILE, Colour.ACCENT, Colour.PANEL, radius, 4)
    else:
        canvas.box(box, Colour.TILE, Colour.PANEL, radius)
    return Sprite(canvas)


class Sprite:
    """A small finished picture, and the shape that it covers; without a shape it covers everything."""

    __slots__ = ("image", "shape")

    def __init__(self, canvas: Canvas, shape: Image.Image | None = None) -> None:
        self.image = canvas.image
        self.shape = shape
