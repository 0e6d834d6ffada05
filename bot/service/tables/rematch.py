"""Rematches: the first press opens a lobby with the same seats, the last one starts it."""

from dataclasses import replace

from bot.codes import Pace, Problem, TableStatus
from bot.rummy.ids import Player, TableId
from bot.service.cache import Draft
from bot.service.errors import ServiceError
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Lobbies, Person
from bot.service.tables.new_lobby import NewLobbies
from bot.service.tables.seats import all_ready, buy_in, seated, unstaked
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState
from bot.service.wallet import Wallet
from bot.store.errors import StaleError


class Rematches:
    """Opens, fills and starts the rematch of a finished table."""

    def __init__(self, lobbies: Lobbies, new: NewLobbies, tables: Tables, wallet: Wallet) -> None:
        self._lobbies = lobbies
        self._new = new
        self._tables = tables
        self._wallet = wallet

    async def press(self, id: TableId, player: Person, interaction: int) -> TableState:
        """Enter a press for the rematch of a finished table.

        Raises:
            ServiceError: the match is not finished, the person did not play it, the rematch has started already, or a
                player cannot cover its stake.
        """
        finished = await self._tables.find(id)
        if not finished.row.status.is_over:
            raise ServiceError(Problem.NOT_OVER)
        if finished.row.tournament is not None:
            raise ServiceError(Problem.TOURNAMENT_TABLE)
        lobby = await self._lobby_of(finished)
        if player.id not in {*finished.lobby.persons, *(lobby.lobby.persons if lobby else ())}:
            raise ServiceError(Problem.NOT_AT_TABLE)
        if lobby is not None:
            return await self._join(lobby.id, player, interaction)
        try:
            opened = await self._open(finished, player, interaction)
        except StaleError:
            # Another player pressed at the same moment and was first.
            return await self.press(id, player, interaction)
        return await self._tables.change(opened.id, self._begin_if_ready)

    async def _lobby_of(self, finished: TableState) -> TableState | None:
        """Return the lobby of a rematch. Return None if there is none yet, or it closed before it began.

        Raises:
            ServiceError: the rematch has started.
        """
        if finished.lobby.rematch is None:
            return None
        try:
            lobby = await self._tables.find(finished.lobby.rematch)
        except ServiceError:
            return None  # the process died after the code was stored and before the lobby was opened
        if lobby.row.status is TableStatus.CLOSED:
            return None
        if not lobby.is_lobby:
            raise ServiceError(Problem.REMATCH_RUNNING)
        return lobby

    async def _open(self, finished: TableState, player: Person, interaction: int) -> TableState:
        """Open a lobby with the same seats, and store its code at the finished table.

        Raises:
            ServiceError: a limit of open tables is reached, or the person has too few chips for the stake.
            StaleError: another player has just opened it.
        """
        if finished.lobby.terms.stake and not await self._lobbies.has_chips(finished.row.guild):
            finished = unstaked(finished)
        row, old = finished.row, finished.lobby
        if old.terms.stake:
            await self._wallet.check_covers(row.guild, player.id, buy_in(finished))
        rules = await self._new.raked_again(finished.rules, row.guild)
        # The rules of a table already have the times of its pace; Blitz leaves them as they are.
        kept = Pace.STANDARD if old.is_pace_open else Pace.BLITZ
        form = TableForm(rules.id, old.terms, kept, old.seats, row.private, old.help)
        fresh = self._new.row(player.id, row.guild, row.channel, rules, form)
        fresh = fresh if old.is_pace_open else replace(fresh, pace=row.pace)

        def remember(before: TableState) -> Draft[TableState]:
            if before.lobby.rematch != old.rematch:
                raise StaleError(before.id, finished.row.version, before.row.version)
            return Draft(replace(before, lobby=replace(before.lobby, rematch=fresh.id)))

        await self._tables.change(finished.id, remember)
        there = tuple(one for one in old.players if one.is_computer or one.id not in old.erased)
        ready = frozenset({player.id})
        fresh_start = replace(old, players=there, rematch=None, quick=False, coached=frozenset())
        placed = replace(fresh_start, waits_for_place=False, agreed=frozenset(), is_public=False)
        placed = replace(placed, no_beacon=finished.is_without_beacon)
        lobby = replace(placed, rematch_of=finished.id, ready=ready)
        return await self._new.open(fresh, lobby, "rematch", interaction)

    def _begin_if_ready(self, before: TableState) -> Draft[TableState] | None:
        """Return the start of a rematch, or None if a player has not pressed yet."""
        return self._tables.begun(before, ()) if before.is_lobby and all_ready(before) else None

    async def _join(self, id: TableId, player: Person, interaction: int) -> TableState:
        """Enter a press in the lobby of a rematch that is open already."""

        def edit(before: TableState) -> TableState:
            lobby = before.lobby
            if player.id not in lobby.persons:
                before = seated(before, Player(player.id), player.name)
                lobby = before.lobby
            return replace(before, lobby=replace(lobby, ready=lobby.ready | {player.id}))

        await self._lobbies.check_covers(id, player.id)
        return await self._lobbies.change(id, "rematch", player.id, interaction, edit)
