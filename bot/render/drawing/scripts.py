"""Lines of text in any script, cut into pieces that one font can draw, from left to right.

Latin, Greek and Cyrillic letters and all common signs are drawn with DejaVu Sans Condensed, other scripts with Noto
Sans. Letters of those scripts must be shaped: marks find their place, letters join and change their order. Raqm does
that; it comes with Pillow and needs FriBiDi of the system.
"""

import json
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

import regex
from bidi import algorithm as bidi
from PIL import features

from bot.render.drawing.host_fonts import HostFont, read_fonts
from bot.rummy.ids import COMPUTER_SIGN

FONTS = Path(__file__).parent / "fonts"
COVERAGE = FONTS / "coverage.json"
"""The characters of each script's fonts: first and last of each range."""


class Cut(StrEnum):
    """A weight of letters, by the file that draws Latin ones."""

    BOLD = "DejaVuSansCondensed-Bold.ttf"
    BOOK = "DejaVuSansCondensed.ttf"


WEIGHTS = {Cut.BOLD: 700, Cut.BOOK: 400}


class WritingSystem(StrEnum):
    """A script with fonts of its own."""

    ARABIC = "arabic"
    ARMENIAN = "armenian"
    BENGALI = "bengali"
    DEVANAGARI = "devanagari"
    GEORGIAN = "georgian"
    GUJARATI = "gujarati"
    GURMUKHI = "gurmukhi"
    HEBREW = "hebrew"
    KANNADA = "kannada"
    MALAYALAM = "malayalam"
    ODIA = "oriya"
    SINHALA = "sinhala"
    TAMIL = "tamil"
    TELUGU = "telugu"
    THAI = "thai"


UNSHAPED = frozenset({WritingSystem.ARMENIAN, WritingSystem.GEORGIAN})
"""Scripts whose letters follow one another unchanged, as Latin letters do."""


SIZES = {WritingSystem.ARABIC: 0.85}
"""The relative size of letters that reach further up and down than others."""


class Glyph(StrEnum):
    """A sign that is drawn without a font."""

    COMPUTER = COMPUTER_SIGN


Typeface = WritingSystem | HostFont
"""The typeface of a piece that is not in Latin letters."""
_host_fonts: list[HostFont] = []
"""The fonts of this process, set once at its start: the functions that draw pictures get no settings."""


def use_fonts(folder: Path | None) -> list[str]:
    """Draw characters that our fonts lack with the fonts of that folder. Return the fault of each unusable one."""
    found = [] if folder is None else [*read_fonts(folder)]
    _host_fonts[:] = [font for font in found if isinstance(font, HostFont)]
    pieces.cache_clear()
    return [str(fault) for fault in found if not isinstance(fault, HostFont)]


@cache
def can_shape() -> bool:
    """Return whether Pillow has found the library that shapes letters."""
    return bool(features.check("raqm"))


def file_of(script: Typeface | None, cut: Cut) -> Path:
    """Return the file of a script's font; None: of the font for Latin letters."""
    if isinstance(script, HostFont):
        return script.path
    return FONTS / (cut if script is None else f"noto-sans-{script}-{WEIGHTS[cut]}.woff2")


# -- what can be drawn ------------------------------------------------------------------------------

_RANGES = (
    (0x20, 0x7E), (0xA0, 0x24F), (0x370, 0x377), (0x37A, 0x37F), (0x384, 0x38A), (0x38C, 0x38C),
    (0x38E, 0x3A1), (0x3A3, 0x482), (0x48A, 0x4FF), (0x1E00, 0x1EFB), (0x2010, 0x2027), (0x2030, 0x203A),
    (0x20A0, 0x20B5), (0x20B8, 0x20BA), (0x20BD, 0x20BD), (0x2190, 0x2193), (0x221E, 0x221E),
    (0x2605, 0x2606), (0x2660, 0x2667),
)  # fmt: skip
"""Characters that both cuts hold and that no other script must shape."""
LATIN = frozenset(chr(code) for first, last in _RANGES for code in range(first, last + 1)) - {"\xad"}
_JOINERS = frozenset("\u200c\u200d")
"""Characters that make letters join or not join; no font needs to hold them."""
MOST_MARKS = 8
"""The most characters of a cluster: no word needs more, and a name with piled-up marks gets no more room than
others.
"""
_REPEATED = regex.compile(r"(\p{M})\1+")
"""A repeated mark."""


@cache
def _scripts() -> Mapping[str, frozenset[WritingSystem]]:
    """Return the scripts whose fonts draw each character."""
    held = json.loads(COVERAGE.read_text(encoding="ascii"))
    drawn: defaultdict[str, set[WritingSystem]] = defaultdict(set)
    for script in WritingSystem:
        if script in UNSHAPED or can_shape():
            for char in (chr(code) for first, last in held[script] for code in range(first, last + 1)):
                if char not in LATIN and unicodedata.category(char)[0] in "LMNPS":
                    drawn[char].add(script)
    return {char: frozenset(scripts) for char, scripts in drawn.items()}


def clusters(text: str) -> list[str]:
    """Return the units that people see as single letters, each with its marks."""
    return list(text) if text.isascii() else regex.findall(r"\X", text)


def plain(text: str) -> str:
    """Return the text on one line, without characters that no font can draw.

    Styled letters, such as mathematical ones, become plain ones. Marks on Latin letters join them or are removed.
    """
    return " ".join("".join(_drawn(cluster) for cluster in clusters(_spaced(text))).split())


def _spaced(text: str) -> str:
    return "".join(" " if char.isspace() else char for char in text)


def _drawn(cluster: str) -> str:
    """Return the part of a cluster that can be drawn."""
    for form in (unicodedata.normalize("NFC", cluster), unicodedata.normalize("NFKC", cluster)):
        kept = _REPEATED.sub(r"\1", form)[:MOST_MARKS]
        if _script_of(kept) is not None:
            return kept
    return "".join(char for char in form if char in LATIN)


def _script_of(cluster: str) -> Typeface | Glyph | None:
    """Return the script whose fonts draw a whole cluster, or else the host's font that does; a sign that needs no font.

    Return None if there is none.
    """
    if cluster == Glyph.COMPUTER:
        return Glyph.COMPUTER
    chars = [char for char in cluster if char not in _JOINERS]
    shipped = frozenset.intersection(*(_scripts().get(char, frozenset()) for char in chars)) if chars else frozenset()
    if shipped:
        return min(shipped)
    is_latin = all(char in LATIN for char in chars)
    return None if is_latin else next((font for font in _host_fonts if font.draws("".join(chars))), None)


# -- from left to right -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line that one font draws."""

    text: str
    """The text in reading order."""
    script: Typeface | Glyph | None
    """The script of the piece; None for Latin letters and common signs."""
    from_right: bool
    """Whether it runs from right to left."""


_ISOLATE = regex.compile(r"([\u2066-\u2068])((?:[^\u2066-\u2069]|(?R))*)(\u2069|$)")
"""A part of a line with its own direction: from left, from right, or that of its letters."""
_ISOLATE_SIGNS = frozenset("\u2066\u2067\u2068\u2069")
_FROM_LEFT, _FROM_RIGHT = "\u2066", "\u2067"
_PLACE = "\ufffc"
"""A character that stands for an isolate in the text around it: neutral, as in the algorithm."""


def from_right(text: str) -> str:
    """Return the text as a line from right to left, if any of its letters run that way."""
    return f"{_FROM_RIGHT}{text}\u2069" if _kinds(text) & {"R", "AL"} else text


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[Piece, ...]:
    """Return the parts of a line, from left to right, as the Unicode Bidirectional Algorithm orders them (UAX 9)."""
    if text.isascii() or all(char in LATIN for char in text):
        return (Piece(text, None, from_right=False),)
    # A phrase with a name in it, or a sign before it, runs in the direction of the phrase. A lone name runs in its own.
    is_name = _kinds(text) & {"R", "AL"} and "L" not in _kinds(text) and text[0].isalnum()
    levels = _levels(text, 1 if is_name else 0)
    found: list[tuple[int, Piece]] = []
    place = 0
    parts = []
    for cluster in clusters(text):
        if cluster not in _ISOLATE_SIGNS:
            parts.append((levels[place], _script_of(cluster), cluster))
        place += len(cluster)
    for (level, script), group in groupby(parts, key=lambda part: part[:2]):
        found.append((level, Piece("".join(part[2] for part in group), script, from_right=level % 2 == 1)))
    return tuple(_from_left(found))


def _kinds(text: str) -> set[str]:
    """Return the directions of the characters, as Unicode names them."""
    return set() if text.isascii() else {unicodedata.bidirectional(char) for char in text}


def _levels(text: str, base: int) -> list[int]:
    """Return the embedding level of each character; odd levels run from right to left."""
    isolates = [*_ISOLATE.finditer(text)]
    if not isolates:
        return _plain_levels(text, base)
    around = iter(_plain_levels(_ISOLATE.sub(_PLACE, text), base))
    levels: list[int] = []
    for isolate in isolates:
        levels += (next(around) for _ in range(isolate.start() - len(levels)))
        level, (sign, inner, end) = next(around), isolate.groups()
        runs_right = sign == _FROM_RIGHT or (sign != _FROM_LEFT and _first_from_right(inner))
        levels += (level, *_levels(inner, level + 1 + (level % 2 == runs_right)), *(level for _ in end))
    return [*levels, *around]


def _first_from_right(text: str) -> bool:
    """Return whether the first letter with a direction, outside of isolates, runs from right to left."""
    kinds = map(unicodedata.bidirectional, _ISOLATE.sub("", text))
    return next((kind != "L" for kind in kinds if kind in ("L", "R", "AL")), False)


def _plain_levels(text: str, base: int) -> list[int]:
    """Return the levels of a line without isolates."""
    if base % 2 == 0 and not _kinds(text) & {"R", "AL"}:
        return [base] * len(text)
    storage = bidi.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "R" if base % 2 else "L"
    bidi.get_embedding_levels(text, storage)
    bidi.explicit_embed_and_overrides(storage)
    bidi.resolve_weak_types(storage)
    bidi.resolve_neutral_types(storage, False)
    bidi.resolve_implicit_levels(storage, False)
    return [char["level"] for char in storage["chars"]]


def _from_left(found: Sequence[tuple[int, Piece]]) -> Iterator[Piece]:
    """Return the pieces in visual order: from the highest level on, each run of them is reversed (L2)."""
    order = list(found)
    for level in range(max(level for level, _ in order), 0, -1):
        turned: list[tuple[int, Piece]] = []
        for is_run, run in groupby(order, key=lambda one: one[0] >= level):
            stretch = [*run]
            turned += reversed(stretch) if is_run else stretch
        order = turned
    return (piece for _, piece in order)
