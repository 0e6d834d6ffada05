"""The copies of the database: the bot makes those of SQLite itself, and watches how old the newest one is."""

import asyncio
import math
from datetime import datetime
from pathlib import Path

import structlog

from bot.service.owner.jobs import LONG_PAUSE, PAUSE
from bot.store.backups import Backups, newest_written

log = structlog.get_logger()


class BackupJob:
    """Makes a copy when one is due."""

    name = "backup"
    fault_pause = LONG_PAUSE

    def __init__(self, backups: Backups) -> None:
        self._backups = backups

    async def look(self, now: datetime) -> None:
        """Make a copy if one is due, and log it."""
        if (made := await self._backups.make_due(now)) is not None:
            log.info("backup made", file=made.name)


class CopyWatch:
    """Watches how old the newest copy in a folder is."""

    name = "copies"
    fault_pause = PAUSE

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written_at: float | None = None
        """The time in seconds since 1970, below all times if there is no copy. None before the first look."""

    async def look(self, now: datetime) -> None:
        """Look for the newest copy."""
        found = await asyncio.to_thread(newest_written, self._folder)
        self._written_at = -math.inf if found is None else found

    def age(self, now: datetime) -> float | None:
        """Return the age of the newest copy in seconds: infinite if there is none, None before the first look."""
        return None if self._written_at is None else max(0.0, now.timestamp() - self._written_at)
