"""Hands that change without a press: on open screens, and in direct messages of players who chose these."""

from collections.abc import Callable
from datetime import datetime

import structlog

from bot.discord.channels import ChannelClosedError, Channels
from bot.discord.errors import CLOSED_DM, DISCORD_ERRORS, GONE_PERSON, code_of, is_closed, is_code, is_passing
from bot.discord.outbox.boards import turn_key
from bot.discord.outbox.redraws import Redraws
from bot.flows.open_screens import OpenScreens
from bot.flows.readers import Readers
from bot.languages.sentence import language, reading
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import Stage
from bot.screens.endings import show
from bot.screens.hand import hand
from bot.service.review import Reviews
from bot.service.settings import PlayerSettingsCache
from bot.service.tables.state import TableState
from bot.store.rows.outbox import MessageRef
from bot.store.rows.settings import HandDelivery
from bot.store.store import Store

DM = "dm"

log = structlog.get_logger()


class Delivery:
    """The updates of hands of players who did nothing. One task at a time calls it for a table."""

    def __init__(
        self,
        channels: Channels,
        store: Store,
        settings: PlayerSettingsCache,
        reviews: Reviews,
        open_screens: OpenScreens,
        redraws: Redraws,
        readers: Readers,
        clock: Callable[[], datetime],
    ) -> None:
        self._channels = channels
        self._store = store
        self._settings = settings
        self._reviews = reviews
        self._open_screens = open_screens
        self._redraws = redraws
        self._readers = readers
        self._clock = clock
        self._seen: dict[tuple[TableId, PlayerId], int] = {}
        self._unreachable: set[PlayerId] = set()

    def redraw(self, state: TableState, *, all_hands: bool = True) -> None:
        """Redraw the open hands of a table's players, or only of those it waits for. Nothing waits for that."""
        for player in state.lobby.persons if all_hands else state.called:
            self._redraws.redraw(state, player)

    async def write(self, state: TableState) -> None:
        """Update the direct messages of a table's players."""
        for player in state.lobby.persons:
            is_elsewhere = await self._open_screens.pages.is_played(player, state.id)
            if not is_elsewhere and await self._is_by_message(state, player):
                with reading(await self._readers.of_person(player)):
                    await self._direct(state, player)
        if state.row.status.is_over:
            for player in state.lobby.persons:
                self._seen.pop((state.id, player), None)

    # -- direct messages ----------------------------------------------------------------------------

    async def _is_by_message(self, state: TableState, player: PlayerId) -> bool:
        """Return whether a player gets their hand by direct message: they like it so, or the table is in another's."""
        is_guest = state.row.guild is None and player != state.opener
        return is_guest or (await self._settings.cached(player)).delivery is HandDelivery.DM

    def retry(self, player: PlayerId) -> None:
        """Try again to reach a person who has just asked for direct messages."""
        self._unreachable.discard(player)

    def on_seen(self, state: TableState, player: PlayerId) -> None:
        """Note that the person has just been shown their hand in their direct messages."""
        self._unreachable.discard(player)
        self._seen[state.id, player] = _moment(state, player)

    async def _direct(self, state: TableState, player: PlayerId) -> None:
        seat = state.seat_of(player)
        if player in self._unreachable or seat is None or not _has_hand(state, seat):
            return
        moment = _moment(state, player)
        if self._seen.get((state.id, player)) == moment:
            return
        try:
            async with self._open_screens.lock(player, state.id):
                if self._seen.get((state.id, player)) != moment:
                    await self._write(state, player)
        except ChannelClosedError:
            self._unreachable.add(player)
        except DISCORD_ERRORS as error:
            if is_passing(error):
                raise
            log.info("no direct message", table=state.id, error=code_of(error))
            if is_code(error, *CLOSED_DM, *GONE_PERSON) or is_closed(error):
                self._unreachable.add(player)
        else:
            self._seen[state.id, player] = moment

    async def _write(self, state: TableState, player: PlayerId) -> None:
        """Edit the message of the deal, or post it. A screen that its owner has opened in its place stays."""
        kind = f"{DM} {player} {state.public.deal_number}"
        await self._close_earlier(state, player)
        known = await self._store.tables.message_of(state.id, kind)
        asked, since = self._open_screens.asked(player, state.id) or (None, self._clock())
        is_asked = known is not None and known.message == asked
        if is_asked and state.row.changed_at <= since:
            return  # it was opened after this change
        settings = await self._settings.cached(player)
        screen = hand(state, player, settings, gravest=await self._reviews.gravest(state, player))
        if known is not None and not is_asked:
            try:
                await self._channels.edit(known.channel, known.message, screen)
                return
            except DISCORD_ERRORS as error:
                if is_closed(error) or is_passing(error):
                    raise
        channel = await self._channels.direct(player)
        id = await self._channels.send(channel, screen)
        await self._store.tables.set_message(MessageRef(state.id, kind, channel, id, self._clock()))

    async def _close_earlier(self, state: TableState, player: PlayerId) -> None:
        """Redraw the message of an earlier deal with its end, without buttons."""
        for ref in await self._store.tables.messages_of(state.id):
            of_whom, _, number = ref.kind.rpartition(" ")
            if of_whom == f"{DM} {player}" and int(number) < state.public.deal_number:
                await self._channels.edit_if_there(ref.channel, ref.message, show(state, int(number)))
                await self._store.tables.delete_message(ref)


def _moment(state: TableState, player: PlayerId) -> int:
    """Return a number that changes when there is something to tell that player in a direct message.

    That is their turn, changes to their own hand, all news while no deal is played, and another language.
    """
    view = state.for_player(player)
    deal = view.deal
    if state.waits:
        return hash((state.lobby.agreed, language().code))
    if view.stage is not Stage.PLAYING or deal is None or deal.seat is None:
        return hash((view, language().code))
    turn = turn_key(view) if deal.seat in deal.awaited else ""
    return hash((view.deal_number, deal.hand, deal.drawn, deal.seats[deal.seat].status, turn, language().code))


def _has_hand(state: TableState, seat: Seat) -> bool:
    """Return whether that seat was dealt in."""
    deal = state.public.deal
    return deal is not None and deal.seats[seat].status is not SeatStatus.ABSENT
