"""What a person sees as they like to see it: the messages, with the settings looked up."""

from bot.rummy.cards import Card
from bot.rummy.ids import PlayerId
from bot.service.update import Update
from bot.store.rows import PlayerSettings
from bot.store.store import Store
from bot.ui import messages
from bot.ui.messages import Message


class Screens:
    """Builds the messages that depend on who reads them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def settings_of(self, player: PlayerId) -> PlayerSettings:
        """What that person prefers."""
        return await self._store.settings_of(player)

    async def hand(self, update: Update, player: PlayerId, note: str | None = None) -> Message:
        """That person's hand.

        Raises:
            ServiceError: they do not sit there.
        """
        return messages.hand(update, player, await self.settings_of(player), note)

    async def ask_declare(
        self, update: Update, player: PlayerId, card: Card | None = None, note: str | None = None
    ) -> Message:
        """What a declaration would be judged.

        Raises:
            ServiceError: they do not sit there.
        """
        return messages.ask_declare(update, player, await self.settings_of(player), card, note)
