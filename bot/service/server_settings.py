"""What the staff of a server choose: chips, rake, league points and seasons by month."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.rummy.ids import folded
from bot.service.errors import Problem, ServiceError
from bot.service.lru import LruDict
from bot.store.rows.settings import ServerSettings
from bot.store.store import Store

MOST_RAKE = 50  # percent
PLACES, MOST_POINTS = 6, 1000
LATELY = timedelta(minutes=1)
UTC_NAME = "UTC"
USUAL = "default"
"""Typed in place of league points, it brings the usual ones back."""


class Servers:
    """The settings of all servers. Callers check permissions."""

    def __init__(
        self, store: Store, clock: Callable[[], datetime], is_alone: Callable[[], bool] = lambda: False
    ) -> None:
        """`is_alone`: whether no other process changes what is chosen."""
        self._store = store
        self._clock = clock
        self._is_alone = is_alone
        self._known: LruDict[int, tuple[datetime, ServerSettings]] = LruDict()

    async def of(self, guild: int) -> ServerSettings:
        """Return what the staff of a server have chosen, else the defaults."""
        return self._know(await self._store.servers.of(guild))

    async def lately(self, guild: int) -> ServerSettings:
        """Return the settings as `of` does; another process's change shows a minute later."""
        known = self._known.get(guild)
        if known is not None and (self._is_alone() or self._clock() - known[0] < LATELY):
            return known[1]
        return await self.of(guild)

    def forget(self) -> None:
        """Read again what the staff of all servers have chosen."""
        self._known.clear()

    async def note_locale(self, guild: int, locale: str | None) -> None:
        """Keep in which language the server was seen, where that has changed."""
        known = await self.lately(guild)
        if known.locale != locale:
            await self._store.servers.note_locale(guild, locale)
            self._know(replace(known, locale=locale))

    def _know(self, server: ServerSettings) -> ServerSettings:
        self._known[server.guild] = (self._clock(), server)
        return server

    async def change(
        self,
        guild: int,
        chips: bool | None = None,
        rake: int | None = None,
        league: str | None = None,
        monthly: bool | None = None,
        zone: str | None = None,
        dispute_channel: int | None = None,
        daily_channel: int | None = None,
        *,
        no_daily: bool = False,
        news_channel: int | None = None,
        no_news: bool = False,
        language: str | None = None,
    ) -> ServerSettings:
        """Change what is given, and answer how it all is then.

        `rake`: percent of a pot. `league`: points by place as typed, such as `10 6 3 1`, or `default`.
        `zone`: as `parse_zone` reads it. `no_daily`: the deal of the day is posted nowhere any more. `no_news`: nor
        is what the host says. `language`: its code; empty: that of the server in Discord.

        Raises:
            ServiceError: no such rake, league points or zone can be; nothing was changed.
        """
        if rake is not None and not 0 <= rake <= MOST_RAKE:
            raise ServiceError(Problem.BAD_RAKE)
        points = None if league is None else parse_league(league)
        given: dict[str, Any] = {"chips": chips, "rake_percent": rake, "league_points": points, "monthly": monthly}
        given["zone"] = None if zone is None else parse_zone(zone)
        given |= {"dispute_channel": dispute_channel, "daily_channel": daily_channel, "news_channel": news_channel}
        changed = {name: value for name, value in given.items() if value is not None}
        if no_daily:
            changed["daily_channel"] = None
        if no_news:
            changed["news_channel"] = None
        if language is not None:
            changed["language"] = language or None
        server = await self._store.servers.of(guild)
        if changed:
            server = replace(server, **changed)
            await self._store.servers.save(server)
        return self._know(server)

    async def name_role(self, guild: int, role: int | None) -> ServerSettings:
        """Let the members of that role run tournaments; None: no role."""
        server = replace(await self._store.servers.of(guild), tournament_role=role)
        await self._store.servers.save(server)
        return self._know(server)


@cache
def zone_names() -> tuple[str, ...]:
    """Return the time zones that a server may choose, by the names of the IANA: `UTC`, `Africa/Abidjan`, …"""
    # Those of whole countries are old names of others, and those of Etc are no places.
    old = ("Brazil", "Canada", "Chile", "Etc", "Mexico", "SystemV", "US", "posix", "right")
    places = [name for name in available_timezones() if "/" in name and name.partition("/")[0] not in old]
    return (UTC_NAME, *sorted(places))


def parse_zone(typed: str) -> str:
    """Return the time zone that was typed, by its whole name or its city alone: `Asia/Kolkata`, `new york`.

    Raises:
        ServiceError: there is none, or there are several.
    """
    word = folded(typed)
    found = [name for name in zone_names() if word in (folded(name), folded(name.rpartition("/")[2]))]
    if len(found) != 1:
        raise ServiceError(Problem.BAD_ZONE)
    return found[0]


def zone_of(server: ServerSettings) -> ZoneInfo:
    """Return the time zone in which people of that server type times."""
    try:
        return ZoneInfo(server.zone or UTC_NAME)
    except (ValueError, ZoneInfoNotFoundError):
        return ZoneInfo(UTC_NAME)  # a later edition of the names has dropped it


def parse_league(typed: str) -> str:
    """League points by place as the store keeps them: `10 6 3 1`; empty for the usual ones.

    Raises:
        ServiceError: they are not up to six whole numbers from 0 to 1000, none above the one before.
    """
    words = typed.replace(",", " ").split()
    if [word.lower() for word in words] == [USUAL]:
        return ""
    if not 1 <= len(words) <= PLACES or not all(re.fullmatch("[0-9]{1,4}", word) for word in words):
        raise ServiceError(Problem.BAD_LEAGUE)
    points = [int(word) for word in words]
    if points[0] > MOST_POINTS or points != sorted(points, reverse=True):
        raise ServiceError(Problem.BAD_LEAGUE)
    return " ".join(map(str, points))
