"""Rule sets that the staff of servers have made."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class HouseRow:
    """A rule set of one server."""

    id: str  # `h-` and six letters
    guild: int
    name: str
    base: str  # id of the rule set that it was made from
    rules: str  # all its rules, as a table keeps them
    at: datetime
    removed_at: datetime | None = None  # it is kept for the names and games of matches that were played by it
