"""Text as masks of coverage: two cuts of DejaVu Sans Condensed, measured and cached."""

from enum import StrEnum
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

LEAST = 27
"""The smallest size that a phone shows readably."""
_ELLIPSIS = "…"


class Cut(StrEnum):
    """A font file."""

    BOLD = "DejaVuSansCondensed-Bold.ttf"
    BOOK = "DejaVuSansCondensed.ttf"


@cache
def _file(cut: Cut) -> bytes:
    return (resources.files("bot.render.drawing") / "fonts" / cut).read_bytes()


@cache
def font(cut: Cut, size: int) -> ImageFont.FreeTypeFont:
    """The font in that size; pixels to an em."""
    # The basic layout needs no further library; names have no script that would.
    return ImageFont.truetype(BytesIO(_file(cut)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, cut: Cut, size: int) -> int:
    """Pixels from the first stroke to where the next letter would stand."""
    return round(font(cut, size).getlength(text))


@lru_cache(maxsize=1024)
def fit(text: str, cut: Cut, size: int, room: int) -> str:
    """The text, or as much of it as `room` pixels hold, with an ellipsis."""
    if width(text, cut, size) <= room:
        return text
    kept = text
    while kept and width(kept.rstrip() + _ELLIPSIS, cut, size) > room:
        kept = kept[:-1]
    return kept.rstrip() + _ELLIPSIS


def fitting(text: str, cut: Cut, size: int, room: int) -> int:
    """That size or the largest smaller one, down to `LEAST`, in which `room` pixels hold the text."""
    return next((one for one in range(size, LEAST, -1) if width(text, cut, one) <= room), min(size, LEAST))


@cache
def cap_height(cut: Cut, size: int) -> int:
    """Pixels a capital letter is high."""
    return -round(font(cut, size).getbbox("H", anchor="ls")[1])


@lru_cache(maxsize=256)
def mask(text: str, cut: Cut, size: int) -> tuple[Image.Image, int]:
    """The text's coverage, its left edge at the pen, and how many rows lie above the base line."""
    left, top, right, bottom = (round(edge) for edge in font(cut, size).getbbox(text, anchor="ls"))
    left = min(left, 0)
    image = Image.new("L", (max(1, right - left + 1), max(1, bottom - top)))
    ImageDraw.Draw(image).text((-left, -top), text, 255, font(cut, size), anchor="ls")
    return image, -top


@cache
def sign(text: str, height: int) -> Image.Image:
    """One character's coverage, trimmed to its strokes, `height` pixels high."""
    size = 4 * height
    left, top, right, bottom = (round(edge) for edge in font(Cut.BOLD, size).getbbox(text, anchor="ls"))
    image = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(image).text((-left, -top), text, 255, font(Cut.BOLD, size), anchor="ls")
    across = max(1, round(image.width * height / image.height))
    return image.resize((across, height), Image.Resampling.LANCZOS)
