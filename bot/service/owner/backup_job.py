"""The copies that the bot makes of its own database."""

from datetime import datetime

import structlog

from bot.service.owner.jobs import LONG_PAUSE
from bot.store.backups import Backups

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
