"""The connection: its address, the speed of its identifies, and that nothing is cached."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient

from bot.discord.client import RummyBot, pinned
from bot.localcord.world import STAFF, World
from tests.listeners import HeardClient
from tests.localcord.faults import FaultyDiscord
from tests.processes.distant import distance
from tests.waiting import until

LOCAL = yarl.URL("ws://127.0.0.1:8081/gateway")
REAL = yarl.URL("wss://gateway.discord.gg/")


@pytest.mark.parametrize(
    ("asked", "gateway", "goes_to"),
    [
        ("ws://127.0.0.1:8081/gateway?v=10", LOCAL, "ws://127.0.0.1:8081/gateway?v=10"),
        ("wss://gateway.discord.gg/?v=10", LOCAL, "ws://127.0.0.1:8081/gateway?v=10"),
        ("wss://gateway-us-east1-b.discord.gg/?v=10", LOCAL, "ws://127.0.0.1:8081/gateway?v=10"),
        ("wss://gateway-us-east1-b.discord.gg/?v=10", REAL, "wss://gateway-us-east1-b.discord.gg/?v=10"),
        ("wss://evil.example/?v=10", REAL, "wss://gateway.discord.gg/?v=10"),
        ("wss://discord.gg.example/?v=10", REAL, "wss://gateway.discord.gg/?v=10"),
    ],
)
def test_no_socket_leaves_the_named_gateway(asked: str, gateway: yarl.URL, goes_to: str) -> None:
    assert str(pinned(yarl.URL(asked), gateway)) == goes_to


@pytest.mark.parametrize("shards", [None, 1, 3])
async def test_gateway_is_the_one_the_api_names(monkeypatch: pytest.MonkeyPatch, shards: int | None) -> None:
    opened = []

    async def answer() -> tuple[int, str, dict[str, int]]:
        return 2, str(LOCAL), {"max_concurrency": 16, "total": 1000, "remaining": 1000, "reset_after": 0}

    async def connects(_: HTTPClient, url: str, **__: Any) -> None:
        opened.append(url)

    async def launch(*_: Any, **__: Any) -> None:
        await bot.http.ws_connect(str(DiscordWebSocket.DEFAULT_GATEWAY.with_query(v="10")))
        await bot.http.ws_connect("wss://gateway-us-east1-c.discord.gg/?v=10")

    monkeypatch.setattr(HTTPClient, "ws_connect", connects)
    bot = RummyBot(HeardClient(), shard_count=shards)
    monkeypatch.setattr(bot.http, "get_bot_gateway", answer)
    monkeypatch.setattr(discord.AutoShardedClient, "connect", launch)
    await bot.connect()
    assert bot.shard_count == (shards or 2)
    assert opened == ["ws://127.0.0.1:8081/gateway?v=10"] * 2


async def test_sessions_are_counted_by_days_as_discord_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, ahead = asyncio.get_running_loop(), [0.0]
    clock = loop.time
    monkeypatch.setattr(loop, "time", lambda: clock() + ahead[0])
    bot = RummyBot(HeardClient(), sleep=lambda _: asyncio.sleep(0))

    async def answer() -> tuple[int, str, dict[str, int]]:
        return 1, str(LOCAL), {"max_concurrency": 1, "total": 1000, "remaining": 3, "reset_after": 3_600_000}

    async def launch(*_: Any, **__: Any) -> None:
        await bot.before_identify_hook(0)

    monkeypatch.setattr(bot.http, "get_bot_gateway", answer)
    monkeypatch.setattr(discord.AutoShardedClient, "connect", launch)
    await bot.connect()
    assert bot.identifies_left == 2
    ahead[0] = 3_601.0
    await bot.before_identify_hook(0)
    assert bot.identifies_left == 999
    ahead[0] += 80_000.0
    assert bot.identifies_left == 999
    ahead[0] += 10_000.0
    assert bot.identifies_left == 1000


async def test_identifies_in_buckets() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    bot = RummyBot(HeardClient(), shard_count=8, sleep=sleep)
    bot._max_concurrency = 4
    for shard in range(4):
        await bot.before_identify_hook(shard, initial=shard == 0)
    assert slept == []
    await bot.before_identify_hook(4)
    assert len(slept) == 1
    assert 4 < slept[0] <= 5


async def test_each_shard_comes_and_goes_by_itself() -> None:
    heard = HeardClient()
    bot = RummyBot(heard, shard_count=2)
    await bot.on_shard_ready(0)
    await bot.on_shard_ready(1)
    await bot.on_shard_disconnect(0)
    await bot.on_shard_resumed(1)
    assert heard.shards == ["0 up", "1 up", "0 down"]
    await bot.on_shard_disconnect(1)
    await bot.on_shard_disconnect(1)
    await bot.on_shard_resumed(1)
    assert heard.shards[3:] == ["1 down", "1 up"]
    assert bot.shards_up == {1}


async def test_a_shard_that_is_lost_while_it_is_taken_up_is_down() -> None:
    class Slow(HeardClient):
        async def connected(self, shard: int) -> None:
            await bot.on_shard_disconnect(shard)
            await super().connected(shard)

    heard = Slow()
    bot = RummyBot(heard, shard_count=1)
    await bot.on_shard_ready(0)
    assert heard.shards[-1] == "0 down"


async def test_a_shard_that_is_wanted_again_during_its_goodbye_is_connected_again() -> None:
    async with FaultyDiscord(World.create(["Asha"]), rate_limits=False) as server, distance(server, 0.2):
        bot = RummyBot(HeardClient(), api=server.api_url, sleep=lambda _: asyncio.sleep(0))
        await bot.login(server.token)
        connected = asyncio.create_task(bot.connect())
        bot.open_shard(0)
        await until(lambda: bot.shards_up == {0}, "the shard")
        goodbye = asyncio.create_task(bot.close_shard(0))
        await asyncio.sleep(0.05)
        assert not goodbye.done()
        bot.open_shard(0)
        await goodbye
        assert not bot.shards_up
        await until(lambda: bot.shards_up == {0}, "the shard again")
        assert server.gateway.identified == [(0, 1)] * 2
        await bot.close()
        await asyncio.gather(connected, return_exceptions=True)


async def test_keeps_roles_but_no_channels_of_its_servers() -> None:
    world = World.create(["Asha"])
    model, person = world.model, world.people[0].id
    world.make_staff(world.people[0])
    forum = model.create_channel(world.server, "posts", type=discord.ChannelType.forum.value)
    model.create_thread(world.channel, "from before", person)
    async with FaultyDiscord(world, rate_limits=False) as server:
        heard = HeardClient()
        bot = RummyBot(heard, api=server.api_url)
        await bot.login(server.token)
        connected = asyncio.create_task(bot.connect())
        bot.open_shard(0)
        await until(lambda: bot.forums == {forum.id}, "the server")
        thread = model.create_thread(world.channel, "from now", person)
        model.create_channel(world.server, "later")
        model.edit_channel(thread.id, {"name": "renamed"})
        model.edit_channel(world.channel, {"name": "renamed"})
        staff = next(role for role in model.get_guild(world.server).roles.values() if role.name == STAFF)
        model.edit_role(world.server, staff.id, {"name": "Helpers"})
        model.delete_channel(forum.id)
        await until(lambda: not bot.forums, "the last event")
        assert heard.changed == [world.server] * 3
        (guild,) = bot.guilds
        assert bot.user is not None
        assert ([*guild.channels], [*guild.threads], [m.id for m in guild.members]) == ([], [], [bot.user.id])
        assert {role.name for role in guild.roles} == {"@everyone", "Paplu", "Helpers"}
        other = model.create_channel(world.server, "more posts", type=discord.ChannelType.forum.value)
        await until(lambda: bot.forums == {other.id}, "another forum")
        model.emit("GUILD_DELETE", {"id": str(world.server)})
        await until(lambda: not bot.forums, "what was known of a server that the bot has left")
        await bot.close()
        await asyncio.gather(connected, return_exceptions=True)


async def test_asks_for_no_privilege() -> None:
    bot = RummyBot(HeardClient(), shard_count=1)
    assert bot.intents == discord.Intents(guilds=True)
    assert bot.allowed_mentions is not None
    mentions: object = bot.allowed_mentions.to_dict()
    assert mentions == {"parse": []}


async def test_a_role_or_timeout_of_the_bots_own_may_open_channels() -> None:
    """Nothing tells when a timeout runs out."""
    world, slept = World.create(["Asha"]), list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async with FaultyDiscord(world, rate_limits=False) as server:
        heard = HeardClient()
        bot = RummyBot(heard, api=server.api_url, sleep=sleep)
        await bot.login(server.token)
        connected = asyncio.create_task(bot.connect())
        bot.open_shard(0)
        await until(lambda: bot.guilds and bot.guilds[0].me is not None, "the server")
        assert bot.user is not None

        def member(user: dict[str, object], until: datetime | None) -> dict[str, object]:
            ends = None if until is None else until.isoformat()
            return {"guild_id": str(world.server), "user": user, "roles": [], "communication_disabled_until": ends}

        own: dict[str, object] = {"id": str(bot.user.id), "username": "Paplu", "discriminator": "0", "avatar": None}
        events = bot._connection.parsers["GUILD_MEMBER_UPDATE"]
        events(member({**own, "id": "77"}, None))
        events(member(own, None))
        await until(lambda: heard.changed, "a role")
        slept.clear()
        events(member(own, discord.utils.utcnow() + timedelta(seconds=600)))
        await until(lambda: len(heard.changed) == 3, "the end of a timeout")
        assert heard.changed == [world.server] * 3
        assert [600 < seconds < 602 for seconds in slept] == [True]
        await bot.close()
        await asyncio.gather(connected, return_exceptions=True)
