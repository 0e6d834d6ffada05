"""Files that people add to commands: from Discord alone, small, and soon."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
import yarl
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.discord import files
from bot.discord.files import MOST_ATTACHED, attached
from bot.text import house
from bot.text.refusals import UserError

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@pytest.fixture
async def network(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[yarl.URL]:
    """Yield the address of a content network whose files behave as their names say."""

    async def serve(request: web.Request) -> web.StreamResponse:
        assert request.headers["Accept-Encoding"] == "identity"
        match request.match_info["name"]:
            case "good.toml":
                return web.Response(body=b"x" * MOST_ATTACHED)
            case "lies.toml":
                return web.Response(body=b"x" * (MOST_ATTACHED + 1))
            case "moved.toml":
                raise web.HTTPFound("/good.toml")
            case "slow.toml":
                response = web.StreamResponse()
                await response.prepare(request)
                for _ in range(20):
                    await response.write(b"x")
                    await asyncio.sleep(0.1)
                return response
        raise web.HTTPNotFound

    app = web.Application()
    app.router.add_get("/{name}", serve)
    monkeypatch.setattr(files, "SECONDS", 0.5)
    async with TestServer(app) as server:
        yield server.make_url("/")


def file(url: object, size: int = 5) -> Any:
    return SimpleNamespace(url=str(url), size=size)


async def test_a_file_of_discord_is_read(network: yarl.URL) -> None:
    assert await attached(network, file(network / "good.toml", MOST_ATTACHED)) == b"x" * MOST_ATTACHED


@pytest.mark.parametrize("name", ["lies.toml", "moved.toml", "slow.toml", "none.toml"])
async def test_bytes_are_counted_and_time_is_short(network: yarl.URL, name: str) -> None:
    with pytest.raises(UserError, match="file"):
        await attached(network, file(network / name))


async def test_nothing_else_is_called(network: yarl.URL) -> None:
    with pytest.raises(UserError) as error:
        await attached(network, file(network / "good.toml", MOST_ATTACHED + 1))
    assert str(error.value) == house.too_large(16)
    discord = yarl.URL("https://cdn.discordapp.com")
    for place, url in (
        (discord, network / "good.toml"),
        (discord, "https://cdn.discordapp.com.evil.example/a"),
        (discord, "https://cdn.discordapp.com@evil.example/a"),
        (discord, "http://cdn.discordapp.com/a"),
        (discord, "https://cdn.discordapp.com:8443/a"),
        (discord, "/etc/passwd"),
        (discord, "file:///etc/passwd"),
        (discord, "https://[::1/"),
        (None, network / "good.toml"),
    ):
        with pytest.raises(UserError) as error:
            await attached(place, file(url))
        assert str(error.value) == house.NO_DISCORD_FILE()
