"""Every screen of the lessons keeps Discord's limits, and names only controls that are on it."""

import re

import pytest

from bot.faces.face import Face, face_of
from bot.layout import Accent, Menu, Screen
from bot.rummy.actions import parse_action
from bot.rummy.game import Game
from bot.rummy.ids import PlayerId
from bot.screens import lesson as lesson_screens
from bot.screens.solo import solo_names, solo_scene
from bot.service.lesson import LessonScript
from bot.service.solo import Solo, played
from bot.store.rows.settings import PlayerSettings
from bot.text import lesson as lesson_text
from tests.games.test_lessons import GAMES_WITH_LESSONS, moments, script
from tests.screens.limits import buttons, check, labelled, menus, texts

ANN = PlayerId(101)


def shown(lesson: LessonScript, solo: Solo, *, in_words: bool = False) -> Screen:
    """Return the words that the person sees."""
    face = lesson.rules.game.face
    assert isinstance(face, Face)
    assert face.lesson is not None
    settings = PlayerSettings(ANN, text_only=in_words)
    scene = solo_scene(solo, "lesson-x", solo_names(solo, "A_nn"), settings, is_lesson=True)
    step = lesson.step(solo)
    if step is None:
        others = {"lesson-y": face.title()}
        counted = f"{face.lesson.counted()}\n{face.lesson.ending(scene)}"
        return lesson_screens.lesson_over(scene, None, counted, others)
    number = lesson.number(step)
    opening = lesson_text.begins(face.title(), face.lesson.opening()) if number == 1 else None
    told = lesson_text.step(number, 9, face.lesson.titles[step.name](), face.lesson.task(step.name, scene))
    return lesson_screens.lesson_step(scene, opening, None, number, told)


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
        assert there - {"⋯"} <= {*named}, (lesson.step(solo), there, named)
        assert len(there) in (2, 3), "only what the step wants, and ⋯"


@pytest.mark.parametrize("game", GAMES_WITH_LESSONS, ids=lambda game: game.id)
def test_what_is_said_above_a_lesson_names_who_plays(game: Game) -> None:
    """A name that holds markup is shown as it is."""
    lesson = script(game)
    over = shown(lesson, moments(lesson)[-1])
    assert "A\\_nn" in texts(over)
    assert "🤖 Meera" in texts(over)
    assert labelled(over)["Play now"].id == f"rummy:q:play {game.id}", "the game that was learnt"
    assert len(buttons(over)) in (3, 4)
    assert not any(isinstance(part, Menu) for part in over.parts)
    assert face_of(lesson.rules).lesson is not None


ANSWERS = {
    "indian": (
        (0, "group 9S JS TH", "a sequence takes one suit, and a set one rank"),
        (0, "group 3S 9S JS", "they are not in a row"),
        (0, "group KD KH", "A group takes three cards or more. 2 cards are too few."),
        (0, "group 5H 6H 7H", "choose all four"),
        (0, "group 8C 9C 2D", "is an impure sequence. It holds a joker"),
        (0, "group KD KH 2D", "is a set. Sequences come first"),
        (0, "draw closed", "a card you cannot choose"),
        (0, "drop", "cost you 20 points"),
        (0, "sort", "Nothing changes"),
        (1, "group", "That would take your groups apart"),
        (1, "group 4H 5H 6H 7H", "already like that"),
        (1, "group 4H 5H 6H 7H | 8C 9C 2D", "only 10♠ fits"),
        (1, "group 4H 5H 6H 7H | 9S JS", "A group takes three cards or more. 2 cards are too few."),
        (1, "group 4H 5H 6H 7H | 5H 6H 7H", None),
        (4, "discard 3S", "costs only 3 points"),
        (4, "discard 8C", "8♣ and 9♣ need only one more card"),
        (4, "discard JS", "without it the group falls apart"),
        (4, "discard 4H", "where it costs nothing"),
        (5, "draw open", "You can't use A♦, and it costs 10 points"),
        (3, "discard TH", "Lay your set first"),
        (6, "discard 3S", "and you can declare"),
        (4, "finish 3S", "you must declare then"),
    ),
    "western": (
        (0, "draw closed", "a card you cannot choose"),
        (1, "place 4S 5S 6S 7S", "3♠ to 7♠, fit into one"),
        (1, "place QC QS QH", "choose all of them"),
        (1, "discard KD", "put down more first"),
        (2, "undo", "take your last step back"),
        (4, "discard 4H", "costs only 4"),
        (4, "discard 2C", "2♣ and 3♣ need only one more card"),
        (5, "draw open", "You can't use K♥, and it costs 10 points"),
    ),
    "gin": (
        (0, "draw open", "You can't use J♥, and it counts 10 points"),
        (0, "sort", "Nothing changes"),
        (2, "discard 9C", "9♣ is in a meld"),
        (2, "discard 2D", "2♦ and 3♦ need only one more card"),
        (2, "discard 4C", "it counts only 4 points"),
        (2, "knock KS", None),
        (3, "draw closed", "a card you cannot choose"),
        (5, "discard 4C", "it counts only 4 points"),
        (5, "knock 8S", "Now you know what a knock does"),
        (6, "draw open", "You can't use K♣"),
        (7, "discard 4C", "you can go gin"),
    ),
    "twentyone": (
        (0, "group QD QD", "is a dublee, useful only with seven others. Pure sequences come first"),
        (0, "group 4H 5H", "2 cards are too few"),
        (0, "group 4H 6H 9C", "is not a sequence, set or tunnela"),
        (0, "group 4H 5H 6H | QD QD", "Here you lay one at a time"),
        (1, "group 4H 5H 6H | 9C TC 8D QC", "asks for other cards"),
        (2, "draw closed", "a card you cannot choose"),
        (2, "drop", "cost you 30 points"),
        (3, "discard 6C", "Lay your tunnela first"),
        (4, "discard 6C", "First press **Best**"),
        (4, "group 4H 5H 6H | KH 8S 9S | QD QD QD | 2C 2D 2S 2H", "lays all your groups at once"),
        (6, "discard 4H", "without it the group falls apart"),
        (6, "discard 2C", "where it costs nothing"),
        (6, "discard 8S", "Throw a card that helps you less"),
        (7, "draw open", "You can't use 4♦, and it costs 4 points"),
        (8, "discard KH", "and you can declare"),
    ),
}
"""The step of each game, counted from 0, before which something else is done, and the answer; None: it is refused."""


@pytest.mark.parametrize("game", GAMES_WITH_LESSONS, ids=lambda game: game.id)
def test_what_else_is_done_is_answered_by_what_it_would_do(game: Game) -> None:
    lesson = script(game)
    found, face = moments(lesson), face_of(lesson.rules)
    assert face.lesson is not None
    for number, line, answer in ANSWERS[game.id]:
        before, action = found[number], parse_action(line, game)
        if answer is None:
            assert before.view.refusal(action) is not None
            continue
        scenes = [
            solo_scene(solo, "lesson-x", solo_names(solo, "Ann"), PlayerSettings(ANN), is_lesson=True)
            for solo in (before, played(lesson, before, action))
        ]
        told = face.lesson.unasked(lesson.lesson.steps[number].name, [action], scenes[0], scenes[1])
        assert answer in told, (line, told)
        # A card that nobody may know yet is not given away.
        assert "7♣" not in told or line.startswith("group")
