"""Blocks of people and servers, and the pause of the whole bot."""

from datetime import datetime

from sqlalchemy import delete, select

from bot.codes import BlockKind
from bot.store import schema
from bot.store.codec import columns, insert_missing, values
from bot.store.repositories.repository import Repository
from bot.store.rows.owner import Block

BLOCKED, PAUSE = schema.blocks.c, schema.pauses.c
MAINTENANCE = "maintenance"


class BlockRepository(Repository):
    """The host's blocks, for all processes."""

    async def all(self) -> tuple[Block, ...]:
        """Return all blocks, the newest first."""
        return await self._all(Block, columns(schema.blocks, Block).order_by(BLOCKED.at.desc(), BLOCKED.id))

    async def add(self, block: Block) -> None:
        """Add a block."""
        await self._write(lambda connection: insert_missing(connection, schema.blocks, [values(block)]))

    async def remove(self, kind: BlockKind, id: int) -> bool:
        """Remove a block. Return whether there was one."""
        return await self._execute(delete(schema.blocks).where(BLOCKED.kind == kind, BLOCKED.id == id)) == 1

    async def maintained_since(self) -> datetime | None:
        """Return the start of the maintenance in which nothing new begins. Return None if there is none."""
        found: datetime | None = await self._scalar(select(PAUSE.since).where(PAUSE.name == MAINTENANCE))
        return found

    async def maintain(self, since: datetime | None) -> None:
        """Start the maintenance, or end it with None."""
        if since is None:
            await self._execute(delete(schema.pauses).where(PAUSE.name == MAINTENANCE))
            return
        row = {"name": MAINTENANCE, "since": since}
        await self._write(lambda connection: insert_missing(connection, schema.pauses, [row]))
