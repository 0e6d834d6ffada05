"""The places of tables and tournaments: the cards of those just opened, and tables that have lost their threads."""

import asyncio

from bot.discord.answers import current
from bot.discord.outbox.announcer import Announcer
from bot.discord.outbox.tournament_announcer import TournamentAnnouncer
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.screens.base import link_to
from bot.service.tables.state import TableState
from bot.service.tournaments.state import TournamentState
from bot.store.rows.outbox import CARD, MessageRef
from bot.store.store import Store
from bot.text.table import moved

PATIENCE = 2.0
"""Seconds for which an answer waits for the card that it links."""


class AnnouncedPlaces:
    """The places in which the announcers have put tables and tournaments."""

    def __init__(self, store: Store, tables: Announcer, tournaments: TournamentAnnouncer) -> None:
        self._store = store
        self._tables = tables
        self._tournaments = tournaments

    async def link(self, state: TableState | TournamentState) -> str | None:
        """Return the link to the card. Return None if it is not posted in time.

        Other messages wait for the answer to a press. The card goes out first, because the answer leads to it.
        """
        if (answer := current()) is not None:
            answer.over.set()
        card: MessageRef[TableId] | MessageRef[TournamentId] | None
        if isinstance(state, TableState):
            await _shown(self._tables.task_of(state.id))
            card = await self._store.tables.message_of(state.id, CARD)
        else:
            await _shown(self._tournaments.task_of(state.id))
            card = await self._store.tournaments.message_of(state.id, CARD)
        return None if card is None else link_to(state.row.guild, card.channel, card.message)

    def moved(self, state: TableState, player: PlayerId) -> str | None:
        """Return the place to which a table without its thread has moved, once for each of its players.

        Otherwise return None.
        """
        return moved(f"<#{state.row.channel}>") if self._tables.has_moved(state.id, player) else None


async def _shown(task: asyncio.Task[None] | None) -> None:
    """Wait for a task that shows a table or tournament, but not for long."""
    if task is not None:
        await asyncio.wait({task}, timeout=PATIENCE)
