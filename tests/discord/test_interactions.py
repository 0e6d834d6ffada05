"""The interactions for which a handover waits."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from bot.discord.commands.mentions import NO_MENTIONS
from bot.discord.interactions import Interactions
from bot.store.rows.alarms import Shards
from tests.discord.test_answers import interaction
from tests.waiting import until


class Presses:
    """Commands that are served until each is released."""

    def __init__(self) -> None:
        context: Any = SimpleNamespace(serve=self._serve)
        nothing: Any = SimpleNamespace(notice=lambda _: None, over=lambda *_: None, mentions=NO_MENTIONS)
        self.interactions = Interactions(context, nothing, nothing, nothing, nothing, ())
        self._over: list[asyncio.Event] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def _serve(self, *_: Any, **__: Any) -> None:
        over = asyncio.Event()
        self._over.append(over)
        await over.wait()

    async def arrives(self, shard: int) -> Callable[[], None]:
        """Serve a command on that shard of two. Return the function that releases it."""
        number = len(self._over)
        one: Any = SimpleNamespace(**vars(interaction([])))
        one.id, one.guild_id, one.command, one.data = number, shard * Shards.SERVERS, None, {}
        self._tasks.append(asyncio.create_task(self.interactions.command(one, self._serve)))
        await until(lambda: len(self._over) > number, "the press")
        return self._over[number].set

    async def end(self) -> None:
        """Release all commands."""
        for over in self._over:
            over.set()
        await asyncio.gather(*self._tasks)


async def test_a_handover_waits_for_what_was_under_way_on_its_shards_alone() -> None:
    presses = Presses()
    end = await presses.arrives(1)
    await presses.arrives(0)
    idle = asyncio.create_task(presses.interactions.idle(Shards(frozenset({1}), 2)))
    await asyncio.sleep(0.05)
    await presses.arrives(1)
    assert not idle.done()
    end()
    async with asyncio.timeout(10):
        await idle
    assert presses.interactions.busy == 2
    await presses.end()
    assert presses.interactions.busy == 0
