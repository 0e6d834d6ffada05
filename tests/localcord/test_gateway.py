"""Sessions: begun, resumed, refused, and spread over shards."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from bot.localcord import gateway
from bot.localcord.world import World
from tests.localcord import remote_control
from tests.localcord.conftest import Small
from tests.localcord.faults import FaultyDiscord
from tests.waiting import PATIENCE, until


async def answered(world: World, server: int = 0) -> None:
    reply = await (await world.people[0].command(world.channels[server], "hello")).reply()
    assert reply.message is not None


async def test_lost_connection_is_resumed_and_missed_events_come(
    world: World, server: FaultyDiscord, bot: Small
) -> None:
    remote_control.close(server.gateway, 4000)
    action = await world.people[0].command(world.channel, "hello")
    await until(lambda: server.gateway.resumed == [0])
    assert not (await action.reply()).failed
    assert len(server.gateway.identified) == 1


async def test_reconnect_and_invalid_session(world: World, server: FaultyDiscord, bot: Small) -> None:
    remote_control.ask_reconnect(server.gateway)
    await until(lambda: server.gateway.resumed == [0])
    await answered(world)
    remote_control.invalidate(server.gateway)
    await until(lambda: len(server.gateway.identified) == 2)
    await answered(world)


@pytest.mark.parametrize("shards", [3])
async def test_shards(world: World, server: FaultyDiscord, bot: Small, shards: int) -> None:
    assert remote_control.shards_up(server.gateway) == {0, 1, 2}
    assert {guild.id: guild.shard_id for guild in bot.guilds} == dict(zip(world.servers, range(shards), strict=True))
    remote_control.close(server.gateway, 4000, shard=1)
    for number in range(shards):
        await answered(world, number)


async def nothing() -> None:
    """Do nothing between the messages and the end of a talk."""


async def talk(
    server: FaultyDiscord,
    *messages: Any,
    version: int = 10,
    meanwhile: Callable[[], Awaitable[None]] = nothing,
    closed: bool = False,
) -> tuple[list[Any], int | None]:
    """Send these messages after the hello.

    Return what came until the last heartbeat, or until it was `closed`, with the code.

    Messages are answered in order, so the last heartbeat shows that all have been heard.
    """
    heard: list[Any] = []
    left = sum(isinstance(message, dict) and message.get("op") == 1 for message in messages)
    address = f"{server.gateway_url}?v={version}&encoding=json"
    async with aiohttp.ClientSession() as http, http.ws_connect(address) as socket:
        for message in messages:
            await socket.send_str(message if isinstance(message, str) else json.dumps(message))
        await meanwhile()
        if not closed:
            with contextlib.suppress(ConnectionError):  # it may be closed already
                await socket.send_str(json.dumps({"op": 1, "d": None}))
        async with asyncio.timeout(PATIENCE):
            async for message_in in socket:
                heard.append(json.loads(message_in.data))
                if heard[-1]["op"] == 11 and not closed:
                    if not left:
                        return heard[:-1], None
                    left -= 1
        return heard, socket.close_code


def identify(token: str, intents: int = 1, shard: tuple[int, int] = (0, 1)) -> dict[str, Any]:
    return {"op": 2, "d": {"token": token, "intents": intents, "properties": {}, "shard": shard}}


async def test_hello_ready_and_acknowledgement(server: FaultyDiscord) -> None:
    heard, code = await talk(server, identify(server.token), {"op": 1, "d": None})
    assert code is None
    assert [(m["op"], m["t"]) for m in heard] == [(10, None), (0, "READY"), (0, "GUILD_CREATE"), (11, None)]


async def test_what_is_refused(server: FaultyDiscord) -> None:
    token = server.token
    for said, expected in (
        (identify("another"), 4004),
        (identify(token, intents=1 << 1), 4014),
        (identify(token, shard=(2, 2)), 4010),
        ({"op": 8, "d": {}}, 4003),
        ({"no": "op"}, 4002),
    ):
        assert (await talk(server, said))[1] == expected
    assert (await talk(server, identify(token), identify(token)))[1] == 4005


@pytest.mark.parametrize(
    "said",
    [
        "no json",
        "[]",
        '"op"',
        "[" * 100_000,
        {"op": 2, "d": {"token": "", "intents": "many"}},
        {"op": 2, "d": {"token": "", "shard": [1]}},
        {"op": 6, "d": {"token": ""}},
        {"op": 6, "d": {"token": "", "session_id": [], "seq": "x"}},
    ],
)
async def test_what_cannot_be_read(server: FaultyDiscord, said: Any) -> None:
    if isinstance(said, dict):
        said = {**said, "d": {**said["d"], "token": server.token}}
    assert (await talk(server, said))[1] == 4002


async def test_another_version(server: FaultyDiscord) -> None:
    assert (await talk(server, version=9))[1] == 4012


def resume(server: FaultyDiscord, session: str, sequence: int) -> dict[str, Any]:
    return {"op": 6, "d": {"token": server.token, "session_id": session, "seq": sequence}}


async def test_unknown_session_is_invalid(server: FaultyDiscord) -> None:
    heard, _ = await talk(server, resume(server, "x", 3))
    assert heard[-1] == {"op": 9, "d": False, "s": None, "t": None}


async def test_only_what_was_missed_comes_again(world: World, server: FaultyDiscord) -> None:
    heard, _ = await talk(server, identify(server.token))
    session, last = heard[1]["d"]["session_id"], heard[-1]["s"]
    thread = world.model.create_channel(world.server, "new")
    heard, code = await talk(server, resume(server, session, last))
    assert code is None
    assert [(m["t"], m["s"]) for m in heard[1:]] == [("CHANNEL_CREATE", last + 1), ("RESUMED", last + 2)]
    assert heard[1]["d"]["id"] == str(thread.id)
    assert (await talk(server, resume(server, session, last + 3)))[1] == 4007


@pytest.mark.parametrize("end", ["invalidated", "forgotten", "too late"])
async def test_session_that_is_gone(server: FaultyDiscord, monkeypatch: pytest.MonkeyPatch, end: str) -> None:

    async def invalidated() -> None:
        await until(lambda: remote_control.shards_up(server.gateway))
        remote_control.invalidate(server.gateway)
        assert not remote_control.shards_up(server.gateway)

    heard, _ = await talk(server, identify(server.token), meanwhile=invalidated if end == "invalidated" else nothing)
    session = heard[1]["d"]["session_id"]
    await until(lambda: not remote_control.connections(server.gateway))
    assert (heard[-1]["op"] == 9) == (end == "invalidated")
    if end == "forgotten":
        remote_control.forget_sessions(server.gateway)
    monkeypatch.setattr(gateway, "SESSION_SECONDS", -1 if end == "too late" else 120)
    heard, _ = await talk(server, resume(server, session, 2))
    assert heard[-1]["op"] == 9


async def test_session_taken_over_closes_the_older_connection(server: FaultyDiscord) -> None:
    older = asyncio.create_task(talk(server, identify(server.token), closed=True))
    await until(lambda: remote_control.shards_up(server.gateway))
    (session,) = server.gateway.sessions
    heard, code = await talk(server, resume(server, session, 2))
    assert (heard[-1]["t"], code) == ("RESUMED", None)
    assert (await older)[1] == 1000


async def test_silent_client_is_closed(server: FaultyDiscord) -> None:
    server.gateway.heartbeat_seconds = 0.1
    assert (await talk(server, identify(server.token), closed=True))[1] == 4009


@pytest.fixture
def hasty(server: FaultyDiscord) -> None:
    """Ask for a heartbeat often; name this fixture before the bot, which learns of it as it connects."""
    server.gateway.heartbeat_seconds = 0.3


@pytest.mark.usefixtures("hasty")
async def test_connection_that_seems_to_live(
    world: World, server: FaultyDiscord, bot: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server no longer hears heartbeats: the library notices, connects again and resumes."""
    deaf, receive = set(server.gateway.connections), server.gateway._receive

    def receive_unless_deaf(connection: gateway.Connection, text: str | bytes) -> None:
        if connection not in deaf:
            receive(connection, text)

    monkeypatch.setattr(server.gateway, "_receive", receive_unless_deaf)
    await until(lambda: server.gateway.resumed)
    await answered(world)
    assert len(server.gateway.identified) == 1


async def test_no_message_contents_without_the_intent(world: World, server: FaultyDiscord) -> None:
    messages = 1 | 1 << 9

    async def spoken() -> None:
        await until(lambda: server.gateway.identified)
        world.people[0].say(world.channel, "a secret")

    heard, _ = await talk(server, identify(server.token, messages), meanwhile=spoken)
    assert [m["d"]["content"] for m in heard if m["t"] == "MESSAGE_CREATE"] == [""]
