"""Two processes on two shards share one database: any of them answers for any table."""

import asyncio
import random

import pytest

from bot.localcord.world import World
from bot.rummy.ids import TableId
from tests.localcord import remote_control, visible
from tests.localcord.faults import FaultyDiscord
from tests.processes import journals
from tests.processes.bots import Killer
from tests.processes.conftest import Spawner
from tests.processes.players import Player, controls, enter, lobby, play_out, posted, seated, use, words
from tests.waiting import until


@pytest.fixture
def world(humans: list[str]) -> World:
    return World.create(humans, servers=2, shards=2)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_two_processes(
    world: World, server: FaultyDiscord, bots: Spawner, kind: str, request: pytest.FixtureRequest
) -> None:
    where = {"DATABASE_URL": request.getfixturevalue("postgresql")} if kind == "postgresql" else {}
    first = bots("first", SHARD_COUNT="2", SHARD_IDS="0", **where)
    second = bots("second", SHARD_COUNT="2", SHARD_IDS="1", **where)
    await asyncio.gather(first.start(), second.start())
    assert remote_control.shards_up(server.gateway) == {0, 1}
    here = await seated(world, computers=0)
    (table_here,) = await journals.tables(first.database)
    there = await seated(world, computers=0, server=1)
    (table_there,) = [table for table in await journals.tables(first.database) if table != table_here]
    ends = await asyncio.gather(play_out(here), play_out(there))
    assert all("wins" in words(end) for end in ends)
    for table, players in ((table_here, here), (table_there, there)):
        await journals.check(first.database, table, players)
        assert set(posted(players[0]).values()) == {1}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_either_process_may_die(
    world: World, server: FaultyDiscord, bots: Spawner, kind: str, request: pytest.FixtureRequest, seed: int
) -> None:
    where = {"DATABASE_URL": request.getfixturevalue("postgresql")} if kind == "postgresql" else {}
    processes = [bots(f"bot{number}", SHARD_COUNT="2", SHARD_IDS=str(number), **where) for number in range(2)]
    await asyncio.gather(*(process.start() for process in processes))
    tables: list[tuple[TableId, list[Player]]] = []
    for number, process in enumerate(processes):
        players = await seated(world, server=number)
        known = [table for table, _ in tables]
        (table,) = [table for table in await journals.tables(process.database) if table not in known]
        tables.append((table, players))
    killers = [Killer(process, random.Random(seed + number), 2) for number, process in enumerate(processes)]
    for (_, players), killer in zip(tables, killers, strict=True):
        for player in players:
            player.disturb = killer
    ends = await asyncio.gather(*(play_out(players) for _, players in tables))
    assert all("wins" in words(end) for end in ends)
    assert any(killer.kills for killer in killers)
    for table, players in tables:
        await journals.check(processes[0].database, table, players)
        assert set(posted(players[0]).values()) == {1}


async def test_acting_from_elsewhere(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    """Direct messages reach the first process alone; it answers for a table that the second one serves."""
    first = bots("first", SHARD_COUNT="2", SHARD_IDS="0")
    second = bots("second", SHARD_COUNT="2", SHARD_IDS="1")
    await asyncio.gather(first.start(), second.start())
    players = await seated(world, computers=0, server=1)
    (table,) = await journals.tables(first.database)
    for _ in range(6):
        for player in players:
            await by_dm(player)
            await player.turn()
    found = await journals.stored(first.database, table)
    draws = sum(line.action.startswith("draw") for line in found.journal)
    assert draws >= 6 or (draws and found.row.status.is_over), "some hands can be declared after a draw or two"


async def by_dm(player: Player) -> None:
    """Draw by a command in direct messages, if it is their turn."""
    dm = player.person.dm()
    shown = await (await player.person.command(dm, "play hand")).reply()
    assert shown.message is not None
    if any(
        button.custom_id.endswith("draw closed") and not button.disabled for button in visible.buttons(shown.message)
    ):
        drawn = await (await player.person.command(dm, "play draw", {"source": "closed"})).reply()
        assert not drawn.failed


async def test_acting_before_the_thread_is_there(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    """One process reads the table while the other still opens its thread; the table plays only in that thread."""
    first = bots("first", SHARD_COUNT="2", SHARD_IDS="0")
    second = bots("second", SHARD_COUNT="2", SHARD_IDS="1")
    await asyncio.gather(first.start(), second.start())
    players = await lobby(world, computers=0, server=1)
    slow = server.faults.delay("POST", "/channels/*/threads", 1.0)
    await use(players[0], "start")
    await until(lambda: slow.hits)
    for player in players:
        await (await player.person.command(player.person.dm(), "play hand")).reply()
    await enter(players)
    for player in players:
        await by_dm(player)
    await asyncio.sleep(1)
    in_channel = [m for m in players[0].person.visible_messages(players[0].channel) if not m.private]
    assert not [m for m in in_channel if "discards" in controls(m)]
