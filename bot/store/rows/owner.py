"""Whom the owner of the bot does not serve, what they announce, and servers that removed the bot."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Departure:
    """A server that has thrown the bot out."""

    guild: int
    left_at: datetime
    erasing: bool = False  # all that is kept of it is being erased


class BlockKind(StrEnum):
    """Whom a host does not serve."""

    SERVER = "server"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Block:
    """A server or a person that the host does not serve."""

    kind: BlockKind
    id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the host says to all servers."""

    number: int  # 1, 2, 3, …
    words: str
    at: datetime
