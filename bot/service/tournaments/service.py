"""Everything that people and deadlines do to tournaments.

Every change is drafted from the current state, committed with its deadlines, outbox messages and chips in one
transaction, and only then announced. Callers check permissions.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import structlog

from bot.codes import Cancellation, Problem, TournamentStatus
from bot.error_fields import error_fields
from bot.rummy.entropy import Secrets
from bot.rummy.errors import RummyError
from bot.rummy.ids import Player, PlayerId, TournamentId
from bot.rummy.rules import Rules
from bot.rummy.tournament.events import Advance
from bot.service.cache import TRIES, Draft
from bot.service.errors import ServiceError
from bot.service.limits import check_not_paused
from bot.service.paces import paced
from bot.service.shuffle import new_code, new_secrets
from bot.service.tables.lobby import Person
from bot.service.tables.service import Tables
from bot.service.tournaments import rounds, signup
from bot.service.tournaments.plan import TournamentPlan, checked, held_at
from bot.service.tournaments.progress import Progress
from bot.service.tournaments.settlement import SettlingTournaments
from bot.service.tournaments.state import TournamentListener, TournamentState
from bot.service.wallet import Wallet
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.matches import Standing
from bot.store.rows.subjects import Effects, EntropyLine, Quota, QuotaKind
from bot.store.rows.tournaments import TournamentRow
from bot.store.store import Store

MOST_OPEN = 10
"""The most open tournaments of one server."""

log = structlog.get_logger()


class Tournaments(SettlingTournaments):
    """All tournaments. `interaction` is the id of the press or command, which the seeding depends on."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        wallet: Wallet,
        announcer: TournamentListener,
        rules: Mapping[str, Rules],
        is_away: Callable[[int, PlayerId], Awaitable[bool]],
        clock: Callable[[], datetime],
        draw_secrets: Callable[[], Secrets] = new_secrets,
    ) -> None:
        """`is_away`: whether a person can take no place in a server at the moment."""
        super().__init__(store, tables, announcer, clock)
        self._draw_secrets = draw_secrets
        self._wallet = wallet
        self._rules = rules
        self._is_away = is_away
        self._starting = asyncio.Lock()
        """Held while a tournament begins: the next must know the players that this one has seated."""

    # -- looking ------------------------------------------------------------------------------------

    async def of_guild(self, guild: int) -> tuple[TournamentState, ...]:
        """Return the open tournaments of a server, the oldest first."""
        return self._readable(await self._store.tournaments.open_of(guild))

    async def past(self, guild: int, limit: int = 10) -> tuple[TournamentState, ...]:
        """Return the finished tournaments of a server, the newest first."""
        return self._readable(await self._store.tournaments.past_of(guild, limit))

    async def of_player(self, player: PlayerId) -> tuple[TournamentState, ...]:
        """Return the open tournaments of a person, the oldest first."""
        return self._readable(await self._store.tournaments.of_player(player))

    async def newest_of(self, series: TournamentId) -> TournamentState:
        """Return the tournament that a series announced last. Return its pattern if it has announced none yet.

        Raises:
            ServiceError: there is no such series.
        """
        newest = await self._store.tournaments.newest_of(series)
        if newest is None:
            raise ServiceError(Problem.NO_SERIES)
        return self._restored(newest)

    # -- signing up ---------------------------------------------------------------------------------

    async def create(
        self, host: Person, guild: int | None, channel: int, plan: TournamentPlan, interaction: int
    ) -> TournamentState:
        """Announce a tournament. Its secrets are drawn and promised now.

        Raises:
            ServiceError: the plan cannot be played, there is no server, it plays without chips, or too many are open.
        """
        if guild is None:
            raise ServiceError(Problem.NEEDS_SERVER)
        rules = self._rules.get(plan.rules_id)
        if rules is None:
            raise ServiceError(Problem.NO_SUCH_RULES)
        plan = checked(plan, rules, self._clock())
        if plan.entry:
            await self._wallet.balance(guild, host.id)
        rules, secrets, now = paced(rules, plan.pace).with_help(plan.help), self._draw_secrets(), self._clock()
        row = TournamentRow(
            id=TournamentId(new_code()),
            guild=guild,
            channel=channel,
            name=plan.name,
            host=host.id,
            rules_id=rules.id,
            rules=rules.text(),
            seed=secrets.seed,
            commitment=secrets.commitment,
            created_at=now,
            changed_at=now,
            shuffle=secrets.version,
            veil=secrets.veil,
        )
        return await self._announce_new(row, plan, rules, EntropyLine(0, "create", host.id, interaction))

    async def announce_again(
        self, pattern: TournamentState, id: TournamentId, channel: int, start: datetime
    ) -> TournamentState:
        """Announce the next tournament of a series under that code: like its pattern, with its own shuffle and pot.

        Raises:
            StaleError: it was announced already.
            ServiceError: the server plays without chips now, or too many tournaments are open.
        """
        if pattern.plan.entry:
            await self._wallet.playing(pattern.row.guild)
        secrets, now = self._draw_secrets(), self._clock()
        row = replace(
            pattern.row,
            id=id,
            channel=channel,
            status=TournamentStatus.SIGN_UP,
            seed=secrets.seed,
            commitment=secrets.commitment,
            shuffle=secrets.version,
            veil=secrets.veil,
            entropy_sha256=None,
            created_at=now,
            version=0,
            series=pattern.id,
        )
        plan = checked(held_at(pattern.plan, start, now), pattern.rules, now)
        return await self._announce_new(row, plan, pattern.rules)

    async def _announce_new(
        self, row: TournamentRow, plan: TournamentPlan, rules: Rules, *entropy: EntropyLine
    ) -> TournamentState:
        self._tables.check_may_begin(row.guild)
        announced = TournamentState(row, plan, Progress(), rules, alarms=signup.alarms_at_first(row, plan))
        quotas = (Quota(QuotaKind.TOURNAMENTS, row.guild, MOST_OPEN),)
        return await self.open(Draft(announced, Effects(entropy=entropy, people=frozenset(), quotas=quotas)))

    async def join(
        self, id: TournamentId, player: Person, interaction: int, word: str | None = None
    ) -> TournamentState:
        """Sign up. The entry is paid at once. A person who signs up while check-in is open is checked in.

        If all places are taken, the person waits for one and pays when they get it. `word`: what the person adds to the
        shuffle, as `own_word` returns it. A person who waits adds it later, with the place, and may change it.

        Raises:
            ServiceError: there is no such tournament, sign-up is over, its waiting list is full, or the person is
                signed up or waits already, has too few chips, or plays at a table of another tournament.
        """
        await check_not_paused(self._store, player.id, self._clock())
        found = await self.find(id)
        await self._check_free(id, player.id)
        if found.plan.entry and found.may_join and not found.is_full and player.id not in found.entrants:
            await self._wallet.check_covers(found.row.guild, player.id, found.plan.entry)

        def edit(before: TournamentState) -> Draft[TournamentState]:
            return signup.joined(before, player, self._clock())

        def draft(before: TournamentState) -> Draft[TournamentState] | None:
            changes_word = word is not None and before.place_in_line(player.id) is not None
            if changes_word or signup.may_wait(before, player.id):
                return signup.waiting(before, player, word)
            return signup.pressed("join", player.id, interaction, edit, word)(before)

        return await self.change(id, draft)

    async def _check_free(self, id: TournamentId, player: PlayerId) -> None:
        """Raise ServiceError if the person sits at a table of another tournament."""
        if any(row.tournament not in (None, id) for row in await self._store.tables.of_player(player)):
            raise ServiceError(Problem.AT_OTHER_TOURNAMENT)

    async def leave(self, id: TournamentId, player: PlayerId, interaction: int) -> TournamentState:
        """Leave. Before the start the entry comes back, and the first person who waits and can take the place gets it.
        After it, the player leaves the running match as well.

        Raises:
            ServiceError: there is no such tournament, it is over, or the person is no longer in it.
        """
        return await self._gone(id, "leave", player, player, interaction, Problem.NOT_SIGNED_UP)

    async def remove(self, id: TournamentId, staff: PlayerId, player: PlayerId, interaction: int) -> TournamentState:
        """Remove an entrant as if they had left, as the staff.

        Raises:
            ServiceError: there is no such tournament, it is over, or the player is no longer in it.
        """
        return await self._gone(id, "remove", staff, player, interaction, Problem.NO_SUCH_ENTRANT)

    async def _gone(
        self, id: TournamentId, kind: str, user: PlayerId, player: PlayerId, interaction: int, unknown: Problem
    ) -> TournamentState:
        def edit(before: TournamentState) -> Draft[TournamentState]:
            if player not in before.entrants:
                raise ServiceError(unknown)
            left = signup.without(before, f"left {len(before.entropy)}", {player}, self._clock())
            return left if unable is None else signup.moved_up(left, unable, self._clock())

        def draft(before: TournamentState) -> Draft[TournamentState] | None:
            if before.status.is_before:
                if before.place_in_line(player) is not None:
                    return signup.no_longer_waiting(before, player)
                return signup.pressed(kind, user, interaction, edit)(before)
            if player not in before.entrants:
                raise ServiceError(unknown)
            return rounds.withdrawn(before, player, self._clock())

        for _ in range(TRIES):
            unable = await self._unable(await self.find(id))
            try:
                await self.change(id, draft)
                return await self.settle(id)
            except ServiceError as error:  # the first who could pay has just spent their chips
                if error.problem is not Problem.CANNOT_COVER:
                    raise
        raise ServiceError(Problem.BUSY)

    async def _unable(self, state: TournamentState) -> Mapping[PlayerId, bool] | None:
        """Return the people who cannot take a place, of those who wait for the places that are free once one leaves:
        True if they are away, False if they cannot pay the entry.

        Return None if the server plays without chips now: nobody can pay, and nobody is too poor.
        """
        unable: dict[PlayerId, bool] = {}
        free, guild, entry = state.plan.most - len(state.entrants) + 1, state.row.guild, state.plan.entry
        for one in state.progress.waiting:
            if not free:
                break
            if await self._is_away(guild, one.id):
                unable[one.id] = True
                continue
            try:
                if entry:
                    await self._wallet.check_covers(guild, one.id, entry)
                free -= 1
            except ServiceError as error:
                if error.problem is not Problem.CANNOT_COVER:
                    return None
                unable[one.id] = False
        return unable

    async def check_in(self, id: TournamentId, player: PlayerId, interaction: int) -> TournamentState:
        """Check in.

        Raises:
            ServiceError: check-in is not open, or the person is not signed up, has checked in already, or plays at a
                table of another tournament.
        """
        await self._check_free(id, player)

        def edit(before: TournamentState) -> Draft[TournamentState]:
            return signup.checked_in(before, player)

        return await self.change(id, signup.pressed("check-in", player, interaction, edit))

    # -- steering -----------------------------------------------------------------------------------

    async def start(self, id: TournamentId, staff: PlayerId, interaction: int) -> TournamentState:
        """Start now. While check-in is open, entrants who have not checked in lose their place.

        An entrant who sits at a table of another tournament is removed, and the entry goes back.

        Raises:
            ServiceError: there is no such tournament, it has begun already, or too few are present.
        """
        self._tables.check_may_begin((await self.find(id)).row.guild)
        async with self._starting:
            ratings, elsewhere = await self._ratings(id), await self._store.tournaments.seated_elsewhere(id)

            def draft(before: TournamentState) -> Draft[TournamentState]:
                line = EntropyLine(len(before.entropy), "start", staff, interaction)
                return rounds.started(before, line, ratings, elsewhere, self._clock())

            await self.change(id, draft)
            return await self.settle(id)

    async def _ratings(self, id: TournamentId) -> Mapping[PlayerId, Standing]:
        found = await self.find(id)
        return await self._store.standings.over_all(found.row.guild, list(found.entrants))

    async def pause(self, id: TournamentId) -> TournamentState:
        """Open no more tables, and stop the clock of the round; tables in play go on.

        Raises:
            ServiceError: it is not running.
        """
        return await self.change(id, lambda before: rounds.paused(before, self._clock()))

    async def resume(self, id: TournamentId) -> TournamentState:
        """Go on after a pause; the round has as much time left as it had.

        Raises:
            ServiceError: it is not paused.
        """
        await self.change(id, lambda before: rounds.resumed(before, self._clock()))
        return await self.settle(id)

    async def put_back(self, id: TournamentId, moment: datetime) -> TournamentState:
        """Pause it, if it is being played, until the staff say whether its round is played again: the database was put
        back to that moment.

        Raises:
            ServiceError: it is over.
        """
        return await self.change(id, lambda before: rounds.put_back(before, moment, self._clock()))

    async def cancel(self, id: TournamentId) -> TournamentState:
        """Cancel the tournament: every entry comes back, and running tables end without a result.

        Raises:
            ServiceError: there is no such tournament, or it is over.
        """
        await self.change(id, lambda before: signup.cancelled(_still_open(before), Cancellation.STAFF, self._clock()))
        return await self.settle(id)

    async def advance(
        self, id: TournamentId, staff: PlayerId, table: int, players: Sequence[PlayerId]
    ) -> TournamentState:
        """Decide an open table by hand, as the staff: these players advance, the best first. `table` is its number.

        The state records the member of the staff. A running match there ends without a result.

        Raises:
            ServiceError: there is no such table, or the number of its players who advance is wrong.
        """
        decision = Advance(table, tuple(map(Player, players)))
        await self.change(id, lambda before: rounds.advanced(before, staff, decision, self._clock()))
        return await self.settle(id)

    async def move(self, id: TournamentId, channel: int) -> TournamentState:
        """Move the tournament to another channel, such as when the old one was deleted.

        Raises:
            ServiceError: there is no such tournament, or it is over.
        """

        def draft(before: TournamentState) -> Draft[TournamentState]:
            return Draft(replace(before, row=replace(_still_open(before).row, channel=channel)))

        return await self.change(id, draft)

    # -- going on by itself -------------------------------------------------------------------------

    async def fire(self, alarm: Alarm[TournamentId]) -> None:
        """Carry out a deadline, then delete it. A second call does nothing more.

        Raises:
            ServiceError: the tournament is too busy.
        """
        await self.finish(alarm, self._fire)

    async def _fire(self, alarm: Alarm[TournamentId]) -> None:
        match alarm.kind:
            case AlarmKind.START:
                await self._start_in_time(alarm)
            case AlarmKind.ROUND:
                await self._end_round(alarm)
            case AlarmKind.BEACON:
                await self.settle(alarm.of)
                await self.change(alarm.of, lambda before: rounds.missing(before, alarm, self._clock()))
            case _:
                await self.change(alarm.of, lambda before: signup.passed(before, alarm, self._clock()))

    async def _start_in_time(self, alarm: Alarm[TournamentId]) -> None:
        id = alarm.of
        self._tables.check_may_begin((await self.find(id)).row.guild)  # the deadline waits until new tables are allowed
        async with self._starting:
            ratings, elsewhere = await self._ratings(id), await self._store.tournaments.seated_elsewhere(id)

            def draft(before: TournamentState) -> Draft[TournamentState] | None:
                if alarm not in before.alarms:
                    return None
                try:
                    return rounds.started(before, None, ratings, elsewhere, self._clock())
                except ServiceError as error:
                    if error.problem is not Problem.TOO_FEW_ENTRANTS:
                        raise
                    return signup.cancelled(before, Cancellation.TOO_FEW, self._clock())

            await self.change(id, draft)
            await self.settle(id)

    async def _end_round(self, alarm: Alarm[TournamentId]) -> None:
        found = await self.find(alarm.of)
        if alarm not in found.alarms:
            return
        await self.end_round(found)
        await self.change(found.id, lambda before: rounds.round_over(before, alarm, self._clock()))
        await self.settle(found.id)

    async def sweep(self) -> None:
        """Settle all tournaments that are being played or have tables left to end or replay. This repairs what a crash
        left undone.
        """
        found = self._store.tournaments
        for id in {*await found.unsettled(), *await found.with_void_matches()}:
            try:
                await self.settle(id)
            except (ServiceError, RummyError) as error:
                log.error("tournament not settled", tournament=id, **error_fields(error))


def _still_open(state: TournamentState) -> TournamentState:
    """Return the same tournament if it is still open.

    Raises:
        ServiceError: it is over.
    """
    if state.status.is_over:
        raise ServiceError(Problem.TOURNAMENT_OVER)
    return state
