"""Sign-up, check-in and leaving of a tournament that has not begun."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.codes import Cancellation, Problem, TournamentStatus
from bot.rummy.ids import PlayerId, TournamentId
from bot.service.cache import Draft
from bot.service.errors import ServiceError
from bot.service.tables.lobby import Person
from bot.service.tournaments import chips
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.progress import Entrant
from bot.service.tournaments.state import Post, TournamentState
from bot.service.words import first_word
from bot.store.rows.alarms import Alarm, AlarmKind
from bot.store.rows.ledger import Movement
from bot.store.rows.subjects import Effects, EntropyLine
from bot.store.rows.tournaments import TournamentRow

TournamentAlarms = tuple[Alarm[TournamentId], ...]

REMIND_BEFORE = timedelta(minutes=15)
"""The time of the reminder before the start, without check-in.

With check-in, it comes at half of the check-in's time.
"""


def alarms_at_first(row: TournamentRow, plan: TournamentPlan) -> TournamentAlarms:
    """Return the deadlines of a tournament that has just been announced."""
    opens = plan.check_in_at
    remind = plan.start_at - (REMIND_BEFORE if opens is None else (plan.start_at - opens) / 2)
    dues = {
        AlarmKind.SIGN_UP: plan.sign_up_until,
        AlarmKind.CHECK_IN: opens,
        AlarmKind.REMIND: remind if remind > row.created_at else None,
        AlarmKind.START: plan.start_at,
    }
    return tuple(Alarm(due, row.id, kind) for kind, due in dues.items() if due is not None)


def without_alarm(state: TournamentState, kind: AlarmKind) -> TournamentAlarms:
    """Return all deadlines but those of that kind."""
    return tuple(alarm for alarm in state.alarms if alarm.kind is not kind)


def pressed(
    kind: str,
    user: PlayerId,
    interaction: int,
    edit: Callable[[TournamentState], Draft[TournamentState]],
    word: str | None = None,
) -> Callable[[TournamentState], Draft[TournamentState] | None]:
    """Return a draft that adds a line of entropy to the draft of `edit`. It returns None if the press was delivered
    before.

    `word`: what the person adds to the shuffle, as `own_word` returns it. Who joins without one gets a drawn word.
    """

    def draft(before: TournamentState) -> Draft[TournamentState] | None:
        drawn = first_word(before.row) if kind == "join" else None
        line = before.line(kind, user, interaction, drawn and (word or drawn))
        if line is None:
            return None
        drafted = edit(before)
        return replace(drafted, effects=replace(drafted.effects, entropy=(line, *drafted.effects.entropy)))

    return draft


def joined(before: TournamentState, player: Person, now: datetime) -> Draft[TournamentState]:
    """Return the tournament with one more entrant.

    Raises:
        ServiceError: sign-up is over, it is full, or the person is signed up already.
    """
    if player.id in before.entrants:
        raise ServiceError(Problem.ALREADY_SIGNED_UP)
    if not before.may_join:
        raise ServiceError(Problem.SIGN_UP_OVER)
    if before.place_in_line(player.id) is not None:
        raise ServiceError(Problem.ALREADY_WAITING)
    if before.is_full:
        raise ServiceError(Problem.TOURNAMENT_FULL)
    entrant = Entrant(player.id, player.name, checked_in=before.status is TournamentStatus.CHECK_IN)
    state = replace(before.progress, entrants=(*before.progress.entrants, entrant))
    entry = chips.entry(before, player.id, len(before.entropy), now)
    return _with_entrants(replace(before, progress=state), entry)


def may_wait(before: TournamentState, player: PlayerId) -> bool:
    """Return whether a person who signs up goes on the waiting list, which has as many places as the tournament."""
    is_new = player not in before.entrants and before.place_in_line(player) is None
    return before.may_join and before.is_full and is_new and len(before.progress.waiting) < before.plan.most


def waiting(before: TournamentState, player: Person, word: str | None) -> Draft[TournamentState]:
    """Return the tournament with one more person on its waiting list, or with another word of one. They pay nothing
    yet.
    """
    line = {one.id: one for one in before.progress.waiting} | {player.id: Entrant(player.id, player.name, word=word)}
    return _with_entrants(replace(before, progress=replace(before.progress, waiting=tuple(line.values()))), ())


def no_longer_waiting(before: TournamentState, player: PlayerId) -> Draft[TournamentState]:
    """Return the tournament without that person on its waiting list."""
    line = tuple(one for one in before.progress.waiting if one.id != player)
    return _with_entrants(replace(before, progress=replace(before.progress, waiting=line)), ())


def moved_up(left: Draft[TournamentState], unable: Mapping[PlayerId, bool], now: datetime) -> Draft[TournamentState]:
    """Return a draft in which somebody left, with the free places given to people who wait, in their order.

    Each signs up at this moment: with a line of entropy of their own after that of the person who left, and with the
    entry. Those who are `unable` to take a place, because they are away or else too poor, lose their turn.
    """
    after, effects, progress = left.after, left.effects, left.after.progress
    entrants, passed, line = [*progress.entrants], [*progress.passed], [*progress.waiting]
    entropy, outbox, movements = [*effects.entropy], [*effects.outbox], [*effects.movements]
    while line and len(entrants) < after.plan.most:
        one = line.pop(0)
        if one.id in unable:
            outbox.append(after.message(Post.PASSED, now, len(passed)))
            passed.append(replace(one, word=None, is_away=unable[one.id]))
            continue
        number = len(after.entropy) + 1 + len(entropy)
        drawn = first_word(after.row)
        entropy.append(EntropyLine(number, "join", one.id, 0, drawn and (one.word or drawn)))
        outbox.append(after.message(Post.PLACE, now, number))
        movements += chips.entry(after, one.id, number, now)
        entrants.append(replace(one, word=None))
    progress = replace(progress, entrants=tuple(entrants), passed=tuple(passed), waiting=tuple(line))
    moved = _with_entrants(replace(after, progress=progress), tuple(movements))
    return replace(moved, effects=replace(moved.effects, entropy=tuple(entropy), outbox=tuple(outbox)))


def without(before: TournamentState, why: str, players: set[PlayerId], now: datetime) -> Draft[TournamentState]:
    """Return the tournament without these people; their entries go back."""
    staying = tuple(entrant for entrant in before.progress.entrants if entrant.id not in players)
    after = replace(before, progress=replace(before.progress, entrants=staying))
    return _with_entrants(after, chips.back(before, why, sorted(players), now))


def _with_entrants(after: TournamentState, movements: tuple[Movement, ...]) -> Draft[TournamentState]:
    """Return the draft of a tournament whose entrants, or those who wait, have changed."""
    people = (*after.entrants, *(one.id for one in after.progress.waiting))
    return Draft(after, Effects(people=frozenset(people), movements=movements))


def checked_in(before: TournamentState, player: PlayerId) -> Draft[TournamentState]:
    """Return the tournament with that entrant checked in.

    Raises:
        ServiceError: check-in is not open, or the person is not signed up or has checked in already.
    """
    entrant = before.entrants.get(player)
    if entrant is None:
        raise ServiceError(Problem.NOT_SIGNED_UP)
    if before.status is not TournamentStatus.CHECK_IN:
        raise ServiceError(Problem.CHECK_IN_CLOSED)
    if entrant.checked_in:
        raise ServiceError(Problem.ALREADY_CHECKED_IN)
    there = replace(entrant, checked_in=True)
    entrants = tuple(there if one.id == player else one for one in before.progress.entrants)
    return Draft(replace(before, progress=replace(before.progress, entrants=entrants)))


def cancelled(before: TournamentState, ending: Cancellation, now: datetime) -> Draft[TournamentState]:
    """Return the tournament cancelled; every entry goes back."""
    row = replace(before.row, status=TournamentStatus.CANCELLED)
    after = replace(before, row=row, progress=replace(before.progress, ending=ending), alarms=())
    movements = chips.back(before, "cancelled", before.entrants, now)
    return Draft(after, Effects(outbox=(after.message(Post.CANCELLED, now),), movements=movements))


def passed(before: TournamentState, alarm: Alarm[TournamentId], now: datetime) -> Draft[TournamentState] | None:
    """Return the draft for the end of sign-up, the opening of check-in or the reminder.

    Return None if the deadline was moved or done.
    """
    if alarm not in before.alarms or not before.status.is_before:
        return None
    after = replace(before, alarms=without_alarm(before, alarm.kind))
    match alarm.kind:
        case AlarmKind.SIGN_UP:
            return Draft(after)
        case AlarmKind.CHECK_IN:
            row = replace(before.row, status=TournamentStatus.CHECK_IN)
            return Draft(replace(after, row=row), Effects(outbox=(after.message(Post.CHECK_IN, now),)))
        case AlarmKind.REMIND:
            return Draft(after, Effects(outbox=(after.message(Post.REMIND, now),)))
    return None
