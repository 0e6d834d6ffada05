"""10,000 open tables: from the start of the process to ready, and the memory that takes."""

import asyncio
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, select

from bot.codes import Pace
from bot.localcord.server import LocalDiscord
from bot.localcord.world import World
from bot.rummy.actions import Discard, Draw, Source
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.service import Limits
from bot.store import schema
from tests.processes.bots import Bot
from tests.service.context import Context, desk
from tests.waiting import until

TABLES = 10_000
PLAYED = 200
"""Tables that are really played. The others are copies of them, since playing all takes minutes."""
TURNS = 10  # played at each table
SLOW = TableForm(pace=Pace.SLOW)


def run() -> None:
    """Fill a database, start a bot on it, print how long and how large."""
    asyncio.run(_run())


async def _run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/paplu.db"
        await fill(url)
        size = (Path(folder) / "paplu.db").stat().st_size
        print(f"{TABLES} open tables with {TURNS} turns each, {size / 1e6:.0f} MB")
        world = World.create(["Asha"])
        async with LocalDiscord(world) as server:
            bot = Bot(server, Path(folder))
            start = perf_counter()
            await bot.start()
            await until(lambda: "ready" in bot.log, "ready")
            seconds = perf_counter() - start
            await asyncio.sleep(2)
            assert bot.process is not None
            print(f"start to ready {seconds:.2f} s (goal: 5 at most)")
            now, most = resident(bot.process.pid), peak(bot.process.pid)
            print(f"resident {now:.0f} MB, at most {most:.0f} (goal: 250 at most)")
            await bot.kill()


async def fill(url: str) -> None:
    """Store that many open tables, each a few turns old. Some are played; the others are copies of these."""
    print(f"playing {PLAYED} tables", flush=True)
    async with desk(url, limits=Limits(TABLES, TABLES, TABLES, TABLES)) as d:
        d.now = datetime.now(UTC)
        codes = await asyncio.gather(*(one(d, number) for number in range(PLAYED)))
        print(f"copying them, until there are {TABLES}", flush=True)
        copies = [
            {"old": code, "new": f"{copy:02}{number:04}"}
            for copy in range(1, TABLES // PLAYED)
            for number, code in enumerate(codes)
        ]
        await d.store.database.writing.run(lambda connection: copy_tables(connection, copies))


def copy_tables(connection: Connection, copies: list[dict[str, str]]) -> None:
    """Copy tables with everything that belongs to each, from the `old` codes to the `new` ones."""
    codes = Table("codes", MetaData(), Column("old", String, index=True), Column("new", String), prefixes=["TEMPORARY"])
    codes.create(connection)
    connection.execute(insert(codes), copies)
    for table in schema.metadata.sorted_tables:
        if (code := code_of(table)) is not None:
            row = [codes.c.new if column is code else column for column in table.columns]
            copied = select(*row).join_from(codes, table, code == codes.c.old)
            connection.execute(insert(table).from_select([*table.columns], copied))


def code_of(table: Table) -> Column[str] | None:
    """Return the column by which a row belongs to a table at which people play; None if it belongs to none."""
    if table is schema.tables:
        return table.c.id
    return next((key.parent for key in table.foreign_keys if key.column is schema.tables.c.id), None)


async def one(d: Context, number: int) -> TableId:
    """Play some turns at a new table. Return its code."""
    people = [Person(PlayerId(1000 + 2 * number + i), DisplayName(f"Player {i}")) for i in range(2)]
    state = await d.table(*people, options=SLOW)
    for _ in range(TURNS):
        assert state.public.deal is not None
        player = PlayerId(state.players[state.public.deal.turn].id)
        state = await d.tables.act(state.id, None, player, Draw(Source.CLOSED))
        drawn = state.for_player(player).deal
        assert drawn is not None
        assert drawn.drawn is not None
        state = await d.tables.act(state.id, None, player, Discard(drawn.drawn))
    return state.id


def resident(pid: int) -> float:
    """Return the megabytes of memory that the process has now."""
    return _status(pid, "VmRSS:")


def peak(pid: int) -> float:
    """Return the most it ever had."""
    return _status(pid, "VmHWM:")


def _status(pid: int, field: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(field))) / 1000
