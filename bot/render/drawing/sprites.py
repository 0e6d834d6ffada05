"""Cards as sprites: drawn once from shapes and a font, and then pasted."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.codes import Look
from bot.languages.sentence import look, sentence_in
from bot.render.drawing import art, fonts
from bot.render.drawing.canvas import LEFT, Canvas, Sprite, disc, shape_of
from bot.render.drawing.palette import CLEAR, Colour, solid
from bot.render.drawing.scripts import Cut
from bot.render.drawing.theme import Theme
from bot.rummy.cards import Card, Rank

STAR = "★"


@dataclass(frozen=True, slots=True)
class Size:
    """Measures of a card, in pixels."""

    width: int
    height: int
    strip: int
    """The least width that shows the index of a card under another one."""
    rank: int
    """Font size of the rank."""
    pip: int
    """Height of the suit below the rank."""
    art: int
    """Height of the large suit."""
    radius: int
    badge: int
    """Radius of a wild joker's badge."""
    flag: int
    """Height of the strip that marks the drawn card; its letters fill two thirds."""
    spread: int
    """The most width shown of a card under another one."""


HAND = Size(120, 178, 60, 45, 36, 54, 14, 17, 36, 92)
LARGE = Size(156, 230, 80, 62, 48, 70, 18, 22, 46, 120)
CLOSE = Size(96, 142, 44, 38, 30, 44, 12, 14, 30, 74)
SMALL = Size(84, 122, 50, 36, 28, 0, 10, 15, 0, 64)
LYING = Size(64, 98, 44, 38, 26, 0, 10, 0, 0, 60)
BOARD = Size(132, 188, 64, 54, 42, 60, 14, 18, 0, 64)
TINY = Size(26, 38, 0, 0, 0, 0, 5, 0, 0, 0)
"""The back that stands for the cards in a player's hand."""


# Translators: at the foot of a card that must be used in this turn; about four letters have room
_USE = sentence_in("on a card", "use")
# Translators: at the foot of a card that was just drawn; about four letters have room
_NEW = sentence_in("on a card", "new")


@dataclass(frozen=True, slots=True)
class Coat:
    """The look of a card, apart from its face."""

    wild: bool = False
    """Whether it is a joker, but not a printed one."""
    valued: bool = False
    """Whether the card has a value for the player who holds it."""
    drawn: bool = False
    """Whether it was just drawn."""
    due: bool = False
    """Whether it must be used in this turn."""
    over: bool = False
    """Whether it lies on another card."""
    under: bool = False
    """Whether another card lies on it."""
    stands: tuple[Card, ...] = ()
    """The cards that a joker on the table can stand for."""

    @property
    def flag(self) -> str:
        """Return the word at the foot of the card."""
        return _USE() if self.due else _NEW() if self.drawn else ""


def card_sprite(card: Card, size: Size, theme: Theme, coat: Coat = Coat()) -> Sprite:
    """Return a card's face."""
    return flagged_sprite(card, size, theme, coat, coat.flag)


@lru_cache(maxsize=512)
def flagged_sprite(card: Card, size: Size, theme: Theme, coat: Coat, flag: str) -> Sprite:
    """Return a card's face with that word at its foot."""
    joker = coat.wild or card.is_printed_joker
    paper = Colour.GLOW if joker else Colour.PAPER
    canvas = Canvas(size.width, size.height, solid(Colour.TILE))
    frame, thick = (Colour.GOLD, 5) if flag else (Colour.RIM, 2)
    box = (0, 0, size.width, size.height)
    canvas.box(box, frame, Colour.TILE, size.radius)
    if coat.over:
        # The left corners blend into the card below instead of the ground.
        canvas.box((0, 0, 2 * size.radius, size.height), frame, Colour.PAPER, size.radius, LEFT)
    canvas.box((thick, thick, size.width - thick, size.height - thick), paper, frame, size.radius - thick)
    if coat.stands:
        _stand_in(canvas, coat.stands, size, theme, paper)
    else:
        _index(canvas, card, size, theme, paper)
    if coat.wild and size.badge:
        _badge(canvas, size, paper)
    if coat.valued:
        _value(canvas, size, paper, above=size.flag if flag else 0)
    if size.art and not coat.under:
        _art(canvas, card, size, theme, paper)
    if flag and size.flag:
        _flag(canvas, flag, size, paper)
    return Sprite(canvas, _card_shape(size))


@lru_cache(maxsize=16)
def _card_shape(size: Size) -> Image.Image:
    """Return the rounded outline that all cards of a size share."""
    canvas = Canvas(size.width, size.height, CLEAR)
    canvas.box((0, 0, size.width, size.height), Colour.RIM, Colour.TILE, size.radius)
    return shape_of(canvas.image)


def rank_text(card: Card) -> str:
    """Return the rank as people write it: `10`, not `T`."""
    return "10" if card.rank is Rank.TEN else card.rank.letter


def _pip(card: Card, height: int) -> Image.Image:
    return fonts.sign(STAR if card.suit is None else card.suit.symbol, height)


def _middle(size: Size) -> int:
    """Return the middle of the visible strip."""
    return size.strip // 2 + 2


@lru_cache(maxsize=64)
def _rank(text: str, size: Size) -> tuple[Image.Image, int]:
    """Return a rank's coverage, no wider than the strip, and the number of rows above the base line.

    A tail, as of a J, would reach the suit, so such a rank stands higher.
    """
    image, above = fonts.mask(text, Cut.BOLD, size.rank)
    strokes = image.getbbox() or (0, 0, image.width, image.height)
    image = image.crop((strokes[0], 0, strokes[2], image.height))
    room = size.strip - 12
    if image.width > room:
        image = image.resize((room, image.height), Image.Resampling.LANCZOS)
    lift = image.height - above + size.pip // 9 - size.pip // 4
    return image, above + max(0, lift)


def _index_bottom(size: Size) -> int:
    return size.pip // 3 + fonts.cap_height(Cut.BOLD, size.rank) + size.pip // 4 + size.pip


def _index(canvas: Canvas, card: Card, size: Size, theme: Theme, paper: Colour) -> None:
    ink = theme.ink(card)
    base = size.pip // 3 + fonts.cap_height(Cut.BOLD, size.rank)
    rank, above = _rank(rank_text(card), size)
    canvas.stamp(rank, (_middle(size) - rank.width // 2, base - above), ink, paper)
    pip = _pip(card, size.pip)
    canvas.stamp(pip, (_middle(size) - pip.width // 2, base + size.pip // 4), ink, paper)


def _stand_in(canvas: Canvas, stands: tuple[Card, ...], size: Size, theme: Theme, paper: Colour) -> None:
    """Draw a joker's index: a star, the rank it stands for, and the suit or the suits."""
    star = fonts.sign(STAR, size.pip * 4 // 5)
    top = size.pip // 5
    canvas.stamp(star, (_middle(size) - star.width // 2, top), Colour.VIOLET, paper)
    rank, above = _rank(rank_text(stands[0]), size)
    base = top + star.height + size.pip // 5 + fonts.cap_height(Cut.BOLD, size.rank)
    canvas.stamp(rank, (_middle(size) - rank.width // 2, base - above), theme.ink(stands[0]), paper)
    pips = [_pip(card, min(size.pip, (size.strip - 6) // len(stands))) for card in stands]
    left = _middle(size) - sum(pip.width for pip in pips) // 2
    for card, pip in zip(stands, pips, strict=True):
        canvas.stamp(pip, (left, base + size.pip // 4), theme.ink(card), paper)
        left += pip.width


def _badge(canvas: Canvas, size: Size, paper: Colour) -> None:
    """Draw the star below the index of a wild joker."""
    left = _middle(size) - size.badge
    top = _index_bottom(size) + size.badge // 3
    canvas.stamp(disc(size.badge), (left, top), Colour.GOLD, paper)
    star = fonts.sign(STAR, round(1.25 * size.badge))
    at = (_middle(size) - star.width // 2, top + size.badge - round(star.height * 0.54))
    canvas.stamp(star, at, Colour.BLACK, Colour.GOLD)


def _value(canvas: Canvas, size: Size, paper: Colour, *, above: int) -> None:
    """Draw the line at the foot of a card of value, or above the card that covers it; as wide as the visible part."""
    tall = size.pip // 4
    low = size.height - (above or tall)
    canvas.box((size.radius // 2, low - tall, size.strip - size.radius // 2, low), Colour.VIOLET, paper, tall // 2)


def _art(canvas: Canvas, card: Card, size: Size, theme: Theme, paper: Colour) -> None:
    """Draw the middle of an uncovered card: its figure, or as many pips as it counts."""
    ink, wide = theme.ink(card), size.width - size.strip - 8
    left = size.strip
    if figure := art.FIGURES.get(None if card.is_printed_joker else card.rank):
        top = size.height - 8 - art.tall(wide)
        for shapes, above, below in (
            (figure.ink, ink, paper),
            (figure.paper, paper, ink),
            (figure.details, ink, paper),
        ):
            canvas.stamp(art.layer(shapes, wide), (left, top), above, below)
        canvas.stamp(art.layer(figure.gold, wide), (left, top), Colour.GOLD, paper)
        if figure.bears_suit:
            pip = _pip(card, wide * 9 // 20)
            at = (left + (wide - pip.width) // 2, top + art.tall(wide) * 37 // 44 - pip.height // 2)
            canvas.stamp(pip, at, paper, ink)
        return
    places = art.PIPS.get(card.rank) if card.rank else None
    if not places:
        pip = _pip(card, min(size.art, wide))
        canvas.stamp(pip, (left + (wide - pip.width) // 2, (size.height - pip.height) // 2), ink, paper)
        return
    pip = _pip(card, wide * 2 // 5)
    room, height = wide - pip.width, size.height - 2 * size.radius - pip.height
    for x, y in places:
        canvas.stamp(pip, (left + round(x * room), size.radius + round(y * height)), ink, paper)


def _flag(canvas: Canvas, word: str, size: Size, paper: Colour) -> None:
    """Draw the strip at the foot of a card."""
    top = size.height - size.flag
    canvas.box((4, top, size.strip, size.height - 5), Colour.GOLD, paper)
    # A word too long for the strip is drawn smaller, never cut.
    usual = size.flag * 7 // 10
    letters = next((one for one in range(usual, 8, -1) if fonts.width(word, Cut.BOLD, one) <= size.strip - 8), 8)
    base = top + (size.flag + fonts.cap_height(Cut.BOLD, letters)) // 2 - 2
    canvas.text((_middle(size), base), word, letters, Colour.BLACK, Colour.GOLD, align="middle")


_BACKS = {Look.FELT: "◆", Look.MIDNIGHT: "★", Look.PAPER: "♣"}
"""The sign that covers the backs in each look."""


def back_sprite(size: Size) -> Sprite:
    """Return the back of a card in the reader's look."""
    return back_with(size, _BACKS[look()])


@lru_cache(maxsize=24)
def back_with(size: Size, sign: str) -> Sprite:
    """Return the back of a card, covered with that sign."""
    canvas = Canvas(size.width, size.height, solid(Colour.TILE))
    box = (0, 0, size.width, size.height)
    canvas.outlined(box, Colour.PAPER, Colour.RIM, Colour.TILE, size.radius, 2)
    inset = size.width // 14
    inner = (inset, inset, size.width - inset, size.height - inset)
    canvas.box(inner, Colour.BACK, Colour.PAPER, size.radius - inset // 2)
    if size.width >= 2 * _LATTICE:
        _lattice(canvas, size, inset, sign)
    return Sprite(canvas, _card_shape(size))


_LATTICE = 20
"""The least width of half a card in which small signs can be told apart."""


def _lattice(canvas: Canvas, size: Size, inset: int, text: str) -> None:
    """Draw small signs in rows."""
    sign = fonts.sign(text, size.width // 11)
    step = size.width // 6
    for row, y in enumerate(range(2 * inset, size.height - 2 * inset - sign.height, step // 2)):
        first = 2 * inset + (step // 2 if row % 2 else 0)
        for x in range(first, size.width - 2 * inset - sign.width + 1, step):
            canvas.stamp(sign, (x, y), Colour.PAPER, Colour.BACK)
