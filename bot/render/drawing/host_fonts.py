"""Fonts chosen by the host, for letters that our fonts lack: Chinese, Japanese and Korean ones, or emoji."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import ImageFont

TRIED_SIZES = (27, 60)
"""Sizes in pixels to an em at which a font is tried, so that a bad one shows before a picture needs it."""
KINDS = frozenset({".ttf", ".otf", ".ttc", ".otc"})
"""Endings of files that may hold a font."""


@dataclass(frozen=True, slots=True, eq=False)
class HostFont:
    """A font file of the host."""

    path: Path
    holds: frozenset[int]
    """The characters that the font holds."""

    def draws(self, cluster: str) -> bool:
        """Return whether the font holds all of these characters."""
        return self.holds.issuperset(map(ord, cluster))


class UnreadableFontError(Exception):
    """A file is not a usable font; the message names the file."""


def read_fonts(folder: Path) -> Iterator[HostFont | UnreadableFontError]:
    """Yield the fonts in a folder, by name, and an error for each unusable one."""
    # Only hosts with their own fonts wait for this import.
    from fontTools.ttLib import TTFont, TTLibError

    for file in sorted(file for file in folder.iterdir() if file.suffix.lower() in KINDS):
        try:
            with TTFont(file, fontNumber=0, lazy=True) as font:
                holds = frozenset(font.getBestCmap() or ())
            for size in TRIED_SIZES:
                ImageFont.truetype(str(file), size).getmask("".join(map(chr, (min(holds), max(holds)))))
            yield HostFont(file, holds)
        except (TTLibError, OSError, ValueError, LookupError, AssertionError) as error:
            yield UnreadableFontError(f"{file.name}: {error}")
