"""The portraits of computers: eight drawn faces, each with an antenna, so that nobody takes them for people."""

from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw

from bot.languages.sentence import reader
from bot.render.drawing.palette import HUES, Rgb
from bot.render.drawing.portraits import PORTRAIT_OF, SIDE, Portrait, Portraits, entries_of
from bot.rummy.cards import Seat
from bot.rummy.ids import Player
from bot.rummy.view import View

_OVERSAMPLE = 4
_DARK: Rgb = (0x1E, 0x1B, 0x1A)
_LIGHT: Rgb = (0xFF, 0xFF, 0xFF)
_GOLD: Rgb = (0xF7, 0xC9, 0x3E)


@dataclass(frozen=True, slots=True)
class _Face:
    """The features of a computer."""

    hue: int
    """The number of the hue behind it."""
    skin: Rgb
    hair: Rgb
    long_hair: bool = False
    has_glasses: bool = False
    has_beard: bool = False


_FACES = (
    _Face(0, (0xB0, 0x7A, 0x52), (0x1E, 0x1B, 0x1A), long_hair=True),
    _Face(1, (0x8D, 0x5A, 0x3A), (0x0A, 0x0A, 0x0C), has_beard=True),
    _Face(5, (0xF5, 0xD3, 0xB3), (0xF7, 0xC9, 0x3E), long_hair=True, has_glasses=True),
    _Face(6, (0xE6, 0xB8, 0x90), (0xC2, 0x4A, 0x1E)),
    _Face(3, (0x6B, 0x43, 0x2B), (0x33, 0x36, 0x3B), has_glasses=True),
    _Face(2, (0xD0, 0x9A, 0x70), (0x4A, 0x22, 0x12), long_hair=True),
    _Face(4, (0xFC, 0xE8, 0xD5), (0x9A, 0xA1, 0xA9), has_glasses=True, has_beard=True),
    _Face(7, (0x8D, 0x5A, 0x3A), (0x5A, 0x12, 0x20)),
)


def with_computers(view: View, portraits: Portraits | None) -> Portraits:
    """Return the portraits of a table: the given ones of people, or the known ones, and those of its computers."""
    found = {Seat(i): known_portrait(one) for i, one in enumerate(view.players) if one.is_computer or portraits is None}
    return {**{seat: one for seat, one in found.items() if one is not None}, **(portraits or {})}


def known_portrait(player: Player) -> Portrait | None:
    """Return the portrait of a computer, or that of a person if it is known and the reader wants those of people."""
    if player.is_computer:
        return computer_portrait(player.id)
    return PORTRAIT_OF.get()(player.id) if reader().portraits else None


@cache
def computer_portrait(number: int) -> Portrait:
    """Return the portrait of the computer with that number at a table, from 1 on; the ninth looks like the first."""
    face = _FACES[(number - 1) % len(_FACES)]
    side = SIDE * _OVERSAMPLE
    image = Image.new("RGB", (side, side), HUES[face.hue])
    draw = ImageDraw.Draw(image)

    def ellipse(left: float, top: float, right: float, bottom: float, fill: Rgb) -> None:
        draw.ellipse([round(edge * _OVERSAMPLE) for edge in (left, top, right, bottom)], fill=fill)

    def line(points: tuple[float, ...], fill: Rgb, width: int) -> None:
        draw.line([round(one * _OVERSAMPLE) for one in points], fill=fill, width=width * _OVERSAMPLE)

    line((64, 30, 64, 12), _GOLD, 4)
    ellipse(57, 3, 71, 17, _GOLD)
    ellipse(18, 104, 110, 176, _LIGHT)
    if face.long_hair:
        ellipse(26, 26, 102, 118, face.hair)
    ellipse(28, 24, 100, 80, face.hair)
    ellipse(52, 88, 76, 116, face.skin)
    ellipse(34, 36, 94, 104, face.skin)
    if face.has_beard:
        ellipse(36, 70, 92, 108, face.hair)
        ellipse(40, 52, 88, 88, face.skin)
    draw.chord([one * _OVERSAMPLE for one in (32, 26, 96, 78)], 190, 350, fill=face.hair)
    for middle in (50, 78):
        ellipse(middle - 5, 60, middle + 5, 71, _LIGHT)
        ellipse(middle - 3, 62, middle + 4, 70, _DARK)
        if face.has_glasses:
            box = [one * _OVERSAMPLE for one in (middle - 11, 54, middle + 11, 76)]
            draw.ellipse(box, outline=_DARK, width=3 * _OVERSAMPLE)
    if face.has_glasses:
        line((61, 64, 67, 64), _DARK, 3)
    draw.arc([one * _OVERSAMPLE for one in (50, 70, 78, 92)], 25, 155, fill=_DARK, width=4 * _OVERSAMPLE)
    return Portrait(entries_of(image.reduce(_OVERSAMPLE), dithered=False).tobytes())
