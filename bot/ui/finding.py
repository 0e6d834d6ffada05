"""Which table a typed command means: the one named, the one of this place, or the only one."""

import re

from bot import text
from bot.rummy.ids import PlayerId, TableId
from bot.service.errors import Problem, ServiceError
from bot.store.rows import Status, TableRow
from bot.store.store import Store
from bot.ui.desk import Sentence

CHOICES = 25
"""As many as Discord shows."""
CODE = re.compile(r"[a-z0-9]{6}")


def parse_code(typed: str) -> TableId:
    """The table whose code was typed.

    Raises:
        ServiceError: no code looks like that.
    """
    code = typed.strip().strip("`").lower()
    if CODE.fullmatch(code) is None:
        raise ServiceError(Problem.NO_TABLE)
    return TableId(code)


async def find_table(
    store: Store, player: PlayerId, place: int | None, typed: str | None, *, seated: bool, lobby: bool | None = None
) -> TableId:
    """The table a command means. `seated`: one that person sits at; `lobby`: only lobbies, or only tables.

    Raises:
        ServiceError: there is none.
        Sentence: there are several.
    """
    if typed:
        return parse_code(typed)
    mine = {row.id: row for row in await store.tables_of(player) if _fits(row, lobby)}
    here = await store.find_by_place(place) if place is not None else ()
    mine_here = [id for id in here if id in mine]
    if len(mine_here) == 1:
        return mine_here[0]
    if len(mine) == 1 and (seated or not here):
        return next(iter(mine))
    if not seated and len(here) == 1:
        return here[0]
    several = mine_here or list(mine) if seated else mine_here or list(here) or list(mine)
    if not several:
        raise ServiceError(Problem.NOT_AT_TABLE if seated else Problem.NO_TABLE)
    if len(several) == 1:
        return several[0]
    raise Sentence(text.refusals.which_table(several[:10]))


def _fits(row: TableRow, lobby: bool | None) -> bool:
    return lobby is None or (row.status is Status.LOBBY) == lobby


async def find_over(store: Store, player: PlayerId, place: int | None, typed: str | None) -> TableId | None:
    """The table a command about a match that is over means: the one named, else the newest that person played here.

    None where they have played none here.

    Raises:
        ServiceError: no code looks like the one typed.
    """
    if typed:
        return parse_code(typed)
    recent = await store.recent_of(player, 1, place) if place is not None else ()
    return recent[0].id if recent else None


async def own_tables(
    store: Store, player: PlayerId, typed: str, *, running: bool = True, over: bool = False
) -> list[TableRow]:
    """The tables of that person whose code begins as typed, the newest first, for autocomplete."""
    rows = [*reversed(await store.tables_of(player))] if running else []
    if over:
        rows += await store.recent_of(player, CHOICES)
    return [row for row in rows if row.id.startswith(typed.strip().lower())][:CHOICES]
