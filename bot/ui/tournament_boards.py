"""The live messages of a tournament: its card, and the round with its totals."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from bot.rummy.ids import TournamentId
from bot.store.store import Store
from bot.store.tournament_rows import TournamentMessage
from bot.ui import messages
from bot.ui.boards import BOARD_LIFE, CARD
from bot.ui.faults import CANNOT_EDIT_OLD, FAULTS, UNKNOWN_MESSAGE, is_code
from bot.ui.messages import Message
from bot.ui.messages.brackets import TournamentView
from bot.ui.places import PlaceClosedError, Places
from bot.ui.tournament_postings import ROUND

KEPT = 10_000


class TournamentBoards:
    """Draws and re-draws what everybody sees. Called for one tournament by one task at a time."""

    def __init__(self, places: Places, store: Store, clock: Callable[[], datetime]) -> None:
        self._places = places
        self._store = store.tournaments
        self._clock = clock
        self._shown: dict[tuple[TournamentId, str], int] = {}

    def forget(self) -> None:
        """Draw everything anew when its tournament is shown next."""
        self._shown.clear()

    async def draw(self, view: TournamentView) -> None:
        """Show a tournament on its card and in the message of its round."""
        known = {ref.kind: ref for ref in await self._store.messages_of(view.update.id)}
        fresh = view.update.status.is_before
        if known.get(CARD) is not None or not view.update.status.is_over:
            await self._keep(view, CARD, known.get(CARD), messages.tournament_card(view), fresh=fresh)
        for ref in known.values():
            kind, _, number = ref.kind.partition(" ")
            if kind == ROUND:
                await self._draw_round(view, ref, int(number))

    async def _draw_round(self, view: TournamentView, known: TournamentMessage, number: int) -> None:
        """The running round as it stands; one that is over a last time."""
        round = view.number(number)
        if round is None:
            return
        message = messages.round_card(view, round)
        if round is view.round and not view.update.status.is_over:
            await self._keep(view, known.kind, known, message, fresh=True)
            return
        with suppress(PlaceClosedError):
            await self._places.edit_if_there(known.channel, known.message, message)
        await self._store.delete_message(known)

    async def _keep(
        self, view: TournamentView, kind: str, known: TournamentMessage | None, message: Message, *, fresh: bool
    ) -> None:
        """Edit it where it stands, or post it where there is none fit to be edited; `fresh`: nor one that is old."""
        key, looks = (view.update.id, kind), looks_of(message)
        if known is not None and not self._is_elsewhere(view, known) and not (fresh and self._is_old(known)):
            if self._shown.get(key) == looks:
                return
            try:
                await self._places.edit(known.channel, known.message, message)
            except FAULTS as error:
                if not is_code(error, UNKNOWN_MESSAGE, CANNOT_EDIT_OLD):
                    raise
            else:
                self._note(key, looks)
                return
        await self._post_anew(view, kind, known, message)
        self._note(key, looks)

    async def _post_anew(
        self, view: TournamentView, kind: str, known: TournamentMessage | None, message: Message
    ) -> None:
        """Post it, and take away what stood before."""
        # Lost answers must not lead to a second one; one that is old again has another nonce.
        place, id = view.update.row.channel, view.update.id
        once = f"{id}-{kind.replace(' ', '')}-{known.message % 10**9 if known else 0}"
        posted = await self._places.send(place, message, nonce=once[:25])
        await self._store.set_message(TournamentMessage(id, kind, place, posted, self._clock()))
        if known is not None and not await self._places.delete(known.channel, known.message):
            with suppress(PlaceClosedError):
                pointer = messages.moved(f"<#{place}>" if known.channel != place else None)
                await self._places.edit_if_there(known.channel, known.message, pointer)

    def _is_elsewhere(self, view: TournamentView, known: TournamentMessage) -> bool:
        return known.channel != view.update.row.channel

    def _is_old(self, known: TournamentMessage) -> bool:
        return self._clock() - known.posted_at >= BOARD_LIFE

    def _note(self, key: tuple[TournamentId, str], looks: int) -> None:
        self._shown[key] = looks
        while len(self._shown) > KEPT:
            self._shown.pop(next(iter(self._shown)))


def looks_of(message: Message) -> int:
    """Two messages that look alike have the same."""
    return hash((str(message.layout.to_components()), message.pictures))  # type: ignore[no-untyped-call]
