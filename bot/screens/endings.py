"""After the cards: the show, the score sheet, the result, and the shuffle to check."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from bot.faces.face import face_of
from bot.layout import Accent, Attachment, Button, Component, Picture, Row, Screen, Style, row, screen
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.words import alt_sheet, alt_show
from bot.rummy.cards import Seat
from bot.rummy.match import stakes
from bot.rummy.match.match import Match
from bot.rummy.outcome import Outcome
from bot.rummy.record import Record
from bot.rummy.rules import Rules
from bot.rummy.view import Stage, View
from bot.screens.base import button, drawn_names, escaped, names, names_of, void_sentence
from bot.service.shuffle import Shuffled
from bot.service.tables.state import TableState
from bot.store.rows.matches import Finished
from bot.text import buttons as buttons_text
from bot.text import chips as chips_text
from bot.text import coach, endings, events, lobby, reports, review
from bot.text import rules as rules_text
from bot.text import table as table_text

MAX_ENTROPY = 30
"""The most lines of entropy that Verify lists."""


def show(state: TableState, deal: int) -> Screen:
    """Return the hands laid open after that deal; 1 is the first."""
    if not 1 <= deal <= len(state.public.outcomes):
        return screen(Accent.GREY, table_text.NOTHING_SHOWN())
    return screen(Accent.GOLD, *deal_parts(state, deal))


def deal_parts(state: TableState, deal: int, *, points: bool = True) -> list[Component | None]:
    """Return the end of that deal in words: the hands laid open, if any were, and the winners.

    `points`: add the points of each player.
    """
    view = state.public
    view = replace(view, match=replace(view.match, outcomes=view.outcomes[:deal]))
    return last_deal_parts(view, drawn_names(state), names(state), points=points)


def last_deal_parts(
    view: View, plain: Mapping[Seat, str], called: Mapping[Seat, str], *, points: bool = True
) -> list[Component | None]:
    """Return the end of the last deal in the view. `plain` has the names as they are, `called` as a message shows
    them.
    """
    outcome = view.outcomes[-1]
    line = f"### {_ending(outcome, called, view.rules)}"
    if not outcome.shown:
        return [line]
    picture = Picture("show.png", draw_show(view, plain), alt_show(view, plain))
    return [picture, line, _points(outcome, called, view.rules) if points else None]


def ending(state: TableState, outcome: Outcome) -> str:
    """Return the ending of a deal, and its winners."""
    return _ending(outcome, names(state), state.rules)


def _ending(outcome: Outcome, called: Mapping[Seat, str], rules: Rules) -> str:
    winner = called[outcome.winner] if outcome.winner is not None else None
    return events.ending(outcome.ending, winner, rules)


def _points(outcome: Outcome, called: Mapping[Seat, str], rules: Rules) -> str:
    """Return the cost of the deal for each player."""
    notes = _notes(outcome, rules)
    dealt_in = filter(outcome.has, called)
    worth = rules.game.cost
    order = sorted(dealt_in, key=lambda seat: (seat != outcome.winner, worth(outcome.points[seat]), seat))
    return "\n".join(
        endings.deal_points(called[seat], outcome.points[seat], won=seat == outcome.winner, note=notes.get(seat, ""))
        for seat in order
    )


def _notes(outcome: Outcome, rules: Rules) -> dict[Seat, str]:
    """Return notes on the points of the players who showed their hands."""
    return {hand.seat: face_of(rules).shown_note(hand) for hand in outcome.shown}


def sheet(state: TableState, note: str | None = None, deal: int | None = None) -> Screen:
    """Return the score sheet after a deal; None stands for the last one."""
    view = state.public if deal is None else state.public.after_deal(deal)
    mine = row(
        button(state, "hand", buttons_text.HAND(), Style.PRIMARY), button(state, "scores", buttons_text.SCORES())
    )
    if not view.outcomes:
        return screen(Accent.BLURPLE, note, table_text.NO_DEAL_YET(), mine)
    line = ending(state, view.outcomes[-1])
    return screen(Accent.BLURPLE, note, sheet_picture(state, view), "\n".join([line, just_out(state, view)]), mine)


def just_out(state: TableState, view: View) -> str:
    """Return the players whom the last deal has eliminated, a line for each."""
    out = view.match.just_out
    lines = (endings.out(name, view.totals[seat]) for seat, name in zip(out, names_of(state, out), strict=True))
    return "\n".join(lines)


def sheet_picture(state: TableState, view: View) -> Picture:
    """Return the score sheet as a picture; at least one deal must be finished."""
    called = drawn_names(state)
    return Picture("sheet.png", draw_sheet(view, called), alt_sheet(view, called))


def result(
    state: TableState,
    kept: Finished | None = None,
    record: Record | None = None,
    *,
    where: str = "",
    last_deal: int = 0,
) -> Screen:
    """Return the end of a match, or why it is void.

    `kept` holds its changes of the standings, `record` the whole match. `where` is a link to the other place that shows
    it. `last_deal` is the deal that ended the match, if it is shown here too.
    """
    view = state.public
    # In a match of one deal the totals already show its cost.
    is_told = last_deal and view.stage is Stage.FINISHED
    deal = deal_parts(state, last_deal, points=not view.format.is_single) if is_told else []
    picture = sheet_picture(state, view) if view.outcomes else None
    void, made_void = view.stage is Stage.VOID, endings.MADE_VOID() if state.voided is not None else ""
    head = void_sentence(state) if void else _headline(state, view, told=bool(is_told))
    refunded = endings.REFUNDED() if view.match.terms.stake else ""
    points = refunded if void else _totals(state, view)
    seed = endings.seed(state.row.seed.hex(), state.row.commitment)
    digest = endings.digest(record.digest) if record is not None else ""
    buttons = row(
        button(state, "rematch", buttons_text.REMATCH(), Style.SUCCESS) if state.row.tournament is None else None,
        button(state, "record", buttons_text.RECORD()),
        button(state, "verify", buttons_text.VERIFY()),
        button(state, "quick", lobby.PLAY_NOW()),
        None if void or made_void or state.row.guild is None else button(state, "dispute", buttons_text.DISPUTE()),
    )
    look_back = looking_back(state)
    table = endings.played(view.match.terms, view.rules, escaped(rules_text.name(view.rules)), state.id)
    counted = "" if void else _standings(state, view, kept)
    money = chips_text.PLAY_MONEY() if view.match.terms.stake and not void else ""
    proof = f"{seed}\n{digest}".rstrip()
    accent = Accent.GREY if void or made_void else Accent.GOLD
    return screen(
        accent, made_void, *deal, picture, head, points, money, counted, table, proof, where, buttons, look_back
    )


def looking_back(state: TableState, *, own: bool = False) -> Row | None:
    """Return the buttons to look back on a finished match, and to report it to the staff.

    `own`: on a screen that only one player sees.
    """
    played = state.public.deal is not None
    return row(
        button(state, "review", review.BUTTON(), Style.PRIMARY, own=own) if played else None,
        button(state, "replay", review.REPLAY(), own=own) if played else None,
        report_button(state, own=own),
    )


def report_button(state: TableState, *, own: bool = False) -> Button | None:
    """Return the button to report a table to the staff of its server. Return None if it has no server."""
    return button(state, "report", reports.BUTTON(), own=own) if state.row.guild is not None else None


def _headline(state: TableState, view: View, *, told: bool = False) -> str:
    """Return the winners of the match and how they won; `told`: the ending of the last deal is above already."""
    called = names_of(state, view.match.winners)
    end = view.match.end
    how = endings.MATCH_ENDS[end]() if end is not None and end in endings.MATCH_ENDS else ""
    if not how and not view.format.is_single:
        how = endings.won(view.match)
    elif not how and view.outcomes and view.match.winners != view.outcomes[-1].winners:
        how = endings.most(names_of(state, view.outcomes[-1].winners))
    elif not how and view.outcomes and not told:
        how = ending(state, view.outcomes[-1])
    return endings.wins(called, how, end)


def match_won(state: TableState, view: View) -> list[str]:
    """Return the winners of a match of several deals; empty while it runs."""
    over = view.stage is Stage.FINISHED and not view.format.is_single
    return [_headline(state, view)] if over else []


def _totals(state: TableState, view: View) -> str:
    """Return places, points and chips of the match, the best first."""
    match, called = view.match, names(state)
    chips = _chips(match) if match.terms.stake else {}
    notes = _notes(view.outcomes[-1], view.rules) if view.format.is_single and view.outcomes else {}
    coached = dict.fromkeys(state.coached, f" · {coach.WITH_COACH()}")
    lines = [
        endings.total(
            match.places[seat],
            called[seat],
            table_text.standing(match, match.totals[seat]) + notes.get(seat, "") + coached.get(seat, ""),
            chips.get(seat),
            left=seat in view.left,
        )
        for seat in match.ranked
    ]
    return "\n".join([*lines, *_shared(match, called)])


def _shared(match: Match, called: Mapping[Seat, str]) -> Iterator[str]:
    """Yield the players who share a place; the winners are named already."""
    for place, seats in groupby(match.ranked, key=lambda seat: match.places[seat]):
        sharing = [called[seat] for seat in seats]
        if place > 1 and len(sharing) > 1:
            yield endings.share_place(sharing, place)


def _chips(match: Match) -> dict[Seat, int]:
    """Return each player's winnings less payments."""
    paid, got = stakes.paid(match), stakes.payouts(match)
    return {Seat(i): got[i] - paid[i] for i in range(match.seats)}


def _standings(state: TableState, view: View, kept: Finished | None) -> str:
    """Return the changes of the server's standings."""
    if kept is None or kept.match.guild is None:
        return ""
    if not kept.match.counted:
        if state.would_count:
            return coach.UNCOUNTED()
        # If computers played, the lobby has said so.
        return "" if any(player.is_computer for player in state.players) else endings.UNCOUNTED()
    called = names(state)
    order = sorted(kept.results, key=lambda result: (result.place, result.seat))
    return endings.gains(endings.gain(called[result.seat], result.league, result.rating) for result in order)


def record_file(record: Record) -> Screen:
    """Return the record of a match as a text file."""
    name = f"paplu-{record.code}.txt"
    note = endings.record_of(record.code, name, record.digest)
    return screen(None, note, Attachment(name, str(record).encode(), endings.RECORD_ALT()))


def verify(
    state: TableState, entropy_lines: Sequence[str], *, checked: Sequence[Shuffled] = (), fault: str = ""
) -> Screen:
    """Return the explanation of how to check the shuffle: the checks made here, or their fault as a sentence, and the
    entropy.
    """
    over = state.row.status.is_over
    found = [endings.shuffled(one.purpose, one.deal) for one in checked]
    proof = f"⚠️ {fault}" if fault else endings.checked(found) if found else None
    removed = state.row.entropy_sha256
    return screen(
        Accent.RED if fault else Accent.BLURPLE,
        endings.checkable(),
        proof,
        endings.promised(state.row.commitment, state.row.seed.hex() if over else None),
        endings.removed(removed) if removed else endings.entropy(list(entropy_lines), MAX_ENTROPY),
        endings.proof(),
        row(button(state, "record", buttons_text.RECORD())) if over else None,
    )
