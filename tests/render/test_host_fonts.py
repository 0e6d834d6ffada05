"""Names in letters that only a font of the host holds."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from bot.render.drawing.fonts import mask, width
from bot.render.drawing.scripts import Cut, plain, use_fonts

NAME = "阿明"
SIZE = 40
ADVANCE = 500  # thousandths of an em


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder whose font holds the letters of the name: each a black square."""
    builder = FontBuilder(1000)
    letters = {ord(char): f"u{ord(char):04X}" for char in NAME}
    pen = TTGlyphPen(None)
    for number, place in enumerate([(0, 0), (0, 400), (400, 400), (400, 0)]):
        (pen.lineTo if number else pen.moveTo)(place)
    pen.closePath()
    square = pen.glyph()
    glyphs = [".notdef", *letters.values()]
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap(letters)
    builder.setupGlyf(dict.fromkeys(glyphs, square))
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (ADVANCE, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(tmp_path / "squares.ttf")
    yield tmp_path
    use_fonts(None)


def test_without_a_font_such_letters_are_not_drawn() -> None:
    assert plain(f"{NAME} Li") == "Li"


def test_a_font_of_the_host_draws_what_ours_lack(folder: Path) -> None:
    assert use_fonts(folder) == []
    assert plain(f"{NAME} Li आशा 語") == f"{NAME} Li आशा", "no font holds the last letter"
    assert width(NAME, Cut.BOLD, SIZE) == len(NAME) * SIZE * ADVANCE // 1000
    image, above = mask(NAME, Cut.BOOK, SIZE)
    assert (image.height, above) == (SIZE * 400 // 1000, SIZE * 400 // 1000)
    assert image.getpixel((3, 3)) == image.getpixel((SIZE // 2 + 3, 3)) == 255


def test_a_file_that_is_no_font_is_named(folder: Path) -> None:
    (folder / "broken.otf").write_bytes(b"OTTO, but no more")
    (folder / "notes.txt").write_text("no font, and none that is asked for")
    faults = use_fonts(folder)
    assert [fault.partition(":")[0] for fault in faults] == ["broken.otf"]
    assert plain(NAME) == NAME, "the others are used"


def test_a_font_that_cannot_be_drawn_is_named(folder: Path) -> None:
    with TTFont(folder / "squares.ttf") as font:
        for table in ("hhea", "hmtx"):
            del font[table]
        font.save(folder / "broken.ttf")
    assert [fault.partition(":")[0] for fault in use_fonts(folder)] == ["broken.ttf"]


def test_a_font_that_has_gone_since_the_start_breaks_no_picture(folder: Path) -> None:
    assert use_fonts(folder) == []
    (folder / "squares.ttf").unlink()
    image, _ = mask(NAME, Cut.BOLD, SIZE + 1)
    assert image.width > 0
