"""Blocks and announcements by the owner of the bot, and servers that removed it."""

from dataclasses import dataclass
from datetime import datetime

from bot.codes import BlockKind


@dataclass(frozen=True, slots=True)
class Departure:
    """A server that removed the bot."""

    guild: int
    left_at: datetime
    erasing: bool = False  # whether all its data is being erased


@dataclass(frozen=True, slots=True)
class Block:
    """A server or a person that the host has blocked."""

    kind: BlockKind
    id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Notice:
    """An announcement by the host to all servers."""

    number: int  # 1, 2, 3, …
    words: str
    at: datetime
