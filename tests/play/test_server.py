"""The server keeps to Discord's manners: types, limits, tokens, nonces, and loopback alone."""

import asyncio
import time
from typing import Any

import aiohttp
import discord
import pytest

from bot.play.server import Server
from bot.play.world import World
from tests.play.conftest import Small


async def ask(server: Server, method: str, path: str, headers: Any = None, **options: Any) -> aiohttp.ClientResponse:
    said = {"Authorization": f"Bot {server.token}"} if headers is None else headers
    async with (
        aiohttp.ClientSession() as http,
        http.request(method, server.api_url + path, headers=said, **options) as response,
    ):
        await response.read()
        return response


async def test_answers_look_like_discords(server: Server) -> None:
    response = await ask(server, "GET", "/users/@me")
    assert response.status == 200
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Via"]


async def test_token(server: Server) -> None:
    response = await ask(server, "GET", "/users/@me", {"Authorization": "Bot another"})
    assert response.status == 401
    assert (await response.json())["code"] == 0


@pytest.mark.parametrize("header", [{"Host": "evil.example"}, {"Origin": "https://evil.example"}])
async def test_other_origins(server: Server, header: dict[str, str]) -> None:
    response = await ask(server, "GET", "/users/@me", {"Authorization": f"Bot {server.token}", **header})
    assert response.status == 403


async def test_unknown_request_is_noted() -> None:
    async with Server(World.create()) as server:
        assert (await ask(server, "GET", "/nothing/like/it")).status == 501
        assert server.gaps


async def test_limit(world: World, server: Server) -> None:
    path = f"/channels/{world.channel}/messages"
    for left in (4, 3, 2, 1, 0):
        response = await ask(server, "POST", path, json={"content": "hello"})
        assert response.headers["X-RateLimit-Remaining"] == str(left)
    response = await ask(server, "POST", path, json={"content": "hello"})
    assert response.status == 429
    body = await response.json()
    assert 0 < body["retry_after"] <= 5
    assert not body["global"]
    assert len(world.people[0].visible_messages(world.channel)) == 5


async def test_library_keeps_to_the_limits(world: World, server: Server, bot: Small) -> None:
    channel = bot.get_partial_messageable(world.channel)
    began = time.monotonic()
    for number in range(7):
        await channel.send(str(number))
    assert time.monotonic() - began > 3
    assert [m.content for m in world.people[0].visible_messages(world.channel)] == list("0123456")


async def test_nonce_sends_once(world: World, bot: Small) -> None:
    channel = bot.get_partial_messageable(world.channel)
    first = await channel.send("one", nonce="n1")
    again = await channel.send("one", nonce="n1")
    other = await channel.send("two", nonce="n2")
    assert first.id == again.id != other.id
    assert len(world.people[0].visible_messages(world.channel)) == 2


async def test_closed_dms(world: World, bot: Small) -> None:
    ana = world.people[0]
    ana.close_dms()
    user = await bot.fetch_user(ana.id)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("hello")
    assert refused.value.code == 50007
    ana.close_dms(False)
    await user.send("hello")
    assert [m.content for m in ana.visible_messages(ana.dm())] == ["hello"]


async def test_faults(world: World, server: Server, bot: Small) -> None:
    channel = bot.get_partial_messageable(world.channel)
    server.faults.limit("POST", "/channels/*/messages", retry_after=0.1)
    await channel.send("after a 429")
    server.faults.limit("POST", "/channels/*/messages", via=False)
    with pytest.raises(discord.HTTPException):
        await channel.send("taken for a ban")
    server.faults.fail("POST", "/channels/*/messages", status=503, done=True)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("done all the same")
    server.faults.drop("POST", "/channels/*/messages")
    with pytest.raises(aiohttp.ClientError):
        await channel.send("never arrives")
    assert [m.content for m in world.people[0].visible_messages(world.channel)] == ["after a 429", "done all the same"]


async def test_refused_and_accepted_again(world: World, server: Server, bot: Small) -> None:
    await server.refuse()
    with pytest.raises(aiohttp.ClientError):
        await ask(server, "GET", "/users/@me")
    await server.accept()
    assert (await ask(server, "GET", "/users/@me")).status == 200


async def test_many_at_once(world: World, server: Server, bot: Small) -> None:
    ana = world.people[0]
    actions = [await ana.command(world.channel, "pick", {"what": str(number)}) for number in range(100)]
    replies = await asyncio.gather(*(action.reply() for action in actions))
    said = [reply.message.content.split()[0] for reply in replies if reply.message]
    assert said == [str(number) for number in range(100)]
