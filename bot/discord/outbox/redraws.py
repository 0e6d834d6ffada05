"""Redraws of private hands whose players did nothing: for each person at most one in a few seconds."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from bot.discord.lull import Lull
from bot.discord.outbox.queue import Queue, Work, not_shown
from bot.flows.open_screens import OpenScreens, Redrawn
from bot.flows.readers import Readers
from bot.languages.sentence import reading
from bot.layout import Screen
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.view import Stage
from bot.screens.hand import hand, question_fingerprint
from bot.screens.hand import hand_fingerprint as looks_screen
from bot.screens.web import in_browser
from bot.service.lru import LruDict
from bot.service.review import Reviews
from bot.service.settings import PlayerSettingsCache
from bot.service.sleeper import Sleeper
from bot.service.tables.late_check import LateCheck
from bot.service.tables.state import TableState
from bot.store.errors import StoreError

APART = timedelta(seconds=5)
"""The time between two redraws for a person."""
IN_BROWSER = "in the browser"
"""The look of the message in place of a hand that its owner plays on a page."""
HELD_SECONDS = 1.0
"""The time for which a hand is left alone after its owner has pressed something on it."""


@dataclass
class _Hands(Work):
    """The present states of tables at which a person's hand is out of date."""

    states: dict[TableId, TableState] = field(default_factory=dict)


class Redraws(Queue[PlayerId, _Hands]):
    """A queue of hands. They are redrawn at once when a turn begins or a deal ends, and otherwise soon."""

    def __init__(
        self,
        settings: PlayerSettingsCache,
        reviews: Reviews,
        open_screens: OpenScreens,
        clock: Callable[[], datetime],
        rest: Sleeper,
        late_check: LateCheck,
        readers: Readers,
        lull: Lull,
    ) -> None:
        super().__init__(rest)
        self._late_check = late_check
        self._readers = readers
        self._lull = lull
        self._settings = settings
        self._reviews = reviews
        self._open_screens = open_screens
        self._clock = clock
        self._last: LruDict[PlayerId, datetime] = LruDict()

    def redraw(self, state: TableState, player: PlayerId) -> None:
        """Redraw the open hand of that player with the table as it stands."""
        if state.row.tournament is not None:
            self._open_screens.seat(player, state.row.tournament, state.id)
        if state.seat_of(player) is None or not self._open_screens.is_open(player, state.id):
            return
        work = self._of(player, _Hands)
        work.states[state.id] = state
        if player in state.called or state.public.stage is not Stage.PLAYING:
            work.hurry()
        else:
            work.soon = True

    async def _hand(self, state: TableState, player: PlayerId, is_elsewhere: bool) -> Screen:
        if is_elsewhere:
            return in_browser(state)
        settings = await self._settings.cached(player)
        return hand(state, player, settings, gravest=await self._reviews.gravest(state, player))

    async def _renew(self, id: PlayerId, work: _Hands) -> bool:
        for table, shown in list(work.states.items()):
            current = await self._late_check.of(shown)
            if work.states.get(table) is not shown:
                continue  # it was announced meanwhile
            if current is None or current.seat_of(id) is None:
                del work.states[table]
            else:
                work.states[table] = current
        return bool(work.states)

    async def _show(self, id: PlayerId, work: _Hands) -> float | None:
        if not work.states:
            return None
        early = self._last[id] + APART - self._clock() if id in self._last else timedelta()
        if early > timedelta():
            return early.total_seconds()
        await self._lull.wait()
        # The hand of a match that goes on comes before that of one that is over.
        table, state = min(work.states.items(), key=lambda kept: kept[1].row.status.is_over)
        try:
            with reading(await self._readers.of_person(id)):
                is_elsewhere = await self._open_screens.pages.is_played(id, table)
                hand_fingerprint = IN_BROWSER if is_elsewhere else looks_screen(state, id)
                asked, build = question_fingerprint(state, id), partial(self._hand, state, id, is_elsewhere)
                version = state.row.version
                redrawn = await self._open_screens.refresh(id, table, version, hand_fingerprint, asked, build)
        except StoreError as error:
            return not_shown(error, table=table)
        if redrawn is Redrawn.HELD:
            return HELD_SECONDS
        if work.states[table] is state:
            del work.states[table]
        if redrawn is Redrawn.DONE:
            self._last[id] = self._clock()
        if state.row.status.is_over:
            self._open_screens.forget(id, table)  # it will not change again
        return await self._show(id, work)
