"""Every screen of the lessons keeps Discord's limits, and names only what is on it."""

import re

import pytest

from bot import screens, text
from bot.games.face import Face, face_of
from bot.layout import Accent, Menu, Screen
from bot.rummy.game import Game
from bot.rummy.ids import PlayerId
from bot.service.learning.lesson import LessonScript
from bot.service.learning.solo import Solo
from bot.service.tables.lobby import QUICK
from bot.store.rows import PlayerSettings
from tests.games.test_lessons import GAMES_WITH_LESSONS, moments, script
from tests.screens.limits import buttons, check, labelled, menus, texts

ANN = PlayerId(101)


def shown(lesson: LessonScript, solo: Solo, *, in_words: bool = False) -> Screen:
    """What the person sees."""
    face = lesson.rules.game.face
    assert isinstance(face, Face)
    assert face.lesson is not None
    settings = PlayerSettings(ANN, text_only=in_words)
    scene = screens.solo_scene(solo, "lesson-x", screens.solo_names(solo, "A_nn"), settings, help=True)
    step = lesson.step(solo)
    if step is None:
        others = {"lesson-y": face.lesson.title}
        return screens.lesson.lesson_over(scene, None, face.lesson.ending(scene), others)
    told = text.lesson.step(lesson.number(step), 9, "…", face.lesson.task(step.name, scene))
    return screens.lesson.lesson_step(scene, face.lesson.opening, None, lesson.number(step), told)


@pytest.mark.parametrize("game", GAMES_WITH_LESSONS, ids=lambda game: game.id)
def test_all_screens_keep_the_limits(game: Game) -> None:
    lesson = script(game)
    for solo in moments(lesson):
        for in_words in (False, True):
            page = shown(lesson, solo, in_words=in_words)
            check(page)
            assert "{" not in texts(page)
            assert page.accent is (Accent.GOLD if solo.is_over else Accent.GREEN)


@pytest.mark.parametrize("game", GAMES_WITH_LESSONS, ids=lambda game: game.id)
def test_each_task_ends_with_a_control_that_is_there(game: Game) -> None:
    lesson = script(game)
    for solo in moments(lesson)[:-1]:
        page = shown(lesson, solo)
        task = next(part for part in page.parts if isinstance(part, str) and "of 9 · " in part)
        named = re.findall(r"\*\*([^*]+)\*\*", task)
        there = {*labelled(page), *(menu.hint for menu in menus(page))}
        assert there & {*named}, (lesson.step(solo), named)


@pytest.mark.parametrize("game", GAMES_WITH_LESSONS, ids=lambda game: game.id)
def test_what_is_said_above_a_lesson_names_who_plays(game: Game) -> None:
    """A name that holds markup shows as it is."""
    lesson = script(game)
    over = shown(lesson, moments(lesson)[-1])
    assert "A\\_nn" in texts(over)
    assert "Computer 1" in texts(over)
    assert ("Play now" in labelled(over)) == (lesson.rules.id == QUICK.rules_id)
    assert len(buttons(over)) in (3, 4)
    assert not any(isinstance(part, Menu) for part in over.parts)
    assert face_of(lesson.rules).lesson is not None
