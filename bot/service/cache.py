"""Tables and tournaments in memory, changed one at a time; each change is guarded by the version it builds on.

The copies are nearly always right. A commit is refused if another process was faster. Before a person is told "no", the
database is asked again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar, cast
from weakref import WeakValueDictionary

import structlog

from bot.codes import Problem
from bot.error_fields import error_fields
from bot.rummy.errors import IllegalAction, RummyError
from bot.service.errors import CorruptError, QuotaUsedError, ServiceError
from bot.service.lru import LruDict
from bot.store.errors import UNREADABLE, CannotCoverError, QuotaError, StaleError
from bot.store.repositories.subjects import SubjectRepository
from bot.store.rows import Id
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.subjects import Change, Effects, EntropyLine, QuotaKind, Stored, SubjectRow

log = structlog.get_logger()

TRIES = 8
"""The number of times that a change is drafted again while other processes are faster."""


@dataclass(frozen=True)
class State(Generic[Id, SubjectRow]):
    """A table or tournament as it stands after a change."""

    row: SubjectRow
    _: KW_ONLY
    alarms: tuple[Alarm[Id], ...] = ()
    entropy: tuple[EntropyLine, ...] = ()

    @property
    def id(self) -> Id:
        return cast(Id, self.row.id)

    def alarm(self, kind: AlarmKind) -> Alarm[Id] | None:
        """Return the deadline of that kind."""
        return next((alarm for alarm in self.alarms if alarm.kind is kind), None)

    def line(self, kind: str, user: int, interaction: int, word: str | None = None) -> EntropyLine | None:
        """Return the line of entropy that a press adds. Return None if the press was delivered before."""
        if any((line.kind, line.user, line.interaction) == (kind, user, interaction) for line in self.entropy):
            return None
        return EntropyLine(len(self.entropy), kind, user, interaction, word)


S = TypeVar("S", bound=State[Any, Any])

QUOTAS: Mapping[QuotaKind, Problem] = {
    QuotaKind.LOBBIES: Problem.TOO_MANY_LOBBIES,
    QuotaKind.RUNNING: Problem.TOO_MANY_RUNNING,
    QuotaKind.ALONE: Problem.TOO_MANY_ALONE,
    QuotaKind.TABLES: Problem.TOO_MANY_TABLES,
    QuotaKind.TOURNAMENTS: Problem.TOO_MANY_TOURNAMENTS,
}


@dataclass(frozen=True, slots=True)
class Draft(Generic[S]):
    """A table or tournament as a change leaves it, before the commit."""

    after: S
    effects: Effects[Any] = field(default_factory=Effects)
    is_silent: bool = False
    """Whether the change is not announced, because people see nothing of it."""


class VersionedCache(Generic[Id, SubjectRow, S]):
    """Looks up tables or tournaments, and changes them one at a time. Subclasses derive and announce."""

    missing: ClassVar[Problem]
    """The problem of an id under which nothing is stored."""

    def __init__(
        self,
        repository: SubjectRepository[Id, SubjectRow],
        restored: Callable[[Stored[Id, SubjectRow]], S],
        clock: Callable[[], datetime],
        most: int,
    ) -> None:
        """Keep up to `most` states. `restored` raises a `CorruptError` if a stored row cannot be read."""
        self._repository = repository
        self._restored = restored
        self._clock = clock
        self._kept: LruDict[Id, S] = LruDict(most)
        self._locks: WeakValueDictionary[Id, asyncio.Lock] = WeakValueDictionary()

    def _derived(self, before: S | None, after: S) -> dict[str, Any]:
        """Return the columns of the row that follow from the rest of the state."""
        raise NotImplementedError

    def _announce(self, state: S) -> None:
        """Tell the listeners about the change, after the commit."""
        raise NotImplementedError

    async def _stored(self, id: Id) -> Stored[Id, SubjectRow]:
        """Return the row stored under that id.

        Raises:
            ServiceError: there is none.
            CorruptError: it holds an unknown value. A newer version may have written it.
        """
        try:
            stored = await self._repository.load(id)
        except UNREADABLE as error:
            raise CorruptError(f"{self._repository.name} {id}", error) from error
        if stored is None:
            raise ServiceError(self.missing)
        return stored

    async def find(self, id: Id) -> S:
        """Return the table or tournament of that id, as it stands in the database.

        Raises:
            ServiceError: there is none.
            CorruptError: what is stored cannot be read.
        """
        kept = self._kept.get(id)
        if kept is not None and await self._is_current(id, kept):
            if id in self._kept:  # it may have been forgotten meanwhile
                self._kept.move_to_end(id)
            return kept
        state = self._kept[id] = self._restored(await self._stored(id))
        return state

    def _readable(self, rows: Iterable[Stored[Id, SubjectRow]]) -> tuple[S, ...]:
        """Return the states of these rows. Leave out and log those that cannot be read."""
        states: list[S] = []
        for stored in rows:
            try:
                states.append(self._restored(stored))
            except CorruptError as error:
                log.error("row unreadable", table=self._repository.name, key=stored.row.id, **error_fields(error))
        return tuple(states)

    async def cached(self, id: Id) -> S:
        """Return the state that this process saw last. Ask the database only if none is kept here.

        Another process may have changed it since.

        Raises:
            Any error of `find`.
        """
        return self._kept.get(id) or await self.find(id)

    async def _is_current(self, id: Id, kept: S) -> bool:
        """Return whether the kept state is the newest one. Forget it if another process has changed it."""
        current: bool = await self._repository.version(id) == kept.row.version
        if not current:
            self._kept.pop(id, None)
        return current

    def forget(self) -> None:
        """Forget all states, so that they are read again. Many of them have changed."""
        self._kept.clear()

    def _lock(self, id: Id) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    async def open(self, draft: Draft[S]) -> S:
        """Commit a new table or tournament.

        Raises:
            StaleError: there is one of that id already.
            CannotCoverError: a player has too few chips.
            QuotaUsedError: the limit of open ones is reached.
        """
        return await self._commit(None, draft)

    async def change(self, id: Id, draft: Callable[[S], Draft[S] | None]) -> S:
        """Commit the draft that `draft` makes of the newest state, and announce it. Change nothing if it returns None.

        `draft` is called again if another process was faster.

        Raises:
            ServiceError, RummyError: as raised by `draft`; or a player has too few chips, or the system is busy.
        """
        async with self._lock(id):
            for _ in range(TRIES):
                before = await self.cached(id)
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

    async def finish(self, alarm: Alarm[Id], work: Callable[[Alarm[Id]], Awaitable[None]]) -> None:
        """Carry out a deadline, then delete it. A second call does nothing more.

        Raises:
            ServiceError: the system is busy.
        """
        try:
            await work(alarm)
        except (ServiceError, IllegalAction) as error:
            # It went on, ended or never existed, so nothing is left to do.
            if isinstance(error, ServiceError) and error.problem in (Problem.BUSY, Problem.MAINTENANCE):
                raise
        await self._repository.delete_alarm(alarm)

    async def _commit(self, before: S | None, draft: Draft[S]) -> S:
        """Write a new version, keep it, then tell the announcer.

        Raises:
            QuotaUsedError: the limit of open ones is reached.
        """
        after, version = draft.after, before.row.version + 1 if before else 1
        row = replace(after.row, **{"version": version, "changed_at": self._clock(), **self._derived(before, after)})
        try:
            await self._repository.commit(Change(row, draft.effects, after.alarms))
        except QuotaError as error:
            raise QuotaUsedError(QUOTAS[error.quota.kind], error.quota.of, error.quota.most) from None
        state = self._kept[row.id] = replace(after, row=row, entropy=after.entropy + draft.effects.entropy)
        if not draft.is_silent:
            self._announce(state)
        return state
