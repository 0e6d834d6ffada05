"""Messages: those that must appear exactly once, and the places of live ones."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Generic

from bot.store.rows import Id


class OutboxKind(StrEnum):
    """The messages that a table must post exactly once, in the order in which they appear."""

    MET = "met"
    """Tells people who have waited for company that they sit at a table now. The number is that of these people."""
    START = "start"
    """The first message of a table. It names the round of a beacon for the first deal, if there is one."""
    ROUND = "round"
    """Names the round of a beacon for a later deal. Its number, and that of the next, is that of the deal."""
    MISSING = "missing"
    """Says that the round for a deal has not come."""
    TOSS = "toss"
    """The toss, if the table had to wait for a beacon before."""
    SHOW = "show"
    SHEET = "sheet"
    """Version 0.1 posted a deal in two messages, show and sheet."""
    DEAL = "deal"
    """A deal that did not end the match."""
    RESULT = "result"
    """The result. Its number is that of the deal that ended the match and is posted with it, or 0 if none did."""
    DISPUTE = "dispute"
    """Notifies the staff of a dispute. The number of such a message, and of the next three, is that of the event."""
    ANSWER = "answer"
    """Notifies all players of the staff's answer."""
    VOID = "void"
    """Notifies them that the match is void."""
    REPORT = "report"
    """Notifies the staff of a report."""
    RECORD = "record"
    """Sends the staff the record of a match that was reported while it ran."""
    BACK = "back"
    """Notifies a table of a gap. The number of such a message is the gap's end in unix seconds."""


@dataclass(frozen=True, slots=True)
class OutboxMessage(Generic[Id]):
    """A message that must appear exactly once, identified by table or tournament, kind and number."""

    of: Id
    kind: str  # an `OutboxKind`, if it belongs to a table
    number: int  # number of the deal or the round, otherwise 0
    channel: int | None
    created_at: datetime
    sent_at: datetime | None = None  # time of the last try
    process: str | None = None  # process of the last try
    done: bool = False
    message: int | None = None


CARD = "card"
"""The kind of the message that stands for a table or tournament in its channel."""


@dataclass(frozen=True, slots=True)
class MessageRef(Generic[Id]):
    """The place of a live message of a table or tournament, or of its scheduled event. There is at most one of a
    kind.
    """

    of: Id
    kind: str  # card, board, ping, remind, event, …
    channel: int
    message: int
    posted_at: datetime
