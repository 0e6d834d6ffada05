"""Lessons: every step is legal, and the deck is one of the game."""

from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest

from bot.faces.face import Face
from bot.games.indian.actions import Group
from bot.games.twentyone.view import twentyone_deal
from bot.rummy.actions import Action
from bot.rummy.errors import IllegalAction
from bot.rummy.game import Game, Lesson, LessonStep
from bot.rummy.ids import PlayerId
from bot.rummy.match.match import Terms
from bot.service.lesson import LessonScript
from bot.service.solo import Solo, begun, played
from tests.known import GAMES, INDIAN, TWENTYONE, WESTERN

GAMES_WITH_LESSONS = [game for game in GAMES if isinstance(game, Game) and game.lesson is not None]
ANN = PlayerId(101)


def script(game: Game) -> LessonScript:
    assert game.lesson is not None
    return LessonScript(game.lesson, GAMES.shipped(game.lesson.rules))


def after(lesson: LessonScript, before: Solo, step: LessonStep) -> Solo:
    """Return the lesson after that step."""
    if step.is_trial:
        return replace(before, tried=step.actions)
    return played(lesson, before, *step.actions)


def moments(lesson: LessonScript) -> list[Solo]:
    """Return the lesson before each step, and after the last."""
    found = [begun(lesson, ANN)]
    for step in lesson.lesson.steps:
        found.append(after(lesson, found[-1], step))
    return found


def test_each_game_has_a_lesson_and_words_for_it() -> None:
    assert [*GAMES] == GAMES_WITH_LESSONS
    for game in GAMES:
        assert isinstance(game, Game)
        assert isinstance(game.face, Face)
        assert (game.lesson is None) == (game.face.lesson is None)


@pytest.mark.parametrize("game", GAMES_WITH_LESSONS, ids=lambda game: game.id)
def test_the_cards_are_those_of_the_packs(game: Game) -> None:
    lesson = script(game)
    laid = [*chain.from_iterable(lesson.lesson.hands), *lesson.lesson.face_up, *lesson.lesson.closed]
    assert Counter(laid) <= Counter(lesson.rules.cards(len(lesson.lesson.hands)))
    assert Terms().fits(lesson.rules)
    assert len(lesson.lesson.face_up) == game.face_up
    assert {len(hand) for hand in lesson.lesson.hands} == {game.hand_size}


@pytest.mark.parametrize("game", GAMES_WITH_LESSONS, ids=lambda game: game.id)
def test_every_step_is_legal_and_leads_to_the_next(game: Game) -> None:
    lesson = script(game)
    steps = lesson.lesson.steps
    found = moments(lesson)
    for solo, step in zip(found, steps, strict=False):
        assert lesson.step(solo) == step
        deal = solo.view.deal
        assert deal is not None
        assert deal.awaited == (lesson.lesson.seat,)
        assert deal.hand
        assert lesson.lesson.fits(step, step.actions, solo.view)
        others = [other for other in steps if other.actions != step.actions]
        assert not any(lesson.lesson.fits(step, other.actions, solo.view) for other in others if not step.is_trial)
    assert lesson.step(found[-1]) is None
    assert found[-1].is_over
    assert found[-1].view.outcomes[-1].winner == lesson.lesson.seat
    end = found[-1].view.outcomes[-1]
    counted = [points for seat, points in enumerate(end.points) if (seat == lesson.lesson.seat) == game.counts_up]
    assert min(counted) > 0
    assert sum(step.is_trial for step in steps) == 1


@pytest.mark.parametrize("game", GAMES_WITH_LESSONS, ids=lambda game: game.id)
def test_what_is_to_go_wrong_does(game: Game) -> None:
    """The rules refuse it, or it costs the deal; a person who passes it over continues at the step after the next."""
    lesson = script(game)
    found = moments(lesson)
    at = next(i for i, step in enumerate(lesson.lesson.steps) if step.is_trial)
    try:
        wrong = played(lesson, found[at], *lesson.lesson.steps[at].actions)
    except IllegalAction:
        pass
    else:
        assert wrong.view.match.winners != (wrong.seat,)
    passed = played(lesson, found[at], *lesson.lesson.steps[at + 1].actions)
    assert lesson.step(passed) == lesson.lesson.steps[at + 2]


def test_groups_are_the_same_in_any_order() -> None:
    lesson = script(INDIAN)
    step = lesson.lesson.steps[1]
    solo = moments(lesson)[1]
    (laid,) = step.actions
    text = str(laid).removeprefix("group ")
    turned = INDIAN.parsers["group"](" | ".join(" ".join(part.split()[::-1]) for part in text.split("|")[::-1]))
    assert turned != laid
    assert lesson.lesson.fits(step, [turned], solo.view)
    assert not lesson.lesson.fits(step, [INDIAN.parsers["group"](text + " | 8C 9C")], solo.view)


@pytest.mark.parametrize("text", ["place set QH QC QS", "place QS QH QC"])
def test_cards_are_placed_in_any_order(text: str) -> None:
    lesson: Lesson | None = WESTERN.lesson
    assert lesson is not None
    word, _, rest = text.partition(" ")
    placed: Action = WESTERN.parsers[word](rest)
    assert lesson.fits(lesson.steps[2], [placed], moments(script(WESTERN))[2].view)
    assert not lesson.fits(lesson.steps[1], [placed], moments(script(WESTERN))[1].view)


def test_groups_may_lie_in_any_way_that_makes_the_hand_complete() -> None:
    lesson = script(TWENTYONE)
    steps, found = lesson.lesson.steps, moments(lesson)
    at = next(i for i, step in enumerate(steps) if step.name == "third")
    group = TWENTYONE.parsers["group"]
    other = group("9S 8S 7S | QD QD QD | 4H 5H 6H | 9C TC JK QC | AS 2S 8D 4S | 2C 2D 2S 2H")
    assert lesson.lesson.fits(steps[at], [other], found[at].view)
    short = group("9S 8S 7S | QD QD QD | 4H 5H 6H | 9C TC JK QC | AS 2S 8D 4S | 2C 2D 2S")
    assert not lesson.lesson.fits(steps[at], [short], found[at].view)


def test_where_the_lesson_asks_for_best_that_is_what_it_lays() -> None:
    lesson = script(TWENTYONE)
    for solo, step in zip(moments(lesson), lesson.lesson.steps, strict=False):
        if step.name in ("all", "third"):
            deal = twentyone_deal(solo.view.deal)
            assert lesson.lesson.fits(step, [Group(deal.laws.propose(deal.hand))], solo.view)
