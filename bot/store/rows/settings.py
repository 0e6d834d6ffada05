"""Settings of people and servers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from bot.codes import Look
from bot.rummy.ids import PlayerId


class HandDelivery(StrEnum):
    """The way in which a player gets their hand."""

    EPHEMERAL = "ephemeral"
    DM = "dm"


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """The settings of a player; the defaults hold if nothing is stored."""

    player: PlayerId
    delivery: HandDelivery = HandDelivery.EPHEMERAL
    four_colour: bool = False
    large: bool = False
    text_only: bool = False
    # whether matches are reviewed for their profile without being asked; None if they never chose
    reviewed: bool | None = None
    remind_hours: int | None = None  # hours of play after which they are reminded of the time; None for never
    paused_until: datetime | None = None  # they take no seat before that time, by their own choice
    language: str | None = None  # code of the language, such as `de`; None for that of their Discord
    # language in which their Discord was seen last; None for English, or one that the bot lacks
    locale: str | None = None
    look: Look | None = None  # look of pictures for them alone; None for felt
    # whether boards show their picture from Discord, and not their initials; None if they never chose: it is shown
    portrait: bool | None = None
    card_buttons: bool | None = None  # whether their hand has a button for each card; None if they never chose


@dataclass(frozen=True, slots=True)
class PlayerSetting:
    """A setting that a player switches on and off."""

    field: str
    """Its field of `PlayerSettings`."""
    on: Any = True
    off: Any = False


PLAYER_SETTINGS: Mapping[str, PlayerSetting] = {
    "dm": PlayerSetting("delivery", HandDelivery.DM, HandDelivery.EPHEMERAL),
    "four_colour": PlayerSetting("four_colour"),
    "large": PlayerSetting("large"),
    "text_only": PlayerSetting("text_only"),
    "reviewed": PlayerSetting("reviewed"),
    "portrait": PlayerSetting("portrait", None, False),
    "card_buttons": PlayerSetting("card_buttons"),
}
"""The settings that a player switches, in the order of their buttons, by their names in the ids of these.

`bot/text/settings.py` has the words of each.
"""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server, chosen by its staff; the defaults hold if nothing is stored."""

    guild: int
    chips: bool = True
    rake_percent: int = 0
    league_points: str = ""  # points by place, `10 6 3 1`; empty for the usual n - p
    monthly: bool = False  # whether seasons begin by themselves with each month
    tournament_role: int | None = None  # role whose members run tournaments, as members who may manage events do
    zone: str | None = None  # zone of the times that people there type, such as `Asia/Kolkata`; None for UTC
    dispute_channel: int | None = None  # channel in which the staff read of disputes
    daily_channel: int | None = None  # channel in which the deal of the day is posted each day
    news_channel: int | None = None  # channel in which the host's announcements are posted
    # code of the language of public messages, such as `de`; None for that of the server in Discord
    language: str | None = None
    locale: str | None = None  # language in which the server was seen last; None for English, or one that the bot lacks
    look: Look | None = None  # look of pictures for all; None for felt
    # whether boards show people's pictures from Discord, and not initials; None if staff never chose: they do
    portraits: bool | None = None
    # hours after which the thread of a finished match is archived, 0 for never; None for the usual ones
    archive_hours: int | None = None
    tells: bool | None = None  # whether people who ask are told of new tables; None if staff never chose: they are
    tell_role: int | None = None  # role that is mentioned in place of people; None for people


SettingsRow = TypeVar("SettingsRow", PlayerSettings, ServerSettings)


class Kind(StrEnum):
    """The kind of a server's setting: which values it may have."""

    SWITCH = "switch"
    PERCENT = "percent"
    LEAGUE_POINTS = "league points"
    ZONE = "zone"
    LANGUAGE = "language"
    LOOK = "look"
    CHANNEL = "channel"
    ROLE = "role"
    HOURS = "hours"


SERVER_SETTINGS: Mapping[str, Kind] = {
    "chips": Kind.SWITCH,
    "rake_percent": Kind.PERCENT,
    "league_points": Kind.LEAGUE_POINTS,
    "monthly": Kind.SWITCH,
    "tournament_role": Kind.ROLE,
    "zone": Kind.ZONE,
    "dispute_channel": Kind.CHANNEL,
    "daily_channel": Kind.CHANNEL,
    "news_channel": Kind.CHANNEL,
    "language": Kind.LANGUAGE,
    "look": Kind.LOOK,
    "portraits": Kind.SWITCH,
    "archive_hours": Kind.HOURS,
    "tells": Kind.SWITCH,
    "tell_role": Kind.ROLE,
}
"""The kind of each setting that the staff of a server choose, by its field.

`bot/text/server_settings.py` has the words of those that `/rummy server` sets.
"""
