"""The palette of each look holds every colour and every blend."""

from collections.abc import Callable
from io import BytesIO
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Any

import pytest
from PIL import Image

from bot.codes import Look
from bot.languages.sentence import Reader, reading
from bot.render.drawing import chips, sprites
from bot.render.drawing.canvas import Canvas, disc
from bot.render.drawing.palette import (
    _PAIRS,
    ALPHAS,
    COLOURS,
    HUES,
    PALETTES,
    PORTRAIT_COLOURS,
    PORTRAITS,
    Colour,
    fade,
    ramp,
    solid,
)
from bot.render.drawing.theme import Theme
from bot.render.hand import drawn_fans
from bot.rummy.cards import Card
from tests.render.golden import SCENES

READABLE = 4.5
"""The least contrast of text and its ground (WCAG 2.2, success criterion 1.4.3)."""


@pytest.mark.parametrize("look", Look)
def test_it_fits_a_byte_and_ends_with_the_colours_of_portraits(look: Look) -> None:
    assert len(PALETTES[look]) == 3 * 256
    assert PALETTES[look][3 * PORTRAITS :] == bytes(channel for colour in PORTRAIT_COLOURS for channel in colour)
    used = {*map(solid, Colour), *(entry for pair in _PAIRS for entry in ramp(*pair)), *fade(Colour.RAIL)}
    assert max(used) < PORTRAITS == 200


@pytest.mark.parametrize("pair", _PAIRS)
def test_a_ramp_leads_from_below_to_above(pair: tuple[Colour, Colour]) -> None:
    above, below = pair
    table = ramp(above, below)
    assert (table[0], table[255]) == (solid(below), solid(above))
    assert ramp(below, above) == table[::-1]


def test_only_the_panels_edge_is_transparent() -> None:
    for ground in (Colour.PANEL, Colour.RAIL):
        assert ALPHAS[fade(ground)[0]] == 0
        assert fade(ground)[255] == solid(ground) >= len(ALPHAS)
    assert min(map(solid, Colour)) >= len(ALPHAS)


def test_every_text_that_is_drawn_can_be_read_on_its_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters and signs of all scenes, cards included, as they are drawn and not from a list."""
    written: set[tuple[Colour, Colour]] = set()

    def watched(draw: Callable[..., Any]) -> Callable[..., Any]:
        def note(canvas: Canvas, *args: Any, **named: Any) -> Any:
            colours = [arg for arg in args if isinstance(arg, Colour)]
            is_shape = not isinstance(args[1], str) and any(args[0] is disc(radius) for radius in range(1, 60))
            is_crown = colours[0] is Colour.GOLD and colours[1] in (Colour.PAPER, Colour.GLOW)
            if not is_shape and not is_crown:
                written.add((colours[0], colours[1]))
            return draw(canvas, *args, **named)

        return note

    monkeypatch.setattr(Canvas, "text", watched(Canvas.text))
    monkeypatch.setattr(Canvas, "stamp", watched(Canvas.stamp))
    for kept in (sprites.flagged_sprite, sprites.back_with, chips.slip, chips.badge, drawn_fans):
        kept.cache_clear()
    for draw in SCENES.values():
        draw()
    assert len(written) > 20
    ratios = {(look, *pair): contrast(*pair, look) for look in Look for pair in written}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < READABLE} == {}


@pytest.mark.parametrize("name", ["hand", "points_table"])
def test_looks_differ_in_their_palette_alone(name: str) -> None:
    """Sprites serve all looks, and nobody gets a picture that was kept for readers of another look."""
    drawn = {}
    for look in Look:
        with reading(Reader(look=look)), Image.open(BytesIO(SCENES[name]())) as picture:
            drawn[look] = picture.tobytes(), bytes(picture.getpalette() or b"")
    assert len({pixels for pixels, _ in drawn.values()}) == 1
    assert {look: colours for look, (_, colours) in drawn.items()} == PALETTES


def test_initials_can_be_read_on_each_hue() -> None:
    white = 1.05
    for hue in HUES:
        light = sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), _light(hue), strict=True))
        assert white / (light + 0.05) >= READABLE


# -- for people who see colours in another way --------------------------------------------------------

SEEN_AS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""The way linear red, green and blue are seen (Machado, Oliveira and Fernandes 2009, severity 1)."""
SUITS_APART = 14.0
"""The least difference of suits in four colours, by CIEDE2000; about 2 is the smallest that is seen side by side."""
BANDS_APART = 12.0
"""The difference between bands above melds, which also carry a sign and a word."""


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("eyes", SEEN_AS)
@pytest.mark.parametrize(
    ("colours", "least"),
    [
        ([Theme(four_colour=True).ink(Card.parse(f"A{suit}")) for suit in "CDHS"], SUITS_APART),
        ([Theme().ink(Card.parse(card)) for card in ("AC", "AD", "JK")], SUITS_APART),
        ([Colour.PURE, Colour.IMPURE, Colour.SET, Colour.OPEN], BANDS_APART),
    ],
    ids=["four colours", "two colours and jokers", "bands"],
)
def test_what_differs_by_colour_differs_for_all_eyes(
    eyes: str, colours: list[Colour], least: float, look: Look
) -> None:
    close = {
        (one.name, other.name): apart
        for one, other in combinations(colours, 2)
        if (apart := difference(_seen(one, eyes, look), _seen(other, eyes, look))) < least
    }
    assert close == {}


def test_the_measure_of_difference() -> None:
    """Two pairs of the published test data (Sharma, Wu and Dalal 2005)."""
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)


Lab = tuple[float, float, float]


def _seen(colour: Colour, eyes: str, look: Look) -> Lab:
    """Return a colour of that look as these eyes see it, in CIELAB."""
    linear = _linear(colour, look)
    red, green, blue = (
        min(1.0, max(0.0, sum(share * one for share, one in zip(row, linear, strict=True)))) for row in SEEN_AS[eyes]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    x, y, z = (one ** (1 / 3) if one > 216 / 24389 else (24389 / 27 * one + 16) / 116 for one in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Lab, other: Lab) -> float:
    """Return how different two colours look, by CIEDE2000."""
    chroma = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    grey = 1.5 - 0.5 * sqrt(chroma**7 / (chroma**7 + 25**7))
    (light1, light2), chromas, hues = (one[0], other[0]), [], []
    for _, a, b in (one, other):
        chromas.append(hypot(grey * a, b))
        hues.append(degrees(atan2(b, grey * a)) % 360)
    turn = (hues[1] - hues[0] + 180) % 360 - 180
    middle = radians(hues[0] + turn / 2)
    light, chroma = (light1 + light2) / 2, sum(chromas) / 2
    weight = (
        1
        - 0.17 * cos(middle - radians(30))
        + 0.24 * cos(2 * middle)
        + 0.32 * cos(3 * middle + radians(6))
        - 0.20 * cos(4 * middle - radians(63))
    )
    by_light = (light2 - light1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (chromas[1] - chromas[0]) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(chromas[0] * chromas[1]) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    bend = -2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    bend *= sin(radians(60 * exp(-(((degrees(middle) % 360 - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + bend * by_chroma * by_hue)


# -- contrast -----------------------------------------------------------------------------------------


def contrast(one: Colour, other: Colour, look: Look) -> float:
    """Return how far apart two colours are in that look, 1 to 21 (WCAG 2.2)."""
    low, high = sorted(_luminance(colour, look) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour, look: Look) -> float:
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), _linear(colour, look), strict=True))


def _linear(colour: Colour, look: Look) -> list[float]:
    return _light(COLOURS[look][colour])


def _light(colour: tuple[int, int, int]) -> list[float]:
    """Return red, green and blue as amounts of light."""
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
