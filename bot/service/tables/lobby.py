"""Lobbies: open, join, leave, add computers, start."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from bot.codes import Problem, TableStatus
from bot.rummy.game import game_of
from bot.rummy.ids import USUAL_LEVEL, DisplayName, Player, PlayerId, TableId
from bot.rummy.match import stakes
from bot.service.cache import Draft
from bot.service.errors import OthersLackError, ServiceError
from bot.service.limits import check_not_paused
from bot.service.tables.form import TableForm, check_terms
from bot.service.tables.new_lobby import NewLobbies
from bot.service.tables.quick_start import QuickStart
from bot.service.tables.seats import (
    all_ready,
    buy_in,
    check_host,
    closed,
    enough,
    has_stake,
    in_lobby,
    seated,
    unstaked,
    with_computer,
    without,
)
from bot.service.tables.service import Tables
from bot.service.tables.state import Lobby, TableState
from bot.service.wallet import Wallet
from bot.service.words import first_word
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.company import Waiter
from bot.store.rows.subjects import Effects, EntropyLine
from bot.store.store import Store

JOINS = "join", "rematch"
"""The kinds of presses by which a person sits down."""
MOST_LINES = 100
"""The most lines of entropy of one person in a lobby: a record must stay short enough to be read."""
MOST_INVITED = 50
LACKING = (
    Problem.CANNOT_COVER,
    Problem.OTHER_CANNOT_COVER,
    Problem.TOO_MANY_RUNNING,
    Problem.TOO_MANY_ALONE,
)
"""Problems that keep a match from starting; its players may still come and go."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who presses a button, and their name."""

    id: PlayerId
    name: DisplayName


class Lobbies:
    """Opens, fills, starts and closes lobbies."""

    def __init__(
        self, tables: Tables, store: Store, wallet: Wallet, new: NewLobbies, clock: Callable[[], datetime]
    ) -> None:
        self.quick_start = QuickStart(tables, clock)
        self._tables = tables
        self._store = store
        self._wallet = wallet
        self._new = new
        self._clock = clock

    async def open(
        self,
        host: Person,
        guild: int | None,
        channel: int,
        form: TableForm,
        interaction: int,
        *,
        quick: bool = False,
        met: Sequence[Waiter] = (),
    ) -> TableState:
        """Open a lobby with its host as first player. The seed is drawn and promised now.

        `quick`: it starts by itself. `met`: people who have waited for company and sit down beside the host.

        Raises:
            ServiceError: the choices do not fit, the host has too few chips for the stake, or a limit of open tables is
                reached.
            NotWaitingError: one of those people waits no longer.
        """
        rules = await self._new.house.find(guild, form.rules_id)
        check_terms(form.terms, rules)
        if not rules.min_players <= form.seats <= rules.max_players:
            raise ServiceError(Problem.TOO_MANY_SEATS)
        if form.terms.stake:
            await self._wallet.check_covers(guild, host.id, stakes.buy_in(rules, form.terms))
            rules = await self._new.raked(rules, guild)
        names = {host.id: host.name} | {one.player: one.called for one in met}
        lobby = Lobby(form.terms, form.seats, tuple(map(Player, names)), names, form.help, quick=quick)
        lobby = replace(lobby, is_pace_open=form.pace is None, counted=not rules.is_of_server)
        row = self._new.row(host.id, guild, channel, rules, form)
        return await self._new.open(row, lobby, "join", interaction, met)

    async def change(
        self,
        id: TableId,
        kind: str,
        user: PlayerId,
        interaction: int,
        edit: Callable[[TableState], TableState],
        word: str | None = None,
        waiter: Waiter | None = None,
    ) -> TableState:
        """Change a lobby, and add the line of entropy for the change.

        `word`: what the person adds to the shuffle, as `own_word` returns it. Who joins without one gets a drawn word.
        `waiter`: the person as they wait for company from now on, if they stand up for that.

        Raises:
            ServiceError: as raised by `edit`; or a player cannot cover the stake of a rematch that this press would
                start.
        """

        def draft(before: TableState, *, may_begin: bool = True) -> Draft[TableState] | None:
            if kind not in ("leave", "replaced") and sum(line.user == user for line in before.entropy) >= MOST_LINES:
                raise ServiceError(Problem.MUCH_DONE)
            drawn = first_word(before.row) if kind in (*JOINS, "replaced") else None
            line = before.line(kind, user, interaction, word or drawn if before.row.veil else None)
            if line is None:
                return None  # the same press, delivered twice
            after = edit(in_lobby(before))
            if after.row.status is TableStatus.CLOSED:
                return Draft(after, Effects(entropy=(line,), waiter=waiter))
            sits = frozenset({user}) if kind in JOINS else frozenset[PlayerId]()
            if may_begin and all_ready(after):
                begun = self._tables.begun(after, (line,))
                return replace(begun, effects=replace(begun.effects, seated=sits))
            start = after.alarm(AlarmKind.START)
            after = replace(after, alarms=(self._new.idle(id), start) if start is not None else (self._new.idle(id),))
            # A person may not sit down if they play at too many tables to start. A person who sits there already may
            # leave.
            quotas = (self._tables.limits.running(user),) if kind in JOINS else ()
            people = frozenset(after.lobby.persons)
            effects: Effects[TableId] = Effects(
                entropy=(line,), people=people, seated=sits, waiter=waiter, quotas=quotas
            )
            return Draft(after, effects)

        if kind in JOINS:
            await check_not_paused(self._store, user, self._clock())
        try:
            return await self._starting(id, user, lambda: self._tables.change(id, draft))
        except ServiceError as error:
            if kind == "rematch" or error.problem not in LACKING:
                raise
        # A person may come or go even if another player has too few chips or plays at too many tables.
        return await self._tables.change(id, partial(draft, may_begin=False))

    # -- chips --------------------------------------------------------------------------------------

    async def _current(self, id: TableId) -> TableState:
        """Return the table. A lobby loses its stake once its server has switched chips off."""
        state = await self._tables.find(id)
        if not has_stake(state) or await self.has_chips(state.row.guild):
            return state
        return await self._tables.change(id, lambda before: Draft(unstaked(before)) if has_stake(before) else None)

    async def has_chips(self, guild: int | None) -> bool:
        """Return whether the server plays with chips."""
        return guild is not None and (await self._store.servers.of(guild)).chips

    async def check_covers(self, id: TableId, player: PlayerId) -> None:
        """Raise ServiceError if *player* cannot cover the stake. Open their account if they have none."""
        state = await self._current(id)
        if has_stake(state):
            await self._wallet.check_covers(state.row.guild, player, buy_in(state))

    async def _starting(self, id: TableId, player: PlayerId, change: Callable[[], Awaitable[TableState]]) -> TableState:
        """Make a change that may start a match; *player* asks for it.

        Raises:
            ServiceError: as raised by `change`; an `OthersLackError` if another player cannot cover the stake.
        """
        state = await self._current(id)
        try:
            return await change()
        except ServiceError as error:
            if error.problem is not Problem.CANNOT_COVER:
                raise
            lacking = await self._lacking(state)
            if player in lacking or not lacking:
                raise
            raise OthersLackError(lacking) from None

    async def _lacking(self, state: TableState) -> tuple[PlayerId, ...]:
        """Return the people who would play and cannot cover the stake."""
        guild, entry, lobby = state.row.guild, buy_in(state), state.lobby
        playing = [one for one in lobby.persons if lobby.rematch_of is None or one in lobby.ready]
        return tuple([one for one in playing if await self._wallet.balance(guild, one) < entry])

    # -- seats --------------------------------------------------------------------------------------

    async def join(self, id: TableId, player: Person, interaction: int, word: str | None = None) -> TableState:
        """Sit down. `word`: what the person adds to the shuffle, as `own_word` returns it.

        Raises:
            ServiceError: there is no such lobby, it is full or private, or the person sits there already or has too few
                chips.
        """
        await self.check_covers(id, player.id)

        def edit(before: TableState) -> TableState:
            lobby = before.lobby
            if player.id in lobby.persons:
                raise ServiceError(Problem.ALREADY_SEATED)
            if before.row.private and player.id not in lobby.invited:
                raise ServiceError(Problem.NOT_INVITED)
            after = seated(before, Player(player.id), player.name)
            # A person who sits down for a rematch wants it.
            ready = lobby.ready | {player.id} if lobby.rematch_of else lobby.ready
            return replace(after, lobby=replace(after.lobby, ready=ready))

        return await self.change(id, "join", player.id, interaction, edit, word)

    async def set_word(self, id: TableId, player: PlayerId, interaction: int, word: str) -> TableState:
        """Change what a person who sits here adds to the shuffle. `word` is as `own_word` returns it.

        Raises:
            ServiceError: there is no such lobby, its shuffle knows no words, or the person does not sit there.
        """
        return await self.change(id, "word", player, interaction, lambda before: _worded(before, player), word)

    async def replace_word(self, id: TableId, player: PlayerId, interaction: int) -> TableState:
        """Replace a person's word by a drawn one, as the staff.

        Raises:
            ServiceError: as `set_word`.
        """
        return await self.change(id, "replaced", player, interaction, lambda before: _worded(before, player))

    async def invite(self, id: TableId, host: PlayerId, player: PlayerId) -> TableState:
        """Invite a person to a private lobby.

        Raises:
            ServiceError: there is no such lobby, or *host* is not its host.
        """

        def draft(before: TableState) -> Draft[TableState]:
            check_host(in_lobby(before), host)
            if len(before.lobby.invited) >= MOST_INVITED:
                raise ServiceError(Problem.MUCH_DONE)
            lobby = replace(before.lobby, invited=before.lobby.invited | {player})
            return Draft(replace(before, lobby=lobby))

        return await self._tables.change(id, draft)

    async def leave(self, id: TableId, player: PlayerId, interaction: int, waiter: Waiter | None = None) -> TableState:
        """Stand up. The longest-seated person becomes host. Without people the lobby closes.

        `waiter`: the person as they wait for company instead.

        Raises:
            ServiceError: there is no such lobby, or the person does not sit there.
        """

        def edit(before: TableState) -> TableState:
            if player not in before.lobby.persons:
                raise ServiceError(Problem.NOT_SEATED)
            return without(before, Player(player))

        return await self.change(id, "leave", player, interaction, edit, waiter=waiter)

    async def remove(self, id: TableId, host: PlayerId, player: Player, interaction: int) -> TableState:
        """Remove a player, as the host.

        Raises:
            ServiceError: there is no such lobby or player, *host* is not its host, or the player is the host.
        """

        def edit(before: TableState) -> TableState:
            check_host(before, host)
            found = next((one for one in before.lobby.players if one.is_same(player)), None)
            if found is None:
                raise ServiceError(Problem.NO_SUCH_SEAT)
            if found == Player(host):
                raise ServiceError(Problem.CANNOT_REMOVE_SELF)
            return without(before, found)

        return await self.change(id, "remove", host, interaction, edit)

    async def add_computer(self, id: TableId, host: PlayerId, interaction: int, level: int = USUAL_LEVEL) -> TableState:
        """Seat a computer of that level, as the host.

        Raises:
            ServiceError: there is no such lobby or level, it is full, something is at stake, or *host* is not its host.
        """

        def edit(before: TableState) -> TableState:
            check_host(before, host)
            if before.lobby.terms.stake:
                raise ServiceError(Problem.COMPUTERS_HAVE_NO_CHIPS)
            if level not in game_of(before.rules).levels:
                raise ServiceError(Problem.NO_SUCH_LEVEL)
            return with_computer(before, level)

        return await self.change(id, "computer", host, interaction, edit)

    # -- start and end ------------------------------------------------------------------------------

    async def start(self, id: TableId, host: PlayerId, interaction: int) -> TableState:
        """Begin the match, as the host. A rematch begins without the people who have not pressed.

        Anyone who sits at a table of quick play may begin it.

        Raises:
            ServiceError: there is no such lobby, *host* is not its host or has chosen a pause, too few players sit
                there, or one of them cannot cover the stake.
        """

        await check_not_paused(self._store, host, self._clock())
        if (await self._tables.find(id)).lobby.quick:
            return await self.quick_start.now(id, host, interaction)

        def draft(before: TableState) -> Draft[TableState]:
            check_host(in_lobby(before), host)
            lobby = before.lobby
            if lobby.rematch_of:
                present = lobby.ready | {host}
                players = tuple(p for p in lobby.players if p.is_computer or p.id in present)
                before = replace(before, lobby=replace(lobby, players=players))
            if not enough(before):
                raise ServiceError(Problem.TOO_FEW)
            return self._tables.begun(before, (EntropyLine(len(before.entropy), "start", host, interaction),))

        return await self._starting(id, host, lambda: self._tables.change(id, draft))

    async def close_idle(self, id: TableId) -> TableState:
        """Close a lobby that has been idle for too long. Leave any other one as it is.

        Raises:
            ServiceError: there is no such lobby.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            idle = in_lobby(before).alarm(AlarmKind.IDLE)
            if idle is None or idle.due > self._clock():
                return None
            return Draft(closed(before))

        return await self._tables.change(id, draft)

    async def cancel(self, id: TableId, player: PlayerId | None) -> TableState:
        """Close a lobby, as the host or as staff (`player` None).

        Raises:
            ServiceError: there is no such lobby, or *player* is not its host.
        """

        def draft(before: TableState) -> Draft[TableState]:
            if player is not None:
                check_host(in_lobby(before), player)
            return Draft(closed(in_lobby(before)))

        return await self._tables.change(id, draft)


def _worded(lobby: TableState, player: PlayerId) -> TableState:
    """Return the same lobby if that person has a word there. Raise ServiceError if they have none."""
    if player not in lobby.words:
        raise ServiceError(Problem.NOT_SEATED if player not in lobby.lobby.persons else Problem.NO_WORDS_HERE)
    return lobby
