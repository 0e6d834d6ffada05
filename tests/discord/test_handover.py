"""Interactions that come in while a shard changes hands: one process answers each press, whatever fails."""

from collections.abc import AsyncIterator, Callable, Iterable
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
from tests.listeners import QuietLeases


class Process(QuietLeases):
    """The leases and the gate of a process that is connected to the one shard there is."""

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.leases = Leases(store, name, self)
        self.took: list[int] = []
        client = discord.Client(intents=discord.Intents.none())
        self._parsers: Any = client._connection.parsers
        self._parsers[EVENT] = lambda data: self.took.append(int(data["id"]))
        self._gate = Gate(client, self.leases)

    def held(self, shard: int, served: frozenset[int]) -> None:
        self._gate.held(shard, served)

    def kept(self, shard: int) -> None:
        self._gate.take_kept(shard)

    def served(self, shard: int) -> Iterable[int]:
        return self._gate.taken_of(shard)

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
    await first.leases.connected(0)
    await heir.leases.connected(0)
    await first.leases.look()
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

    monkeypatch.setattr(first, "idle", pressed)
    for process in two:
        process.press(1)
    assert first.took == [1]
    await first.leases.leave(0.0)
    await heir.leases.look()
    assert (first.took, heir.took) == (([1, 2], []) if fails else ([1], [2]))
