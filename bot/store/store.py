"""An open database, and its repositories."""

import logging
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Self

from sqlalchemy import URL

from bot.counts import CommitCounts
from bot.store import schema
from bot.store.address import is_sqlite, parse_url, sqlite_file
from bot.store.checks import check, is_checked_later, is_current, renew_number, usable
from bot.store.database import Database
from bot.store.engine import Engine
from bot.store.engines import opened_file, reading_engine, writing_engine
from bot.store.errors import DatabaseUnusableError
from bot.store.repositories.alarms import AlarmRepository
from bot.store.repositories.applications import ApplicationRepository
from bot.store.repositories.avoided import AvoidedRepository
from bot.store.repositories.blocks import BlockRepository
from bot.store.repositories.census import CensusRepository
from bot.store.repositories.company import CompanyRepository
from bot.store.repositories.daily import DailyRepository
from bot.store.repositories.daily_posts import DailyPostRepository
from bot.store.repositories.departures import DepartureRepository
from bot.store.repositories.disputes import DisputeRepository
from bot.store.repositories.house import HouseRepository
from bot.store.repositories.ledger import LedgerRepository
from bot.store.repositories.matches import MatchRepository
from bot.store.repositories.notices import NoticeRepository
from bot.store.repositories.owners import OwnerRepository
from bot.store.repositories.practice import PracticeRepository
from bot.store.repositories.privacy import PrivacyRepository
from bot.store.repositories.put_backs import PutBackRepository
from bot.store.repositories.review import ReviewRepository
from bot.store.repositories.roster import RosterRepository
from bot.store.repositories.seasons import SeasonRepository
from bot.store.repositories.series import SeriesRepository
from bot.store.repositories.settings import SettingsRepository
from bot.store.repositories.solos import SoloRepository
from bot.store.repositories.standings import StandingRepository
from bot.store.repositories.tables import TableRepository
from bot.store.repositories.tellings import TellingRepository
from bot.store.repositories.tournaments import TournamentRepository
from bot.store.repositories.web import WebRepository
from bot.store.rows.settings import PlayerSettings, ServerSettings
from bot.store.start_number import beside
from bot.store.tally import TallyFile, found_put_back
from bot.store.upgrade import upgrade, upgrade_with

NOT_CURRENT = "the database is not at the revision of this paplu: paplu db upgrade brings an older one there"
BATCH = 500  # changes in one transaction: some 50 ms of work

log = logging.getLogger(__name__)


class Store:
    """A database, opened and upgraded. Any number of processes may open the same one."""

    def __init__(self, database: Database, unchecked: URL | None = None) -> None:
        """`unchecked` is the URL of a database that was opened without a full check."""
        self.database = database
        self._unchecked = unchecked
        self.tables = TableRepository(database)
        self.tournaments = TournamentRepository(database)
        self.series = SeriesRepository(database)
        self.alarms = AlarmRepository(database)
        self.roster = RosterRepository(database)
        self.ledger = LedgerRepository(database)
        self.matches = MatchRepository(database)
        self.disputes = DisputeRepository(database)
        self.standings = StandingRepository(database)
        self.seasons = SeasonRepository(database)
        self.solos = SoloRepository(database)
        self.practice = PracticeRepository(database)
        self.reviews = ReviewRepository(database)
        self.daily = DailyRepository(database)
        self.daily_posts = DailyPostRepository(database, schema.daily_posts)
        self.settings = SettingsRepository(database, schema.settings, PlayerSettings)
        self.servers = SettingsRepository(database, schema.servers, ServerSettings)
        self.blocks = BlockRepository(database)
        self.tellings = TellingRepository(database)
        self.house = HouseRepository(database)
        self.avoided = AvoidedRepository(database)
        self.company = CompanyRepository(database)
        self.owners = OwnerRepository(database)
        self.applications = ApplicationRepository(database)
        self.notices = NoticeRepository(database, schema.notice_posts)
        self.departures = DepartureRepository(database)
        self.privacy = PrivacyRepository(database)
        self.put_backs = PutBackRepository(database)
        self.census = CensusRepository(database)
        self.web = WebRepository(database)

    @classmethod
    async def open(
        cls, url: str, *, batch: int = BATCH, unsaved: bool = False, commits: CommitCounts | None = None
    ) -> Self:
        """Open the database at this address. Make or upgrade it if needed.

        Args:
            url: the address.
            batch: the greatest number of changes that share a transaction.
            unsaved: whether it may be upgraded without a copy.
            commits: counts the transactions of the writer.

        Raises:
            DatabaseNewerError: a newer version of the bot has upgraded it.
            DatabaseAwayError: it cannot be reached, or written to, now.
            DatabaseUnusableError: it is corrupt, read-only or cannot be copied or upgraded.
        """
        address = parse_url(url)
        file = sqlite_file(address)
        if is_sqlite(address) and file is None:
            return await cls._open_in_memory(address, batch, commits)
        is_unchecked = file is not None and file.exists() and is_checked_later(file)
        done = await upgrade(url, unsaved=unsaved)
        if done.copy is not None:
            log.warning("Copied to %s before the upgrade", done.copy)
        await renew_number(address)
        opened = opened_file(address)
        writing = writing_engine(address, file=opened, may_idle=False)
        tally = None
        if file is not None:
            tally = TallyFile(file)
            await _check_tally(writing, file)
        database = Database(writing, reading_engine(address, file=opened), batch, commits, tally)
        return cls(database, address if is_unchecked else None)

    @classmethod
    async def open_to_read(cls, url: str) -> Self:
        """Open the database at this address to read only: writes fail.

        Raises:
            DatabaseUnusableError: it is corrupt, out of reach or at another revision.
        """
        if not await is_current(url):
            raise DatabaseUnusableError(NOT_CURRENT)
        address = parse_url(url)
        refusing, reading = (reading_engine(address, as_it_lies=True) for _ in range(2))
        return cls(Database(refusing, reading, BATCH))

    @classmethod
    async def _open_in_memory(cls, url: URL, batch: int, commits: CommitCounts | None) -> Self:
        writing = writing_engine(url)
        await upgrade_with(writing)
        return cls(Database(writing, None, batch, commits))  # the one connection is the database

    async def check(self) -> None:
        """Check the whole database, if that was not done when it was opened.

        Raises:
            DatabaseCorruptError: it is corrupt.
            DatabaseUnusableError: it cannot be checked now.
        """
        if self._unchecked is not None:
            await check(self._unchecked)
            self._unchecked = None

    def stop(self) -> None:
        """Stop waiting for the database, so that `close` ends soon, whatever the database does."""
        self.database.stop()

    async def close(self) -> None:
        """Finish the running writes, refuse later ones, and close the database."""
        await self.database.close()


async def _check_tally(writing: Engine, file: Path) -> None:
    """Record and log that a database was put back, if the tally beside it is ahead of its own.

    Raises:
        DatabaseAwayError: it is locked, or the disk is full.
        DatabaseUnusableError: it cannot be written.
    """
    if (told := beside(file)) is None:
        return
    try:
        async with usable(writing.sync.url):
            found = await writing.run(partial(found_put_back, beside=told, now=datetime.now(UTC)))
    except BaseException:
        await writing.close()
        raise
    if found is not None:
        log.warning(
            "The database was put back to %s: %s starts, deals and ends of tables until %s are missing",
            found.back_to,
            found.missing,
            found.until,
        )
