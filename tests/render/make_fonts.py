"""The way in which the fonts of other scripts than Latin came to `bot/render/drawing/fonts`.

    npm install @fontsource/noto-sans-{armenian,georgian,…}
    python -m tests.render.make_fonts node_modules/@fontsource

It copies the files of each script in two weights as they are, with their licence, and writes down the characters of
each of them, which Pillow cannot list.
"""

import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from fontTools.ttLib import TTFont

from bot.render.drawing.scripts import COVERAGE, FONTS, WEIGHTS, WritingSystem

JOINERS = {0x200C, 0x200D, 0x25CC}


def characters(file: Path) -> set[int]:
    """Return the code points that the font holds."""
    with TTFont(file) as font:
        return set(font.getBestCmap())


def ranges(codes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each run of numbers."""
    found = sorted(codes)
    ends = [i for i, (a, b) in enumerate(pairwise(found), start=1) if b != a + 1]
    for first, last in pairwise([0, *ends, len(found)]):
        yield found[first], found[last - 1]


def main(folder: Path) -> None:
    """Copy the files, and write their characters."""
    held, licences = {}, []
    for script in WritingSystem:
        package = folder / f"noto-sans-{script}"
        both = []
        for weight in WEIGHTS.values():
            file = FONTS / f"noto-sans-{script}-{weight}.woff2"
            shutil.copy(package / "files" / f"noto-sans-{script}-{script}-{weight}-normal.woff2", file)
            both.append(characters(file))
        licences.append((package / "LICENSE").read_text(encoding="utf-8").partition("\n"))
        held[str(script)] = [*ranges({code for code in both[0] & both[1] if code > 0xFF} - JOINERS)]
    (common,) = {text.strip() for _, _, text in licences}
    owners = "\n".join(owner for owner, _, _ in licences)
    (FONTS / "OFL.txt").write_text(f"{owners}\n\n{common}\n", encoding="utf-8")
    COVERAGE.write_text(json.dumps(held, separators=(",", ":")) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
