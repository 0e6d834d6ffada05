"""The limit of Discord on all requests of the bot together: people come first, and it is never exceeded."""

import asyncio
import heapq
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from itertools import count
from types import SimpleNamespace

import aiohttp
import discord
import structlog

from bot.discord.lull import Lull

WINDOW = 1.0
"""Seconds over which Discord counts."""
MARGIN = 0.02
"""Seconds by which Discord's clock and ours may drift apart during that time."""
LONGEST_WAIT = 60.0
"""Seconds after which a request gives up. Its content is shown later."""
STALE = 0.5
"""Seconds after which an unused turn has to be taken again."""
REST_WAITS = 5.0
"""Seconds by which a board may overtake the rest. A request that waits longer takes turns with the boards."""
RECOVERY = 60.0
"""Seconds in which the pace returns to its full height after Discord has refused a request of the whole bot."""
OUTSIDE = ("/interactions/", "/webhooks/")
"""Paths that Discord does not count: answers to interactions, sent by their tokens."""

log = structlog.get_logger()


class Urgency(IntEnum):
    """The order in which requests go out at the limit."""

    ANSWER = 0
    CALL = 1
    """A request that calls people to their turn, or gives them their cards."""
    BOARD = 2
    REST = 3


_URGENCY: ContextVar[Urgency] = ContextVar("urgency", default=Urgency.REST)


def hurry(urgency: Urgency) -> None:
    """Send the requests of this task with that urgency from now on, and those of the tasks that it begins."""
    _URGENCY.set(urgency)


@contextmanager
def urgent(urgency: Urgency) -> Iterator[None]:
    """Send the requests inside with that urgency."""
    before = _URGENCY.set(urgency)
    try:
        yield
    finally:
        _URGENCY.reset(before)


@dataclass(order=True, slots=True)
class _Wish:
    """A request that waits. The smallest goes next."""

    level: int
    since: float
    number: int
    granted: asyncio.Future[None] = field(compare=False)


@dataclass(slots=True)
class Permit:
    """The right to send a request."""

    taken: float
    is_used: bool = False


_TURN: ContextVar[Permit | None] = ContextVar("turn", default=None)


class Governor:
    """Lets a number of requests out in a second, the urgent ones first.

    A request takes one of `share` places when it is sent, and gives it back a second after its response. Discord has
    counted it somewhere between these moments, so no second of Discord's clock sees more than `share`, however long
    requests travel.
    """

    def __init__(self, limit: int = 0) -> None:
        """`limit`: requests a second of all processes together. With 0 all may pass: a proxy keeps the limit."""
        self.limit = limit
        self.share = limit
        """Requests a second of this process."""
        self.lull = Lull()
        """The line of what waits for the processor as well."""
        self._taken = 0
        self._paused_until = 0.0
        self._lowest = 1.0
        """The part of `share` that may go out at the end of the last pause."""
        self._waiting: list[_Wish] = []
        self._numbers = count()

    @property
    def is_on(self) -> bool:
        """Return whether it keeps the limit."""
        return self.limit > 0

    @property
    def waiting(self) -> int:
        """Return the number of requests that wait for their turn."""
        return len(self._waiting)

    @property
    def pace(self) -> int:
        """Return the requests a second that may go out now: fewer than `share` in the minute after a refusal."""
        since = asyncio.get_running_loop().time() - self._paused_until
        part = self._lowest + (1 - self._lowest) * since / RECOVERY
        return max(1, int(self.share * min(1.0, part)))

    def divide(self, processes: int) -> None:
        """Share the limit among this number of processes, at least one."""
        share = max(1, self.limit // processes)
        if self.is_on and share != self.share:
            log.info("requests a second", share=share, processes=processes)
            self.share = share
            self._grant()

    # -- turns --------------------------------------------------------------------------------------

    @contextmanager
    def using(self, turn: Permit) -> Iterator[None]:
        """Send the first request inside by that turn. Give the turn back if there is none."""
        _TURN.set(turn)
        try:
            yield
        finally:
            if not turn.is_used:
                turn.is_used = True
                self._give_back()

    async def turn(self, urgency: Urgency, since: float, news: asyncio.Event) -> Permit | None:
        """Wait for a turn, to be spent by `using`. Return None if *news* comes first: the request is outdated.

        `since`: when the wait began, by the clock of the event loop. A caller keeps its place with it after news.
        """
        loop = asyncio.get_running_loop()
        if self.is_free:
            self._taken += 1
            return Permit(loop.time())
        wish = self._wish(urgency, since)
        noted = loop.create_task(news.wait())
        try:
            await asyncio.wait((wish.granted, noted), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._drop(wish)
            raise
        finally:
            noted.cancel()
        if wish.granted.done():
            return Permit(loop.time())
        self._drop(wish)
        return None

    # -- places -------------------------------------------------------------------------------------

    @property
    def is_free(self) -> bool:
        """Return whether a request may go out at once."""
        now = asyncio.get_running_loop().time()
        return not self.is_on or (not self._waiting and self._taken < self.pace and now >= self._paused_until)

    async def _take(self, urgency: Urgency) -> None:
        """Wait for a place and take it."""
        if self.is_free:
            self._taken += 1
            return
        wish = self._wish(urgency, asyncio.get_running_loop().time())
        try:
            await wish.granted
        except asyncio.CancelledError:
            self._drop(wish)
            raise

    def _wish(self, urgency: Urgency, since: float) -> _Wish:
        level, handicap = (Urgency.BOARD, REST_WAITS) if urgency is Urgency.REST else (urgency, 0.0)
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        wish = _Wish(level, since + handicap, next(self._numbers), granted)
        heapq.heappush(self._waiting, wish)
        return wish

    def _drop(self, wish: _Wish) -> None:
        """Stop waiting. A place that was granted meanwhile goes to another."""
        if wish.granted.done() and not wish.granted.cancelled():
            self._give_back()
        elif wish in self._waiting:
            self._waiting.remove(wish)
            heapq.heapify(self._waiting)

    def _give_back(self) -> None:
        self._taken -= 1
        self._grant()

    def _grant(self) -> None:
        """Let as many requests out as may go now."""
        if asyncio.get_running_loop().time() < self._paused_until:
            return
        while self._waiting and self._taken < self.pace:
            wish = heapq.heappop(self._waiting)
            if not wish.granted.done():  # cancelled a moment ago
                self._taken += 1
                wish.granted.set_result(None)

    def pause(self, seconds: float) -> None:
        """Send nothing for this time, and then at half the present pace, since Discord has said that the limit is
        reached.
        """
        loop = asyncio.get_running_loop()
        if loop.time() >= self._paused_until:  # a refusal of what was sent before the pause is no news
            self._lowest = self.pace / self.share / 2
        self._paused_until = max(self._paused_until, loop.time() + seconds)
        loop.call_later(seconds + MARGIN, self._grant)

    # -- the requests of discord.py -----------------------------------------------------------------

    def govern(self, config: aiohttp.TraceConfig, api: str) -> None:
        """Let requests to the API at that address, by sessions with that configuration, wait for their turn.

        They wait before anything counts them, also each time that discord.py repeats them.
        """
        config.on_request_start.insert(0, partial(self._on_start, api))
        config.on_request_end.append(self._on_end)
        config.on_request_exception.append(self._on_exception)

    async def _on_start(
        self, api: str, _: aiohttp.ClientSession, request: SimpleNamespace, start: aiohttp.TraceRequestStartParams
    ) -> None:
        path = str(start.url).removeprefix(api)
        request.counts = path != str(start.url) and not path.startswith(OUTSIDE)
        if not request.counts:
            return
        now = asyncio.get_running_loop().time()
        turn = _TURN.get()
        if turn is not None and not turn.is_used:
            turn.is_used = True
            if now - turn.taken < STALE:
                return
            self._give_back()  # before it waits for another turn, since it may hold the last one
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await self._take(_URGENCY.get())
        except TimeoutError:
            raise discord.RateLimited(WINDOW) from None

    async def _on_end(
        self, _: aiohttp.ClientSession, request: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        self._over(request)
        headers = end.response.headers
        if end.response.status == 429 and headers.get("X-RateLimit-Global"):
            log.warning("too many requests", share=self.share)
            self.pause(_seconds(headers.get("Retry-After", "")))

    async def _on_exception(
        self, _: aiohttp.ClientSession, request: SimpleNamespace, end: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._over(request)

    def _over(self, request: SimpleNamespace) -> None:
        if request.counts:
            request.counts = False
            asyncio.get_running_loop().call_later(WINDOW + MARGIN, self._give_back)


def _seconds(text: str) -> float:
    try:
        return max(0.0, min(float(text), LONGEST_WAIT))
    except ValueError:
        return WINDOW
