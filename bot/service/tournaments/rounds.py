"""The effects of a start, of results and of the end of a round on a tournament. The tables are opened elsewhere.

The functions here neither wait nor store anything. Their only randomness is the codes of new tables.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.codes import Problem, Seeding, TournamentStatus
from bot.rummy.ids import USUAL_LEVEL, Player, PlayerId, TableId, TournamentId
from bot.rummy.tournament.bracket import Bracket
from bot.rummy.tournament.draw import next_round
from bot.rummy.tournament.events import Decision, IllegalEvent, Replay, TournamentRefusal, Withdraw
from bot.service.cache import Draft
from bot.service.errors import ServiceError
from bot.service.match_effects import START, rating
from bot.service.shuffle import Dice, new_code
from bot.service.tables.state import dice_of
from bot.service.tournaments import chips, signup
from bot.service.tournaments.progress import Entrant
from bot.service.tournaments.state import Post, TournamentState
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.matches import Standing
from bot.store.rows.subjects import Effects, EntropyLine

STAFF_ASKED = timedelta(minutes=10)
"""The time after which the staff are asked whether tables wait for a round of the beacon."""


def drawn(state: TournamentState, dice: Dice) -> list[PlayerId]:
    """Return the entrants in the order that the dice give."""
    return dice.shuffled("seeding", 0, [entrant.id for entrant in state.progress.entrants])


def seeded(order: Iterable[PlayerId], ratings: Mapping[PlayerId, float]) -> list[PlayerId]:
    """Return the entrants in the order of their seats: the best rated first, equal ones as drawn."""
    return sorted(order, key=lambda id: -ratings.get(id, START))


def started(
    before: TournamentState,
    line: EntropyLine | None,
    ratings: Mapping[PlayerId, Standing],
    elsewhere: Collection[PlayerId],
    now: datetime,
) -> Draft[TournamentState]:
    """Return the first round, with the entrants who are present. The others lose their place and get their entry back.

    `elsewhere`: people who sit at a table of another tournament and cannot play here as well.

    Raises:
        ServiceError: the tournament has begun already, or too few are present.
    """
    if not before.status.is_before:
        raise ServiceError(Problem.TOURNAMENT_BEGUN)
    lines = (line,) if line else ()
    absent = {entrant.id for entrant in before.progress.entrants if not _is_there(before, entrant)}
    busy = tuple(one for one in before.progress.entrants if one.id in elsewhere and one.id not in absent)
    closed = replace(before, progress=replace(before.progress, waiting=()))
    fewer = signup.without(closed, "absent", absent | {one.id for one in busy}, now)
    there = fewer.after
    room = there.plan.most - len(there.entrants)
    computers = tuple(
        Player(n + 1, is_computer=True, level=USUAL_LEVEL) for n in range(min(there.plan.computers, room))
    )
    if not there.entrants or len(there.entrants) + len(computers) < there.plan.fewest:
        raise ServiceError(Problem.TOO_FEW_ENTRANTS)
    rated = _ratings(there, ratings)
    order = seeded(drawn(there, dice_of(before.row, before.entropy + lines)), rated or {})
    # Computers come after all people, so that they change nobody's seat.
    bracket = Bracket.start(there.plan.for_bracket, (*map(Player, order), *computers))
    row = replace(there.row, status=TournamentStatus.RUNNING)
    begun = replace(
        there, row=row, progress=replace(there.progress, bracket=bracket, elsewhere=busy, ratings=rated), alarms=()
    )
    draft = _onward(begun, bracket, now)
    effects = replace(fewer.effects, entropy=lines, outbox=draft.effects.outbox)
    return replace(draft, effects=effects)


def _ratings(state: TournamentState, known: Mapping[PlayerId, Standing]) -> dict[PlayerId, float] | None:
    """Return the ratings that order the entrants. Return None if the dice order them."""
    if state.plan.seeding is not Seeding.RATED:
        return None
    return {id: rating(known[id]) for id in state.entrants if id in known}


def _is_there(state: TournamentState, entrant: Entrant) -> bool:
    """Return whether an entrant plays: while check-in is open, only those who have checked in."""
    return entrant.checked_in or state.status is not TournamentStatus.CHECK_IN


def bracket_of(state: TournamentState) -> Bracket:
    """Return the bracket of a tournament that is being played.

    Raises:
        ServiceError: it is not being played.
    """
    if state.status not in (TournamentStatus.RUNNING, TournamentStatus.PAUSED) or state.progress.bracket is None:
        raise ServiceError(Problem.TOURNAMENT_OVER if state.status.is_over else Problem.TOURNAMENT_NOT_RUNNING)
    return state.progress.bracket


def decided(before: TournamentState, decisions: Iterable[Decision], now: datetime) -> Draft[TournamentState] | None:
    """Enter the decisions of tables, and their effects. Return None if nothing is new."""
    old = bracket = bracket_of(before)
    for decision in decisions:
        if bracket.refusal(decision) is None:
            bracket = bracket.play(decision)
    draft = _onward(before, bracket, now)
    return None if bracket is old and draft.after == before else draft


def advanced(before: TournamentState, staff: PlayerId, decision: Decision, now: datetime) -> Draft[TournamentState]:
    """Decide a table by hand, as the staff.

    Raises:
        ServiceError: there is no such table, or the number of its players who advance is wrong.
    """
    bracket = bracket_of(before)
    try:
        bracket = bracket.play(decision)
    except IllegalEvent as error:
        no_table = error.objection is TournamentRefusal.NO_OPEN_TABLE
        raise ServiceError(Problem.NO_SUCH_MATCH if no_table else Problem.WRONG_NUMBER_ADVANCE) from None
    state = replace(before.progress, by_hand={**before.progress.by_hand, decision.table: staff})
    return _onward(replace(before, progress=state), bracket, now)


def replayed(
    before: TournamentState, table: int, erased: Iterable[PlayerId], now: datetime
) -> Draft[TournamentState] | None:
    """Replay a decided table. Return None if it was not decided or can no longer be replayed.

    A finished tournament cannot be replayed: its seed is public, and with it the cards of every further table. `erased`
    stand for people who no longer play.
    """
    old = before.progress.bracket
    if old is None or before.status.is_over or old.refusal(Replay(table)) is not None:
        return None
    bracket = old.play(Replay(table))
    for gone in (Withdraw(Player(player)) for player in erased):
        bracket = bracket.play(gone) if bracket.refusal(gone) is None else bracket
    draft = _onward(replace(before, progress=replace(before.progress, bracket=bracket)), bracket, now)
    after = draft.after
    if after.status is TournamentStatus.RUNNING and not after.alarms and after.progress.missing is None:
        draft = replace(draft, after=replace(after, alarms=round_alarm(after, now)))
    return draft


def withdrawn(before: TournamentState, player: PlayerId, now: datetime) -> Draft[TournamentState]:
    """Withdraw an entrant from a running tournament.

    Raises:
        ServiceError: it is over, or they are no longer in it.
    """
    try:
        bracket = bracket_of(before).play(Withdraw(Player(player)))
    except IllegalEvent as error:
        over = error.objection is TournamentRefusal.TOURNAMENT_OVER
        raise ServiceError(Problem.TOURNAMENT_OVER if over else Problem.NOT_SIGNED_UP) from None
    return _onward(before, bracket, now)


def paused(before: TournamentState, now: datetime) -> Draft[TournamentState]:
    """Return the tournament paused: no more tables open, and the clock of the round stops.

    Raises:
        ServiceError: it is not running.
    """
    if before.status is not TournamentStatus.RUNNING:
        raise ServiceError(Problem.TOURNAMENT_NOT_RUNNING)
    due = before.due(AlarmKind.ROUND)
    seconds = before.progress.left_seconds if due is None else max(0.0, (due - now).total_seconds())
    row, progress = replace(before.row, status=TournamentStatus.PAUSED), before.progress
    return Draft(replace(before, row=row, progress=replace(progress, left_seconds=seconds, missing=None), alarms=()))


def held(before: TournamentState, since: datetime | None, now: datetime) -> Draft[TournamentState] | None:
    """Return the tournament with the clock of its round stopped, since a table waits for a round of the beacon that has
    not come, or with a clock that goes on. Return None if nothing changes.

    `since`: the time of the first such round; None if there is none.
    """
    progress = before.progress
    if before.status is not TournamentStatus.RUNNING or (since is None) == (progress.missing is None):
        return None
    if since is None:
        return Draft(_going_on(before, now))
    due = before.due(AlarmKind.ROUND)
    seconds = None if due is None else max(0.0, (due - since).total_seconds())
    asks = Alarm(max(since + STAFF_ASKED, now), before.id, AlarmKind.BEACON)
    return Draft(replace(before, progress=replace(progress, left_seconds=seconds, missing=since), alarms=(asks,)))


def _going_on(before: TournamentState, now: datetime) -> TournamentState:
    """Return the tournament with a clock that runs again: the round has as much time left as it had."""
    left = before.progress.left_seconds
    after = replace(before, progress=replace(before.progress, left_seconds=None, missing=None))
    return replace(after, alarms=() if left is None else round_alarm(after, now, left))


def missing(before: TournamentState, alarm: Alarm[TournamentId], now: datetime) -> Draft[TournamentState] | None:
    """Return the tournament with the question to its staff whether the tables wait for the round of the beacon. Return
    None if they need not wait any longer, or if the staff were asked.
    """
    if alarm not in before.alarms:
        return None
    asks = before.message(Post.MISSING, now, _short(now))
    return Draft(replace(before, alarms=signup.without_alarm(before, alarm.kind)), Effects(outbox=(asks,)))


def _short(moment: datetime) -> int:
    """Return the number of a question at that moment. A name of a posting has room for four digits."""
    return int(moment.timestamp()) % 10_000


def put_back(before: TournamentState, moment: datetime, now: datetime) -> Draft[TournamentState] | None:
    """Return the tournament paused, and new codes for its open tables, which are played again when it goes on. The
    round then has its full time. One that has not begun is not paused. Return None if that is done already.

    `moment`: the one to which the database was put back.

    Raises:
        ServiceError: it is over.
    """
    if before.progress.put_back == moment:
        return None
    if before.status.is_before:
        return Draft(replace(before, progress=replace(before.progress, put_back=moment)))
    bracket = bracket_of(before)
    ended = {table.number for table in bracket.open_tables}
    decided = {number: code for number, code in before.progress.codes.items() if number not in ended}
    seconds = 60.0 * before.plan.round_minutes or None
    codes = _coded(decided, bracket)
    state = replace(before.progress, codes=codes, left_seconds=seconds, missing=None, put_back=moment)
    after = replace(before, row=replace(before.row, status=TournamentStatus.PAUSED), progress=state, alarms=())
    asks = after.message(Post.PUT_BACK, now, _short(moment))
    return Draft(after, Effects(outbox=(asks,)))


def resumed(before: TournamentState, now: datetime) -> Draft[TournamentState]:
    """Return a paused tournament as it goes on.

    Raises:
        ServiceError: it is not paused.
    """
    if before.status is not TournamentStatus.PAUSED:
        raise ServiceError(Problem.TOURNAMENT_NOT_PAUSED)
    running = replace(before, row=replace(before.row, status=TournamentStatus.RUNNING))
    return _onward(_going_on(running, now), bracket_of(before), now)


def round_over(before: TournamentState, alarm: Alarm[TournamentId], now: datetime) -> Draft[TournamentState] | None:
    """Restart the clock of a round for extra deals, after the deadline has ended its tables. Return None if the
    deadline was moved or done.
    """
    if alarm not in before.alarms:
        return None
    return Draft(replace(before, alarms=round_alarm(before, now)))


def _onward(before: TournamentState, bracket: Bracket, now: datetime) -> Draft[TournamentState]:
    """Return the end of the tournament if nothing is left to play, or the next round if this one is over."""
    if bracket.is_over:
        return _finished(before, bracket, now)
    running = before.status is TournamentStatus.RUNNING
    following = next_round(bracket) if running else None
    if following is not None:
        bracket = bracket.play(following)
    state = replace(before.progress, bracket=bracket, codes=_coded(before.progress.codes, bracket))
    after = replace(before, progress=state)
    if following is None:
        return Draft(after)
    after = replace(after, progress=replace(state, left_seconds=None, missing=None))
    number = len(bracket.rounds)
    begun = Effects(outbox=(after.message(Post.ROUND, now, number),))
    return Draft(replace(after, alarms=round_alarm(after, now)), begun)


def _coded(codes: Mapping[int, TableId], bracket: Bracket) -> dict[int, TableId]:
    """Return the codes of all tables, with a new one for each open table that has none."""
    new = {table.number: TableId(new_code()) for table in bracket.open_tables if table.number not in codes}
    return {**codes, **new}


def round_alarm(state: TournamentState, now: datetime, seconds: float | None = None) -> signup.TournamentAlarms:
    """Return the deadline of the running round: `seconds` from now, or after its full time if None."""
    bracket, minutes = state.progress.bracket, state.plan.round_minutes
    if bracket is None or not (seconds or minutes):
        return ()
    due = now + timedelta(seconds=seconds if seconds is not None else 60 * minutes)
    return (Alarm(due, state.id, AlarmKind.ROUND, len(bracket.rounds)),)


def _finished(before: TournamentState, bracket: Bracket, now: datetime) -> Draft[TournamentState]:
    """Return the end: champion and prizes, in one transaction with the last result."""
    row = replace(before.row, status=TournamentStatus.FINISHED)
    after = replace(before, row=row, progress=replace(before.progress, bracket=bracket), alarms=())
    told = after.message(Post.RESULT, now, bracket.replays)
    return Draft(after, Effects(outbox=(told,), movements=chips.won(before, bracket, now)))
