"""After a deal: its result, the pause with its countdown, rejoining, and the vote on sharing the pool."""

from collections.abc import Iterable

from bot.languages.formats import listed
from bot.layout import Accent, Button, Component, Divider, Row, Screen, Style, row, screen
from bot.rummy.match.stakes import split_offer
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import About, Stage, View
from bot.screens.base import button, mentioned, names, names_of, relative
from bot.screens.endings import deal_parts, just_out, sheet_picture
from bot.service.tables.state import TableState
from bot.store.rows.alarms import AlarmKind
from bot.text import between, buttons, chips, table


def after_deal(state: TableState, deal: int) -> Screen:
    """Return the result of a deal: the show, the score sheet, eliminated players. 1 is the first deal.

    While the next deal waits, say for whom. The screen is redrawn as players answer.
    """
    view = state.public.after_deal(deal)
    asked = _asked(state, view) if is_pause_after(state, deal) else [_look(state)]
    accent = Accent.GOLD if state.public.is_splitting else Accent.BLURPLE
    return screen(accent, *deal_parts(state, deal), sheet_picture(state, view), just_out(state, view), *asked)


def is_pause_after(state: TableState, deal: int) -> bool:
    """Return whether the table waits for the next deal after that one."""
    view = state.public
    return view.stage is Stage.BETWEEN and deal == len(view.outcomes)


def _asked(state: TableState, view: View) -> list[Component | None]:
    """Return the things that the next deal waits for, and the buttons for everybody."""
    if view.is_splitting:
        return [_vote(state, view), _figures(state, view), _money(view), controls(state, view)]
    parts = [_rejoining(state, view)] if view.offers else [_coming(state, view), _share(state, view)]
    named = view.offers or _may_share(view)
    return [*parts, _money(view) if named else "", controls(state, view), *public_vote(state, view)]


def _look(state: TableState) -> Row | None:
    """Return the buttons for when nothing is asked any more."""
    return row(button(state, "hand", buttons.HAND(), Style.PRIMARY), button(state, "scores", buttons.SCORES()))


def waits(state: TableState, view: View) -> str:
    """Return the things that the next deal waits for, as everybody sees them, or as one seat does."""
    if view.is_splitting:
        return f"{_vote(state, view)}\n{_figures(state, view)}"
    if view.seat is not None and view.seat in view.offers:
        return between.rejoin_offer(view.match.rejoin_total or 0, view.match.terms.stake, _deadline_text(state))
    coming = _rejoining(state, view) if view.offers else between.next_deal(_deadline_text(state))
    if view.seat in view.persons and _may_share(view):
        return f"{coming}\n{_figures(state, view)}"
    out = view.seat is not None and view.match.out[view.seat] is not None
    return f"{between.OUT_OF_MATCH()}\n{coming}" if out else coming


def controls(state: TableState, view: View, *, own: bool = False) -> Row | None:
    """Return the buttons between deals; on a private hand only those that its owner may press."""
    alone = view.seat is not None
    scores = button(state, "scores", buttons.SCORES(), own=own)
    mine = None if alone else button(state, "hand", buttons.HAND())
    if view.is_splitting:
        return row(*_vote_buttons(state, own=own), scores, mine) if not alone or view.seat in view.called else None
    offered = [seat for seat in view.offers if not view.players[seat].is_computer]
    may_rejoin = view.seat in offered if alone else bool(offered)
    may_go_on = view.seat in view.awaited and not may_rejoin if alone else True
    go_on = Style.PLAIN if may_rejoin else Style.SUCCESS
    return row(
        button(state, "rejoin", buttons.REJOIN(), Style.SUCCESS, own=own) if may_rejoin else None,
        button(state, "decline", buttons.DECLINE(), own=own) if may_rejoin else None,
        button(state, "next", buttons.NEXT_DEAL(), go_on, own=own) if may_go_on else None,
        button(state, "call-split", buttons.SHARE(), Style.PRIMARY, own=own)
        if _may_share(view) and (not alone or view.seat in view.persons)
        else None,
        scores,
        mine,
    )


def _vote_buttons(state: TableState, *, own: bool = False) -> tuple[Button, Button]:
    """Return the two answers to a vote."""
    return button(state, "vote yes", buttons.AGREE(), Style.SUCCESS, own=own), button(
        state, "vote no", buttons.DISAGREE(), own=own
    )


def public_vote(state: TableState, view: View) -> list[Component | None]:
    """Return the running vote on ending the table or on a break, or the break; sharing the pool has its own words."""
    vote = view.vote
    if vote is None and (told := resting(state)):
        return [Divider(), told, row(button(state, "resume", buttons.RESUME(), Style.PRIMARY))]
    if vote is None or vote.about is About.SPLIT or view.stage is Stage.VOID:
        return []
    over = state.alarm(AlarmKind.VOTE)
    ends = f" ⏳ {relative(over.due)}" if over else ""
    caller = names(state)[vote.caller]
    asked = {seat for seat in view.persons if seat != vote.caller}
    if vote.about is About.BREAK and view.deal is not None:
        asked = {seat for seat in asked if view.deal.seats[seat].status is SeatStatus.IN}
        ask = table.break_asked(caller, len(asked & vote.agreed), len(asked))
    else:
        ask = table.vote_asked(caller, len(asked & vote.agreed), len(asked & vote.refused))
    return [Divider(), ask + ends, row(*_vote_buttons(state))]


def resting(state: TableState) -> str:
    """Return the running break; empty if there is none."""
    seat, until = state.public.resting, state.alarm(AlarmKind.BREAK)
    return "" if seat is None or until is None else table.on_break(names(state)[seat], relative(until.due))


# -- what it says -----------------------------------------------------------------------------------


def _deadline_text(state: TableState) -> str:
    """Return the countdown to the end of the pause, or of the vote."""
    alarm = state.alarm(AlarmKind.VOTE if state.public.is_splitting else AlarmKind.PAUSE)
    return relative(alarm.due) if alarm is not None else ""


def _coming(state: TableState, view: View) -> str:
    ready = names_of(state, sorted(view.ready.intersection(view.match.active)))
    deadline = _deadline_text(state)
    told = between.ready(ready, names_of(state, view.awaited), comes_alone=bool(deadline))
    return f"{between.next_deal(deadline)}\n{told}"


def _rejoining(state: TableState, view: View) -> str:
    who, total = mentioned(state, view.offers), view.match.rejoin_total or 0
    return between.may_rejoin(who, total, view.match.terms.stake, _deadline_text(state))


def _may_share(view: View) -> bool:
    """Return whether the players who are left may ask to share the pool."""
    return view.match.can_split and not view.offers and not view.split_asked and view.vote is None


def _share(state: TableState, view: View) -> str:
    """Return the shares if sharing may be asked for, or that not all agreed."""
    if view.match.can_split and view.split_asked:
        return between.NOT_ALL_AGREED()
    return _figures(state, view) if _may_share(view) else ""


def _money(view: View) -> str:
    """Return the explanation of chips if the screen names some."""
    return chips.PLAY_MONEY() if view.match.terms.stake else ""


def _figures(state: TableState, view: View) -> str:
    match, called = view.match, names(state)
    offered: Iterable[int | None] = split_offer(match) if match.terms.stake else [None] * len(match.active)
    lines = (
        between.split_figure(called[seat], match.totals[seat], match.drops_left(seat), amount)
        for seat, amount in zip(match.active, offered, strict=True)
    )
    return between.split_figures(lines)


def _vote(state: TableState, view: View) -> str:
    assert view.vote is not None
    asked = between.split_asked(names(state)[view.vote.caller], _deadline_text(state))
    agreed = names_of(state, sorted({view.vote.caller, *view.vote.agreed}))
    return f"{asked}\n{between.split_agreed(agreed)}"


# -- pings ------------------------------------------------------------------------------------------


def split_ping(state: TableState) -> Screen:
    """Return the message that asks players to share the pool."""
    view = state.public
    assert view.vote is not None
    who = listed(mentioned(state, [seat for seat in view.called if seat in view.persons]))
    ask = between.split_call(who, names(state)[view.vote.caller], _deadline_text(state))
    return screen(Accent.GOLD, ask, _figures(state, view), row(*_vote_buttons(state)))
