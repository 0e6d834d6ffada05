"""The one writer: jobs that wait during a transaction are written together by the next."""

import asyncio
import logging
import re
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from bot.counts import CommitCounts
from bot.store.engine import Engine
from bot.store.errors import OutcomeUnknownError, StoreClosedError, StoreError, StoreFailedError
from bot.store.ledger_transaction import LedgerTransaction
from bot.store.rows.ledger import Movement
from bot.store.rows.put_backs import TableTally
from bot.store.rows.subjects import Change
from bot.store.tally import TallyFile, counted

T = TypeVar("T")

log = logging.getLogger(__name__)

FAILURES = (SQLAlchemyError, OSError, sqlite3.Error)
"""The errors of a database that refuses or vanishes. SQLite raises the last one when it cannot begin a transaction."""


_VALUES = re.compile(r"""(?<=query argument )\$\d+: .*|"[^"]*"|'[^']*'""")
"""The values of a statement that a driver may repeat in an error."""


def failed(error: BaseException) -> StoreFailedError:
    """Return the first line of a driver's error, without quotations, which may be part of a table's data."""
    cause = getattr(error, "orig", None) or error
    line = next(iter(str(cause).splitlines()), type(cause).__name__)
    told = StoreFailedError(_VALUES.sub("…", line))
    told.__cause__ = error
    return told


class Target(Protocol):
    """A target of changes: the repository of tables, or of tournaments."""

    @property
    def name(self) -> str:
        """Return the name of the target among those of a writer."""

    def enter(
        self, connection: Connection, changes: Sequence[Any], books: LedgerTransaction
    ) -> list[StoreError | None]:
        """Write these changes. Return the refusal of each, or None."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A change and its target."""

    target: Target
    change: Change[Any, Any]


Task = Commit | Movement | Callable[[Connection], T]


@dataclass(frozen=True, slots=True, eq=False)
class WriteJob(Generic[T]):
    """A commit, a movement, or a function of the connection, and the future of its result."""

    task: Task[T]
    answer: asyncio.Future[T]


class Writer:
    """A runner of jobs in the order given, many to a transaction, each all or nothing.

    While one transaction runs, further jobs wait, at most `limit` for each next one. So they share the wait for the
    disk or the server, and the statements. Work for which nobody waits joins the next transaction.
    """

    def __init__(
        self, engine: Engine, limit: int, counts: CommitCounts | None = None, tally: TallyFile | None = None
    ) -> None:
        """`tally`: the file that tells the starts, deals and ends of tables in the database; None if there is none."""
        self._engine = engine
        self._tally = tally
        self._limit = limit
        self._counts = counts or CommitCounts()
        self._waiting: deque[WriteJob[Any]] = deque()
        self._joining: deque[WriteJob[Any]] = deque()
        self._running: asyncio.Task[None] | None = None
        self._closed = False

    async def submit(self, task: Task[T]) -> T:
        """Return the result of a task, once that is committed.

        The result of a function is its return value; it may be called twice. The result of a movement is whether it was
        written, which it is unless the books hold it already.

        Raises:
            StaleError: a change builds on a version that does not exist.
            CannotCoverError: an account has too few chips for a change or a movement.
            RepeatedMovementError: a change moves chips that have been moved already.
            StoreFailedError: the database refused or vanished.
            StoreClosedError: the store was closed first.
        """
        self.check_open()
        job: WriteJob[T] = WriteJob(task, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._running is None:
            self._running = asyncio.create_task(self._drain(), name="store writer")
        return await job.answer

    def join(self, work: Callable[[Connection], object]) -> None:
        """Do that work with the next transaction, or when the store is closed. It is lost if the process is killed.

        Raises:
            StoreClosedError: the store was closed first.
        """
        self.check_open()
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(_report)
        self._joining.append(WriteJob(work, answer))

    @property
    def waiting(self) -> int:
        """Return the number of jobs that wait for the next transaction."""
        return len(self._waiting)

    def check_open(self) -> None:
        """Check that the store is open.

        Raises:
            StoreClosedError: `close` was called.
        """
        if self._closed:
            raise StoreClosedError("the store is closed")

    async def close(self) -> None:
        """Refuse new jobs, and finish those that wait."""
        self._closed = True
        self._waiting.extend(self._joining)
        self._joining.clear()
        if self._waiting and self._running is None:
            self._running = asyncio.create_task(self._drain(), name="store writer")
        if self._running is not None:
            await asyncio.wait([self._running])
        if self._tally is not None:
            await self._tally.close()

    async def _drain(self) -> None:
        jobs: list[WriteJob[Any]] = []
        try:
            while jobs := self._next():
                await self._write(jobs)
        finally:
            self._running = None
            for job in [*jobs, *self._waiting]:  # some are left only if this task was killed
                _settle(job, StoreClosedError("the writer was stopped"))
            self._waiting.clear()

    def _next(self) -> list[WriteJob[Any]]:
        """Return the next batch, without those whose caller no longer waits."""
        jobs: list[WriteJob[Any]] = []
        while self._waiting and len(jobs) < self._limit:
            job = self._waiting.popleft()
            if not job.answer.cancelled():
                jobs.append(job)
        while jobs and self._joining and len(jobs) < self._limit:
            jobs.append(self._joining.popleft())
        return jobs

    async def _write(self, jobs: list[WriteJob[Any]]) -> None:
        try:
            outcomes = await self._transact(jobs)
        except OutcomeUnknownError as error:  # a second try might do it twice
            log.warning("Nobody knows whether a transaction of %d was written: %s", len(jobs), error)
            outcomes = [error] * len(jobs)
        except Exception as error:
            # One of them may be at fault, or there was a deadlock or a lost connection: a second try gets over those.
            log.warning("A transaction of %d failed, now one by one: %s", len(jobs), _cause(error))
            outcomes = [await self._alone(job) for job in jobs]
        for job, outcome in zip(jobs, outcomes, strict=True):
            _settle(job, outcome)

    async def _alone(self, job: WriteJob[Any]) -> Any:
        try:
            try:
                return (await self._transact([job]))[0]
            except IntegrityError:
                # Another process has opened the same table in between. It is read now, and makes this one stale.
                return (await self._transact([job]))[0]
        except FAILURES as error:
            return failed(error)
        except Exception as error:  # a fault in the caller's work
            return error

    async def _transact(self, jobs: Sequence[WriteJob[Any]]) -> list[Any]:
        began = time.perf_counter()
        try:
            outcomes, tally = await self._engine.run(
                lambda connection: _perform(connection, jobs, counts=self._tally is not None)
            )
        except (*FAILURES, OutcomeUnknownError):
            self._counts.failed.add()
            raise
        self._counts.seconds.note(time.perf_counter() - began)
        self._counts.changes.note(len(jobs))
        if self._tally is not None and tally is not None:
            self._tally.note(tally)
        return outcomes


def _report(answer: asyncio.Future[object]) -> None:
    """Log the failure of work for which nobody waits."""
    if not answer.cancelled() and (error := answer.exception()) is not None:
        log.warning("What had joined a transaction was not written: %s", error)


def _cause(error: Exception) -> str:
    """Return a line about an error that is fit for the log."""
    return str(failed(error)) if isinstance(error, FAILURES) else type(error).__name__


def _perform(
    connection: Connection, jobs: Sequence[WriteJob[Any]], *, counts: bool
) -> tuple[list[Any], TableTally | None]:
    """Return the outcome of each job, changes first, then movements. An exception is an outcome as well.

    Return also the new tally, if the database `counts` and it grew.
    """
    tasks: list[Any] = [job.task for job in jobs]
    commits = {number: task for number, task in enumerate(tasks) if isinstance(task, Commit)}
    movements = {number: task for number, task in enumerate(tasks) if isinstance(task, Movement)}
    moved = (movement for commit in commits.values() for movement in commit.change.effects.movements)
    books = LedgerTransaction(connection, [*moved, *movements.values()])
    outcomes: dict[int, Any] = {}
    # They are locked in the order of their names, so that two processes cannot cause a deadlock.
    for target in sorted({commit.target for commit in commits.values()}, key=lambda target: target.name):
        changes = {number: commit.change for number, commit in commits.items() if commit.target is target}
        outcomes |= zip(changes, target.enter(connection, list(changes.values()), books), strict=True)
    outcomes |= {number: books.pay(movement) for number, movement in movements.items()}
    books.write()
    done = (commit.change for number, commit in commits.items() if outcomes[number] is None)
    tally = counted(connection, done) if counts else None
    return [outcomes[number] if number in outcomes else task(connection) for number, task in enumerate(tasks)], tally


def _settle(job: WriteJob[Any], outcome: object) -> None:
    if job.answer.done():  # its caller was cancelled
        return
    if isinstance(outcome, Exception):
        job.answer.set_exception(outcome)
    else:
        job.answer.set_result(outcome)
