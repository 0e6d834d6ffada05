"""Practice by command and buttons: shipped puzzles, one's own turning points, and when they come again."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from bot.codes import Problem
from bot.flows.answer import AnswerResult
from bot.layout import SoloControlId
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import Seat
from bot.rummy.game import game_of
from bot.rummy.ids import TableId
from bot.rummy.puzzle import Puzzle, shipped
from bot.rummy.review import Finding, Option, Review, Reviewed
from bot.screens.practice import practice_button
from bot.service.practice import DAYS, Practice
from bot.service.tables.form import TableForm
from bot.store.rows.practice import PracticeRow
from bot.text import practice, refusals
from bot.text import review as review_text
from tests.flows.answers import FakeAnswer, FlowDesk, flow_desk
from tests.flows.typed import typed
from tests.known import GAMES
from tests.screens.limits import labelled, pictures, texts
from tests.service.context import ASHA, BEN, CARA
from tests.waiting import until

FIRST = "indian001"


@pytest.fixture
async def bot() -> AsyncIterator[FlowDesk]:
    async with flow_desk() as made:
        yield made


def laid(name: str) -> Puzzle:
    """Return the shipped puzzle of that name."""
    return shipped(GAMES)[name].laid(GAMES)


def wrong(puzzle: Puzzle) -> Action:
    """Return a move that is not the best one."""
    return next(iter(puzzle.leads))


async def answered(bot: FlowDesk, name: str, puzzle: Puzzle, action: Action, **given: Any) -> FakeAnswer:
    """Press a move of that puzzle as Asha."""
    id = SoloControlId(f"practice-{name}", puzzle.view.step, str(action))
    return await bot.press(ASHA, id, edits=True, **given)


async def test_a_puzzle_shows_the_hand_with_the_controls_of_its_game_and_no_answer(bot: FlowDesk) -> None:
    asked = await typed(bot, ASHA, "practice")
    puzzle = laid(FIRST)
    assert f"Puzzle 1 of {sum(name.startswith('indian') for name in shipped(GAMES))}" in asked.text
    assert any(picture.name == "hand.png" for picture in pictures(asked.screen))
    ids = {SoloControlId.parse(one.id) for one in labelled(asked.screen).values()}
    assert {id.step for id in ids if id is not None and id.place == f"practice-{FIRST}"} == {puzzle.view.step}
    assert (await typed(bot, ASHA, "practice")).text == asked.text, "it stands until it is answered"


async def test_the_best_move_is_right_and_both_moves_are_played_on_in_a_second_message(bot: FlowDesk) -> None:
    puzzle = laid(FIRST)
    told = await answered(bot, FIRST, puzzle, puzzle.best)
    assert practice.RIGHT() in told.text
    assert "🔥 1 right answer in a row." in told.text
    assert practice.PLAYING_ON() in told.text
    assert practice.LEARNT() in told.text
    await until(lambda: bool(told.redrawn))
    assert practice.PLAYING_ON() not in texts(told.redrawn[0])
    assert f"**{practice.YOURS()}**" in texts(told.redrawn[0])
    assert "course0.png" in {one.name for one in pictures(told.redrawn[0])}
    onward = await bot.press(ASHA, labelled(told.redrawn[0])[practice.NEXT()], edits=True)
    assert "Puzzle 2 of" in onward.text


async def test_another_move_is_told_with_its_cost_and_the_puzzle_comes_again(bot: FlowDesk) -> None:
    puzzle = laid(FIRST)
    move = wrong(puzzle)
    told = await answered(bot, FIRST, puzzle, move)
    assert practice.WRONG() in told.text
    assert f"costs {review_text.share(puzzle.leads[move])} of a win" in told.text
    assert "in a row" not in told.text
    await until(lambda: bool(told.redrawn))
    assert {"course0.png", "course1.png"} <= {one.name for one in pictures(told.redrawn[0])}
    assert "Puzzle 2 of" in (await typed(bot, ASHA, "practice")).text
    bot.services.now += timedelta(days=DAYS[0])
    assert "Puzzle 1 of" in (await typed(bot, ASHA, "practice")).text, "what is due comes first"
    for days in DAYS[1:]:
        again = await answered(bot, FIRST, puzzle, puzzle.best)
        assert practice.RIGHT() in again.text
        bot.services.now += timedelta(days=days, seconds=-1)
        assert "Puzzle 1 of" not in (await typed(bot, ASHA, "practice")).text
        bot.services.now += timedelta(seconds=1)
        assert "Puzzle 1 of" in (await typed(bot, ASHA, "practice")).text
    assert practice.LEARNT() in (await answered(bot, FIRST, puzzle, puzzle.best)).text


async def test_a_second_answer_before_the_puzzle_comes_again_changes_nothing(bot: FlowDesk) -> None:
    puzzle = laid(FIRST)
    await answered(bot, FIRST, puzzle, wrong(puzzle))
    before = await bot.services.store.practice.of(ASHA.id)
    assert practice.RIGHT() in (await answered(bot, FIRST, puzzle, puzzle.best)).text
    assert await bot.services.store.practice.of(ASHA.id) == before


async def test_a_move_that_the_rules_refuse_is_no_answer(bot: FlowDesk) -> None:
    puzzle = laid(FIRST)
    assert puzzle.view.deal is not None
    refused = Draw(Source.CLOSED) if puzzle.view.deal.drawn is not None else Discard(puzzle.view.deal.hand[0])
    told = await answered(bot, FIRST, puzzle, refused)
    assert told.outcome is AnswerResult.REFUSED
    assert "🧩" in told.text, "the puzzle stands below the reason"
    assert not await bot.services.store.practice.of(ASHA.id)


async def test_words_take_the_place_of_pictures(bot: FlowDesk) -> None:
    await bot.services.store.settings.change(ASHA.id, text_only=True)
    puzzle = laid(FIRST)
    told = await answered(bot, FIRST, puzzle, wrong(puzzle), redraws=False)
    assert not pictures(told.screen)
    assert f"**{practice.BEST()}**" in told.text, "without a second message, all comes at once"


async def test_each_game_has_its_own_puzzles(bot: FlowDesk) -> None:
    gin = await typed(bot, ASHA, "practice", {"game": "gin"})
    title = next(title for id, title in bot.flows.practice.titles.items() if id == "gin")
    assert title in gin.text
    other = next(title for id, title in bot.flows.practice.titles.items() if id == "indian")
    assert "Puzzle 1 of" in (await bot.press(ASHA, gin.button(other), edits=True)).text
    none = await typed(bot, ASHA, "practice", {"game": "whist"})
    assert none.outcome is AnswerResult.REFUSED
    assert title in none.text


async def turning_point(bot: FlowDesk) -> tuple[TableId, PracticeRow]:
    """Return a finished match of Asha and Ben, and her first decision in it as a puzzle that is due."""
    table = await bot.services.table(ASHA, BEN, options=TableForm("romme", seats=2))
    state = await bot.services.finish(table.id)
    seat = state.seat_of(ASHA.id)
    record = await bot.services.tables.record(state.id, counted=False)
    before = next(one for one in record.tables() if one.deal is not None and one.deal.turn == seat)
    leads = json.dumps({"draw open": 0.07})
    row = PracticeRow(ASHA.id, f"{state.id}-{before.step}", "draw closed", leads, 0, 0, bot.services.now, None)
    await bot.services.store.practice.collect(state.id, ASHA.id, [row])
    assert seat is not None
    assert before.view(Seat(seat)).deal is not None
    return state.id, row


async def test_ones_own_turning_points_come_first_and_again(bot: FlowDesk) -> None:
    _, row = await turning_point(bot)
    asked = await bot.press(ASHA, practice_button("Practice"))
    assert practice.OWN() in asked.text
    move = next(one for one in labelled(asked.screen).values() if one.id.endswith("draw closed"))
    told = await bot.press(ASHA, move, edits=True)
    assert practice.RIGHT() in told.text
    assert "It comes again" in told.text
    (kept,) = await bot.services.store.practice.of(ASHA.id)
    assert (kept.rung, kept.streak, kept.due_at) == (1, 1, bot.services.now + timedelta(days=DAYS[1]))
    assert (kept.best, kept.leads) == (row.best, row.leads)
    strange = await bot.press(BEN, move, edits=True)
    assert strange.text == refusals.PROBLEMS[Problem.NOT_BEGUN](), "it is hers alone"


async def test_a_turning_point_of_a_match_that_is_gone_is_forgotten(bot: FlowDesk) -> None:
    row = PracticeRow(ASHA.id, "zzzzzz-9", "draw closed", "{}", 0, 0, bot.services.now, None)
    await bot.services.store.practice.keep(row)
    assert "Puzzle 1 of" in (await typed(bot, ASHA, "practice")).text
    assert not await bot.services.store.practice.of(ASHA.id)


async def test_a_review_leads_to_practice(bot: FlowDesk) -> None:
    table, _ = await turning_point(bot)
    shown = await typed(bot, ASHA, "review", {"table": table})
    assert practice.OWN() in (await bot.press(ASHA, shown.button(practice.BUTTON()))).text


async def test_turning_points_whose_best_move_is_clear_become_puzzles_for_the_next_day(bot: FlowDesk) -> None:
    table, row = await turning_point(bot)
    await bot.services.store.practice.delete(ASHA.id, row.puzzle)
    name = min((name for name in shipped(GAMES) if name.startswith("gin")), key=lambda name: len(laid(name).leads))
    puzzle = laid(name)
    view, game = puzzle.view, game_of(puzzle.view.rules)
    taken, best = game.option(view, wrong(puzzle)), game.option(view, puzzle.best)

    def found(taken: Option, best: Option) -> Review:
        one = Reviewed(1, 1, view, taken, best, Finding.WORSE, cost=0.1)
        return Review(puzzle.seat, has_chances=False, decisions=(one,), deals=())

    def practice_of() -> Practice:
        services = bot.services
        return Practice(services.store, services.tables, bot.context.reviews, lambda: services.now)

    await practice_of().collect(table, ASHA.id, found(best, taken))
    assert not await bot.services.store.practice.of(ASHA.id), "level 4 would not play it"
    await practice_of().collect(table, CARA.id, found(taken, best))
    assert not await bot.services.store.practice.of(CARA.id), "she did not play there"
    await practice_of().collect(table, ASHA.id, found(taken, best))
    (row,) = await bot.services.store.practice.of(ASHA.id)
    assert (row.puzzle, row.best, row.rung) == (f"{table}-{view.step}", str(puzzle.best), 0)
    assert row.due_at == bot.services.now + timedelta(days=DAYS[0])
    assert json.loads(row.leads).keys() == {str(move) for move in puzzle.leads}
