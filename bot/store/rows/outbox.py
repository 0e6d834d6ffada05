"""Messages: those that are to appear exactly once, and where live ones stand."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Generic

from bot.store.rows import Id


class OutboxKind(StrEnum):
    """What a table must post exactly once, in the order in which it appears."""

    START = "start"
    SHOW = "show"
    SHEET = "sheet"
    """Show and sheet are those of version 0.1, which told a deal in two messages."""
    DEAL = "deal"
    """A deal that did not end the match."""
    RESULT = "result"
    """The result; its number is that of the deal that ended the match and is told with it, 0 where none did."""
    DISPUTE = "dispute"
    """Tells the staff of a dispute; the number of such a message, and of the next three, is that of the event."""
    ANSWER = "answer"
    """Tells all who played what the staff have answered."""
    VOID = "void"
    """Tells them that the match is void."""
    REPORT = "report"
    """Tells the staff of a report."""
    RECORD = "record"
    """Brings the staff the record of a match that was reported while it ran."""
    BACK = "back"
    """Tells a table of a gap; the number of such a message is the gap's end in unix seconds."""


@dataclass(frozen=True, slots=True)
class OutboxMessage(Generic[Id]):
    """A message that must appear exactly once; the table or tournament, kind and number name it."""

    of: Id
    kind: str  # of a table an `OutboxKind`
    number: int  # of the deal or the round, else 0
    channel: int | None
    created_at: datetime
    sent_at: datetime | None = None  # when last tried
    process: str | None = None  # which process tried
    done: bool = False
    message: int | None = None


@dataclass(frozen=True, slots=True)
class MessageRef(Generic[Id]):
    """Where a live message of a table or tournament stands, or its scheduled event. There is at most one of a kind."""

    of: Id
    kind: str  # card, board, ping, remind, event, …
    channel: int
    message: int
    posted_at: datetime
