"""Names as they can be drawn: whatever a person calls himself becomes one line of plain letters."""

import unicodedata
from collections.abc import Mapping

from bot.rummy.cards import Seat

Names = Mapping[Seat, str]
"""What everybody is called, by seat."""

MAX_LENGTH = 40
"""Characters looked at; a picture clips earlier."""

_RANGES = (
    (0x20, 0x7E), (0xA0, 0x24F), (0x370, 0x377), (0x37A, 0x37F), (0x384, 0x38A), (0x38C, 0x38C),
    (0x38E, 0x3A1), (0x3A3, 0x482), (0x48A, 0x4FF), (0x1E00, 0x1EFB), (0x2010, 0x2027), (0x2030, 0x203A),
    (0x20A0, 0x20B5), (0x20B8, 0x20BA), (0x20BD, 0x20BD), (0x2190, 0x2193), (0x221E, 0x221E),
    (0x2605, 0x2606), (0x2660, 0x2667),
)  # fmt: skip
"""What both fonts hold and no other script needs to be shaped for."""
_DRAWABLE = frozenset(chr(code) for first, last in _RANGES for code in range(first, last + 1)) - {"\xad"}


def drawable(text: str) -> str:
    """The text without what the fonts cannot draw, on one line."""
    # Styled letters, such as mathematical script, become plain ones; marks join their letters or go.
    plain = unicodedata.normalize("NFKC", text[: 8 * MAX_LENGTH])
    spaced = (" " if char.isspace() else char for char in plain)
    kept = "".join(char for char in spaced if char in _DRAWABLE)
    return " ".join(kept.split())[:MAX_LENGTH]


def _letters(text: str) -> int:
    return sum(char.isalnum() for char in unicodedata.normalize("NFKC", text))


def shown(name: str, instead: str) -> str:
    """A name for a picture; `instead` where too little of it can be drawn."""
    name = name[: 8 * MAX_LENGTH]
    drawn = drawable(name)
    if not _letters(drawn) or 2 * _letters(drawn) < _letters(name[:MAX_LENGTH]):
        return instead
    return drawn


def alt_name(name: str, instead: str) -> str:
    """A name for alt text: any script, but one line without control characters; `instead` where nothing is left."""
    kept = (char if char.isprintable() else " " if char.isspace() else "" for char in name[:MAX_LENGTH])
    return " ".join("".join(kept).split()) or instead


def label(names: Names, seat: Seat) -> str:
    """The seat's name for a picture; `Player 3` where too little of it can be drawn."""
    return shown(names.get(seat, ""), f"Player {seat + 1}")


def spoken(names: Names, seat: Seat) -> str:
    """The seat's name for alt text."""
    return alt_name(names.get(seat, ""), f"Player {seat + 1}")
