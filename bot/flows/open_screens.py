"""The private screens that players have open, as long as they can be redrawn."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from weakref import WeakValueDictionary

from bot.flows.answer import Answer
from bot.flows.open_pages import OpenPages
from bot.layout import Screen
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.service.lru import LruDict
from bot.store.repositories.web import WebRepository

REDRAWN_FOR = timedelta(minutes=14)
"""The time for which an answer is changed. Discord allows 15 minutes."""
FORGOTTEN_AFTER = timedelta(minutes=30)
"""The time after which an unused open screen is forgotten."""
PRESENT = timedelta(seconds=90)
"""The time after a press on a private hand for which its owner counts as present."""
CALLED_AFTER = timedelta(seconds=20)
"""The time after which a player who is present and does nothing is called."""
MAX_OPEN = 5_000
"""The number of open screens that are remembered. One takes 4 kB.

A process serves fewer than that while they can be redrawn.
"""


class Redrawn(Enum):
    """The result of redrawing a hand."""

    DONE = auto()
    NOT_NEEDED = auto()
    """It is up to date, or there is none."""
    HELD = auto()
    """A press or command of its owner is being served."""


@dataclass
class PrivateMessage:
    """A private hand as it was shown last, or the screen that its owner has opened in its place."""

    answer: Answer
    since: datetime
    version: int
    """The version of the table that it shows."""
    looks: object
    asked_in: object = None
    """The question to its owner when they opened another screen; None if it is the hand."""

    def may_stay(self, version: int, looks: object, asked: object) -> bool:
        """Return whether it may stay at that version of the table.

        It may if it shows a newer one. Otherwise a hand may stay while it looks the same, and another screen while its
        owner is asked the same.
        """
        if version < self.version:
            return True
        return self.looks == looks if self.asked_in is None else self.asked_in == asked


class OpenScreens:
    """The private hand of each player at each table, as long as its answer can be redrawn.

    It is only a convenience: a player who lost theirs opens it again with a button. If its owner has opened another
    screen in its place, such as a question, it is overwritten only once their turn is over or begins.
    """

    def __init__(self, clock: Callable[[], datetime], sessions: WebRepository | None = None) -> None:
        """`sessions`: those of pages in browsers; None where no pages are served."""
        self._clock = clock
        self._open: LruDict[tuple[PlayerId, TableId | TournamentId], PrivateMessage] = LruDict(MAX_OPEN)
        self._locks: WeakValueDictionary[tuple[PlayerId, TableId], asyncio.Lock] = WeakValueDictionary()
        self.pages = OpenPages(clock, sessions)
        self._asked: LruDict[tuple[PlayerId, TableId], tuple[int, datetime]] = LruDict()

    def lock(self, player: PlayerId, table: TableId) -> asyncio.Lock:
        """Return the lock for changes of the player's hand, by a press or command or without one."""
        return self._locks.setdefault((player, table), asyncio.Lock())

    @asynccontextmanager
    async def held(self, answer: Answer, table: TableId, asked: Callable[[], Awaitable[object]]) -> AsyncIterator[None]:
        """Serve a press or command after the earlier ones of that player at that table. Redraw no hand meanwhile.

        If a pressed private message shows another screen than the hand by then, it stays while the player is still
        asked the same. `asked` returns the question to the player, or None if there will be no more.
        """
        key = answer.player, table
        async with self.lock(*key):
            if not answer.edits:
                yield
                return
            asked_in = await asked()
            yield
            found = self._open.get(key)
            if answer.shown_in is None or (found is not None and found.answer is answer):
                return
            if found is not None and found.answer.shown_in in (None, answer.shown_in):
                self.forget(*key)
                if asked_in is not None and not answer.edits_direct_message:
                    self._note(key, PrivateMessage(answer, self._clock(), found.version, None, asked_in))
            if answer.edits_direct_message:
                self._asked[key] = answer.shown_in, self._clock()

    def asked(self, player: PlayerId, table: TableId) -> tuple[int, datetime] | None:
        """Return the direct message in which the player has opened another screen than the hand, and when."""
        return self._asked.get((player, table))

    async def remember(self, answer: Answer, table: TableId | TournamentId, version: int, looks: object) -> None:
        """Remember that the answer shows the player's hand at that version of the table, and how it looks.

        Remove an older one. In place of a table, a tournament stands for the next table at which the player sits there.
        """
        key = answer.player, table
        older = self._open.get(key)
        self._note(key, PrivateMessage(answer, self._clock(), version, looks))
        self._asked.pop((answer.player, TableId(table)), None)
        if older is not None and self._may_remove(older, answer):
            await older.answer.remove()

    def seat(self, player: PlayerId, tournament: TournamentId, table: TableId) -> None:
        """Let the answer that was remembered for a tournament show the player's hand at that table of it."""
        found = self._open.pop((player, tournament), None)
        if found is not None and (player, table) not in self._open:
            self._note((player, table), found)

    def _note(self, key: tuple[PlayerId, TableId | TournamentId], open: PrivateMessage) -> None:
        """Remember a message, and forget those that are too old."""
        self._open[key] = open
        while open.since - next(iter(self._open.values())).since > FORGOTTEN_AFTER:
            self._open.popitem(last=False)

    def _may_remove(self, older: PrivateMessage, newer: Answer) -> bool:
        """Return whether the older one is another private message that can still be reached."""
        stands = older.answer.shown_in
        is_other = stands is not None and newer.shown_in is not None and stands != newer.shown_in
        return is_other and not older.answer.edits_direct_message and self._lives(older)

    def _lives(self, open: PrivateMessage) -> bool:
        return self._clock() - open.since < REDRAWN_FOR

    def forget(self, player: PlayerId, table: TableId) -> None:
        """Forget the private message of the player at that table. It no longer shows a hand."""
        self._open.pop((player, table), None)

    def is_open(self, player: PlayerId, table: TableId) -> bool:
        """Return whether the player's hand, or the screen in its place, is open and can perhaps be redrawn."""
        found = self._open.get((player, table))
        return found is not None and not found.answer.edits_direct_message

    async def is_present(self, player: PlayerId, table: TableId, since: datetime) -> bool:
        """Return whether the player, whose turn began at `since`, will see that without a call.

        They play on a page in a browser. Or they had acted shortly before on a private hand, which is redrawn, and may
        still be about to act.
        """
        if await self.pages.is_played(player, table):
            return self._clock() - since < CALLED_AFTER
        found = self._open.get((player, table))
        if found is None or not self.is_open(player, table) or since - found.since >= PRESENT:
            return False
        return self._clock() - max(since, found.since) < CALLED_AFTER

    async def refresh(
        self,
        player: PlayerId,
        table: TableId,
        version: int,
        looks: object,
        asked: object,
        build: Callable[[], Awaitable[Screen]],
    ) -> Redrawn:
        """Redraw that player's hand if that is still possible, and if it is out of date.

        `looks` is how the hand looks at that version of the table, and `asked` the question to the player. A hand that
        shows a newer version stays.
        """
        lock = self.lock(player, table)
        if lock.locked():
            return Redrawn.HELD
        async with lock:
            found = self._open.get((player, table))
            if found is None or found.answer.edits_direct_message or found.may_stay(version, looks, asked):
                return Redrawn.NOT_NEEDED
            if self._lives(found) and await found.answer.redraw(await build()):
                found.version, found.looks, found.asked_in = version, looks, None
            elif self._open.get((player, table)) is found:
                self.forget(player, table)
        return Redrawn.DONE
