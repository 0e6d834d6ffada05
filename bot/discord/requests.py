"""Counts of the requests to Discord by route: how each was answered, and how long it waited for a limit."""

import re
import time
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any

import aiohttp
import yarl

from bot.counts import RequestCounts
from bot.discord.library import Requester

LIMITED = 429
UNREACHED = "none"
"""The status that is counted for a request without an answer."""
LEAST_WAIT = 0.01
"""The seconds, besides its time under way, from which a request counts as having waited."""
_VERSION = re.compile(r"^/api(?:/v\d+)?(?=/)")
_PART = re.compile(r"[a-z@][a-z@_-]{0,31}")
_KEYED = ("interactions", "webhooks")
"""The parts of a path that are followed by an id and then by a token."""
_UNDER_WAY: ContextVar[list[float] | None] = ContextVar("under way", default=None)
"""The seconds that each try of the task's request was under way; None if it makes no request."""


def route_of(path: str) -> str:
    """Return the route of a path, without ids and tokens: `/channels/{id}/messages`."""
    parts = _VERSION.sub("", path).strip("/").split("/")
    shown = list[str]()
    for number, part in enumerate(parts):
        if number == 2 and parts[0] in _KEYED:
            shown.append("{token}")
        elif part.isdecimal():
            shown.append("{id}")
        else:
            shown.append(part if _PART.fullmatch(part) else "{other}")
    return "/" + "/".join(shown)


def counting(counts: RequestCounts) -> aiohttp.TraceConfig:
    """Return the configuration with which a session counts its requests."""

    async def began(_: Any, context: SimpleNamespace, __: aiohttp.TraceRequestStartParams) -> None:
        context.began = time.perf_counter()

    def over(context: SimpleNamespace, method: str, path: str, status: int | None) -> None:
        seconds, route = time.perf_counter() - context.began, route_of(path)
        counts.seconds.note(seconds)
        counts.answered.add(method, route, UNREACHED if status is None else str(status))
        if status == LIMITED:
            counts.limited.add(route)
        if (under_way := _UNDER_WAY.get()) is not None:
            under_way.append(seconds)

    async def answered(_: Any, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        over(context, params.method, params.url.path, params.response.status)

    async def failed(_: Any, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams) -> None:
        over(context, params.method, params.url.path, None)

    config = aiohttp.TraceConfig()
    config.on_request_start.append(began)
    config.on_request_end.append(answered)
    config.on_request_exception.append(failed)
    return config


def timed(send: Requester, counts: RequestCounts) -> Requester:
    """Return a sender that also counts how long each request waits for limits, before and between its tries."""

    async def request(route: Any, **options: Any) -> Any:
        began, under_way = time.perf_counter(), list[float]()
        token = _UNDER_WAY.set(under_way)
        try:
            return await send(route, **options)
        finally:
            _UNDER_WAY.reset(token)
            waited = time.perf_counter() - began - sum(under_way)
            if waited > LEAST_WAIT:
                counts.waited.add(route_of(yarl.URL(route.url).path), by=waited)

    return request
