"""The settings of servers."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.codes import Problem
from bot.rummy.ids import folded
from bot.service.errors import ServiceError
from bot.service.lru import LruDict
from bot.store.rows.settings import SERVER_SETTINGS, Kind, ServerSettings
from bot.store.store import Store

MOST_RAKE = 50  # percent
PLACES, MOST_POINTS = 6, 1000
LATELY = timedelta(minutes=1)
UTC_NAME = "UTC"
USUAL = "default"
"""The word that brings back the usual league points."""
KINDS: Mapping[str, Kind] = {one.field: one.kind for one in SERVER_SETTINGS}


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
        """Return the settings as `of` does; a change by another process shows up to a minute later."""
        known = self._known.get(guild)
        if known is not None and (self._is_alone() or self._clock() - known[0] < LATELY):
            return known[1]
        return await self.of(guild)

    def forget(self) -> None:
        """Forget the settings of all servers, so that they are read again."""
        self._known.clear()

    async def note_locale(self, guild: int, locale: str | None) -> None:
        """Store the language in which the server was seen, if it has changed."""
        known = await self.lately(guild)
        if known.locale != locale:
            await self._store.servers.note_locale(guild, locale)
            self._know(replace(known, locale=locale))

    def _know(self, server: ServerSettings) -> ServerSettings:
        self._known[server.guild] = (self._clock(), server)
        return server

    async def change(self, guild: int, **given: Any) -> ServerSettings:
        """Change the given fields of a server's settings, and return all settings.

        `given`: values as the staff chose or typed them; None brings a default back.

        Raises:
            ServiceError: a setting may not have its value; nothing was changed.
        """
        usual = ServerSettings(guild)
        changed = {
            field: getattr(usual, field) if value is None else _parsed(KINDS[field], value)
            for field, value in given.items()
        }
        server = await self._store.servers.of(guild)
        if changed:
            server = replace(server, **changed)
            await self._store.servers.save(server)
        return self._know(server)


def _parsed(kind: Kind, given: Any) -> Any:
    """Return the given value in the form that a setting of this kind stores.

    Raises:
        ServiceError: the setting may not have it.
    """
    match kind:
        case Kind.PERCENT if not 0 <= given <= MOST_RAKE:
            raise ServiceError(Problem.BAD_RAKE)
        case Kind.LEAGUE_POINTS:
            return parse_league(given)
        case Kind.ZONE:
            return parse_zone(given)
    return given


@cache
def zone_names() -> tuple[str, ...]:
    """Return the time zones that a server may choose, by the names of the IANA: `UTC`, `Africa/Abidjan`, …"""
    # Names of whole countries are old names of other zones, and those of Etc are no places.
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
        return ZoneInfo(UTC_NAME)  # a later edition of the time zones has dropped it


def parse_league(typed: str) -> str:
    """Return the league points by place as they are stored: `10 6 3 1`; empty for the usual ones.

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
