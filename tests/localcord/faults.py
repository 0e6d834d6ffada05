"""A local Discord that limits rates as the real one does, and makes the faults that a test asks for."""

import asyncio
import fnmatch
import math
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler
from discord import File

from bot.localcord.server import VIA, LocalDiscord, json_response
from bot.localcord.world import World
from tests.localcord.limits import LimitVerdict, RateLimits


class FaultKind(Enum):
    """The kind of fault of a request."""

    LIMITED = auto()
    FAILED = auto()
    DROPPED = auto()
    SLOW = auto()


@dataclass(slots=True)
class Fault:
    """A fault of the next `times` requests of that method whose path matches."""

    kind: FaultKind
    method: str
    path: str
    times: int
    status: int = 500
    seconds: float = 0.0
    is_global: bool = False
    via: bool = True
    done: bool = False
    """Whether the request does its work all the same, so that only its answer is lost or late."""
    hits: int = 0


@dataclass
class Faults:
    """Faults waiting for their requests; `method` may be `*`, `path` has wildcards: `/channels/*/messages`."""

    waiting: list[Fault] = field(default_factory=list)

    def limit(
        self,
        method: str,
        path: str,
        *,
        times: int = 1,
        retry_after: float = 0.3,
        is_global: bool = False,
        via: bool = True,
    ) -> Fault:
        """Answer with 429, to be tried again after that many seconds. Without `via`, discord.py takes it for a ban."""
        return self._add(
            Fault(FaultKind.LIMITED, method, path, times, 429, seconds=retry_after, is_global=is_global, via=via)
        )

    def fail(self, method: str, path: str, *, times: int = 1, status: int = 503, done: bool = False) -> Fault:
        """Return a failure of Discord's own; with `done` only after the work."""
        return self._add(Fault(FaultKind.FAILED, method, path, times, status, done=done))

    def drop(self, method: str, path: str, *, times: int = 1, done: bool = False) -> Fault:
        """Return the connection breaks without an answer; with `done` only after the work."""
        return self._add(Fault(FaultKind.DROPPED, method, path, times, done=done))

    def delay(self, method: str, path: str, seconds: float, *, times: int = 1, done: bool = False) -> Fault:
        """Answer only after that time; with `done`, the work is quick and only its answer is slow."""
        return self._add(Fault(FaultKind.SLOW, method, path, times, seconds=seconds, done=done))

    def clear(self) -> None:
        """Let everything go right again."""
        self.waiting.clear()

    def _add(self, fault: Fault) -> Fault:
        self.waiting.append(fault)
        return fault

    def take(self, method: str, path: str) -> Fault | None:
        """Return the fault meant for this request."""
        for fault in self.waiting:
            if fault.method in (method, "*") and fnmatch.fnmatchcase(path, fault.path):
                fault.hits += 1
                if fault.hits >= fault.times:
                    self.waiting.remove(fault)
                return fault
        return None


class FaultyDiscord(LocalDiscord):
    """Faults and rate limits are a test's; `paplu play` has neither."""

    def __init__(self, world: World, *, rate_limits: bool = True, **options: Any) -> None:
        super().__init__(world, **options)
        self.faults = Faults()
        self.limits = RateLimits(rate_limits)
        self.speaks = asyncio.Event()
        """While it is not set, connections are accepted but never answered."""
        self.speaks.set()
        self.app.middlewares.append(self._keep_silent)

    async def refuse(self) -> None:
        """Refuse new connections and break the open ones, as if Discord were unreachable; `accept` ends it."""
        assert self.runner.server is not None
        for site in list(self.runner.sites):
            await site.stop()
        for protocol in self.runner.server.connections:
            if protocol.transport is not None:
                protocol.transport.abort()

    @web.middleware
    async def _keep_silent(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        await self.speaks.wait()
        return await handler(request)

    async def respond(self, request: web.Request, method: str, path: str, body: Any, files: list[File]) -> web.Response:
        """Answer as the local Discord does; a fault may come before its work or after it."""
        fault = self.faults.take(method, path)
        if fault is not None and not fault.done and (wrong := await _wrong(request, fault)) is not None:
            return wrong
        verdict = self.limits.judge(method, path)
        if verdict.wait:
            response = _limited(verdict)
        else:
            response = await super().respond(request, method, path, body, files)
            response.headers.update(verdict.headers)
        if fault is not None and fault.done and (wrong := await _wrong(request, fault)) is not None:
            return wrong
        return response


async def _wrong(request: web.Request, fault: Fault) -> web.Response | None:
    """Return the answer that a fault gives in place of the right one; None if it was only slow."""
    match fault.kind:
        case FaultKind.SLOW:
            await asyncio.sleep(fault.seconds)
            return None
        case FaultKind.LIMITED:
            return _limited(LimitVerdict({}, fault.seconds, fault.is_global), via=fault.via)
        case FaultKind.FAILED:
            return web.Response(status=fault.status, text="upstream error", headers=VIA)
        case FaultKind.DROPPED:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)


def _limited(verdict: LimitVerdict, *, via: bool = True) -> web.Response:
    """Return a 429 in the form of Discord. Without `Via`, discord.py takes it for a ban."""
    wait, is_global = verdict.wait, verdict.is_global
    response = json_response(
        429, {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": is_global}
    )
    response.headers.update(verdict.headers)
    response.headers["Retry-After"] = str(math.ceil(wait))
    response.headers["X-RateLimit-Scope"] = "global" if is_global else "user"
    if is_global:
        response.headers["X-RateLimit-Global"] = "true"
    if not via:
        del response.headers["Via"]
    return response
