"""The bot's connection to Discord: one gateway intent, no caches, and never another Discord than the one named."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.counts import RequestCounts
from bot.discord.commands.mentions import Mentions
from bot.discord.commands.sync import sync
from bot.discord.commands.translations import Localisations
from bot.discord.governor import Governor
from bot.discord.requests import counting, timed
from bot.discord.shards import forget, keep_no_channels, leave
from bot.languages.language import LANGUAGES, Language
from bot.monitoring.state import ShardState

IDENTIFY_SECONDS = 5.0
"""Between two identifies of one bucket (Discord: max_concurrency buckets, one identify each in 5 s)."""
MANY = 1000
"""How many sessions a bot may begin in a day, where Discord does not say."""
DAY_SECONDS = 86_400.0
RATE_LIMIT_SECONDS = 30.0
"""Longest silent wait for a rate limit; a request that would wait longer fails and is tried again later."""

Hook = Callable[[], Awaitable[None]]
OnShard = Callable[[int], Awaitable[None]]
OnServer = Callable[[int], Awaitable[None]]
OnInteraction = Callable[[discord.Interaction[Any]], Awaitable[None]]
OnFailure = Callable[[discord.Interaction[Any], Exception], Awaitable[None]]


async def _nothing(*_: object) -> None:
    """Stands for a handler that was not set."""


async def _same(count: int) -> int:
    """Stands for what agrees on a count with other processes."""
    return count


def _name(shard: int) -> str:
    """The name of the task that connects this shard."""
    return f"connect shard {shard}"


def use_api(address: str) -> None:
    """Send every REST request of discord.py to that address."""
    Route.BASE = address


class Tree(app_commands.CommandTree["RummyBot"]):
    """The slash commands. Commands answer their own errors."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let the bot prepare for a command that is being typed; what that changes holds for its task."""
        if interaction.type is discord.InteractionType.autocomplete:
            await self.client.on_typing(interaction)
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """A command has not reached who serves it, or what offers choices for it is unknown."""
        await self.client.on_failed(interaction, error)


class RummyBot(discord.AutoShardedClient):
    """The client; `App` gives it its commands and the handlers below."""

    def __init__(
        self,
        *,
        shard_count: int | None = None,
        pin_gateway: bool = False,
        governor: Governor | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        requests: RequestCounts | None = None,
        languages: Iterable[Language] = LANGUAGES,
    ) -> None:
        """`languages`: in which Discord shows commands and what they are about."""
        self._languages = languages
        requests = requests or RequestCounts()
        # The bot uses no voice: hosts need no warning that it could not.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        trace = counting(requests)
        if governor is not None and governor.is_on:
            governor.govern(trace)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=RATE_LIMIT_SECONDS,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            # The bot needs no list of its servers to answer: presses after a start must not wait for it.
            guild_ready_timeout=0.0,
            max_messages=None,
            shard_count=shard_count,
            http_trace=trace,
        )
        self.http.request = timed(self.http.request, requests)  # type: ignore[method-assign,assignment]
        self.tree = Tree(self, fallback_to_global=False)
        self.mentions = Mentions()
        self.shards_up: set[int] = set()
        self.on_click: OnInteraction = _nothing
        self.on_typing: OnInteraction = _nothing
        self.on_failed: OnFailure = _nothing
        """Called with a command and the error that has kept it from being served."""
        self.on_up: OnShard = _nothing
        self.on_down: Callable[[int], None] = lambda _: None
        self.on_start: Hook = _nothing
        self.on_known: Callable[[int], Awaitable[None]] = _nothing
        """Called after the login with the id of the application, before anything is changed; it may raise."""
        self.on_login: Hook = _nothing
        """Called once the global commands are registered."""
        self.on_left: OnServer = _nothing
        self.on_joined: OnServer = _nothing
        self.on_count: Callable[[int], Awaitable[int]] = _same
        """Called with the number of shards that was told or advised; answers how many there are."""
        self.on_channel_changed: Callable[[int], None] = lambda _: None
        """Called with a channel or thread in which the bot may have been given permissions that it lacked."""
        self.on_roles_changed: Callable[[int], None] = lambda _: None
        """Called with a server; the same of all its channels."""
        self.forums: set[int] = set()
        """The channels that hold threads alone."""
        keep_no_channels(self, self.forums, lambda channel: self.on_channel_changed(channel))
        self._pin_gateway = pin_gateway
        self._sleep = sleep
        self._max_concurrency = 1
        self._most_identifies = self._identifies_left = MANY
        self._counted_until = math.inf
        """When Discord counts from the beginning again, by the time of the event loop."""
        self._next_identify: dict[int, float] = {}
        self._to_open: asyncio.Queue[int] = asyncio.Queue()
        self._opened: set[int] = set()
        self._opening: asyncio.Task[None] | None = None
        self._opener: asyncio.Task[None] | None = None

    # -- starting -----------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """After login: register the commands, and start what runs beside the gateway."""
        await self.on_known(self.application_id or 0)
        await self.tree.set_translator(Localisations(self._languages))
        self.mentions.know(await sync(self.tree, self.http, self.application_id or 0))
        await self.on_login()
        await self.on_start()

    def add_owner(self, commands: app_commands.Group, server: int) -> None:
        """Give the bot its owner's commands, for that server alone."""
        self.tree.add_command(commands, guild=discord.Object(server))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the gateway that the API names, with those shards that `open_shard` names.

        discord.py would fall back to an address of its own whenever a shard count is given or a session is
        invalidated, and would send the token there.
        """
        shards, address, limits = await self.http.get_bot_gateway()
        gateway = yarl.URL(address)
        DiscordWebSocket.DEFAULT_GATEWAY = gateway
        self._max_concurrency = max(1, int(limits.get("max_concurrency", 1)))
        self._most_identifies = int(limits.get("total", MANY))
        self._identifies_left = int(limits.get("remaining", MANY))
        self._counted_until = asyncio.get_running_loop().time() + limits.get("reset_after", 1000 * DAY_SECONDS) / 1000
        if self._pin_gateway:
            self._pin(gateway)
        self.shard_count = await self.on_count(self.shard_count or shards)
        connected = asyncio.create_task(super().connect(reconnect=reconnect))
        try:
            await asyncio.shield(connected)
        except asyncio.CancelledError:
            # discord.py forgets that it was cancelled when that happens while a shard reconnects.
            connected.cancel()
            await self.close()
            await asyncio.gather(connected, return_exceptions=True)
            raise

    async def launch_shards(self) -> None:
        """Begin to connect the shards that are named; discord.py would connect all."""
        self._connection.shard_count = self.shard_count
        self._connection.shard_ids = range(self.shard_count or 1)
        self._opener = asyncio.create_task(self._open_shards(), name="shards")

    def open_shard(self, shard: int) -> None:
        """Connect that shard, when its turn comes."""
        self._opened.add(shard)
        self._to_open.put_nowait(shard)

    async def close_shard(self, shard: int) -> None:
        """Disconnect that shard, and keep nothing of it; what has arrived is being served."""
        self._opened.discard(shard)
        if self._opening is not None and self._opening.get_name() == _name(shard):
            self._opening.cancel()
        await leave(self, shard)
        self.shards_up.discard(shard)
        forget(self, shard)
        if shard in self._opened:
            # It was wanted again during the goodbye, when it could not be connected a second time.
            self._to_open.put_nowait(shard)

    async def _open_shards(self) -> None:
        while not self.is_closed():
            shard = await self._to_open.get()
            if shard in self._opened and shard not in self.shards:
                opening = self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
                self._opening = asyncio.create_task(opening, name=_name(shard))
                await asyncio.wait([self._opening])

    async def close(self) -> None:
        """Disconnect for good."""
        for task in (self._opening, self._opener):
            if task is not None:
                task.cancel()
        await super().close()

    def _pin(self, gateway: yarl.URL) -> None:
        """Open websockets to that gateway only, even where a session names another address to resume at."""
        open_socket = self.http.ws_connect

        async def ws_connect(url: str, **options: Any) -> Any:
            return await open_socket(str(pinned(yarl.URL(url), gateway)), **options)

        self.http.ws_connect = ws_connect  # type: ignore[method-assign]

    @property
    def identifies_left(self) -> int:
        """How many sessions may still be begun today."""
        now = asyncio.get_running_loop().time()
        if now >= self._counted_until:
            self._counted_until = now + DAY_SECONDS
            self._identifies_left = self._most_identifies
        return self._identifies_left

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify as fast as Discord allows: one in 5 s for each of its buckets."""
        self._identifies_left = self.identifies_left - 1
        bucket, now = (shard_id or 0) % self._max_concurrency, asyncio.get_running_loop().time()
        due = max(now, self._next_identify.get(bucket, now))
        self._next_identify[bucket] = due + IDENTIFY_SECONDS
        if due > now:
            await self._sleep(due - now)

    # -- being connected ----------------------------------------------------------------------------

    async def _up(self, shard: int) -> None:
        if shard in self.shards_up:
            return
        self.shards_up.add(shard)
        await self.on_up(shard)
        if shard not in self.shards_up:
            self.on_down(shard)  # the connection was lost again meanwhile

    async def on_shard_ready(self, shard: int) -> None:
        """A shard of this process has begun a session."""
        await self._up(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """A shard of this process has its session back."""
        await self._up(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """A shard of this process has lost its connection."""
        if shard in self.shards_up:
            self.shards_up.discard(shard)
            self.on_down(shard)

    def shard_states(self) -> tuple[ShardState, ...]:
        """The shards that this process serves; empty before it connects."""
        return tuple(
            ShardState(id, id in self.shards_up, shard.latency if math.isfinite(shard.latency) else None)
            for id, shard in sorted(self.shards.items())
        )

    # -- being used ---------------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Presses, choices and typed forms. No view is ever stored, so all of them come here."""
        kinds = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type in kinds:
            await self.on_click(interaction)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has thrown the bot out. An outage of a server does not arrive here."""
        await self.on_left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is in that server now."""
        await self.on_joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """An outage is over; or the bot is in that server now, and Discord has said that there is no outage."""
        await self.on_joined(guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """The bot may have been given permissions that it lacked, in any channel of the server."""
        self.on_roles_changed(after.guild.id)


def pinned(url: yarl.URL, gateway: yarl.URL) -> yarl.URL:
    """The address a websocket may go to: that of the gateway, or one of the same domain.

    Discord asks to resume at an address of its own choosing, `gateway-us-east1-b.discord.gg`; behind a proxy for
    REST alone that stays so. A local server names itself, and nothing else is called.
    """
    if url.host == gateway.host and url.port == gateway.port and url.scheme == gateway.scheme:
        return url
    domain = ".discord.gg"
    if (gateway.host or "").endswith(domain) and (url.host or "").endswith(domain) and url.scheme == "wss":
        return url
    return gateway.with_path(gateway.path).with_query(url.query)
