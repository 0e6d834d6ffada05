"""Disputes and reports as the staff see them, and the messages of a dispute to the players."""

from collections.abc import Iterator
from datetime import UTC

from bot.codes import DisputeEvent
from bot.languages.formats import listed
from bot.languages.sentence import isolated
from bot.layout import (
    MAX_TEXT,
    Accent,
    Attachment,
    Button,
    Row,
    Screen,
    Style,
    TableControlId,
    row,
    screen,
)
from bot.rummy.ids import PlayerId, one_line
from bot.rummy.match.match import Terms
from bot.rummy.match.stakes import chips_text
from bot.screens.base import button, called, date_and_time, escaped, mention, named, names, relative, spoken, step_of
from bot.service.disputes import MOST_WORDS, NO_WORDS, Case, WaitingCases
from bot.service.tables.state import TableState
from bot.store.rows.disputes import ASKS, DisputeLine
from bot.store.rows.matches import Finished
from bot.text import buttons as buttons_text
from bot.text import disputes, endings, refusals, reports, rules, standings
from bot.text import words as words_text

BUTTONS_IN_ROW = 5
BRIEF = 150
"""Characters of each text that the staff see at once; a file has all of it."""


def quoted(words: str, most: int = MOST_WORDS) -> str:
    """Return a person's text as it is: no markup, no mention, no second line."""
    return escaped(words_text.clipped(words, most), most) if words else ""


def case(case: Case, reader: PlayerId | None = None, note: str | None = None) -> Screen:
    """Return all facts about a disputed match or a reported table.

    `reader`: the only member of the staff who sees it; None for all of them. The reporter is hidden from staff who sit
    or sat at the table, and therefore from a screen for all of them. If a player's data was erased, any reader may be
    that player, so the reporter is hidden too.
    """
    state, proof = case.state, case.proof
    hides = reader is None or reader in state.sat or bool(state.sat & state.lobby.erased)
    files = (
        Attachment(f"paplu-{state.id}.txt", proof.record.encode(), endings.RECORD_ALT()) if proof else None,
        _log_file(state, hides=hides),
        _together_file(case) if case.together else None,
    )
    is_open = state.is_disputed and state.voided is None
    buttons = row(
        button(state, "case", disputes.AS_IT_STANDS()),
        button(state, "answer-dispute", disputes.ANSWER_BUTTON(), Style.PRIMARY) if is_open else None,
        button(state, "void-match", disputes.VOID_BUTTON(), Style.DANGER) if is_open else None,
        button(state, "close-report", reports.CLOSE(), Style.PRIMARY) if _is_report(state) else None,
    )
    about = disputes.ABOUT() if state.is_disputed else reports.ABOUT()
    parts = note, about, _log(state, most=BRIEF, hides=hides), _match(case), _proven(case), _together(case)
    return screen(Accent.RED if is_open or state.asked else Accent.GREY, *parts, *files, buttons)


def _is_report(state: TableState) -> bool:
    """Return whether only reports wait for the staff."""
    return state.asked == {DisputeEvent.REPORTED}


def _match(case: Case) -> str:
    """Return the match and its results. If there is no result, return the people who sit there."""
    state, match = case.state, case.match
    if match is not None:
        return "\n".join([_played(state, match), *_results(match, escape=True)])
    course = words_text.course(state.lobby.terms, state.rules)
    people = listed(mention(player, escaped(called(state, player))) for player in state.players)
    place = reports.where(state.row.thread or state.row.channel) if state.row.status.is_open else ""
    return "\n".join(filter(None, (f"{escaped(rules.name(state.rules))} · {course}", people, place)))


def _proven(case: Case) -> str:
    """Return the result of checking the shuffle, or why there is none."""
    status, proof = case.state.row.status, case.proof
    if not status.is_over:
        return reports.STILL_OPEN() if status.is_open else reports.NEVER_PLAYED()
    if proof is None:
        return disputes.UNREADABLE()
    if proof.fault:
        fault = refusals.fault(proof.fault, [case.state.rules.game])
        return disputes.no_proof(escaped(fault, MOST_WORDS))
    return disputes.proof(proof.shuffles)


def _log(state: TableState, me: PlayerId | None = None, most: int = MOST_WORDS, *, hides: bool = True) -> str:
    """Return the events of a dispute, the newest first. A player does not see reports or the texts of other players.

    `hides`: whether the reporter is hidden.
    """
    lines = []
    for line in reversed(state.disputes):
        if me is not None and line.event in (DisputeEvent.REPORTED, DisputeEvent.CLOSED):
            continue
        hidden = line.words == NO_WORDS or (me is not None and line.event is DisputeEvent.RAISED and line.actor != me)
        said = "" if hidden else quoted(line.words, most)
        lines.append(disputes.event(_who(state, line, hides=hides), line.event, relative(line.at), said))
    return words_text.clipped("\n".join(lines), MAX_TEXT // 2)


def _log_file(state: TableState, *, hides: bool) -> Attachment:
    """Return all texts of a dispute, the oldest first, as a text file; `hides` as in `_log`."""
    blocks = []
    for line in state.disputes:
        who = _named(state, line, hides=hides)
        said = "" if line.words == NO_WORDS else line.words
        blocks.append(disputes.logged(f"{line.at.astimezone(UTC):%Y-%m-%d %H:%M}", who, line.event, said))
    content = "\n\n".join(blocks) + "\n"
    return Attachment(f"dispute-{state.id}.txt", content.encode(errors="replace"), disputes.LOG_ALT())


def _named(state: TableState, line: DisputeLine, *, hides: bool) -> str:
    """Return the person of an event as `_who` does, without mentions."""
    if hides and line.event is DisputeEvent.REPORTED:
        return reports.HIDDEN()
    if name := state.lobby.names.get(line.actor):
        return _printable(spoken(name))
    return disputes.one_of_staff(line.actor) if line.words else _erased(line)


def _printable(name: str) -> str:
    return isolated(one_line(name))


def _who(state: TableState, line: DisputeLine, *, hides: bool) -> str:
    """Return the person of an event: a player by name, staff and spectators by mention.

    If `hides` is set, hide the person of a report.
    """
    if hides and line.event is DisputeEvent.REPORTED:
        return reports.HIDDEN()
    if name := state.lobby.names.get(line.actor):
        told = escaped(spoken(name))
        return told if line.event in ASKS else disputes.who_played(told)
    return f"<@{line.actor}>" if line.words else _erased(line)


def _erased(line: DisputeLine) -> str:
    return reports.ERASED() if line.event is DisputeEvent.REPORTED else disputes.ERASED()


def _played(state: TableState, match: Finished) -> str:
    course = words_text.course(state.lobby.terms, state.rules)
    when = date_and_time(match.match.finished_at)
    return standings.match(when, course, escaped(rules.name(state.rules)), state.id)


def _results(finished: Finished, *, escape: bool) -> Iterator[str]:
    """Yield the result of each player, the best first."""
    match = finished.match
    for one in sorted(finished.results, key=lambda one: (one.place, one.seat)):
        name = escaped(named(one)) if escape else _printable(named(one))
        yield standings.result(one.place, name, match.format, one.total, one.chips if match.stake else None)


def _together(case: Case) -> str:
    """Return the earlier matches of each player with the others in this server, in chips and numbers.

    Void matches are not included.
    """
    counting = [one for one in case.together if one.match.voided_at is None]
    if not counting:
        return disputes.NO_OTHERS()
    called, lines = names(case.state), []
    for seat, name in called.items():
        player = case.state.players[seat]
        if not player.is_computer:
            own = [one for match in counting for one in match.results if one.player == player.id]
            won, chips = sum(one.place == 1 for one in own), sum(one.chips for one in own)
            lines.append(disputes.together(name, len(own), won, chips))
    return "\n".join(lines)


def _together_file(case: Case) -> Attachment:
    """Return the matches that two or more of the players played together, as a text file."""
    blocks = []
    for one in case.together:
        match = one.match
        when, course = (
            f"{match.finished_at.astimezone(UTC):%Y-%m-%d %H:%M}",
            words_text.course(Terms.parse(match.format)),
        )
        stake, void = chips_text(match.stake), match.voided_at is not None
        blocks.append(disputes.line(when, course, match.table, stake, _results(one, escape=False), void=void))
    content = "\n\n".join(blocks) + "\n"
    return Attachment(f"together-{case.state.id}.txt", content.encode(), disputes.TOGETHER_ALT())


def dispute_log(state: TableState, me: PlayerId, note: str | None = None) -> Screen:
    """Return the state of a dispute, for one of its players."""
    return screen(Accent.GREY, note, disputes.ABOUT(), _log(state, me))


def disputes_waiting(waiting: WaitingCases, *, told: bool) -> Screen:
    """Return the disputes and reports that wait for the staff; `told`: new ones are posted in a channel of theirs."""
    channel = None if told else disputes.NO_CHANNEL()
    states = waiting.states
    if not states and not waiting.broken:
        return screen(Accent.GREY, disputes.NONE_WAITING(), channel)
    lines = [
        *(_waiting(number, state) for number, state in enumerate(states, start=1)),
        *map(disputes.broken, waiting.broken),
        *([disputes.more(waiting.more)] if waiting.more else []),
    ]
    buttons = [
        Button(str(number), str(TableControlId(state.id, step_of(state), "case", is_own=True)))
        for number, state in enumerate(states, start=1)
    ]
    rows = (Row(tuple(buttons[at : at + BUTTONS_IN_ROW])) for at in range(0, len(buttons), BUTTONS_IN_ROW))
    return screen(Accent.RED, disputes.WAITING(), "\n".join(lines), channel, *rows)


def _waiting(number: int, state: TableState) -> str:
    people = listed(names(state).values())
    reported = reports.WAITS() if DisputeEvent.REPORTED in state.asked else ""
    return disputes.waiting(number, relative(state.disputes[-1].at), people) + reported


def dispute_answered(state: TableState, number: int) -> Screen:
    """Return the message to all players with the staff's answer in that event."""
    said = disputes.answered(_people(state), quoted(state.disputes[number].words))
    return screen(Accent.BLURPLE, said, _proofs(state))


def match_voided(state: TableState, number: int) -> Screen:
    """Return the message to all players that their match is void since that event."""
    line = state.disputes[number]
    by = escaped(spoken(state.lobby.names[line.actor])) if line.actor in state.lobby.names else ""
    said = disputes.voided(_people(state), quoted(line.words), by)
    back = " ".join(
        [
            disputes.GONE_BACK(),
            *([disputes.CHIPS_BACK()] if state.lobby.terms.stake else []),
            *([disputes.AGAIN()] if state.row.tournament is not None else []),
        ]
    )
    return screen(Accent.GREY, said, back, _proofs(state))


def _proofs(state: TableState) -> Row | None:
    return row(button(state, "record", buttons_text.RECORD()), button(state, "verify", buttons_text.VERIFY()))


def _people(state: TableState) -> str:
    """Return mentions of the people who played."""
    people = [player for player in state.players if not player.is_computer]
    called = {player: state.name(player) for player in people}
    erased = state.lobby.erased
    return listed(
        escaped(called[player]) if player.id in erased else mention(player, called[player]) for player in people
    )
