"""An open database, as repositories use it: many readers, one writer."""

from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from sqlalchemy import Connection

from bot.counts import CommitCounts
from bot.store.engine import Engine, ServerEngine
from bot.store.tally import TallyFile
from bot.store.writer import FAILURES, Writer, failed

T = TypeVar("T")


class Database:
    """An open database. Without a reading engine, the writer's one connection serves reads as well."""

    def __init__(
        self,
        writing: Engine,
        reading: Engine | None,
        batch: int,
        commits: CommitCounts | None = None,
        tally: TallyFile | None = None,
    ) -> None:
        self.writing = writing
        self._reading = reading
        self.writer = Writer(writing, batch, commits, tally)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Return the result of a query, which sees one moment of the database.

        Raises:
            StoreFailedError: the database refused or vanished.
            StoreClosedError: the store was closed first.
        """
        if self._reading is None:
            return await self.writer.submit(query)
        self.writer.check_open()
        try:
            return await self._reading.run(query)
        except FAILURES as error:
            raise failed(error) from error

    @property
    def tells(self) -> bool:
        """Return whether the database tells its processes of changes."""
        return isinstance(self.writing, ServerEngine)

    async def heard(self, channel: str) -> AsyncIterator[str]:
        """Yield an empty text once the database tells of that channel, then each notification, until it is lost.

        Raises:
            StoreFailedError: the database refused or vanished.
            StoreClosedError: the store was closed first.
        """
        assert isinstance(self.writing, ServerEngine)
        self.writer.check_open()
        try:
            async for told in self.writing.heard(channel):
                yield told
        except FAILURES as error:
            raise failed(error) from error

    @property
    def silence(self) -> str:
        """Return why the database may not answer, in one line for a log."""
        if self.writing.sync.dialect.name == "postgresql":
            return "the server does not answer"
        return "the file is locked by another process, or the disk does not answer"

    def stop(self) -> None:
        """Stop waiting for the database. Running transactions fail soon, and later ones at once."""
        self.writing.stop()
        if self._reading is not None:
            self._reading.stop()

    async def close(self) -> None:
        """Finish the running writes, refuse later ones, and close the database."""
        await self.writer.close()
        await self.writing.close()
        if self._reading is not None:
            await self._reading.close()
