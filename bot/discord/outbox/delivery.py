"""Hands that go to players without a click: by direct message for those who chose so, and on their screens."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import structlog

from bot.discord.answers import Hands
from bot.discord.channels import PlaceClosedError, Places
from bot.discord.faults import CLOSED_DM, FAULTS, GONE_PERSON, code_of, is_closed, is_code, is_passing
from bot.discord.outbox.boards import awaited_persons, turn_key
from bot.flows.personal import Screens
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.outcome import Status
from bot.service.update import Update
from bot.store import rows
from bot.store.rows import MessageRef
from bot.store.store import Store

DM = "dm"

log = structlog.get_logger()


class Delivery:
    """Keeps hands current that nobody clicked on. Called for one table by one task at a time."""

    def __init__(
        self, places: Places, store: Store, screens: Screens, hands: Hands, clock: Callable[[], datetime]
    ) -> None:
        self._places = places
        self._store = store
        self._screens = screens
        self._hands = hands
        self._clock = clock
        self._turns: dict[TableId, str] = {}
        self._seen: dict[tuple[TableId, PlayerId], int] = {}
        self._unreachable: set[PlayerId] = set()

    async def deliver(self, update: Update) -> None:
        """Bring a table's players what they have to see now."""
        await self._refresh_screens(update)
        for player in update.lobby.persons:
            await self._direct(update, player)
        if update.row.status.is_over:
            self._turns.pop(update.id, None)
            for player in update.lobby.persons:
                self._seen.pop((update.id, player), None)

    async def _refresh_screens(self, update: Update) -> None:
        """A new turn changes the hands of those whose turn it is, where they are still on their screens."""
        key = turn_key(update.public)
        if self._turns.get(update.id) == key:
            return
        self._turns[update.id] = key
        for player in awaited_persons(update):
            await self._hands.refresh(player, update.id, partial(self._screens.hand, update, player))

    # -- direct messages ----------------------------------------------------------------------------

    def retry(self, player: PlayerId) -> None:
        """That person asks for direct messages anew: try again."""
        self._unreachable.discard(player)

    def saw(self, update: Update, player: PlayerId) -> None:
        """That person has just been shown their hand in their direct messages."""
        self._unreachable.discard(player)
        self._seen[update.id, player] = hash(update.for_player(player))

    async def _direct(self, update: Update, player: PlayerId) -> None:
        seat = update.seat_of(player)
        if player in self._unreachable or seat is None or not _has_hand(update, seat):
            return
        if (await self._screens.settings_of(player)).delivery is not rows.Delivery.DM:
            return
        looks = hash(update.for_player(player))
        if self._seen.get((update.id, player)) == looks:
            return
        try:
            await self._write(update, player)
        except PlaceClosedError:
            self._unreachable.add(player)
        except FAULTS as error:
            if is_passing(error):
                raise
            log.info("no direct message", table=update.id, error=code_of(error))
            if is_code(error, *CLOSED_DM, *GONE_PERSON) or is_closed(error):
                self._unreachable.add(player)
        else:
            self._seen[update.id, player] = looks

    async def _write(self, update: Update, player: PlayerId) -> None:
        """Edit the deal's message where it stands, else post it."""
        kind = f"{DM} {player} {update.public.deal_number}"
        message = await self._screens.hand(update, player)
        known = await self._store.message_of(update.id, kind)
        if known is not None:
            try:
                await self._places.edit(known.channel, known.message, message)
                return
            except FAULTS as error:
                if is_closed(error) or is_passing(error):
                    raise
        place = await self._places.direct(player)
        id = await self._places.send(place, message)
        await self._store.set_message(MessageRef(update.id, kind, place, id, self._clock()))


def _has_hand(update: Update, seat: Seat) -> bool:
    """Whether that seat was dealt in."""
    deal = update.public.deal
    return deal is not None and deal.seats[seat].status is not Status.ABSENT
