"""What a person sees as they like to see it: the messages, with the settings looked up."""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot import screens as messages
from bot.rummy.cards import Card
from bot.rummy.ids import PlayerId
from bot.screens import Message
from bot.service.recent import Recent
from bot.service.state import TableState
from bot.store.rows import PlayerSettings
from bot.store.store import Store

SETTINGS_LIFE = timedelta(seconds=20)


class Screens:
    """Builds the messages that depend on who reads them."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._known: Recent[PlayerId, tuple[datetime, PlayerSettings]] = Recent()

    async def settings_of(self, player: PlayerId) -> PlayerSettings:
        """What that person prefers; a choice made through another process shows a moment later."""
        known = self._known.get(player)
        if known is not None and self._clock() - known[0] < SETTINGS_LIFE:
            return known[1]
        return self._know(await self._store.settings_of(player))

    async def likes_words(self, player: PlayerId) -> bool:
        """Whether that person wants words in the place of pictures."""
        return (await self.settings_of(player)).text_only

    async def save_settings(self, chosen: PlayerSettings) -> None:
        """Keep what that person prefers from now on."""
        await self._store.save_settings(chosen)
        self._know(chosen)

    def forget(self, player: PlayerId) -> None:
        """What that person prefers has been erased."""
        self._known.pop(player, None)

    def _know(self, chosen: PlayerSettings) -> PlayerSettings:
        self._known[chosen.player] = (self._clock(), chosen)
        return chosen

    async def hand(self, state: TableState, player: PlayerId, note: str | None = None) -> Message:
        """That person's hand.

        Raises:
            ServiceError: they do not sit there.
        """
        return messages.hand(state, player, await self.settings_of(player), note)

    async def ask_declare(
        self, state: TableState, player: PlayerId, card: Card | None = None, note: str | None = None
    ) -> Message:
        """What a declaration would be judged.

        Raises:
            ServiceError: they do not sit there.
        """
        return messages.ask_declare(state, player, await self.settings_of(player), card, note)
