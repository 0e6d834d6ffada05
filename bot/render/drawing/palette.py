"""The colours of all pictures, in one palette with the blends that soft edges need.

A picture has one byte for each pixel: an index into `PALETTE`. Drawing never mixes colours afterwards: every pair of
colours that may touch has a ramp of blends here, and `ramp` turns a mask of coverage into indices.
"""

from enum import Enum
from functools import cache

_STEPS = 7
"""Number of blends between the two ends of a ramp."""
_NEAR = 5
"""Colours that differ by at most this in each channel share an entry."""


class Colour(Enum):
    """Named colours; the value is red, green, blue.

    Suits and bands stay distinct for people who see little or no difference between red and green, or blue and yellow.
    """

    PANEL = (0x22, 0x2B, 0x36)
    """The ground of every picture: darker than Discord's dark theme, calm on its light one."""
    TILE = (0x33, 0x3F, 0x4D)
    EDGE = (0x4D, 0x5C, 0x6D)
    TEXT = (0xF6, 0xF8, 0xFA)
    MUTED = (0xBA, 0xC6, 0xD2)
    PAPER = (0xFE, 0xFD, 0xFA)
    GLOW = (0xFF, 0xF0, 0xBE)
    """The paper of jokers."""
    RIM = (0x8D, 0x98, 0xA5)
    BLACK = (0x1B, 0x21, 0x29)
    RED = (0xC0, 0x1A, 0x24)
    BLUE = (0x14, 0x46, 0xC8)
    GREEN = (0x00, 0x75, 0x5C)
    VIOLET = (0x6C, 0x2F, 0xB2)
    GOLD = (0xF6, 0xB9, 0x2C)
    ALERT = (0xFF, 0x8A, 0x85)
    PURE = (0x1A, 0x7D, 0x45)
    IMPURE = (0x30, 0x68, 0xD8)
    SET = (0x6B, 0x35, 0x75)
    OPEN = (0x5E, 0x6B, 0x79)
    """The band of cards in no meld."""
    BACK = (0x2D, 0x5F, 0x9A)
    """The back of a card."""


C = Colour
_INKS = (C.BLACK, C.RED, C.BLUE, C.GREEN, C.VIOLET)
_BANDS = (C.PURE, C.IMPURE, C.SET, C.OPEN)
_PAIRS: tuple[tuple[Colour, Colour], ...] = (
    *((ink, paper) for paper in (C.PAPER, C.GLOW) for ink in _INKS),
    *((C.TEXT, band) for band in _BANDS),
    *((band, C.PANEL) for band in _BANDS),
    *((band, C.TILE) for band in _BANDS),
    *((text, ground) for ground in (C.PANEL, C.TILE) for text in (C.TEXT, C.MUTED, C.GOLD, C.ALERT)),
    *((shape, ground) for ground in (C.PANEL, C.TILE) for shape in (C.RIM, C.EDGE)),
    (C.PAPER, C.PANEL),
    (C.GLOW, C.PANEL),
    (C.GLOW, C.TILE),
    (C.TILE, C.PANEL),
    (C.TILE, C.GOLD),
    (C.TILE, C.EDGE),
    *((paper, rim) for paper in (C.PAPER, C.GLOW) for rim in (C.RIM, C.GOLD)),
    (C.GOLD, C.PAPER),
    (C.GOLD, C.GLOW),
    (C.BLACK, C.GOLD),
    (C.BACK, C.PAPER),
)
"""Colour above and colour below."""

Rgb = tuple[int, int, int]


def _blend(above: Rgb, below: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(above, below, strict=True))
    return red, green, blue


class _Entries:
    """The palette while it is built."""

    def __init__(self) -> None:
        # The panel's edge fades out. Its entries come first, so that the list of alphas stays short.
        self.alphas = [round(255 * step / (_STEPS + 1)) for step in range(_STEPS + 1)]
        self.colours: list[Rgb] = [Colour.PANEL.value] * len(self.alphas)

    def index(self, wanted: Rgb, near: int) -> int:
        """Return the entry of that colour or one near it. Add an entry if there is none."""
        found = range(len(self.alphas), len(self.colours))
        for i in found:
            if max(abs(a - b) for a, b in zip(self.colours[i], wanted, strict=True)) <= near:
                return i
        self.colours.append(wanted)
        return len(self.colours) - 1


_entries = _Entries()
_SOLID = {colour: _entries.index(colour.value, 0) for colour in Colour}
_RAMPS = {
    (above, below): tuple(
        _entries.index(_blend(above.value, below.value, step / (_STEPS + 1)), _NEAR) for step in range(1, _STEPS + 1)
    )
    for above, below in _PAIRS
}

PALETTE = bytes(channel for colour in _entries.colours for channel in colour)
ALPHAS = bytes(_entries.alphas)
"""The opacity of the first entries; all others are opaque."""
CLEAR = 0
"""The entry outside the panel."""


def solid(colour: Colour) -> int:
    """Return the entry of a colour."""
    return _SOLID[colour]


def _table(entries: tuple[int, ...]) -> bytes:
    """Return a table of coverage 0 to 255 to these entries, evenly spaced."""
    last = len(entries) - 1
    return bytes(entries[round(coverage * last / 255)] for coverage in range(256))


@cache
def ramp(above: Colour, below: Colour) -> bytes:
    """Return the entry of `above` on `below` for every coverage from 0 to 255.

    Raises:
        KeyError: the pair has no blends in either order; add it to `_PAIRS`.
    """
    blends = _RAMPS.get((above, below)) or _RAMPS[below, above][::-1]
    return _table((_SOLID[below], *blends, _SOLID[above]))


@cache
def fade() -> bytes:
    """Return the entry of the panel on a clear ground for every coverage."""
    return _table((*range(len(_entries.alphas)), _SOLID[Colour.PANEL]))
