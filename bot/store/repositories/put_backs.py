"""The copies to which the database was put back."""

from datetime import datetime

from sqlalchemy import delete, update

from bot.store import schema, tally
from bot.store.codec import columns
from bot.store.repositories.repository import Repository
from bot.store.rows.put_backs import PutBack

PUT_BACK = schema.put_backs.c
UNSETTLED = PUT_BACK.settled_at.is_(None)


class PutBackRepository(Repository):
    """The copies to which the database was put back. The bot settles the newest one at its next start."""

    async def note(self, put_back: PutBack) -> None:
        """Record that the database was put back."""
        await self._write(lambda connection: tally.note(connection, put_back))

    async def last_moment(self) -> datetime:
        """Return the last moment that the database knows."""
        return await self._read(tally.last_moment)

    async def newest(self) -> PutBack | None:
        """Return the newest one. Return None if there is none."""
        query = columns(schema.put_backs, PutBack).order_by(PUT_BACK.noted_at.desc()).limit(1)
        found = await self._all(PutBack, query)
        return found[0] if found else None

    async def settle(self, now: datetime) -> None:
        """Record that what could not go on has ended."""
        await self._execute(update(schema.put_backs).where(UNSETTLED).values(settled_at=now))

    async def accept(self) -> bool:
        """Forget one that is not settled: all goes on as it stands. Return whether there was one."""
        return await self._execute(delete(schema.put_backs).where(UNSETTLED)) > 0
