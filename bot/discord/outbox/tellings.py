"""The message that a table is open, for those who have asked to be told."""

from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from bot.discord.channels import ChannelClosedError, Channels
from bot.discord.errors import DISCORD_ERRORS, code_of
from bot.error_fields import error_fields
from bot.flows.readers import Readers
from bot.languages.sentence import reading
from bot.rummy.ids import PlayerId
from bot.screens.tell_me import telling
from bot.service.server_settings import ServerSettingsCache, zone_of
from bot.service.tables.state import TableState
from bot.store.errors import StoreError
from bot.store.store import Store

EVERY = timedelta(minutes=10)
"""The least time between two messages in a server."""
MOST = 20
"""The most people whom one message mentions."""

log = structlog.get_logger()


class Tellings:
    """Tells people of a table that has just opened. A message that a crash prevents is lost, and none is sent twice."""

    def __init__(
        self,
        channels: Channels,
        store: Store,
        servers: ServerSettingsCache,
        readers: Readers,
        clock: Callable[[], datetime],
    ) -> None:
        self._channels = channels
        self._store = store
        self._servers = servers
        self._readers = readers
        self._clock = clock

    async def tell(self, state: TableState) -> None:
        """Mention those who want to play, unless the table is closed to them. Failures are only logged."""
        lobby, guild = state.lobby, state.row.guild
        is_open = state.is_lobby and not state.row.private and len(lobby.players) < lobby.seats
        if guild is None or not is_open or lobby.terms.stake or lobby.rematch_of or state.row.tournament:
            return
        try:
            await self._tell(guild, state)
        except (StoreError, ChannelClosedError, *DISCORD_ERRORS) as error:
            log.warning("not told", table=state.id, **_why(error))

    async def _tell(self, guild: int, state: TableState) -> None:
        server, now, channel = await self._servers.find(guild), self._clock(), state.row.channel
        is_heard = server.tell_role is not None or await self._store.tellings.has_listeners(guild)
        if server.tells is False or not is_heard or not await self._channels.is_for_all(channel):
            return
        people: tuple[PlayerId, ...] = ()
        if server.tell_role is not None:
            if not await self._store.tellings.claim(guild, now, now - EVERY):
                return
        else:
            hour, game = now.astimezone(zone_of(server)).hour, state.rules.game.id
            picked = await self._store.tellings.pick(guild, game, hour, now, now - EVERY, MOST)
            people = tuple([one for one in picked if not await self._has_left(guild, one)])
            if not people:
                return
        with reading(await self._readers.of_table(state)):
            said = telling(state, people, server.tell_role)
        await self._channels.send(channel, said, people, f"{state.id}-told", role=server.tell_role)

    async def _has_left(self, guild: int, player: PlayerId) -> bool:
        """Return whether a person is no longer in a server. Who has left is not told there again."""
        has_left = await self._channels.has_left(guild, player)
        if has_left:
            await self._store.tellings.stop(guild, player)
        return has_left


def _why(error: BaseException) -> dict[str, object]:
    return dict(error_fields(error)) if isinstance(error, StoreError) else {"error": code_of(error)}
