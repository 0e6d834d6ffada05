"""The deal of the day: its seeds, its players and their results.

A person plays each day once; their deal is stored under the place of the day. If they have their data erased, a keyed
hash of their id stays until the day is over.
"""

import hmac
import secrets
from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert

from bot.rummy.ids import PlayerId
from bot.store import schema
from bot.store.codec import columns, insert_missing, readable, upsert_all, values
from bot.store.errors import PlayedAlreadyError
from bot.store.person_hashes import key_of, person_hash
from bot.store.repositories import solos
from bot.store.repositories.repository import Repository
from bot.store.rows.daily import DailyDay, DailyLine, DailyResult, DailyShare, daily_place
from bot.store.rows.solo import SoloRow

RESULT, SHARE, PLAYED = schema.daily_results.c, schema.daily_shares.c, schema.daily_played.c
KEY = schema.daily_keys.c
_hash = partial(person_hash, schema.daily_played)
SEEDS = "daily_seeds"
"""The name of the first key from which seeds come."""


class DailyRepository(Repository):
    """The deals of all days."""

    # -- the deal -----------------------------------------------------------------------------------

    async def seed(self, day: date) -> bytes:
        """Return the 32 secret bytes of a day, the same before and after it."""
        return await self._read(lambda connection: hmac.digest(_key(connection, day), str(day).encode(), "sha256"))

    async def draw_key(self, first_day: date, drawn_on: date) -> None:
        """Draw a new key for the seeds of that day and of later ones. Earlier days keep theirs."""
        drawn = {"first_day": first_day, "drawn_on": drawn_on, "key": secrets.token_bytes(32)}
        await self._write(lambda connection: upsert_all(connection, schema.daily_keys, [drawn]))

    async def unranked(self) -> frozenset[date]:
        """Return the days from the draw of a new key to the last one of the key before, which may be known."""
        spans = await self._all(lambda *span: span, select(KEY.drawn_on, KEY.first_day))
        return frozenset(
            drawn_on + timedelta(days=days)
            for drawn_on, first_day in spans
            for days in range((first_day - drawn_on).days)
        )

    async def open_day(self, wanted: DailyDay) -> DailyDay:
        """Return the deal of that day. If nobody has begun it, store this one."""

        def opened(connection: Connection) -> DailyDay:
            insert_missing(connection, schema.daily_days, [values(wanted)])
            found: Sequence[Any] = connection.execute(_day(wanted.day)).one()
            return DailyDay(*found)

        found = await self.find_day(wanted.day)
        return await self._write(opened) if found is None else found

    async def find_day(self, day: date) -> DailyDay | None:
        """Return the deal of that day. Return None if nobody has begun it."""
        found = await self._all(DailyDay, _day(day))
        return found[0] if found else None

    async def days(self, before: date, limit: int) -> tuple[date, ...]:
        """Return the earlier days that at least one person finished, the newest first."""
        query = select(RESULT.day).where(RESULT.day < before).distinct().order_by(RESULT.day.desc())
        return await self._all(lambda day: day, query.limit(limit))

    # -- playing ------------------------------------------------------------------------------------

    async def save(self, row: SoloRow, day: date, result: DailyResult | None) -> bool:
        """Write a new version of a try, with its result after the last action. Return as `SoloRepository.save`.

        Raises:
            PlayedAlreadyError: the person began the deal of that day before they had their data erased.
        """

        def write(connection: Connection) -> bool | None:
            if row.version == 1 and _is_kept(connection, row.player, day):
                return None
            if not solos.save(connection, row):
                return False
            if result is not None:
                upsert_all(connection, schema.daily_results, [values(result)])
            return True

        written = await self._write(write)
        if written is None:
            raise PlayedAlreadyError(row.place)
        return written

    async def has_erased(self, player: PlayerId, day: date) -> bool:
        """Return whether the person has begun the deal of that day and had their data erased since."""
        return await self._read(lambda connection: _is_kept(connection, player, day))

    async def forget_erased(self, before: date) -> None:
        """Delete the hashes of days before that one."""
        await self._execute(delete(schema.daily_played).where(PLAYED.day < before))

    # -- results ------------------------------------------------------------------------------------

    async def result(self, player: PlayerId, day: date) -> DailyResult | None:
        """Return a person's result. Return None if they have not finished."""
        found = await self._all(DailyResult, _results(day).where(RESULT.player == player))
        return found[0] if found else None

    async def days_of(self, player: PlayerId, limit: int) -> tuple[date, ...]:
        """Return the days that a person has finished, the newest first."""
        query = select(RESULT.day).where(RESULT.player == player).order_by(RESULT.day.desc()).limit(limit)
        return await self._all(lambda day: day, query)

    async def count(self, day: date) -> int:
        """Return the number of people who finished that day."""
        return await self._count(select(func.count()).where(RESULT.day == day))

    async def rank(self, result: DailyResult) -> int:
        """Return the place of a result among all of its day: 1 is the best, equal ones share one."""
        query = select(func.count()).where(RESULT.day == result.day, _is_better(result))
        return 1 + await self._count(query)

    async def best(self, day: date) -> DailyResult | None:
        """Return the best result of that day; among equal ones the first."""
        found = await self._all(DailyResult, _results(day).order_by(*ORDER, RESULT.player).limit(1))
        return found[0] if found else None

    # -- what was shown to servers ------------------------------------------------------------------

    async def share(self, share: DailyShare) -> bool:
        """Record that a person shares their result with a server. Return False if they had done so before."""
        inserted = insert(schema.daily_shares).values(values(share)).on_conflict_do_nothing()
        return await self._execute(inserted) == 1

    async def unshare(self, share: DailyShare) -> None:
        """Delete that record."""
        same = SHARE.day == share.day, SHARE.guild == share.guild, SHARE.player == share.player
        await self._execute(delete(schema.daily_shares).where(*same))

    async def shared(self, day: date, guild: int, limit: int) -> tuple[DailyLine, ...]:
        """Return the best results of a day that were shared with a server, the best first."""
        own = and_(RESULT.day == SHARE.day, RESULT.player == SHARE.player)
        query = select(SHARE.player, SHARE.name, RESULT.points, RESULT.turns).join(schema.daily_results, own)
        query = query.where(SHARE.day == day, SHARE.guild == guild).order_by(*ORDER, SHARE.shared_at, SHARE.player)
        return await self._all(DailyLine, query.limit(limit))


ORDER = RESULT.points, RESULT.turns, RESULT.finished_at


def _key(connection: Connection, day: date) -> bytes:
    """Return the key of that day."""
    query = select(KEY.key).where(KEY.first_day <= day).order_by(KEY.first_day.desc()).limit(1)
    key: bytes | None = connection.execute(query).scalar()
    return key_of(connection, SEEDS) if key is None else key


def _day(day: date) -> Select[Any]:
    return columns(schema.daily_days, DailyDay).where(schema.daily_days.c.day == day)


def _results(day: date) -> Select[Any]:
    return columns(schema.daily_results, DailyResult).where(RESULT.day == day)


def _is_better(result: DailyResult) -> ColumnElement[bool]:
    """Return the condition of results with fewer points, or the same points in fewer turns."""
    return or_(RESULT.points < result.points, and_(RESULT.points == result.points, RESULT.turns < result.turns))


# -- people who have their data erased --------------------------------------------------------------


def data_of(connection: Connection, player: PlayerId) -> tuple[tuple[DailyResult, ...], tuple[DailyShare, ...]]:
    """Return a person's stored results and shares, by day."""
    results = columns(schema.daily_results, DailyResult).where(RESULT.player == player).order_by(RESULT.day)
    shares = columns(schema.daily_shares, DailyShare).where(SHARE.player == player).order_by(SHARE.day, SHARE.guild)
    return (
        tuple(DailyResult(*row) for row in readable(connection, results)),
        tuple(DailyShare(*row) for row in readable(connection, shares)),
    )


def erase(connection: Connection, player: PlayerId, today: date) -> int:
    """Delete them, and return the number of rows. If the person began today's deal, a hash of them stays until the day
    is over.
    """
    connection.execute(delete(schema.daily_played).where(PLAYED.day < today))
    begun = select(func.count()).where(schema.solos.c.player == player, schema.solos.c.place == daily_place(today))
    if connection.execute(begun).scalar_one():
        insert_missing(connection, schema.daily_played, [{"day": today, "person": _hash(connection, player)}])
    results = connection.execute(delete(schema.daily_results).where(RESULT.player == player))
    shares = connection.execute(delete(schema.daily_shares).where(SHARE.player == player))
    return results.rowcount + shares.rowcount


def _is_kept(connection: Connection, player: PlayerId, day: date) -> bool:
    query = select(func.count()).where(PLAYED.day == day, PLAYED.person == _hash(connection, player))
    return bool(connection.execute(query).scalar_one())
