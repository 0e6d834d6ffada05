"""Only the bot of one application works with a database, and of its processes the one that holds the leases."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.localcord.world import World
from bot.store.address import SQLITE
from bot.store.store import Store
from tests.localcord.faults import FaultyDiscord
from tests.processes.bots import PLAIN, Bot, Code, Command, paplu
from tests.processes.conftest import Spawner
from tests.processes.players import seated
from tests.waiting import until

UNKNOWN = 77 << 22
"""A server that the bot is not in."""

_WATCHFUL = """
from datetime import timedelta

from bot.cli.main import main
from bot.service.owner import departures
from bot.service.owner import jobs as upkeep

departures.RECONCILED, upkeep.PAUSE = timedelta(0), 0.2
look = departures.Departures.look

async def counted(self, now):
    await look(self, now)
    print("looked for servers", flush=True)

departures.Departures.look = counted
raise SystemExit(main(["run"]))
"""
WATCHFUL = Code(_WATCHFUL)
"""The bot that compares its servers all the time."""


@pytest.fixture
def command() -> Command:
    """Return the bot as a host starts it."""
    return PLAIN


def rows_of(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of a database."""
    with closing(sqlite3.connect(file)) as raw:
        names = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: raw.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}


async def test_the_bot_of_another_application_changes_nothing(world: World, bots: Spawner, tmp_path: Path) -> None:
    first = bots()
    await first.start()
    await seated(world, computers=0)
    assert await first.stop() == 0
    file = tmp_path / "paplu.db"
    before = rows_of(file)
    other = World.create(["Tess"])
    async with FaultyDiscord(other, rate_limits=False) as elsewhere:
        foreign = Bot(elsewhere, tmp_path, "foreign", command=PLAIN)
        release = Bot(elsewhere, tmp_path, "release", command=paplu("db", "release"))
        await foreign.spawn()
        assert await foreign.wait() == 2
        (said,) = (line for line in foreign.log.splitlines() if line.startswith("paplu: "))
        assert all(str(one.model.application_id) in said for one in (world, other))
        assert "paplu db release" in said
        assert "Traceback" not in foreign.log
        assert rows_of(file) == before
        assert not other.people[0].commands(other.channel)
        await first.start()  # its own bot goes on
        assert first.running
        assert await first.stop() == 0
        await release.spawn()
        assert await release.wait() == 0
        await foreign.start()
        assert await foreign.stop() == 0
        await first.spawn()  # what was given away is given away
        assert await first.wait() == 2
        assert not foreign.strayed


async def test_a_process_that_stands_by_ends_nothing(bots: Spawner, server: FaultyDiscord, tmp_path: Path) -> None:
    """A missing server is no business of a process before it holds the lease."""
    first, second = bots("first"), bots("second")
    second.command = WATCHFUL
    await first.start()
    await until(lambda: "ready" in first.log, "the lease")
    await second.start()
    store = await Store.open(f"{SQLITE}:///{tmp_path / 'paplu.db'}")
    await store.servers.change(UNKNOWN, chips=False)
    looked = second.log.count("looked for servers")
    await until(lambda: second.log.count("looked for servers") > looked + 5, "some looks")
    assert await store.departures.all() == ()
    assert await first.stop() == 0
    await until(lambda: "left a server" in second.log, "the departure")
    assert [gone.guild for gone in await store.departures.all()] == [UNKNOWN]
    await store.close()
