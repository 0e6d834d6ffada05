"""The newest state wins, even if it comes while Discord is slow to answer."""

import asyncio
import random
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import pytest

from bot.codes import TableStatus
from bot.discord.channels import ChannelClosedError
from bot.discord.governor import Governor
from bot.discord.outbox.announcer import Announcer
from bot.languages.language import ENGLISH, Language
from bot.rummy.cards import Seat
from bot.rummy.ids import TableId
from bot.service.sleeper import real_sleep
from bot.service.tables.state import TableState
from tests.screens.samples import opened, people, playing

THREAD = 7


class Discord:
    """Boards, postings, deliveries and relocations. The first call waits until it is released."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, int, int | None]] = []
        self.redrawn: list[tuple[bool, int]] = []
        """The redraws: whether each was of all hands, and the version of the table."""
        self.left: list[int | None] = []
        """The threads of which players were told that their table has left them."""
        self.slow = asyncio.Event()
        self.answered = asyncio.Event()
        self.moves: Callable[[TableState], TableState] = lambda state: state
        self.closed: int | None = None

    async def post(self, state: TableState, *, opening: bool) -> TableState:
        if opening and not self.answered.is_set():
            self.slow.set()
            await self.answered.wait()
            return self.moves(state)
        return state

    async def move(self, table: TableId, channel: int, thread: int | None) -> None:
        """Do nothing: the tests move the state themselves."""

    async def tell_staff(self, state: TableState) -> None:
        """Do nothing: nobody reports anything."""

    def showing(self, table: TableId) -> AbstractContextManager[None]:
        return nullcontext()

    def check_place(self, state: TableState) -> None:
        """Do nothing: the places of these tables go while they are drawn."""

    async def draw(self, state: TableState) -> None:
        if self.closed is not None and state.row.thread == self.closed:
            self.slow.set()
            await self.answered.wait()
            raise ChannelClosedError(self.closed, 10003)
        self._note("draw", state)

    async def call(self, state: TableState) -> bool:
        self._note("call", state)
        return True

    async def remind(self, state: TableState, seat: Seat) -> None:
        self._note("remind", state)

    def redraw(self, state: TableState, *, all_hands: bool) -> None:
        self.redrawn.append((all_hands, state.row.version))

    async def write(self, state: TableState) -> None:
        self._note("write", state)

    async def tell_moved(self, state: TableState) -> None:
        self.left.append(state.row.thread)

    async def old_calls(self, state: TableState) -> list[object]:
        return []

    def _note(self, what: str, state: TableState) -> None:
        self.shown.append((what, state.row.version, state.row.thread))


class Alone:
    """No other process plays."""

    def is_ours(self, state: TableState) -> bool:
        return True

    async def of(self, shown: TableState) -> TableState:
        return shown


class English:
    """All read English."""

    async def of_table(self, state: TableState) -> Language:
        return ENGLISH


def announcer(discord: Discord, governor: Governor | None = None) -> Announcer:
    """Return an announcer that shows things there."""
    boards: Any = discord
    newest: Any = Alone()
    readers: Any = English()
    return Announcer(boards, boards, boards, boards, real_sleep, governor or Governor(), newest, readers)


@pytest.fixture
def state() -> TableState:
    return playing(opened("circle", people(2), random.Random(3)))


def newer(state: TableState) -> TableState:
    """Return the table after the next move."""
    return replace(state, row=replace(state.row, version=state.row.version + 1))


def in_thread(state: TableState) -> TableState:
    """Return the table once its thread is open."""
    return replace(state, row=replace(state.row, thread=THREAD))


async def test_news_that_come_while_a_posting_is_sent_are_shown(state: TableState) -> None:
    discord = Discord()
    shows = announcer(discord)
    shows.announce(state)
    await discord.slow.wait()
    shows.announce(newer(state))
    discord.answered.set()
    await shows.idle()
    assert {version for _, version, _ in discord.shown} == {state.row.version + 1}


async def test_news_learn_of_the_thread_that_was_opened_meanwhile(state: TableState) -> None:
    discord = Discord()
    discord.moves = in_thread
    shows = announcer(discord)
    shows.announce(state)
    await discord.slow.wait()
    shows.announce(newer(state))
    discord.answered.set()
    await shows.idle()
    assert {shown[1:] for shown in discord.shown} == {(state.row.version + 1, THREAD)}


async def test_news_learn_that_the_thread_is_gone(state: TableState) -> None:
    discord = Discord()
    discord.closed = THREAD
    shows = announcer(discord)
    discord.moves = in_thread
    shows.announce(in_thread(state))
    await discord.slow.wait()
    discord.slow.clear()
    shows.announce(newer(in_thread(state)))
    discord.answered.set()
    await shows.idle()
    assert discord.shown[-1][1:] == (state.row.version + 1, None)
    assert discord.left == [THREAD]
    assert {version for what, version, _ in discord.shown if what == "draw"} == {state.row.version + 1}


class SlowCard(Discord):
    """The lobby card waits; a start is noted."""

    async def post(self, state: TableState, *, opening: bool) -> TableState:
        if opening:
            self._note("start", state)
        return state

    async def draw(self, state: TableState) -> None:
        if state.table is None:
            self.slow.set()
            await self.answered.wait()
        self._note("draw", state)


async def test_a_table_that_starts_while_its_card_is_drawn_shows_its_start_first(state: TableState) -> None:
    discord = SlowCard()
    shows = announcer(discord)
    lobby = replace(state, table=None, row=replace(state.row, status=TableStatus.LOBBY))
    shows.announce(lobby)
    await discord.slow.wait()
    started = newer(state)
    shows.announce(started)
    discord.answered.set()
    await shows.idle()
    of_table = [what for what, version, _ in discord.shown if version == started.row.version]
    assert of_table[:2] == ["start", "draw"]


async def test_calls_go_before_the_result_comes(state: TableState) -> None:
    """No start looks again at a table that is over once its result stands."""

    class Noting(Discord):
        async def post(self, state: TableState, *, opening: bool) -> TableState:
            self._note("start" if opening else "result", state)
            return state

    discord = Noting()
    announce = announcer(discord)
    announce.announce(replace(state, row=replace(state.row, status=TableStatus.FINISHED)))
    await announce.idle()
    assert [what for what, *_ in discord.shown][:4] == ["start", "draw", "call", "result"]


async def test_boards_and_hands_of_others_tell_of_a_drawn_card_together_with_what_comes_next(
    state: TableState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Announcer, "patience", 30.0)
    discord = Discord()
    discord.answered.set()
    shows = announcer(discord)
    shows.announce(state)
    await shows.idle()
    drawn = replace(newer(state), lines=state.lines + 1, last_action="draw closed")
    shows.announce(drawn)
    await asyncio.sleep(0.05)
    assert shows.busy == 0, "a turn that goes on holds nothing up"
    thrown = replace(newer(drawn), lines=state.lines + 2, last_action="discard 7S")
    shows.announce(thrown)
    await shows.idle()
    assert [version for what, version, _ in discord.shown if what == "draw"] == [state.row.version, thrown.row.version]
    versions = [shown.row.version for shown in (state, drawn, thrown)]
    assert discord.redrawn == list(zip((True, False, True), versions, strict=True))
