"""A lesson: the hand with the next task, and the end with the next steps."""

from collections.abc import Mapping

from bot.faces.controls import Scene
from bot.faces.face import face_of
from bot.layout import Accent, Button, Menu, Row, Screen, SoloControlId, Style, row, screen
from bot.screens.base import ends_soon
from bot.screens.endings import last_deal_parts
from bot.screens.ids import QuickId, RulesId, RulesPart, can_name_rules
from bot.text import buttons as buttons_text
from bot.text import lesson, lobby
from bot.text.choices import more_button

BEGIN, DO_IT, OVER, STOP = "begin", "do", "over", "stop"
"""The requests of a lesson's controls, besides moves; `do` is followed by the number of the step."""
SURE = "sure"
"""Follows `over` if the person has confirmed that they want to begin again."""


def begin_button(place: str, label: str, table: str = "", style: Style = Style.PLAIN) -> Button:
    """Return the button into the lesson, or back to it; `table`: a lobby that the person leaves for it."""
    return Button(label, str(SoloControlId(place, 0, f"{BEGIN} {table}".rstrip())), style)


def lesson_step(scene: Scene, opening: str | None, note: str | None, number: int, told: str) -> Screen:
    """Return the hand with the task of that step; 1 is the first.

    `opening` stands above the hand. `note`, the answer to the person's action, and `told`, the task, stand right above
    the controls, where people see them on a phone. Of these, only those that the task names are there, and ⋯.
    """
    view = scene.view
    assert view.deal is not None
    face = face_of(view.rules)
    parts = opening, scene.hand(view), note, told, ends_soon(view.deal), face.details(scene)
    wanted = (_wanted(control, told) for control in face.controls(scene))
    return screen(Accent.GREEN, *parts, *wanted, row(more_button(scene)))


def _wanted(control: Row | Menu | None, told: str) -> Row | Menu | None:
    """Return what is left of a row or menu if it keeps only the labels that the task names in bold."""
    match control:
        case Row(buttons):
            return row(*(one for one in buttons if f"**{one.label}**" in told))
        case Menu(hint=hint):
            return control if f"**{hint}**" in told else None
    return None


def lesson_more(scene: Scene, number: int) -> Screen:
    """Return the hand with the buttons to go on without doing the step, to begin again, and to stop."""
    over = scene.button(OVER, lesson.START_OVER()) if number > 1 else None
    do_it, stop = scene.button(f"{DO_IT} {number}", lesson.DO_IT()), scene.button(STOP, lesson.STOP())
    back = scene.button("hand", buttons_text.BACK())
    return screen(Accent.GREY, scene.hand(scene.view), row(do_it, over, stop, back))


def lesson_over(scene: Scene, note: str | None, counted: str, others: Mapping[str, str]) -> Screen:
    """Return the end of the lesson's deal, and what to do next.

    `others`: the titles of other lessons, by place.
    """
    rules = scene.view.rules
    buttons = row(
        Button(lobby.PLAY_NOW(), str(QuickId(rules.game.id)), Style.SUCCESS),
        Button(buttons_text.RULES(), str(RulesId(rules.id, RulesPart.GAME))) if can_name_rules(rules.id) else None,
        scene.button(OVER, lesson.AGAIN()),
        *(begin_button(place, lesson.learn(title)) for place, title in [*others.items()][:2]),
    )
    told = last_deal_parts(scene.view, scene.names, scene.called)
    return screen(Accent.GOLD, note, *told, lesson.over(counted), buttons)


def lesson_stopped(place: str) -> Screen:
    """Return the step at which the person has stopped, with the button to go on."""
    return screen(Accent.GREY, lesson.stopped(), row(begin_button(place, lesson.GO_ON(), style=Style.SUCCESS)))


def ask_start_over(place: str) -> Screen:
    """Return the question whether to throw away the person's progress in the lesson."""
    go_on = begin_button(place, lesson.GO_ON(), style=Style.SUCCESS)
    sure = Button(lesson.START_OVER(), str(SoloControlId(place, 0, f"{OVER} {SURE}")), Style.DANGER)
    return screen(Accent.GREY, lesson.ASK_START_OVER(), row(go_on, sure))
