"""Reads letters, signs and cards off pixels, with Pillow and the fonts alone."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

from bot.codes import Look
from bot.render.drawing import art, fonts, scripts
from bot.render.drawing.canvas import Sprite
from bot.render.drawing.palette import COLOURS, Colour
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import BOARD, CLOSE, HAND, LARGE, LYING, SMALL, Size
from bot.rummy.cards import Rank

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""
Rgb = tuple[int, int, int]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK")
NO_RANKS = tuple("BCDEFGHLMNPRSTUVWXYZ1")
"""Letters that must not be taken for a rank; `I`, `O` and `0` are a `J` and a `Q` without tails."""
TAILED = ("J", "Q")
SUITS = ("♣", "♦", "♠", "♥")
STAR = "★"
SIGNS = (*SUITS, STAR, "✔", "✘", "=")
FLAGS = ("new", "use")
FELT = COLOURS[Look.FELT]
INKS = (Colour.BLACK, Colour.RED, Colour.BLUE, Colour.GREEN, Colour.VIOLET)
"""The inks of cards."""
BACK = "[back]"
UNREAD = "?"
"""Stands for a shape that looks like nothing known."""

OFF_LINE = 24
"""The distance of a colour from every blend of ink and ground from which it is neither."""
ALIKE, APART = 60, 8
"""The greatest error of a whole shape, of 255, and the least amount by which the next best must be worse."""
SHAPE = (20, 28)
"""Every shape is stretched to that many pixels before it is compared."""
STRETCHED = 1.4
"""The amount by which a shape may be wider or narrower than the font's: a card's strip makes `10` narrower."""


# -- pixels -----------------------------------------------------------------------------------------


class Page:
    """A finished picture: entries of its palette, and their colours."""

    def __init__(self, entries: Image.Image, palette: bytes) -> None:
        self.entries = entries
        self.palette = palette

    def coverage(self, box: Box, inks: tuple[Colour, ...], ground: Colour) -> Image.Image:
        """Return how much of one of the inks covers each pixel, 0 to 255; 0 for pixels of another colour."""
        return self.entries.crop(box).point(_coverage(self.palette, inks, ground)[0])

    def strange(self, box: Box, inks: tuple[Colour, ...], ground: Colour) -> Image.Image:
        """Return 255 for pixels that are no blend of the ground and one of the inks."""
        return self.entries.crop(box).point(_coverage(self.palette, inks, ground)[1])

    def ink(self, box: Box, inks: Iterable[Colour]) -> Colour:
        """Return the ink of most pixels."""
        counts = self.entries.crop(box).histogram()
        return max(inks, key=lambda ink: sum(counts[i] for i in _entries(self.palette, ink)))

    def share(self, box: Box, colour: Colour) -> float:
        """Return how much of the box has exactly that colour."""
        counts = self.entries.crop(box).histogram()
        return sum(counts[i] for i in _entries(self.palette, colour)) / max(1, sum(counts))


@cache
def _entries(palette: bytes, colour: Colour) -> tuple[int, ...]:
    return tuple(i for i in range(len(palette) // 3) if tuple(palette[3 * i : 3 * i + 3]) == FELT[colour])


@cache
def _coverage(palette: bytes, inks: tuple[Colour, ...], ground: Colour) -> tuple[bytes, bytes]:
    """Return the coverage for every entry, and 255 for strange ones."""
    coverage, strange = bytearray(256), bytearray(256)
    for i in range(len(palette) // 3):
        red, green, blue = palette[3 * i : 3 * i + 3]
        shares = [_share((red, green, blue), FELT[ink], FELT[ground]) for ink in inks]
        near = [share for share, off in shares if off <= OFF_LINE]
        coverage[i] = round(255 * max(near, default=0))
        strange[i] = 0 if near else 255
    return bytes(coverage), bytes(strange)


def _share(colour: Rgb, ink: Rgb, ground: Rgb) -> tuple[float, float]:
    """Return how far from the ground toward the ink a colour lies, 0 to 1, and how far off that way."""
    way = [i - g for i, g in zip(ink, ground, strict=True)]
    far = [c - g for c, g in zip(colour, ground, strict=True)]
    share = sum(a * b for a, b in zip(way, far, strict=True)) / sum(a * a for a in way)
    share = min(1.0, max(0.0, share))
    return share, max(abs(f - share * w) for f, w in zip(far, way, strict=True))


def _runs(present: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last + 1 of every stretch that is not 0."""
    edges = [0, *present, 0]
    starts = [i for i, (a, b) in enumerate(pairwise(edges)) if b and not a]
    ends = [i for i, (a, b) in enumerate(pairwise(edges)) if a and not b]
    return list(zip(starts, ends, strict=True))


def _solid(coverage: Image.Image) -> Image.Image:
    """Return the pixels of which more than a third is covered."""
    return coverage.point(_SOLID)


_SOLID = bytes(255 * (value > 96) for value in range(256))


# -- letters and shapes -----------------------------------------------------------------------------


@cache
def _font(cut: Cut, size: int) -> ImageFont.FreeTypeFont:
    path = Path(fonts.__file__).parent / "fonts" / cut
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def _is_shaped(text: str) -> bool:
    """Return whether it is written in a script whose letters `test_scripts` compares with HarfBuzz."""
    return any(char.isalpha() and char > "\u052f" and char not in scripts.LATIN for char in text)


def width(text: str, cut: Cut, size: int) -> int:
    if _is_shaped(text):
        return fonts.width(text, cut, size)
    return round(_font(cut, size).getlength(text))


@lru_cache(maxsize=4096)
def written(text: str, cut: Cut, size: int) -> tuple[Image.Image, int]:
    """Return the text's coverage, and how much of it lies above the base line."""
    if _is_shaped(text):
        return fonts.mask(text, cut, size)
    left, top, right, bottom = (round(edge) for edge in _font(cut, size).getbbox(text, anchor="ls"))
    left = min(0, left)
    image = Image.new("L", (max(1, right - left + 1), max(1, bottom - top)))
    ImageDraw.Draw(image).text((-left, -top), text, 255, _font(cut, size), anchor="ls")
    return image, -top


def nearest(coverage: Image.Image, among: Sequence[str]) -> str:
    """Return which of the texts the shape is, whatever its size."""
    box = _solid(coverage).getbbox()
    if box is None:
        return UNREAD
    return _likest(coverage.crop(box).resize(SHAPE, Image.Resampling.BOX).tobytes(), _ratio(box), tuple(among))


@cache
def _likest(shape: bytes, ratio: float, among: tuple[str, ...]) -> str:
    image = Image.frombytes("L", SHAPE, shape)
    (best, text), (next_best, _) = sorted((_off(image, _shape(text)[0]), text) for text in among)[:2]
    fits = 1 / STRETCHED < ratio / _shape(text)[1] < STRETCHED
    return text if fits and best <= ALIKE and next_best - best >= APART else UNREAD


@cache
def _shape(text: str) -> tuple[Image.Image, float]:
    """Return the text's strokes, stretched, and how wide they were for their height."""
    image, above = written(text, Cut.BOLD, 96)
    if text in RANKS or text in NO_RANKS:
        image = _rows(image, 0, above)
    box = _solid(image).getbbox() or (0, 0, *image.size)
    return image.crop(box).resize(SHAPE, Image.Resampling.BOX), _ratio(box)


def _ratio(box: Box) -> float:
    return (box[2] - box[0]) / (box[3] - box[1])


def _off(one: Image.Image, other: Image.Image) -> int:
    """Return the mean difference of two shapes."""
    (mean,) = ImageChops.difference(one, other).resize((1, 1), Image.Resampling.BOX).tobytes()
    return mean


# -- cards ------------------------------------------------------------------------------------------

_SIZES = {(size.width, size.height): size for size in (HAND, LARGE, CLOSE, SMALL, LYING, BOARD)}


def read_card(page: Page, box: Box, *, covered: bool) -> tuple[str, Colour]:
    """Return the card that lies there, and the colour of its index.

    A covered one shows only the strip with its index.
    """
    left, top, right, bottom = box
    size = _SIZES[right - left, bottom - top]
    seen = page.entries.crop((left, top, left + size.strip if covered else right, bottom))
    card = (seen.tobytes(), page.palette, size)
    return _face(*card, covered), _index_ink(*card)


def read_sprite(sprite: Sprite, palette: bytes, *, covered: bool = False) -> tuple[str, Colour]:
    """Return the card on a sprite, and the colour of its index."""
    return read_card(Page(sprite.image, palette), (0, 0, *sprite.image.size), covered=covered)


@lru_cache(maxsize=1024)
def _index_ink(pixels: bytes, palette: bytes, size: Size) -> Colour:
    page = _card_page(pixels, palette, size)
    return page.ink((6, size.pip // 5, size.strip - 2, size.height // 2), INKS)


def _card_page(pixels: bytes, palette: bytes, size: Size) -> Page:
    return Page(Image.frombytes("L", (len(pixels) // size.height, size.height), pixels), palette)


@lru_cache(maxsize=1024)
def _face(pixels: bytes, palette: bytes, size: Size, covered: bool) -> str:
    """Return the card as its pixels show it: `9♠`, `7♥(wild)`, `Q♦(new)`, `Joker`, `Joker(Q♥ Q♦)`."""
    page = _card_page(pixels, palette, size)
    strip = (6, size.pip // 5 - 1, size.strip - 2, size.height - 6)
    if page.share(strip, Colour.BACK) > 0.3:
        return BACK
    paper = max((Colour.PAPER, Colour.GLOW), key=lambda colour: page.share(strip, colour))
    golden = _golden(page, strip, size)
    index = page.coverage((*strip[:3], min((top for top, _ in golden), default=strip[3])), INKS, paper)
    card = _index(index, size)
    marks = [*_marks(page, golden, size)]
    if paper is Colour.GLOW and not card.startswith("Joker") and "wild" not in marks:
        marks.append("on golden paper")
    if not covered and size.art:
        marks += _art(page, card, size, paper)
    return f"{card}({', '.join(marks)})" if marks else card


def _golden(page: Page, strip: Box, size: Size) -> list[tuple[int, int]]:
    """Return the rows of golden pixels below the index: a badge, a flag."""
    gold = page.coverage(strip, (Colour.GOLD,), Colour.BLACK)
    runs = _runs(_solid(gold).getprojection()[1])
    return [(strip[1] + a, strip[1] + b) for a, b in runs if strip[1] + a > size.pip and b - a > 8]


def _index(index: Image.Image, size: Size) -> str:
    """Return rank and suit in the corner; for a joker on the table a star, and the cards that it stands for."""
    rows = _runs(_solid(index).getprojection()[1])
    if not rows:
        return UNREAD
    starred = len(rows) > 1 and nearest(_rows(index, *rows[0]), (*SUITS, STAR)) == STAR
    (top, _), *others = rows[1:] if starred else rows
    base = top - _font(Cut.BOLD, size.rank).getbbox("H", anchor="ls")[1]
    rank = nearest(_rows(index, top, round(base)), (*RANKS, *NO_RANKS))
    tail = _rows(index, round(base) + 2, round(base) + size.pip // 4 - 1)
    if rank in NO_RANKS or (rank in TAILED and _solid(tail).getbbox() is None):
        rank = UNREAD
    pips = _rows(index, *(others[0] if others else rows[-1]))  # a tail ends above them
    if starred:
        across = _runs(_solid(pips).getprojection()[0])
        suits = (nearest(pips.crop((a, 0, b, pips.height)), SUITS) for a, b in across)
        return f"Joker({' '.join(rank + suit for suit in suits)})"
    suit = nearest(pips, (*SUITS, STAR))
    return "Joker" if (rank, suit) == ("JK", STAR) else rank + suit


def _rows(image: Image.Image, top: int, bottom: int) -> Image.Image:
    return image.crop((0, top, image.width, max(top + 1, bottom)))


def _marks(page: Page, golden: Sequence[tuple[int, int]], size: Size) -> Iterator[str]:
    """Yield the badge of a wild card; the word at a card's foot, whose strip begins at the card's edge."""
    for top, bottom in golden:
        box = (4, top, size.strip, bottom)
        shape = page.coverage(box, (Colour.BLACK,), Colour.GOLD)
        if page.share((5, top + 4, 7, bottom - 4), Colour.GOLD) > 0.9:
            yield nearest(shape, FLAGS)
        else:
            inner = shape.crop((shape.width // 2 - 11, 2, shape.width // 2 + 11, shape.height - 2))
            yield "wild" if nearest(inner, SIGNS) == STAR else UNREAD


def _art(page: Page, card: str, size: Size, paper: Colour) -> list[str]:
    """Check that the middle of a card shows as many pips as it counts, or its figure with its suit."""
    box = (size.strip - 1, 8, size.width - 6, size.height - 6)
    seen_art = page.coverage(box, INKS, paper)
    if _solid(seen_art).getbbox() is None:
        return ["bare"]
    rank = "JK" if card.startswith("Joker") else card[:-1]
    if rank not in FIGURES:
        pips = [nearest(pip, (*SUITS, STAR)) for pip in _apart(seen_art)]
        return [] if pips == [card[-1]] * (int(rank) if rank.isdigit() else 1) else ["with other art"]
    drawn = {name: _figure(figure, size.width - size.strip - 8) for name, figure in FIGURES.items()}
    seen = {name: seen_art.crop(_place(image, size, box)) for name, image in drawn.items()}
    likest = min(drawn, key=lambda name: _off(_solid(drawn[name]), _solid(seen[name])))
    if likest != rank or rank == "JK":
        return [] if likest == rank else ["with other art"]
    robe = drawn[rank].crop((0, drawn[rank].height * 2 // 3, *drawn[rank].size))
    left, _, right, bottom = _place(drawn[rank], size, (0, 0, 0, 0))
    ink = page.ink((left, bottom - 12, right, bottom), INKS)
    middle = (left + right) // 2
    spot = page.coverage(
        (middle - robe.width // 4, bottom - robe.height + 6, middle + robe.width // 4, bottom - 4), (paper,), ink
    )
    return [] if nearest(spot, SUITS) == card[-1] else ["with another suit"]


FIGURES = {
    "J": art.FIGURES[Rank.JACK],
    "Q": art.FIGURES[Rank.QUEEN],
    "K": art.FIGURES[Rank.KING],
    "JK": art.FIGURES[None],
}


@cache
def _figure(figure: art.Figure, wide: int) -> Image.Image:
    """Return where a figure has the ink of its suit."""
    image = art.layer(figure.ink, wide).copy()
    image.paste(0, (0, 0), art.layer(figure.paper, wide))
    image.paste(255, (0, 0), art.layer(figure.details, wide))
    return image


def _place(figure: Image.Image, size: Size, box: Box) -> Box:
    """Return the place of a figure on a card, seen from the left top corner of the box."""
    left, top = size.strip - box[0], size.height - 8 - figure.height - box[1]
    return left, top, left + figure.width, top + figure.height


def _apart(coverage: Image.Image) -> Iterator[Image.Image]:
    """Yield the shapes that do not touch each other."""
    left = _solid(coverage)
    while (found := left.tobytes().find(255)) >= 0:
        marked = left.copy()
        ImageDraw.floodfill(marked, (found % left.width, found // left.width), 128)
        shape = marked.point([255 * (value == 128) for value in range(256)])
        left.paste(0, (0, 0), shape)
        box = shape.getbbox()
        assert box is not None
        if (box[2] - box[0]) * (box[3] - box[1]) > 40:
            yield coverage.crop(box)
