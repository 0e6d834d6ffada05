"""A table in memory. It answers presses with screens, and its computers play at once."""

import hashlib
import os
from datetime import UTC, datetime
from itertools import count
from typing import ClassVar, Self

from bot.flows.answer import Press
from bot.flows.context import Context
from bot.flows.filled_forms import FilledForms
from bot.flows.flows import Flows
from bot.flows.open_screens import OpenScreens
from bot.flows.readers import Readers
from bot.games.faces import GAMES
from bot.languages.language import languages_of
from bot.languages.sentence import Sentence, language
from bot.layout import Button, Form, Screen, TableControlId
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView
from bot.rummy.entropy import Secrets
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.rummy.outcome import SeatStatus
from bot.screens.base import names
from bot.screens.board import EVENTS, posted, start
from bot.service.daily import Daily
from bot.service.processes import OnlyProcess
from bot.service.services import ServiceOptions, Services, nobody_leaves
from bot.service.shuffle import new_secrets
from bot.service.tables.deadlines import alarms_of_computers
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState
from bot.store.rows.alarms import Gap, Shards
from bot.store.rows.outbox import OutboxKind, OutboxMessage
from bot.store.store import Store
from bot.terminal.answer import TerminalAnswer
from bot.terminal.match import MatchOptions
from bot.text import events as events_text
from bot.text import review as review_text
from bot.text import terminal

MEMORY = "sqlite+aiosqlite:///:memory:"
ME = PlayerId(1)
BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
"""The time at which a match begins. Time passes only while computers play."""


class _Unheard:
    """A listener that ignores events, because the terminal asks the table itself."""

    def announce(self, state: TableState) -> None:
        pass

    def remind(self, state: TableState, seat: Seat) -> None:
        pass

    async def archive(self, state: TableState) -> bool:
        return True

    def announce_tournament(self, state: TournamentState) -> None:
        pass

    def catch_up(self, gap: Gap, shards: Shards) -> None:
        pass

    def on_seen(self, state: TableState, player: PlayerId) -> None:
        pass

    def retry(self, player: PlayerId) -> None:
        pass

    async def link(self, state: TableState | TournamentState) -> str | None:
        return None

    async def open_thread(self, state: TableState, channel: int, *, private: bool) -> int | None:
        return None

    def moved(self, state: TableState, player: PlayerId) -> str | None:
        return None


class TerminalTable:
    """A table with one person, and the services for it."""

    id: TableId
    LOOK_BACK: ClassVar[Sentence] = terminal.LOOK_BACK
    """The text above the buttons for a look back."""

    def __init__(self, store: Store, match: MatchOptions, daily: Daily | None = None) -> None:
        self._store = store
        self._match = match
        self._now = BEGINNING
        self._presses, codes = count(1), count(1)
        unheard = _Unheard()
        options = ServiceOptions(
            timing=alarms_of_computers, draw_secrets=self._secrets, draw_code=lambda: f"{next(codes):06}"
        )
        services = Services(store, GAMES, match.rules, self._clock, OnlyProcess("terminal"), unheard, options)
        self._tables, self._lobbies, self._alarms = services.tables, services.lobbies, services.alarms
        self._tournaments = services.tournaments
        context = Context(
            tables=self._tables,
            lobbies=self._lobbies,
            quick=services.quick,
            rematches=services.rematches,
            admission=services.admission,
            store=store,
            servers=services.servers,
            readers=Readers(services.settings, services.servers, languages_of(os.environ), store.tournaments),
            settings=services.settings,
            play_time=services.play_time,
            reviews=services.reviews,
            house=services.house,
            open_screens=OpenScreens(self._clock),
            filled_forms=FilledForms(self._clock),
            direct_hands=unheard,
            places=unheard,
            settled=self._settled,
            invite=self._invite,
            tell=self._tell,
            has_left=nobody_leaves,
            forget_portrait=lambda _: None,
        )
        flows = Flows(context, services.wallet, self._tournaments, match.rules, self._clock, daily or services.daily)
        self._router, self._puzzles = flows.router, flows.practice.titles
        self.lesson = flows.lessons.place_of(match.rules[match.options.rules_id].game)
        """The place of the lesson for this game; None if there is none."""
        self._events_shown = (0, 0)
        """The deal whose events were told last, and their number."""

    @classmethod
    async def open(cls, match: MatchOptions) -> Self:
        """Open a table and deal the cards.

        Raises:
            ServiceError: the rule set does not play that, or not with that many.
        """
        self = cls(await Store.open(MEMORY), match)
        await self._store.settings.change(ME, text_only=True, language=language().code)
        me = Person(ME, DisplayName(terminal.PLAYER()))
        self.id = (await self._lobbies.open(me, None, 0, match.options, next(self._presses))).id
        for _ in range(match.computers):
            await self._lobbies.add_computer(self.id, ME, next(self._presses), match.level)
        await self._lobbies.start(self.id, ME, next(self._presses))
        return self

    async def close(self) -> None:
        """Close the services and the database."""
        await self._tournaments.close()
        await self._store.close()

    def _secrets(self, version: int) -> Secrets:
        seed = self._match.seed
        if seed is None:
            return new_secrets(version)
        # Version 1, where nothing else is drawn by chance: the same number leads to the same cards.
        return Secrets(hashlib.sha256(str(seed).encode("ascii")).digest())

    def _clock(self) -> datetime:
        return self._now

    async def _tell(self, state: TableState) -> None:
        """Do nothing, because nobody else can play."""

    async def _settled(self, guild: int | None) -> None:
        """Do nothing, because there are no deadlines."""

    async def _invite(self, state: TableState, guest: PlayerId) -> bool:
        """Return False, because nobody can be invited."""
        return False

    # -- playing ------------------------------------------------------------------------------------

    async def is_over(self) -> bool:
        """Return whether the match is over."""
        return not (await self._tables.find(self.id)).row.status.is_open

    @property
    def aside(self) -> Button:
        """Return the button for 0 on screens without a hand."""
        return Button(terminal.TABLE(), self.control("table"))

    @property
    def to_look_back(self) -> tuple[Button, ...]:
        """Return the buttons for a look back at the match."""
        review = Button(review_text.BUTTON(), self.control("review"))
        return review, Button(review_text.REPLAY(), self.control("replay"))

    def control(self, request: str) -> str:
        """Return the id of a control that asks for a screen, such as `hand`, at any step."""
        return str(TableControlId(self.id, 0, request, is_own=True))

    async def press(self, press: Press) -> list[Screen | Form]:
        """Return the screens and forms that answer a press."""
        answer = TerminalAnswer(next(self._presses), ME, DisplayName(terminal.PLAYER()), edits=not press.typed)
        await self._router.pressed(answer, press)
        return answer.shown

    async def play_on(self) -> list[str | Screen]:
        """Let computers play until it is the person's turn. Return what all players see of it.

        That is nothing during the person's own turn, because the answer to the press shows it.
        """
        events, messages = await self._news()
        if not messages and not await self._fire_next():
            return []
        seen: list[str | Screen] = [*events, *messages]
        while True:
            if not await self._is_left_to_computers():
                events, messages = await self._news()
                seen += [*events, *messages]
            if not await self._fire_next():
                return seen

    async def _is_left_to_computers(self) -> bool:
        """Return whether a deal goes on without the person. Only its end is shown."""
        table = (await self._tables.find(self.id)).table
        return table is not None and table.is_left_to_computers

    async def _fire_next(self) -> bool:
        """Fire the next alarm at once. Return whether there was one."""
        due = await self._store.alarms.next_due()
        if due is None:
            return False
        self._now = max(self._now, due)
        if not await self._alarms.fire_due():
            raise RuntimeError("computer stands still")
        return True

    # -- what everybody sees ------------------------------------------------------------------------

    async def _news(self) -> tuple[list[str], list[Screen]]:
        """Return what happened at the table since the last call: events, one a line, and posted messages."""
        state = await self._tables.find(self.id)
        messages = await self._store.tables.unsent(of=self.id)
        for message in messages:
            await self._store.tables.mark_sent(message, 0)
        return self._new_events(state), [self._posted(state, message) for message in messages]

    def _posted(self, state: TableState, message: OutboxMessage[TableId]) -> Screen:
        if message.kind != OutboxKind.START:
            return posted(state, message)
        seed = self._match.seed
        return start(state, terminal.SECRET() if seed is None else terminal.known(seed))

    def _new_events(self, state: TableState) -> list[str]:
        """Return the events that were not shown yet, one a line."""
        number, shown = self._events_shown
        lines: list[str] = []
        for view in (state.last_deal, state.public):
            if view is None or view.deal is None or view.deal_number < number:
                continue
            since = shown if view.deal_number == number else 0
            lines += self._lines(state, view.deal, since)
            self._events_shown = (view.deal_number, len(view.deal.events))
            number, shown = self._events_shown
        return lines

    def _lines(self, state: TableState, deal: DealView, since: int) -> list[str]:
        """Return the events of a deal from index *since* on; only the last ones if the person is out of it."""
        called, seat = names(state), state.seat_of(ME)
        lines = [events_text.event(event, called[event.seat], deal.rules) for event in deal.events[since:]]
        is_in = seat is not None and deal.seats[seat].status is SeatStatus.IN
        return lines if is_in else lines[-EVENTS:]
