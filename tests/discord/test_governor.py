"""The limit on all requests together: which go first, and that no second sees more than is allowed."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.discord.governor import MARGIN, RECOVERY, WINDOW, Governor, Urgency, hurry, urgent
from bot.discord.library import API
from tests.virtual import play
from tests.waiting import until

SHARE = 5


class Counting:
    """A server that records its requests by time, and refuses those that it is told to refuse."""

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
    """Return the result of these requests, begun one right after the other."""
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
    await asyncio.sleep(0)
    assert governor.waiting == 0
    assert asyncio.all_tasks() == {asyncio.current_task()}, "nothing waits for news any more"


async def test_a_turn_that_was_kept_too_long_is_taken_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord.governor.STALE", -1.0)
    governor = Governor(1)
    turn = await governor.turn(Urgency.BOARD, 0.0, asyncio.Event())
    assert turn is not None
    with governor.using(turn):
        async with asyncio.timeout(30):
            counting = await sent(governor, [(Urgency.BOARD, "/late")])
    assert counting.paths == ["/late"]


@pytest.mark.parametrize("has_it", [False, True], ids=["before", "after"])
async def test_no_place_is_lost_with_who_gives_up_as_they_get_it(*, has_it: bool) -> None:
    governor, config = Governor(1), aiohttp.TraceConfig()
    governor.govern(config, API)
    held = await governor.turn(Urgency.BOARD, 0.0, asyncio.Event())
    assert held is not None
    async with aiohttp.ClientSession(trace_configs=[config]) as session:

        async def ask() -> None:
            await session.get(f"{API}/given/up")

        asks = asyncio.create_task(ask())
        await until(lambda: governor.waiting)
        if not has_it:
            asks.cancel()
        with governor.using(held):
            """Nothing was sent: the place is free in the moment in which the other gives up."""
        asks.cancel()
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


# -- in virtual time ----------------------------------------------------------------------------------

TRAVELS = 0.25
"""Seconds that a request is under way here."""


@dataclass
class Session:
    """A session whose requests travel in virtual time, and notes when each of them went out."""

    governor: Governor
    went: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.config = aiohttp.TraceConfig()
        self.governor.govern(self.config, API)
        self.config.freeze()

    async def request(self, status: int = 200, path: str = "/channels/1/messages", **headers: str) -> None:
        """Send a request, to which Discord gives this answer; with status 0 it gives none."""
        context, params = SimpleNamespace(), SimpleNamespace(url=f"{API}{path}")
        session = cast(aiohttp.ClientSession, None)
        await self.config.on_request_start.send(session, context, cast(Any, params))
        self.went.append(asyncio.get_running_loop().time())
        await asyncio.sleep(TRAVELS)
        params.response = SimpleNamespace(status=status, headers=headers)
        over = self.config.on_request_end if status else self.config.on_request_exception
        await cast(Any, over).send(session, context, params)

    async def refuse(self, seconds: str) -> None:
        """Send a request that Discord refuses to the whole bot for that long."""
        await self.request(429, **{"X-RateLimit-Global": "true", "Retry-After": seconds})

    async def fill(self, seconds: float) -> list[int]:
        """Send as much as may be sent for that long. Return how much was sent in each second."""
        loop = asyncio.get_running_loop()
        began, sent = loop.time(), set[asyncio.Task[None]]()
        while loop.time() < began + seconds:
            if len(sent) < 3 * self.governor.limit:
                sent.add(asyncio.create_task(self.request()))
                sent = {task for task in sent if not task.done()}
                await asyncio.sleep(0)
            else:
                await asyncio.wait(sent, return_when=asyncio.FIRST_COMPLETED)
                sent = {task for task in sent if not task.done()}
        for task in sent:
            task.cancel()
        await asyncio.gather(*sent, return_exceptions=True)
        return [
            sum(began + second <= moment < began + second + 1 for moment in self.went) for second in range(int(seconds))
        ]


async def waited(act: Callable[[], Awaitable[object]]) -> float:
    """Return how many seconds that took."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    await act()
    return loop.time() - began


def test_a_place_comes_back_a_second_after_the_answer() -> None:
    async def story() -> float:
        session = Session(Governor(1))
        await asyncio.gather(session.request(), session.request())
        return session.went[1] - session.went[0]

    took = play(story) - TRAVELS
    assert took == pytest.approx(WINDOW + MARGIN)
    assert 1.0 < took < 1.1, "clocks differ a little"


@pytest.mark.parametrize("status", [0, 404, 429, 500], ids=["unanswered", "gone", "refused", "broken"])
def test_a_failed_request_gives_its_place_back(status: int) -> None:
    async def story() -> int:
        session = Session(Governor(2))
        for _ in range(10):
            await session.request(status)
        await asyncio.sleep(2 * WINDOW)
        began = len(session.went)
        await asyncio.wait([asyncio.create_task(session.request()) for _ in range(4)], timeout=TRAVELS)
        return len(session.went) - began

    assert play(story) == 2


def test_a_request_that_fails_after_its_answer_gives_one_place_back() -> None:
    async def story() -> int:
        session = Session(Governor(1))
        context, params, none = SimpleNamespace(), SimpleNamespace(url=f"{API}/channels/1"), cast(Any, None)
        await session.config.on_request_start.send(none, context, cast(Any, params))
        params.response = SimpleNamespace(status=200, headers={})
        for over in (session.config.on_request_end, session.config.on_request_exception):
            await cast(Any, over).send(none, context, params)
        await asyncio.sleep(2 * WINDOW)
        await asyncio.wait([asyncio.create_task(session.request()) for _ in range(3)], timeout=TRAVELS)
        return len(session.went)

    assert play(story) == 1


@pytest.mark.parametrize("seconds", ["0.5", "3", "59"])
def test_nothing_goes_out_for_as_long_as_discord_says(seconds: str) -> None:
    async def story() -> float:
        session = Session(Governor(50))
        await session.refuse(seconds)
        return await waited(session.request) - TRAVELS

    assert play(story) == pytest.approx(float(seconds) + MARGIN)


def test_requests_that_wait_go_out_after_the_pause_and_not_before() -> None:
    async def story() -> list[float]:
        session = Session(Governor(50))
        first = asyncio.create_task(session.refuse("5"))
        await asyncio.sleep(0)
        governor = session.governor
        await first
        began = asyncio.get_running_loop().time()
        await asyncio.gather(*(session.request() for _ in range(5)))
        assert governor.waiting == 0
        return [moment - began for moment in session.went[1:]]

    assert play(story) == [pytest.approx(5 + MARGIN)] * 5


def test_a_request_that_waits_is_not_counted_yet_and_one_to_another_server_never_waits() -> None:
    async def story() -> list[float]:
        loop, counted, config, governor = asyncio.get_running_loop(), list[float](), aiohttp.TraceConfig(), Governor(50)

        async def count(*_: object) -> None:
            counted.append(loop.time())

        config.on_request_start.append(count)
        governor.govern(config, API)
        config.freeze()
        governor.pause(5)
        began = loop.time()
        for address in ("https://cdn.discordapp.com/avatars/1.png", f"{API}/channels/1/messages"):
            request = cast(Any, SimpleNamespace(url=address))
            await config.on_request_start.send(cast(aiohttp.ClientSession, None), SimpleNamespace(), request)
        return [moment - began for moment in counted]

    assert play(story) == [0.0, pytest.approx(5 + MARGIN)]


def test_a_shorter_pause_does_not_end_a_longer_one() -> None:
    async def story() -> float:
        session = Session(Governor(50))
        await asyncio.gather(session.refuse("8"), session.refuse("1"))
        return await waited(session.request) - TRAVELS

    assert play(story) == pytest.approx(8 + MARGIN)


def test_a_refusal_of_one_route_pauses_nothing() -> None:
    async def story() -> float:
        session = Session(Governor(50))
        await session.request(429, **{"Retry-After": "30"})
        await session.request(200, **{"X-RateLimit-Global": "true", "Retry-After": "30"})
        return await waited(session.request)

    assert play(story) == TRAVELS


@pytest.mark.parametrize(("said", "pause"), [("soon", 1.0), ("-7", 0.0), ("nan", 0.0), ("86400", 60.0)])
def test_an_odd_pause_is_taken_within_bounds(said: str, pause: float) -> None:
    async def story() -> float:
        session = Session(Governor(50))
        await session.refuse(said)
        await asyncio.sleep(pause / 2)
        return await waited(session.request) - TRAVELS

    assert play(story) == pytest.approx(pause / 2, abs=MARGIN)


def test_a_request_gives_up_after_a_minute() -> None:
    async def story() -> tuple[float, int, bool]:
        session = Session(Governor(50))
        session.governor.pause(100)
        with pytest.raises(discord.RateLimited):
            await session.request()
        spent = asyncio.get_running_loop().time()
        waiting = session.governor.waiting
        await asyncio.sleep(50)
        await session.request()
        return spent, waiting, session.governor.is_free

    spent, waiting, free = play(story)
    assert (spent, waiting, free) == (1060.0, 0, True)


def test_after_a_pause_it_goes_at_half_the_pace_and_grows_back_in_a_minute() -> None:
    async def story() -> list[int]:
        session = Session(Governor(40))
        assert session.governor.pace == 40
        await session.refuse("2")
        await asyncio.sleep(2)
        paces = []
        for _ in range(7):
            paces.append(session.governor.pace)
            await asyncio.sleep(15)
        return paces

    assert play(story) == [20, 25, 30, 35, 40, 40, 40]


def test_the_pace_after_a_pause_is_kept() -> None:
    async def story() -> list[int]:
        session = Session(Governor(20))
        await session.refuse("1")
        await asyncio.sleep(1 + WINDOW)
        return await session.fill(10)

    sent = play(story)
    assert max(sent) <= 12
    assert sum(sent) >= 10 * 8, "a place is away for as long as a request travels, and a second more"


def test_every_refusal_after_a_pause_halves_the_pace_again_but_never_to_nothing() -> None:
    async def story() -> list[int]:
        session = Session(Governor(8))
        paces = []
        for _ in range(5):
            await session.refuse("1")
            await asyncio.sleep(1)
            paces.append(session.governor.pace)
        return paces

    assert play(story) == [4, 2, 1, 1, 1]


def test_refusals_of_what_was_under_way_count_as_one() -> None:
    async def story() -> int:
        session = Session(Governor(40))
        await asyncio.gather(*(session.refuse("2") for _ in range(10)))
        await asyncio.sleep(2)
        return session.governor.pace

    assert play(story) == 20


def test_the_rest_is_overtaken_for_five_seconds_and_no_longer() -> None:
    async def story() -> list[str]:
        governor, order, loop = Governor(1), list[str](), asyncio.get_running_loop()
        held = await governor.turn(Urgency.BOARD, loop.time(), asyncio.Event())
        assert held is not None

        async def ask(name: str, urgency: Urgency, since: float) -> None:
            turn = await governor.turn(urgency, since, asyncio.Event())
            assert turn is not None
            with governor.using(turn):
                order.append(name)

        now = loop.time()
        asks = [
            asyncio.create_task(ask("rest", Urgency.REST, now)),
            asyncio.create_task(ask("a board after 4.9 s", Urgency.BOARD, now + 4.9)),
            asyncio.create_task(ask("a board after 5.1 s", Urgency.BOARD, now + 5.1)),
            asyncio.create_task(ask("a call", Urgency.CALL, now + 9)),
        ]
        await asyncio.sleep(0)
        with governor.using(held):
            """Nothing is sent: the place goes on."""
        await asyncio.gather(*asks)
        return order

    assert play(story) == ["a call", "a board after 4.9 s", "rest", "a board after 5.1 s"]


def test_a_turn_is_good_for_one_request_and_half_a_second() -> None:
    async def story() -> tuple[bool, bool]:
        governor, loop = Governor(1), asyncio.get_running_loop()
        session = Session(governor)
        turn = await governor.turn(Urgency.BOARD, loop.time(), asyncio.Event())
        assert turn is not None
        with governor.using(turn):
            others = asyncio.create_task(governor.turn(Urgency.BOARD, loop.time() - 60, asyncio.Event()))
            await asyncio.sleep(0.4)
            fresh = await waited(session.request) == TRAVELS
        given = await others
        assert given is not None
        with governor.using(given):
            """Nothing is sent: the place goes on."""
        await asyncio.sleep(2)
        turn = await governor.turn(Urgency.BOARD, loop.time(), asyncio.Event())
        assert turn is not None
        with governor.using(turn):
            await asyncio.sleep(0.6)
            other = asyncio.create_task(governor.turn(Urgency.BOARD, loop.time() - 60, asyncio.Event()))
            await asyncio.sleep(0)
            stale, went = asyncio.create_task(session.request()), len(session.went)
            late = await other
            assert late is not None
            assert len(session.went) == went, "a turn that was kept too long goes to who has waited longer"
            with governor.using(late):
                pass
            await stale
        await asyncio.sleep(2)
        turn = await governor.turn(Urgency.BOARD, loop.time(), asyncio.Event())
        assert turn is not None
        with governor.using(turn):
            assert await waited(session.request) == TRAVELS
            second = await waited(session.request) > WINDOW
        return fresh, second

    assert play(story) == (True, True)


def test_a_turn_that_was_given_back_is_spent_by_nobody() -> None:
    async def story() -> int:
        governor, loop = Governor(1), asyncio.get_running_loop()
        session = Session(governor)
        turn = await governor.turn(Urgency.BOARD, loop.time(), asyncio.Event())
        assert turn is not None
        with governor.using(turn):
            begun = asyncio.create_task(session.request())
        held = await governor.turn(Urgency.BOARD, loop.time(), asyncio.Event())
        assert held is not None
        await asyncio.sleep(TRAVELS / 2)
        went = len(session.went)
        with governor.using(held):
            """Nothing is sent: the place goes on."""
        await begun
        return went

    assert play(story) == 0


def test_those_who_wait_keep_their_order_when_one_gives_up() -> None:
    async def story() -> list[int]:
        governor, order = Governor(1), list[int]()
        held = await governor.turn(Urgency.BOARD, 0.0, asyncio.Event())
        assert held is not None

        async def ask(since: int) -> None:
            turn = await governor.turn(Urgency.BOARD, since, asyncio.Event())
            assert turn is not None
            with governor.using(turn):
                order.append(since)

        asks = [asyncio.create_task(ask(since)) for since in (0, 2, 1, 3)]
        await asyncio.sleep(0)
        asks[0].cancel()
        await asyncio.sleep(0)
        with governor.using(held):
            """Nothing is sent: the place goes on."""
        await asyncio.gather(*asks[1:])
        return order

    assert play(story) == [1, 2, 3]


def test_more_may_go_out_once_there_are_fewer_processes() -> None:
    async def story() -> int:
        session = Session(Governor(4))
        session.governor.divide(4)
        asks = [asyncio.create_task(session.request()) for _ in range(4)]
        await asyncio.sleep(0.01)
        assert len(session.went) == 1
        session.governor.divide(1)
        await asyncio.sleep(0.01)
        went = len(session.went)
        await asyncio.gather(*asks)
        return went

    assert play(story) == 4


def test_nothing_overtakes_what_waits_while_the_pace_grows() -> None:
    async def story() -> tuple[bool, bool]:
        governor, loop = Governor(2), asyncio.get_running_loop()
        governor.pause(1)
        await asyncio.sleep(1.5)
        held = await governor.turn(Urgency.BOARD, loop.time(), asyncio.Event())
        assert held is not None
        waits = asyncio.create_task(governor.turn(Urgency.CALL, loop.time(), asyncio.Event()))
        await asyncio.sleep(RECOVERY)
        later = asyncio.create_task(governor.turn(Urgency.BOARD, loop.time(), asyncio.Event()))
        await asyncio.sleep(0.01)
        overtook = later.done()
        with governor.using(held):
            """Nothing is sent: the place goes on."""
        await asyncio.gather(waits, later)
        return overtook, governor.is_free

    assert play(story) == (False, False)


def test_urgency_ends_with_what_is_urgent() -> None:
    async def story() -> list[str]:
        governor, order = Governor(1), list[str]()
        session = Session(governor)
        held = await governor.turn(Urgency.BOARD, 0.0, asyncio.Event())
        assert held is not None

        async def ask(name: str, after: Urgency | None) -> None:
            if after is not None:
                with urgent(after):
                    """Nothing is sent in here."""
            else:
                hurry(Urgency.BOARD)
            await session.request()
            order.append(name)

        asks = [asyncio.create_task(ask("once urgent", Urgency.ANSWER)), asyncio.create_task(ask("a board", None))]
        await asyncio.sleep(0)
        with governor.using(held):
            """Nothing is sent: the place goes on."""
        await asyncio.gather(*asks)
        return order

    assert play(story) == ["a board", "once urgent"]


def test_without_a_limit_all_may_pass() -> None:
    async def story() -> float:
        governor = Governor()
        assert not governor.is_on
        governor.divide(3)
        assert governor.share == 0
        turns = [await governor.turn(Urgency.REST, 0.0, asyncio.Event()) for _ in range(100)]
        assert all(turns)
        return asyncio.get_running_loop().time()

    assert play(story) == 1000.0
    assert Governor(1).is_on
