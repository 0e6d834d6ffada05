"""The tables at which a person sits, and the question which of several is meant."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Annotated, ClassVar

from bot.languages.sentence import isolated
from bot.layout import (
    Accent,
    Button,
    Choice,
    Component,
    ControlId,
    Row,
    Screen,
    Style,
    TableControlId,
    menu,
    one_of,
    row,
    screen,
)
from bot.rummy.errors import ParseError, Refusal, RulesError
from bot.rummy.ids import PlayerId, one_line
from bot.rummy.rules import Games, Rules
from bot.rummy.view import Stage
from bot.screens.base import button, called, escaped, names, relative, step_of
from bot.screens.ids import PageNumber, QuickId
from bot.service.tables.state import Lobby, TableState, rules_of
from bot.store.rows.tables import TableRow
from bot.text import buttons, commands, refusals, words
from bot.text import lobby as lobby_text
from bot.text import table as table_text
from bot.text import tables as tables_text
from bot.text import waiting as waiting_text

PAGE = 5
"""The number of tables on one screen, each with its buttons."""
NAME_ROOM = 24
"""The most characters of each name in the title of a table."""


class TablesWord(StrEnum):
    """The purpose of a control about a person's tables."""

    LIST = "list"
    PICK = "pick"
    """The menu of the question which table is meant. Each value is the id of a control of that table."""


@dataclass(frozen=True, slots=True)
class TablesId(ControlId):
    """A control about the tables of the person who uses it, or the menu of those that a command may mean."""

    PREFIX: ClassVar[str] = "rummy:k"

    word: Annotated[TablesWord, one_of(TablesWord)]
    page: PageNumber = 0


FROM_LIST = "list"
"""The argument of the request `ask-leave` in the list of a person's tables."""


def my_tables_button(label: str, style: Style = Style.PLAIN) -> Button:
    """Return the button that lists the tables of the person who presses it."""
    return Button(label, str(TablesId(TablesWord.LIST)), style)


def stopped(sentence: str) -> Screen:
    """Return the sentence that a limit of tables has stopped the person, with a button to their tables."""
    return screen(Accent.GREY, sentence, row(my_tables_button(tables_text.MY_TABLES(), Style.PRIMARY)))


def my_tables(states: Sequence[TableState], me: PlayerId, page: int = 0, *, unreadable: bool = False) -> Screen:
    """Return the open tables of a person: those that wait for them first, then the oldest.

    `unreadable`: whether one more cannot be read.
    """
    note = tables_text.UNREADABLE() if unreadable else None
    if not states:
        now = row(Button(lobby_text.PLAY_NOW(), str(QuickId()), Style.SUCCESS))
        return screen(Accent.GREY, None if note else tables_text.NONE(), note, now)
    ordered = sorted(states, key=lambda state: (not _is_my_turn(state, me), state.row.opened_at, state.id))
    pages = -(-len(ordered) // PAGE)
    first = min(page, pages - 1) * PAGE
    shown = chain.from_iterable(_listed(state, me) for state in ordered[first : first + PAGE])
    return screen(Accent.BLURPLE, tables_text.HEAD(), *shown, note, _turning(min(page, pages - 1), pages))


def _turning(page: int, pages: int) -> Row | None:
    """Return the button to the next page, or from the last one to the first; None if there is one page."""
    if pages == 1:
        return None
    is_last = page == pages - 1
    label = (tables_text.START_OF_LIST if is_last else tables_text.MORE)()
    return row(Button(label, str(TablesId(TablesWord.LIST, 0 if is_last else page + 1))))


def _listed(state: TableState, me: PlayerId) -> Iterable[Component | None]:
    """Yield what a list shows of one table: its title, what it waits for, and two buttons."""
    mine = _is_my_turn(state, me)
    place = [f"<#{state.row.thread or state.row.channel}>"] if state.row.guild is not None else []
    since = " · ".join([tables_text.opened(relative(state.row.opened_at)), *place])
    style = Style.PRIMARY if mine else Style.PLAIN
    yield f"**{_title(state.lobby, state.rules, me, escapes=True)}**\n{_waits_for(state, me)}\n-# {since}"
    yield row(
        button(state, "table" if state.is_lobby else "hand", tables_text.GO_ON(), style, own=True),
        button(state, f"ask-leave {FROM_LIST}", buttons.ASK_LEAVE(), own=True),
    )


def _title(lobby: Lobby, rules: Rules, me: PlayerId, *, escapes: bool = False) -> str:
    """Return the game, the format and the other players of a table."""
    others = (called(lobby, one) for one in lobby.players if one.is_computer or one.id != me)
    names = [words.clipped(one_line(name), NAME_ROOM) or refusals.UNNAMED_MEMBER() for name in others]
    shown = [escaped(name) if escapes else isolated(name) for name in names]
    return tables_text.title(table_text.game_and_format(lobby.terms, rules), shown)


def _waits_for(state: TableState, me: PlayerId) -> str:
    """Return what the table waits for."""
    if state.waits:
        return waiting_text.REFUSED()
    if state.table is None:
        return tables_text.seats(len(state.lobby.players), state.lobby.seats)
    deal = state.public.deal
    if deal is None:
        return refusals.REFUSALS[Refusal.NOT_STARTED]()
    if _is_my_turn(state, me):
        return f"**{tables_text.YOUR_TURN()}**"
    if state.public.stage is not Stage.PLAYING:
        return tables_text.BETWEEN()
    called = names(state)
    return words.waiting((called[seat] for seat in deal.awaited), deal)


def _is_my_turn(state: TableState, me: PlayerId) -> bool:
    return state.table is not None and not state.waits and state.awaits(me)


# -- one of several -----------------------------------------------------------------------------------


def which_table(states: Iterable[TableState], me: PlayerId, text: str) -> Screen:
    """Return the question which of these tables a command means. The choice does what a control with that text does."""
    choices = [_choice(state, me, text) for state in states]
    picking = menu(TablesId(TablesWord.PICK), tables_text.PICK(), choices)
    return screen(Accent.BLURPLE, tables_text.WHICH(), picking)


def _choice(state: TableState, me: PlayerId, text: str) -> Choice:
    id = TableControlId(state.id, step_of(state), text, is_own=True)
    about = tables_text.YOUR_TURN if _is_my_turn(state, me) else commands.STATES[state.row.status]
    about = waiting_text.REFUSED if state.waits else about
    return Choice(words.clipped(_title(state.lobby, state.rules, me), 100), str(id), about())


def table_choice(row: TableRow, me: PlayerId, games: Games) -> str:
    """Return the label of a table for autocomplete: its title, its status and its code."""
    over_since = row.changed_at if row.status.is_over else None
    try:
        title = _title(Lobby.parse(row.lobby), rules_of(row.rules, row.rules_id, games, row.pace), me)
    except (ParseError, RulesError):
        title = ""  # the moves of old tables are deleted, with their rules
    return commands.table(title, row.id, row.status, over_since)
