"""The colours of all pictures: for each look a palette, with the blends that soft edges need.

A picture has one byte for each pixel: an index into the palettes. Drawing never mixes colours afterwards: every pair of
colours that may touch has a ramp of blends here, and `ramp` turns a mask of coverage into indices. An index means the
same colour in every look, so sprites are drawn once for all of them, and a finished picture needs only the palette of
its reader's look. The last entries are those of portraits, the same in every look.
"""

from collections.abc import Mapping
from enum import Enum, auto
from functools import cache

from bot.codes import Look

Rgb = tuple[int, int, int]

_STEPS = 4
"""Number of blends between the two ends of a ramp."""
_NEAR = 6
"""Blends that differ by at most this in each channel of every look share an entry."""


class Colour(Enum):
    """Named colours. Suits and bands stay distinct for people who see little or no difference between red and green,
    or blue and yellow.
    """

    PANEL = auto()
    """The ground of every picture."""
    TILE = auto()
    EDGE = auto()
    TEXT = auto()
    MUTED = auto()
    ACCENT = auto()
    """Letters and lines that stand out on the panel and on tiles."""
    ALERT = auto()
    PAPER = auto()
    GLOW = auto()
    """The paper of jokers."""
    RIM = auto()
    BLACK = auto()
    RED = auto()
    BLUE = auto()
    GREEN = auto()
    VIOLET = auto()
    GOLD = auto()
    WHITE = auto()
    """Letters on bands."""
    PURE = auto()
    IMPURE = auto()
    SET = auto()
    OPEN = auto()
    """The band of cards in no meld."""
    BACK = auto()
    """The back of a card."""
    RAIL = auto()
    """The rail of the table."""
    BRASS = auto()
    """The line between the rail and the felt."""


C = Colour
_CARDS: Mapping[Colour, Rgb] = {
    C.PAPER: (0xFE, 0xFD, 0xFA),
    C.GLOW: (0xFF, 0xF0, 0xBE),
    C.RIM: (0x8D, 0x98, 0xA5),
    C.BLACK: (0x1B, 0x21, 0x29),
    C.RED: (0xC0, 0x1A, 0x24),
    C.BLUE: (0x14, 0x46, 0xC8),
    C.GREEN: (0x00, 0x75, 0x5C),
    C.VIOLET: (0x6C, 0x2F, 0xB2),
    C.GOLD: (0xF6, 0xB9, 0x2C),
    C.WHITE: (0xF6, 0xF8, 0xFA),
    C.PURE: (0x1A, 0x7D, 0x45),
    C.IMPURE: (0x30, 0x68, 0xD8),
    C.SET: (0x6B, 0x35, 0x75),
    C.OPEN: (0x5E, 0x6B, 0x79),
}
"""The colours of cards and their bands, which are the same in every look."""
COLOURS: Mapping[Look, Mapping[Colour, Rgb]] = {
    Look.FELT: {
        **_CARDS,
        C.PANEL: (0x14, 0x4F, 0x38),
        C.TILE: (0x0C, 0x38, 0x27),
        C.EDGE: (0x3B, 0x7A, 0x60),
        C.TEXT: (0xF6, 0xF8, 0xFA),
        C.MUTED: (0xBC, 0xD3, 0xC6),
        C.ACCENT: (0xF6, 0xB9, 0x2C),
        C.ALERT: (0xFF, 0xA3, 0x9C),
        C.BACK: (0xA3, 0x22, 0x35),
        C.RAIL: (0x4A, 0x2C, 0x19),
        C.BRASS: (0xB8, 0x8A, 0x3C),
    },
    Look.MIDNIGHT: {
        **_CARDS,
        C.PANEL: (0x22, 0x2B, 0x36),
        C.TILE: (0x33, 0x3F, 0x4D),
        C.EDGE: (0x4D, 0x5C, 0x6D),
        C.TEXT: (0xF6, 0xF8, 0xFA),
        C.MUTED: (0xBA, 0xC6, 0xD2),
        C.ACCENT: (0xF6, 0xB9, 0x2C),
        C.ALERT: (0xFF, 0x8A, 0x85),
        C.BACK: (0x2D, 0x5F, 0x9A),
        C.RAIL: (0x14, 0x19, 0x20),
        C.BRASS: (0x6B, 0x7F, 0x96),
    },
    Look.PAPER: {
        **_CARDS,
        C.PANEL: (0xEC, 0xE6, 0xD8),
        C.TILE: (0xFA, 0xF7, 0xEF),
        C.EDGE: (0xC3, 0xB9, 0xA3),
        C.TEXT: (0x22, 0x28, 0x30),
        C.MUTED: (0x58, 0x5C, 0x60),
        C.ACCENT: (0x8A, 0x4B, 0x00),
        C.ALERT: (0xA8, 0x1C, 0x1C),
        C.BACK: (0x2F, 0x6B, 0x5A),
        C.RAIL: (0xC4, 0xA9, 0x7B),
        C.BRASS: (0x8F, 0x6F, 0x3C),
    },
}
"""The colours in each look. One panel serves Discord's dark and light themes."""

_INKS = (C.BLACK, C.RED, C.BLUE, C.GREEN, C.VIOLET)
_BANDS = (C.PURE, C.IMPURE, C.SET, C.OPEN)
_PAIRS: tuple[tuple[Colour, Colour], ...] = (
    *((ink, paper) for paper in (C.PAPER, C.GLOW) for ink in _INKS),
    *((C.WHITE, band) for band in _BANDS),
    *((band, C.PANEL) for band in _BANDS),
    *((text, ground) for ground in (C.PANEL, C.TILE) for text in (C.TEXT, C.MUTED, C.ACCENT, C.ALERT)),
    *((shape, ground) for ground in (C.PANEL, C.TILE) for shape in (C.RIM, C.EDGE, C.GOLD)),
    (C.PAPER, C.PANEL),
    (C.GLOW, C.PANEL),
    (C.GLOW, C.TILE),
    (C.TILE, C.PANEL),
    (C.TILE, C.ACCENT),
    (C.TILE, C.EDGE),
    *((paper, rim) for paper in (C.PAPER, C.GLOW) for rim in (C.RIM, C.GOLD)),
    (C.BLACK, C.GOLD),
    (C.BACK, C.PAPER),
    (C.BRASS, C.RAIL),
    (C.BRASS, C.PANEL),
)
"""Colour above and colour below."""

_Entry = tuple[Rgb, ...]
"""An entry of the palettes: its colour in each look, in the order of `Look`."""


def _entry(colour: Colour) -> _Entry:
    return tuple(COLOURS[look][colour] for look in Look)


def _blend(above: Colour, below: Colour, share: float) -> _Entry:
    return tuple(_mixed(one, other, share) for one, other in zip(_entry(above), _entry(below), strict=True))


def _mixed(above: Rgb, below: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(above, below, strict=True))
    return red, green, blue


def _off(one: _Entry, other: _Entry) -> int:
    """Return how far two entries are apart in the channel in which they differ most."""
    return max(abs(a - b) for some, others in zip(one, other, strict=True) for a, b in zip(some, others, strict=True))


_GROUNDS = (Colour.PANEL, Colour.RAIL)
"""The colours at the edges of pictures."""


class _Entries:
    """The palettes while they are built."""

    def __init__(self) -> None:
        # The edges of pictures fade out. Their entries come first, so that the list of alphas stays short.
        fading = [(ground, step) for ground in _GROUNDS for step in range(_STEPS + 1)]
        self.alphas = [round(255 * step / (_STEPS + 1)) for _, step in fading]
        self.entries = [_entry(ground) for ground, _ in fading]

    def index(self, wanted: _Entry, near: int) -> int:
        """Return that entry, or one near it. Add it if there is none."""
        for i in range(len(self.alphas), len(self.entries)):
            if _off(self.entries[i], wanted) <= near:
                return i
        self.entries.append(wanted)
        return len(self.entries) - 1


_entries = _Entries()
_SOLID = {colour: _entries.index(_entry(colour), 0) for colour in Colour}
_RAMPS = {
    (above, below): tuple(
        _entries.index(_blend(above, below, step / (_STEPS + 1)), _NEAR) for step in range(1, _STEPS + 1)
    )
    for above, below in _PAIRS
}

HUES: tuple[Rgb, ...] = (
    (0x0F, 0x76, 0x6E),
    (0x1D, 0x4E, 0xD8),
    (0xB4, 0x1F, 0x3A),
    (0x7A, 0x35, 0xC9),
    (0x9A, 0x4A, 0x0B),
    (0xA2, 0x1C, 0x8A),
    (0x3F, 0x6B, 0x1C),
    (0x2B, 0x3A, 0x67),
    (0x66, 0x6E, 0x78),
)
"""The grounds of initials; the last one is that of players who are out."""
_LIGHT: Rgb = (0xFF, 0xFF, 0xFF)
_SKIN: tuple[Rgb, ...] = (
    *((0x3E, 0x26, 0x1A), (0x6B, 0x43, 0x2B), (0x8D, 0x5A, 0x3A), (0xB0, 0x7A, 0x52)),
    *((0xD0, 0x9A, 0x70), (0xE6, 0xB8, 0x90), (0xF5, 0xD3, 0xB3), (0xFC, 0xE8, 0xD5)),
)
_PLAIN: tuple[Rgb, ...] = (
    *((0x0A, 0x0A, 0x0C), (0x1E, 0x1B, 0x1A), (0x33, 0x36, 0x3B), (0x9A, 0xA1, 0xA9), (0xCF, 0xD4, 0xD9)),
    *((0x4A, 0x22, 0x12), (0xC2, 0x4A, 0x1E), (0xF2, 0x8A, 0x1E), (0xF7, 0xC9, 0x3E), (0x8A, 0xC4, 0x3F)),
    *((0x2F, 0xA0, 0x6A), (0x38, 0xBD, 0xC4), (0x4C, 0x9B, 0xF0), (0x1A, 0x24, 0x4A), (0xF0, 0x7A, 0xA0)),
    *((0xD8, 0x33, 0x3C), (0x5A, 0x12, 0x20), (0x0F, 0x3A, 0x2A)),
    *((0x8E, 0x7C, 0xC9), (0xE8, 0x9A, 0x84)),
)
PORTRAITS = 200
"""The first entry of portraits; they take the rest of a byte."""
_TINTS = (1.0, 0.64, 0.3)
PORTRAIT_COLOURS: tuple[Rgb, ...] = (
    *(_mixed(hue, _LIGHT, share) for hue in HUES for share in _TINTS),
    _LIGHT,
    *_SKIN,
    *_PLAIN,
)
"""The colours to which the picture of a face is dithered; those of a hue follow each other, from dark to light."""


def _palette(place: int) -> bytes:
    """Return the palette of the look at that place."""
    colours = [entry[place] for entry in _entries.entries]
    unused = PORTRAITS - len(colours)
    return bytes(channel for colour in (*colours, *[(0, 0, 0)] * unused, *PORTRAIT_COLOURS) for channel in colour)


PALETTES: Mapping[Look, bytes] = {look: _palette(place) for place, look in enumerate(Look)}
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
def fade(ground: Colour) -> bytes:
    """Return the entry of one of the colours at the edges of pictures, on a clear ground, for every coverage."""
    first = _GROUNDS.index(ground) * (_STEPS + 1)
    return _table((*range(first, first + _STEPS + 1), _SOLID[ground]))


def on_hue(number: int) -> bytes:
    """Return the entry of white letters on the hue of that number for every coverage."""
    first = PORTRAITS + number * len(_TINTS)
    return _table((*range(first, first + len(_TINTS)), PORTRAITS + len(HUES) * len(_TINTS)))
