"""Keys and sessions of the page in a browser."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, func, select, update

from bot.rummy.ids import PlayerId, TableId
from bot.store import schema
from bot.store.codec import columns, insert_all, values
from bot.store.repositories.repository import Repository
from bot.store.rows.web import WebKey, WebSession

KEY, SESSION = schema.web_keys.c, schema.web_sessions.c


class WebRepository(Repository):
    """The keys and sessions of all people."""

    async def add_key(self, key: WebKey, most: int, within: timedelta) -> bool:
        """Store a key. Return False if the person has made `most` keys within that time.

        Keys that are older are deleted.
        """

        def add(connection: Connection) -> bool:
            connection.execute(delete(schema.web_keys).where(KEY.made_at <= key.made_at - within))
            made = select(func.count()).select_from(schema.web_keys).where(KEY.player == key.player)
            if connection.execute(made).scalar_one() >= most:
                return False
            insert_all(connection, schema.web_keys, [values(key)])
            return True

        return await self._write(add)

    async def key(self, hash: bytes, since: datetime) -> WebKey | None:
        """Return the key of that hash, if it was made after that time."""
        found = await self._all(WebKey, columns(schema.web_keys, WebKey).where(KEY.hash == hash, KEY.made_at > since))
        return found[0] if found else None

    async def use_key(self, hash: bytes, since: datetime, session: WebSession, unused_since: datetime) -> bool:
        """Delete the key of that hash and store a session in its place. Return False if there is no key any more.

        Sessions that nobody has used since `unused_since` are deleted.
        """

        def use(connection: Connection) -> bool:
            gone = delete(schema.web_keys).where(KEY.hash == hash, KEY.made_at > since)
            if connection.execute(gone).rowcount != 1:
                return False
            connection.execute(delete(schema.web_sessions).where(SESSION.used_at <= unused_since))
            insert_all(connection, schema.web_sessions, [values(session)])
            return True

        return await self._write(use)

    async def session(self, number: int) -> WebSession | None:
        """Return the session of that number."""
        found = await self._all(WebSession, columns(schema.web_sessions, WebSession).where(SESSION.number == number))
        return found[0] if found else None

    async def note_use(self, number: int, now: datetime) -> None:
        """Note that a session is used now."""
        await self._execute(update(schema.web_sessions).where(SESSION.number == number).values(used_at=now))

    async def note_looks(self, looks: Mapping[int, TableId], until: datetime) -> None:
        """Note at which table a visible page of each session shows, and until when that holds."""
        rows = [{"of": number, "looks_at": table, "visible_until": until} for number, table in looks.items()]
        if rows:
            noted = update(schema.web_sessions).where(SESSION.number == bindparam("of"))
            await self._write(lambda connection: connection.execute(noted, rows).rowcount)

    async def looks_at(self, player: PlayerId, table: TableId, now: datetime) -> bool:
        """Return whether that person looks at that table on a page of any process."""
        look = (SESSION.player == player) & (SESSION.looks_at == table) & (SESSION.visible_until > now)
        return bool(await self._count(select(func.count()).select_from(schema.web_sessions).where(look)))

    async def end(self, player: PlayerId) -> int:
        """Delete all sessions and keys of a person. Return the number of sessions."""
        return await self._write(lambda connection: erase(connection, player)[0])


def erase(connection: Connection, player: PlayerId) -> tuple[int, int]:
    """Delete all sessions and keys of a person. Return the number of each."""
    sessions = delete(schema.web_sessions).where(SESSION.player == player)
    keys = delete(schema.web_keys).where(KEY.player == player)
    return connection.execute(sessions).rowcount, connection.execute(keys).rowcount
