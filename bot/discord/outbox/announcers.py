"""The announcers of tables and tournaments, built together with what they share."""

import asyncio

from bot.discord.calendar import Calendar
from bot.discord.champions import ChampionRoles
from bot.discord.channels import Channels
from bot.discord.client import RummyBot
from bot.discord.governor import Governor
from bot.discord.outbox.announced_places import AnnouncedPlaces
from bot.discord.outbox.announcer import Announcer
from bot.discord.outbox.boards import Boards
from bot.discord.outbox.catch_up import CatchingUp
from bot.discord.outbox.delivery import Delivery
from bot.discord.outbox.postings import Postings
from bot.discord.outbox.redraws import Redraws
from bot.discord.outbox.relocation import Relocation
from bot.discord.outbox.tellings import Tellings
from bot.discord.outbox.tournament_announcer import TournamentAnnouncer
from bot.discord.outbox.tournament_boards import TournamentBoards
from bot.discord.outbox.tournament_postings import TournamentPostings
from bot.discord.outbox.welcomes import Welcomes
from bot.flows.open_screens import OpenScreens
from bot.flows.readers import Readers
from bot.service.leases.leases import Leases
from bot.service.services import Services
from bot.service.tables.late_check import LateCheck


class Announcers:
    """All queues that show tables, tournaments and hands without a request."""

    def __init__(
        self,
        services: Services,
        client: RummyBot,
        channels: Channels,
        leases: Leases,
        governor: Governor,
        open_screens: OpenScreens,
        readers: Readers,
    ) -> None:
        store, settings, clock, rest = services.store, services.settings, services.clock, services.rest
        late_check = LateCheck(services.tables, leases)
        self.hands = Redraws(settings, services.reviews, open_screens, clock, rest, late_check, readers, governor.lull)
        self.delivery = Delivery(channels, store, settings, services.reviews, open_screens, self.hands, readers, clock)
        self.boards = Boards(channels, store, clock, open_screens.is_present, leases)
        roles = ChampionRoles(client, channels, services.tournaments.past)
        self.tournaments = TournamentAnnouncer(
            services.tournaments.find,
            services.tables,
            TournamentBoards(channels, store, clock),
            TournamentPostings(channels, store, settings, readers, roles.pass_on, clock, leases.name),
            Calendar(client, store, clock),
            readers,
            rest,
            services.series.place_of,
        )
        relocation = Relocation(services.tables, services.waiting, self.tournaments.on_table)
        postings = Postings(
            channels, store, clock, leases.name, self.boards, relocation, services.tables, services.disputes
        )
        self.tables = Announcer(self.boards, postings, self.delivery, relocation, rest, governor, late_check, readers)
        self.places = AnnouncedPlaces(store, channels, self.tables, self.tournaments)
        self.catching_up = CatchingUp(
            store, services.tables, self.tables, self.tournaments, channels, leases, clock, rest
        )
        self.tellings = Tellings(channels, store, services.servers, readers, clock)
        self.welcomes = Welcomes(client, channels, store, readers, services.tables.games, clock)
        self._queues = self.tables, self.tournaments, self.hands

    @property
    def busy(self) -> int:
        """Return the number of tables, tournaments and hands that are being shown."""
        return sum(queue.busy for queue in self._queues)

    async def finish(self) -> None:
        """Show at once what waits to be shown soon, and wait until all was tried."""
        await asyncio.gather(*(queue.finish() for queue in self._queues))
        await self.hands.finish()  # what was shown last has redrawn hands

    async def close(self) -> None:
        """Stop. The rest is shown after the next start."""
        for queue in self._queues:
            await queue.close()
