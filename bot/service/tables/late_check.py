"""A check before a table is shown late: another process may have changed it meanwhile."""

from bot.service.errors import CorruptError, ServiceError
from bot.service.leases.leases import Leases, LeaseState
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.store.errors import StoreError


class LateCheck:
    """Reads a table again before it is shown late."""

    def __init__(self, tables: Tables, leases: Leases) -> None:
        self._tables = tables
        self._leases = leases

    def is_ours(self, state: TableState) -> bool:
        """Return whether this process answers for the server of that table."""
        return self._leases.answering(state.row.guild) is not LeaseState.NOT_HELD

    async def of(self, shown: TableState) -> TableState | None:
        """Return the newest state of a table that is about to be shown late. Return None if another process shows
        it.
        """
        try:
            look = self._tables.cached if self._leases.is_alone else self._tables.find
            found = await look(shown.id)
        except StoreError:
            return shown  # showing it needs the database too, so it will be tried again
        except (ServiceError, CorruptError):
            return None
        if found.row.version <= shown.row.version:
            return shown
        # Players may act in direct messages, which may be answered by another process than their server. If nobody has
        # played since, this process alone shows the table.
        return found if self.is_ours(found) or found.lines == shown.lines else None
