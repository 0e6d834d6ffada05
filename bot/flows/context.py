"""The services that all flows call, and the sentence for an error."""

import secrets
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, ExitStack, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import structlog

from bot.codes import Problem
from bot.error_fields import error_fields
from bot.faces.controls import CoachAnswer, Scene
from bot.flows.answer import Answer, AnswerResult
from bot.flows.filled_forms import FilledForms
from bot.flows.open_screens import OpenScreens
from bot.flows.readers import Readers
from bot.languages.sentence import reading
from bot.layout import Screen
from bot.rummy.errors import CardTextError, IllegalAction
from bot.rummy.ids import PlayerId, TableId
from bot.screens.base import relative
from bot.screens.hand import hand_fingerprint, hand_in, question_fingerprint, scene
from bot.screens.menus import plain
from bot.screens.tables import stopped
from bot.screens.web import with_page
from bot.service.errors import CorruptError, NoSuchNameError, OthersLackError, PausedError, QuotaUsedError, ServiceError
from bot.service.house import HouseRules
from bot.service.limits import PlayTime
from bot.service.owner.admission import Admission
from bot.service.review import Reviews
from bot.service.server_settings import ServerSettingsCache
from bot.service.settings import PlayerSettingsCache
from bot.service.tables.lobby import Lobbies, Person
from bot.service.tables.quick import QuickPlay
from bot.service.tables.rematch import Rematches
from bot.service.tables.service import Tables, host_without
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState
from bot.service.web import WebDoor
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.text import limits, refusals
from bot.text import table as table_text
from bot.text.refusals import UserError

log = structlog.get_logger()

Handler = Callable[[Answer], Awaitable[None]]
"""Serves one press or command."""


class TablePlaces(Protocol):
    """The places of tables and tournaments in Discord."""

    async def open_thread(self, state: TableState, channel: int, *, private: bool) -> int | None:
        """Return a new thread in that channel, in which the table can go on. Return None if it can do without one.

        Raises:
            UserError: some of its players cannot read it; or it must be private, and Discord opens none.
        """

    async def link(self, state: TableState | TournamentState) -> str | None:
        """Return the link to a card that was just posted. Return None if it is not posted in time."""

    def moved(self, state: TableState, player: PlayerId) -> str | None:
        """Return the place to which a table without its thread has moved, once for each of its players.

        Otherwise return None.
        """


class DirectHands(Protocol):
    """Hands that the bot sends as direct messages."""

    def on_seen(self, state: TableState, player: PlayerId) -> None:
        """Note that the person has just been shown their hand in their direct messages."""

    def retry(self, player: PlayerId) -> None:
        """Try direct messages to the person again, as they asked for them."""


class QuestionError(UserError):
    """A command may mean several things, and a screen asks which."""

    def __init__(self, screen: Screen) -> None:
        super().__init__("several are meant")
        self.screen = screen


@dataclass(frozen=True)
class Context:
    """All that flows need to answer people."""

    tables: Tables
    lobbies: Lobbies
    quick: QuickPlay
    rematches: Rematches
    admission: Admission
    store: Store
    servers: ServerSettingsCache
    readers: Readers
    settings: PlayerSettingsCache
    play_time: PlayTime
    reviews: Reviews
    house: HouseRules
    open_screens: OpenScreens
    filled_forms: FilledForms
    direct_hands: DirectHands
    places: TablePlaces
    settled: Callable[[int | None], Awaitable[None]]
    """Returns once the deadlines of a server have been moved by the time without a connection to it."""
    invite: Callable[[TableState, PlayerId], Awaitable[bool]]
    """Tells a guest that they may sit down. Returns whether they have been told; failures are only logged."""
    tell: Callable[[TableState], Awaitable[None]]
    """Tells those who have asked for it that a table is open. Failures are only logged."""
    has_left: Callable[[int, PlayerId], Awaitable[bool]]
    """Returns whether a person is no longer in a server."""
    forget_portrait: Callable[[PlayerId], None]
    """Forgets the picture of a person whose data was erased."""
    papers_url: str | None = None
    """The page with the privacy paper and the terms of this bot; None if there is none."""
    web: WebDoor | None = None
    """The way into the page in a browser; None where nobody is offered it, as on the page itself."""

    async def serve(
        self, answer: Answer, handler: Handler, table: TableId | None = None, *, blocked_too: bool = False
    ) -> None:
        """Run the handler. If it fails, answer with one sentence, in private.

        `blocked_too`: also for people whom the host does not serve.
        """
        if not blocked_too:
            handler = partial(self._served, handler=handler, table=table)
        # What has arrived is served also if the shard is handed over while it waits for its turn.
        try:
            await self.settled(answer.guild)
        except StoreError as error:
            handler = partial(_fail, error=error)
        async with nullcontext() if table is None else self.turn_at(answer, table):
            await self._serve(answer, handler, table)

    def turn_at(self, answer: Answer, table: TableId) -> AbstractAsyncContextManager[None]:
        """Return a context for the work of a press or command at that table: those of one person are served in turn.

        So each knows which private hand stands, and never removes one that another is just showing.
        """
        return self.open_screens.held(answer, table, partial(self._asked_of, answer.player, table))

    async def _asked_of(self, player: PlayerId, table: TableId) -> object:
        """Return what the person is asked at that table. Return None if nothing is asked, or if that cannot be read.

        If another process has asked something else since, what they open is overwritten a moment too early.
        """
        try:
            return question_fingerprint(await self.tables.cached(table), player)
        except (ServiceError, CorruptError, StoreError):
            return None

    async def _serve(self, answer: Answer, handler: Handler, table: TableId | None) -> None:
        with ExitStack() as spoken:
            spoken.enter_context(reading(self.readers.guess(answer)))
            try:
                spoken.enter_context(reading(await self.readers.of_person(answer.player, answer.locale)))
                await handler(answer)
            except Exception as error:
                await self._explain(answer, error, table)

    async def _served(self, answer: Answer, handler: Handler, table: TableId | None) -> None:
        self.admission.check_served(answer.player, answer.guild)
        if table is not None:
            await self.admission.check_table(table)
        await self.readers.note(answer)
        await handler(answer)

    async def _explain(self, answer: Answer, error: Exception, table: TableId | None) -> None:
        is_stale = isinstance(error, ServiceError) and error.problem in (Problem.STALE, Problem.WAITS_FOR_PLACE)
        try:
            sentence = self.sentence_for(answer, error, table)
            # The sentence stands above the hand if a private message was pressed, or if it promises the hand.
            over_hand = table is not None and (answer.edits or is_stale)
            if table is None or not over_hand or not await self._shows_hand(answer, table, sentence):
                if table is not None and answer.edits and isinstance(error, StoreError):
                    await answer.accept()  # what was pressed stays, to be pressed again
                await answer.show(self._excuse(answer, error, sentence))
        except Exception as further:
            log.error("no excuse", **error_fields(further))

    def _excuse(self, answer: Answer, error: Exception, sentence: str) -> Screen:
        """Return the screen for an error, with ways on where there are some."""
        if isinstance(error, QuestionError):
            return error.screen
        is_own_limit = isinstance(error, QuotaUsedError) and error.owner == answer.player
        return stopped(sentence) if is_own_limit else plain(sentence)

    def sentence_for(self, answer: Answer, error: Exception, table: TableId | None = None) -> str:
        """Return the sentence for an error, and note the error in the answer. `table`: the one that it is about.

        A fault gets a code, which the log has as well.
        """
        answer.outcome = outcome_of(error)
        if answer.outcome is not AnswerResult.FAULT:
            return self._refusal(answer, error)
        answer.fault, answer.code = type(error).__name__, secrets.token_hex(3)
        # No traceback and no text of the error: both may contain a hand.
        log.error(_event(error), code=answer.code, **error_fields(error))
        if isinstance(error, CorruptError):
            return table_text.broken(answer.code, error.status)
        return refusals.unexpected(answer.code, at_table=(table or answer.table) is not None)

    def _refusal(self, answer: Answer, error: Exception) -> str:
        """Return the sentence for a refusal."""
        match error:
            case IllegalAction():
                return refusals.refusal(error.refusal, self.tables.games)
            case PausedError():
                return refusals.resting(relative(error.until))
            case OthersLackError():
                return refusals.others_cannot_cover(f"<@{player}>" for player in error.players)
            case NoSuchNameError():
                return refusals.no_such_name(error.problem, error.names)
            case QuotaUsedError() if error.owner == answer.player:
                return refusals.too_many_of_yours(error.problem, error.most)
            case QuotaUsedError() if error.problem is Problem.TOO_MANY_RUNNING:
                return refusals.plays_enough(f"<@{error.owner}>")
            case ServiceError():
                return refusals.PROBLEMS[error.problem]()
            case CardTextError():
                return refusals.bad_card(error.word)
        return str(error)

    async def _shows_hand(self, answer: Answer, table: TableId, note: str) -> bool:
        """Answer with the person's hand and that note. Return False if there is no hand to show."""
        try:
            await self.show_hand(answer, await self.tables.find(table), note)
        except (ServiceError, CorruptError, StoreError):
            return False
        return True

    async def with_host(self, answer: Answer, state: TableState) -> TableState:
        """Return a lobby or table that has a host who is there, before a person who is not the host acts as one.

        If the host has left the server, or has not pressed anything at the table for days, another is host from now on:
        the first in line who is there.
        """
        row, gone = state.row, set[PlayerId]()
        if row.guild is None or row.tournament is not None or answer.player == row.host or not row.status.is_open:
            return state
        while (host := host_without(state, gone)) is not None and host != answer.player:
            is_quiet = state.table is not None and await self.tables.has_gone_quiet(state, host)
            if not is_quiet and not await self.has_left(row.guild, host):
                break
            gone.add(host)
        return await self.tables.succeed(state.id, gone) if gone else state

    # -- what most flows end with -------------------------------------------------------------------

    async def scene(self, state: TableState, player: PlayerId) -> Scene:
        """Return the table as that person sees it.

        Raises:
            ServiceError: they do not sit there.
        """
        settings = await self.settings.cached(player)
        return scene(state, player, settings, await self.reviews.gravest(state, player))

    async def show_hand(self, answer: Answer, state: TableState, note: str | None = None) -> None:
        """Answer with the person's hand.

        Raises:
            ServiceError: they do not sit there.
        """
        await self.show_scene(answer, state, await self.scene(state, answer.player), note)

    async def show_advice(self, answer: Answer, state: TableState, advice: CoachAnswer) -> None:
        """Answer with the person's hand and the coach's advice.

        Raises:
            ServiceError: they do not sit there.
        """
        await self.show_scene(answer, state, replace(await self.scene(state, answer.player), advice=advice), None)

    async def show_scene(self, answer: Answer, state: TableState, scene: Scene, note: str | None) -> None:
        """Answer with the hand in a finished scene."""
        note = note or self.places.moved(state, answer.player) or await self._reminder(answer.player)
        if await answer.show(hand_in(state, scene, note)):
            await self.note_hand(answer, state)

    async def _reminder(self, player: PlayerId) -> str | None:
        """Return the reminder of the time for a person who plays now; None if there is none."""
        hours = (await self.settings.cached(player)).remind_hours
        played = None if hours is None else self.play_time.reminded(player, hours)
        return None if played is None else limits.played(played)

    async def note_hand(self, answer: Answer, state: TableState) -> None:
        """Note which hand the person has been shown."""
        if answer.edits_direct_message:
            self.direct_hands.on_seen(state, answer.player)
        await self.open_screens.remember(answer, state.id, state.row.version, hand_fingerprint(state, answer.player))

    async def show_until_dealt(self, answer: Answer, state: TableState, waiting: Screen) -> None:
        """Answer with that screen, which becomes the person's hand once the cards are dealt.

        If they are dealt already, answer with the hand.
        """
        if not state.is_lobby:
            await self.show_hand(answer, state)
            return
        if not await answer.show(waiting) or answer.edits_direct_message:
            return
        await self.open_screens.remember(answer, state.id, state.row.version, None)
        now = await self.tables.find(state.id)
        # Who started the table while the answer was on its way found nothing to redraw.
        if now.is_lobby or now.table is None:
            return
        if await answer.redraw(hand_in(now, await self.scene(now, answer.player), None)):
            await self.note_hand(answer, now)

    def offering_page(self, shown: Screen) -> Screen:
        """Return the screen, with the way into the page in a browser where there is one."""
        return shown if self.web is None else with_page(shown)

    async def say(self, answer: Answer, sentence: str) -> None:
        """Answer with that sentence."""
        await answer.show(plain(sentence))


def person(answer: Answer) -> Person:
    """Return the person who asked, as the service knows people."""
    return Person(answer.player, answer.name)


async def _fail(_: Answer, error: StoreError) -> None:
    """Raise the error in place of what could not be begun."""
    raise error


def _event(error: Exception) -> str:
    """Return the event under which a fault is logged."""
    match error:
        case StoreError():
            return "database failed"
        case CorruptError():
            return "table unreadable"
    return "unexpected"


def outcome_of(error: Exception) -> AnswerResult:
    """Return the outcome of a press or command that failed with that error."""
    if isinstance(error, ServiceError) and error.problem is Problem.STALE:
        return AnswerResult.STALE
    refuses = UserError | IllegalAction | ServiceError | CardTextError
    return AnswerResult.REFUSED if isinstance(error, refuses) else AnswerResult.FAULT
