"""Every request to Discord, counted by its route: how it was answered, and how long it waited for a limit."""

import io
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any

import aiohttp
import yarl
from aiohttp import payload
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.counts import RequestCounts

LIMITED = 429
TEXT = "text/plain; charset=utf-8"
UNREACHED = "none"
"""The status of a request without an answer."""
LEAST_WAIT = 0.01
"""Seconds that a request may take besides its time under way without having waited."""
_VERSION = re.compile(r"^/api(?:/v\d+)?(?=/)")
_PART = re.compile(r"[a-z@][a-z@_-]{0,31}")
_KEYED = ("interactions", "webhooks")
"""What is followed by an id and then by a token."""
_UNDER_WAY: ContextVar[list[float] | None] = ContextVar("under way", default=None)
"""How many seconds the tries of the request that the task makes were under way; None: it makes none."""

_Send = Callable[..., Awaitable[Any]]


def route_of(path: str) -> str:
    """The route of a path, without ids and tokens: `/channels/{id}/messages`."""
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
    """What makes a session count its requests."""

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


def in_brief(data: Any) -> Any:
    """What Discord tells of a message, without what nothing reads: discord.py would build objects of it.

    That are the controls of a message; in an answer to a press the message itself, since its id stands apart from it.
    Lists of messages stay as they are.
    """
    if isinstance(data, dict):
        if "components" in data:
            data["components"] = []
        data.pop("resource", None)
    return data


class Adapter(AsyncWebhookAdapter):
    """Sends answers to interactions as discord.py does."""

    async def request(self, *args: Any, **options: Any) -> Any:
        """What Discord answers, in brief."""
        return in_brief(await super().request(*args, **options))


class WholeForm(aiohttp.FormData):
    """A form that is put together at once, and sent in one piece.

    aiohttp would build several objects of each field, and write each piece by itself. For fields as discord.py gives
    them: text, and files with plain names.
    """

    def __init__(self, *_: object, **__: object) -> None:
        self._boundary = secrets.token_hex(16)
        self._pieces: list[bytes] = []

    def add_field(
        self,
        name: str,
        value: Any,
        *,
        content_type: str | None = None,
        filename: str | None = None,
        content_transfer_encoding: str | None = None,
    ) -> None:
        """Add a text or a file, which is read here."""
        named = f'name="{_plain(name)}"' + (f'; filename="{_plain(filename)}"' if filename else "")
        head = f"--{self._boundary}\r\nContent-Type: {_plain(content_type or TEXT)}\r\n"
        self._pieces.append(f"{head}Content-Disposition: form-data; {named}\r\n\r\n".encode())
        self._pieces += (value.encode() if isinstance(value, str) else value.read(), b"\r\n")

    def __call__(self) -> payload.Payload:
        """What aiohttp sends."""
        body = b"".join([*self._pieces, f"--{self._boundary}--\r\n".encode()])
        kind = f"multipart/form-data; boundary={self._boundary}"
        return payload.BytesIOPayload(io.BytesIO(body), content_type=kind)


def _plain(text: str) -> str:
    """Text that stands in a header as it is.

    Raises:
        ValueError: it would end there, or be read as more than itself.
    """
    if not text.isprintable() or '"' in text or "\\" in text:
        raise ValueError("no header text")
    return text


def use_forms() -> None:
    """Let discord.py, which builds its forms of what aiohttp has by that name, build these."""
    aiohttp.FormData = WholeForm  # type: ignore[misc]


def use_adapter() -> None:
    """Send answers to interactions by `Adapter`, in this task and in those that it begins."""
    async_context.set(Adapter())  # type: ignore[no-untyped-call]


def timed(send: _Send, counts: RequestCounts) -> _Send:
    """Send requests as `send` does, and count how long each waits for limits before and between its tries."""

    async def request(route: Route, **options: Any) -> Any:
        began, under_way = time.perf_counter(), list[float]()
        token = _UNDER_WAY.set(under_way)
        try:
            return in_brief(await send(route, **options))
        finally:
            _UNDER_WAY.reset(token)
            waited = time.perf_counter() - began - sum(under_way)
            if waited > LEAST_WAIT:
                counts.waited.add(route_of(yarl.URL(route.url).path), by=waited)

    return request
