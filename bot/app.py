"""The one place that builds the bot: store, service, the connection to Discord, and the commands.

`events` passes on events to the parts that are built here, `loops` holds the work that the bot does by itself, and
`runner` connects and ends it.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Self

import structlog

import cogs
from bot.beacon import HttpBeacon
from bot.config import AUTO, Config
from bot.counts import ProcessCounts
from bot.discord.card_emoji import CARD_EMOJI, CardEmoji, CardEmojiUpload
from bot.discord.channels import Channels
from bot.discord.client import RummyBot
from bot.discord.commands.sync import OwnerSync
from bot.discord.gate import Gate
from bot.discord.governor import Governor
from bot.discord.interactions import Interactions
from bot.discord.library import answer_by
from bot.discord.members import Members
from bot.discord.outbox.announcers import Announcers
from bot.discord.outbox.daily_posts import DailyPosts
from bot.discord.outbox.notices import NoticePosts
from bot.discord.portraits import PortraitCache, asked
from bot.discord.press_log import PressLog
from bot.events import DiscordEvents, LeaseEvents, ServiceEvents
from bot.flows.context import Context
from bot.flows.filled_forms import FilledForms
from bot.flows.flows import Flows
from bot.flows.open_screens import OpenScreens
from bot.flows.owner import OwnerFlow
from bot.flows.readers import Readers
from bot.games.faces import GAMES
from bot.languages.language import ENGLISH, Languages
from bot.languages.sentence import read_in
from bot.loops import Loops
from bot.monitoring.state import BotProbe
from bot.render.drawing.canvas import COUNTED_IN
from bot.render.drawing.portraits import PORTRAIT_OF, portrait_of
from bot.render.emoji import card_emoji
from bot.rummy.rules import Rules
from bot.runner import BotRunner
from bot.service.beacon import Beacon
from bot.service.leases.leases import Leases
from bot.service.owner.backup_job import BackupJob, CopyWatch
from bot.service.owner.departures import Departures
from bot.service.owner.jobs import Job, JobRunner
from bot.service.processes import new_name
from bot.service.services import ServiceOptions, Services
from bot.service.sleeper import Sleeper, real_sleep
from bot.service.tables.service import Limits
from bot.service.web import WebDoor
from bot.store.backups import Backups
from bot.store.rows.alarms import Shards
from bot.store.store import Store
from bot.web.context import WebContext
from bot.web.server import listening
from bot.web.site import WebSite
from bot.web.visits import Visits
from cogs.owner import OwnerCommands

log = structlog.get_logger()

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the present time in UTC."""
    return datetime.now(UTC)


def _limits(config: Config) -> Limits:
    return Limits(config.lobbies_per_person, config.tables_per_server, config.tables_per_person, config.tables_alone)


class App:
    """A bot, built and ready to be connected."""

    def __init__(
        self,
        config: Config,
        store: Store,
        rules: Mapping[str, Rules],
        clock: Clock,
        rest: Sleeper,
        counts: ProcessCounts,
        beacon: Beacon | None = None,
    ) -> None:
        self.config = config
        self.counts = counts
        self.store = store
        self.clock = clock
        self.rules = rules
        self._rest = rest
        self.languages = Languages(config.languages_dir)
        for fault in self.languages.faults:
            log.warning("words of the host", fault=fault)
        self.governor = Governor(config.requests_per_second)
        self.client = self._client()
        self.leases = self._leases()
        self.gate = Gate(self.client, self.leases)
        self.channels = Channels(self.client, clock, self.client.mentions)
        options = ServiceOptions(limits=_limits(config), rest=rest, beacon=beacon, has_left=self.channels.has_left)
        self.services = Services(store, GAMES, rules, clock, self.leases, ServiceEvents(self), options)
        self.wallet = self.services.wallet
        self.tables = self.services.tables
        self.tournaments = self.services.tournaments
        self.readers = Readers(self.services.settings, self.services.servers, self.languages, store.tournaments)
        self.portraits = PortraitCache(
            lambda: self.client.files_at,
            partial(asked, self.client),
            portrait_of,
            self.services.settings,
            clock,
            rest,
        )
        self.card_emoji = CardEmoji()
        open_screens = OpenScreens(clock, store.web if config.web else None)
        self.announcers = Announcers(
            self.services, self.client, self.channels, self.leases, self.governor, open_screens, self.readers
        )
        self.web_door = WebDoor(store.web, clock, config.web_origin) if config.web else None
        self.context = self._context(open_screens, clock)
        flows = Flows(self.context, self.wallet, self.tournaments, rules, clock, self.services.daily)
        self.press_log = PressLog(counts.answers)
        self.interactions = Interactions(
            self.context,
            flows.router,
            self.channels,
            self.portraits,
            self.press_log,
            self.gate.maybe_answered,
        )
        self.pages = self._pages(self.web_door) if self.web_door is not None else None
        self._add_commands(flows)
        self.owner_sync = OwnerSync(self.client.tree, store.owners)
        self.departures = self._departures()
        folder = config.backup_dir or config.dumps_dir
        self.copies = None if folder is None else CopyWatch(folder)
        self.loops = self._loops()
        self.runner = BotRunner(
            config, self.client, self.services, self.leases, self.loops, self.interactions, self.announcers
        )

    @classmethod
    async def open(
        cls, config: Config, clock: Clock = utc_now, rest: Sleeper = real_sleep, counts: ProcessCounts | None = None
    ) -> Self:
        """Return the bot with an open database, which is upgraded if needed.

        Raises:
            NoBeaconError: the setting of a beacon cannot be used.
            RulesError: a host's own rule set cannot be used.
            StoreError: the database cannot be used.
        """
        beacon = None if config.beacon_url is None else HttpBeacon(config.beacon_url, config.chain)
        rules = GAMES.load(config.rules_dir)
        counts = counts or ProcessCounts()
        url = config.database_url.get_secret_value()
        store = await Store.open(url, unsaved=config.upgrade_unsaved, commits=counts.commits)
        return cls(config, store, rules, clock, rest, counts, beacon)

    def _client(self) -> RummyBot:
        return RummyBot(
            DiscordEvents(self),
            shard_count=self.config.shard_count,
            api=self.config.discord_api_url,
            governor=self.governor,
            sleep=self._sleep,
            requests=self.counts.requests,
            languages=self.languages.values(),
        )

    def _leases(self) -> Leases:
        shards = self.config.shard_ids
        return Leases(
            self.store,
            new_name(),
            LeaseEvents(self),
            count=self.config.shard_count,
            shards=frozenset(shards) if isinstance(shards, tuple) else None,
            shares=shards == AUTO,
            rest=self._rest,
        )

    def _context(self, open_screens: OpenScreens, clock: Callable[[], datetime]) -> Context:
        services, announcers = self.services, self.announcers
        return Context(
            tables=services.tables,
            lobbies=services.lobbies,
            quick=services.quick,
            rematches=services.rematches,
            admission=services.admission,
            store=self.store,
            servers=services.servers,
            readers=self.readers,
            settings=services.settings,
            play_time=services.play_time,
            reviews=services.reviews,
            house=services.house,
            open_screens=open_screens,
            filled_forms=FilledForms(clock),
            direct_hands=announcers.delivery,
            places=announcers.places,
            settled=services.beats.settled,
            invite=announcers.boards.invite,
            tell=announcers.tellings.tell,
            has_left=self.channels.has_left,
            forget_portrait=self.portraits.forget,
            papers_url=self.config.papers_url,
            web=self.web_door,
        )

    def _pages(self, door: WebDoor) -> Visits:
        """Return the pages in browsers, with flows of their own."""
        context = WebContext.beside(self.context, self.clock)
        flows = Flows(context, self.wallet, self.tournaments, self.rules, self.clock, self.services.daily)
        members, pages = Members(self.client, self.clock), self.context.open_screens.pages
        return Visits(flows, context, members, door, pages, self.press_log)

    def _add_commands(self, flows: Flows) -> None:
        """Add the commands of all servers to the client, and the owner's to their server."""
        for command in cogs.commands_of(flows, self.interactions):
            self.client.tree.add_command(command)
        if (server := self.config.owner_server) is not None:
            flow = OwnerFlow(self.context, self.services.admission, server, lambda: len(self.client.guilds), self.clock)
            self.client.add_owner(OwnerCommands(flow, self.interactions), server)

    def _departures(self) -> Departures:
        return Departures(
            self.store,
            self.tables,
            self.services.lobbies,
            self.tournaments,
            self.services.servers,
            self._presence,
            timedelta(days=self.config.server_days_kept),
        )

    def _loops(self) -> Loops:
        return Loops(
            self.services,
            self.leases,
            self.announcers.catching_up,
            DailyPosts(self.channels, self.store, self.services.daily, self.readers, self.clock, self.leases.name),
            self.portraits,
            JobRunner(tuple(self._jobs()), self.clock, self._sleep),
            self.governor,
            self.config.global_limit_shares,
        )

    def _jobs(self) -> Iterator[Job]:
        """Yield the jobs that are done now and then."""
        config = self.config
        yield self.services.admission
        yield self.departures
        yield NoticePosts(self.channels, self.store, self.readers, self.clock, self.leases.name, self._presence)
        yield CardEmojiUpload(self.client, self.card_emoji, card_emoji, self.leases, self._sleep)
        if config.backup_dir is not None:
            every, url = timedelta(hours=config.backup_hours), config.database_url.get_secret_value()
            yield BackupJob(Backups(url, config.backup_dir, every, config.backups_kept))
        if self.copies is not None:
            yield self.copies

    async def _sleep(self, seconds: float) -> None:
        await self._rest(asyncio.sleep(seconds))

    def _presence(self) -> tuple[Shards, frozenset[int]]:
        """Return the shards that this process surely answers for, and the servers of the bot, including those with an
        outage.
        """
        return self.leases.sure, frozenset(guild.id for guild in self.client.guilds)

    async def run(self) -> None:
        """Log in and stay connected until told to stop.

        Raises:
            UnknownTokenError: Discord does not know the token.
            OUT_OF_REACH: Discord is out of reach.
        """
        COUNTED_IN.set(self.counts.pictures)
        CARD_EMOJI.set(self.card_emoji)
        PORTRAIT_OF.set(self.portraits.of)
        read_in(self.languages[ENGLISH.code])
        answer_by(self.config.discord_api_url)
        async with AsyncExitStack() as serving:
            if self.pages is not None and self.config.web is not None:
                site = WebSite(self.pages.door, self.pages, self.readers, self.config.web_proxies or ())
                await serving.enter_async_context(listening(self.config.web, site, self.pages))
            await self.runner.run(serving.aclose)

    async def close(self) -> None:
        """Stop, and close the database. If it does not answer, wait for it until `drain_seconds` are over."""
        await self.runner.close()

    def watched(self) -> BotProbe:
        """Return the view of the running bot for its host."""
        announcers = self.announcers
        queues: Mapping[str, Callable[[], int]] = {
            "writes": lambda: self.store.database.writer.waiting,
            "requests": lambda: self.governor.waiting,
            "boards": lambda: announcers.tables.busy,
            "hands": lambda: announcers.hands.busy,
            "tournaments": lambda: announcers.tournaments.busy,
        }
        return BotProbe(
            shards=lambda: self.client.shard_states(self.leases.serving),
            servers=lambda: len(self.client.guilds),
            queues=queues,
            beat_age=lambda: self.services.beats.age,
            copy_age=lambda: None if self.copies is None else self.copies.age(self.clock()),
            census=lambda: self.store.census.take(self.clock()),
            is_spare=lambda: self.leases.is_spare,
            lacks=lambda: self.runner.lacks,
        )
