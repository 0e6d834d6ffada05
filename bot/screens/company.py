"""Waiting for people to play with, and the message to those who have found some."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.layout import Accent, Button, ControlId, Part, Screen, Style, one_of, row, screen
from bot.rummy.rules import Rules
from bot.screens.base import button, relative
from bot.screens.ids import RULES, can_name_rules
from bot.service.tables.deadlines import QUICK_WAIT
from bot.service.tables.form import quick_form
from bot.service.tables.state import TableState
from bot.store.rows.alarms import AlarmKind
from bot.text import buttons, company, lobby, table


class CompanyWord(StrEnum):
    """The purpose of a control about waiting: wait for some minutes, stop, or play without people."""

    QUARTER = "15"
    HOUR = "60"
    STOP = "stop"
    PLAY = "play"


WAITS = CompanyWord.QUARTER, CompanyWord.HOUR


@dataclass(frozen=True, slots=True)
class CompanyId(ControlId):
    """A control about waiting for people."""

    PREFIX: ClassVar[str] = "rummy:f"

    rules: Annotated[str, Part(RULES, str)]
    word: Annotated[CompanyWord, one_of(CompanyWord)]


def wait_buttons(state: TableState) -> tuple[Button, ...]:
    """Return the buttons to wait for people instead, for a person who sits alone in a server."""
    rules, people = state.row.rules_id, state.lobby.persons
    if state.row.guild is None or len(people) > 1 or not state.is_lobby or not can_name_rules(rules):
        return ()
    return tuple(Button(company.wait(int(word)), str(CompanyId(rules, word))) for word in WAITS)


def waits(rules: Rules, channel: int, until: datetime) -> Screen:
    """Return the screen of a person who waits."""
    game = table.game_and_format(quick_form(rules).terms, rules)
    told = company.waits(game, f"<#{channel}>", relative(until))
    play = Button(company.COMPUTERS(), str(CompanyId(rules.id, CompanyWord.PLAY)), Style.PRIMARY)
    stop = Button(company.STOP(), str(CompanyId(rules.id, CompanyWord.STOP)))
    return screen(Accent.GREEN, told, row(play, stop) if can_name_rules(rules.id) else None)


def starts(state: TableState) -> str:
    """Return when the match of a lobby begins by itself; empty if its host begins it."""
    start = state.alarm(AlarmKind.START)
    return lobby.starts(relative(start.due)) if start is not None else ""


def met(state: TableState, people: Sequence[int]) -> Screen:
    """Return the message to people who have waited and sit at a lobby now."""
    game, start = table.game_and_format(state.lobby.terms, state.rules), state.alarm(AlarmKind.START)
    when = relative(state.row.opened_at + QUICK_WAIT if start is None else start.due)
    told = company.met([f"<@{person}>" for person in people], game, when)
    return screen(Accent.GREEN, told, row(button(state, "leave", buttons.LEAVE())))
