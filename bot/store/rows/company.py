"""People who wait for others to play with."""

from dataclasses import dataclass
from datetime import datetime

from bot.rummy.ids import DisplayName, PlayerId


@dataclass(frozen=True, slots=True)
class Waiter:
    """A person who waits in a server for others who want the same game. They have no seat anywhere for it."""

    guild: int
    player: PlayerId
    rules_id: str
    channel: int  # where they asked, and where the table opens
    name: str  # name when they asked
    handle: str
    interaction: int  # id of the press or command by which they asked
    since: datetime
    until: datetime

    @property
    def called(self) -> DisplayName:
        """Return the name for the seat."""
        return DisplayName(self.name, self.handle)
