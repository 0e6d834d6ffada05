"""The live messages of a table: lobby card, board, call and reminder."""

import hashlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from functools import partial

import structlog

from bot.codes import TableStatus
from bot.discord.channels import CALLS_KEPT, ChannelClosedError, Channels
from bot.discord.errors import DISCORD_ERRORS, code_of
from bot.discord.messages import custom_ids, is_call
from bot.discord.outbox.live import LiveMessages
from bot.discord.outbox.posting_names import with_name
from bot.layout import Screen
from bot.rummy.cards import Seat
from bot.rummy.deal_view import Phase
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.view import Stage, View
from bot.screens.between import after_deal, is_pause_after, split_ping
from bot.screens.board import drawn_board, last_board, show_ping, undrawn_board
from bot.screens.board import ping as ping_screen
from bot.screens.board import remind as remind_screen
from bot.screens.endings import result
from bot.screens.lobby import invitation, lobby_card, lobby_closed
from bot.screens.menus import plain
from bot.screens.waiting import waiting_call
from bot.service.lru import LruDict
from bot.service.processes import Processes
from bot.service.tables.service import TABLES_KEPT
from bot.service.tables.state import TableState
from bot.store.rows.outbox import CARD, MessageRef, OutboxKind
from bot.store.store import Store
from bot.text import table as table_text

BOARD = "board"
INVITE = "invite"
PAUSE = "pause"
PING = "ping"
REMIND = "remind"
WAITS = "waits"

log = structlog.get_logger()


class Boards:
    """The messages that all players see. One task at a time calls it for a table."""

    def __init__(
        self,
        channels: Channels,
        store: Store,
        clock: Callable[[], datetime],
        is_present: Callable[[PlayerId, TableId, datetime], Awaitable[bool]],
        processes: Processes,
    ) -> None:
        """`is_present`: whether a player sees their turn, which began then."""
        self._is_present = is_present
        self._channels = channels
        self._store = store
        self._live = LiveMessages(channels, store.tables, clock, processes)
        self._clock = clock
        self._since = clock()
        self._stray: LruDict[TableId, bool] = LruDict()
        self._turns: LruDict[TableId, tuple[str, datetime]] = LruDict(2 * TABLES_KEPT)
        """The key of the running turn of each table, and the time at which it was first seen."""

    def forget(self) -> None:
        """Redraw every board when its table is shown next."""
        self._live.forget()

    def forget_places(self) -> None:
        """Forget the places of messages, so that they are read again."""
        self._live.forget_places()

    def showing(self, table: TableId) -> AbstractContextManager[None]:
        """Read the places of a table's messages from the database at most once while the table is being shown."""
        return self._live.showing(table)

    def check_place(self, state: TableState) -> None:
        """Raise ChannelClosedError if the place of an open table is closed to the bot."""
        if state.row.status.is_open:
            self._channels.check_open(channel_of(state))

    async def direct(self, player: PlayerId) -> int:
        """Return the channel of direct messages with that person."""
        return await self._channels.direct(player)

    # -- card and board -----------------------------------------------------------------------------

    async def draw(self, state: TableState) -> None:
        """Draw the card of a lobby, or the board of a table."""
        if state.table is None:
            await self._draw_card(state)
            return
        await self.redraw_card(state)
        await self._draw_board(state)

    async def _draw_card(self, state: TableState) -> None:
        await self._clear_invites(state)
        if state.is_lobby:
            await self._keep(state, CARD, state.row.channel, lobby_card(state))
        elif state.row.status is TableStatus.CLOSED:
            await self._close_card(state)

    async def _clear_invites(self, state: TableState) -> None:
        """Delete the invitations of guests who have sat down, and all invitations once the lobby is over."""
        followed = {f"{INVITE} {person}" for person in state.lobby.persons}
        for ref in await self._live.messages_of(state.id):
            if ref.kind.startswith(INVITE) and (not state.is_lobby or ref.kind in followed):
                await self._live.remove(ref)

    async def invite(self, state: TableState, guest: PlayerId) -> bool:
        """Tell a guest once that they may sit down. Return whether they have been told; failures are only logged."""
        kind = f"{INVITE} {guest}"
        try:
            if await self._live.message_of(state.id, kind) is None:
                await self._post_ping(state, kind, invitation(state, guest), (guest,))
        except (ChannelClosedError, *DISCORD_ERRORS) as error:
            log.warning("not invited", table=state.id, error=code_of(error))
            return False
        return True

    async def tell_moved(self, state: TableState) -> None:
        """Tell the players, in the channel, that a table goes on there without its thread. Log failures."""
        people = tuple(state.lobby.persons)
        said = table_text.thread_gone([f"<@{person}>" for person in people])
        try:
            await self._channels.send(state.row.channel, plain(said), people, f"moved-{state.id}-{state.row.thread}")
        except (ChannelClosedError, *DISCORD_ERRORS) as error:
            log.warning("not told where it went", table=state.id, error=code_of(error))

    async def tell_waits(self, state: TableState) -> None:
        """Tell the players of a private table, once, that it waits for a place or was closed. Log failures."""
        kind, persons = f"{WAITS} over" if state.row.status.is_over else WAITS, tuple(state.lobby.persons)
        if await self._live.message_of(state.id, kind) is not None:
            return
        once = f"{state.id}-{kind}-{state.row.version}"
        try:
            with self._noting_strays(state):
                await self._live.post(state.id, kind, state.row.channel, waiting_call(state), once, persons)
        except ChannelClosedError as error:
            log.warning("not told that it waits", table=state.id, error=code_of(error))

    async def _close_card(self, state: TableState) -> None:
        card = await self._live.message_of(state.id, CARD)
        if card is not None:
            await self._clear_invites(state)
            await self._live.leave(card, lobby_closed(state))

    async def redraw_card(self, state: TableState) -> None:
        """Redraw the card of a table.

        It leads to the table during play. If the table played in a thread, the card then has the result. That of a
        private table stays in the thread, since only its players may read it.
        """
        card = await self._live.message_of(state.id, CARD)
        if card is None:
            return
        row = state.row
        link = f"<#{row.thread}>" if row.thread is not None else None
        tells = row.status.is_over and link is not None and not state.is_kept_private
        looks = row.status, link, state.voided is not None
        if self._live.shows(card, looks):
            return
        await self._clear_invites(state)
        screen = await self._result(state, link) if tells else lobby_closed(state, link)
        await self._live.update(card, screen, looks)

    async def _result(self, state: TableState, link: str | None) -> Screen:
        """Return the result for the card."""
        return result(state, await self._store.matches.of(state.id), where=table_text.led_to(link))

    async def _draw_board(self, state: TableState) -> None:
        """Draw the board of the deal. Each deal has one board, and old ones keep their buttons."""
        view = state.public
        if view.deal is None:
            return
        await self._close_last_board(state)
        kind, fresh = f"{BOARD} {view.deal_number}", not state.row.status.is_over
        # Not every change of a table changes its board: a player may have sorted their cards.
        board = undrawn_board(state)
        looks = hashlib.sha256(repr(board).encode()).digest()
        build = partial(drawn_board, state, board)
        await self._live.keep(state.id, kind, channel_of(state), build, looks, fresh=fresh)

    async def _close_last_board(self, state: TableState) -> None:
        """Redraw the board of the previous deal as over. Between deals, the last deal still has its own board."""
        if state.last_deal is None or state.last_deal.deal_number == state.public.deal_number:
            return
        board = await self._live.message_of(state.id, f"{BOARD} {len(state.last_deal.outcomes)}")
        if board is not None:
            await self._live.leave(board, last_board(state, state.last_deal))

    async def _keep(
        self, state: TableState, kind: str, channel: int, screen: Screen, persons: tuple[PlayerId, ...] = ()
    ) -> None:
        fresh, looks = not state.row.status.is_over, state.row.version
        await self._live.keep(state.id, kind, channel, lambda: screen, looks, fresh=fresh, persons=persons)

    # -- pings --------------------------------------------------------------------------------------

    async def call(self, state: TableState) -> bool:
        """Redraw the questions between deals, and ping the awaited players once.

        Return whether nobody is left to call.

        The player in turn is not called while they are present.
        """
        await self._pause(state)
        key = turn_key(state.public)
        known = await self._live.messages_of(state.id)
        ping = next((ref for ref in known if ref.kind == f"{PING} {key}" and _is_seen(ref, state)), None)
        waits = ping is None and await self._waits_for_present(state, key)
        if key and ping is None and not waits:
            await self._ping(state, key)
        elif ping is not None and state.public.stage is Stage.BETWEEN:
            # It names only players who have not answered.
            await self._keep(state, ping.kind, ping.channel, split_ping(state))
        if self._may_have_strays(state):
            await self._take_strays(state)
        return not waits

    async def _waits_for_present(self, state: TableState, key: str) -> bool:
        """Return whether this turn is that of a person who sees it."""
        turn, since = self._turns.get(state.id, ("", self._clock()))
        if turn != key:
            turn, since = self._turns[state.id] = key, self._clock()
        view, persons = state.public, state.called
        is_turn = view.stage is Stage.PLAYING and view.deal is not None and view.deal.phase is not Phase.SHOW
        if not is_turn or not persons:
            return False
        return all([await self._is_present(person, state.id, since) for person in persons])

    async def old_calls(self, state: TableState) -> list[MessageRef[TableId]]:
        """Return the calls of earlier turns that have not been deleted."""
        key = turn_key(state.public)
        wanted = {f"{PING} {key}", f"{REMIND} {key}"} if key else set()
        known = await self._live.messages_of(state.id)
        calls = (ref for ref in known if ref.kind.partition(" ")[0] in (PING, REMIND, WAITS))
        return [ref for ref in calls if ref.kind not in wanted or not _is_seen(ref, state)]

    async def remove(self, call: MessageRef[TableId]) -> None:
        """Delete a call."""
        await self._live.remove(call)

    def _may_have_strays(self, state: TableState) -> bool:
        """Return whether there may be calls that are not recorded.

        A process may have ended, or Discord's answer may have been lost, right after one was sent.
        """
        return self._stray.get(state.id, state.row.opened_at < self._since)

    @contextmanager
    def _noting_strays(self, state: TableState) -> Iterator[None]:
        """Note that a message posted here may exist although Discord's answer was lost."""
        try:
            yield
        except DISCORD_ERRORS:
            self._stray[state.id] = True
            raise

    async def _take_strays(self, state: TableState) -> None:
        """Delete the calls that the store does not know."""
        channel = channel_of(state)
        # This is read again, since another process may have called players meanwhile.
        known = {ref.message for ref in await self._store.tables.messages_of(state.id)}
        async for message in self._channels.own_messages(channel):
            if message.id not in known and is_call(custom_ids(message.components), state.id):
                await self._channels.delete(channel, message.id)
        self._stray[state.id] = False

    async def adopt_pause_message(self, state: TableState, message: int) -> None:
        """Keep editing this message of the last deal until the next deal starts."""
        kind, channel = f"{PAUSE} {state.public.deal_number}", channel_of(state)
        await self._live.adopt(MessageRef(state.id, kind, channel, message, self._clock()), state.row.version)

    async def _pause(self, state: TableState) -> None:
        """Redraw the message of the last deal while the next one waits, and once more when the next one is dealt."""
        for ref in await self._live.messages_of(state.id):
            kind, _, number = ref.kind.partition(" ")
            if kind != PAUSE:
                continue
            shown = with_name(after_deal(state, int(number)), state.id, OutboxKind.DEAL, int(number))
            if is_pause_after(state, int(number)):
                await self._keep(state, ref.kind, channel_of(state), shown, state.called)
            else:
                await self._live.leave(ref, shown)

    async def _ping(self, state: TableState, key: str) -> None:
        view = state.public
        persons = await self._there(state, state.called)
        if view.deal is None or not persons:
            return
        if view.stage is Stage.BETWEEN:
            screen = split_ping(state)
        else:
            screen = show_ping(state) if view.deal.phase is Phase.SHOW else ping_screen(state)
        await self._post_ping(state, f"{PING} {key}", screen, persons)

    async def remind(self, state: TableState, seat: Seat) -> None:
        """Ping that player once more."""
        key = turn_key(state.public)
        deal = state.public.deal
        if not key or deal is None or seat not in deal.awaited or state.players[seat].is_computer:
            return
        kind, players = f"{REMIND} {key}", await self._there(state, (PlayerId(state.players[seat].id),))
        if players and await self._live.message_of(state.id, kind) is None:
            await self._post_ping(state, kind, remind_screen(state, seat), players)

    async def _there(self, state: TableState, persons: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
        """Return those of these people who are still in the server, as far as a missed turn gives a reason to ask."""
        guild, deal = state.row.guild, state.public.deal
        if guild is None or deal is None:
            return persons
        late = {PlayerId(player.id) for player, seat in zip(state.players, deal.seats, strict=True) if seat.lapses}
        gone = {one for one in late.intersection(persons) if await self._channels.has_left(guild, one, CALLS_KEPT)}
        return tuple(one for one in persons if one not in gone)

    async def _post_ping(self, state: TableState, kind: str, screen: Screen, persons: tuple[PlayerId, ...]) -> None:
        channel = channel_of(state)
        if state.row.guild is None and len(persons) == 1:
            channel = await self._channels.direct(persons[0])
        # Another try after a lost answer must not post a second one.
        once = f"{state.id}-{hashlib.sha256(f'{kind} {channel}'.encode()).hexdigest()}"
        with self._noting_strays(state):
            await self._live.post(state.id, kind, channel, screen, once, persons)


def channel_of(state: TableState) -> int:
    """Return the channel in which a table plays: its thread, or its channel if it has none."""
    return state.row.thread or state.row.channel


def _is_seen(call: MessageRef[TableId], state: TableState) -> bool:
    """Return whether players see a call. They do not in a thread that is gone, so it is repeated in the new place."""
    return state.row.guild is None or call.channel == channel_of(state)


def turn_key(view: View) -> str:
    """Return a key for a turn, the show of a deal, or a vote on sharing; empty while the table calls no player.

    Players who may rejoin are called by the message that reports the deal.
    """
    deal = view.deal
    if view.is_splitting and set(view.called) & set(view.persons):
        # When a player leaves, the others may be asked again to share. That is another call.
        return f"{view.deal_number}.split{len(view.match.active)}"
    if view.stage is not Stage.PLAYING or deal is None or deal.phase is Phase.OVER:
        return ""
    return f"{view.deal_number}.{'show' if deal.phase is Phase.SHOW else deal.turns}"
