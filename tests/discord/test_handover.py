"""Interactions that come in while a shard changes hands: one process answers each press, whatever fails."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.discord.gate import EVENT, Gate
from bot.service.leases.leases import Leases
from bot.store.errors import StoreFailedError
from bot.store.rows.alarms import Shards
from bot.store.rows.leases import Roster
from bot.store.store import Store


class Process:
    """The leases and the gate of a process that is connected to the one shard there is."""

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.hosting = Leases(store, name)
        self.took: list[int] = []
        client = discord.Client(intents=discord.Intents.none())
        self._parsers: Any = client._connection.parsers
        self._parsers[EVENT] = lambda data: self.took.append(int(data["id"]))
        self._gate = Gate(client, self.hosting)

    def press(self, id: int) -> None:
        """Deliver that press."""
        self._parsers[EVENT]({"id": str(id)})

    async def fails(self, change: Callable[[Roster], Roster]) -> Any:
        """Raise the error of a database that accepts nothing."""
        raise StoreFailedError("no")


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[tuple[Process, Process]]:
    """A process that answers, and its heir."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    stores = [await Store.open(url), await Store.open(url)]
    first, heir = (Process(store, name) for store, name in zip(stores, ("first", "heir"), strict=True))
    await first.hosting.connected(0)
    await heir.hosting.connected(0)
    await first.hosting.look()
    yield first, heir
    for store in stores:
        await store.close()


@pytest.mark.parametrize("fails", [True, False])
async def test_a_press_during_a_handover_is_answered_once(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    first, heir = two

    async def pressed(_: Shards) -> None:
        for process in two:
            process.press(2)
        if fails:
            monkeypatch.setattr(first.store.roster, "change", first.fails)

    first.hosting.idle = pressed
    for process in two:
        process.press(1)
    assert first.took == [1]
    await first.hosting.leave(0.0)
    await heir.hosting.look()
    assert (first.took, heir.took) == (([1, 2], []) if fails else ([1], [2]))
