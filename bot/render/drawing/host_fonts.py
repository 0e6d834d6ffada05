"""Fonts of the host's choice, for letters that no font of ours holds: Chinese, Japanese and Korean ones, or emoji."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import ImageFont

TRIED_SIZES = (27, 60)
"""In pixels to an em: a font that cannot be drawn shows it before a picture needs it."""
KINDS = frozenset({".ttf", ".otf", ".ttc", ".otc"})
"""Names of files that may hold a font."""


@dataclass(frozen=True, slots=True, eq=False)
class HostFont:
    """A font file of the host."""

    path: Path
    holds: frozenset[int]
    """The characters that it draws."""

    def draws(self, cluster: str) -> bool:
        """Return whether it holds all of these characters."""
        return self.holds.issuperset(map(ord, cluster))


class UnreadableFontError(Exception):
    """A file is no font that can be used; the message names the file."""


def read_fonts(folder: Path) -> Iterator[HostFont | UnreadableFontError]:
    """Yield the fonts in a folder, by name, and those that cannot be used."""
    # Only who has fonts of their own waits for this.
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
