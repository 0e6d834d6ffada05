"""Pictures of gin: a card that was thrown face down is drawn from behind, and named nowhere."""

from bot.render import alt_show, alt_table, draw_show, draw_table
from bot.render.drawing.theme import PLAIN
from tests.render.gin import knocked
from tests.render.scenes import CALLED


def test_the_card_of_a_knock_is_drawn_from_behind_whatever_it_is() -> None:
    one, other = knocked("AH").view(None), knocked("TC").view(None)
    for draw in (draw_table, draw_show):
        assert draw(one, CALLED, PLAIN) == draw(other, CALLED, PLAIN)
    for told in (alt_table, alt_show):
        assert told(one, CALLED) == told(other, CALLED)
    assert "A card of Meena lies face down on the open deck." in alt_table(one, CALLED)
    assert "Open card" not in alt_table(one, CALLED)
    assert "Meena: 17 points, 4 deadwood; " in alt_show(one, CALLED)
    assert alt_show(one, CALLED).count("one card face down") == 1
