"""People who are told of new tables."""

from dataclasses import dataclass
from datetime import datetime

from bot.rummy.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Listener:
    """A person who wants to be told when a table opens in a server."""

    guild: int
    player: PlayerId
    game: str | None = None  # id of the only game of which they are told; None for any
    quiet_from: int | None = None  # the hour at which they are no longer told, in the server's zone; None for always
    quiet_until: int | None = None  # the hour at which they are told again
    told_at: datetime | None = None  # when they were told last

    def is_quiet(self, hour: int) -> bool:
        """Return whether they are not told in this hour of the day."""
        start, end = self.quiet_from, self.quiet_until
        if start is None or end is None:
            return False
        return (hour - start) % 24 < (end - start) % 24
