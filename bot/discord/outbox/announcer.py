"""The announcer, which shows tables to people after each change."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

import structlog

from bot.codes import TableStatus
from bot.discord.channels import ChannelClosedError
from bot.discord.errors import DISCORD_ERRORS, GONE
from bot.discord.governor import Governor, Permit, Urgency, urgent
from bot.discord.outbox.boards import Boards, channel_of
from bot.discord.outbox.delivery import Delivery
from bot.discord.outbox.postings import NoPlaceError, Postings, needs_thread
from bot.discord.outbox.queue import Queue, Work, not_shown
from bot.discord.outbox.relocation import Relocation
from bot.flows.open_screens import CALLED_AFTER
from bot.flows.readers import Readers
from bot.languages.sentence import reading
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.service.lru import LruDict
from bot.service.sleeper import Sleeper
from bot.service.tables.late_check import LateCheck
from bot.service.tables.service import TABLES_KEPT
from bot.service.tables.state import TableState
from bot.store.errors import StoreError

DRAW = "draw "
"""The beginning of the text of a draw, in every game."""

log = structlog.get_logger()


@dataclass
class _Work(Work):
    """A table that is to be shown, and the players to remind."""

    state: TableState
    reminders: list[Seat] = field(default_factory=list)
    board_rests: bool = False
    """Whether its board waits for the next change."""
    waits_since: float | None = None
    """The time at which its board began to wait for its turn, by the clock of the event loop; None if it does not
    wait.
    """
    is_ours: bool = False
    """Whether this process answered for its server when it was announced."""


class _OvertakenError(Exception):
    """The table changed before its board had its turn."""


class Announcer(Queue[TableId, _Work]):
    """A queue of tables. It posts what is due, and updates boards, calls, reminders and hands.

    A drawn card appears on the board, and on the hands of those who wait, together with the player's next action or
    after a while. So each turn takes one edit.
    """

    patience = CALLED_AFTER.total_seconds()

    def __init__(
        self,
        boards: Boards,
        postings: Postings,
        delivery: Delivery,
        relocation: Relocation,
        rest: Sleeper,
        governor: Governor,
        late_check: LateCheck,
        readers: Readers,
    ) -> None:
        super().__init__(rest)
        self._late_check = late_check
        self._readers = readers
        self._governor = governor
        self._boards = boards
        self._postings = postings
        self._delivery = delivery
        self._relocation = relocation
        self._moved: LruDict[TableId, set[PlayerId]] = LruDict(TABLES_KEPT)
        """The players of tables that have lost their threads, who have not been told yet."""
        self._lines: LruDict[TableId, int] = LruDict(TABLES_KEPT)
        """The number of actions of each table when it was announced last."""
        self._placeless: dict[TableId, TableState] = {}
        """The matches that wait for a place, as they were shown last."""

    def announce(self, state: TableState) -> None:
        """Show that table as it stands, and skip older states of it that have not been shown yet."""
        work = self._of(state.id, partial(_Work, state))
        if state.row.version >= work.state.row.version:
            work.state, work.is_ours = state, self._late_check.is_ours(state)
            work.board_rests = self._only_draws(state) and (work.board_rests or not work.news.is_set())
            work.hurry()
            self._lines[state.id] = state.lines

    def _only_draws(self, state: TableState) -> bool:
        """Return whether the only news since the last time is that a player drew a card."""
        return state.last_action.startswith(DRAW) and state.lines == self._lines.get(state.id, -1) + 1

    def forget(self) -> None:
        """Redraw every board when its table is shown next."""
        self._boards.forget()

    def unsettle(self, table: TableId) -> None:
        """Check again what is to be posted when that table is shown next."""
        self._postings.unsettle(table)

    def remind(self, state: TableState, seat: Seat) -> None:
        """Remind that player, once."""
        self.announce(state)
        work = self._work[state.id]
        work.reminders.append(seat)
        work.hurry()

    async def _renew(self, id: TableId, work: _Work) -> bool:
        shown = work.state
        current = await self._late_check.of(shown)
        if work.is_ours and not self._late_check.is_ours(work.state):
            return False  # the process that has taken the shard shows every table again
        if current is not None and work.state is shown:
            work.state = current
        return current is not None or work.news.is_set()

    async def _show(self, id: TableId, work: _Work) -> float | None:
        try:
            spoken = await self._readers.of_table(work.state)
        except StoreError as error:
            return not_shown(error, table=id)
        with reading(spoken), self._boards.showing(id):
            return await self._show_all(id, work)

    async def _show_all(self, id: TableId, work: _Work) -> float | None:
        pause = None
        was_lobby = work.state.table is None
        shows: tuple[Callable[[_Work], Awaitable[None]], ...]
        shows = self._check, self._post, self._redraw, self._draw, self._call, self._remind, self._write, self._tidy
        self._placeless.pop(id, None)
        if work.state.lobby.waits_for_place and work.state.table is not None:
            shows = self._find_place, self._redraw, self._write
            if work.state.waits:
                self._placeless[id] = work.state
        elif work.state.waits:
            shows = ()  # a lobby without a channel
        try:
            # A dispute or report comes after all else was shown. A message that has stood for days is not redrawn.
            is_told = bool(work.state.disputes) and await self._postings.has_result(work.state)
        except StoreError as error:
            return not_shown(error, table=id)
        for step in (*((self._post_rest,) if is_told else shows), self._tell_staff):
            if was_lobby and work.state.table is not None:
                return None  # the table has started meanwhile: its start is posted before its board
            try:
                await step(work)
            except _OvertakenError:
                return None
            except NoPlaceError:
                await self._relocation.stop(id)
                return None
            except ChannelClosedError as error:
                pause = 0.0 if await self._fell_back(work, error) else pause
            except StoreError as error:
                pause = not_shown(error, table=id)
            except DISCORD_ERRORS as error:
                pause = max(pause or 0.0, not_shown(error, table=id, step=step.__name__.strip("_")))
                if step == self._post:
                    return pause  # the start decides where the table plays, so all else waits for it
        return pause

    async def _fell_back(self, work: _Work, error: ChannelClosedError) -> bool:
        """Return whether the place of the table is gone, and it goes on in its channel or waits for another place."""
        shown = work.state
        row = shown.row
        if error.channel != channel_of(shown) or shown.lobby.waits_for_place:
            return False
        if needs_thread(shown) if row.thread is not None else error.code in GONE:
            log.warning("waits for a place", table=row.id, code=error.code)
            await self._relocation.stop(row.id)
            return row.status is TableStatus.PLAYING
        if row.thread is None:
            return False
        log.warning("back to the channel", table=row.id, code=error.code)
        await self._relocation.move(row.id, row.channel, None)
        self._moved[row.id] = {*shown.lobby.persons}
        await self._boards.tell_moved(shown)
        _carry(work, shown, replace(shown, row=replace(row, thread=None)))
        return True

    def has_moved(self, table: TableId, player: PlayerId) -> bool:
        """Return whether the table has lost its thread since that player was told. Now they are."""
        waiting = self._moved.get(table, set[PlayerId]())
        is_new = player in waiting
        waiting.discard(player)
        return is_new

    @property
    def placeless(self) -> set[TableId]:
        """Return the matches that wait for a place, of the servers that this process answers for."""
        return {id for id, state in self._placeless.items() if self._late_check.is_ours(state)}

    async def _check(self, work: _Work) -> None:
        await self._follow_host(work)
        self._boards.check_place(work.state)

    async def _follow_host(self, work: _Work) -> None:
        """Move a table in direct messages to those of its new host, if the person who opened it has left."""
        shown = work.state
        row = shown.row
        if row.guild is not None or row.host == shown.opener or not row.status.is_open:
            return
        channel = await self._boards.direct(row.host)
        if channel != row.channel:
            await self._relocation.move(row.id, channel, None)
            _carry(work, shown, replace(shown, row=replace(row, channel=channel)))

    async def _post(self, work: _Work) -> None:
        shown = work.state
        if not shown.is_lobby and shown.table is not None:
            with urgent(Urgency.CALL):
                _carry(work, shown, await self._postings.post(shown, opening=True))

    async def _find_place(self, work: _Work) -> None:
        """Let a table that waits go on if it has a place now. Otherwise tell its players, once, that it waits."""
        state = work.state
        if state.row.status.is_over:
            await self._postings.give_up(state)
        elif await self._postings.go_on(state):
            return
        if state.is_kept_private:
            await self._boards.tell_waits(state)

    async def _redraw(self, work: _Work) -> None:
        """Redraw hands. Discord does not count that, so it waits neither for the board nor for the call."""
        if work.state.table is not None:
            self._delivery.redraw(work.state, all_hands=self._ends or not work.board_rests)

    async def _draw(self, work: _Work) -> None:
        if work.board_rests and not self._ends:
            work.board_rests, work.soon = False, True
            return
        if not self._governor.is_free or self._governor.lull.is_awaited:
            await self._call(work)  # at the limit boards come later
        if work.state.table is not None:
            await self._governor.lull.wait()
        turn = await self._turn(work, Urgency.BOARD)
        work.waits_since = None
        try:
            with self._governor.using(turn):
                await self._boards.draw(work.state)
        except ChannelClosedError:
            await self._post_rest(work)  # a result can go to another channel; a posting without any is given up there
            raise
        await self._post_rest(work)

    async def _turn(self, work: _Work, urgency: Urgency) -> Permit:
        """Wait until a request that can wait may go out.

        Raises:
            _OvertakenError: the table has changed before that.
        """
        if work.waits_since is None:
            work.waits_since = asyncio.get_running_loop().time()
        turn = await self._governor.turn(urgency, work.waits_since, work.news)
        if turn is None:
            raise _OvertakenError
        return turn

    async def _post_rest(self, work: _Work) -> None:
        shown = work.state
        if shown.row.status.is_over and shown.table is not None:
            # Delete calls before the result is posted. Once that is marked as sent, no start looks at this table again.
            with suppress(ChannelClosedError):
                await self._boards.call(shown)
                for call in await self._boards.old_calls(shown):
                    await self._boards.remove(call)
        if shown.table is not None or shown.lobby.quick:
            _carry(work, shown, await self._postings.post(shown, opening=False))

    async def _tell_staff(self, work: _Work) -> None:
        await self._postings.tell_staff(work.state)

    async def _call(self, work: _Work) -> None:
        if work.state.table is not None:
            with urgent(Urgency.CALL):
                # A player who has just acted on a hand that is redrawn is called only if they do nothing for a while.
                if not await self._boards.call(work.state) and not self._ends:
                    work.soon = True

    async def _remind(self, work: _Work) -> None:
        with urgent(Urgency.CALL):
            while work.reminders:
                seat = work.reminders.pop(0)
                await self._boards.remind(work.state, seat)

    async def _write(self, work: _Work) -> None:
        if work.state.table is not None:
            with urgent(Urgency.CALL):
                await self._delivery.write(work.state)

    async def _tidy(self, work: _Work) -> None:
        """Delete the calls of earlier turns."""
        if work.state.table is None:
            return
        for call in await self._boards.old_calls(work.state):
            turn = await self._turn(work, Urgency.REST)
            with self._governor.using(turn):
                await self._boards.remove(call)
        work.waits_since = None


def _carry(work: _Work, shown: TableState, moved: TableState) -> None:
    """Move the table to its new channel. A state that came in meanwhile keeps everything else that is new."""
    if work.state is shown:
        work.state = moved
        return
    before, row = shown.row, work.state.row
    if (row.channel, row.thread) == (before.channel, before.thread):
        work.state = replace(work.state, row=replace(row, channel=moved.row.channel, thread=moved.row.thread))
