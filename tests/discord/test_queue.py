"""Queued screens are shown: the newest, one at a time, again after a failure, and given up in the end."""

import asyncio
from collections.abc import Awaitable

import pytest

from bot.discord.outbox.queue import FIRST_PAUSE, TRIES, Queue, Work
from bot.rummy.ids import TableId
from bot.service.sleeper import Sleeper, real_sleep

ID = TableId("abcdef")
LONG = 60.0
"""Seconds that no machine is too busy for."""


async def at_once(pause: Awaitable[None]) -> None:
    """Pause without any time passing."""
    asyncio.ensure_future(pause).cancel()
    await asyncio.sleep(0)


class Shown(Queue[TableId, Work]):
    """Counts how often it shows; the first few times, it fails."""

    def __init__(self, fails: int = 0, least: float = FIRST_PAUSE, rest: Sleeper = at_once) -> None:
        super().__init__(rest)
        self.fails = fails
        self.least = least
        self.count = 0
        self.showing = 0

    def put(self, *, hurry: bool = True) -> None:
        """Tell the queue that something has changed."""
        work = self._of(ID, Work)
        if hurry:
            work.hurry()
        else:
            work.soon = True

    async def _show(self, id: TableId, work: Work) -> float | None:
        assert self.showing == 0
        self.showing += 1
        await asyncio.sleep(0)
        self.showing -= 1
        self.count += 1
        return self.least if self.count <= self.fails else None


async def test_what_fails_is_tried_again() -> None:
    queue = Shown(fails=3)
    queue.put()
    await queue.idle()
    assert queue.count == 4
    assert not queue.is_showing(ID)


async def test_what_never_succeeds_is_left_to_the_next_change() -> None:
    queue = Shown(fails=TRIES)
    queue.put()
    await queue.idle()
    assert queue.count == TRIES
    queue.put()
    await queue.idle()
    assert queue.count == TRIES + 1


async def test_what_can_go_on_elsewhere_does_so_without_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord.outbox.queue.FIRST_PAUSE", LONG)
    queue = Shown(fails=1, least=0.0, rest=real_sleep)
    async with asyncio.timeout(LONG / 2):
        queue.put()
        await queue.idle()
    assert queue.count == 2


async def test_changes_are_shown_together() -> None:
    queue = Shown()
    for _ in range(5):
        queue.put()
    await queue.idle()
    assert queue.count == 1


async def test_news_do_not_wait_for_what_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord.outbox.queue.SOON", LONG)
    queue = Shown(rest=real_sleep)
    async with asyncio.timeout(LONG / 2):
        queue.put(hurry=False)
        await asyncio.sleep(0)
        assert queue.count == 0
        queue.put()
        await queue.idle()
    assert queue.count == 1


async def test_closing_leaves_nothing_running() -> None:
    queue = Shown(rest=real_sleep)
    queue.put(hurry=False)
    await queue.close()
    assert (queue.busy, queue.count) == (0, 0)
