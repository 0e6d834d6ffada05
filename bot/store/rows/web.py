"""Keys and sessions of the page in a browser. Of their secrets only hashes are stored."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.rummy.ids import PlayerId, TableId


@dataclass(frozen=True, slots=True)
class WebKey:
    """A key with which one person opens the page once."""

    hash: bytes = field(repr=False)  # SHA-256 of the key
    player: PlayerId
    guild: int | None  # None: direct messages
    channel: int
    name: str  # as the person was called where they asked for the key
    handle: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class WebSession:
    """A browser in which a person has opened the page, for one channel."""

    number: int  # public: it stands in the address of the page
    hash: bytes = field(repr=False)  # SHA-256 of the secret that the browser keeps
    player: PlayerId
    guild: int | None  # None: direct messages
    channel: int
    name: str
    handle: str
    opened_at: datetime
    used_at: datetime  # exact to an hour
    looks_at: TableId | None = None  # the table that a visible page of it showed last
    visible_until: datetime | None = None  # unless it is written again before
