"""The newest state wins, also where it comes while Discord is slow to answer."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.discord.channels import PlaceClosedError
from bot.discord.outbox.announcer import Announcer
from bot.rummy.cards import Seat
from bot.service.alarms import plainly
from bot.service.update import Update
from bot.store.rows import Status
from tests.screens.samples import opened, people, playing

THREAD = 7


class Discord:
    """Boards, postings and deliveries; what comes first of them waits until it is let go."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, int, int | None]] = []
        self.slow = asyncio.Event()
        self.answered = asyncio.Event()
        self.moves: Callable[[Update], Update] = lambda update: update
        self.closed: int | None = None

    async def post(self, update: Update, *, opening: bool) -> Update:
        if opening and not self.answered.is_set():
            self.slow.set()
            await self.answered.wait()
            return self.moves(update)
        return update

    async def draw(self, update: Update) -> None:
        if self.closed is not None and update.row.thread == self.closed:
            self.slow.set()
            await self.answered.wait()
            raise PlaceClosedError(self.closed, 10003)
        self._note("draw", update)

    async def call(self, update: Update) -> None:
        self._note("call", update)

    async def remind(self, update: Update, seat: Seat) -> None:
        self._note("remind", update)

    async def deliver(self, update: Update) -> None:
        self._note("deliver", update)

    def _note(self, what: str, update: Update) -> None:
        self.shown.append((what, update.row.version, update.row.thread))


async def nowhere(*_: Any) -> None:
    """No move."""


def announcer(discord: Discord) -> Announcer:
    """An announcer that shows things there."""
    boards: Any = discord
    return Announcer(boards, boards, boards, nowhere, plainly)


@pytest.fixture
def update() -> Update:
    return playing(opened("circle", people(2), random.Random(3)))


def newer(update: Update) -> Update:
    """The table after the next move."""
    return replace(update, row=replace(update.row, version=update.row.version + 1))


def in_thread(update: Update) -> Update:
    """The table once its thread is open."""
    return replace(update, row=replace(update.row, thread=THREAD))


async def test_news_that_come_while_a_posting_is_sent_are_shown(update: Update) -> None:
    discord = Discord()
    shows = announcer(discord)
    shows.announce(update)
    await discord.slow.wait()
    shows.announce(newer(update))
    discord.answered.set()
    await shows.idle()
    assert {version for _, version, _ in discord.shown} == {update.row.version + 1}


async def test_news_learn_of_the_thread_that_was_opened_meanwhile(update: Update) -> None:
    discord = Discord()
    discord.moves = in_thread
    shows = announcer(discord)
    shows.announce(update)
    await discord.slow.wait()
    shows.announce(newer(update))
    discord.answered.set()
    await shows.idle()
    assert {shown[1:] for shown in discord.shown} == {(update.row.version + 1, THREAD)}


async def test_news_learn_that_the_thread_is_gone(update: Update) -> None:
    discord = Discord()
    discord.closed = THREAD
    shows = announcer(discord)
    discord.moves = in_thread
    shows.announce(in_thread(update))
    await discord.slow.wait()
    discord.slow.clear()
    shows.announce(newer(in_thread(update)))
    discord.answered.set()
    await shows.idle()
    assert discord.shown[-1][1:] == (update.row.version + 1, None)
    assert {version for what, version, _ in discord.shown if what == "draw"} == {update.row.version + 1}


class SlowCard(Discord):
    """The lobby card waits; a start is noted."""

    async def post(self, update: Update, *, opening: bool) -> Update:
        if opening:
            self._note("start", update)
        return update

    async def draw(self, update: Update) -> None:
        if update.table is None:
            self.slow.set()
            await self.answered.wait()
        self._note("draw", update)


async def test_a_table_that_starts_while_its_card_is_drawn_shows_its_start_first(update: Update) -> None:
    discord = SlowCard()
    shows = announcer(discord)
    lobby = replace(update, table=None, row=replace(update.row, status=Status.LOBBY))
    shows.announce(lobby)
    await discord.slow.wait()
    started = newer(update)
    shows.announce(started)
    discord.answered.set()
    await shows.idle()
    of_table = [what for what, version, _ in discord.shown if version == started.row.version]
    assert of_table[:2] == ["start", "draw"]


async def test_calls_go_before_the_result_comes(update: Update) -> None:
    """No start looks again at a table that is over once its result stands."""

    class Noting(Discord):
        async def post(self, update: Update, *, opening: bool) -> Update:
            self._note("start" if opening else "result", update)
            return update

    discord = Noting()
    announce = announcer(discord)
    announce.announce(replace(update, row=replace(update.row, status=Status.FINISHED)))
    await announce.idle()
    assert [what for what, *_ in discord.shown][:4] == ["start", "draw", "call", "result"]
