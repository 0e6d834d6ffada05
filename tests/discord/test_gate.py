"""Interactions that come while it is not known which process answers."""

import asyncio
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.discord import gate
from bot.discord.client import RummyBot
from bot.discord.gate import EVENT, Gate
from bot.service.leases.leases import SURE_SECONDS, Leases
from bot.store.connection import SqliteConnection
from bot.store.store import Store
from tests.listeners import HeardClient, QuietLeases
from tests.service.test_leases import IN_THREADS
from tests.waiting import until


async def test_presses_wait_for_one_look_at_a_database_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SqliteConnection, "run", IN_THREADS)
    monkeypatch.setattr(gate, "LOOK_SECONDS", 0.1)
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}")
    now, bot, answered = [0.0], RummyBot(HeardClient(), shard_count=1), list[dict[str, Any]]()
    arrived: dict[str, Any] = bot._connection.parsers
    arrived[EVENT] = answered.append
    leases = Leases(store, "me", QuietLeases(), now=lambda: now[0])
    asked = Gate(bot, leases)
    await leases.begin(1)
    now[0] += SURE_SECONDS + 1
    with closing(sqlite3.connect(tmp_path / "paplu.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for number in range(40):
            arrived[EVENT]({"id": str(number)})
            if number == 20:
                await until(lambda: len(answered) == 21, "the late answers")
        await until(lambda: len(answered) == 40, "the late answers")
        looks = Counter(getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks())
        assert looks["Leases.look"] == 1
        assert all(number in asked.maybe_answered for number in range(40))
        other.execute("ROLLBACK")
    await until(lambda: leases.is_sure, "the look")
    arrived[EVENT]({"id": "40"})
    assert len(answered) == 41
    await leases.close()
    await store.close()
