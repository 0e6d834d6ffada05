"""Which table a typed command means: the one named, the one of this place, or the only one."""

import re

from bot.rummy.ids import PlayerId, TableId
from bot.service.errors import Problem, ServiceError
from bot.store.rows import Status, TableRow
from bot.store.store import Store
from bot.ui.desk import Sentence

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
    codes = ", ".join(f"`{id}`" for id in several[:10])
    raise Sentence(f"Which table? Name its code: {codes}.")


def _fits(row: TableRow, lobby: bool | None) -> bool:
    return lobby is None or (row.status is Status.LOBBY) == lobby


async def own_codes(store: Store, player: PlayerId, typed: str) -> list[TableRow]:
    """The open tables of that person whose code begins as typed, for autocomplete."""
    rows = await store.tables_of(player)
    return [row for row in reversed(rows) if row.id.startswith(typed.strip().lower())][:25]
