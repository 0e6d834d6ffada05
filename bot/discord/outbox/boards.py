"""The live messages of a table: lobby card, board, turn ping and reminder."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

import structlog

from bot import screens as messages
from bot.discord.channels import Places
from bot.discord.faults import FAULTS
from bot.discord.outbox.live import Live
from bot.discord.reading import custom_ids, is_call
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.view import Phase, Stage, View
from bot.screens import Message
from bot.service.recent import Recent
from bot.service.update import Update
from bot.store.rows import MessageRef, Status
from bot.store.store import Store

CARD = "card"
BOARD = "board"
INVITE = "invite"
PAUSE = "pause"
PING = "ping"
REMIND = "remind"

log = structlog.get_logger()


class Boards:
    """Draws and re-draws what everybody sees. Called for one table by one task at a time."""

    def __init__(self, places: Places, store: Store, clock: Callable[[], datetime]) -> None:
        self._places = places
        self._store = store
        self._live = Live(places, store, MessageRef, clock)
        self._since = clock()
        self._stray: Recent[TableId, bool] = Recent()

    def forget(self) -> None:
        """Draw every board anew when its table is shown next."""
        self._live.forget()

    # -- card and board -----------------------------------------------------------------------------

    async def draw(self, update: Update) -> None:
        """Show a lobby on its card, a table on its board."""
        if update.table is None:
            await self._draw_card(update)
            return
        await self._close_card(update)
        await self._draw_board(update)

    async def _draw_card(self, update: Update) -> None:
        await self._clear_invites(update)
        if update.is_lobby:
            await self._keep(update, CARD, update.row.channel, messages.lobby_card(update))
        elif update.row.status is Status.CLOSED:
            await self._close_card(update)

    async def _clear_invites(self, update: Update) -> None:
        """Take away the invitations that have been followed, or came to nothing."""
        followed = {f"{INVITE} {person}" for person in update.lobby.persons}
        for ref in await self._store.messages_of(update.id):
            if ref.kind.startswith(INVITE) and (not update.is_lobby or ref.kind in followed):
                await self._live.remove(ref)

    async def invite(self, update: Update, guest: PlayerId) -> None:
        """Tell somebody, in the lobby's channel and once, that they may sit down.

        Raises:
            PlaceClosedError: the channel is gone or shut.
            Any of `FAULTS`: Discord refused otherwise, or was not reached.
        """
        kind = f"{INVITE} {guest}"
        if await self._store.message_of(update.id, kind) is None:
            await self._post_ping(update, kind, messages.invitation(update, guest), (guest,))

    async def _close_card(self, update: Update) -> None:
        card = await self._store.message_of(update.id, CARD)
        if card is None:
            return
        await self._clear_invites(update)
        link = f"<#{update.row.thread}>" if update.row.thread else None
        await self._live.leave(card, messages.lobby_closed(update, link=link))

    async def _draw_board(self, update: Update) -> None:
        """One board a deal: a new deal posts a new one, old ones keep their buttons."""
        view = update.public
        if view.stage is Stage.VOID and view.deal is None:
            return
        await self._close_last_board(update)
        await self._keep(update, f"{BOARD} {view.deal_number}", place_of(update), messages.board(update))

    async def _close_last_board(self, update: Update) -> None:
        """Draw the board of the deal before a last time, as over; between deals the last one has still its own."""
        if update.last_deal is None or update.last_deal.deal_number == update.public.deal_number:
            return
        board = await self._store.message_of(update.id, f"{BOARD} {len(update.last_deal.outcomes)}")
        if board is not None:
            await self._live.leave(board, messages.last_board(update, update.last_deal))

    async def _keep(self, update: Update, kind: str, place: int, message: Message) -> None:
        fresh = not update.row.status.is_over
        await self._live.keep(update.id, kind, place, message, update.row.version, fresh=fresh)

    # -- pings --------------------------------------------------------------------------------------

    async def call(self, update: Update) -> None:
        """Show the pause between deals; ping whoever is waited for, once, and delete what earlier turns left."""
        await self._pause(update)
        key = turn_key(update.public)
        known = await self._store.messages_of(update.id)
        place = place_of(update)
        # A call in a thread that is gone calls nobody: it is made anew where the table plays now.
        wanted = {(f"{PING} {key}", place), (f"{REMIND} {key}", place)} if key else set()
        for ref in known:
            if ref.kind.partition(" ")[0] in (PING, REMIND) and (ref.kind, ref.channel) not in wanted:
                await self._live.remove(ref)
        ping = next((ref for ref in known if (ref.kind, ref.channel) == (f"{PING} {key}", place)), None)
        if key and ping is None:
            await self._ping(update, key)
        elif ping is not None and update.public.stage is Stage.BETWEEN:
            await self._keep(update, ping.kind, place, messages.pause_ping(update))  # names only who has not answered
        if self._may_have_strays(update):
            await self._take_strays(update)

    def _may_have_strays(self, update: Update) -> bool:
        """Whether calls may stand that are noted nowhere: a process ended, or an answer was lost, right after them."""
        return self._stray.get(update.id, update.row.opened_at < self._since)

    @contextmanager
    def _noting_strays(self, update: Update) -> Iterator[None]:
        """What is posted here may stand though no answer came."""
        try:
            yield
        except FAULTS:
            self._stray[update.id] = True
            raise

    async def _take_strays(self, update: Update) -> None:
        """Delete the calls that nothing is known of."""
        place = place_of(update)
        known = {ref.message for ref in await self._store.messages_of(update.id)}
        async for message in self._places.own_messages(place):
            if message.id not in known and is_call(custom_ids(message.components), update.id):
                await self._places.delete(place, message.id)
        self._stray[update.id] = False

    async def _pause(self, update: Update) -> None:
        """The live message between two deals, below the score sheet; it goes when the cards are dealt."""
        view = update.public
        kind = f"{PAUSE} {view.deal_number}" if view.stage is Stage.BETWEEN else None
        for ref in await self._store.messages_of(update.id):
            if ref.kind.partition(" ")[0] == PAUSE and ref.kind != kind:
                await self._live.remove(ref)
        if kind is not None:
            with self._noting_strays(update):
                await self._keep(update, kind, place_of(update), messages.pause(update))

    async def _ping(self, update: Update, key: str) -> None:
        view = update.public
        persons = awaited_persons(update)
        if view.deal is None or not persons:
            return
        if view.stage is Stage.BETWEEN:
            message = messages.pause_ping(update)
        else:
            message = messages.show_ping(update) if view.deal.phase is Phase.SHOW else messages.ping(update)
        await self._post_ping(update, f"{PING} {key}", message, persons)

    async def remind(self, update: Update, seat: Seat) -> None:
        """Ping that player once more."""
        key = turn_key(update.public)
        deal = update.public.deal
        if not key or deal is None or seat not in deal.awaited or update.players[seat].is_computer:
            return
        kind = f"{REMIND} {key}"
        if await self._store.message_of(update.id, kind) is None:
            await self._post_ping(update, kind, messages.remind(update, seat), (PlayerId(update.players[seat].id),))

    async def _post_ping(self, update: Update, kind: str, message: Message, persons: tuple[PlayerId, ...]) -> None:
        place = place_of(update)
        # Lost answers must not lead to a second one.
        once = f"{update.id}-{hashlib.sha256(f'{kind} {place}'.encode()).hexdigest()}"
        with self._noting_strays(update):
            await self._live.post(update.id, kind, place, message, once, persons)


def place_of(update: Update) -> int:
    """Where a table plays: its thread, else its channel."""
    return update.row.thread or update.row.channel


def turn_key(view: View) -> str:
    """What names a turn, the show of a deal, or what is asked after it; empty while nobody is waited for."""
    deal = view.deal
    if view.stage is Stage.BETWEEN and view.called:
        # When somebody leaves, sharing may be asked for anew: that is another call.
        return f"{view.deal_number}." + (f"split{len(view.match.active)}" if view.is_splitting else "rejoin")
    if view.stage is not Stage.PLAYING or deal is None or deal.phase is Phase.OVER:
        return ""
    return f"{view.deal_number}.{'show' if deal.phase is Phase.SHOW else deal.turns}"


def awaited_persons(update: Update) -> tuple[PlayerId, ...]:
    """The people the deal waits for, or whose answer the next one does."""
    view = update.public
    seats = view.deal.awaited if view.deal is not None and view.stage is Stage.PLAYING else view.called
    return tuple(PlayerId(update.players[seat].id) for seat in seats if not update.players[seat].is_computer)
