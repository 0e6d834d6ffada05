"""The private names of discord.py and aiohttp that the bot touches are there, and listed with their release."""

import ast
import asyncio
import json
import re
from collections.abc import AsyncIterator
from importlib.metadata import version
from json import JSONDecodeError
from pathlib import Path
from typing import Any, cast

import aiohttp
import discord
import discord.gateway
import discord.http
import discord.shard
import discord.webhook.async_
import pytest
import structlog
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.discord import library
from bot.discord.client import RummyBot
from tests.listeners import HeardClient

SOURCE = Path(library.__file__).read_text(encoding="utf-8")
LISTED = tuple(
    (package, release, name)
    for package, release, names in re.findall(r"(discord\.py|aiohttp) (\d+\.\d+\.\d+): ((?:`[\w.]+`[,\s]*)+)", SOURCE)
    for name in re.findall(r"[\w.]+", names)
)
"""Package, release and private name, as the docstrings list them."""


@pytest.fixture
async def owners() -> AsyncIterator[dict[str, Any]]:
    """Yield the objects that have the names, by the word in the list."""
    client = RummyBot(HeardClient(), shard_count=1)
    client._reconnect = True

    async def meet(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.receive()
        return socket

    app = web.Application()
    app.router.add_get("/", meet)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession() as session,
        session.ws_connect(server.make_url("/")) as response,
    ):
        socket = discord.gateway.DiscordWebSocket(response, loop=client.loop)
        socket.shard_id = 0
        shard = discord.shard.Shard(socket, client, lambda _: None)
        yield {
            "AsyncWebhookAdapter": discord.webhook.async_.AsyncWebhookAdapter,
            "AutoShardedClient": client,
            "AutoShardedConnectionState": client._connection,
            "BaseView": discord.ui.view.BaseView,
            "Client": client,
            "ClientWebSocketResponse": response,
            "ConnectionState": client._connection,
            "DiscordWebSocket": socket,
            "HTTPClient": client.http,
            "Interaction": discord.Interaction,
            "KeepAliveHandler": discord.gateway.KeepAliveHandler,
            "Route": discord.http.Route("GET", "/"),
            "Shard": shard,
            "ShardInfo": discord.ShardInfo(shard, 1),
            "VoiceClient": discord.VoiceClient,
            "WebSocketWriter": response._writer,
            "discord.http": discord.http,
            "discord.webhook.async_": discord.webhook.async_,
        }


@pytest.mark.parametrize(("package", "release", "name"), sorted(set(LISTED)), ids=lambda part: part)
def test_private_name_is_there(owners: dict[str, Any], package: str, release: str, name: str) -> None:
    owner, _, attribute = name.rpartition(".")
    assert hasattr(owners[owner], attribute), f"{package} {version(package)}: {name} is gone; {release} had it"


def unlisted(source: str) -> set[str]:
    """Return the private names in that code which are not its own and that no docstring lists."""
    tree = ast.parse(source)
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    own |= {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self"
    }
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    used |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    private = {name for name in used - own if re.fullmatch(r"_[a-zA-Z]\w+", name)}
    return private - {name.rpartition(".")[2] for _, _, name in LISTED}


def test_each_private_name_is_listed() -> None:
    assert LISTED
    assert unlisted(SOURCE) == set()


def test_a_private_name_that_is_not_listed_is_found() -> None:
    assert unlisted("client._ready.set()\nvars(client)['_listeners']") == {"_ready", "_listeners"}


def test_each_method_of_the_http_client_is_there() -> None:
    sources = [file.read_text(encoding="utf-8") for file in Path(library.__file__).parent.rglob("*.py")]
    used = {name for source in sources for name in re.findall(r"\bhttp\.([a-z]\w*)\(", source)}
    assert used
    gone = {name for name in used if not hasattr(discord.http.HTTPClient, name)}
    assert not gone, f"discord.py {version('discord.py')}: HTTPClient has no {gone}"


async def test_answers_go_to_the_api_that_was_named() -> None:
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(body=b'{"id": "1", "components": [{"type": 1}]}', content_type="application/json")

    app = web.Application()
    app.router.add_post("/{path:.*}", answer)
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        library.answer_by(str(server.make_url("/api")))
        route = discord.http.Route("POST", "/interactions/{id}/token/callback", id=2)
        answered = await discord.webhook.async_.async_context.get().request(route, session)
    assert asked == ["/api/interactions/2/token/callback"]
    assert answered == {"id": "1", "components": []}


class StrictError(JSONDecodeError):
    """The error of a parser such as orjson."""


def strictly_read(text: str) -> Any:
    """Read JSON as orjson does, which takes no half of a surrogate pair."""
    value = json.loads(text)
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise StrictError("no low surrogate in string", text, 0) from error
    return value


async def test_a_frame_with_half_of_a_surrogate_pair_is_dropped_and_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """orjson itself is not installed, since discord.py would then use it in all tests."""
    monkeypatch.setattr(discord.utils, "_from_json", strictly_read)
    bot, socket = RummyBot(HeardClient()), cast(Any, None)
    ws: Any = discord.gateway.DiscordWebSocket(socket, loop=asyncio.get_running_loop())
    ws.shard_id, ws._discord_parsers = 3, {}
    ws.log_receive = ws._dispatch = lambda *_: None
    bot._connection._update_references(ws)
    with structlog.testing.capture_logs() as logs:
        for number, content in ((1, "whole"), (2, r"\ud83d"), (4, r"\ud83d\ude00")):
            await ws.received_message(f'{{"op": 0, "t": "NEWS", "s": {number}, "d": "secret {content}"}}')
            assert ws.sequence == (1 if number == 2 else number)
    assert logs == [{"event": "gateway frame dropped: it is no JSON", "shard": 3, "log_level": "warning"}]
