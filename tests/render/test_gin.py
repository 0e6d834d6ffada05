"""Pictures of gin: a card that was thrown face down is drawn from behind, and named nowhere."""

import random

from bot.games.gin.actions import Pass
from bot.render.drawing.theme import PLAIN
from bot.render.replay import alt_step, draw_step
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.render.words import alt_show, alt_table
from bot.text import hand, words
from tests.playing import opened
from tests.render.gin import GIN, knocked
from tests.render.scenes import CALLED


def test_the_card_of_a_knock_is_drawn_from_behind_whatever_it_is() -> None:
    one, other = knocked("AH").view(None), knocked("TC").view(None)
    for draw in (draw_table, draw_show):
        assert draw(one, CALLED, PLAIN) == draw(other, CALLED, PLAIN)
    for told in (alt_table, alt_show):
        assert told(one, CALLED) == told(other, CALLED)
    assert "A card of Meena is face down on the open deck." in alt_table(one, CALLED)
    assert "Open card" not in alt_table(one, CALLED)
    assert "Meena: 17 points, 4 deadwood; " in alt_show(one, CALLED)
    assert alt_show(one, CALLED).count("one card face down") == 1


def test_a_replay_draws_that_card_from_behind_too() -> None:
    one, other = knocked("AH").view(None), knocked("TC").view(None)
    assert one.deal is not None
    assert one.deal.outcome is not None
    hands = one.deal.outcome.shown
    assert draw_step(one, hands, CALLED) == draw_step(other, hands, CALLED)
    told = alt_step(one, hands, CALLED)
    assert "A card of Meena is face down on the open deck" in told
    assert "Open card" not in told


def test_a_board_says_take_or_pass_until_both_have_passed() -> None:
    table, _ = opened(GIN, 2, random.Random(1))
    for is_offered in (True, True, False):
        deal = table.view(None).deal
        assert deal is not None
        assert ("to pass" in words.waiting(["Asha"], deal)) is is_offered
        assert ("to pass" in hand.waiting(["Asha"], deal, "")) is is_offered
        drawn = alt_table(table.view(None), CALLED)
        assert ("take or pass" in drawn) is is_offered
        assert ("to draw" in drawn) is not is_offered
        table = table.play(deal.turn, Pass()) if is_offered else table
