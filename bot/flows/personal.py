"""What a person sees as they like to see it, and which of it can still be redrawn."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot import screens
from bot.flows.answer import Answer
from bot.games.controls import Scene
from bot.layout import Screen
from bot.rummy.ids import PlayerId, TableId
from bot.service.recent import Recent
from bot.service.tables.state import TableState
from bot.store.rows import PlayerSettings
from bot.store.store import Store

SETTINGS_LIFE = timedelta(seconds=20)
REDRAWN_FOR = timedelta(minutes=14)
"""Discord lets an answer change for 15 minutes."""
MAX_OPEN = 20_000
"""Open screens that are remembered."""


class PersonalScreens:
    """Builds the screens that depend on who reads them."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._known: Recent[PlayerId, tuple[datetime, PlayerSettings]] = Recent()

    async def settings_of(self, player: PlayerId) -> PlayerSettings:
        """What that person prefers; a choice made through another process shows a moment later."""
        known = self._known.get(player)
        if known is not None and self._clock() - known[0] < SETTINGS_LIFE:
            return known[1]
        return self._know(await self._store.settings.of(player))

    async def likes_words(self, player: PlayerId) -> bool:
        """Whether that person wants words in the place of pictures."""
        return (await self.settings_of(player)).text_only

    async def save_settings(self, chosen: PlayerSettings) -> None:
        """Keep what that person prefers from now on."""
        await self._store.settings.save(chosen)
        self._know(chosen)

    def forget(self, player: PlayerId) -> None:
        """What that person prefers has been erased."""
        self._known.pop(player, None)

    def _know(self, chosen: PlayerSettings) -> PlayerSettings:
        self._known[chosen.player] = (self._clock(), chosen)
        return chosen

    async def hand(self, state: TableState, player: PlayerId, note: str | None = None) -> Screen:
        """That person's hand.

        Raises:
            ServiceError: they do not sit there.
        """
        return screens.hand_in(state, await self.scene(state, player), note)

    async def scene(self, state: TableState, player: PlayerId) -> Scene:
        """The table as that person sees it.

        Raises:
            ServiceError: they do not sit there.
        """
        return screens.scene(state, player, await self.settings_of(player))


class OpenScreens:
    """The newest private hand of each player at each table, for as long as its answer can be redrawn.

    It is only a convenience: a player who lost theirs opens it again with a button.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._open: Recent[tuple[PlayerId, TableId], tuple[Answer, datetime]] = Recent(MAX_OPEN)

    def remember(self, answer: Answer, table: TableId) -> None:
        """The answer shows the player's hand at that table."""
        self._open[answer.player, table] = (answer, self._clock())

    def forget(self, player: PlayerId, table: TableId) -> None:
        """What the player sees of that table is no hand any longer."""
        self._open.pop((player, table), None)

    async def refresh(self, player: PlayerId, table: TableId, build: Callable[[], Awaitable[Screen]]) -> None:
        """Redraw that player's hand, where that is still possible."""
        answer, since = self._open.get((player, table)) or (None, self._clock())
        if answer is None:
            return
        fresh = self._clock() - since < REDRAWN_FOR
        redrawn = fresh and await answer.redraw(await build())
        if not redrawn and self._open.get((player, table)) == (answer, since):
            self.forget(player, table)
