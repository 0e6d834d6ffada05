"""Names in the scripts of forty languages: every letter is there, at the place where HarfBuzz puts it."""

from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
import uharfbuzz
from fontTools.ttLib import TTFont
from PIL import features

from bot.render.drawing import fonts, scripts
from bot.render.drawing.names import drawable, shown
from bot.render.drawing.scripts import Cut, Glyph, Piece, WritingSystem, clusters, file_of, pieces
from tests.render.make_fonts import characters, ranges

NAMES = {
    "Arabic": "محمد علي",
    "Armenian": "Արմեն Հակոբյան",
    "Assamese": "অৰুণ",
    "Awadhi": "रामचरित",
    "Bengali": "তনুশ্রী",
    "Bhojpuri": "भिखारी",
    "Bodo": "उपेन्द्र",
    "Bulgarian": "Борис Ъгълов",
    "Czech": "Řehoř Žižka",
    "Dogri": "पद्मा",
    "English": "Asha O’Neill",
    "German": "Jürgen Weiß",
    "Georgian": "გიორგი",
    "Greek": "Ελένη Ξένου",
    "Gujarati": "ક્ષિતિજ",
    "Hebrew": "שרה לוי",
    "Hindi": "हिन्दी प्रिया",
    "Hungarian": "Győző Őze",
    "Icelandic": "Þórður",
    "Kannada": "ಕೃಷ್ಣಮೂರ್ತಿ",
    "Kashmiri": "رٲجہٕ",
    "Konkani": "पुंडलीक",
    "Maithili": "विद्यापति",
    "Malayalam": "ശ്രീജിത്ത്",
    "Marathi": "ज्ञानेश्वर",
    "Nepali": "लक्ष्मीप्रसाद",
    "Odia": "ଶ୍ରୀକାନ୍ତ",
    "Persian": "پژمان گل",
    "Polish": "Łukasz Żółć",
    "Punjabi": "ਗੁਰਪ੍ਰੀਤ",
    "Romanian": "Ștefan Țurcan",
    "Russian": "Анна Щукина",
    "Sanskrit": "वाल्मीकिः",
    "Serbian": "Ђорђе Љубић",
    "Sindhi": "شاهه لطيف",
    "Sinhala": "ශ්‍රී ලංකා",
    "Tamil": "தமிழ்ச்செல்வி",
    "Telugu": "శ్రీనివాస్",
    "Thai": "สมชาย น้ำ",
    "Turkish": "Şebnem Iğdır",
    "Ukrainian": "Їжак Ґалаґан",
    "Urdu": "زہرہ ٹھاکر",
    "Vietnamese": "Nguyễn Thị Hướng",
}
SIZE = 400
"""Pixels to an em: large, so that rounding to pixels does not hide a wrong place."""
SLACK = 4
"""Pixels by which rounding may move an edge."""


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_of_forty_languages_are_drawn_whole(name: str) -> None:
    assert len(NAMES) >= 40
    assert shown(name, "Player 3") == drawable(name) == name


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("cut", Cut)
def test_letters_are_shaped_as_harfbuzz_shapes_them(name: str, cut: Cut) -> None:
    for piece in pieces(name):
        if piece.script is not None:
            advance, ink = by_harfbuzz(piece, cut)
            coverage, above = fonts.mask(piece.text, cut, SIZE)
            drawn = coverage.point(lambda value: 255 * (value > 127)).getbbox()
            assert drawn is not None
            assert abs(fonts.width(piece.text, cut, SIZE) - advance) <= SLACK
            left = min(0.0, ink[0])
            inside = ink[0] - left, above + ink[1], ink[2] - left, above + ink[3]
            assert all(abs(a - b) <= SLACK for a, b in zip(drawn, inside, strict=True)), (drawn, inside)


@cache
def face_of(file: Path) -> uharfbuzz.Face:
    """Return the font in that file, unpacked once: that takes far longer than to shape a name."""
    unpacked = BytesIO()
    with TTFont(file) as font:
        font.flavor = None
        font.save(unpacked)
    return uharfbuzz.Face(unpacked.getvalue())


def by_harfbuzz(piece: Piece, cut: Cut) -> tuple[float, tuple[float, float, float, float]]:
    """Return how far the pen goes, and the edges of the ink seen from where it began; no glyph may be missing."""
    assert not isinstance(piece.script, Glyph)
    face = face_of(file_of(piece.script, cut))
    font, buffer = uharfbuzz.Font(face), uharfbuzz.Buffer()
    buffer.add_str(piece.text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    size = SIZE * (scripts.SIZES.get(piece.script, 1) if isinstance(piece.script, WritingSystem) else 1)
    scale, pen, edges = size / face.upem, 0, []
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        assert info.codepoint != 0, piece
        box = font.get_glyph_extents(info.codepoint)
        if box.width:
            x, y = pen + place.x_offset + box.x_bearing, -place.y_offset - box.y_bearing
            edges.append((x, y, x + box.width, y - box.height))
        pen += place.x_advance
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    return pen * scale, (min(lefts) * scale, min(tops) * scale, max(rights) * scale, max(bottoms) * scale)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Asha", ["Asha"]),
        ("Ann आशा 7", ["Ann ", "आशा", " 7"]),
        ("محمد 7", ["7", " ", "محمد"]),
        ("Ann محمد 12 wins", ["Ann ", "12", " ", "محمد", " wins"]),
        ("שרה محمد", ["محمد", " ", "שרה"]),
        ("#5 · محمد", ["#5 · ", "محمد"]),
        ("न", ["न"]),
    ],
)
def test_pieces_stand_as_they_are_read(line: str, order: list[str]) -> None:
    assert [piece.text for piece in pieces(line)] == order


def test_what_is_cut_ends_between_letters() -> None:
    name = NAMES["Tamil"] * 3
    whole = clusters(name)
    for room in range(60, 700, 40):
        kept = fonts.fit(name, Cut.BOOK, 36, room).removesuffix("…")
        assert fonts.width(kept + "…", Cut.BOOK, 36) <= room
        assert clusters(kept) == whole[: len(clusters(kept))]


@pytest.mark.parametrize("pile", ["अ" + "ँं" * 40, "ก" + "้ิ" * 40, "A" + "\u0301\u0327" * 40, "ب" + "ًّ" * 40])
def test_piled_up_marks_get_no_more_room_than_others(pile: str) -> None:
    name = drawable(pile)
    coverage, above = fonts.mask(name, Cut.BOOK, 40)
    assert coverage.height <= (fonts.HIGHEST + fonts.LOWEST) * 40
    assert above <= fonts.HIGHEST * 40
    assert coverage.width <= 4 * 40


def test_without_what_shapes_letters_only_others_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    for cached in (scripts.can_shape, scripts._scripts, scripts.pieces):
        monkeypatch.setattr(scripts, cached.__name__, cached.__wrapped__)
    monkeypatch.setattr(features, "check", lambda name: name != "raqm")
    assert shown("आशा", "Player 3") == "Player 3"
    assert shown("გიორგი", "Player 3") == "გიორგი"
    assert shown("Ann आशा", "Player 3") == "Ann"


@pytest.mark.parametrize("script", WritingSystem)
def test_what_is_written_down_is_what_the_fonts_hold(script: WritingSystem) -> None:
    for cut in Cut:
        held = characters(file_of(script, cut))
        drawn = {ord(char) for char, of in scripts._scripts().items() if script in of}
        assert drawn <= held
        assert len([*ranges(drawn)]) < len(drawn)


def test_fonts_come_with_their_licence() -> None:
    folder = Path(scripts.FONTS)
    licence = (folder / "OFL.txt").read_text(encoding="utf-8")
    assert licence.count("Copyright") >= len(WritingSystem)
    assert "SIL Open Font License" in licence
    assert sum(file.stat().st_size for file in folder.iterdir()) < 6 << 20
