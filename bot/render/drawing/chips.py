"""Small signs used in several pictures: cut card, wild rank, badges."""

from functools import lru_cache

from bot.render.drawing import fonts, palette
from bot.render.drawing.canvas import Canvas, Sprite, disc
from bot.render.drawing.palette import Colour
from bot.render.drawing.scripts import Cut
from bot.render.drawing.sprites import STAR, rank_text
from bot.render.drawing.theme import Theme
from bot.rummy.cards import Card, Rank


def wild_text(wild: Rank | None) -> str:
    """Return the wild rank, or `JK` if only printed jokers are wild."""
    return "JK" if wild is None else "10" if wild is Rank.TEN else wild.letter


def star_chip(canvas: Canvas, left: int, base: int, text: str, letters: int, ground: Colour) -> None:
    """Draw a rank and a star on paper, starting at `left` on a base line."""
    cap = fonts.cap_height(Cut.BOLD, letters)
    right = left + chip_width(text, letters)
    chip(canvas, right, base - cap // 2, text, STAR, Colour.GLOW, Colour.BLACK, letters, ground)


def chip_width(text: str, letters: int) -> int:
    """Return the width of a rank and a star on paper."""
    return _chip_width(text, STAR, letters)


def face_chip(canvas: Canvas, right: int, middle: int, card: Card, theme: Theme, letters: int) -> int:
    """Draw a card as rank and suit on a slip of paper, ending at `right`. Return its left edge."""
    sign = STAR if card.suit is None else card.suit.symbol
    return chip(canvas, right, middle, rank_text(card), sign, Colour.PAPER, theme.ink(card), letters)


def chip(
    canvas: Canvas,
    right: int,
    middle: int,
    rank: str,
    sign: str,
    paper: Colour,
    ink: Colour,
    letters: int,
    ground: Colour = Colour.PANEL,
) -> int:
    """Draw a word and a sign on a slip of paper, ending at `right`. Return its left edge."""
    cap = fonts.cap_height(Cut.BOLD, letters)
    left = right - _chip_width(rank, sign, letters)
    canvas.paste(slip(rank, sign, paper, ink, letters, ground), (left, middle - cap))
    return left


@lru_cache(256)
def slip(rank: str, sign: str, paper: Colour, ink: Colour, letters: int, ground: Colour) -> Sprite:
    """Return a word and a sign on a slip of paper, on that `ground`."""
    cap = fonts.cap_height(Cut.BOLD, letters)
    pad, space, width = cap // 2, cap // 5, _chip_width(rank, sign, letters)
    canvas = Canvas(width, 2 * cap, palette.solid(ground))
    canvas.box((0, 0, width, 2 * cap), paper, ground, cap // 2)
    base = cap + cap // 2
    x = pad + canvas.text((pad, base), rank, letters, ink, paper) + space
    canvas.stamp(fonts.sign(sign, cap), (x, base - cap), ink, paper)
    return Sprite(canvas)


def _chip_width(rank: str, sign: str, letters: int) -> int:
    cap = fonts.cap_height(Cut.BOLD, letters)
    return 2 * (cap // 2) + fonts.width(rank, Cut.BOLD, letters) + cap // 5 + fonts.sign(sign, cap).width


def word(canvas: Canvas, right: int, middle: int, word: str, letters: int) -> int:
    """Draw a word before a chip, ending at `right`. Return its left edge."""
    right -= letters // 4
    size = letters * 5 // 6
    base = middle + fonts.cap_height(Cut.BOOK, size) // 2
    across = canvas.text((right, base), word, size, Colour.MUTED, Colour.PANEL, cut=Cut.BOOK, align="right")
    return right - across


def disc_sign(canvas: Canvas, centre: tuple[int, int], text: str, radius: int, ground: Colour) -> None:
    """Draw a golden disc with a letter."""
    x, y = centre
    canvas.paste(badge(text, radius, ground), (x - radius, y - radius))


@lru_cache(16)
def badge(text: str, radius: int, ground: Colour) -> Sprite:
    """Return a golden disc with a letter, on that `ground`."""
    canvas = Canvas(2 * radius, 2 * radius, palette.solid(ground))
    canvas.stamp(disc(radius), (0, 0), Colour.GOLD, ground)
    letters = round(radius * 1.3)
    base = radius + fonts.cap_height(Cut.BOLD, letters) // 2
    canvas.text((radius, base), text, letters, Colour.BLACK, Colour.GOLD, align="middle")
    return Sprite(canvas)
