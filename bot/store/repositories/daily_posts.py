"""Posts of the deal of the day, by server."""

from dataclasses import replace
from datetime import date, datetime

from sqlalchemy import delete, select

from bot.store import schema
from bot.store.codec import columns, insert_missing, values
from bot.store.repositories.outbox import OutboxRepository
from bot.store.rows.alarms import ALL_SHARDS, Shards
from bot.store.rows.outbox import OutboxMessage

POST, SERVER = schema.daily_posts.c, schema.servers.c
KIND = "daily"
KEPT_DAYS = 7
"""Days for which records of posts are kept, so that a clock set back posts nothing twice."""


class DailyPostRepository(OutboxRepository[str]):
    """The posts of the deals of the day; `of` is the server's id as text, `number` counts the days."""

    async def due(self, day: date, now: datetime, shards: Shards = ALL_SHARDS) -> tuple[OutboxMessage[str], ...]:
        """Return the posts of that day that are missing on these shards, each in the channel that the server's staff
        have chosen.

        Records of posts of much earlier days are deleted: nobody waits for those.
        """
        number = day.toordinal()
        here = SERVER.daily_channel.is_not(None), schema.on_shards(SERVER.guild, shards)
        chosen = await self._rows(select(SERVER.guild, SERVER.daily_channel).where(*here).order_by(SERVER.guild))
        query = columns(schema.daily_posts, OutboxMessage).where(POST.number == number)
        stored: tuple[OutboxMessage[str], ...] = await self._all(OutboxMessage, query)
        known = {post.of: post for post in stored}
        posts = [OutboxMessage(str(guild), KIND, number, channel, now) for guild, channel in chosen]
        if missing := [post for post in posts if post.of not in known]:
            await self._execute(delete(schema.daily_posts).where(POST.number < number - KEPT_DAYS))
            await self._write(lambda connection: insert_missing(connection, schema.daily_posts, map(values, missing)))
        # Staff may have chosen another channel since.
        found = [replace(known.get(post.of, post), channel=post.channel) for post in posts]
        return tuple(post for post in found if not post.done)
