"""The settings of servers."""

import re
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.codes import Look, Problem
from bot.rummy.ids import folded
from bot.service.errors import ServiceError
from bot.service.settings import SettingsCache
from bot.store.rows.settings import SERVER_SETTINGS, Kind, ServerSettings

MOST_RAKE = 50  # percent
USUAL_HOURS, MOST_HOURS = 2, 168
"""Hours after which the threads of finished matches are archived."""
PLACES, MOST_POINTS = 6, 1000
UTC_NAME = "UTC"
USUAL = "default"
"""The word that brings back the usual league points."""


class ServerSettingsCache(SettingsCache[ServerSettings]):
    """The settings of servers, as their staff choose and type them."""

    async def change(self, id: int, **fields: Any) -> ServerSettings:
        """Change these fields, and return all settings; None brings a default back.

        Raises:
            ServiceError: a setting may not have its value; nothing was changed.
        """
        usual = ServerSettings(id)
        return await super().change(
            id,
            **{
                field: getattr(usual, field) if given is None else _parsed(SERVER_SETTINGS[field], given)
                for field, given in fields.items()
            },
        )


def _parsed(kind: Kind, given: Any) -> Any:
    """Return the given value in the form that a setting of this kind stores.

    Raises:
        ServiceError: the setting may not have it.
    """
    match kind:
        case Kind.PERCENT if not 0 <= given <= MOST_RAKE:
            raise ServiceError(Problem.BAD_RAKE)
        case Kind.HOURS if not 0 <= given <= MOST_HOURS:
            raise ServiceError(Problem.BAD_HOURS)
        case Kind.LEAGUE_POINTS:
            return parse_league(given)
        case Kind.ZONE:
            return parse_zone(given)
        case Kind.LOOK:
            return Look(given)
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


def archive_hours_of(server: ServerSettings) -> int:
    """Return the hours after which that server archives the threads of finished matches; 0 for never."""
    return USUAL_HOURS if server.archive_hours is None else server.archive_hours


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
