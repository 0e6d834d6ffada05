"""The words of faces go through the catalogue: rules, lessons, the coach, and the words beside pictures."""

from bot.faces.face import face_of
from bot.languages.sentence import reading
from bot.render.words import alt_show, alt_table
from bot.rummy.rules import Rules
from tests.advice import told as told_in_full
from tests.games.test_lessons import GAMES_WITH_LESSONS, moments, script
from tests.known import load
from tests.languages.pseudo import pseudo_language, untranslated
from tests.render.gin import knocked
from tests.render.scenes import CALLED
from tests.screens.limits import texts
from tests.screens.test_lessons import shown

JOINT = "and"
"""The word before the last item of a list, as Babel gives it in the language of the tests, which it takes for
English.
"""


def ruled(rules: Rules) -> str:
    """Return all texts about a rule set."""
    face = face_of(rules)
    parts = [*face.full(rules, None), *face.facts(rules).items()]
    return "\n".join([face.short(rules, None), *(told for part in parts for told in part), face.no_help()])


def test_rules_are_said_in_the_language_of_their_reader() -> None:
    with reading(pseudo_language()):
        for rules in load().values():
            assert untranslated(ruled(rules), rules.name, JOINT) == [], rules.id


def test_lessons_and_the_coach_are() -> None:
    with reading(pseudo_language()):
        for game in GAMES_WITH_LESSONS:
            lesson, coach = script(game), face_of(script(game).rules).coach
            for solo in moments(lesson):
                told = texts(shown(lesson, solo))
                assert untranslated(told, "A\\_nn", lesson.rules.name) == [], game.id
                if coach is not None and not solo.is_over:
                    assert untranslated(told_in_full(coach(solo.view)), JOINT) == [], game.id


def test_the_words_beside_pictures_of_gin_are() -> None:
    view = knocked().view(None)
    with reading(pseudo_language()):
        assert untranslated(alt_show(view, CALLED) + alt_table(view, CALLED), *CALLED.values()) == []
