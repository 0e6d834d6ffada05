"""Pictures of gin: a card that was thrown face down is drawn from behind, and named nowhere."""

import random

from bot.games.gin.actions import Pass
from bot.render.drawing.theme import PLAIN
from bot.render.replay import alt_step, draw_step, step_words
from bot.render.show import draw_show
from bot.render.table import draw_table
from bot.render.words import alt_hand, alt_show, alt_table
from bot.text import hand, words
from tests.playing import opened
from tests.render.gin import FAR, GIN, LAYS_OFF, knocked, table
from tests.render.scenes import CALLED
from tests.vector_gin import P1, P2, turn


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
    offered, _ = opened(GIN, 2, random.Random(1))
    for is_offered in (True, True, False):
        deal = offered.view(None).deal
        assert deal is not None
        assert ("to pass" in words.waiting(["Asha"], deal)) is is_offered
        assert ("to pass" in hand.waiting(["Asha"], deal, "")) is is_offered
        drawn = alt_table(offered.view(None), CALLED)
        assert ("take or pass" in drawn) is is_offered
        assert ("to draw" in drawn) is not is_offered
        offered = offered.play(deal.turn, Pass()) if is_offered else offered


def test_a_replay_counts_deadwood_until_the_deal_is_over() -> None:
    running, over = table(turn(GIN, FAR, LAYS_OFF)), knocked()
    assert running.deal is not None
    assert over.deal is not None
    _, _, first, second = step_words(running.view(None), running.deal.open_hands(), CALLED)
    assert "deadwood" in first
    assert "deadwood" in second
    assert "points" not in first + second
    assert "17 points" in step_words(over.view(None), over.deal.open_hands(), CALLED)[2]


def test_a_hand_that_is_over_says_what_the_show_says() -> None:
    won, lost = (alt_hand(knocked().view(seat)) for seat in (P1, P2))
    assert won.startswith("You: won, 17 points.")
    assert "4 deadwood" in won
    assert lost.startswith("You: lost.")
    assert "21 deadwood, after laying off" in lost
    assert "knock" not in lost.lower()
