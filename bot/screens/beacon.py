"""Tables that wait for the round of a beacon: the messages that name it, and what players see meanwhile."""

from datetime import UTC, datetime

from bot.layout import Accent, Button, Screen, row, screen
from bot.rummy.actions import EndWithout
from bot.rummy.beacon import BeaconRound, round_of
from bot.rummy.view import View
from bot.screens.base import button, names_of, relative
from bot.service.tables.state import TableState
from bot.text import beacon, buttons


def named(one: BeaconRound) -> str:
    """Return the round that the first deal waits for."""
    return beacon.named(one.number, one.chain, relative(_time(one)))


def round_named(state: TableState, deal: int) -> Screen:
    """Return the message that names the round of a later deal. It is never edited."""
    one = round_of(state.public.rounds, deal)
    said = beacon.named_later(deal, one.number, one.chain, relative(_time(one))) if one is not None else ""
    return screen(Accent.GREY, said, row(button(state, "hand", buttons.HAND())))


def round_missing(state: TableState, deal: int) -> Screen:
    """Return the message that the round of a deal has not come."""
    one = round_of(state.public.rounds, deal)
    label = beacon.PLAY_WITHOUT() if deal == 1 else beacon.END_HERE()
    ends = button(state, EndWithout.word, label) if state.row.tournament is None else None
    said = _missing(state, one, is_first=deal == 1) if one is not None else ""
    return screen(Accent.GREY, said, row(ends, button(state, "hand", buttons.HAND())))


def _missing(state: TableState, one: BeaconRound, *, is_first: bool) -> str:
    if state.row.tournament is not None:
        return beacon.missing_at_tournament(one.number)
    return beacon.missing(one.number, is_first=is_first)


def awaited(state: TableState, view: View) -> str:
    """Return what a player of this view is told while the round is awaited."""
    one = view.round
    if one is None:
        return ""
    if not one.is_missing:
        return beacon.awaited(relative(_time(one)))
    if view.seat in one.without:
        return beacon.pressed(names_of(state, [seat for seat in view.persons if seat not in one.without]))
    return _missing(state, one, is_first=view.deal is None)


def without_button(state: TableState, view: View) -> Button | None:
    """Return the button of a player who does not want to wait any longer. Return None while there is none."""
    if state.row.tournament is not None or not view.allows(EndWithout()):
        return None
    return button(state, EndWithout.word, beacon.PLAY_WITHOUT() if view.deal is None else beacon.END_HERE(), own=True)


def late(view: View) -> str:
    """Return that the round of the running deal was named too late; empty if it was not."""
    return beacon.LATE() if view.round is not None and view.round.is_late else ""


def _time(one: BeaconRound) -> datetime:
    return datetime.fromtimestamp(one.time, UTC)
