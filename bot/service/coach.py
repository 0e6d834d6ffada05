"""The coach at a table: which players may ask it, and when."""

from dataclasses import replace

from bot.codes import Problem
from bot.rummy.deal_view import EventKind
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import Stage, View
from bot.service.cache import Draft
from bot.service.errors import ServiceError
from bot.service.tables.service import Tables
from bot.service.tables.state import TableState


def why_no_coach(state: TableState) -> Problem | None:
    """Return why nobody may ask the coach at that table; None if it has one."""
    if state.row.tournament is not None and not state.lobby.coach:
        return Problem.COACH_NOT_IN_TOURNAMENT
    if not state.lobby.help:
        return Problem.COACH_OFF
    return Problem.COACH_NOT_FOR_CHIPS if state.lobby.terms.stake else None


def is_too_late(state: TableState, view: View) -> bool:
    """Return whether it is too late for this player to be the first to ask.

    A match stops counting as soon as a player asks. Nobody may do that to a match that they are about to lose, so the
    first to ask must ask before or in their own first turn.
    """
    return state.counts and (view.deal_number > 1 or _has_ended_a_turn(view))


def _has_ended_a_turn(view: View) -> bool:
    """Return whether the seat's first turn of the running deal is over."""
    deal = view.deal
    return deal is not None and any(event.seat == deal.seat and event.kind in _TURN_ENDS for event in deal.events)


_TURN_ENDS = (EventKind.DISCARDED, EventKind.LAPSED)
"""Events that end a turn and leave its player in the deal."""


def coached_view(state: TableState, player: PlayerId) -> View:
    """Return the view that the coach gets if that person asks: no more than they may know themselves.

    Raises:
        ServiceError: they do not sit there, it is not their turn, or nobody may ask the coach there now.
        IllegalAction: no deal is being played, or they are out of it.
    """
    view = state.for_player(player)
    if view.stage is not Stage.PLAYING or view.deal is None or view.deal.seat is None:
        raise IllegalAction(_no_deal(view))
    if problem := why_no_coach(state):
        raise ServiceError(problem)
    if is_too_late(state, view):
        raise ServiceError(Problem.COACH_TOO_LATE)
    if view.deal.seats[view.deal.seat].status is not SeatStatus.IN:
        raise IllegalAction(Refusal.OUT_OF_DEAL)
    if not view.deal.is_my_turn:
        raise ServiceError(Problem.COACH_WAITS)
    return view


def _no_deal(view: View) -> Refusal:
    if view.stage in (Stage.FINISHED, Stage.VOID):
        return Refusal.TABLE_OVER
    return Refusal.NOT_STARTED if view.deal is None else Refusal.DEAL_OVER


class Coach:
    """Records who has asked the coach."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def ask(self, id: TableId, player: PlayerId) -> TableState:
        """Record that the person has asked the coach, and return the table. Change nothing if they asked before.

        Raises:
            ServiceError, IllegalAction: there is no such table, or an error of `coached_view`.
        """

        def draft(before: TableState) -> Draft[TableState] | None:
            coached_view(before, player)
            lobby = before.lobby
            if player in lobby.coached:
                return None
            after = replace(before, lobby=replace(lobby, coached=lobby.coached | {player}))
            # The others see that a match will not count. If it did not count before, they see it at the end.
            return Draft(after, is_silent=not before.counts)

        return await self._tables.change(id, draft)
