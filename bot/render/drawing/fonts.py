"""Text as masks of coverage, in two weights, measured and cached."""

from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from itertools import accumulate

from PIL import Image, ImageDraw, ImageFont

from bot.render.drawing.host_fonts import HostFont
from bot.render.drawing.scripts import SIZES, Typeface, WritingSystem, can_shape, clusters, file_of, pieces
from bot.render.drawing.scripts import Cut as Cut

LEAST = 27
"""The smallest size that a phone shows readably."""
_ELLIPSIS = "…"


@cache
def _file(script: WritingSystem | None, cut: Cut) -> bytes:
    return file_of(script, cut).read_bytes()


@cache
def font(cut: Cut, size: int, script: Typeface | None = None) -> ImageFont.FreeTypeFont:
    """The font in that size, in pixels to an em; `script` None: that of Latin letters."""
    # The basic layout gives the same on every machine.
    is_shaped = script is not None and can_shape()
    layout = ImageFont.Layout.RAQM if is_shaped else ImageFont.Layout.BASIC
    drawn = size if script is None else round(size * (SIZES.get(script, 1) if isinstance(script, WritingSystem) else 1))
    if isinstance(script, HostFont):
        try:
            return ImageFont.truetype(str(script.path), drawn, layout_engine=layout)
        except OSError:  # it has gone since the start
            return font(cut, size)
    return ImageFont.truetype(BytesIO(_file(script, cut)), drawn, layout_engine=layout)


@dataclass(frozen=True, slots=True)
class _Set:
    """A piece of a line in a size."""

    font: ImageFont.FreeTypeFont
    text: str
    direction: str | None

    @property
    def advance(self) -> float:
        """Pixels to where the next piece begins."""
        return self.font.getlength(self.text, direction=self.direction)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom edge of its strokes, seen from the pen on the base line."""
        left, top, right, bottom = self.font.getbbox(self.text, anchor="ls", direction=self.direction)
        return round(left), round(top), round(right), round(bottom)

    def draw(self, image: ImageDraw.ImageDraw, at: tuple[float, float]) -> None:
        """Draw it; `at` is where the pen stands."""
        image.text(at, self.text, 255, self.font, anchor="ls", direction=self.direction)


def _set(text: str, cut: Cut, size: int) -> list[_Set]:
    """The pieces of a line, from left to right."""
    found = []
    for piece in pieces(text):
        chosen = font(cut, size, piece.script)
        is_shaped = chosen.layout_engine == ImageFont.Layout.RAQM
        direction = "rtl" if piece.from_right else "ltr"
        found.append(_Set(chosen, piece.text, direction if is_shaped else None))
    return found


@lru_cache(maxsize=4096)
def width(text: str, cut: Cut, size: int) -> int:
    """Pixels from the first stroke to where the next letter would stand."""
    return round(sum(piece.advance for piece in _set(text, cut, size)))


@lru_cache(maxsize=1024)
def fit(text: str, cut: Cut, size: int, room: int) -> str:
    """The text, or as much of it as `room` pixels hold, with an ellipsis."""
    if width(text, cut, size) <= room:
        return text
    kept = clusters(text)
    while kept and width("".join(kept).rstrip() + _ELLIPSIS, cut, size) > room:
        kept.pop()
    return "".join(kept).rstrip() + _ELLIPSIS


def fitting(text: str, cut: Cut, size: int, room: int) -> int:
    """That size or the largest smaller one, down to `LEAST`, in which `room` pixels hold the text."""
    return next((one for one in range(size, LEAST, -1) if width(text, cut, one) <= room), min(size, LEAST))


@cache
def cap_height(cut: Cut, size: int) -> int:
    """Pixels a capital letter is high."""
    return -round(font(cut, size).getbbox("H", anchor="ls")[1])


HIGHEST, LOWEST = 1.3, 0.5
"""How far marks may reach above and below the base line, in ems: no name gets more room than others."""


@lru_cache(maxsize=64)
def mask(text: str, cut: Cut, size: int) -> tuple[Image.Image, int]:
    """The text's coverage, its left edge at the pen, and how many rows lie above the base line."""
    found = _set(text, cut, size)
    pens = [0.0, *accumulate(piece.advance for piece in found)]
    boxes = [piece.box for piece in found]
    left = min(0, *(round(pen) + box[0] for pen, box in zip(pens, boxes, strict=False)))
    right = max(round(pen) + box[2] for pen, box in zip(pens, boxes, strict=False))
    top = max(min(box[1] for box in boxes), -round(HIGHEST * size))
    bottom = min(max(box[3] for box in boxes), round(LOWEST * size))
    image = Image.new("L", (max(1, right - left + 1), max(1, bottom - top)))
    drawing = ImageDraw.Draw(image)
    for pen, piece in zip(pens, found, strict=False):
        piece.draw(drawing, (pen - left, -top))
    return image, -top


def depth(text: str, cut: Cut, size: int) -> int:
    """How many rows of the text lie below the base line; 0 for none."""
    image, above = mask(text, cut, size)
    return max(0, image.height - above)


@cache
def sign(text: str, height: int) -> Image.Image:
    """One character's coverage, trimmed to its strokes, `height` pixels high."""
    size = 4 * height
    left, top, right, bottom = (round(edge) for edge in font(Cut.BOLD, size).getbbox(text, anchor="ls"))
    image = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(image).text((-left, -top), text, 255, font(Cut.BOLD, size), anchor="ls")
    across = max(1, round(image.width * height / image.height))
    return image.resize((across, height), Image.Resampling.LANCZOS)
