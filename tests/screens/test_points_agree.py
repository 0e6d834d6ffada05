"""In twenty-one, all who tell of a deal say the same points, those of the value cards included."""

from dataclasses import replace

from bot.faces.face import face_of
from bot.layout import Picture
from bot.rummy.ids import PlayerId
from bot.rummy.match.match import Terms
from bot.screens import lesson as lesson_screens
from bot.screens.endings import result
from bot.screens.hand import hand
from bot.screens.solo import solo_names, solo_scene
from bot.screens.standings import HistoryView, history
from bot.service.standings import by_game
from bot.service.tables.results import finished
from bot.store.rows.matches import RulesTally
from bot.store.rows.settings import PlayerSettings
from bot.text import standings as standings_text
from tests.games.test_lessons import moments, script
from tests.known import TWENTYONE
from tests.screens.limits import texts
from tests.screens.samples import NOW, playing

ANN = PlayerId(101)


def test_hand_result_history_profile_and_lesson_agree() -> None:
    lesson = script(TWENTYONE)
    over = moments(lesson)[-1]
    state, settings = playing(over.table), PlayerSettings(ANN)
    total = over.table.match.totals[over.seat]
    assert total != over.table.match.outcomes[-1].points[over.seat], "there are value cards"
    assert f"You: **{total} points**" in texts(hand(state, ANN, settings))
    (sheet,) = [one for one in result(state).parts if isinstance(one, Picture) and one.name == "sheet.png"]
    assert f"{total} points" in sheet.alt
    match = finished(replace(state, table=None), over.table, NOW)
    assert match is not None
    page = history(HistoryView(None, None, "", 0, 1, ((match, str(Terms()), ""),), False))
    assert f"{total} points" in texts(page)
    (own,) = [one for one in match.results if one.player == ANN]
    (figures,) = by_game([RulesTally(lesson.rules.id, 1, 1, own.deals, own.points)], {lesson.rules.id: lesson.rules})
    assert standings_text.average(figures.average) == standings_text.average(total)
    words = face_of(lesson.rules).lesson
    assert words is not None
    scene = solo_scene(over, "lesson-x", solo_names(over, "Ann"), settings, is_lesson=True)
    told = texts(lesson_screens.lesson_over(scene, None, words.ending(scene), {}))
    assert f"that makes **{total} points**" in told
