"""Changes that were committed and not shown: after a gap, or when they were given up."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from bot.codes import TableStatus
from bot.discord.channels import Channels
from bot.discord.outbox.announcer import Announcer
from bot.discord.outbox.queue import within
from bot.discord.outbox.tournament_announcer import TournamentAnnouncer
from bot.error_fields import error_fields
from bot.rummy.ids import TableId
from bot.service.errors import CorruptError, ServiceError
from bot.service.leases.leases import Leases
from bot.service.sleeper import Sleeper
from bot.service.tables.service import Tables
from bot.service.tables.waiting import has_lost_place
from bot.store.errors import StoreError
from bot.store.rows.alarms import Gap, Shards
from bot.store.rows.outbox import CARD
from bot.store.rows.tables import TableRow
from bot.store.store import Store

RECENT = timedelta(minutes=15)
"""The time before a gap in which changed tables are redrawn: a crash may have come between commit and board."""
SHOWN_AT_ONCE = 50
"""The number of tables drawn at the same time. Players who click meanwhile come first."""
BREATH = 1.0  # seconds until there may be room for another
POSTINGS_SECONDS = 120.0
"""The time between two looks for unsent postings. After a long fault of Discord, nothing else sends them."""
POSTINGS_AT_ONCE = 5  # tables
MOST_WAITING = 10_000
"""The number of postings in one look, of tables or of tournaments."""

log = structlog.get_logger()


class CatchingUp:
    """A task that brings tables and tournaments to their announcers when no change does."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        announcer: Announcer,
        tournaments: TournamentAnnouncer,
        channels: Channels,
        leases: Leases,
        clock: Callable[[], datetime],
        rest: Sleeper,
    ) -> None:
        self._store = store
        self._tables = tables
        self._announcer = announcer
        self._tournaments = tournaments
        self._channels = channels
        self._leases = leases
        self._clock = clock
        self._rest = rest
        self._tasks: set[asyncio.Task[None]] = set()

    # -- after a gap --------------------------------------------------------------------------------

    def begin(self, gap: Gap, shards: Shards) -> None:
        """Begin to show on these shards what was not shown because of that gap."""
        task = asyncio.create_task(self._after(gap, shards), name="catching up")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Leave the rest to the next start."""
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Stop, and wait until it has ended."""
        self.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _after(self, gap: Gap, shards: Shards) -> None:
        """Show what a crash may have left unshown before that gap, on these shards."""
        self._announcer.forget()
        self._tournaments.forget()
        since = self._clock() - RECENT - timedelta(seconds=gap.seconds)
        try:
            for posting in await self._store.tables.unsent(MOST_WAITING):
                await self._post(posting.of)
            await self._show_tables(since, shards)
            await self._show_tournaments(since)
        except StoreError as error:
            log.error("not taken up", **error_fields(error))

    async def _show_tables(self, since: datetime, shards: Shards) -> None:
        last: TableId | None = None
        while rows := await self._store.tables.open_rows(last):
            last = rows[-1].id
            for row in rows:
                is_due = row.changed_at >= since or has_lost_place(row) or await self._lacks_card(row)
                if shards.hold(row.guild) and is_due:
                    await self._show(row.id)

    async def _lacks_card(self, row: TableRow) -> bool:
        """Return whether that is a lobby without a card, which nobody can see."""
        return row.status is TableStatus.LOBBY and await self._store.tables.message_of(row.id, CARD) is None

    async def _show_tournaments(self, since: datetime) -> None:
        """Show the tournaments that have changed since then, are being played, or have something to post."""
        found = self._store.tournaments
        waiting = {posting.of for posting in await found.unsent(MOST_WAITING)}
        waiting |= {*await found.changed(since), *await found.unsettled()}
        for tournament in sorted(waiting):
            self._tournaments.show(tournament)

    # -- now and then -------------------------------------------------------------------------------

    async def run(self) -> None:
        """Show again, now and then, tables without a place, and tables and tournaments with unsent postings that were
        given up. Discard threads that could not be discarded before.
        """
        last = TableId("")
        while True:
            await self._rest(within(self._channels.changed, POSTINGS_SECONDS))
            servers, lost = self._channels.take_changed()  # also in a spare process, or the next rest would end at once
            if not self._leases.serving:
                continue
            await self._show_changed(servers, lost)
            await self._channels.discard_again()
            waiting = {posting.of for posting in await self._store.tables.unsent(MOST_WAITING)}
            waiting |= self._announcer.placeless
            for table in waiting:
                self._announcer.unsettle(table)  # a table that is being shown now tries again at its next change
            idle = sorted(table for table in waiting if not self._announcer.is_showing(table))
            # Tables take turns: those that never succeed must not keep the others waiting.
            turn = [*(table for table in idle if table > last), *idle][: min(POSTINGS_AT_ONCE, len(idle))]
            for table in turn:
                await self._post(table)
            last = turn[-1] if turn else last
            for tournament in {posting.of for posting in await self._store.tournaments.unsent(MOST_WAITING)}:
                self._tournaments.show(tournament)

    async def _show_changed(self, servers: frozenset[int], lost: frozenset[int]) -> None:
        """Show again what is open in servers where the bot has got permissions back, and tables whose channel or thread
        it may have lost.
        """
        last: TableId | None = None
        while (servers or lost) and (rows := await self._store.tables.open_rows(last)):
            last = rows[-1].id
            for row in rows:
                places = [one for one in (row.channel, row.thread) if one and lost & {one, row.channel}]
                for place in places:
                    await self._channels.look_for(place)
                if row.guild in servers or places:
                    await self._show(row.id)
        for tournament in await self._store.tournaments.unsettled() if servers else ():
            self._tournaments.show(tournament)

    async def _post(self, table: TableId) -> None:
        self._announcer.unsettle(table)
        await self._show(table)

    async def _show(self, table: TableId) -> None:
        while self._announcer.busy > SHOWN_AT_ONCE:
            await self._rest(asyncio.sleep(BREATH))
        try:
            self._announcer.announce(await self._tables.find(table))
        except (ServiceError, CorruptError) as error:
            log.error("table not shown", table=table, **error_fields(error))
