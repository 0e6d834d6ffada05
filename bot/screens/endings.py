"""After the cards: the show, the score sheet, the result, and the shuffle to check."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.codes import TableStatus
from bot.layout import Accent, Attachment, Button, Component, Picture, Row, Screen, Style, row, screen
from bot.render.drawing.portraits import Portraits
from bot.render.sheet import draw_sheet
from bot.render.show import draw_show
from bot.render.words import alt_sheet, alt_show
from bot.rummy.cards import Seat
from bot.rummy.deal_view import EventKind
from bot.rummy.entropy import Secrets
from bot.rummy.ids import PlayerId
from bot.rummy.match import stakes
from bot.rummy.match.match import Match
from bot.rummy.outcome import Outcome
from bot.rummy.record import Record
from bot.rummy.rules import Rules
from bot.rummy.view import Stage, View
from bot.screens.base import button, drawn_names, escaped, names, names_of, void_sentence
from bot.service.beacon import can_check
from bot.service.shuffle import Shuffled
from bot.service.tables.state import TableState
from bot.store.rows.matches import Finished
from bot.text import beacon, coach, endings, events, lobby, reports, review
from bot.text import buttons as buttons_text
from bot.text import chips as chips_text
from bot.text import rules as rules_text
from bot.text import table as table_text
from bot.text import words as words_text

MAX_ENTROPY = 30
"""The most lines of entropy that Verify lists."""
MAX_ROUNDS = 900
"""The most characters about rounds of a beacon that Verify shows. The record holds all of them."""
SHOW = "show.png"
"""The name of the picture of the hands laid open."""


def show(state: TableState, deal: int) -> Screen:
    """Return the hands laid open after that deal; 1 is the first."""
    if not 1 <= deal <= len(state.public.outcomes):
        return screen(Accent.GREY, table_text.NOTHING_SHOWN())
    return screen(Accent.GOLD, *deal_parts(state, deal))


def deal_parts(state: TableState, deal: int) -> list[Component | None]:
    """Return the end of that deal: the hands laid open, if any were, and the winners."""
    view = state.public
    view = replace(view, match=replace(view.match, outcomes=view.outcomes[:deal]))
    return last_deal_parts(view, drawn_names(state), names(state))


def last_deal_parts(
    view: View, plain: Mapping[Seat, str], called: Mapping[Seat, str], portraits: Portraits | None = None
) -> list[Component | None]:
    """Return the end of the last deal in the view. `plain` has the names as they are, `called` as a message shows
    them. `portraits` as for `show_picture`.
    """
    outcome = view.outcomes[-1]
    picture = show_picture(view, plain, portraits) if outcome.shown else None
    return [picture, f"### {_ending(outcome, called, view.rules)}"]


def show_picture(view: View, plain: Mapping[Seat, str], portraits: Portraits | None = None, line: str = "") -> Picture:
    """Return the hands laid open after the last deal in the view, as a picture; `plain` has the names as they are.

    `portraits`: those of people; None for all that are known. `line` stands below the title.
    """
    return Picture(SHOW, draw_show(view, plain, portraits=portraits, line=line), alt_show(view, plain, line))


def ending(state: TableState, outcome: Outcome) -> str:
    """Return the ending of a deal, and its winners."""
    return _ending(outcome, names(state), state.rules)


def _ending(outcome: Outcome, called: Mapping[Seat, str], rules: Rules) -> str:
    winner = called[outcome.winner] if outcome.winner is not None else None
    return events.ending(outcome.ending, winner, rules)


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


def sheet_picture(state: TableState, view: View, line: str = "") -> Picture:
    """Return the score sheet as a picture; at least one deal must be finished. `line` stands below the winners."""
    called = drawn_names(state)
    return Picture("sheet.png", draw_sheet(view, called, line), alt_sheet(view, called, line))


def result(state: TableState, kept: Finished | None = None, *, where: str = "", last_deal: int = 0) -> Screen:
    """Return the end of a match, or why it is void: pictures, the winners, and what the pictures do not show.

    `kept` holds its changes of the standings. `where` is a link to the other place that shows it. `last_deal` is the
    deal that ended a match of several, if it is shown here too.
    """
    view = state.public
    void, made_void = view.stage is Stage.VOID, endings.MADE_VOID() if state.voided is not None else ""
    pictures = _pictures(state, view, _feat(view, kept), with_deal=bool(last_deal))
    head = void_sentence(state) if void else _headline(state, view, told=len(pictures) > 0 and pictures[0].name == SHOW)
    stake = "" if not view.match.terms.stake else endings.REFUNDED() if void else _chips(state, view.match)
    notes = [] if void else [_coached(state), _standings(state, view, kept)]
    accent = Accent.GREY if void or made_void else Accent.GOLD
    return screen(accent, made_void, *pictures, head, stake, "\n".join(filter(None, notes)), where, after_match(state))


def _pictures(state: TableState, view: View, line: str, *, with_deal: bool) -> list[Picture]:
    """Return the deal that ended a match, and the score sheet unless the deal already shows all that is on it. `line`
    stands in the first of them.
    """
    if not view.outcomes:
        return []
    last = view.outcomes[-1]
    if view.stage is not Stage.FINISHED or not last.shown or not (with_deal or view.format.is_single):
        return [sheet_picture(state, view, line)]
    show = show_picture(view, drawn_names(state), line=line)
    if view.format.is_single and all(view.totals[seat] == last.points[seat] for seat in names(state)):
        return [show]
    return [show, sheet_picture(state, view)]


def _feat(view: View, kept: Finished | None) -> str:
    """Return in how many turns the only winner has won the deciding deal, and how many matches in a row."""
    winners, deal = view.match.winners, view.deal
    if len(winners) != 1 or deal is None or view.stage is not Stage.FINISHED:
        return ""
    turns = sum(event.seat == winners[0] and event.kind in _BEGIN_TURN for event in deal.events)
    has_won = view.outcomes[-1].winners == winners
    return endings.feat(turns if has_won else 0, kept.in_a_row if kept is not None else 0)


_BEGIN_TURN = (EventKind.DREW_CLOSED, EventKind.DREW_OPEN)


def after_match(state: TableState, *, own: bool = False) -> Row | None:
    """Return the buttons below a finished match; `own`: on a screen that only one player sees."""
    rematch = button(state, "rematch", buttons_text.REMATCH(), Style.SUCCESS, own=own)
    played = state.public.deal is not None
    return row(
        rematch if state.row.tournament is None else None,
        # From a hand it opens beside it.
        button(state, "review", review.BUTTON(), Style.PRIMARY) if played else None,
        button(state, "quick", lobby.PLAY_NOW(), own=own),
        button(state, "more", "⋯", own=own),
    )


def more_after_match(state: TableState, me: PlayerId) -> Screen:
    """Return what a person can do beside the buttons below a finished match."""
    voided = state.public.stage is Stage.VOID or state.voided is not None
    may_dispute = me in state.lobby.persons and not voided and report_button(state, me) is not None
    return screen(
        Accent.GREY,
        about_table(state),
        row(
            button(state, "replay", review.REPLAY(), own=True) if state.public.deal is not None else None,
            button(state, "record", buttons_text.RECORD(), own=True),
            button(state, "verify", buttons_text.VERIFY(), own=True),
            button(state, "dispute", buttons_text.DISPUTE(), own=True) if may_dispute else None,
            report_button(state, me),
        ),
    )


def about_table(state: TableState) -> str:
    """Return the format of a table and its rules, as a small line."""
    return f"-# {words_text.course(state.lobby.terms, state.rules)} · {escaped(rules_text.name(state.rules))}"


def report_button(state: TableState, me: PlayerId) -> Button | None:
    """Return the button to report a table to the staff of its server.

    Return None if it has no server, or if nobody else sat there.
    """
    others = any(person != me for person in state.lobby.persons)
    return button(state, "report", reports.BUTTON(), own=True) if state.row.guild is not None and others else None


def _headline(state: TableState, view: View, *, told: bool = False) -> str:
    """Return the winners of the match, and how they won if no score sheet shows it.

    `told`: a picture shows how the last deal ended.
    """
    match = view.match
    return endings.wins(names_of(state, match.winners), _how(state, view, told=told), match.end)


def _how(state: TableState, view: View, *, told: bool) -> str:
    match, end = view.match, view.match.end
    if end is not None and end in endings.MATCH_ENDS:
        return endings.MATCH_ENDS[end]()
    if not view.outcomes:
        return ""
    last = view.outcomes[-1]
    if not view.format.is_single:
        decided = bool(match.counted) and match.rules.game.decides(match.counted[-1])
        return endings.DECIDED() if decided else ""
    if match.winners != last.winners:
        return endings.most(names_of(state, last.winners))
    return "" if told else ending(state, last)


def match_won(state: TableState, view: View) -> list[str]:
    """Return the winners of a match of several deals; empty while it runs."""
    over = view.stage is Stage.FINISHED and not view.format.is_single
    return [_headline(state, view)] if over else []


def _coached(state: TableState) -> str:
    """Return the players who have asked the coach, and its effect on the match; empty if nobody has."""
    return coach.asked_by(names_of(state, state.coached), uncounted=state.would_count) if state.coached else ""


def _chips(state: TableState, match: Match) -> str:
    """Return each player's winnings less payments, the best first."""
    paid, got, called = stakes.paid(match), stakes.payouts(match), names(state)
    told = endings.chips(endings.chip_gain(called[seat], got[seat] - paid[seat]) for seat in match.ranked)
    return f"{told}\n{chips_text.PLAY_MONEY()}"


def _standings(state: TableState, view: View, kept: Finished | None) -> str:
    """Return the changes of the server's standings."""
    if kept is None or kept.match.guild is None:
        return ""
    if not kept.match.counted:
        # If computers played, the lobby has said so. If a player asked the coach, the result does.
        told = state.coached or any(player.is_computer for player in state.players)
        return "" if told else endings.UNCOUNTED()
    called = names(state)
    order = sorted(kept.results, key=lambda result: (result.place, result.seat))
    return endings.gains(endings.gain(called[result.seat], result.league, result.rating) for result in order)


def record_file(record: Record) -> Screen:
    """Return the record of a match as a text file."""
    name = f"paplu-{record.code}.txt"
    note = endings.record_of(record.code, name, record.digest)
    return screen(None, note, Attachment(name, str(record).encode(), endings.RECORD_ALT()))


def verify(
    state: TableState,
    entropy_lines: Sequence[str],
    digest: str = "",
    *,
    checked: Sequence[Shuffled] = (),
    fault: str = "",
) -> Screen:
    """Return what a check of the shuffle proves, the checks made here or their fault as a sentence, and the values.

    `digest` is that of the record, once the match is over.
    """
    over, stored = state.row.status.is_over, state.row
    removed = stored.entropy_sha256
    rounds = [] if state.table is None or fault else [one for one in state.public.rounds if one.signature is not None]
    doubt = beacon.unproven(rounds, is_checked=can_check())
    told = "\n".join(map(beacon.checked, rounds))
    secrets = Secrets(stored.seed) if removed else stored.secrets  # the veil went with the lines
    found = [endings.shuffled(one.purpose, one.deal) for one in checked]
    proof = f"⚠️ {fault}" if fault else endings.checked(found) if found else None
    return screen(
        Accent.RED if fault else Accent.BLURPLE,
        endings.proof(has_beacon=bool(rounds) and not doubt),
        f"{doubt}\n{words_text.clipped(told, MAX_ROUNDS)}",
        proof,
        endings.values(stored.commitment, secrets if over or stored.status is TableStatus.CLOSED else None, digest),
        endings.removed(removed) if removed else endings.entropy(list(entropy_lines), MAX_ENTROPY),
        row(button(state, "record", buttons_text.RECORD(), own=True)) if over else None,
    )
