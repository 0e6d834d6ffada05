"""What signing up, checking in and leaving make of a tournament that has not begun."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.rummy.ids import PlayerId
from bot.service.errors import Problem, ServiceError
from bot.service.lobby import Person
from bot.service.tournaments import chips
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.progress import Cancellation, Entrant
from bot.service.tournaments.repository import TournamentDraft
from bot.service.tournaments.state import Post, TournamentState
from bot.store.rows import EntropyLine
from bot.store.tournament_rows import TournamentAlarm, TournamentAlarmKind, TournamentRow, TournamentStatus

REMIND_BEFORE = timedelta(minutes=15)
"""How long before the start people are called where there is no check-in; else when half of its time is over."""


def alarms_at_first(row: TournamentRow, plan: TournamentPlan) -> tuple[TournamentAlarm, ...]:
    """The deadlines of a tournament that has just been announced."""
    opens = plan.check_in_at
    remind = plan.start_at - (REMIND_BEFORE if opens is None else (plan.start_at - opens) / 2)
    dues = {
        TournamentAlarmKind.SIGN_UP: plan.sign_up_until,
        TournamentAlarmKind.CHECK_IN: opens,
        TournamentAlarmKind.REMIND: remind if remind > row.created_at else None,
        TournamentAlarmKind.START: plan.start_at,
    }
    return tuple(TournamentAlarm(due, row.id, kind) for kind, due in dues.items() if due is not None)


def without_alarm(state: TournamentState, kind: TournamentAlarmKind) -> tuple[TournamentAlarm, ...]:
    """All deadlines but that one."""
    return tuple(alarm for alarm in state.alarms if alarm.kind is not kind)


def pressed(
    kind: str, user: PlayerId, interaction: int, edit: Callable[[TournamentState], TournamentDraft]
) -> Callable[[TournamentState], TournamentDraft | None]:
    """A draft that adds a line of entropy to what `edit` makes; the same press delivered twice does nothing."""

    def draft(before: TournamentState) -> TournamentDraft | None:
        if any((line.kind, line.user, line.interaction) == (kind, user, interaction) for line in before.entropy):
            return None
        line = EntropyLine(len(before.entropy), kind, user, interaction)
        return replace(edit(before), entropy=(line,))

    return draft


def joined(before: TournamentState, player: Person, now: datetime) -> TournamentDraft:
    """Somebody signs up.

    Raises:
        ServiceError: too late, full, or signed up already.
    """
    if player.id in before.entrants:
        raise ServiceError(Problem.ALREADY_SIGNED_UP)
    if not before.may_join:
        raise ServiceError(Problem.SIGN_UP_OVER)
    if len(before.entrants) >= before.plan.most:
        raise ServiceError(Problem.TOURNAMENT_FULL)
    entrant = Entrant(player.id, player.name, checked_in=before.status is TournamentStatus.CHECK_IN)
    state = replace(before.progress, entrants=(*before.progress.entrants, entrant))
    return TournamentDraft(replace(before, progress=state), movements=chips.entry(before, player.id, now))


def left(before: TournamentState, player: PlayerId, now: datetime) -> TournamentDraft:
    """Somebody leaves before the start."""
    return without(before, f"left {len(before.entropy)}", {player}, now)


def without(before: TournamentState, why: str, players: set[PlayerId], now: datetime) -> TournamentDraft:
    """These are not in it any more; their entries go back."""
    staying = tuple(entrant for entrant in before.progress.entrants if entrant.id not in players)
    after = replace(before, progress=replace(before.progress, entrants=staying))
    return TournamentDraft(after, movements=chips.back(before, why, sorted(players), now))


def checked_in(before: TournamentState, player: PlayerId) -> TournamentDraft:
    """Somebody says that they are there.

    Raises:
        ServiceError: check-in is not open, done already, or not signed up.
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
    return TournamentDraft(replace(before, progress=replace(before.progress, entrants=entrants)))


def cancelled(before: TournamentState, ending: Cancellation, now: datetime) -> TournamentDraft:
    """It is called off: every entry goes back."""
    row = replace(before.row, status=TournamentStatus.CANCELLED)
    after = replace(before, row=row, progress=replace(before.progress, ending=ending), alarms=())
    movements = chips.back(before, "cancelled", before.entrants, now)
    return TournamentDraft(after, posts=((Post.CANCELLED, 0),), movements=movements)


def passed(before: TournamentState, alarm: TournamentAlarm) -> TournamentDraft | None:
    """What the end of sign-up, the opening of check-in and the reminder bring about; None: it was moved or done."""
    if alarm not in before.alarms or not before.status.is_before:
        return None
    after = replace(before, alarms=without_alarm(before, alarm.kind))
    match alarm.kind:
        case TournamentAlarmKind.SIGN_UP:
            return TournamentDraft(after)
        case TournamentAlarmKind.CHECK_IN:
            row = replace(before.row, status=TournamentStatus.CHECK_IN)
            return TournamentDraft(replace(after, row=row), posts=((Post.CHECK_IN, 0),))
        case TournamentAlarmKind.REMIND:
            return TournamentDraft(after, posts=((Post.REMIND, 0),))
    return None
