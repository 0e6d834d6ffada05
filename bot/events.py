"""Events in Discord, of the leases and of the services, passed on to the parts of the bot that handle them.

The client, the leases and the services are built before the parts that handle their events, because those use them.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Protocol

import structlog

from bot.config import Config
from bot.discord.channels import Channels
from bot.discord.client import AnyInteraction, RummyBot
from bot.discord.commands.sync import OwnerSync
from bot.discord.gate import Gate
from bot.discord.interactions import Interactions
from bot.discord.outbox.announcers import Announcers
from bot.error_fields import error_fields
from bot.loops import PAUSE_SECONDS, Loops
from bot.rummy.cards import Seat
from bot.rummy.rules import Rules
from bot.service.leases.leases import Leases
from bot.service.owner.departures import Departures
from bot.service.services import Services
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState
from bot.store.errors import DatabaseForeignError, StoreError
from bot.store.rows.alarms import Gap, Shards
from bot.text import process
from bot.web.visits import Visits

log = structlog.get_logger()


class BotParts(Protocol):
    """The parts of the bot. All exist before the first event."""

    config: Config
    rules: Mapping[str, Rules]
    client: RummyBot
    owner_sync: OwnerSync
    leases: Leases
    gate: Gate
    channels: Channels
    services: Services
    announcers: Announcers
    interactions: Interactions
    departures: Departures
    loops: Loops
    pages: Visits | None


class DiscordEvents:
    """The events of the client."""

    def __init__(self, parts: BotParts) -> None:
        self._parts = parts

    async def logged_in(self, application: int) -> None:
        """Raise DatabaseForeignError if the database belongs to another application.

        Another application knows none of its servers.
        """
        services = self._parts.services
        while True:
            try:
                owner = await services.store.applications.claimed(application)
                break
            except StoreError as error:
                log.error("not ready", **error_fields(error))
            await services.rest(asyncio.sleep(PAUSE_SECONDS))
        if owner != application:
            raise DatabaseForeignError(process.foreign(owner, application))

    async def registered(self) -> None:
        """Register the owner's commands, and begin the loops."""
        await self._parts.owner_sync.run(self._parts.config.owner_server)
        self._parts.loops.start()

    async def agree_count(self, advised: int) -> int:
        """Enter the roster, and return its number of shards."""
        return await self._parts.leases.begin(advised)

    async def connected(self, shard: int) -> None:
        """Tell the leases."""
        await self._parts.leases.connected(shard, self._parts.client.shard_count or 1)

    def disconnected(self, shard: int) -> None:
        """Tell the leases."""
        self._parts.leases.disconnected(shard)

    async def press(self, interaction: AnyInteraction) -> None:
        """Serve the press."""
        await self._parts.interactions.press(interaction)

    async def typing(self, interaction: AnyInteraction) -> None:
        """Set the language of the person who types."""
        await self._parts.interactions.typing(interaction)

    async def failed(self, interaction: AnyInteraction, error: Exception) -> None:
        """Answer with the sentence for the error."""
        await self._parts.interactions.failed(interaction, error)

    async def joined(self, server: int) -> None:
        """Note that the bot is in a server. If that fails, the departures look again later."""
        try:
            self._parts.channels.reopen_in(server)
            await self._parts.departures.joined(server)
        except Exception as error:
            log.error("arrival not handled", server=server, **error_fields(error))

    async def added(self, server: int) -> None:
        """Welcome a server of this process, unless the host does not serve it."""
        if self._parts.leases.sure.hold(server) and self._parts.services.admission.serves(server):
            await self._parts.announcers.welcomes.welcome(server)

    async def left(self, server: int) -> None:
        """End everything open in a server of this process. If that fails, the departures look again later."""
        if not self._parts.leases.sure.hold(server):
            return
        try:
            await self._parts.departures.left(server, self._parts.services.clock())
        except Exception as error:
            log.error("departure not handled", server=server, **error_fields(error))

    def permissions_changed(self, server: int) -> None:
        """Try again to send to the channels of the server."""
        self._parts.channels.reopen_in(server)

    def channel_lost(self, channel: int) -> None:
        """Look for tables in that channel or thread."""
        self._parts.channels.lose(channel)

    def thread_joined(self, thread: int, server: int) -> None:
        """Write to that thread again."""
        self._parts.channels.reopen(thread, server)


class LeaseEvents:
    """The events of shards that this process takes, answers for, or hands over."""

    def __init__(self, parts: BotParts) -> None:
        self._parts = parts

    @property
    def may_move(self) -> bool:
        """Return whether the client may identify for a shard that it could do without."""
        return self._parts.client.may_identify

    def open_shard(self, shard: int) -> None:
        """Connect the shard."""
        self._parts.client.open_shard(shard)

    async def close_shard(self, shard: int) -> None:
        """Disconnect the shard."""
        await self._parts.client.close_shard(shard)

    def held(self, shard: int, served: frozenset[int]) -> None:
        """Answer the interactions that the gate has kept, and those to come."""
        self._parts.gate.held(shard, served)

    def kept(self, shard: int) -> None:
        """Answer the interactions that the gate has kept."""
        self._parts.gate.take_kept(shard)

    def served(self, shard: int) -> Iterable[int]:
        """Return the interactions that the gate has let pass."""
        return self._parts.gate.taken_of(shard)

    async def idle(self, shards: Shards) -> None:
        """Wait for the answers that are being given."""
        await self._parts.interactions.idle(shards)

    async def up(self, shard: int) -> None:
        """Move the deadlines of the shard by the time in which nobody answered, and show what has changed unseen."""
        services, shards = self._parts.services, Shards(frozenset({shard}), self._parts.leases.count or 1)
        while True:
            try:
                await services.put_backs.settle()  # before anybody may act, and before tables are told of the gap
                gap = await services.beats.connected(shard, shards.count)
                break
            except StoreError as error:
                log.error("not ready", **error_fields(error))
            await services.rest(asyncio.sleep(PAUSE_SECONDS))
        servers, rule_sets = len(self._parts.client.guilds), len(self._parts.rules)
        log.info("ready", shard=shard, servers=servers, rule_sets=rule_sets)
        self._parts.announcers.catching_up.begin(gap, shards)

    def down(self, shard: int) -> None:
        """Stop the alarms of the shard."""
        self._parts.services.beats.disconnected(shard)

    def alone(self) -> None:
        """Forget everything that another process may have changed."""
        services = self._parts.services
        services.tables.forget()
        services.settings.forget_all()
        services.servers.forget_all()
        self._parts.announcers.boards.forget_places()


class ServiceEvents:
    """The changes of tables and tournaments, for the announcers. These ask the services for the present state."""

    def __init__(self, parts: BotParts) -> None:
        self._parts = parts

    def announce(self, state: TableState) -> None:
        """Show a table, and the totals of its tournament."""
        self._parts.announcers.tables.announce(state)
        self._parts.announcers.tournaments.on_table(state)
        if self._parts.pages is not None:
            self._parts.pages.announce(state)

    def remind(self, state: TableState, seat: Seat) -> None:
        """Remind a player that half their time is over."""
        self._parts.announcers.tables.remind(state, seat)

    async def archive(self, state: TableState) -> bool:
        """Archive the thread of a finished match. Return False if that may succeed later."""
        return await self._parts.announcers.places.archive(state)

    def announce_tournament(self, state: TournamentState) -> None:
        """Show a tournament."""
        self._parts.announcers.tournaments.show(state.id)

    def catch_up(self, gap: Gap, shards: Shards) -> None:
        """Show on these shards what was not shown because of that gap."""
        self._parts.announcers.catching_up.begin(gap, shards)
