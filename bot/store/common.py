"""What a store does alike for tables and for tournaments: their alarms, postings and live messages."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Generic, Protocol, TypeVar

from sqlalchemy import Connection, Table

from bot.store import alarms, postings
from bot.store.rows import Alarm, MessageRef, OutboxMessage
from bot.store.tournament_rows import TournamentAlarm, TournamentMessage, TournamentOutboxMessage
from bot.store.writer import Writer

T = TypeVar("T")
Id = TypeVar("Id", bound=str)
A = TypeVar("A", bound=Alarm | TournamentAlarm)
P = TypeVar("P", bound=OutboxMessage | TournamentOutboxMessage)
M = TypeVar("M", bound=MessageRef | TournamentMessage)


class Read(Protocol):
    """Runs a query."""

    async def __call__(self, query: Callable[[Connection], T]) -> T:
        """What the query answers."""


class CommonStore(Generic[Id, A, P, M]):
    """The alarms, postings and live messages of a store; raises what `Store` raises."""

    _read: Read

    def __init__(
        self,
        writer: Writer,
        alarms: tuple[Table, type[A]],
        postings: tuple[Table, type[P]],
        messages: tuple[Table, type[M]],
    ) -> None:
        self._writer = writer
        self._alarms, self._alarm = alarms
        self._postings, self._posting = postings
        self._messages, self._message = messages

    async def due(self, now: datetime, limit: int = 100) -> tuple[A, ...]:
        """The alarms that are due, the oldest first."""
        return await self._read(partial(alarms.due, table=self._alarms, kind=self._alarm, now=now, limit=limit))

    async def delete_alarm(self, alarm: A) -> bool:
        """Delete this alarm unless it has been replaced or moved; answers whether it was there."""
        return await self._writer.run(partial(alarms.delete_alarm, table=self._alarms, alarm=alarm))

    async def unsent(self, limit: int = 100, of: Id | None = None) -> tuple[P, ...]:
        """The postings that Discord has not answered for, the oldest first; of one table or tournament, or of all."""
        work = partial(postings.unsent, table=self._postings, kind=self._posting, limit=limit, of=of)
        return await self._read(work)

    async def claim_posting(self, posting: P, process: str, now: datetime, *, gone: bool = False) -> P | None:
        """Note that this process is about to send it. `gone`: the one that tried it last has surely ended.

        Answers the posting as it is now; None where it is not for this process to send: it is done, gone, was
        tried since it was read, or is being tried by a process that lives.
        """
        table = self._postings
        work = partial(postings.claim_posting, table=table, posting=posting, process=process, now=now, gone=gone)
        return await self._writer.run(work)

    async def mark_sent(self, posting: P, message: int) -> None:
        """Note that it stands, as this message."""
        await self._writer.run(partial(postings.mark_sent, table=self._postings, posting=posting, message=message))

    async def drop_posting(self, posting: P) -> None:
        """Give it up: its channel is gone or closed to the bot."""
        await self._writer.run(partial(postings.drop_posting, table=self._postings, posting=posting))

    async def messages_of(self, of: Id) -> tuple[M, ...]:
        """Where the live messages of a table or tournament stand."""
        return await self._read(partial(postings.messages_of, table=self._messages, kind=self._message, of=of))

    async def message_of(self, of: Id, kind: str) -> M | None:
        """Where the live message of this kind stands."""
        return next((message for message in await self.messages_of(of) if message.kind == kind), None)

    async def set_message(self, message: M) -> None:
        """Note where it stands now, in place of an earlier one of its kind."""
        await self._writer.run(partial(postings.set_message, table=self._messages, message=message))

    async def delete_message(self, message: M) -> None:
        """Forget it, unless another has taken its place."""
        await self._writer.run(partial(postings.delete_message, table=self._messages, message=message))
