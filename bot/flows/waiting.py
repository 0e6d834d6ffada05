"""Tables that have lost the place where they play, and the ways to go on."""

import asyncio
from collections.abc import Iterator
from weakref import WeakValueDictionary

from bot.codes import Problem
from bot.flows.answer import Answer
from bot.flows.context import Context
from bot.flows.rights import check_private, is_of_here, is_staff_of, playable
from bot.flows.routes import Route, at_table
from bot.rummy.ids import TableId
from bot.service.errors import ServiceError
from bot.service.tables.state import TableState
from bot.service.tables.waiting import WaitingTables, missing_consent
from bot.text import waiting
from bot.text.refusals import UserError


class WaitingFlow:
    """Lets tables go on in another place."""

    def __init__(self, context: Context, tables: WaitingTables) -> None:
        self._context = context
        self._tables = tables
        self._moving: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        """A lock for each table that is being moved: two people may press in different channels at once."""

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield from at_table({"go-on": self.go_on, "go-public": self.go_public})

    async def go_on(self, answer: Answer, table: TableId) -> None:
        """Let a table go on in the channel in which its player, or a member of the staff, asks.

        A lobby is moved by its host or the staff.
        """
        state = await self._context.tables.find(table)
        if state.is_lobby:
            await self._reopen(answer, state)
            return
        plays = state.table is not None and state.seat_of(answer.player) is not None
        if not plays and (state.is_kept_private or not is_staff_of(state, answer)):
            raise ServiceError(Problem.NOT_AT_TABLE)
        await self._move(answer, state)

    async def go_public(self, answer: Answer, table: TableId) -> None:
        """Note that the player agrees to go on in public, and let the table go on here if they are the last to."""
        state = await self._tables.agree(table, answer.player)
        if state.is_kept_private and not missing_consent(state):
            await self._move(answer, state, in_public=True)
        else:
            await self._context.show_hand(answer, state)

    async def _reopen(self, answer: Answer, state: TableState) -> None:
        """Show the card of a lobby here.

        Raises:
            ServiceError: the person may not move it.
            UserError: it cannot be shown here.
        """
        state = await self._context.with_host(answer, state)
        if state.row.host != answer.player and not is_staff_of(state, answer):
            raise ServiceError(Problem.NOT_HOST)
        if not is_of_here(state, answer):
            raise UserError(waiting.ONLY_SERVER())
        place = await answer.place()
        channel = playable(place)
        if state.row.private:
            await check_private(answer, place)
        state = await self._tables.reopen(state.id, channel)
        card = await self._context.places.link(state)
        await self._context.say(answer, waiting.goes_on(card or f"<#{state.row.channel}>"))

    async def _move(self, answer: Answer, state: TableState, *, in_public: bool = False) -> None:
        """Let the table go on here, in a new thread if there can be one. Show that it goes on already if it does.

        `in_public`: that is what its players want, if all have agreed.

        Raises:
            UserError: it cannot go on here.
        """
        async with self._moving.setdefault(state.id, asyncio.Lock()):
            state, said = await self._context.tables.find(state.id), None
            if _can_move(state):
                private = state.is_kept_private and not (in_public and not missing_consent(state))
                state = await self._moved(answer, state, private=private)
                said = waiting.goes_on(f"<#{state.row.thread or state.row.channel}>")
        if said is not None and state.seat_of(answer.player) is None:
            await self._context.say(answer, said)
        else:
            await self._context.show_hand(answer, state, said)

    async def _moved(self, answer: Answer, state: TableState, *, private: bool) -> TableState:
        if not is_of_here(state, answer):
            raise UserError(waiting.ONLY_SERVER())
        place = await answer.place()
        channel = playable(place)
        if private:
            await check_private(answer, place)
        thread = await self._context.places.open_thread(state, channel, private=private)
        state = await self._tables.put(state.id, channel, thread, public=state.row.private and not private)
        await self._context.places.link(state)  # the table goes on once its players have been told there
        return await self._context.tables.find(state.id)


def _can_move(state: TableState) -> bool:
    """Return whether people may give that table a place. Those of tournaments find theirs by themselves."""
    return state.waits and state.row.tournament is None
