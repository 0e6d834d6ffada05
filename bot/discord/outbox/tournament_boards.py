"""The live messages of a tournament: its card, and the round with its totals."""

from collections.abc import Callable
from datetime import datetime

from bot.discord.channels import Channels
from bot.discord.outbox.live import LiveMessages
from bot.discord.outbox.tournament_postings import ROUND
from bot.layout import Screen
from bot.rummy.ids import TournamentId
from bot.screens.tournaments.brackets import TournamentView
from bot.screens.tournaments.cards import round_card, tournament_card
from bot.store.rows.outbox import CARD, MessageRef
from bot.store.store import Store


class TournamentBoards:
    """The messages that all people see. One task at a time calls it for a tournament."""

    def __init__(self, channels: Channels, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store.tournaments
        self._live = LiveMessages(channels, self._store, clock, None)  # postings and the calendar note messages as well

    def forget(self) -> None:
        """Redraw everything when its tournament is shown next."""
        self._live.forget()

    async def draw(self, view: TournamentView) -> None:
        """Show a tournament on its card and in the message of its round."""
        known = {ref.kind: ref for ref in await self._store.messages_of(view.state.id)}
        fresh = view.state.status.is_before
        if known.get(CARD) is not None or not view.state.status.is_over:
            await self._keep(view, CARD, tournament_card(view), fresh=fresh)
        for ref in known.values():
            kind, _, number = ref.kind.partition(" ")
            if kind == ROUND:
                await self._draw_round(view, ref, int(number))

    async def _draw_round(self, view: TournamentView, known: MessageRef[TournamentId], number: int) -> None:
        """Draw the running round as it stands, and a round that is over a last time."""
        round = view.number(number)
        if round is None:
            return
        screen = round_card(view, round)
        if round is view.round and not view.state.status.is_over:
            await self._keep(view, known.kind, screen, fresh=True)
        else:
            await self._live.leave(known, screen)

    async def _keep(self, view: TournamentView, kind: str, screen: Screen, *, fresh: bool) -> None:
        await self._live.keep(view.state.id, kind, view.state.row.channel, lambda: screen, hash(screen), fresh=fresh)
