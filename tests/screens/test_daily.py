"""The screens of the deal of the day keep Discord's limits, and public results name no card."""

from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache

import pytest

from bot.faces.controls import Scene
from bot.games.indian.actions import Show
from bot.render.computers import computer_portrait
from bot.render.drawing.canvas import WIDTH
from bot.render.drawing.portraits import PORTRAIT_OF
from bot.rummy.actions import Discard, Draw, Source
from bot.rummy.entropy import Secrets
from bot.rummy.ids import Player, PlayerId
from bot.screens.daily import (
    Before,
    DayView,
    Promise,
    ask_drop_daily,
    ask_leave_daily,
    daily_best,
    daily_discards,
    daily_hand,
    daily_intro,
    daily_names,
    daily_over,
    daily_post,
    daily_proof,
    daily_record,
    daily_result,
    daily_shared,
    is_daily_post,
)
from bot.screens.solo import solo_scene
from bot.service.daily import DayDeal, DayTable, OwnDay
from bot.service.seating_proof import daily_line
from bot.service.shuffle import Dice
from bot.service.solo import Solo, begun, played
from bot.service.turns import Story
from bot.store.rows.daily import DailyLine, DailyResult
from bot.store.rows.settings import PlayerSettings
from bot.text import buttons, daily
from bot.text import hand as hand_text
from tests.known import shipped
from tests.render.test_hand import size_of
from tests.screens.limits import attachments, check, labelled, pictures, texts

ME, NAME = PlayerId(987_654_321_987_654_321), "**A**_b_ @everyone " + "W" * 60
DAY, NOW = date(2026, 12, 31), datetime(2026, 12, 31, 12, tzinfo=UTC)
SEED = bytes(range(32))
DEAL = DayDeal(DAY, shipped("circle"), Dice(SEED, Secrets(b"").digest([daily_line(DAY)])))
PROMISE = Promise(Secrets(SEED).commitment, Secrets(bytes(32)).commitment, is_ranked=True)


@cache
def tries() -> tuple[Solo, ...]:
    """Return a try after each turn; its player throws the drawn card, and a computer goes out in the end."""
    found = [begun(DEAL, ME)]
    while not found[-1].is_over:
        solo = found[-1]
        if solo.view.allows(Show()):
            found.append(played(DEAL, solo, Show()))
            continue
        drawn = played(DEAL, solo, Draw(Source.CLOSED))
        deal = drawn.view.deal
        assert deal is not None
        assert deal.drawn is not None
        found += [drawn, played(DEAL, drawn, Discard(deal.drawn))]
    return tuple(found)


def result(turns: int) -> DailyResult:
    return DailyResult(DAY, ME, 80, turns, NOW)


def table(people: int) -> DayTable:
    lines = tuple(DailyLine(PlayerId(1000 + i), NAME, i // 2, 7) for i in range(people))
    return DayTable(1_000_000, result(1), lines)


def story(turns: int) -> Story:
    """Return the story of the try as if it had taken that many turns."""
    found = DEAL.story(tries()[-1])
    return replace(found, turns=tuple(found.turns[i % len(found.turns)] for i in range(turns)))


def scene(solo: Solo, *, words: bool) -> Scene:
    settings = PlayerSettings(ME, text_only=words)
    return solo_scene(solo, DEAL.place, daily_names(solo.view, NAME), settings, is_lesson=False)


@pytest.mark.parametrize("words", [False, True], ids=["pictures", "words"])
def test_every_hand_and_question_fits(words: bool) -> None:
    for solo in tries()[:-1]:
        shown = scene(solo, words=words)
        hand = daily_hand(shown, DAY, solo.turn, hand_text.SORTED())
        check(hand)
        assert {buttons.DISCARDS(), buttons.ASK_LEAVE()} <= set(labelled(hand))
        assert bool(pictures(hand)) is not words
        for screen in (
            daily_discards(shown, DAY),
            ask_leave_daily(shown),
            ask_drop_daily(shown),
        ):
            check(screen)
            assert buttons.BACK() in labelled(screen) or buttons.DISCARDS() not in labelled(screen)


def test_a_deal_without_standings_says_so_wherever_it_is_shown() -> None:
    unranked = replace(PROMISE, is_ranked=False)
    view = DayView(
        day=DAY,
        me=ME,
        table=DayTable(0, None, (), is_ranked=False),
        own=OwnDay(result(7), None, 0),
        scene=scene(tries()[-1], words=True),
        story=story(7),
        begun=True,
        over=False,
        promise=unranked,
        words=True,
        shares=True,
    )
    for shown in (daily_intro(DAY, unranked), daily_post(DAY, unranked, None), daily_result(view)):
        check(shown)
        assert texts(shown).count(daily.UNRANKED()) == 1
    assert "place" not in texts(daily_result(view))
    assert daily.NOBODY_FINISHED() not in texts(daily_result(view))
    for shown in (daily_intro(DAY, PROMISE), daily_post(DAY, PROMISE, None)):
        assert daily.UNRANKED() not in texts(shown)


@pytest.mark.parametrize("turns", [0, 1, 60])
@pytest.mark.parametrize("words", [False, True], ids=["pictures", "words"])
@pytest.mark.parametrize("is_over", [False, True], ids=["running", "over"])
def test_how_a_day_went_fits(turns: int, words: bool, is_over: bool) -> None:
    own = OwnDay(result(turns), 999_999, 4321)
    view = DayView(
        day=DAY,
        me=ME,
        table=table(10),
        own=own,
        scene=scene(tries()[-1], words=words),
        story=story(turns),
        begun=True,
        over=is_over,
        promise=None if is_over else PROMISE,
        words=words,
        shares=True,
    )
    shown = daily_result(view, daily.ALREADY_SHARED())
    check(shown)
    told = texts(shown)
    assert words or "@everyone" not in told
    assert SEED.hex() not in told
    assert (buttons.VERIFY() in labelled(shown)) is is_over
    assert (PROMISE.today in told) is not is_over
    assert (daily.BEST_LINE() in labelled(shown)) is is_over
    assert bool(pictures(shown)) is not words
    assert "1\\. " in told
    assert "2\\. " not in told, "equal ones share a place"
    check(daily_result(replace(view, own=None, scene=None, story=None, table=table(0))))
    best = daily_best(DAY, own.result, tries()[-1].view, story(turns), words=words)
    check(best)
    face = PORTRAIT_OF.set(lambda _: computer_portrait(1))
    try:
        again = daily_best(DAY, own.result, tries()[-1].view, story(turns), words=words)
        assert pictures(again) == pictures(best), "a face would name the person"
    finally:
        PORTRAIT_OF.reset(face)
    check(daily_over(DAY))
    for has_best in (True, False):
        proof = daily_proof(DAY, SEED.hex(), PROMISE.today, has_best=has_best)
        check(proof)
        assert SEED.hex() in texts(proof)
        assert PROMISE.today in texts(proof)
    check(daily_intro(DAY, PROMISE, NAME))
    record = daily_record(DAY, DEAL.record(tries()[-1], Player(1)))
    check(record)
    assert attachments(record)[0].name == "paplu-daily-2026-12-31.txt"


@pytest.mark.parametrize("turns", [0, 1, 10, 11, 60])
def test_what_all_see_of_a_result_tells_of_no_card_and_not_of_the_seed(turns: int) -> None:
    one, other = story(turns), story(turns)
    own = OwnDay(result(turns), 3, 2)
    shown = daily_shared(NAME, own, one, DAY)
    check(shown)
    (picture,) = pictures(shown)
    assert size_of(picture.data)[0] == WIDTH
    hidden = tuple(replace(turn, drawn=None, thrown=turn.thrown and one.turns[0].thrown) for turn in other.turns)
    assert daily_shared(NAME, own, replace(other, first=tries()[-1].view, turns=hidden), DAY) == shown
    assert SEED.hex() not in texts(shown) + picture.alt
    assert "@everyone" not in texts(shown)
    assert (daily.PLAY() in labelled(shown)) is True
    assert daily.PLAY() not in labelled(daily_shared(NAME, own, one, date(2027, 1, 1)))


@pytest.mark.parametrize("people", [0, 10])
def test_a_post_fits_and_is_found_by_its_button(people: int) -> None:
    before = Before(date(2026, 12, 30), table(people))
    for went in (before, None):
        post = daily_post(DAY, PROMISE, went)
        check(post)
        found = [button for button in labelled(post).values() if is_daily_post(DAY, button.id)]
        assert [button.label for button in found] == [daily.PLAY()]
        assert not any(is_daily_post(date(2027, 1, 1), button.id) for button in labelled(post).values())
