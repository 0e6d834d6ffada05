"""What people and servers have chosen."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.rummy.ids import PlayerId


class HandDelivery(StrEnum):
    """How a player gets their hand."""

    EPHEMERAL = "ephemeral"
    DM = "dm"


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a player prefers; the defaults hold where nothing is stored."""

    player: PlayerId
    delivery: HandDelivery = HandDelivery.EPHEMERAL
    four_colour: bool = False
    large: bool = False
    text_only: bool = False
    reviewed: bool | None = None  # whether matches are reviewed for their profile unasked; None: they never said
    remind_hours: int | None = None  # of play after which they are told how long they have played; None: never
    paused_until: datetime | None = None  # they have chosen to sit down nowhere before
    language: str | None = None  # by its code, such as `de`; None: that of their Discord
    locale: str | None = None  # the language in which their Discord was seen last; None: English, or none of ours


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What the staff of a server have chosen; the defaults hold where nothing is stored."""

    guild: int
    chips: bool = True
    rake_percent: int = 0
    league_points: str = ""  # points by place, `10 6 3 1`; empty: the usual n - p
    monthly: bool = False  # seasons begin by themselves with each month
    tournament_role: int | None = None  # its members run tournaments, as members who may manage events do
    zone: str | None = None  # in which people there type times, such as `Asia/Kolkata`; None: UTC
    dispute_channel: int | None = None  # where the staff read of disputes
    daily_channel: int | None = None  # where the deal of the day is posted each day
    news_channel: int | None = None  # where the host's announcements are posted
    language: str | None = None  # of public messages, by its code, such as `de`; None: that of the server in Discord
    locale: str | None = None  # the language in which the server was seen last; None: English, or none of ours
