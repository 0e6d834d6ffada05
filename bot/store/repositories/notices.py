"""The host's announcements to all servers, and their posts."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select

from bot.store import schema
from bot.store.codec import columns, insert_all, insert_missing, values
from bot.store.repositories.outbox import OutboxRepository
from bot.store.rows.alarms import ALL_SHARDS, Shards
from bot.store.rows.outbox import OutboxMessage
from bot.store.rows.owner import Notice

POST, SERVER, NOTICE = schema.notice_posts.c, schema.servers.c, schema.notices.c
KIND = "notice"
NEWS = timedelta(days=3)
"""The time for which an announcement is delivered to servers that choose a channel later."""


class NoticeRepository(OutboxRepository[str]):
    """The announcements and their posts; `of` is the server's id as text, `number` that of the announcement."""

    async def say(self, words: str, now: datetime) -> Notice:
        """Store a new announcement for all servers."""

        def say(connection: Connection) -> Notice:
            last = connection.execute(select(func.max(NOTICE.number))).scalar()
            notice = Notice((last or 0) + 1, words, now)
            insert_all(connection, schema.notices, [values(notice)])
            return notice

        return await self._write(say)

    async def places(self) -> int:
        """Return the number of servers that have chosen a channel for announcements."""
        return await self._count(
            select(func.count()).select_from(schema.servers).where(SERVER.news_channel.is_not(None))
        )

    async def due(self, now: datetime, shards: Shards = ALL_SHARDS) -> list[tuple[Notice, OutboxMessage[str]]]:
        """Return the announcements that servers on these shards have not got yet, each in its chosen channel."""
        news = await self._all(Notice, columns(schema.notices, Notice).where(NOTICE.at > now - NEWS))
        if not news:
            return []
        here = SERVER.news_channel.is_not(None), schema.on_shards(SERVER.guild, shards)
        chosen = await self._rows(select(SERVER.guild, SERVER.news_channel).where(*here).order_by(SERVER.guild))
        numbers = [notice.number for notice in news]
        stored: tuple[OutboxMessage[str], ...] = await self._all(
            OutboxMessage, columns(schema.notice_posts, OutboxMessage).where(POST.number.in_(numbers))
        )
        known = {(post.of, post.number): post for post in stored}
        wanted = [
            (notice, OutboxMessage(str(guild), KIND, notice.number, channel, now))
            for notice in news
            for guild, channel in chosen
        ]
        missing = [post for _, post in wanted if (post.of, post.number) not in known]
        if missing:
            await self._write(lambda connection: insert_missing(connection, schema.notice_posts, map(values, missing)))
        found = [(notice, known.get((post.of, post.number), post)) for notice, post in wanted]
        return [(notice, post) for notice, post in found if not post.done]
