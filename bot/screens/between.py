"""Between two deals: the pause with its countdown, rejoining, and the vote on sharing the pool."""

from collections.abc import Iterable

from bot import text
from bot.layout import Accent, Component, Divider, Row, Screen, Style, row, screen
from bot.rummy.match.stakes import split_offer
from bot.rummy.view import About, Stage, View
from bot.screens.base import button, mentioned, names, names_of, relative
from bot.service.tables.state import TableState
from bot.store.rows import AlarmKind


def pause(state: TableState) -> Screen:
    """What all see while the next deal waits; redrawn as they answer."""
    view = state.public
    if view.is_splitting:
        return screen(Accent.GOLD, _vote(state, view), _figures(state, view), _money(view), controls(state, view))
    parts = [_rejoining(state, view)] if view.offers else [_coming(state, view), _share(state, view)]
    named = view.offers or _may_share(view)
    asked = end_vote(state, view)
    return screen(Accent.BLURPLE, *parts, _money(view) if named else "", controls(state, view), *asked)


def waits(state: TableState, view: View) -> str:
    """What the next deal waits for, as all see it, or as one seat does."""
    if view.is_splitting:
        return f"{_vote(state, view)}\n{_figures(state, view)}"
    if view.seat is not None and view.seat in view.offers:
        return text.between.rejoin_offer(view.match.rejoin_total or 0, view.match.terms.stake, deadline_text(state))
    coming = _rejoining(state, view) if view.offers else text.between.next_deal(deadline_text(state))
    if view.seat in view.persons and _may_share(view):
        return f"{coming}\n{_figures(state, view)}"
    out = view.seat is not None and view.match.out[view.seat] is not None
    return f"{text.between.OUT_OF_MATCH}\n{coming}" if out else coming


def controls(state: TableState, view: View, *, own: bool = False) -> Row | None:
    """What may be pressed between deals; on a private hand only what its owner may."""
    alone = view.seat is not None
    if view.is_splitting:
        return vote_row(state, own=own) if not alone or view.seat in view.called else None
    may_rejoin = view.seat in view.offers if alone else bool(view.offers)
    may_go_on = view.seat in view.awaited if alone else True
    if alone and may_rejoin:
        return _offer_row(state, own=own)
    go_on = Style.PLAIN if may_rejoin else Style.SUCCESS
    return row(
        button(state, "rejoin", "Rejoin", Style.SUCCESS, own=own) if may_rejoin else None,
        button(state, "next", "Next deal", go_on, own=own) if may_go_on else None,
        button(state, "call-split", "Share the pool", Style.PRIMARY, own=own)
        if _may_share(view) and (not alone or view.seat in view.persons)
        else None,
        button(state, "scores", "Scores", own=own),
    )


def _offer_row(state: TableState, *, own: bool = False) -> Row | None:
    """The buttons for a player who may rejoin."""
    return row(
        button(state, "rejoin", "Rejoin", Style.SUCCESS, own=own),
        button(state, "decline", "No, thanks", own=own),
        button(state, "scores", "Scores", own=own),
    )


def vote_row(state: TableState, *, own: bool = False) -> Row | None:
    """The two answers to a vote."""
    return row(
        button(state, "vote yes", "Agree", Style.SUCCESS, own=own), button(state, "vote no", "Disagree", own=own)
    )


def end_vote(state: TableState, view: View) -> list[Component | None]:
    """The running vote on ending the table; one on sharing the pool has its own words."""
    vote = view.vote
    if vote is None or vote.about is not About.END or view.stage is Stage.VOID:
        return []
    over = state.alarm(AlarmKind.VOTE)
    until = f" ⏳ {relative(over.due)}" if over else ""
    ask = text.table.vote_asked(names(state)[vote.caller], len(vote.agreed), len(vote.refused)) + until
    answers = row(button(state, "vote yes", "Agree"), button(state, "vote no", "Disagree"))
    return [Divider(), ask, answers]


# -- what it says -----------------------------------------------------------------------------------


def deadline_text(state: TableState) -> str:
    """The countdown to the end of the pause, or of the vote."""
    alarm = state.alarm(AlarmKind.VOTE if state.public.is_splitting else AlarmKind.PAUSE)
    return relative(alarm.due) if alarm is not None else ""


def _coming(state: TableState, view: View) -> str:
    ready = names_of(state, sorted(view.ready.intersection(view.match.active)))
    told = text.between.ready(ready, names_of(state, view.awaited))
    return f"{text.between.next_deal(deadline_text(state))}\n{told}"


def _rejoining(state: TableState, view: View) -> str:
    who, total = names_of(state, view.offers), view.match.rejoin_total or 0
    return text.between.may_rejoin(who, total, view.match.terms.stake, deadline_text(state))


def _may_share(view: View) -> bool:
    """Whether those who are left may ask to share the pool."""
    return view.match.can_split and not view.offers and not view.split_asked and view.vote is None


def _share(state: TableState, view: View) -> str:
    """What sharing would give, where it may be asked for; or that it was, and not all agreed."""
    if view.match.can_split and view.split_asked:
        return text.between.NOT_ALL_AGREED
    return _figures(state, view) if _may_share(view) else ""


def _money(view: View) -> str:
    """What chips are, where some are named."""
    return text.chips.PLAY_MONEY if view.match.terms.stake else ""


def _figures(state: TableState, view: View) -> str:
    match, called = view.match, names(state)
    offered: Iterable[int | None] = split_offer(match) if match.terms.stake else [None] * len(match.active)
    lines = (
        text.between.split_figure(called[seat], match.totals[seat], match.drops_left(seat), amount)
        for seat, amount in zip(match.active, offered, strict=True)
    )
    return text.between.split_figures(lines)


def _vote(state: TableState, view: View) -> str:
    assert view.vote is not None
    asked = text.between.split_asked(names(state)[view.vote.caller], deadline_text(state))
    agreed = names_of(state, sorted({view.vote.caller, *view.vote.agreed}))
    return f"{asked}\n{text.between.split_agreed(agreed)}"


# -- pings ------------------------------------------------------------------------------------------


def pause_ping(state: TableState) -> Screen:
    """Calls those who may rejoin, or those who are asked to share the pool."""
    view = state.public
    who = text.listed(mentioned(state, view.called))
    if view.is_splitting:
        assert view.vote is not None
        ask = text.between.split_call(who, names(state)[view.vote.caller], deadline_text(state))
        return screen(Accent.GOLD, ask, _figures(state, view), vote_row(state))
    ask = text.between.rejoin_call(who, view.match.rejoin_total or 0, view.match.terms.stake, deadline_text(state))
    return screen(Accent.GREEN, ask, _offer_row(state))
