"""The limit on all requests together: who goes first, and that no second sees more than is allowed."""

import asyncio

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.discord.governor import Governor, Urgency, hurry
from bot.discord.library import API
from tests.waiting import until

SHARE = 5


class Counting:
    """A server that notes what comes when, and refuses what it is told to."""

    def __init__(self) -> None:
        self.came: list[tuple[float, str]] = []
        self.refuses = 0

    async def answer(self, request: web.Request) -> web.Response:
        self.came.append((asyncio.get_running_loop().time(), request.path))
        await asyncio.sleep(0.05)
        if self.refuses:
            self.refuses -= 1
            return web.Response(status=429, headers={"X-RateLimit-Global": "true", "Retry-After": "1"})
        return web.Response()

    @property
    def paths(self) -> list[str]:
        return [path for _, path in self.came]


async def sent(governor: Governor, requests: list[tuple[Urgency, str]], refuses: int = 0) -> Counting:
    """What comes of these requests, begun one right after the other."""
    counting = Counting()
    counting.refuses = refuses
    config = aiohttp.TraceConfig()
    app = web.Application()
    app.router.add_get("/{path:.*}", counting.answer)
    async with TestServer(app) as server:
        api = str(server.make_url("")).rstrip("/")
        governor.govern(config, api)
        async with aiohttp.ClientSession(trace_configs=[config]) as session:

            async def one(urgency: Urgency, path: str) -> None:
                hurry(urgency)
                async with session.get(api + path):
                    pass

            await asyncio.gather(*(one(*request) for request in requests))
    return counting


async def test_people_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord.governor.WINDOW", 0.05)
    later = [(urgency, f"/{urgency.name}") for urgency in reversed(Urgency)]
    counting = await sent(Governor(1), [(Urgency.REST, "/first"), *later])
    assert counting.paths == ["/first", "/ANSWER", "/CALL", "/BOARD", "/REST"]


async def test_no_second_sees_more() -> None:
    counting = await sent(Governor(SHARE), [(Urgency.CALL, "/call")] * (3 * SHARE))
    came = sorted(moment for moment, _ in counting.came)
    assert all(later - earlier > 1 for earlier, later in zip(came, came[SHARE:], strict=False))


async def test_answers_to_presses_do_not_count() -> None:
    answers = [(Urgency.ANSWER, path) for path in ("/interactions/1/t/callback", "/webhooks/1/t/messages/@original")]
    governor = Governor(1)
    assert await governor.turn(Urgency.BOARD, 0.0, asyncio.Event()), "the only place is taken from here on"
    counting = await sent(governor, answers * SHARE)
    assert len(counting.came) == 2 * SHARE


async def test_nothing_goes_out_for_as_long_as_discord_says() -> None:
    counting = await sent(Governor(1), [(Urgency.CALL, "/refused"), (Urgency.CALL, "/later")], refuses=1)
    assert counting.came[1][0] - counting.came[0][0] >= 1


async def test_a_board_that_waits_makes_way_for_news_and_keeps_its_place() -> None:
    governor, news, loop = Governor(1), asyncio.Event(), asyncio.get_running_loop()
    began = loop.time()
    held = await governor.turn(Urgency.BOARD, began, news)
    assert held is not None
    mine = asyncio.create_task(governor.turn(Urgency.BOARD, began, news))
    await asyncio.sleep(0)
    news.set()
    assert await mine is None
    others = asyncio.create_task(governor.turn(Urgency.BOARD, loop.time(), asyncio.Event()))
    await asyncio.sleep(0)
    again = asyncio.create_task(governor.turn(Urgency.BOARD, began, asyncio.Event()))
    await asyncio.sleep(0)
    with governor.using(held):
        """Nothing was sent: the place goes to who waited longest."""
    await asyncio.wait((others, again), return_when=asyncio.FIRST_COMPLETED)
    assert again.done()
    assert not others.done()
    others.cancel()
    await asyncio.gather(others, return_exceptions=True)
    assert governor.waiting == 0


async def test_a_turn_that_was_kept_too_long_is_taken_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord.governor.STALE", -1.0)
    governor = Governor(1)
    turn = await governor.turn(Urgency.BOARD, 0.0, asyncio.Event())
    assert turn is not None
    with governor.using(turn):
        async with asyncio.timeout(30):
            counting = await sent(governor, [(Urgency.BOARD, "/late")])
    assert counting.paths == ["/late"]


async def test_no_place_is_lost_with_who_gives_up_as_they_get_it() -> None:
    governor, config = Governor(1), aiohttp.TraceConfig()
    governor.govern(config, API)
    held = await governor.turn(Urgency.BOARD, 0.0, asyncio.Event())
    assert held is not None
    async with aiohttp.ClientSession(trace_configs=[config]) as session:

        async def ask() -> None:
            await session.get(f"{API}/given/up")

        asks = asyncio.create_task(ask())
        await until(lambda: governor.waiting)
        asks.cancel()
        with governor.using(held):
            """Nothing was sent: the place is free in the moment in which the other gives up."""
        with pytest.raises(asyncio.CancelledError):
            await asks
    assert governor.is_free


async def test_the_limit_is_shared_but_never_to_nothing() -> None:
    governor = Governor(10)
    governor.divide(3)
    assert governor.share == 3
    governor.divide(50)
    assert governor.share == 1
    governor.divide(1)
    assert governor.share == 10
