"""Messages of a table that appear exactly once: start, deals, result, disputes, reports, and that the bot is back.

`Outbox` sends one exactly once. This module knows what a table has to post, where, and in which order.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import structlog

from bot.codes import Pace
from bot.discord.channels import ChannelClosedError, Channels
from bot.discord.errors import (
    DISCORD_ERRORS,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    TOO_MANY_THREADS,
    code_of,
    is_code,
    is_passing,
)
from bot.discord.messages import custom_ids
from bot.discord.outbox.boards import Boards, channel_of
from bot.discord.outbox.outbox import Outbox
from bot.discord.outbox.posting_names import is_named, with_name
from bot.discord.outbox.relocation import Relocation
from bot.layout import Screen
from bot.rummy.beacon import round_of
from bot.rummy.ids import PlayerId, TableId, TournamentId
from bot.screens.base import date_and_time, link_to
from bot.screens.between import is_pause_after
from bot.screens.board import OVER_SIGN, pinged, posted, thread_name
from bot.screens.disputes import case
from bot.screens.menus import plain
from bot.service.disputes import Disputes
from bot.service.lru import LruDict
from bot.service.tables.deadlines import waits_since
from bot.service.tables.service import TABLES_KEPT, Tables
from bot.service.tables.state import TableState
from bot.service.tables.waiting import seated_people
from bot.store.rows.outbox import CARD, OutboxKind, OutboxMessage
from bot.store.rows.tables import TableRow
from bot.store.store import Store
from bot.text import doctor, waiting
from bot.text import table as table_text

ORDER = tuple(OutboxKind)
OPENING = frozenset({OutboxKind.START, OutboxKind.ROUND, OutboxKind.TOSS})
"""The postings that come first at a table: two of them name the round of a beacon, before its time."""
TO_STAFF = frozenset({OutboxKind.DISPUTE, OutboxKind.REPORT, OutboxKind.RECORD})
"""The postings that only the staff read, in the channel that they have chosen."""
STAFF_SECONDS = 5.0
"""The time for a message to the staff with all its tries. discord.py tries for 25 s."""
LIMIT = 1000
CLOCKS_DIFFER = timedelta(minutes=1)
"""The greatest difference between Discord's clock and the bot's."""

log = structlog.get_logger()


class Postings:
    """The postings of tables. One task at a time calls it for a table."""

    def __init__(
        self,
        channels: Channels,
        store: Store,
        clock: Callable[[], datetime],
        process: str,
        boards: Boards,
        relocation: Relocation,
        tables: Tables,
        disputes: Disputes,
    ) -> None:
        self._channels = channels
        self._store = store
        self._outbox = Outbox(channels, store.tables, clock, process)
        self._boards = boards
        self._relocation = relocation
        self._tables = tables
        self._disputes = disputes
        self._settled: LruDict[TableId, tuple[object, ...]] = LruDict(TABLES_KEPT)
        self._staff_told: LruDict[TableId, tuple[object, ...]] = LruDict(TABLES_KEPT)
        """The stage of each table at which the staff were told last."""
        self._reasons_told: LruDict[tuple[TableId | TournamentId, str], None] = LruDict()
        """The reasons why tables, or the tables of tournaments, have no threads."""

    async def post(self, state: TableState, *, opening: bool) -> TableState:
        """Send what is due at the table: if `opening`, what opens a deal, otherwise the rest.

        Return the state with its present channel.
        """
        if self._settled.get(state.id) == stage_of(state):
            return state
        due = [posting for posting in await self._due(state) if posting.kind not in TO_STAFF]
        for posting in due:
            if _is_past(state, posting):
                await self._store.tables.discard(posting)
            elif (posting.kind in OPENING) == opening and is_reached(state, posting):
                state = await self._post(state, posting)
        if not opening and not any(posting.kind in OPENING for posting in due):
            self._settled[state.id] = stage_of(state)  # nothing more until the table gets further
        return state

    async def give_up(self, state: TableState) -> None:
        """Drop what is due at a table that was closed because it had no place."""
        for posting in await self._due(state):
            if posting.kind not in TO_STAFF:
                await self._outbox.give_up(posting, 0)

    async def go_on(self, state: TableState) -> bool:
        """Tell the players of a table that waits that it goes on in its place, and let it. Return False if it has none.

        A table of a tournament gets a thread in the tournament's channel as soon as one can be opened.

        Raises:
            Any of `DISCORD_ERRORS`: Discord was not reached.
        """
        row = await self._with_round_thread(state) if state.row.tournament is not None else state.row
        place = row.thread or row.channel
        if (row.thread is None and needs_thread(state)) or self._channels.is_closed(place):
            return False
        people = seated_people(state)
        said = waiting.goes_on_for([f"<@{person}>" for person in people])
        try:
            await self._channels.send(place, plain(said), people, f"on-{state.id}-{place}")
        except ChannelClosedError:
            return False
        await self._relocation.go_on(row.id, row.channel, row.thread)
        return True

    async def _with_round_thread(self, state: TableState) -> TableRow:
        """Return the row of a table of a tournament with its thread, or with a new one if that is closed."""
        row = state.row
        if row.tournament is None or (row.thread is not None and not self._channels.is_closed(row.thread)):
            return row
        tournament = await self._store.tournaments.load(row.tournament)
        row = replace(row, channel=row.channel if tournament is None else tournament.row.channel, thread=None)
        try:
            # An earlier try may have opened one, whose answer was lost.
            opened = await self._opened(replace(state, row=row), since=waits_since(state), without=state.row.thread)
        except NoPlaceError:
            return row
        if opened.row.thread is None:
            await self._tell_why(opened, table_text.THREAD_REFUSED())
        else:
            await self._relocation.put(row.id, row.channel, opened.row.thread)
        return opened.row

    async def tell_staff(self, state: TableState) -> None:
        """Send the postings for the staff. If one fails, the next look at all unsent postings tries it again.

        Boards and calls of the table wait meanwhile, so a fault of the staff's channel must not be tried at each move.
        """
        if not state.disputes or self._staff_told.get(state.id) == stage_of(state):
            return
        for posting in await self._due(state):
            if posting.kind in TO_STAFF and is_reached(state, posting):
                try:
                    await self._post(state, posting)
                except (ChannelClosedError, *DISCORD_ERRORS) as error:
                    log.warning("staff not told", table=state.id, kind=posting.kind, error=code_of(error))
        self._staff_told[state.id] = stage_of(state)

    async def _due(self, state: TableState) -> list[OutboxMessage[TableId]]:
        """Return the unsent postings in their order. Kinds that only a newer version knows are left to that version."""
        unsent = await self._store.tables.unsent(LIMIT, state.id)
        return sorted((posting for posting in unsent if posting.kind in ORDER), key=_turn_of)

    async def has_result(self, state: TableState) -> bool:
        """Return whether the table is over and its result has been posted for all."""
        return state.row.status.is_over and bool(await self._store.tables.sent(state.id, OutboxKind.RESULT))

    def unsettle(self, table: TableId) -> None:
        """Check again whether the table has something to post."""
        self._settled.pop(table, None)
        self._staff_told.pop(table, None)

    async def _post(self, state: TableState, posting: OutboxMessage[TableId]) -> TableState:
        if posting.kind == OutboxKind.RECORD:
            posting = replace(posting, channel=await self._disputes.staff_channel(state))
            if posting.channel is None:
                await self._store.tables.discard(posting)  # the staff find it in the list of disputes
                return state
        tried = await self._outbox.claim(posting)
        if tried is None:
            return state  # another process has taken it, or it has been sent
        try:
            if posting.kind == OutboxKind.START:
                state = await self._with_thread(state, posting)
            async with asyncio.timeout(STAFF_SECONDS if posting.kind in TO_STAFF else None):
                id = await self._post_there(state, posting)
        except ChannelClosedError as error:
            if self._is_hopeless(state, posting, error):
                await self._outbox.give_up(posting, error.code)
                return state
            raise
        except DISCORD_ERRORS as error:
            if self._outbox.is_stale(posting) and not is_passing(error):
                await self._outbox.give_up(posting, 0)
            raise
        if posting.kind == OutboxKind.DEAL and is_pause_after(state, posting.number):
            await self._boards.adopt_pause_message(state, id)
        if posting.kind == OutboxKind.ROUND or (posting.kind == OutboxKind.START and state.public.rounds):
            state = await self._tables.note_named(state.id, posting.number or 1, id)
        await self._store.tables.mark_sent(posting, id)
        if posting.kind == OutboxKind.RESULT:
            await self._mark_thread(state)
        if posting.kind == OutboxKind.VOID:
            await self._redraw_result(state)
        return state

    async def _mark_thread(self, state: TableState) -> None:
        """Show by the name of the thread that the match is over. This is tried once more when it is archived."""
        if state.row.thread is None:
            return
        try:
            await self._channels.mark_thread(state.row.thread, OVER_SIGN)
        except DISCORD_ERRORS as error:
            log.info("thread not marked", table=state.id, error=code_of(error))

    async def _redraw_result(self, state: TableState) -> None:
        """Redraw the result, wherever it stands, with the note that it is void. This is tried once."""
        with suppress(ChannelClosedError, *DISCORD_ERRORS):
            await self._boards.redraw_card(state)
            for result in await self._store.tables.sent(state.id, OutboxKind.RESULT):
                screen = with_name(await self._screen(state, result), result.of, result.kind, result.number)
                await self._channels.edit_archived(channel_of(state), result.message or 0, screen)

    async def _post_there(self, state: TableState, posting: OutboxMessage[TableId]) -> int:
        is_it = partial(is_named, of=posting.of, kind=posting.kind, number=posting.number)
        send = partial(self._send, state, posting)
        return await self._outbox.send_once(_channel_for(state, posting), posting, is_it, send)

    def _is_hopeless(self, state: TableState, posting: OutboxMessage[TableId], error: ChannelClosedError) -> bool:
        """Return whether no channel is left for it. One that only lacks a permission may be open again tomorrow."""
        if posting.kind in TO_STAFF or state.is_kept_private:
            return self._channels.is_gone(error.channel)
        return all(map(self._channels.is_gone, {state.row.channel, channel_of(state)}))

    async def _send(self, state: TableState, posting: OutboxMessage[TableId]) -> int:
        channel, put_back, gone = _channel_for(state, posting), state.lobby.put_back, None
        if put_back is not None and posting.kind == OutboxKind.RESULT:
            gone = await self._result_in(channel, state.id)
        if put_back is not None and gone is not None:
            unnamed = plain(table_text.gone_result(date_and_time(put_back)))
        else:
            unnamed = await self._screen(state, posting)
        screen = with_name(unnamed, posting.of, posting.kind, posting.number)
        pings = tuple(map(PlayerId, pinged(state, posting)))
        nonce = f"{posting.of}-{posting.kind}-{posting.number}"
        return await self._channels.send(channel, screen, pings, nonce, reply_to=gone)

    async def _result_in(self, channel: int, table: TableId) -> int | None:
        """Return the result that stands in a channel, although the table was not over in the database."""
        async for message in self._channels.own_messages(channel):
            if any(is_named(id, table, OutboxKind.RESULT) for id in custom_ids(message.components)):
                return message.id
        return None

    async def _screen(self, state: TableState, posting: OutboxMessage[TableId]) -> Screen:
        if posting.kind in TO_STAFF:
            return case(await self._disputes.case_of(state))
        kept = await self._store.matches.of(state.id) if posting.kind == OutboxKind.RESULT else None
        return posted(state, posting, kept, card=await self._card_of(state))

    async def _card_of(self, state: TableState) -> str | None:
        """Return a link to the card of a table that plays in a thread, or to the card of its tournament."""
        row, store = state.row, self._store
        if row.thread is None:
            return None
        card = (
            await store.tables.message_of(row.id, CARD)
            if row.tournament is None
            else await store.tournaments.message_of(row.tournament, CARD)
        )
        return link_to(row.guild, card.channel, card.message) if card is not None else None

    # -- the thread ---------------------------------------------------------------------------------

    async def _with_thread(self, state: TableState, posting: OutboxMessage[TableId]) -> TableState:
        """Open a thread for the table. If that fails, the table stays in its channel and the host is told why.

        Raises:
            NoPlaceError: this table may not play in its channel.
        """
        row = state.row
        if row.thread is not None or row.guild is None:
            return state
        opened = await self._opened(state, since=posting.created_at if posting.sent_at is not None else None)
        if opened.row.thread is not None:
            await self._relocation.move(row.id, row.channel, opened.row.thread)
        return opened

    async def _opened(self, state: TableState, since: datetime | None, without: int | None = None) -> TableState:
        """Return the table with a new thread, or without any if it may do without.

        `since`: the time after which an earlier try may have opened it; None if this is the first try. `without`: a
        thread that it is not.
        """
        row, private = state.row, state.is_kept_private
        taken = await self._store.tables.threads_in(row.channel, row.id)
        try:
            thread = await self._channels.open_thread(
                row.channel,
                thread_name(state),
                private=private,
                slow=state.pace in (Pace.SLOW, Pace.NONE),
                members=state.lobby.persons if private else (),
                since=since and since - CLOCKS_DIFFER,
                taken=taken if without is None else (*taken, without),
            )
        except DISCORD_ERRORS as error:
            if is_passing(error):
                raise
            log.warning("no thread", table=row.id, error=code_of(error))
            await self._tell_why(state, why_no_thread(error, private=private))
            if needs_thread(state):
                raise NoPlaceError from error
            return state
        if thread is None and private:
            raise NoPlaceError
        return replace(state, row=replace(row, thread=thread))

    async def _tell_why(self, state: TableState, said: str) -> None:
        """Tell the host of the table, or all who follow its tournament, once why it has no thread."""
        row = state.row
        if (row.tournament or row.id, said) in self._reasons_told:
            return
        self._reasons_told[row.tournament or row.id, said] = None
        if row.tournament is not None:
            await self._channels.send(row.channel, plain(f"{said} {table_text.ROUND_WAITS()}"))
            return
        consequence = table_text.PRIVATE_WAITS if state.is_kept_private else table_text.PLAYS_IN_CHANNEL
        await self._channels.send(row.channel, plain(f"<@{row.host}> {said} {consequence()}"), (row.host,))


class NoPlaceError(Exception):
    """A table has no thread, and may not play where everybody reads along."""


def needs_thread(state: TableState) -> bool:
    """Return whether the table may not play in the channel itself: it is private, or one of many of a tournament."""
    return state.is_kept_private or state.row.tournament is not None


def why_no_thread(error: BaseException, *, private: bool) -> str:
    """Return the sentence for why a table has no thread of its own."""
    if is_code(error, TOO_MANY_THREADS):
        return table_text.NO_ROOM()
    if not is_code(error, MISSING_PERMISSIONS, MISSING_ACCESS):
        return table_text.THREAD_REFUSED()
    missing = "create_private_threads" if private else "create_public_threads"
    return table_text.no_thread(doctor.PERMISSIONS[missing][0]())


def _is_past(state: TableState, posting: OutboxMessage[TableId]) -> bool:
    """Return whether it is too late for a posting: its people were called or have left, or the round has come."""
    if posting.kind == OutboxKind.MET:
        return not (state.is_lobby and pinged(state, posting))
    if posting.kind != OutboxKind.MISSING:
        return False
    named = round_of(state.public.rounds, posting.number)
    return state.row.status.is_over or (named is not None and named.signature is not None)


def is_reached(state: TableState, posting: OutboxMessage[TableId]) -> bool:
    """Return whether the table, as shown, has got as far as the posting. A later change may have been committed."""
    if posting.kind in (OutboxKind.RESULT, OutboxKind.RECORD):
        return state.row.status.is_over
    if posting.kind in (OutboxKind.DISPUTE, OutboxKind.ANSWER, OutboxKind.VOID, OutboxKind.REPORT):
        return posting.number < len(state.disputes)
    if posting.kind == OutboxKind.TOSS:
        return state.public.deal is not None
    if posting.kind in (OutboxKind.ROUND, OutboxKind.MISSING):
        named = round_of(state.public.rounds, posting.number)
        return named is not None and (named.is_missing or posting.kind == OutboxKind.ROUND)
    of_a_deal = posting.kind in (OutboxKind.SHOW, OutboxKind.SHEET, OutboxKind.DEAL)
    return not of_a_deal or posting.number <= len(state.public.outcomes)


def stage_of(state: TableState) -> tuple[object, ...]:
    """Return a value that changes exactly when there may be something to post."""
    table = state.table
    if table is None:
        return (state.row.status, len(state.disputes))
    dealt = len(table.match.outcomes), table.deal is None
    rounds = len(table.rounds), table.round is not None and table.round.is_missing
    return (state.row.status, *dealt, *rounds, len(state.disputes))


def _turn_of(posting: OutboxMessage[TableId]) -> tuple[object, ...]:
    """Return the key by which postings are sorted: the time."""
    number = posting.number if posting.kind != OutboxKind.BACK else 0
    return (posting.created_at, number, ORDER.index(posting.kind))


def _channel_for(state: TableState, posting: OutboxMessage[TableId]) -> int:
    """Return the channel for a posting: that of the table, or for the staff the channel that they have chosen."""
    return (posting.kind in TO_STAFF and posting.channel) or channel_of(state)
