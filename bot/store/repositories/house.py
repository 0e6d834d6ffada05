"""The rule sets that the staff of servers have made."""

from datetime import datetime

from sqlalchemy import Connection, delete, select, update

from bot.codes import Problem
from bot.rummy.ids import folded
from bot.store import schema
from bot.store.codec import columns, insert_all, values
from bot.store.repositories.repository import Repository
from bot.store.rows.house import HouseRow

HOUSE = schema.house_rules.c
REMOVED_KEPT = 100
"""The removed rule sets that are kept of a server."""


class HouseRepository(Repository):
    """The rule sets of all servers."""

    async def of(self, guild: int) -> tuple[HouseRow, ...]:
        """Return the rule sets of a server, by name, with those that were removed."""
        query = columns(schema.house_rules, HouseRow).where(HOUSE.guild == guild)
        return await self._all(HouseRow, query.order_by(HOUSE.name, HOUSE.id))

    async def add(self, row: HouseRow, most: int) -> Problem | None:
        """Add a rule set. Return why that cannot be: the server has as many as it may, or one of the same name."""

        def work(connection: Connection) -> Problem | None:
            own = HOUSE.guild == row.guild
            names = connection.execute(select(HOUSE.name).where(own, HOUSE.removed_at.is_(None))).scalars().all()
            if len(names) >= most:
                return Problem.MANY_HOUSE_RULES
            if folded(row.name) in map(folded, names):
                return Problem.RULES_NAME_TAKEN
            insert_all(connection, schema.house_rules, [values(row)])
            removed = select(HOUSE.id).where(own, HOUSE.removed_at.is_not(None)).order_by(HOUSE.removed_at.desc())
            old = connection.execute(removed.offset(REMOVED_KEPT)).scalars().all()
            connection.execute(delete(schema.house_rules).where(HOUSE.id.in_(old)))
            return None

        return await self._write(work)

    async def remove(self, guild: int, id: str, now: datetime) -> bool:
        """Remove a rule set of a server. Return whether there was one."""
        there = update(schema.house_rules).where(HOUSE.guild == guild, HOUSE.id == id, HOUSE.removed_at.is_(None))
        return await self._execute(there.values(removed_at=now)) == 1
