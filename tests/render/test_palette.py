"""One palette holds every colour and every blend."""

import pytest

from bot.render.drawing.palette import _PAIRS, ALPHAS, PALETTE, Colour, fade, ramp, solid


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
