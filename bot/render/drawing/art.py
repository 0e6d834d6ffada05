"""The middle of a card: pips that count, and the figures of jack, queen, king and joker."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.rummy.cards import Rank

WIDE, TALL = 10, 22
"""The measures of a figure in its own units."""
_OVERSAMPLE = 4

_Points = tuple[float, ...]
"""The corners of a polygon, or the box of an ellipse if there are two."""

_L, _C, _R = 0.0, 0.5, 1.0
_SIDES = {2: (0.0, 1.0), 3: (0.0, 0.5, 1.0), 4: (0.0, 1 / 3, 2 / 3, 1.0)}


def _columns(sides: int, *middle: float) -> tuple[tuple[float, float], ...]:
    """Return the places of pips: as many on both sides, and some between."""
    return (*((x, y) for x in (_L, _R) for y in _SIDES.get(sides, ())), *((_C, y) for y in middle))


PIPS: Mapping[Rank, tuple[tuple[float, float], ...]] = {
    Rank.TWO: _columns(0, 0, 1),
    Rank.THREE: _columns(0, 0, 0.5, 1),
    Rank.FOUR: _columns(2),
    Rank.FIVE: _columns(2, 0.5),
    Rank.SIX: _columns(3),
    Rank.SEVEN: _columns(3, 0.25),
    Rank.EIGHT: _columns(3, 0.25, 0.75),
    Rank.NINE: _columns(4, 0.5),
    Rank.TEN: _columns(4, 1 / 6, 5 / 6),
}
"""The places of the pips of each rank, from left to right and from the top downwards, as shares of the room."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The shapes of a figure, in its own units. Each layer covers those before it."""

    ink: tuple[_Points, ...]
    """In the colour of the suit."""
    paper: tuple[_Points, ...]
    """In the colour of the card."""
    details: tuple[_Points, ...]
    """In the colour of the suit again."""
    gold: tuple[_Points, ...]
    """Golden shapes; they touch no ink."""
    bears_suit: bool = True
    """Whether the suit stands on the robe."""


_EYES = ((3.7, 7.6, 4.6, 8.5), (5.4, 7.6, 6.3, 8.5))
FIGURES: Mapping[Rank | None, Figure] = {
    Rank.KING: Figure(
        ink=((1.8, 6, 8.2, 13.4), (0, 22, 0.4, 16.4, 3, 14.2, 7, 14.2, 9.6, 16.4, 10, 22)),
        paper=((2.9, 6.2, 7.1, 10.6),),
        details=(*_EYES, (3.2, 9.4, 6.8, 10.8)),
        gold=((1.6, 5.5, 0.8, 0.6, 3, 2.8, 5, 0, 7, 2.8, 9.2, 0.6, 8.4, 5.5),),
    ),
    Rank.QUEEN: Figure(
        ink=(
            (1.2, 5, 8.8, 12),
            (1.2, 8.5, 8.8, 8.5, 9.4, 14, 0.6, 14),
            (0.6, 22, 2.4, 14.8, 7.6, 14.8, 9.4, 22),
        ),
        paper=((2.9, 5.8, 7.1, 11.2), (4.3, 10.6, 5.7, 10.6, 5.9, 12.6, 4.1, 12.6)),
        details=(*_EYES, (4.4, 9.3, 5.6, 10.1)),
        gold=((2.2, 4.6, 1.6, 1.6, 3.5, 3, 5, 0.6, 6.5, 3, 8.4, 1.6, 7.8, 4.6), (4.4, 0, 5.6, 1.2)),
    ),
    Rank.JACK: Figure(
        ink=(
            (1, 5.4, 1.4, 2.8, 5, 1.6, 7.6, 2.4, 8.6, 5.4),
            (2.2, 4.5, 7.8, 12),
            (0.8, 22, 1.2, 15.6, 3.4, 12.8, 6.6, 12.8, 8.8, 15.6, 9.2, 22),
        ),
        paper=((2.9, 5.6, 7.1, 11.5),),
        details=(*_EYES, (4.2, 9.7, 5.8, 9.7, 5, 10.3)),
        gold=((8.3, 2.2, 8.9, 0, 10, 1.2, 9.2, 4.4),),
    ),
    None: Figure(
        ink=(
            (1, 9.4, 0.4, 4.4, 3.4, 6.4, 5, 2.2, 6.6, 6.4, 9.6, 4.4, 9, 9.4),
            (1.9, 8.5, 8.1, 16),
            (0.4, 17, 9.6, 17, 8.6, 20.6, 7, 18.6, 5, 22, 3, 18.6, 1.4, 20.6),
        ),
        paper=((2.6, 9.6, 7.4, 15.4),),
        details=((3.6, 10.8, 4.5, 11.9), (5.5, 10.8, 6.4, 11.9), (3.4, 12.9, 6.6, 12.9, 5.8, 14.2, 4.2, 14.2)),
        gold=((0, 2.4, 1.5, 3.9), (4.25, 0.2, 5.75, 1.7), (8.5, 2.4, 10, 3.9)),
        bears_suit=False,
    ),
}
"""The figures of jack, queen and king, and of the joker, which has no rank."""


@lru_cache(64)
def layer(shapes: tuple[_Points, ...], width: int) -> Image.Image:
    """Return the coverage of these shapes for a figure of that width."""
    scale = width * _OVERSAMPLE / WIDE
    image = Image.new("L", (width * _OVERSAMPLE, tall(width) * _OVERSAMPLE))
    draw = ImageDraw.Draw(image)
    for shape in shapes:
        scaled = [round(scale * value) for value in shape]
        if len(shape) == 4:
            draw.ellipse(scaled, fill=255)
        else:
            draw.polygon(scaled, fill=255)
    return image.reduce(_OVERSAMPLE)


def tall(width: int) -> int:
    """Return the height of a figure of that width."""
    return width * TALL // WIDE
