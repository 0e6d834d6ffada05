"""What a person sees as they like to see it, and which of it can still be redrawn."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from weakref import WeakValueDictionary

from bot.faces.controls import Scene
from bot.flows.answer import Answer
from bot.layout import Screen
from bot.rummy.ids import PlayerId, TableId
from bot.screens.hand import hand_in
from bot.screens.hand import scene as scene_screen
from bot.service.limits import PlayTime
from bot.service.lru import LruDict
from bot.service.tables.state import TableState
from bot.store.rows.settings import PlayerSettings
from bot.store.store import Store
from bot.text import limits

SETTINGS_LIFE = timedelta(seconds=20)
REDRAWN_FOR = timedelta(minutes=14)
"""Discord lets an answer change for 15 minutes."""
FORGOTTEN_AFTER = timedelta(minutes=30)
"""An open screen that was not used for so long is not remembered."""
PRESENT = timedelta(seconds=90)
"""Whose turn begins so soon after a press on their private hand is still there."""
CALLED_AFTER = timedelta(seconds=20)
"""Who is there is called if they do nothing for so long."""
MAX_OPEN = 5_000
"""Open screens that are remembered: more than a process serves while they can be redrawn. One takes 4 kB."""


class PersonalScreens:
    """Builds the screens that depend on who reads them."""

    def __init__(
        self, store: Store, clock: Callable[[], datetime], is_alone: Callable[[], bool] = lambda: False
    ) -> None:
        """`is_alone`: whether no other process changes what people prefer."""
        self._store = store
        self._clock = clock
        self._is_alone = is_alone
        self._known: LruDict[PlayerId, tuple[datetime, PlayerSettings]] = LruDict()
        self._sittings = PlayTime(clock)

    async def settings_of(self, player: PlayerId) -> PlayerSettings:
        """Return what that person prefers; a choice made through another process shows a moment later."""
        known = self._known.get(player)
        if known is not None and (self._is_alone() or self._clock() - known[0] < SETTINGS_LIFE):
            return known[1]
        return self._know(await self._store.settings.of(player))

    def known(self, player: PlayerId) -> PlayerSettings | None:
        """Return what that person preferred when it was last asked for; None if it was not."""
        known = self._known.get(player)
        return known and known[1]

    async def note_locale(self, player: PlayerId, locale: str | None) -> None:
        """Keep in which language that person's Discord was seen, where that has changed."""
        known = await self.settings_of(player)
        if known.locale != locale:
            await self._store.settings.note_locale(player, locale)
            self._know(replace(known, locale=locale))

    async def reminder(self, player: PlayerId) -> str | None:
        """Return what to tell that person, who plays now, of the time; None if nothing."""
        hours = (await self.settings_of(player)).remind_hours
        played = None if hours is None else self._sittings.reminded(player, hours)
        return None if played is None else limits.played(played)

    async def pause(self, player: PlayerId, days: int) -> datetime:
        """Pause a person for so many days. Return the end of the pause; a longer pause stays."""
        until = self._clock() + timedelta(days=days)
        await self._store.settings.pause(player, until)
        return self._know(await self._store.settings.of(player)).paused_until or until

    async def likes_words(self, player: PlayerId) -> bool:
        """Return whether that person wants words in the place of pictures."""
        return (await self.settings_of(player)).text_only

    async def save_settings(self, chosen: PlayerSettings) -> None:
        """Keep what that person prefers from now on; a pause that was begun, also in another process, stays."""
        await self._store.settings.save(chosen)
        self._know(await self._store.settings.of(chosen.player))

    def forget(self, player: PlayerId) -> None:
        """Forget the settings of a person who had their data erased."""
        self._known.pop(player, None)

    def forget_all(self) -> None:
        """Read again what people prefer."""
        self._known.clear()

    def _know(self, chosen: PlayerSettings) -> PlayerSettings:
        self._known[chosen.player] = (self._clock(), chosen)
        return chosen

    async def hand(self, state: TableState, player: PlayerId, note: str | None = None) -> Screen:
        """Return the screen of that person's hand.

        Raises:
            ServiceError: they do not sit there.
        """
        return hand_in(state, await self.scene(state, player), note)

    async def scene(self, state: TableState, player: PlayerId) -> Scene:
        """Return the table as that person sees it.

        Raises:
            ServiceError: they do not sit there.
        """
        return scene_screen(state, player, await self.settings_of(player))


class Redrawn(Enum):
    """What became of a hand that was to be redrawn."""

    DONE = auto()
    NOT_NEEDED = auto()
    """It says what is true now, or there is none."""
    HELD = auto()
    """Its owner has just pressed something on it."""


@dataclass
class PrivateMessage:
    """A private hand as it was shown last, or what its owner has opened in its place."""

    answer: Answer
    since: datetime
    looks: object
    asked_in: object = None
    """What was asked of its owner when they opened something else; None: it is the hand."""

    def is_true(self, looks: object, asked: object) -> bool:
        """Return whether it may stay: a hand as long as it looks so, all else as long as the same is asked of its
        owner.
        """
        return self.looks == looks if self.asked_in is None else self.asked_in == asked


class OpenScreens:
    """The one private hand of each player at each table, for as long as its answer can be redrawn.

    It is only a convenience: a player who lost theirs opens it again with a button. What its owner has opened in its
    place, such as a question, is overwritten only once their turn is over, or begins.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._open: LruDict[tuple[PlayerId, TableId], PrivateMessage] = LruDict(MAX_OPEN)
        self._locks: WeakValueDictionary[tuple[PlayerId, TableId], asyncio.Lock] = WeakValueDictionary()
        self._asked: LruDict[tuple[PlayerId, TableId], tuple[int, datetime]] = LruDict()

    def lock(self, player: PlayerId, table: TableId) -> asyncio.Lock:
        """Held while the player's hand changes, by a press on it or without one."""
        return self._locks.setdefault((player, table), asyncio.Lock())

    @asynccontextmanager
    async def held(self, answer: Answer, table: TableId, asked: Callable[[], Awaitable[object]]) -> AsyncIterator[None]:
        """While a press on a private message is served, its message is not redrawn.

        If it shows something else than the hand by then, it stays as long as what is `asked` of the player; that is
        None where nothing will be asked any more.
        """
        key = answer.player, table
        async with self.lock(*key):
            asked_in = await asked()
            yield
            found = self._open.get(key)
            if answer.shown_in is None or (found is not None and found.answer is answer):
                return
            if found is not None and found.answer.shown_in in (None, answer.shown_in):
                self.forget(*key)
                if asked_in is not None and not answer.edits_direct_message:
                    self._note(key, PrivateMessage(answer, self._clock(), None, asked_in))
            if answer.edits_direct_message:
                self._asked[key] = answer.shown_in, self._clock()

    def asked(self, player: PlayerId, table: TableId) -> tuple[int, datetime] | None:
        """Return the direct message in which the player has opened something else than the hand, and when."""
        return self._asked.get((player, table))

    async def remember(self, answer: Answer, table: TableId, looks: object) -> None:
        """The answer shows the player's hand at that table, which `looks` so; an older one is taken away."""
        key = answer.player, table
        older = self._open.get(key)
        self._note(key, PrivateMessage(answer, self._clock(), looks))
        self._asked.pop(key, None)
        if older is not None and self._may_remove(older, answer):
            await older.answer.remove()

    def _note(self, key: tuple[PlayerId, TableId], open: PrivateMessage) -> None:
        """Remember it, and forget what is too old."""
        self._open[key] = open
        while open.since - next(iter(self._open.values())).since > FORGOTTEN_AFTER:
            self._open.popitem(last=False)

    def _may_remove(self, older: PrivateMessage, newer: Answer) -> bool:
        """Return whether it is another private message, and can still be reached."""
        stands = older.answer.shown_in
        is_other = stands is not None and newer.shown_in is not None and stands != newer.shown_in
        return is_other and not older.answer.edits_direct_message and self._lives(older)

    def _lives(self, open: PrivateMessage) -> bool:
        return self._clock() - open.since < REDRAWN_FOR

    def forget(self, player: PlayerId, table: TableId) -> None:
        """Forget the private message of the player at that table: it shows no hand any longer."""
        self._open.pop((player, table), None)

    def is_open(self, player: PlayerId, table: TableId) -> bool:
        """Return whether the player's hand, or what they opened in its place, may stand where it can be redrawn."""
        found = self._open.get((player, table))
        return found is not None and not found.answer.edits_direct_message

    def is_present(self, player: PlayerId, table: TableId, since: datetime) -> bool:
        """Return whether the player, whose turn it is `since` then, sees that without a call.

        They had acted shortly before on a private hand, which is redrawn, and may still be about to act.
        """
        found = self._open.get((player, table))
        if found is None or not self.is_open(player, table) or since - found.since >= PRESENT:
            return False
        return self._clock() - max(since, found.since) < CALLED_AFTER

    async def refresh(
        self,
        player: PlayerId,
        table: TableId,
        looks: object,
        asked: object,
        build: Callable[[], Awaitable[Screen]],
    ) -> Redrawn:
        """Redraw that player's hand, where that is still possible and what it shows is no longer true.

        It `looks` so by now, and that is `asked` of the player.
        """
        lock = self.lock(player, table)
        if lock.locked():
            return Redrawn.HELD
        async with lock:
            found = self._open.get((player, table))
            if found is None or found.answer.edits_direct_message or found.is_true(looks, asked):
                return Redrawn.NOT_NEEDED
            if self._lives(found) and await found.answer.redraw(await build()):
                found.looks, found.asked_in = looks, None
            else:
                self.forget(player, table)
        return Redrawn.DONE
