"""One palette holds every colour and every blend."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.render.drawing import sprites
from bot.render.drawing.canvas import Canvas, disc
from bot.render.drawing.palette import _PAIRS, ALPHAS, PALETTE, Colour, fade, ramp, solid
from bot.render.hand import drawn_fans
from tests.render.golden import SCENES

READABLE = 4.5
"""The least contrast of text and its ground (WCAG 2.2, success criterion 1.4.3)."""


def test_it_fits_a_byte() -> None:
    assert len(PALETTE) % 3 == 0
    assert len(PALETTE) // 3 <= 256


@pytest.mark.parametrize("pair", _PAIRS)
def test_a_ramp_leads_from_below_to_above(pair: tuple[Colour, Colour]) -> None:
    above, below = pair
    table = ramp(above, below)
    assert (table[0], table[255]) == (solid(below), solid(above))
    assert ramp(below, above) == table[::-1]


def test_only_the_panels_edge_is_transparent() -> None:
    assert fade()[0] == 0
    assert fade()[255] == solid(Colour.PANEL) >= len(ALPHAS)
    assert min(map(solid, Colour)) >= len(ALPHAS)


def test_every_text_that_is_drawn_can_be_read_on_its_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters and signs of all scenes, cards included: whatever is written, not what somebody listed."""
    written: set[tuple[Colour, Colour]] = set()

    def watched(draw: Callable[..., Any]) -> Callable[..., Any]:
        def note(canvas: Canvas, *args: Any, **named: Any) -> Any:
            colours = [arg for arg in args if isinstance(arg, Colour)]
            is_shape = not isinstance(args[1], str) and any(args[0] is disc(radius) for radius in range(1, 60))
            if not is_shape:
                written.add((colours[0], colours[1]))
            return draw(canvas, *args, **named)

        return note

    monkeypatch.setattr(Canvas, "text", watched(Canvas.text))
    monkeypatch.setattr(Canvas, "stamp", watched(Canvas.stamp))
    sprites.flagged_sprite.cache_clear()
    sprites.back_sprite.cache_clear()
    drawn_fans.cache_clear()
    for draw in SCENES.values():
        draw()
    assert len(written) > 20
    assert {pair: ratio for pair in written if (ratio := contrast(*pair)) < READABLE} == {}


def contrast(one: Colour, other: Colour) -> float:
    """How far apart two colours are, 1 to 21 (WCAG 2.2)."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour.value)]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
