"""The table that a typed command means: the one named, the one of this channel, or the only one."""

import re
from collections.abc import Awaitable, Callable, Sequence

from bot.codes import Problem, TableStatus
from bot.layout import MAX_CHOICES
from bot.rummy.ids import PlayerId, TableId
from bot.service.errors import ServiceError
from bot.service.tables.waiting import has_lost_place
from bot.store.rows.tables import TableRow
from bot.store.store import Store
from bot.text import lesson, refusals
from bot.text.refusals import UserError

CODE = re.compile(r"[a-z0-9]{6}")

May = Callable[[TableId], Awaitable[bool]]
"""Returns whether the person may see, or join, that table."""


class SeveralTablesError(Exception):
    """A command may mean each of these tables."""

    def __init__(self, tables: Sequence[TableId]) -> None:
        super().__init__(*tables)
        self.tables = tuple(tables)


def parse_code(typed: str) -> TableId:
    """Return the table whose code was typed.

    Raises:
        ServiceError: no code looks like that.
    """
    code = typed.strip().strip("`").lower()
    if CODE.fullmatch(code) is None:
        raise ServiceError(Problem.NO_TABLE)
    return TableId(code)


async def find_table(
    store: Store,
    player: PlayerId,
    channel: int | None,
    typed: str | None,
    *,
    may: May | None = None,
    lobby: bool | None = None,
    learns: Callable[[PlayerId], Awaitable[bool]] | None = None,
) -> TableId:
    """Return the table that a command means.

    Args:
        may: says whether the person may have a table of this channel at which they do not sit; None: they may not.
        lobby: True for lobbies alone, False for tables in play, or else lobbies without a place; None for all.
        learns: returns whether a person is in a lesson.

    Raises:
        ServiceError: there is none.
        SeveralTablesError: there are several.
        UserError: the person sits at no table, and is in a lesson or their last table here is over.
    """
    if typed:
        return parse_code(typed)
    all_rows = await store.tables.of_player(player)
    rows = [row for row in all_rows if _fits(row, lobby)]
    if not rows and lobby is False:
        rows = [row for row in all_rows if has_lost_place(row)]  # a lobby that people look for
    mine = [row.id for row in rows]
    here = await store.tables.of_channel(channel) if channel is not None else ()
    mine_here = [id for id in here if id in mine]
    if len(mine_here) == 1:
        return mine_here[0]
    if not mine and learns is not None and await learns(player):
        raise UserError(lesson.NO_TABLE())
    if may is None:
        if not mine and lobby is not True and await find_over(store, player, channel, None) is not None:
            raise UserError(refusals.MATCH_OVER())
        return _only(mine_here or mine, Problem.NOT_AT_TABLE)
    return _only(mine_here or [id for id in here if await may(id)] or mine, Problem.NO_TABLE)


async def find_lobby(store: Store, player: PlayerId, channel: int | None, typed: str | None, may: May) -> TableId:
    """Return the lobby to join: the one named, or the one here that `may` allows.

    Raises:
        ServiceError: there is none.
        SeveralTablesError: there are several.
    """
    if typed:
        return parse_code(typed)
    mine = {row.id for row in await store.tables.of_player(player) if row.status is TableStatus.LOBBY}
    here = await store.tables.of_channel(channel) if channel is not None else ()
    others = [id for id in here if id not in mine and await may(id)]
    return _only(others or [id for id in here if id in mine], Problem.NO_TABLE)


def _only(found: Sequence[TableId], without: Problem) -> TableId:
    """Return the only table that was found.

    Raises:
        ServiceError: none was found, for the reason `without`.
        SeveralTablesError: there are several.
    """
    if not found:
        raise ServiceError(without)
    if len(found) > 1:
        raise SeveralTablesError(found[:MAX_CHOICES])
    return found[0]


def _fits(row: TableRow, lobby: bool | None) -> bool:
    return lobby is None or (row.status is TableStatus.LOBBY) == lobby


async def find_over(store: Store, player: PlayerId, channel: int | None, typed: str | None) -> TableId | None:
    """Return the table for a command about a match that is over.

    It is the one named, or the newest that the person played here; None if they have played none here.

    Raises:
        ServiceError: no code looks like the one typed.
    """
    if typed:
        return parse_code(typed)
    recent = await store.tables.recent_of(player, 1, channel) if channel is not None else ()
    return recent[0].id if recent else None


async def own_tables(store: Store, player: PlayerId, *, running: bool = True, over: bool = False) -> list[TableRow]:
    """Return the tables of that person, the newest first, for autocomplete."""
    rows = [*reversed(await store.tables.of_player(player))] if running else []
    if over:
        rows += await store.tables.recent_of(player, MAX_CHOICES)
    return rows
