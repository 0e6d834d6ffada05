"""Questions before an action that cannot be undone. The confirming button is never in the place of the first button."""

from bot.faces.face import face_of
from bot.layout import Accent, Button, Screen, Style, row, screen
from bot.rummy.errors import Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.match.stakes import paid
from bot.rummy.view import Stage, View
from bot.screens.base import button, deadline, my_view, question
from bot.service.tables.state import TableState
from bot.text import asks, buttons, refusals


def ask_drop(state: TableState, me: PlayerId) -> Screen:
    """Return the question whether to drop out of this deal, with the cost.

    Raises:
        ServiceError: the person does not sit here.
    """
    deal = my_view(state, me).deal
    if deal is None or deal.drops is None or deal.seat is None:
        return screen(
            Accent.GREY, refusals.REFUSALS[Refusal.NO_DROPS](), row(button(state, "hand", buttons.BACK(), own=True))
        )
    ask, back = (
        f"{asks.drop(deal.drop_points)} {deadline(state)}",
        button(state, "hand", buttons.BACK(), own=True),
    )
    return question(ask, back, button(state, "drop", buttons.DROP(), Style.DANGER, own=True))


def ask_leave(state: TableState, me: PlayerId, back: Button | None = None) -> Screen:
    """Return the question whether to leave the table for good, with the cost.

    `back`: the button that leads back; None: it leads to the ⋯ menu of the table.

    Raises:
        ServiceError: the person does not sit here.
    """
    leave = button(state, "leave", buttons.LEAVE(), Style.DANGER)
    if state.is_lobby:
        return question(asks.LEAVE_LOBBY(), back or button(state, "table", buttons.BACK()), leave)
    view = my_view(state, me)
    ask = asks.leave(_leave_cost(view), _forfeited(view))
    return question(ask, back or button(state, "more", buttons.BACK()), leave)


def _forfeited(view: View) -> int:
    """Return the amount that a player gives up by leaving a match of several deals, in hundredths."""
    still_in = view.seat is not None and view.match.out[view.seat] is None
    many_deals = not view.format.is_single
    return paid(view.match)[view.seat] if view.seat is not None and still_in and many_deals else 0


def _leave_cost(view: View) -> str:
    deal = view.deal
    if view.seat is not None and view.match.out[view.seat] is not None:
        return asks.LEAVE_OUT()
    if view.stage is Stage.BETWEEN:
        return asks.LEAVE_PAUSE()
    if deal is None or deal.seat is None or deal.seats[deal.seat].points is not None:
        return asks.LEAVE_FREE()
    return face_of(view.rules).leaving(deal)


def ask_end(state: TableState, me: PlayerId, *, staff: bool = False) -> Screen:
    """Return the question whether to end the table without a result.

    `staff`: the person could also end it without asking the others.
    """
    others = _other_people(state, me)
    end = button(state, "call-end", buttons.END(), Style.DANGER)
    by_staff = (button(state, "ask-end-by-staff", buttons.AS_STAFF()),) if staff and others else ()
    return question(asks.end(others, waits=state.waits), button(state, "more", buttons.BACK()), end, *by_staff)


def ask_end_by_staff(state: TableState) -> Screen:
    """Return the question whether to end another person's table, for people who may manage the server."""
    back = button(state, "table", buttons.BACK())
    return question(asks.end_by_staff(), back, button(state, "end-by-staff", buttons.END(), Style.DANGER))


def _other_people(state: TableState, me: PlayerId) -> int:
    if state.table is None:
        return 0
    people = (state.table.players[seat] for seat in state.table.persons)
    return sum(player.id != me for player in people)
