"""Portraits of players: a picture of 128 pixels, or initials on a colour of their own."""

import struct
import zlib
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image

from bot.render.drawing import fonts, palette
from bot.render.drawing.canvas import Canvas, Sprite, disc, shape_of
from bot.render.drawing.names import Names, label
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut, clusters
from bot.rummy.cards import Seat

SIDE = 128
"""Width and height of a portrait."""
_RING = 3
_LAST = len(palette.HUES) - 1


@dataclass(frozen=True, slots=True)
class Portrait:
    """A square picture of a face in the palette's entries for portraits, row by row."""

    entries: bytes


Portraits = Mapping[Seat, Portrait]
"""The portraits of the players who have one, by seat."""


def _nobody(_: int) -> None:
    return None


PORTRAIT_OF: ContextVar[Callable[[int], Portrait | None]] = ContextVar("portraits", default=_nobody)
"""Returns the portrait of the person with that id, for pictures drawn by the running task."""
_PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def initials(name: str) -> str:
    """Return the first letters of the first and the last word of a name.

    Scripts without capitals have one: their letters may join.

    >>> initials("Bartholomew of Nowhere"), initials("asha"), initials("Player 3")
    ('BN', 'A', 'P3')
    """
    words = [word for word in name.split() if word[0].isalnum()] or [name]
    first, last = (clusters(words[place])[0].upper() for place in (0, -1))
    return first + last if len(words) > 1 and first.isupper() else first


def hue_of(name: str) -> int:
    """Return the number of the hue of a name."""
    return zlib.crc32(name.encode()) % _LAST


def hues(names: Names, count: int) -> tuple[int, ...]:
    """Return the number of each seat's hue: that of its name, or the next one if another seat has it."""
    taken: list[int] = []
    for seat in map(Seat, range(count)):
        own = hue_of(label(names, seat))
        free = [(own + step) % _LAST for step in range(_LAST)]
        taken.append(next((hue for hue in free if hue not in taken), own))
    return tuple(taken)


@dataclass(frozen=True, slots=True)
class PortraitLook:
    """The picture of one player, or the letters in its place."""

    name: str
    hue: int
    portrait: Portrait | None = None

    def draw(self, canvas: Canvas, centre: tuple[int, int], radius: int, ring: Colour, ground: Colour) -> None:
        """Draw the portrait in a ring."""
        x, y = centre
        sprite = _ringed(self, radius, ring, ground)
        canvas.image.paste(sprite.image, (x - radius, y - radius), sprite.shape)

    @property
    def faded(self) -> "PortraitLook":
        """Return the look of a player who plays no longer."""
        return PortraitLook(self.name, _LAST, self.portrait)


@lru_cache(256)
def _ringed(look: PortraitLook, radius: int, ring: Colour, ground: Colour) -> Sprite:
    """Return the portrait in a ring."""
    canvas = Canvas(2 * radius, 2 * radius, palette.CLEAR)
    canvas.stamp(disc(radius), (0, 0), ring, ground)
    inner = radius - _RING
    if look.portrait is None:
        image = _lettered(initials(look.name), look.hue, 2 * inner)
    else:
        image = _scaled(look.portrait, 2 * inner)
    canvas.image.paste(image, (_RING, _RING), _round(inner))
    return Sprite(canvas, shape_of(disc(radius)))


@lru_cache(8)
def _round(radius: int) -> Image.Image:
    return disc(radius).point([0] * 128 + [255] * 128, "1")


@lru_cache(256)
def _lettered(text: str, hue: int, side: int) -> Image.Image:
    """Return initials on a square of their hue."""
    table = palette.on_hue(hue)
    image = Image.new("L", (side, side), table[0])
    letters = fonts.fitting(text, Cut.BOLD, side * 11 // 20, side * 7 // 10)
    coverage, above = fonts.mask(text, Cut.BOLD, letters)
    base = (side + fonts.cap_height(Cut.BOLD, letters)) // 2
    image.paste(coverage.point(table), ((side - coverage.width) // 2, base - above))
    return image


@lru_cache(64)
def _scaled(portrait: Portrait, side: int) -> Image.Image:
    """Return the portrait in that size, dithered again to the colours of portraits."""
    image = Image.frombytes("L", (SIDE, SIDE), portrait.entries)
    return image if side == SIDE else entries_of(_coloured(image).resize((side, side), Image.Resampling.BOX))


def portrait_of(file: bytes) -> Portrait | None:
    """Return the portrait in a PNG file. Return None if it is no PNG, larger than a portrait, or damaged.

    The format and the size of the picture are checked before anything is decoded.
    """
    if not file.startswith(_PNG) or len(file) < len(_PNG) + 8:
        return None
    size = struct.unpack_from(">II", file, len(_PNG))
    if not all(0 < side <= SIDE for side in size):
        return None
    try:
        with Image.open(BytesIO(file), formats=["PNG"]) as picture:
            if picture.size != size:
                return None
            coloured = picture.convert("RGBA")
    except (OSError, ValueError, SyntaxError, EOFError, struct.error, zlib.error):
        return None
    image = Image.new("RGB", size, palette.HUES[_LAST])
    image.paste(coloured, mask=coloured.getchannel("A"))
    return Portrait(entries_of(image.resize((SIDE, SIDE), Image.Resampling.BICUBIC)).tobytes())


def _coloured(image: Image.Image) -> Image.Image:
    coloured = image.point(lambda entry: max(0, entry - palette.PORTRAITS)).convert("P")
    coloured.putpalette([channel for colour in palette.PORTRAIT_COLOURS for channel in colour])
    return coloured.convert("RGB")


def entries_of(image: Image.Image, *, dithered: bool = True) -> Image.Image:
    """Return a picture in full colour in the palette's entries for portraits."""
    colours = Image.new("P", (1, 1))
    colours.putpalette([channel for colour in palette.PORTRAIT_COLOURS for channel in colour])
    dither = Image.Dither.FLOYDSTEINBERG if dithered else Image.Dither.NONE
    found = image.convert("RGB").quantize(palette=colours, dither=dither)
    plain = Image.frombytes("L", found.size, found.tobytes())
    return plain.point(lambda entry: min(255, entry + palette.PORTRAITS))
