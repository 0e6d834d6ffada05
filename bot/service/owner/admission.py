"""Blocks and maintenance: which servers and people the host serves, and whether anything new may begin.

Every press asks this, so the answer is kept in memory and read again now and then. A change in one process reaches the
others within a minute.
"""

from collections.abc import Callable
from datetime import datetime

from bot.codes import BlockKind, Problem
from bot.rummy.ids import PlayerId, TableId
from bot.service.errors import ServiceError
from bot.service.lru import LruDict
from bot.service.owner.jobs import PAUSE
from bot.store.rows.owner import Block
from bot.store.store import Store


class Admission:
    """The blocks and the maintenance of the host."""

    name = "admission"
    fault_pause = PAUSE

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self.blocks: tuple[Block, ...] = ()
        """All blocks, the newest first."""
        self.maintained_since: datetime | None = None
        """The start of the maintenance in which nothing new begins; None if there is none."""
        self._refused: frozenset[tuple[BlockKind, int]] = frozenset()
        self._guilds = LruDict[TableId, int]()

    async def look(self, now: datetime) -> None:
        """Read the host's choices, which may have been made in another process."""
        self.blocks = await self._store.blocks.all()
        self._refused = frozenset((block.kind, block.id) for block in self.blocks)
        self.maintained_since = await self._store.blocks.maintained_since()

    def check_served(self, player: PlayerId, guild: int | None) -> None:
        """Raise ServiceError if the host does not serve that person, or that server; None: direct messages."""
        if (BlockKind.PERSON, player) in self._refused:
            raise ServiceError(Problem.BLOCKED_PERSON)
        self._check_server(guild)

    async def check_table(self, table: TableId) -> None:
        """Raise ServiceError if the host does not serve the server of that table, wherever people ask for it.

        In a server that is not served, the turns of all players run out alike. So nobody may play theirs from direct
        messages.
        """
        if any(kind is BlockKind.SERVER for kind, _ in self._refused):
            self._check_server(await self._guild_of(table))

    async def _guild_of(self, table: TableId) -> int | None:
        """Return the server of a table, which never changes; None: direct messages, or there is no such table yet."""
        if table not in self._guilds and (guild := await self._store.tables.guild_of(table)) is not None:
            self._guilds[table] = guild
        return self._guilds.get(table)

    def serves(self, guild: int) -> bool:
        """Return whether the host serves that server."""
        return (BlockKind.SERVER, guild) not in self._refused

    def _check_server(self, guild: int | None) -> None:
        if guild is not None and not self.serves(guild):
            raise ServiceError(Problem.BLOCKED_SERVER)

    def check_may_begin(self, guild: int | None) -> None:
        """Raise ServiceError if no new table, tournament or deal of the day may begin in a server.

        Nothing may begin during maintenance, or in a server that is not served. People may ask from direct messages,
        and a series asks by itself.
        """
        self._check_server(guild)
        if self.maintained_since is not None:
            raise ServiceError(Problem.MAINTENANCE)

    async def block(self, kind: BlockKind, id: int) -> None:
        """Stop serving that server or person."""
        await self._store.blocks.add(Block(kind, id, self._clock()))
        await self.look(self._clock())

    async def unblock(self, kind: BlockKind, id: int) -> bool:
        """Serve them again. Return whether they were blocked."""
        was_blocked = await self._store.blocks.remove(kind, id)
        await self.look(self._clock())
        return was_blocked

    async def maintain(self, *, on: bool) -> None:
        """Stop new tables from beginning, or allow them again."""
        await self._store.blocks.maintain(self._clock() if on else None)
        await self.look(self._clock())
