"""All flows of the bot, built from the services that they call."""

from collections.abc import Callable, Mapping
from datetime import datetime

from bot.flows.avoid import AvoidFlow
from bot.flows.coach import CoachFlow
from bot.flows.company import CompanyFlow
from bot.flows.context import Context
from bot.flows.daily import DailyFlow
from bot.flows.disputes import DisputeFlow
from bot.flows.exits import ExitFlow
from bot.flows.help import HelpFlow
from bot.flows.house import HouseFlow
from bot.flows.lesson import LessonFlow
from bot.flows.limits import LimitFlow
from bot.flows.lobby import LobbyFlow
from bot.flows.moves import MoveFlow
from bot.flows.practice import PracticeFlow
from bot.flows.privacy import PrivacyFlow
from bot.flows.review import ReviewFlow
from bot.flows.router import Router
from bot.flows.server_settings import ServerSettingsFlow
from bot.flows.settings import SettingsFlow
from bot.flows.standings import StandingsFlow
from bot.flows.table import TableFlow
from bot.flows.tables import TablesFlow
from bot.flows.tell_me import TellMeFlow
from bot.flows.tournaments.flow import TournamentFlow
from bot.flows.tournaments.series import SeriesFlow
from bot.flows.waiting import WaitingFlow
from bot.flows.wallet import WalletFlow
from bot.flows.web import WebFlow
from bot.rummy.rules import Rules
from bot.service.coach import Coach
from bot.service.daily import Daily
from bot.service.disputes import Disputes
from bot.service.practice import Practice
from bot.service.privacy import Privacy
from bot.service.seasons import Seasons
from bot.service.solo import Solos
from bot.service.standings import Standings
from bot.service.tables.waiting import WaitingTables
from bot.service.tournaments.series import Series
from bot.service.tournaments.service import Tournaments
from bot.service.wallet import Wallet


class Flows:
    """The flows that commands call, and the router that takes presses to them."""

    def __init__(
        self,
        context: Context,
        wallet: Wallet,
        tournaments: Tournaments,
        rules: Mapping[str, Rules],
        clock: Callable[[], datetime],
        daily: Daily,
    ) -> None:
        store, servers, tables = context.store, context.servers, context.tables
        series, reviews = Series(store, tournaments, clock), context.reviews
        self.context = context
        self.router = Router(context)
        add = self.router.add
        self.lessons = add(LessonFlow(context, Solos(store, clock)))
        self.moves = add(MoveFlow(context))
        self.lobby = add(LobbyFlow(context, self.lessons))
        self.company = add(CompanyFlow(context, self.lobby, clock))
        self.exits = add(ExitFlow(context, self.moves, self.lobby))
        add(WaitingFlow(context, WaitingTables(tables, clock)))
        self.table = add(TableFlow(context))
        self.tables = add(TablesFlow(context, self.router.pressed))
        self.help = add(HelpFlow(context, self.lessons))
        self.standings = add(StandingsFlow(context, Standings(store, context.house), Seasons(store, clock), reviews))
        self.wallet = add(WalletFlow(wallet))
        self.settings = add(SettingsFlow(context))
        self.server_settings = add(ServerSettingsFlow(servers, wallet, context.readers.languages, self.help))
        self.privacy = add(PrivacyFlow(context, Privacy(store, tables, tournaments, clock), clock))
        self.tournaments = add(TournamentFlow(context, tournaments, series, servers, rules, clock))
        self.series = add(SeriesFlow(context, self.tournaments, series, servers))
        self.disputes = add(DisputeFlow(context, Disputes(store, tables, clock), servers))
        self.avoid = add(AvoidFlow(context, clock))
        add(WebFlow(context))
        self.tell_me = add(TellMeFlow(context))
        self.house = add(HouseFlow(context))
        self.limits = add(LimitFlow(context, clock))
        self.coach = add(CoachFlow(context, Coach(tables)))
        practice = Practice(store, tables, reviews, clock)
        self.practice = add(PracticeFlow(context, Solos(store, clock), practice))
        self.review = add(ReviewFlow(context, reviews, practice))
        self.daily = add(DailyFlow(context, daily, reviews))
