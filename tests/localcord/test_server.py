"""The server keeps to Discord's manners: types, limits, tokens, nonces, and loopback alone."""

import asyncio
import time
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
from yarl import URL

from bot.localcord import world as local_world
from bot.localcord.world import World
from tests.localcord import limits
from tests.localcord.conftest import Small
from tests.localcord.faults import FaultyDiscord


@dataclass
class Clock:
    """The clock of the limits."""

    now: float = 1_000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now


async def ask(
    server: FaultyDiscord, method: str, path: str, headers: Any = None, **options: Any
) -> aiohttp.ClientResponse:
    said = {"Authorization": f"Bot {server.token}"} if headers is None else headers
    async with (
        aiohttp.ClientSession() as http,
        http.request(method, server.api_url + path, headers=said, **options) as response,
    ):
        await response.read()
        return response


async def test_answers_look_like_discords(server: FaultyDiscord) -> None:
    response = await ask(server, "GET", "/users/@me")
    assert response.status == 200
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Via"]


async def test_token(server: FaultyDiscord) -> None:
    response = await ask(server, "GET", "/users/@me", {"Authorization": "Bot another"})
    assert response.status == 401
    assert (await response.json())["code"] == 0


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:{port}.evil.example"])
async def test_other_hosts(server: FaultyDiscord, host: str) -> None:
    """A name that a stranger bound to this address is not this address."""
    authorized = {"Authorization": f"Bot {server.token}", "Host": host.format(port=server.port)}
    assert (await ask(server, "GET", "/users/@me", authorized)).status == 403


@pytest.mark.parametrize(
    "origin",
    ["null", "", "https://evil.example", "https://127.0.0.1:{port}", "http://localhost:1", "127.0.0.1:{port}/"],
)
async def test_other_origins(server: FaultyDiscord, origin: str) -> None:
    said = {"Origin": origin.format(port=server.port)}
    authorized = {"Authorization": f"Bot {server.token}", **said}
    assert (await ask(server, "GET", "/users/@me", authorized)).status == 403
    async with aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await http.ws_connect(f"{server.gateway_url}?v=10", headers=said)


async def test_own_origin(server: FaultyDiscord) -> None:
    for host in ("127.0.0.1", "localhost"):
        said = {"Authorization": f"Bot {server.token}", "Origin": f"http://{host}:{server.port}"}
        assert (await ask(server, "GET", "/users/@me", said)).status == 200


async def test_no_token_of_an_answer_can_be_guessed(world: World, server: FaultyDiscord, bot: Small) -> None:
    """A stranger with a token could read another person's hand. Everybody knows the ids."""
    action = await world.people[0].command(world.channel, "hello")
    await action.reply()
    model = world.model
    token = model.interactions[action.id].token
    assert len(token) > 30
    assert str(action.id) not in token
    for tried, expected in (("simcord_interaction_" + str(action.id), 404), (str(action.id), 404), (token, 200)):
        response = await ask(server, "GET", f"/webhooks/{model.application_id}/{tried}/messages/@original", {})
        assert response.status == expected
        response = await ask(server, "POST", f"/interactions/{action.id}/{tried}/callback", {}, json={"type": 6})
        assert (await response.json())["code"] == (10062 if expected == 404 else 40060)


@pytest.mark.parametrize(
    "path",
    [
        "/attachments/",
        "/attachments/..%2f..%2fserver.py",
        "/attachments/../../../../etc/passwd",
        "//etc/passwd",
        "/attachments/%ff",
    ],
)
async def test_no_other_file(server: FaultyDiscord, path: str) -> None:
    async with aiohttp.ClientSession() as http, http.get(URL(server.url + path, encoded=True)) as response:
        assert response.status == 404


def form(payload: str | bytes, file: bytes = b"") -> aiohttp.FormData:
    parts = aiohttp.FormData()
    parts.add_field("payload_json", payload, content_type="application/json")
    parts.add_field("files[0]", file, filename="a.png", content_type="image/png")
    return parts


@pytest.mark.parametrize(
    "sent",
    [
        {"data": b"{"},
        {"data": b"\xff"},
        {"data": b"[" * 100_000},
        {"data": b"x", "headers": {"Content-Type": "multipart/form-data"}},
        {"data": form("no json")},
        {"data": form("[1]")},
        {"data": form('{"attachments": [1]}')},
        {"data": form('{"data": 1}')},
        {"data": rb'{"content": "\ud83d"}'},
        {"data": form(r'{"content": "\u0000"}')},
        {"data": b'{"content": NaN}'},
    ],
)
async def test_body_that_cannot_be_read(world: World, server: FaultyDiscord, sent: dict[str, Any]) -> None:
    headers = {"Authorization": f"Bot {server.token}", **sent.pop("headers", {})}
    response = await ask(server, "POST", f"/channels/{world.channel}/messages", headers, **sent)
    assert response.status == 400
    assert (await response.json())["code"] == 50109


@pytest.mark.parametrize("sizes", [(10 << 20) + 1, 26 << 20])
async def test_body_that_is_too_large(world: World, server: FaultyDiscord, sizes: int) -> None:
    path = f"/channels/{world.channel}/messages"
    response = await ask(server, "POST", path, data=form('{"content": "hello"}', bytes(sizes)))
    assert response.status == 413
    assert (await response.json())["code"] == 40005
    response = await ask(server, "POST", path, data=form('{"content": "hello"}', bytes(10 << 20)))
    assert response.status == 200
    assert (await response.json())["attachments"][0]["size"] == 10 << 20


async def test_unknown_request_is_noted() -> None:
    async with FaultyDiscord(World.create()) as server:
        assert (await ask(server, "GET", "/nothing/like/it")).status == 501
        assert server.gaps


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return a clock of the limits that stands still, so that requests come within one moment however slow the machine
    is.
    """
    stopped = Clock()
    monkeypatch.setattr(limits, "time", stopped)
    return stopped


async def test_limit(world: World, server: FaultyDiscord, clock: Clock) -> None:
    path = f"/channels/{world.channel}/messages"
    for left in (4, 3, 2, 1, 0):
        response = await ask(server, "POST", path, json={"content": "hello"})
        assert response.headers["X-RateLimit-Remaining"] == str(left)
    response = await ask(server, "POST", path, json={"content": "hello"})
    assert response.status == 429
    body = await response.json()
    assert 0 < body["retry_after"] <= 5
    assert body["retry_after"] == pytest.approx(float(response.headers["X-RateLimit-Reset-After"]), abs=0.01)
    assert 0 <= float(response.headers["Retry-After"]) - body["retry_after"] < 1
    assert not body["global"]
    assert response.headers["Via"]
    assert len(world.people[0].visible_messages(world.channel)) == 5


async def test_global_limit(server: FaultyDiscord, clock: Clock) -> None:
    for _ in range(50):
        assert (await ask(server, "GET", "/users/@me")).status == 200
    response = await ask(server, "GET", "/users/@me")
    assert response.status == 429
    assert (await response.json())["global"]
    assert response.headers["X-RateLimit-Global"] == "true"
    answers = await ask(server, "POST", "/interactions/1/none/callback", json={"type": 6})
    assert answers.status == 404
    clock.now += 1
    assert (await ask(server, "GET", "/users/@me")).status == 200


async def test_library_keeps_to_the_limits(world: World, server: FaultyDiscord, bot: Small) -> None:
    channel = bot.get_partial_messageable(world.channel)
    began = time.monotonic()
    for number in range(7):
        await channel.send(str(number))
    assert time.monotonic() - began > 3
    assert server.limits.refused == 0
    assert [m.content for m in world.people[0].visible_messages(world.channel)] == list("0123456")


async def test_nonce_sends_once(world: World, bot: Small) -> None:
    channel = bot.get_partial_messageable(world.channel)
    first = await channel.send("one", nonce="n1")
    again = await channel.send("one", nonce="n1")
    other = await channel.send("two", nonce="n2")
    assert first.id == again.id != other.id
    assert len(world.people[0].visible_messages(world.channel)) == 2


async def test_faults(world: World, server: FaultyDiscord, bot: Small) -> None:
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


async def test_refused_and_accepted_again(world: World, server: FaultyDiscord, bot: Small) -> None:
    await server.refuse()
    with pytest.raises(aiohttp.ClientError):
        await ask(server, "GET", "/users/@me")
    await server.accept()
    assert (await ask(server, "GET", "/users/@me")).status == 200


async def test_many_at_once(world: World, server: FaultyDiscord, bot: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_world, "ANSWER_SECONDS", 60.0)  # a busy machine takes longer than Discord waits
    ana = world.people[0]
    actions = [await ana.command(world.channel, "pick", {"what": str(number)}) for number in range(100)]
    replies = await asyncio.gather(*(action.reply() for action in actions))
    said = [reply.message.content.split()[0] for reply in replies if reply.message]
    assert said == [str(number) for number in range(100)]


async def test_the_entry_point_of_an_activity_may_not_be_left_out(world: World, server: FaultyDiscord) -> None:
    path = f"/applications/{world.model.application_id}/commands"
    hello = {"name": "hello", "type": 1, "description": "Say hello."}
    assert (await ask(server, "PUT", path, json=[hello])).status == 200
    launch = {"id": "7", "name": "launch", "type": 4, "description": "", "handler": 2}
    world.model.entry_point = launch
    response = await ask(server, "PUT", path, json=[hello])
    assert (response.status, (await response.json())["code"]) == (400, 50240)
    response = await ask(server, "PUT", path, json=[hello, launch])
    assert [command["name"] for command in await response.json()] == ["hello", "launch"]


async def test_a_token_edits_the_messages_of_its_own_interaction_alone(
    world: World, server: FaultyDiscord, bot: Small
) -> None:
    person = world.people[0]
    first = await (await person.command(world.channel, "hello")).reply()
    await (await person.command(world.channel, "hello")).reply()
    assert first.message is not None
    path = f"/webhooks/{world.model.application_id}/{_newest_token(world)}/messages"
    for method in ("GET", "PATCH", "DELETE"):
        refused = await ask(server, method, f"{path}/{first.message.id}", json={"content": "mine now"})
        assert (refused.status, (await refused.json())["code"]) == (404, 10008)
    assert (await ask(server, "GET", f"{path}/@original")).status == 200


def _newest_token(world: World) -> str:
    return list(world.model.interactions.values())[-1].token
