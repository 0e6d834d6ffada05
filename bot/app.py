"""The one place that builds the bot: store, service, what speaks to Discord, and the commands."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Self

import structlog

import cogs
from bot.config import AUTO, Config
from bot.counts import ProcessCounts
from bot.discord.calendar import Calendar
from bot.discord.champions import ChampionRoles
from bot.discord.channels import Channels
from bot.discord.client import MANY, RummyBot
from bot.discord.commands.sync import OwnerSync
from bot.discord.gate import Gate
from bot.discord.governor import Governor
from bot.discord.interactions import Interactions
from bot.discord.library import answer_by, leave
from bot.discord.outbox.announcer import Announcer
from bot.discord.outbox.boards import Boards
from bot.discord.outbox.catch_up import CatchingUp
from bot.discord.outbox.daily_posts import DailyPosts
from bot.discord.outbox.delivery import Delivery
from bot.discord.outbox.notices import NoticePosts
from bot.discord.outbox.postings import Postings
from bot.discord.outbox.redraws import Redraws
from bot.discord.outbox.tournament_announcer import TournamentAnnouncer
from bot.discord.outbox.tournament_boards import TournamentBoards
from bot.discord.outbox.tournament_postings import TournamentPostings
from bot.discord.press_log import PressLog
from bot.error_fields import error_fields
from bot.flows.context import Context
from bot.flows.flows import Flows
from bot.flows.owner import OwnerFlow
from bot.flows.personal import OpenScreens, PersonalScreens
from bot.flows.readers import Readers
from bot.games.faces import GAMES
from bot.languages.language import ENGLISH, Languages
from bot.languages.sentence import read_in
from bot.monitoring.state import BotProbe, ShardState
from bot.render.drawing.canvas import COUNTED_IN
from bot.rummy.cards import Seat
from bot.rummy.ids import TableId
from bot.rummy.rules import Rules
from bot.service.daily import Daily
from bot.service.leases.leases import Answering, Leases
from bot.service.owner.backup_job import BackupJob
from bot.service.owner.departures import Departures
from bot.service.owner.jobs import Job, JobRunner
from bot.service.processes import new_name
from bot.service.server_settings import Servers
from bot.service.services import ServiceOptions, Services
from bot.service.sleeper import Sleeper, real_sleep
from bot.service.tables.late_check import LateCheck
from bot.service.tables.service import Limits
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState
from bot.store.backups import Backups
from bot.store.errors import DatabaseCorruptError, DatabaseForeignError, DatabaseNewerError, StoreError
from bot.store.rows.alarms import Gap, Shards
from bot.store.store import Store
from bot.text import process
from cogs.owner import OwnerCommands

DISPUTES_SECONDS = 120.0
"""Between two looks for matches made void of which a crash has left something undone."""

CONNECTED = timedelta(seconds=15)
"""A process that has beaten in that time is connected."""
DIVIDED_SECONDS = 10.0
"""Between two looks how many processes share Discord's limit."""

HEIR_SECONDS = 60.0
"""How long a process that a newer version has overtaken goes on until that one is ready."""
HEIRS_SHARE = 0.7
"""Of the time that a process has to end, what it may wait for others that get ready for its shards."""
CLOSING_SECONDS = 1.0
"""Of that time, what is kept for leaving the database."""
BREATH = 1.0  # seconds between two tries of a loop that failed
LOGIN_SECONDS = 60.0
"""How long Discord may take to answer who we are."""

log = structlog.get_logger()

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


class App:
    """A bot, built and ready to be connected. To the service it is the announcer, which needs the service itself."""

    def __init__(
        self,
        config: Config,
        store: Store,
        rules: Mapping[str, Rules],
        clock: Clock = utc_now,
        rest: Sleeper = real_sleep,
        counts: ProcessCounts | None = None,
    ) -> None:
        self.config = config
        self.counts = counts or ProcessCounts()
        self.store = store
        self.clock = clock
        self._rest = rest
        self._rules = rules
        self.process = new_name()
        self.languages = Languages(config.languages_dir)
        for fault in self.languages.faults:
            log.warning("words of the host", fault=fault)
        self.governor = Governor(config.requests_per_second)
        self.client = RummyBot(
            shard_count=config.shard_count,
            api=config.discord_api_url,
            governor=self.governor,
            sleep=self._sleep,
            requests=self.counts.requests,
            languages=self.languages.values(),
        )
        self.hosting = Leases(
            store,
            self.process,
            count=config.shard_count,
            shards=frozenset(config.shard_ids) if isinstance(config.shard_ids, tuple) else None,
            shares=config.shard_ids == AUTO,
            rest=rest,
        )
        limits = Limits(
            config.lobbies_per_person, config.tables_per_server, config.tables_per_person, config.tables_alone
        )
        options = ServiceOptions(limits=limits, rest=rest)
        self.services = Services(store, GAMES, rules, clock, self.hosting, self, options)
        self.wallet, self.tables, self.tournaments = (
            self.services.wallet,
            self.services.tables,
            self.services.tournaments,
        )
        self.channels = Channels(self.client, self.client.mentions)
        personal, open_screens = PersonalScreens(store, clock, self._is_alone), OpenScreens(clock)
        servers = Servers(store, clock, self._is_alone)
        self._readers = Readers(personal, servers, self.languages)
        newest = LateCheck(
            self.tables, lambda guild: self.hosting.answering(guild) is not Answering.WAITS, self._is_alone
        )
        self._redraws = Redraws(personal, open_screens, clock, rest, newest, self._readers)
        delivery = Delivery(self.channels, store, personal, open_screens, self._redraws, self._readers, clock)
        self._boards = Boards(self.channels, store, clock, self.tables.record, open_screens.is_present, self._is_alone)
        self.postings = Postings(
            *(self.channels, store, clock, self.process, self._boards),
            *(self._move, self.tables.record, self.services.disputes.case_of),
        )
        daily = Daily(store, GAMES, rules, clock)
        self._daily_posts = DailyPosts(self.channels, store, daily, self._readers, clock, self.process)
        self.announcer = Announcer(
            self._boards, self.postings, delivery, self._move, rest, self.governor, newest, self._readers
        )
        self.tournament_announcer = self._announcer_of_tournaments(personal)
        self._catching_up = CatchingUp(
            *(store, self.tables, self._boards, self.postings, self.announcer, self.tournament_announcer),
            *(clock, self._sleep, lambda: bool(self.hosting.serving)),
        )
        self.hosting.on_alone = partial(self._forget, personal, servers)
        self.context = Context(
            tables=self.tables,
            lobbies=self.services.lobbies,
            quick=self.services.quick,
            rematches=self.services.rematches,
            store=store,
            servers=servers,
            readers=self._readers,
            personal=personal,
            open_screens=open_screens,
            direct_hands=delivery,
            settled=self.services.beats.settled,
            invite=self._boards.invite,
            check_served=self.services.admission.check_served,
            check_table=self.services.admission.check_table,
            papers_url=config.papers_url,
        )
        kept = timedelta(days=config.server_days_kept)
        self._departures = Departures(store, self.tables, self.services.lobbies, self.tournaments, self._presence, kept)
        self._departures.on_erased = servers.forget
        self._upkeep = JobRunner(tuple(self._chores()), clock, self._sleep)
        self._tasks: list[asyncio.Task[None]] = []
        self._lacks: set[str] = set()
        """What keeps it from answering people, one word each."""
        self._ends_at: float | None = None
        """By the event loop's clock; None: nobody has told this process to end."""
        self._hosting: asyncio.Task[None] | None = None
        self._connect(rules)

    def _chores(self) -> Iterator[Job]:
        """Yield what is looked after now and then."""
        config = self.config
        yield self.services.admission
        yield self._departures
        yield NoticePosts(self.channels, self.store, self._readers, self.clock, self.process, self._presence)
        if config.backup_dir is not None:
            every, url = timedelta(hours=config.backup_hours), config.database_url.get_secret_value()
            yield BackupJob(Backups(url, config.backup_dir, every, config.backups_kept))

    def _announcer_of_tournaments(self, personal: PersonalScreens) -> TournamentAnnouncer:
        """Return what shows tournaments."""
        roles = ChampionRoles(self.client, self.channels, self.tournaments.past)
        postings = TournamentPostings(
            *(self.channels, self.store, personal, self._readers),
            *(roles.pass_on, self.clock, self.process),
        )
        boards = TournamentBoards(self.channels, self.store, self.clock)
        calendar = Calendar(self.client, self.store, self.clock)
        find, readers = self.tournaments.find, self._readers
        return TournamentAnnouncer(find, self.tables, boards, postings, calendar, readers, self._rest)

    def _connect(self, rules: Mapping[str, Rules]) -> None:
        """Hand the client its commands and what to do when."""
        context = self.context
        flows = Flows(context, self.wallet, self.tournaments, rules, self.clock)
        self.interactions = Interactions(context, flows.router, self.channels, PressLog(self.counts.answers))
        for command in cogs.commands_of(flows, self.interactions):
            self.client.tree.add_command(command)
        if (server := self.config.owner_server) is not None:
            self._add_owner(server)
        owners = OwnerSync(self.client.tree, self.store.owners)
        self.client.on_known = self._check_ours
        self.client.on_login = partial(owners.run, server=server)
        self.client.on_click = self.interactions.press
        self.client.on_typing = self.interactions.typing
        self.client.on_failed = self.interactions.failed
        self.client.on_start = self.start
        self.client.on_left = self._left
        self.client.on_joined = self._joined
        self.client.on_count = self.hosting.begin
        self.client.on_up = self._connected
        self.client.on_down = self.hosting.disconnected
        self.interactions.unsure = Gate(self.client, self.hosting).unsure
        self.hosting.open_shard, self.hosting.close_shard = self.client.open_shard, self.client.close_shard
        self.hosting.on_up, self.hosting.on_down = self._up, self.services.beats.disconnected
        self.hosting.idle = self.interactions.idle
        self.hosting.may_move = lambda: self.client.identifies_left > MANY / 2
        self.client.on_channel_changed = self.channels.reopen
        self.client.on_roles_changed = self.channels.reopen_in

    def _add_owner(self, server: int) -> None:
        """Hand the client the owner's commands."""
        flow = OwnerFlow(self.context, self.services.admission, server, lambda: len(self.client.guilds), self.clock)
        self.client.add_owner(OwnerCommands(flow, self.interactions), server)

    @classmethod
    async def open(
        cls, config: Config, clock: Clock = utc_now, rest: Sleeper = real_sleep, counts: ProcessCounts | None = None
    ) -> Self:
        """Return the bot with its database opened, upgraded where needed.

        Raises:
            RulesError: a host's own rule set cannot be used.
            StoreError: the database cannot.
        """
        rules = GAMES.load(config.rules_dir)
        counts = counts or ProcessCounts()
        url = config.database_url.get_secret_value()
        store = await Store.open(url, unsaved=config.upgrade_unsaved, commits=counts.commits)
        return cls(config, store, rules, clock, rest, counts)

    async def _connected(self, shard: int) -> None:
        await self.hosting.connected(shard, self.client.shard_count or 1)

    def _is_alone(self) -> bool:
        return self.hosting.is_alone

    def _forget(self, personal: PersonalScreens, servers: Servers) -> None:
        """Read again what another process may have changed, the last time before this one is trusted to know."""
        self.tables.forget()
        personal.forget_all()
        servers.forget()
        self._boards.forget_places()

    async def _sleep(self, seconds: float) -> None:
        await self._rest(asyncio.sleep(seconds))

    async def _move(self, table: TableId, channel: int, thread: int | None) -> None:
        """Note where a table plays; its tournament tells people."""
        await self.tables.move_to(table, channel, thread)
        self.tournament_announcer.on_table(await self.tables.find(table))

    def _presence(self) -> tuple[Shards, frozenset[int]]:
        """Return the shards that this process surely answers for, and the servers that the bot is in, outages
        included.
        """
        shards = Shards(self.hosting.sure, self.client.shard_count or 1)
        return shards, frozenset(guild.id for guild in self.client.guilds)

    async def _check_ours(self, application: int) -> None:
        """Raise DatabaseForeignError if the database belongs to another application.

        Another application knows none of its servers.
        """
        while True:
            try:
                owner = await self.store.applications.claimed(application)
                break
            except StoreError as error:
                log.error("not ready", **error_fields(error))
            await self._sleep(BREATH)
        if owner != application:
            raise DatabaseForeignError(process.foreign(owner, application))

    async def _joined(self, guild: int) -> None:
        """The bot is in a server that it was not in; what fails here is made up for later."""
        try:
            await self._departures.joined(guild)
        except Exception as error:
            log.error("arrival not handled", server=guild, **error_fields(error))

    async def _left(self, guild: int) -> None:
        """A server has thrown the bot out; what fails here is made up for later, also for a shard changing hands."""
        shards, _ = self._presence()
        if not shards.hold(guild):
            return
        try:
            await self._departures.left(guild, self.clock())
        except Exception as error:
            log.error("departure not handled", server=guild, **error_fields(error))

    # -- announcing ---------------------------------------------------------------------------------

    def announce(self, state: TableState) -> None:
        """Announce as the announcer of tables does. A tournament's totals may have changed with the table."""
        self.announcer.announce(state)
        self.tournament_announcer.on_table(state)

    def remind(self, state: TableState, seat: Seat) -> None:
        """Remind as the announcer of tables does."""
        self.announcer.remind(state, seat)

    def announce_tournament(self, state: TournamentState) -> None:
        """Announce as the announcer of tournaments does."""
        self.tournament_announcer.show(state.id)

    # -- running ------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin what runs beside the gateway; alarms rest until it is connected."""
        self._hosting = asyncio.create_task(self._forever(self.hosting.run, "leases"), name="leases")
        loops = (
            (self.services.alarms.run, "alarms"),
            (self.services.beats.run, "beat"),
            (self._catching_up.run, "postings"),
            (self._settle_disputes, "disputes"),
            (self._post_daily, "daily posts"),
            (self._upkeep.run, "upkeep"),
            (self._divide_limit, "limit"),
        )
        for work, name in loops:
            self._tasks.append(asyncio.create_task(self._forever(work, name), name=name))

    async def _forever(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        """Keep a loop running: a database that fails for a moment must not end it."""
        while True:
            try:
                await work()
            except StoreError as error:
                log.error("database failed", loop=name, **error_fields(error))
            except Exception as error:
                log.error("loop failed", loop=name, **error_fields(error))
            await self._sleep(BREATH)

    async def _up(self, shard: int) -> None:
        """This process answers for a shard from now on: time down does not count, and what was not posted is."""
        shards = Shards(frozenset({shard}), self.client.shard_count or 1)
        while (gap := await self._reconnected(shard, shards.count)) is None:
            await self._sleep(BREATH)
        log.info("ready", shard=shard, servers=len(self.client.guilds), rule_sets=len(self._rules))
        self.catch_up(gap, shards)

    def catch_up(self, gap: Gap, shards: Shards) -> None:
        """Show what was not shown because of that gap, and deadlines as they stand now."""
        self._tasks.append(asyncio.create_task(self._catching_up.after(gap, shards), name="catching up"))
        self._tasks = [task for task in self._tasks if not task.done()]

    async def _reconnected(self, shard: int, count: int) -> Gap | None:
        """Let the clock run on from now; answers how long nobody was there, None: the database did not take it."""
        try:
            return await self.services.beats.connected(shard, count)
        except StoreError as error:
            log.error("not ready", **error_fields(error))
            return None

    async def _settle_disputes(self) -> None:
        """Finish, now and then, what a crash has left undone of matches made void."""
        while True:
            if up := self.hosting.sure:
                await self.services.disputes.settle()
            await self._sleep(DISPUTES_SECONDS if up else BREATH)

    async def _post_daily(self) -> None:
        """Post the deal of each day where staff asked for it."""
        while True:
            if up := self.hosting.sure:
                await self._daily_posts.post(Shards(up, self.client.shard_count or 1))
            await self._sleep(self._daily_posts.pause() if up else BREATH)

    async def _divide_limit(self) -> None:
        """Share Discord's limit, again and again, with the other processes that are connected."""
        told = self.config.global_limit_shares
        while True:
            since = self.clock() - CONNECTED
            self.governor.divide(told or 1 + await self.store.alarms.others(self.process, since))
            await self._sleep(DIVIDED_SECONDS)

    async def run(self) -> None:
        """Log in and stay connected until told to stop.

        Raises:
            UnknownTokenError: Discord does not know the token.
            OUT_OF_REACH: Discord is out of reach.
        """
        COUNTED_IN.set(self.counts.pictures)
        read_in(self.languages[ENGLISH.code])
        answer_by(self.config.discord_api_url)
        async with asyncio.timeout(LOGIN_SECONDS):
            await self.client.login(self.config.token)
        connected = asyncio.create_task(self.client.connect(), name="connection")
        superseded = asyncio.create_task(self.hosting.is_superseded.wait(), name="newer version")
        corrupt = asyncio.create_task(self._corruption(), name="database check")
        try:
            await asyncio.wait([connected, superseded, corrupt], return_when=asyncio.FIRST_COMPLETED)
            if corrupt.done():
                log.error("database is corrupt: this process ends")
                raise corrupt.result()
            if not connected.done():
                log.warning("a newer version has upgraded the database: this process ends")
                await self.hosting.leave(HEIR_SECONDS, expects=True)
                await self._drain()
                raise DatabaseNewerError(process.UPGRADED)
            await connected
        except asyncio.CancelledError:
            await self._drain()
            raise
        finally:
            for task in (connected, superseded, corrupt):
                task.cancel()
            await asyncio.gather(connected, superseded, corrupt, return_exceptions=True)

    async def _corruption(self) -> StoreError:
        """Check what was opened unchecked; returns only if the database is corrupt."""
        sound: asyncio.Future[StoreError] = asyncio.get_running_loop().create_future()
        try:
            await self.store.check()
        except DatabaseCorruptError as error:
            return error
        except StoreError as error:
            log.error("database not checked", **error_fields(error))
        return await sound  # for ever

    async def _drain(self) -> None:
        """Take no new work, finish what has arrived, hand over, and say how that went.

        Told to stop once more, this process waits for nothing.
        """
        loop, seconds = asyncio.get_running_loop(), self.config.drain_seconds
        began, queues = loop.time(), (self.announcer, self.tournament_announcer, self._redraws)
        self._ends_at = began + seconds
        self._lacks.add("draining")
        for task in self._tasks:
            task.cancel()
        try:
            async with asyncio.timeout(max(seconds - CLOSING_SECONDS, seconds / 2)):
                await self.hosting.leave(seconds * HEIRS_SHARE)
                await leave(self.client)
                await self.interactions.idle()
                await asyncio.gather(*(queue.finish() for queue in queues))
                await self._redraws.finish()  # what was shown last has redrawn hands
        except TimeoutError:
            await self._refuse_unread()
        except asyncio.CancelledError:
            self._ends_at = loop.time()
            raise
        unshown = sum(queue.busy for queue in queues)
        took = round(loop.time() - began, 1)
        log.info("drained", seconds=took, unanswered=self.interactions.busy, unshown=unshown)

    async def _refuse_unread(self) -> None:
        """Answer those who wait for the database, if that stands still."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS / 4):
                if await self.hosting.look():
                    return
        self._give_up()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS / 2):
                await self.interactions.idle()

    def watched(self) -> BotProbe:
        """Return what a host may ask of the running bot."""
        queues: Mapping[str, Callable[[], int]] = {
            "writes": lambda: self.store.access.writer.waiting,
            "requests": lambda: self.governor.waiting,
            "boards": lambda: self.announcer.busy,
            "hands": lambda: self._redraws.busy,
            "tournaments": lambda: self.tournament_announcer.busy,
        }
        return BotProbe(
            shards=self._shard_states,
            servers=lambda: len(self.client.guilds),
            queues=queues,
            beat_age=self._beat_age,
            census=lambda: self.store.census.take(self.clock()),
            is_spare=lambda: self.hosting.is_spare,
            lacks=lambda: sorted(self._lacks | (set() if self.hosting.is_ready else {"leases"})),
        )

    def _shard_states(self) -> tuple[ShardState, ...]:
        serving = self.hosting.serving
        return tuple(replace(state, answers=state.id in serving) for state in self.client.shard_states())

    def _beat_age(self) -> float | None:
        beaten_at = self.services.beats.beaten_at
        return None if beaten_at is None else (self.clock() - beaten_at).total_seconds()

    async def close(self) -> None:
        """Stop, and let the database go; one that stands still is waited for until `drain_seconds` are over."""
        if self._ends_at is None:
            self._ends_at = asyncio.get_running_loop().time() + self.config.drain_seconds
        try:
            await self._in_time(self._finish())
            if not self.client.is_closed():
                await self.client.close()
            await self._in_time(self.store.close())
        except asyncio.CancelledError:  # told to stop once more
            self.store.stop()
            raise

    async def _in_time(self, work: Awaitable[None]) -> None:
        """Do this, which waits for the database until the process has to end."""
        loop = asyncio.get_running_loop()
        giving_up = loop.call_at(max(self._ends_at or 0.0, loop.time() + CLOSING_SECONDS), self._give_up)
        try:
            await work
        finally:
            giving_up.cancel()

    def _give_up(self) -> None:
        log.error("database does not answer: this process ends without it", unwritten=self.store.access.writer.waiting)
        self.store.stop()

    async def _finish(self) -> None:
        """End what runs."""
        tasks = [*self._tasks, *([self._hosting] if self._hosting else ())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.hosting.close()
        await self.tournaments.close()
        await self.announcer.close()
        await self._redraws.close()
        await self.tournament_announcer.close()
