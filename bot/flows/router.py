"""Every click, choice and typed form: the custom id says it all, so it works after any restart."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Self

from bot.flows.answer import Answer, Press
from bot.flows.coach import CoachFlow
from bot.flows.context import Context
from bot.flows.daily import DailyFlow
from bot.flows.disputes import DisputeFlow
from bot.flows.info import InfoFlow
from bot.flows.lesson import PLACE, LessonFlow
from bot.flows.limits import LimitFlow
from bot.flows.lobby import LobbyFlow
from bot.flows.moves import MoveFlow
from bot.flows.privacy import PrivacyFlow
from bot.flows.review import ReviewFlow
from bot.flows.rights import ends_by_vote, is_staff_of
from bot.flows.server_settings import ServerSettingsFlow
from bot.flows.settings import SettingsFlow
from bot.flows.solo import SoloFlow
from bot.flows.standings import StandingsFlow
from bot.flows.tournaments.flow import TournamentFlow
from bot.flows.tournaments.series import SeriesFlow
from bot.flows.wallet import WalletFlow
from bot.layout import SoloControlId, TableControlId
from bot.rummy.actions import Leave
from bot.rummy.ids import LEVELS, TableId
from bot.rummy.rules import Rules
from bot.screens.dispute_forms import WORDS
from bot.screens.ids import (
    AnyId,
    DataId,
    HistoryId,
    LanguageId,
    LimitId,
    NewTableId,
    ProfileId,
    QuickId,
    RulesId,
    SeasonId,
    SeriesId,
    SettingId,
    StandingsId,
    TournamentButtonId,
    TournamentsId,
    TournamentsWord,
    WalletId,
    parse,
)
from bot.screens.old_ids import read_old
from bot.service.coach import Coach
from bot.service.daily import Daily
from bot.service.disputes import Disputes
from bot.service.privacy import Privacy
from bot.service.review import Reviews
from bot.service.seasons import Seasons
from bot.service.solo import Solos
from bot.service.tournaments.series import Series
from bot.service.tournaments.service import Tournaments
from bot.service.wallet import Wallet
from bot.text import refusals
from bot.text.refusals import UserError

OnPress = Callable[[Answer, TableControlId, Press], Awaitable[None]]


@dataclass(frozen=True)
class Flows:
    """The flows that commands and buttons share."""

    context: Context
    moves: MoveFlow
    lobby: LobbyFlow
    info: InfoFlow
    standings: StandingsFlow
    wallet: WalletFlow
    settings: SettingsFlow
    server_settings: ServerSettingsFlow
    privacy: PrivacyFlow
    tournaments: TournamentFlow
    series: SeriesFlow
    disputes: DisputeFlow
    limits: LimitFlow
    coach: CoachFlow
    review: ReviewFlow
    lessons: LessonFlow
    daily: DailyFlow
    alone: Mapping[str, SoloFlow]
    """What people play alone, by the first word of the places where they do."""

    @classmethod
    def of(
        cls,
        context: Context,
        wallet: Wallet,
        tournaments: Tournaments,
        rules: Mapping[str, Rules],
        clock: Callable[[], datetime],
        daily: Daily | None = None,
    ) -> Self:
        """Return all flows over these services. `daily`: None: the deals of the day of this bot."""
        store, servers, series = context.store, context.servers, Series(context.store, tournaments, clock)
        lessons = LessonFlow(context, Solos(store, clock))
        reviews = Reviews(context.tables, store)
        days = DailyFlow(context, daily or Daily(store, context.tables.games, rules, clock), reviews)
        steering = TournamentFlow(context, tournaments, series, servers, rules, clock)
        return cls(
            context,
            MoveFlow(context),
            LobbyFlow(context, rules, lessons),
            InfoFlow(context, rules, lessons),
            StandingsFlow(context, Seasons(store, clock), rules, reviews),
            WalletFlow(wallet),
            SettingsFlow(context),
            ServerSettingsFlow(servers, wallet, context.readers.languages),
            PrivacyFlow(context, Privacy(store, context.tables, tournaments, clock), clock),
            steering,
            SeriesFlow(context, steering, series, servers),
            DisputeFlow(context, Disputes(store, context.tables, clock), servers),
            LimitFlow(context, clock),
            CoachFlow(context, Coach(context.tables)),
            ReviewFlow(context, reviews),
            lessons,
            days,
            {PLACE: lessons, "daily": days},
        )

    async def leave(self, answer: Answer, table: TableId, *, confirmed: bool) -> None:
        """Stand up in a lobby. At a table, ask first unless *confirmed*."""
        state = await self.context.tables.find(table)
        if state.table is None:
            await self.lobby.leave(answer, table)
        elif confirmed:
            await self.moves.act(answer, table, None, Leave())
        else:
            await self.moves.ask_leave(answer, table)


class Router:
    """Takes presses to what they are about."""

    def __init__(self, flows: Flows) -> None:
        self._flows = flows
        self._requests = self._table_requests()

    async def pressed(self, answer: Answer, press: Press) -> None:
        """Serve a press, a choice or a typed form."""
        id = parse(press.id)
        if old := read_old(press.id, press.values):
            id, press = old[0], replace(press, values=old[1])
        table = id.table if isinstance(id, TableControlId) else None
        handler, is_data = partial(self._route, id=id, press=press), isinstance(id, DataId)
        await self._flows.context.serve(answer, handler, table, blocked_too=is_data)

    async def _route(self, answer: Answer, id: AnyId | None, press: Press) -> None:
        flows = self._flows
        match id:
            case TableControlId() if press.is_menu and not press.values:
                raise UserError(refusals.NOTHING_CHOSEN())
            case TableControlId():
                request = self._requests.get(id.word)
                await (request(answer, id, press) if request else flows.moves.pressed(answer, id, press))
            case NewTableId():
                await flows.lobby.form_used(answer, id, next(iter(press.values), None))
            case RulesId():
                await flows.info.rules_part(answer, id)
            case QuickId():
                await flows.lobby.quick(answer)
            case LimitId():
                await flows.limits.pressed(answer, id, press)
            case SettingId():
                await flows.settings.set(answer, id)
            case LanguageId():
                await flows.settings.speak(answer, next(iter(press.values), ""))
            case StandingsId():
                await flows.standings.standings_at(answer, id)
            case HistoryId():
                await flows.standings.history_at(answer, id)
            case ProfileId():
                await flows.standings.profile_at(answer, id)
            case SeasonId():
                await flows.standings.season_at(answer, id)
            case WalletId():
                await flows.wallet.pressed(answer, id)
            case DataId():
                await flows.privacy.pressed(answer, id)
            case TournamentButtonId():
                await flows.tournaments.pressed(answer, id)
            case TournamentsId():
                await self._tournaments(answer, id, next(iter(press.values), ""))
            case SeriesId():
                await flows.series.pressed(answer, id, press.values)
            case SoloControlId() if (flow := flows.alone.get(id.place.partition("-")[0])) is not None:
                await flow.pressed(answer, id, press)
            case _:
                raise UserError(refusals.UNKNOWN_BUTTON())

    async def _tournaments(self, answer: Answer, id: TournamentsId, chosen: str) -> None:
        """A control about all tournaments of the server; `chosen`: what its menu gives."""
        flows = self._flows
        match id.word:
            case TournamentsWord.LIST:
                await flows.tournaments.list(answer)
            case TournamentsWord.PICK:
                await flows.tournaments.show(answer, await flows.tournaments.find(answer, chosen))
            case TournamentsWord.SERIES:
                await flows.series.list(answer)
            case TournamentsWord.PICK_SERIES:
                await flows.series.ask_end(answer, chosen)

    def _table_requests(self) -> dict[str, OnPress]:
        """Return what controls may ask for at any table, by the first word."""
        moves, lobby, info = self._flows.moves, self._flows.lobby, self._flows.info
        disputes, review = self._flows.disputes, self._flows.review

        def at_table(flow: Callable[[Answer, TableId], Awaitable[None]]) -> OnPress:
            return lambda answer, id, press: flow(answer, id.table)

        return {
            "join": at_table(lobby.join),
            "leave": self._leave,
            "computer": self._computer,
            "remove": self._remove,
            "start": at_table(lobby.start),
            "cancel": at_table(lobby.cancel),
            "rematch": at_table(lobby.rematch),
            "quick": at_table(lobby.quick_again),
            "rules": at_table(info.rules),
            "hand": at_table(moves.hand),
            "refresh": at_table(moves.hand),
            "discards": at_table(info.discards),
            "scores": at_table(info.scores),
            "more": at_table(info.more),
            "back": at_table(info.away),
            "settings": lambda answer, id, press: self._flows.settings.settings(answer),
            "ask-leave": at_table(moves.ask_leave),
            "ask-end": self._ask_end,
            "ask-end-by-staff": at_table(info.ask_end_by_staff),
            "end-by-staff": at_table(info.end_by_staff),
            "table": at_table(info.table),
            "verify": at_table(info.verify),
            "record": at_table(info.record),
            "review": lambda answer, id, press: review.review_pressed(answer, id.table, id.args),
            "replay": lambda answer, id, press: review.replay_pressed(answer, id.table, id.args),
            "case": at_table(disputes.case),
            "dispute": self._said(disputes.ask_dispute, disputes.dispute),
            "report": self._said(disputes.ask_report, disputes.report),
            "close-report": at_table(disputes.close),
            "answer-dispute": self._said(disputes.ask_answer, disputes.answer),
            "void-match": self._said(disputes.ask_void, disputes.void),
            "ask-drop": at_table(moves.ask_drop),
            "coach": self._ask_coach,
            "decline": lambda answer, id, press: moves.next(answer, id.table, id.step),
        }

    def _said(
        self, ask: Callable[[Answer, TableId], Awaitable[None]], take: Callable[[Answer, TableId, str], Awaitable[None]]
    ) -> OnPress:
        """Ask with a form at first, then take what was typed into it."""

        async def said(answer: Answer, id: TableControlId, press: Press) -> None:
            if press.typed:
                await take(answer, id.table, press.typed.get(WORDS, ""))
            else:
                await ask(answer, id.table)

        return said

    async def _computer(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """Ask how strong the computer should be, or seat one of the level that was chosen."""
        level = " ".join(id.args)
        if not level:
            await self._flows.lobby.ask_computer(answer, id.table)
        elif level in map(str, LEVELS):
            await self._flows.lobby.add_computer(answer, id.table, int(level))
        else:
            raise UserError(refusals.UNKNOWN_BUTTON())

    async def _remove(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """List the players of a lobby, or remove the one that was chosen."""
        if press.values:
            await self._flows.lobby.remove(answer, id.table, press.values[0])
        else:
            await self._flows.lobby.ask_remove(answer, id.table)

    async def _leave(self, answer: Answer, id: TableControlId, press: Press) -> None:
        """Leave. On a screen for all ask first; one's own screen has asked already."""
        await self._flows.leave(answer, id.table, confirmed=answer.edits)

    async def _ask_coach(self, answer: Answer, id: TableControlId, press: Press) -> None:
        await self._flows.coach.ask(answer, id.table, confirmed=id.args == ("sure",))

    async def _ask_end(self, answer: Answer, id: TableControlId, press: Press) -> None:
        state = await self._flows.context.tables.find(id.table)
        by_staff = is_staff_of(state, answer) and not ends_by_vote(state, answer)
        ask = self._flows.info.ask_end_by_staff if by_staff else self._flows.moves.ask_end
        await ask(answer, id.table)
