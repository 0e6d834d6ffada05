"""What nobody waits for gives way while the event loop is busy with people, but not for ever."""

import asyncio
import time

import pytest

from bot.discord import lull
from bot.discord.lull import Lull


def work() -> None:
    """Use the time of an answer."""
    end = time.perf_counter() + 2 * lull.SHORT
    while time.perf_counter() < end:
        pass


async def serve(turns: int, done: list[str]) -> None:
    """Keep the event loop busy for so many of its turns, as people who press do."""
    for _ in range(turns):
        work()
        await asyncio.sleep(0)
    done.append("person")


async def draw(line: Lull, done: list[str], name: str = "board") -> None:
    await line.wait()
    done.append(name)


async def test_a_board_waits_until_people_are_served() -> None:
    line, done = Lull(), list[str]()
    await asyncio.gather(draw(line, done), serve(5, done))
    assert done == ["person", "board"]


async def test_a_free_loop_lets_a_board_begin_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lull, "LONGEST", 600.0)
    line, done = Lull(), list[str]()
    async with asyncio.timeout(60):
        await draw(line, done)
    assert not line.is_awaited


async def test_boards_begin_one_by_one_where_people_never_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lull, "LONGEST", 0.05)
    line, done = Lull(), list[str]()
    busy = asyncio.create_task(serve(1000, done))
    drawn = [asyncio.create_task(draw(line, done, name)) for name in ("first", "second")]
    await drawn[0]
    assert done == ["first"]
    assert line.is_awaited
    await drawn[1]
    assert done == ["first", "second"]
    assert not busy.done()
    busy.cancel()
