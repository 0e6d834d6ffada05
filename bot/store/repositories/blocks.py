"""Whom a host does not serve, and whether anything new may begin."""

from datetime import datetime

from sqlalchemy import delete, select

from bot.store import schema
from bot.store.codec import columns, insert_missing, values
from bot.store.repositories.repository import Repository
from bot.store.rows.owner import Block, BlockKind

BLOCKED, PAUSE = schema.blocks.c, schema.pauses.c
MAINTENANCE = "maintenance"


class BlockRepository(Repository):
    """What the host has refused, for all processes."""

    async def all(self) -> tuple[Block, ...]:
        """Return everybody who is not served, the newest first."""
        return await self._all(Block, columns(schema.blocks, Block).order_by(BLOCKED.at.desc(), BLOCKED.id))

    async def add(self, block: Block) -> None:
        """Serve them no more."""
        await self._write(lambda connection: insert_missing(connection, schema.blocks, [values(block)]))

    async def remove(self, kind: BlockKind, id: int) -> bool:
        """Serve them again; answers whether they were not served."""
        return await self._execute(delete(schema.blocks).where(BLOCKED.kind == kind, BLOCKED.id == id)) == 1

    async def maintained_since(self) -> datetime | None:
        """Since when nothing new begins; None: it may."""
        found: datetime | None = await self._scalar(select(PAUSE.since).where(PAUSE.name == MAINTENANCE))
        return found

    async def maintain(self, since: datetime | None) -> None:
        """Let nothing new begin from now on; None: let it."""
        if since is None:
            await self._execute(delete(schema.pauses).where(PAUSE.name == MAINTENANCE))
            return
        row = {"name": MAINTENANCE, "since": since}
        await self._write(lambda connection: insert_missing(connection, schema.pauses, [row]))
