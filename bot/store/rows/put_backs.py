"""A database that was put back to a copy of it, and the tally by which that is noticed."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class TableTally:
    """A count of the starts, deals and ends of tables in one database."""

    id: str  # random, and the same in all copies of the database
    count: int
    at: datetime  # time of the last one


@dataclass(frozen=True, slots=True)
class PutBack:
    """A database that was put back to a copy."""

    noted_at: datetime
    back_to: datetime  # last moment that the copy knows
    until: datetime | None = None  # last moment that is surely missing, if known
    missing: int | None = None  # number of starts, deals and ends of tables that are missing, if known
    settled_at: datetime | None = None  # when the bot ended what could not go on; None: not yet
