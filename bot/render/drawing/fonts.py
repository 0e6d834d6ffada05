"""Text as masks of coverage, in two weights, measured and cached."""

from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from itertools import accumulate
from math import modf

from PIL import Image, ImageDraw, ImageFont

from bot.render.drawing.host_fonts import HostFont
from bot.render.drawing.scripts import SIZES, Cut, Glyph, Typeface, WritingSystem, can_shape, clusters, file_of, pieces

LEAST = 27
"""The smallest font size that is readable on a phone."""
_ELLIPSIS = "…"
SHAPED = 2_048
"""The number of cached words in shaped scripts, some 3 kB each: shaping one of Devanagari takes a millisecond."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom edge, in pixels."""


@cache
def _file(script: WritingSystem | None, cut: Cut) -> bytes:
    return file_of(script, cut).read_bytes()


@cache
def font(cut: Cut, size: int, script: Typeface | None = None) -> ImageFont.FreeTypeFont:
    """Return the font in that size, in pixels to an em; `script` None is that of Latin letters."""
    # The basic layout gives the same result on every machine.
    is_shaped = script is not None and can_shape()
    layout = ImageFont.Layout.RAQM if is_shaped else ImageFont.Layout.BASIC
    drawn = size if script is None else round(size * (SIZES.get(script, 1) if isinstance(script, WritingSystem) else 1))
    if isinstance(script, HostFont):
        try:
            return ImageFont.truetype(str(script.path), drawn, layout_engine=layout)
        except OSError:  # the file was removed since the start
            return font(cut, size)
    return ImageFont.truetype(BytesIO(_file(script, cut)), drawn, layout_engine=layout)


@dataclass(frozen=True, slots=True)
class _Set:
    """A piece of a line in a font and a size."""

    font: ImageFont.FreeTypeFont
    text: str
    direction: str | None
    """The direction of the text; None if the piece is not shaped."""

    @property
    def advance(self) -> float:
        """Return the pixels to the beginning of the next piece."""
        return self.font.getlength(self.text) if self.direction is None else _shaped(self)[0]

    @property
    def box(self) -> Box:
        """Return the edges of its strokes, left, top, right and bottom, from the pen on the base line."""
        return _box(self) if self.direction is None else _shaped(self)[1]

    def draw(self, image: Image.Image, pen: float, base: int) -> None:
        """Draw the piece with the pen at that place on the base line."""
        if self.direction is None:
            ImageDraw.Draw(image).text((pen, base), self.text, 255, self.font, anchor="ls")
            return
        part, whole = modf(pen)
        strokes, left, top = _strokes(self, part)
        image.paste(255, (int(whole) + left, base + top), strokes)


@lru_cache(SHAPED)
def _shaped(piece: _Set) -> tuple[float, Box]:
    return piece.font.getlength(piece.text, direction=piece.direction), _box(piece)


def _box(piece: _Set) -> Box:
    left, top, right, bottom = piece.font.getbbox(piece.text, anchor="ls", direction=piece.direction)
    return round(left), round(top), round(right), round(bottom)


@lru_cache(SHAPED)
def _strokes(piece: _Set, part: float) -> tuple[Image.Image, int, int]:
    """Return the coverage with the pen moved right by that part of a pixel, and its left top corner from the pen."""
    left, top, right, bottom = piece.box
    left, top = left - 1, top - 1
    image = Image.new("L", (right - left + 2, bottom - top + 1))
    at = (part - left, -top)
    ImageDraw.Draw(image).text(at, piece.text, 255, piece.font, anchor="ls", direction=piece.direction)
    return image, left, top


@dataclass(frozen=True, slots=True)
class _Robot:
    """The sign of a computer: a head with an antenna, as high as a capital letter and a half."""

    size: int

    @property
    def advance(self) -> float:
        return self.size

    @property
    def box(self) -> Box:
        return round(self.size * 0.04), -round(self.size * 0.92), round(self.size * 0.92), round(self.size * 0.12)

    def draw(self, image: Image.Image, pen: float, base: int) -> None:
        left, top, right, bottom = self.box
        image.paste(255, (round(pen) + left, base + top), _robot(right - left, bottom - top))


@cache
def _robot(across: int, height: int) -> Image.Image:
    """Return the coverage of a robot's head."""
    scale = 4
    image = Image.new("L", (across * scale, height * scale))
    draw = ImageDraw.Draw(image)

    def box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        wide, high = image.size
        return left * wide, top * high, right * wide - 1, bottom * high - 1

    draw.ellipse(box(0.41, 0, 0.59, 0.16), 255)
    draw.rectangle(box(0.465, 0.1, 0.535, 0.3), 255)
    draw.rectangle(box(0, 0.48, 1, 0.74), 255)
    draw.rounded_rectangle(box(0.1, 0.26, 0.9, 1), 0.14 * image.height, 255)
    for left in (0.26, 0.58):
        draw.ellipse(box(left, 0.42, left + 0.16, 0.56), 0)
    draw.rounded_rectangle(box(0.28, 0.7, 0.72, 0.8), 0.05 * image.height, 0)
    return image.reduce(scale)


def _set(text: str, cut: Cut, size: int) -> list[_Set | _Robot]:
    """Return the pieces of a line, from left to right."""
    found: list[_Set | _Robot] = []
    for piece in pieces(text):
        if isinstance(piece.script, Glyph):
            found.append(_Robot(size))
            continue
        chosen = font(cut, size, piece.script)
        is_shaped = chosen.layout_engine == ImageFont.Layout.RAQM
        direction = "rtl" if piece.from_right else "ltr"
        found.append(_Set(chosen, piece.text, direction if is_shaped else None))
    return found


@lru_cache(maxsize=4096)
def width(text: str, cut: Cut, size: int) -> int:
    """Return the pixels from the first stroke to the place of a next letter."""
    return round(sum(piece.advance for piece in _set(text, cut, size)))


@lru_cache(maxsize=1024)
def fit(text: str, cut: Cut, size: int, room: int) -> str:
    """Return the text, or as much of it as fits into `room` pixels, with an ellipsis."""
    if width(text, cut, size) <= room:
        return text
    kept = clusters(text)
    while kept and width("".join(kept).rstrip() + _ELLIPSIS, cut, size) > room:
        kept.pop()
    return "".join(kept).rstrip() + _ELLIPSIS


def fitting(text: str, cut: Cut, size: int, room: int) -> int:
    """Return that size, or the largest smaller one, down to `LEAST`, at which the text fits into `room` pixels."""
    return next((one for one in range(size, LEAST, -1) if width(text, cut, one) <= room), min(size, LEAST))


def in_lines(text: str, cut: Cut, room: int) -> tuple[str, ...]:
    """Return a text in as many lines as it needs in the smallest letters, broken at spaces if it has some."""
    if width(text, cut, LEAST) <= room:
        return (text,)
    parts = clusters(text)
    fits = (end for end in range(len(parts) - 1, 1, -1) if width("".join(parts[:end]), cut, LEAST) <= room)
    longest = next(fits, 1)
    end = next((end for end in range(longest, longest // 2, -1) if parts[end].isspace()), longest)
    return ("".join(parts[:end]), *in_lines("".join(parts[end:]).strip(), cut, room))


@cache
def cap_height(cut: Cut, size: int) -> int:
    """Return the height of a capital letter in pixels."""
    return -round(font(cut, size).getbbox("H", anchor="ls")[1])


HIGHEST, LOWEST = 1.3, 0.5
"""The distance in ems that marks may reach above and below the base line, so that no name gets more room than
others.
"""


@lru_cache(maxsize=64)
def mask(text: str, cut: Cut, size: int) -> tuple[Image.Image, int]:
    """Return the text's coverage, its left edge at the pen, and the number of rows above the base line."""
    found = _set(text, cut, size)
    pens = [0.0, *accumulate(piece.advance for piece in found)]
    boxes = [piece.box for piece in found]
    left = min(0, *(round(pen) + box[0] for pen, box in zip(pens, boxes, strict=False)))
    right = max(round(pen) + box[2] for pen, box in zip(pens, boxes, strict=False))
    top = max(min(box[1] for box in boxes), -round(HIGHEST * size))
    bottom = min(max(box[3] for box in boxes), round(LOWEST * size))
    image = Image.new("L", (max(1, right - left + 1), max(1, bottom - top)))
    for pen, piece in zip(pens, found, strict=False):
        piece.draw(image, pen - left, -top)
    return image, -top


def depth(text: str, cut: Cut, size: int) -> int:
    """Return the number of rows below the base line; 0 for none."""
    image, above = mask(text, cut, size)
    return max(0, image.height - above)


@cache
def sign(text: str, height: int) -> Image.Image:
    """Return the coverage of one character, trimmed to its strokes, `height` pixels high."""
    size = 4 * height
    left, top, right, bottom = (round(edge) for edge in font(Cut.BOLD, size).getbbox(text, anchor="ls"))
    image = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(image).text((-left, -top), text, 255, font(Cut.BOLD, size), anchor="ls")
    across = max(1, round(image.width * height / image.height))
    return image.resize((across, height), Image.Resampling.LANCZOS)
