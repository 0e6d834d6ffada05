"""Lobbies: open, join, leave, add computers, start, and the rematch that starts by itself."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Self

from bot.rummy.errors import ParseError
from bot.rummy.game import game_of
from bot.rummy.ids import USUAL_LEVEL, DisplayName, Player, PlayerId, TableId
from bot.rummy.match import stakes
from bot.rummy.match.match import Terms
from bot.rummy.rules import Rules
from bot.service.cache import QUOTAS, Draft
from bot.service.errors import CorruptError, OthersLackError, Problem, QuotaUsedError, ServiceError
from bot.service.limits import check_not_paused
from bot.service.paces import Pace, paced
from bot.service.shuffle import commitment, new_code, new_seed
from bot.service.tables.deadlines import LOBBY_IDLE, QUICK_WAIT
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
    without_one_busy,
)
from bot.service.tables.service import Limits as Limits
from bot.service.tables.service import Tables
from bot.service.tables.state import Lobby, TableState, rules_of
from bot.service.wallet import Wallet
from bot.store.errors import StaleError
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.subjects import Effects, EntropyLine, Quota
from bot.store.rows.tables import TableRow, TableStatus
from bot.store.store import Store

LACKING = (
    *(Problem.CANNOT_COVER, Problem.OTHER_CANNOT_COVER),
    *(Problem.TOO_MANY_RUNNING, Problem.TOO_MANY_ALONE),
)
"""What keeps a match from starting, though its players may come and go."""


OPEN_PACE = "auto"
"""In the place of a pace: nobody has chosen one."""


@dataclass(frozen=True, slots=True)
class TableForm:
    """What a host chooses for a new table."""

    rules_id: str = "circle"
    terms: Terms = field(default_factory=Terms)
    pace: Pace | None = None
    """None: it follows from who sits there at the start."""
    seats: int = 6
    private: bool = False
    help: bool = True

    def __str__(self) -> str:
        """As custom ids carry it: `circle:pool_101:0:standard:6:0:1`."""
        terms, flags = self.terms, f"{int(self.private)}:{int(self.help)}"
        return f"{self.rules_id}:{terms.course}:{terms.stake}:{self.pace or OPEN_PACE}:{self.seats}:{flags}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The inverse of `str`.

        Raises:
            ParseError: the text is no form; whether there are such rules is not checked.
        """
        try:
            rules_id, course, stake, pace, seats, private, help = text.split(":")
            terms = Terms.parse(course, int(stake))
            chosen = None if pace == OPEN_PACE else Pace(pace)
            return cls(rules_id, terms, chosen, int(seats), private == "1", help == "1")
        except ValueError as error:
            raise ParseError(f"no form of a table: {error}") from None


QUICK = TableForm(seats=4)
"""What is played at once: one deal for nothing, and nobody has chosen a pace."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who presses a button, and what they are called."""

    id: PlayerId
    name: DisplayName


class Lobbies:
    """Everything that happens before the first card."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        wallet: Wallet,
        rules: Mapping[str, Rules],
        clock: Callable[[], datetime],
        draw_seed: Callable[[], bytes] = new_seed,
        draw_code: Callable[[], str] = new_code,
    ) -> None:
        self._tables = tables
        self._store = store
        self._wallet = wallet
        self._rules = rules
        self._clock = clock
        self._draw_seed = draw_seed
        self._draw_code = draw_code
        self._sitting_down = asyncio.Lock()

    async def open(
        self,
        host: Person,
        guild: int | None,
        channel: int,
        form: TableForm,
        interaction: int,
        *,
        quick: bool = False,
    ) -> TableState:
        """A new lobby with its host as first player; the seed is drawn and promised now.

        `quick`: it starts by itself.

        Raises:
            ServiceError: choices that do not fit, too few chips for the stake, or too much is open already.
        """
        rules = self._rules.get(form.rules_id)
        if rules is None:
            raise ServiceError(Problem.NO_SUCH_RULES)
        check_terms(form.terms, rules)
        if not rules.min_players <= form.seats <= rules.max_players:
            raise ServiceError(Problem.TOO_MANY_SEATS)
        if form.terms.stake:
            await self._wallet.check_covers(guild, host.id, stakes.buy_in(rules, form.terms))
            rules = await self._raked(rules, guild)
        lobby = Lobby(form.terms, form.seats, (Player(host.id),), {host.id: host.name}, form.help, quick=quick)
        lobby = replace(lobby, is_pace_open=form.pace is None)
        return await self._open(self._row(host.id, guild, channel, rules, form), lobby, "join", interaction)

    async def _raked(self, rules: Rules, guild: int | None) -> Rules:
        """The rules with the rake of the server, where they have none of their own."""
        if guild is None or rules.scoring.rake_percent:
            return rules
        server = await self._store.servers.of(guild)
        return replace(rules, scoring=replace(rules.scoring, rake_percent=server.rake_percent))

    async def _raked_again(self, rules: Rules, guild: int | None) -> Rules:
        """The rules of an earlier table with the rake of the server as it is now."""
        known = self._rules.get(rules.id)
        if known is None or known.scoring.rake_percent:
            return rules
        return await self._raked(replace(rules, scoring=replace(rules.scoring, rake_percent=0)), guild)

    def _row(self, host: PlayerId, guild: int | None, channel: int, rules: Rules, form: TableForm) -> TableRow:
        seed, now, pace = self._draw_seed(), self._clock(), form.pace or Pace.STANDARD
        return TableRow(
            id=TableId(self._draw_code()),
            guild=guild,
            channel=channel,
            host=host,
            private=form.private,
            rules_id=rules.id,
            rules=paced(rules, pace).with_help(form.help).text(),
            pace=pace,
            seed=seed,
            commitment=commitment(seed),
            opened_at=now,
            changed_at=now,
        )

    async def _open(self, row: TableRow, lobby: Lobby, kind: str, interaction: int) -> TableState:
        self._tables.check_may_begin(row.guild)
        await check_not_paused(self._store, row.host, self._clock())
        rules = rules_of(row.rules, row.rules_id, self._tables.games, row.pace)
        start = Alarm(self._clock() + QUICK_WAIT, row.id, AlarmKind.START)
        alarms = (self._idle(row.id), start) if lobby.quick else (self._idle(row.id),)
        state = TableState(row, lobby, rules, None, alarms=alarms)
        entropy = (EntropyLine(0, kind, row.host, interaction),)
        quotas = self._tables.limits.opening(row.host, row.guild)
        effects: Effects[TableId] = Effects(entropy=entropy, people=frozenset(lobby.persons), quotas=quotas)
        return await self._tables.open(Draft(state, effects))

    def _idle(self, id: TableId) -> Alarm[TableId]:
        return Alarm(self._clock() + LOBBY_IDLE, id, AlarmKind.IDLE)

    async def _change(
        self, id: TableId, kind: str, user: PlayerId, interaction: int, edit: Callable[[TableState], TableState]
    ) -> TableState:
        """Change a lobby and write the line of entropy that this makes.

        Raises:
            ServiceError: as raised by `edit`; or it was the last press for a rematch whose stake a player cannot cover.
        """

        def draft(before: TableState, *, may_begin: bool = True) -> Draft[TableState] | None:
            line = before.line(kind, user, interaction)
            if line is None:
                return None  # the same press, delivered twice
            after = edit(in_lobby(before))
            if after.row.status is TableStatus.CLOSED:
                return Draft(after, Effects(entropy=(line,)))
            if may_begin and all_ready(after):
                return self._tables.begun(after, (line,))
            start = after.alarm(AlarmKind.START)
            after = replace(after, alarms=(self._idle(id), start) if start is not None else (self._idle(id),))
            # Who sits down could not start with more tables running than they may; who is there already, may leave.
            quotas = (self._tables.limits.running(user),) if kind in ("join", "rematch") else ()
            return Draft(after, Effects(entropy=(line,), people=frozenset(after.lobby.persons), quotas=quotas))

        if kind in ("join", "rematch"):
            await check_not_paused(self._store, user, self._clock())
        try:
            return await self._starting(id, user, lambda: self._tables.change(id, draft))
        except ServiceError as error:
            if kind == "rematch" or error.problem not in LACKING:
                raise
        # Nobody comes or goes in vain because another player has too few chips, or plays too much.
        return await self._tables.change(id, partial(draft, may_begin=False))

    # -- chips --------------------------------------------------------------------------------------

    async def _current(self, id: TableId) -> TableState:
        """The table as it stands; the stake of a lobby is gone once its server has switched chips off."""
        state = await self._tables.find(id)
        if not has_stake(state) or await self._has_chips(state.row.guild):
            return state
        return await self._tables.change(id, lambda before: Draft(unstaked(before)) if has_stake(before) else None)

    async def _has_chips(self, guild: int | None) -> bool:
        return guild is not None and (await self._store.servers.of(guild)).chips

    async def _check_covers(self, id: TableId, player: PlayerId) -> None:
        """Do nothing where a person can cover the stake of a lobby; their account is open then.

        Raises:
            ServiceError: they cannot.
        """
        state = await self._current(id)
        if has_stake(state):
            await self._wallet.check_covers(state.row.guild, player, buy_in(state))

    async def _starting(self, id: TableId, player: PlayerId, change: Callable[[], Awaitable[TableState]]) -> TableState:
        """Do what may start a match; `player` is who asks for it.

        Raises:
            ServiceError: as raised by `change`; an `OthersLackError` where another player cannot cover the stake.
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
        """The people who would play and cannot cover the stake."""
        guild, entry, lobby = state.row.guild, buy_in(state), state.lobby
        playing = [one for one in lobby.persons if lobby.rematch_of is None or one in lobby.ready]
        return tuple([one for one in playing if await self._wallet.balance(guild, one) < entry])

    # -- seats --------------------------------------------------------------------------------------

    async def join(self, id: TableId, player: Person, interaction: int) -> TableState:
        """Sit down.

        Raises:
            ServiceError: no such lobby, full, seated already, private, or too few chips for its stake.
        """
        await self._check_covers(id, player.id)

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

        return await self._change(id, "join", player.id, interaction, edit)

    async def invite(self, id: TableId, host: PlayerId, player: PlayerId) -> TableState:
        """Let a person in to a private lobby.

        Raises:
            ServiceError: no such lobby, or not its host.
        """

        def draft(before: TableState) -> Draft[TableState]:
            check_host(in_lobby(before), host)
            lobby = replace(before.lobby, invited=before.lobby.invited | {player})
            return Draft(replace(before, lobby=lobby))

        return await self._tables.change(id, draft)

    async def leave(self, id: TableId, player: PlayerId, interaction: int) -> TableState:
        """Stand up. The longest-seated person is host then; without people the lobby closes.

        Raises:
            ServiceError: no such lobby, or not seated.
        """

        def edit(before: TableState) -> TableState:
            if player not in before.lobby.persons:
                raise ServiceError(Problem.NOT_SEATED)
            return without(before, Player(player))

        return await self._change(id, "leave", player, interaction, edit)

    async def remove(self, id: TableId, host: PlayerId, player: Player, interaction: int) -> TableState:
        """The host takes a player off the list.

        Raises:
            ServiceError: no such lobby, not its host, no such player, or the host.
        """

        def edit(before: TableState) -> TableState:
            check_host(before, host)
            found = next((one for one in before.lobby.players if one.is_same(player)), None)
            if found is None:
                raise ServiceError(Problem.NO_SUCH_SEAT)
            if found == Player(host):
                raise ServiceError(Problem.CANNOT_REMOVE_SELF)
            return without(before, found)

        return await self._change(id, "remove", host, interaction, edit)

    async def add_computer(self, id: TableId, host: PlayerId, interaction: int, level: int = USUAL_LEVEL) -> TableState:
        """The host seats a computer of that level.

        Raises:
            ServiceError: no such lobby, not its host, full, something is at stake, or the game has no such level.
        """

        def edit(before: TableState) -> TableState:
            check_host(before, host)
            if before.lobby.terms.stake:
                raise ServiceError(Problem.COMPUTERS_HAVE_NO_CHIPS)
            if level not in game_of(before.rules).levels:
                raise ServiceError(Problem.NO_SUCH_LEVEL)
            return with_computer(before, level)

        return await self._change(id, "computer", host, interaction, edit)

    # -- start and end ------------------------------------------------------------------------------

    async def start(self, id: TableId, host: PlayerId, interaction: int) -> TableState:
        """The host begins the match; in a rematch, without those who have not pressed.

        A table that was opened to play at once begins when anyone who sits there says so.

        Raises:
            ServiceError: no such lobby, not its host, too few players, one of them cannot cover the stake, or the host
                has chosen a pause.
        """

        await check_not_paused(self._store, host, self._clock())
        if (await self._tables.find(id)).lobby.quick:
            return await self._start_at_once(id, host, interaction)

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

    async def _start_at_once(self, id: TableId, person: PlayerId, interaction: int) -> TableState:
        def draft(before: TableState) -> Draft[TableState]:
            if person not in in_lobby(before).lobby.persons:
                raise ServiceError(Problem.NOT_SEATED)
            return self._begun_full(before, person, interaction)

        return await self._without_busy(id, draft, person)

    async def _without_busy(
        self, id: TableId, begin: Callable[[TableState], Draft[TableState] | None], asks: PlayerId | None = None
    ) -> TableState:
        """Begin a match at once, without the people who play at too many tables already.

        Where no other person sits there, the lobby closes.

        Raises:
            ServiceError: as raised by `begin`; or the person who asks is one of those, and sits there no more.
        """
        while True:
            try:
                return await self._tables.change(id, begin)
            except QuotaUsedError as error:
                state = await self._tables.change(id, partial(without_one_busy, error=error))
                if error.owner == asks:
                    raise
                if not state.is_lobby:
                    return state

    def _begun_full(self, before: TableState, person: PlayerId, interaction: int) -> Draft[TableState]:
        """The match begins, with computers in the empty seats."""
        free, first = before.lobby.seats - len(before.lobby.players), len(before.entropy)
        for _ in range(free):
            before = with_computer(before, USUAL_LEVEL)
        kinds = [*["computer"] * free, "start"]
        lines = [EntropyLine(first + i, kind, person, interaction) for i, kind in enumerate(kinds)]
        return self._tables.begun(before, tuple(lines))

    async def start_quick(self, id: TableId) -> TableState:
        """Begin a match that was to be played at once: those who sit there have waited long enough.

        Raises:
            ServiceError: no such lobby.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            start = in_lobby(before).alarm(AlarmKind.START)
            if start is None or start.due > self._clock():
                return None
            return self._begun_full(before, before.row.host, 0)

        return await self._without_busy(id, draft)

    async def close_idle(self, id: TableId) -> TableState:
        """Close a lobby in which nothing happened for long; does nothing where something did.

        Raises:
            ServiceError: no such lobby.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            idle = in_lobby(before).alarm(AlarmKind.IDLE)
            if idle is None or idle.due > self._clock():
                return None
            return Draft(closed(before))

        return await self._tables.change(id, draft)

    async def cancel(self, id: TableId, player: PlayerId | None) -> TableState:
        """Close a lobby: its host does, or staff (`player` None).

        Raises:
            ServiceError: no such lobby, or not its host.
        """

        def draft(before: TableState) -> Draft[TableState]:
            if player is not None:
                check_host(in_lobby(before), player)
            return Draft(closed(in_lobby(before)))

        return await self._tables.change(id, draft)

    # -- playing at once ----------------------------------------------------------------------------

    async def quick(
        self, person: Person, guild: int | None, channel: int, interaction: int, sees: Callable[[int], Awaitable[bool]]
    ) -> TableState:
        """Sit down at the oldest lobby of the server that starts by itself, or open one in this channel.

        Where the person sits at one already, that is it. `sees`: whether they may read another channel.

        Raises:
            ServiceError: too much is open already, or the person plays at as many tables as they may.
        """
        limits = self._tables.limits
        others = {row.channel for row, _ in await self._quick_lobbies(person.id, guild)} - {channel}
        seen = {channel, *[other for other in others if await sees(other)]}
        # One after another: two who ask at the same moment are to sit at one table.
        async with self._sitting_down:
            await self._check_room(limits.running(person.id))
            waiting = await self._quick_lobbies(person.id, guild)
            for row, lobby in waiting:
                if person.id in lobby.persons and (state := await self._waits_or_began(row)) is not None:
                    return state
            for row, lobby in waiting:
                if len(lobby.players) < lobby.seats and row.channel in seen and not self._is_overdue(row):
                    with suppress(ServiceError, CorruptError):  # it started, filled or closed just now
                        return await self.join(row.id, person, interaction)
            await self._check_room(*limits.starting((person.id,)))
            return await self.open(person, guild, channel, QUICK, interaction, quick=True)

    async def _check_room(self, *quotas: Quota) -> None:
        """Do nothing where there is room for one table more.

        Raises:
            QuotaUsedError: there is none.
        """
        for quota in quotas:
            if await self._store.tables.count(quota) >= quota.most:
                raise QuotaUsedError(QUOTAS[quota.kind], quota.of)

    def _is_overdue(self, row: TableRow) -> bool:
        """Whether a lobby that starts by itself has waited long enough."""
        return row.opened_at + QUICK_WAIT <= self._clock()

    async def _waits_or_began(self, row: TableRow) -> TableState | None:
        """A lobby that starts by itself, or its table if it is time to start; None: it could not start."""
        if not self._is_overdue(row):
            return await self._tables.find(row.id)
        with suppress(ServiceError, CorruptError):
            state = await self.start_quick(row.id)
            return state if state.row.status is TableStatus.PLAYING else None
        return None

    async def _quick_lobbies(self, person: PlayerId, guild: int | None) -> list[tuple[TableRow, Lobby]]:
        """The lobbies that start by themselves, the oldest first; in direct messages the person's own."""
        if guild is not None:
            rows = await self._store.tables.lobbies_of(guild)
        else:
            own = await self._store.tables.of_player(person)
            rows = tuple(row for row in own if row.guild is None and row.status is TableStatus.LOBBY)
        found = []
        for row in rows:
            with suppress(ParseError):
                found.append((row, Lobby.parse(row.lobby)))
        return [(row, lobby) for row, lobby in found if lobby.quick]

    # -- rematch ------------------------------------------------------------------------------------

    async def rematch(self, id: TableId, player: Person, interaction: int) -> TableState:
        """Press for a rematch of a finished table: the first press opens its lobby, the last one starts it.

        Raises:
            ServiceError: not finished, not played there, the rematch has started already, or a player cannot cover
                its stake.
        """
        finished = await self._tables.find(id)
        if not finished.row.status.is_over:
            raise ServiceError(Problem.NOT_OVER)
        if finished.row.tournament is not None:
            raise ServiceError(Problem.TOURNAMENT_TABLE)
        lobby = await self._rematch_lobby(finished)
        if player.id not in {*finished.lobby.persons, *(lobby.lobby.persons if lobby else ())}:
            raise ServiceError(Problem.NOT_AT_TABLE)
        if lobby is not None:
            return await self._press(lobby.id, player, interaction)
        try:
            opened = await self._open_rematch(finished, player, interaction)
        except StaleError:
            # Another player pressed at the same moment and was first.
            return await self.rematch(id, player, interaction)
        return await self._tables.change(opened.id, self._begin_if_ready)

    async def _rematch_lobby(self, finished: TableState) -> TableState | None:
        """The lobby of a rematch; None: there is none yet, or it closed before it began.

        Raises:
            ServiceError: the rematch has started.
        """
        if finished.lobby.rematch is None:
            return None
        try:
            lobby = await self._tables.find(finished.lobby.rematch)
        except ServiceError:
            return None  # the process died between the promise of a lobby and its opening
        if lobby.row.status is TableStatus.CLOSED:
            return None
        if not lobby.is_lobby:
            raise ServiceError(Problem.REMATCH_RUNNING)
        return lobby

    async def _open_rematch(self, finished: TableState, player: Person, interaction: int) -> TableState:
        """Open a lobby with the same seats; the finished table remembers it.

        Raises:
            ServiceError: too much is open already, or too few chips for the stake.
            StaleError: another player has just opened it.
        """
        if finished.lobby.terms.stake and not await self._has_chips(finished.row.guild):
            finished = unstaked(finished)
        row, old = finished.row, finished.lobby
        if old.terms.stake:
            await self._wallet.check_covers(row.guild, player.id, buy_in(finished))
        rules = await self._raked_again(finished.rules, row.guild)
        # The rules of a table have the times of its pace already, which Blitz leaves as they are.
        kept = Pace.STANDARD if old.is_pace_open else Pace.BLITZ
        form = TableForm(rules.id, old.terms, kept, old.seats, row.private, old.help)
        fresh = self._row(player.id, row.guild, row.channel, rules, form)
        fresh = fresh if old.is_pace_open else replace(fresh, pace=row.pace)

        def remember(before: TableState) -> Draft[TableState]:
            if before.lobby.rematch != old.rematch:
                raise StaleError(before.id, finished.row.version, before.row.version)
            return Draft(replace(before, lobby=replace(before.lobby, rematch=fresh.id)))

        await self._tables.change(finished.id, remember)
        there = tuple(one for one in old.players if one.is_computer or one.id not in old.erased)
        ready = frozenset({player.id})
        fresh_start = replace(old, players=there, rematch=None, quick=False, coached=frozenset())
        lobby = replace(fresh_start, rematch_of=finished.id, ready=ready)
        return await self._open(fresh, lobby, "rematch", interaction)

    def _begin_if_ready(self, before: TableState) -> Draft[TableState] | None:
        """Start a rematch for which everybody has pressed."""
        return self._tables.begun(before, ()) if before.is_lobby and all_ready(before) else None

    async def _press(self, id: TableId, player: Person, interaction: int) -> TableState:
        def edit(before: TableState) -> TableState:
            lobby = before.lobby
            if player.id not in lobby.persons:
                before = seated(before, Player(player.id), player.name)
                lobby = before.lobby
            return replace(before, lobby=replace(lobby, ready=lobby.ready | {player.id}))

        await self._check_covers(id, player.id)
        return await self._change(id, "rematch", player.id, interaction, edit)


def check_terms(terms: Terms, rules: Rules) -> None:
    """Do nothing where these can be played by those rules.

    Raises:
        ServiceError: there is no such format there, or no such stake.
    """
    if not replace(terms, stake=0).fits(rules):
        raise ServiceError(Problem.NO_SUCH_FORMAT)
    if not terms.fits(rules):
        raise ServiceError(Problem.NO_SUCH_STAKE)
