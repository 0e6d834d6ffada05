"""The bot's connection to Discord: one gateway intent, no caches, and no other Discord than the one it is given."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any, Protocol

import discord
import yarl
from discord import app_commands

from bot.counts import RequestCounts
from bot.discord.card_emoji import forgetting
from bot.discord.commands.mentions import Mentions
from bot.discord.commands.options import UnfitOptionError, check_options, may_offer, offer_nothing
from bot.discord.commands.sync import sync
from bot.discord.commands.translations import Localisations
from bot.discord.files import place_of
from bot.discord.forums import ChannelListener, keep_forums_alone
from bot.discord.governor import Governor
from bot.discord.library import (
    API,
    choose_sockets,
    drop_unreadable,
    expect_no_voice,
    forget,
    leave,
    send_by,
    set_shards,
)
from bot.discord.requests import counting, timed
from bot.languages.language import LANGUAGES, Language
from bot.monitoring.state import ShardState

IDENTIFY_SECONDS = 5.0
"""The time between two identifies of one bucket. Discord has max_concurrency buckets, with one identify each in 5 s."""
MANY = 1000
"""Sessions that a bot may begin in a day if Discord does not say."""
DAY_SECONDS = 86_400.0
MOMENT = 1.0
"""Seconds by which Discord's clock and this one may differ at the end of a timeout."""
RATE_LIMIT_SECONDS = 30.0
"""The longest silent wait for a rate limit. A request that would wait longer fails and is tried again later."""

AnyInteraction = discord.Interaction[Any]


class ClientListener(ChannelListener, Protocol):
    """A listener to events of the client."""

    async def logged_in(self, application: int) -> None:
        """Raise an error unless the bot may run as that application. Nothing has been changed yet."""

    async def registered(self) -> None:
        """Begin the work beside the gateway. The commands are registered."""

    async def agree_count(self, advised: int) -> int:
        """Return the number of shards. *advised*: the number that is set, or that Discord advises."""

    async def connected(self, shard: int) -> None:
        """Note that a shard of this process has a session."""

    def disconnected(self, shard: int) -> None:
        """Note that a shard of this process has lost its connection."""

    async def press(self, interaction: AnyInteraction) -> None:
        """Serve a press, a choice or a typed form."""

    async def typing(self, interaction: AnyInteraction) -> None:
        """Prepare for a command that is being typed. Settings made here hold for the task of the command."""

    async def failed(self, interaction: AnyInteraction, error: Exception) -> None:
        """Handle a command that could not be served."""

    async def joined(self, server: int) -> None:
        """Note that the bot is in that server now, or that an outage of the server is over."""

    async def added(self, server: int) -> None:
        """Note that a server has just added the bot."""

    async def left(self, server: int) -> None:
        """Note that a server has removed the bot."""


def _name(shard: int) -> str:
    """Return the name of the task that connects this shard."""
    return f"connect shard {shard}"


class Tree(app_commands.CommandTree["RummyBot"]):
    """The slash commands. They answer their own errors."""

    async def interaction_check(self, interaction: AnyInteraction, /) -> bool:
        """Return whether the library may run the command. Let the bot prepare for one that is being typed: what it sets
        holds for the task of the command.
        """
        if interaction.type is discord.InteractionType.autocomplete:
            if not may_offer(interaction):
                await offer_nothing(interaction)
                return False
            await self.client.listener.typing(interaction)
            return True
        try:
            check_options(interaction)
        except UnfitOptionError as error:
            await self.client.listener.failed(interaction, error)
            return False
        return True

    async def on_error(self, interaction: AnyInteraction, error: app_commands.AppCommandError, /) -> None:
        """Pass on a command that nothing serves, or an option whose choices nothing offers."""
        await self.client.listener.failed(interaction, error)


class RummyBot(discord.AutoShardedClient):
    """The client."""

    def __init__(
        self,
        listener: ClientListener,
        *,
        shard_count: int | None = None,
        api: str = API,
        governor: Governor | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        requests: RequestCounts | None = None,
        languages: Iterable[Language] = LANGUAGES,
    ) -> None:
        """`api`: the address of the REST API, which names the gateway. `languages`: those of the commands."""
        self.listener = listener
        self._languages = languages
        self._api = api
        requests = requests or RequestCounts()
        trace = counting(requests)
        if governor is not None and governor.is_on:
            governor.govern(trace, api)
        expect_no_voice()
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
        send_by(self, api, lambda send: forgetting(timed(send, requests)))
        drop_unreadable(self)
        choose_sockets(self, lambda asked: str(pinned(yarl.URL(asked), self._gateway)))
        self._gateway = yarl.URL()
        """The address of the gateway. The API names it when the bot connects."""
        self.tree = Tree(self, fallback_to_global=False)
        self.mentions = Mentions()
        self.shards_up: set[int] = set()
        self.forums: set[int] = set()
        """The channels that hold threads alone."""
        keep_forums_alone(self, self.forums, listener)
        self._sleep = sleep
        self._max_concurrency = 1
        self._most_identifies = self._identifies_left = MANY
        self._counted_until = math.inf
        """The time at which Discord begins to count again, by the clock of the event loop."""
        self._next_identify: dict[int, float] = {}
        self._to_open: asyncio.Queue[int] = asyncio.Queue()
        self._opened: set[int] = set()
        self._opening: asyncio.Task[None] | None = None
        self._opener: asyncio.Task[None] | None = None

    # -- starting -----------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Register the commands after the login, and start what runs beside the gateway."""
        await self.listener.logged_in(self.application_id or 0)
        await self.tree.set_translator(Localisations(self._languages))
        self.mentions.know(await sync(self.tree))
        await self.listener.registered()

    def add_owner(self, commands: app_commands.Group, server: int) -> None:
        """Add the owner's commands, for that server alone."""
        self.tree.add_command(commands, guild=discord.Object(server))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the gateway that the API names, with those shards that `open_shard` names."""
        shards, address, limits = await self.http.get_bot_gateway()
        self._gateway = yarl.URL(address)
        self._max_concurrency = max(1, int(limits.get("max_concurrency", 1)))
        self._most_identifies = int(limits.get("total", MANY))
        self._identifies_left = int(limits.get("remaining", MANY))
        self._counted_until = asyncio.get_running_loop().time() + limits.get("reset_after", 1000 * DAY_SECONDS) / 1000
        self.shard_count = await self.listener.agree_count(self.shard_count or shards)
        connected = asyncio.create_task(super().connect(reconnect=reconnect))
        try:
            await asyncio.shield(connected)
        except asyncio.CancelledError:
            # discord.py forgets that it was cancelled when that happens while a shard reconnects.
            connected.cancel()
            await self.close()
            await asyncio.gather(connected, return_exceptions=True)
            raise

    @property
    def gateway(self) -> yarl.URL:
        """Return the address of the gateway. It is empty before the bot connects."""
        return self._gateway

    @property
    def files_at(self) -> yarl.URL | None:
        """Return the address of Discord's files; None if there are none."""
        return place_of(self._api, self._gateway)

    async def launch_shards(self) -> None:
        """Begin to connect the shards that `open_shard` names. discord.py would connect all."""
        set_shards(self, self.shard_count or 1)
        self._opener = asyncio.create_task(self._open_shards(), name="shards")

    def open_shard(self, shard: int) -> None:
        """Connect that shard as soon as its turn comes."""
        self._opened.add(shard)
        self._to_open.put_nowait(shard)

    async def close_shard(self, shard: int) -> None:
        """Disconnect that shard, and keep nothing of it. What has arrived is still served."""
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
                opening = self.launch_shard(self._gateway, shard)
                self._opening = asyncio.create_task(opening, name=_name(shard))
                await asyncio.wait([self._opening])

    async def close(self) -> None:
        """Disconnect for good."""
        for task in (self._opening, self._opener):
            if task is not None:
                task.cancel()
        await super().close()

    @property
    def may_identify(self) -> bool:
        """Return whether enough sessions are left today for one that is not urgent."""
        return self.identifies_left > MANY / 2

    @property
    def identifies_left(self) -> int:
        """Return the number of sessions that may still be begun today."""
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
        await self.listener.connected(shard)
        if shard not in self.shards_up:
            self.listener.disconnected(shard)  # the connection was lost again meanwhile

    async def on_shard_ready(self, shard: int) -> None:
        """Note that a shard has begun a session."""
        await self._up(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Note that a shard has its session back."""
        await self._up(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that a shard has lost its connection."""
        if shard in self.shards_up:
            self.shards_up.discard(shard)
            self.listener.disconnected(shard)

    def shard_states(self, serving: Collection[int]) -> tuple[ShardState, ...]:
        """Return the shards that this process is connected to, or was until a moment ago.

        `serving`: those that it answers for.
        """
        return tuple(
            ShardState(id, id in self.shards_up, shard.latency if math.isfinite(shard.latency) else None, id in serving)
            for id, shard in sorted(self.shards.items())
        )

    # -- being used ---------------------------------------------------------------------------------

    async def on_interaction(self, interaction: AnyInteraction) -> None:
        """Pass on presses, choices and typed forms. No view is ever stored, so all of them come here."""
        kinds = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type in kinds:
            await self.listener.press(interaction)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pass on that a server has removed the bot. An outage of a server does not arrive here."""
        await self.listener.left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Pass on that a server has just added the bot."""
        await self.listener.joined(guild.id)
        await self.listener.added(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Pass on that an outage is over, or that the bot is in that server now, which has no outage."""
        await self.listener.joined(guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Pass on that the bot may have been given permissions that it lacked, in any channel of the server."""
        self.listener.permissions_changed(after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Pass on that the bot may have a new role, or that its timeout is over. Nothing tells when that runs out."""
        if self.user is None or after.id != self.user.id:
            return
        self.listener.permissions_changed(after.guild.id)
        if (until := after.timed_out_until) is not None:
            await self._sleep((until - discord.utils.utcnow()).total_seconds() + MOMENT)
            self.listener.permissions_changed(after.guild.id)


def pinned(url: yarl.URL, gateway: yarl.URL) -> yarl.URL:
    """Return the address for a websocket to *url*: this one if it is of the same domain as the gateway, else that one.

    discord.py asks for an address of its own whenever it begins a new session, and would send the token there.
    Discord asks to resume at an address such as `gateway-us-east1-b.discord.gg`, also behind a proxy for REST alone.
    A local server names itself, and nothing else is called.
    """
    if url.host == gateway.host and url.port == gateway.port and url.scheme == gateway.scheme:
        return url
    domain = ".discord.gg"
    if (gateway.host or "").endswith(domain) and (url.host or "").endswith(domain) and url.scheme == "wss":
        return url
    return gateway.with_path(gateway.path).with_query(url.query)
