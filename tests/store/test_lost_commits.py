"""A connection to PostgreSQL that breaks while a commit is on its way: the work is done once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, insert, make_url, select, update

from bot.store import engine, schema
from bot.store.errors import DatabaseAwayError, OutcomeUnknownError
from bot.store.store import Store

NOW = datetime(2026, 11, 24, tzinfo=UTC)


class Wire:
    """Passes data between a client and a server, and can cut the line around the next COMMIT."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.cut: str | None = None
        """`before` or `after` the server has done it, or `dead`: after it, and for all later connections too."""
        self.is_dead = False
        self.cuts = 0

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_dead:
            writer.transport.abort()
            return
        answers, server = await asyncio.open_unix_connection(self.path)
        back = asyncio.create_task(self._pass(answers, writer))
        try:
            while data := await reader.read(1 << 16):
                if self.cut and b"COMMIT" in data:
                    back.cancel()
                    await asyncio.wait([back])
                    if self.cut != "before":
                        server.write(data)
                        await answers.read(1 << 16)
                    self.is_dead = self.cut == "dead"
                    self.cut, self.cuts = None, self.cuts + 1
                    return
                server.write(data)
        finally:
            back.cancel()
            writer.transport.abort()
            server.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            writer.write(data)
        writer.close()


@asynccontextmanager
async def laid(address: str) -> AsyncIterator[tuple[str, Wire]]:
    """Yield such a wire to a server, and the address at its near end."""
    url = make_url(address)
    wire = Wire(f"{url.query['host']}/.s.PGSQL.{url.query.get('port', 5432)}")
    async with await asyncio.start_server(wire.connect, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        yield url.set(host="127.0.0.1", port=port, query={}).render_as_string(hide_password=False), wire


@asynccontextmanager
async def over(address: str) -> AsyncIterator[tuple[Store, Wire]]:
    """A store that reaches its server over such a wire."""
    async with laid(address) as (reached, wire):
        store = await Store.open(reached)
        try:
            yield store, wire
        finally:
            await store.close()


def more(connection: Connection) -> str:
    """Add one each time it is called, without any protection against a second time."""
    count = connection.scalar(select(schema.notices.c.words))
    if count is None:
        connection.execute(insert(schema.notices).values(number=1, words="1", at=NOW))
        return "1"
    connection.execute(update(schema.notices).values(words=str(int(count) + 1)))
    return str(int(count) + 1)


async def stored(store: Store) -> str | None:
    text: str | None = await store.database.read(lambda connection: connection.scalar(select(schema.notices.c.words)))
    return text


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_work_whose_commit_breaks_off_is_done_once(postgresql: str, cut: str) -> None:
    async with over(postgresql) as (store, wire):
        assert await store.database.writer.submit(more) == "1"
        wire.cut = cut
        assert await store.database.writer.submit(more) == "2"
        assert wire.cuts == 1
        assert await stored(store) == "2"


async def test_nobody_is_told_what_nobody_knows(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is lost for longer than anybody waits: the work is not tried again."""
    monkeypatch.setattr(engine, "FATE_SECONDS", 0.5)
    async with over(postgresql) as (store, wire):
        assert await store.database.writer.submit(more) == "1"
        wire.cut = "dead"
        with pytest.raises(OutcomeUnknownError):
            await store.database.writer.submit(more)
        wire.is_dead = False
        assert await stored(store) == "2"
        assert await store.database.writer.submit(more) == "3"


async def test_an_upgrade_of_which_nobody_knows_is_tried_again(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "FATE_SECONDS", 0.5)
    async with laid(postgresql) as (reached, wire):
        wire.cut = "dead"
        with pytest.raises(DatabaseAwayError, match="was lost while it committed"):
            await Store.open(reached)
        wire.is_dead = False
        await (await Store.open(reached)).close()
