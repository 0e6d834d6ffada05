"""The places of tables and tournaments: cards just opened, threads to go on in, and tables that have lost theirs."""

import asyncio

import structlog

from bot.codes import Pace
from bot.discord.answers import current
from bot.discord.channels import AbsentError, Channels
from bot.discord.errors import DISCORD_ERRORS, code_of, is_passing
from bot.discord.outbox.announcer import Announcer
from bot.discord.outbox.postings import CLOCKS_DIFFER, why_no_thread
from bot.discord.outbox.tournament_announcer import TournamentAnnouncer
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.screens.base import link_to
from bot.screens.board import OVER_SIGN, thread_name
from bot.service.tables.deadlines import waits_since
from bot.service.tables.state import TableState
from bot.service.tables.waiting import seated_people
from bot.service.tournaments.state import TournamentState
from bot.store.rows.outbox import CARD, MessageRef
from bot.store.store import Store
from bot.text.refusals import UserError
from bot.text.table import moved
from bot.text.waiting import TRY_AGAIN, cannot_read

PATIENCE = 2.0
"""Seconds for which an answer waits for the card that it links."""

log = structlog.get_logger()


class AnnouncedPlaces:
    """The places in which the announcers have put tables and tournaments."""

    def __init__(self, store: Store, channels: Channels, tables: Announcer, tournaments: TournamentAnnouncer) -> None:
        self._store = store
        self._channels = channels
        self._tables = tables
        self._tournaments = tournaments

    async def open_thread(self, state: TableState, channel: int, *, private: bool) -> int | None:
        """Return a thread in that channel, in which the table can go on. Return None if it can do without one.

        Raises:
            UserError: some of its players cannot read it; or it must be private, and Discord opens none.
        """
        people, since = seated_people(state), waits_since(state)
        taken = await self._store.tables.threads_in(channel, state.id)
        if state.row.thread is not None and self._channels.is_closed(state.row.thread):
            taken = (*taken, state.row.thread)
        try:
            await self._channels.check_all_read(channel, people)
            return await self._channels.open_thread(
                channel,
                thread_name(state),
                private=private,
                slow=state.pace in (Pace.SLOW, Pace.NONE),
                members=people,
                since=since and since - CLOCKS_DIFFER,  # the bot may have been killed before it took a thread
                taken=taken,
                for_all=True,
            )
        except AbsentError as error:
            raise UserError(cannot_read([f"<@{one}>" for one in error.members], f"<#{channel}>")) from None
        except DISCORD_ERRORS as error:
            log.warning("no thread", table=state.id, error=code_of(error))
            if is_passing(error):
                raise UserError(TRY_AGAIN()) from None
            if private:
                raise UserError(why_no_thread(error, private=private)) from None
            return None

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

    async def archive(self, state: TableState) -> bool:
        """Archive the thread of a finished match. Return False if that may succeed later."""
        try:
            await self._channels.archive(state.row.thread or 0, OVER_SIGN)
        except DISCORD_ERRORS as error:
            log.warning("thread not archived", table=state.id, error=code_of(error))
            return not is_passing(error)
        return True

    def moved(self, state: TableState, player: PlayerId) -> str | None:
        """Return the place to which a table without its thread has moved, once for each of its players.

        Otherwise return None.
        """
        return moved(f"<#{state.row.channel}>") if self._tables.has_moved(state.id, player) else None


async def _shown(task: asyncio.Task[None] | None) -> None:
    """Wait for a task that shows a table or tournament, but not for long."""
    if task is not None:
        await asyncio.wait({task}, timeout=PATIENCE)
