"""Practice: the puzzle with the controls of its game, and the answer with both moves played on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.faces.controls import Scene
from bot.faces.face import face_of
from bot.layout import Accent, Button, Component, Picture, Row, Screen, SoloControlId, Style, row, screen
from bot.render.drawing.theme import Theme
from bot.render.replay import alt_step, draw_step, step_words
from bot.rummy.cards import Seat
from bot.rummy.game import game_of
from bot.rummy.review import Basis, Finding, Reviewed
from bot.screens.base import relative
from bot.screens.solo import solo_hand
from bot.service.practice import Learnt, MoveCourse, Posed, Solved
from bot.store.rows.settings import PlayerSettings
from bot.text import practice

NEXT = "next"
"""The request for the next puzzle; the id of a game may follow."""
ANY = "practice-next"
"""The place of no puzzle in particular."""


def practice_button(label: str, game: str = "", style: Style = Style.PLAIN) -> Button:
    """Return the button to the next puzzle, of that game or of any."""
    return Button(label, str(SoloControlId(ANY, 0, f"{NEXT} {game}".rstrip())), style)


def puzzle(scene: Scene, note: str | None, place: str, others: Mapping[str, str]) -> Screen:
    """Return a puzzle with the controls of its game; `others` are the titles of other games with puzzles, by id."""
    head = practice.head(face_of(scene.view.rules).title(), place)
    return solo_hand(scene, "\n".join(filter(None, [head, note])), _onward(others))


def _onward(others: Mapping[str, str], *first: Button) -> Row | None:
    return row(*first, *(practice_button(title, game) for game, title in others.items()))


@dataclass(frozen=True, slots=True)
class MoveCourses:
    """Both moves played on: that of the person first; only one if it is the best."""

    courses: tuple[MoveCourse, ...]
    names: Mapping[Seat, str]
    settings: PlayerSettings


def answered(
    scene: Scene, posed: Posed, solved: Solved, place: str, others: Mapping[str, str], courses: MoveCourses | None
) -> Screen:
    """Return the answer to a puzzle; `courses` None: they are being played on."""
    told = reviewed(posed, solved)
    rest = [practice.streak(solved.row.streak), _again(solved)]
    head = practice.head(face_of(scene.view.rules).title(), place)
    parts: list[Component | None] = [head, practice.answered(told)]
    parts += [scene.hand(scene.view), "\n".join(filter(None, rest))]
    parts += [practice.PLAYING_ON()] if courses is None else [*_courses(posed, courses), practice.COURSES()]
    accent = Accent.GREEN if solved.is_right else Accent.GOLD
    first = practice_button(practice.NEXT(), scene.view.rules.game.id, Style.SUCCESS)
    return screen(accent, *parts, _onward(others, first))


def reviewed(posed: Posed, solved: Solved) -> Reviewed:
    """Return the answer in the words of a review."""
    view, best = posed.puzzle.view, posed.puzzle.best
    game = game_of(view.rules)
    taken = game.option(view, solved.action)
    if solved.lead is None:
        return Reviewed(view.deal_number, 1, view, taken, taken, Finding.FINE)
    found = Finding.WORSE
    return Reviewed(view.deal_number, 1, view, taken, game.option(view, best), found, solved.lead, basis=Basis.EXACT)


def _again(solved: Solved) -> str:
    return practice.LEARNT() if solved.row.due_at is None else practice.again(relative(solved.row.due_at))


def _courses(posed: Posed, courses: MoveCourses) -> Iterator[Component]:
    """Yield each move played on: a line, and all hands at the end."""
    titles = (practice.YOURS(), practice.BEST())
    for number, (title, one) in enumerate(zip(titles, courses.courses, strict=False)):
        deal = one.solo.table.deal
        assert deal is not None
        assert deal.outcome is not None
        seat, view, hands = posed.puzzle.seat, one.solo.table.view(None), deal.open_hands()
        yield practice.course(title, one.turns, won=seat in deal.outcome.winners)
        if courses.settings.text_only:
            yield "\n".join(step_words(view, hands, courses.names))
        else:
            theme = Theme(four_colour=courses.settings.four_colour)
            alt = alt_step(view, hands, courses.names)
            yield Picture(f"course{number}.png", draw_step(view, hands, courses.names, theme), alt)


def nothing(learnt: Learnt, others: Mapping[str, str]) -> Screen:
    """Return the answer that there is no puzzle now."""
    when = None if learnt.due_at is None else relative(learnt.due_at)
    return screen(Accent.GREY, practice.nothing(learnt.solved, learnt.shipped, when), _onward(others))
