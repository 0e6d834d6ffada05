"""Tables and tournaments in memory, changed one at a time; each change is guarded by the version it builds on.

What is kept is nearly always right. A commit is refused where another process was faster, and before anybody is told
"no", the database is asked whether that is still so.
"""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from bot.rummy.errors import RummyError
from bot.service.errors import Problem, ServiceError
from bot.service.recent import Recent
from bot.service.state import TableState
from bot.service.tournaments.state import TournamentState
from bot.store.errors import CannotCoverError, StaleError

TRIES = 8
"""How often a change is drafted anew when another process was faster."""

Id = TypeVar("Id", bound=str)
Kept = TypeVar("Kept", bound=TableState | TournamentState)
Drafted = TypeVar("Drafted")


class VersionedCache(Generic[Id, Kept, Drafted]):
    """Looks them up, and changes them one at a time. Where they are stored, says whoever derives from it."""

    def __init__(self, most: int) -> None:
        self._kept: Recent[Id, Kept] = Recent(most)
        self._locks: WeakValueDictionary[Id, asyncio.Lock] = WeakValueDictionary()

    async def _version(self, id: Id) -> int | None:
        """Which version is stored; None where there is none of this name."""
        raise NotImplementedError

    async def _load(self, id: Id) -> Kept:
        """What is stored.

        Raises:
            ServiceError: there is none.
            CorruptTableError: what is stored cannot be read.
        """
        raise NotImplementedError

    async def _commit(self, before: Kept | None, draft: Drafted) -> Kept:
        """Write a new version, keep it, then tell the announcer.

        Raises:
            StaleError: another commit came first.
            CannotCoverError: somebody has too few chips.
        """
        raise NotImplementedError

    async def find(self, id: Id) -> Kept:
        """The table or tournament of that id, as it stands in the database.

        Raises:
            As `_load`.
        """
        kept = self._kept.get(id)
        if kept is not None and await self._is_current(id, kept):
            if id in self._kept:  # it may have been forgotten meanwhile
                self._kept.move_to_end(id)
            return kept
        found = self._kept[id] = await self._load(id)
        return found

    async def _is_current(self, id: Id, kept: Kept) -> bool:
        """Whether no other process has changed it; if one has, it is not kept any longer."""
        current = await self._version(id) == kept.row.version
        if not current:
            self._kept.pop(id, None)
        return current

    def forget(self) -> None:
        """Read everything anew: deadlines were moved, which makes no new version."""
        self._kept.clear()

    def _lock(self, id: Id) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    async def open(self, draft: Drafted) -> Kept:
        """Commit a new one.

        Raises:
            As `_commit`.
        """
        return await self._commit(None, draft)

    async def change(self, id: Id, draft: Callable[[Kept], Drafted | None]) -> Kept:
        """Commit what `draft` makes of it, and tell the announcer; None changes nothing.

        `draft` may be called again when another process was faster.

        Raises:
            ServiceError, RummyError: as raised by `draft`; or somebody has too few chips, or too much goes on.
        """
        async with self._lock(id):
            for _ in range(TRIES):
                before = self._kept.get(id) or await self.find(id)
                try:
                    drafted = draft(before)
                except (ServiceError, RummyError):
                    if await self._is_current(id, before):
                        raise
                    continue
                if drafted is None:
                    if await self._is_current(id, before):
                        return before
                    continue
                try:
                    return await self._commit(before, drafted)
                except StaleError:
                    self._kept.pop(id, None)
                except CannotCoverError:
                    raise ServiceError(Problem.CANNOT_COVER) from None
        raise ServiceError(Problem.BUSY)
