"""Public messages of a table in play: start, board, pings; and the screen of each message of the outbox."""

from collections.abc import Callable
from dataclasses import replace

from bot.faces.face import face_of
from bot.languages.formats import listed
from bot.layout import Accent, Picture, Row, Screen, Style, row, screen
from bot.render.table import draw_table
from bot.render.toss import draw_toss
from bot.render.words import alt_table, alt_toss
from bot.rummy.cards import Seat
from bot.rummy.deal_view import DealView, Phase
from bot.rummy.errors import Refusal
from bot.rummy.ids import TableId, one_line
from bot.rummy.view import Stage, View
from bot.screens import beacon
from bot.screens.base import (
    button,
    called,
    deadline,
    drawn_names,
    ends_soon,
    escaped,
    mention,
    mentioned,
    mentions,
    name_of,
    names,
    waiting_for,
)
from bot.screens.between import after_deal, is_pause_after, public_vote, waits
from bot.screens.company import met
from bot.screens.disputes import dispute_answered, match_voided
from bot.screens.endings import result, sheet, show
from bot.screens.ids import CALL
from bot.screens.lobby import words_of
from bot.service.tables.state import TableState
from bot.store.rows.matches import Finished
from bot.store.rows.outbox import OutboxKind, OutboxMessage
from bot.text import buttons, coach, events, lobby, refusals, rules, table, words

EVENTS = 6
"""Number of latest events on the board."""


OVER_SIGN = "✓ "
"""The beginning of the name of a thread whose match is over."""


def thread_name(state: TableState) -> str:
    """Return the name of a table's thread: the game and the people, or everybody where one person plays."""
    people = [player for player in state.lobby.players if not player.is_computer]
    players = people if len(people) > 1 else state.lobby.players
    shown = [one_line(called(state, player)) or refusals.UNNAMED_MEMBER() for player in players]
    return table.thread_name(state.lobby.terms, state.rules, shown)


def start(state: TableState, promise: str | None = None, card: str | None = None) -> Screen:
    """Return the first message of a table: toss, seats, dealer, and the commitment again. It is never edited.

    `promise` names the source of the seed; None stands for the lobby or the tournament of the table. `card` is the link
    to the card of a table that plays elsewhere, or to its tournament's.
    """
    view, digest = state.public, state.row.commitment
    mine = row(button(state, "hand", buttons.HAND(), Style.PRIMARY))
    # Where there is a beacon, the toss comes after this message.
    waits = beacon.named(view.rounds[0]) if view.rounds else ""
    clock = lobby.clock(state.pace, view.rules)
    head = f"### {words.course(view.match.terms, view.rules)} · {escaped(rules.name(view.rules))}"
    return screen(
        Accent.BLURPLE,
        *([f"{head}\n{clock}", _joined(state)] if waits else _tossed(state, view, clock)),
        table.commitment_again(digest, promise)
        if promise
        else lobby.commitment(digest, of_tournament=state.row.tournament is not None),
        lobby.fixed_by(words_of(state), state.entropy_digest) if state.words else "",
        waits,
        table.card(card),
        mine,
    )


def toss(state: TableState) -> Screen:
    """Return the toss, the seats and the dealer, after the round of the beacon has come."""
    mine = row(button(state, "hand", buttons.HAND(), Style.PRIMARY))
    return screen(Accent.BLURPLE, *_tossed(state, state.public, beacon.late(state.public)), mine)


def _tossed(state: TableState, view: View, line: str) -> tuple[Picture, str, str]:
    """Return the picture of the toss, how the first player was chosen and that line, and the seats."""
    called = drawn_names(state)
    picture = Picture("toss.png", draw_toss(view, called), alt_toss(view, called))
    head = table.starts(view.match.terms, view.rules, escaped(rules.name(view.rules)), bool(view.toss))
    return picture, f"{head}\n{line}".rstrip(), _seat_order(state, view)


def _joined(state: TableState) -> str:
    """Return the players in the order they joined."""
    players = [mention(one, escaped(name_of(state, one))) for one in state.lobby.players]
    return "\n".join(f"{number}\\. {who}" for number, who in enumerate(players, start=1))


def _seat_order(state: TableState, view: View) -> str:
    """Return the seats in the order of play, with the players who begin and deal."""
    order = [Seat(i) for i in range(len(view.players))]
    lines = []
    for number, (seat, who) in enumerate(zip(order, mentioned(state, order), strict=True), start=1):
        roles = [word for word, role in _roles(view) if role == seat]
        lines.append(" · ".join([f"{number}\\. {who}", *roles]))
    return "\n".join(lines)


def _roles(view: View) -> list[tuple[str, Seat]]:
    if view.deal is None or view.deal_number > 1:
        return []
    return [(table.PLAYS_FIRST(), view.deal.first), (table.DEALS(), view.deal.dealer)]


def board(state: TableState, *, in_words: bool = False) -> Screen:
    """Return the public board of the running deal; with `in_words`, without a picture."""
    return _board(state, state.public, in_words=True) if in_words else drawn_board(state, undrawn_board(state))


def undrawn_board(state: TableState) -> Screen:
    """Return the public board with words in place of its picture. Two boards that look the same are equal."""
    return _board(state, state.public, in_words=False)


def drawn_board(state: TableState, undrawn: Screen) -> Screen:
    """Return the board with its picture."""
    return _drawn(state, state.public, undrawn)


def moved(link: str | None) -> Screen:
    """Return the text that replaces an old board that cannot be deleted; `link` leads to the new one."""
    return screen(Accent.GREY, table.moved(link))


def last_board(state: TableState, last_deal: View) -> Screen:
    """Return the board of the deal before the running one, at its end."""
    return _drawn(state, last_deal, _board(state, last_deal, in_words=False))


def _board(state: TableState, view: View, *, in_words: bool) -> Screen:
    """Return the board with words in place of its picture.

    `in_words`: people see only the words.
    """
    deal = view.deal
    if deal is None:
        waits = beacon.awaited(state, view) if view.awaits_round else refusals.REFUSALS[Refusal.NOT_STARTED]()
        return screen(Accent.GREY, waits)
    return screen(
        _accent(view, deal),
        alt_table(view, names(state) if in_words else drawn_names(state)),
        f"{_status(state, view, deal)}\n{face_of(view.rules).board_line(deal, names(state), in_words=in_words)}",
        _last_events(state, deal),
        coach.ASKED() if state.lobby.coached and state.would_count else None,
        beacon.late(view),
        *public_vote(state, view),
        _board_row(state, view),
    )


def _drawn(state: TableState, view: View, board: Screen) -> Screen:
    """Return the board with its picture in place of the words."""
    words, *others = board.parts
    if view.deal is None or not isinstance(words, str):
        return board
    picture = Picture("board.png", draw_table(view, drawn_names(state)), words)
    return replace(board, parts=(picture, *others))


def _accent(view: View, deal: DealView) -> Accent:
    if view.stage is Stage.VOID:
        return Accent.GREY
    return Accent.GOLD if deal.phase in (Phase.SHOW, Phase.OVER) else Accent.BLURPLE


def _status(state: TableState, view: View, deal: DealView) -> str:
    """Return the players who have to act, with their tasks and the deadline. A finished deal has a message of its
    own.
    """
    if view.stage in (Stage.VOID, Stage.FINISHED):
        return table.TABLE_OVER()
    if deal.outcome is not None:
        return table.DEAL_OVER()
    if deal.phase is Phase.SHOW:
        return f"{table.declared(names(state)[deal.turn])}\n{_awaited(state, deal)}"
    return "\n".join(filter(None, (_awaited(state, deal), ends_soon(deal))))


def _awaited(state: TableState, deal: DealView) -> str:
    return table.awaited(waiting_for(state, deal), deadline(state))


def _last_events(state: TableState, deal: DealView) -> str:
    """Return the last events, a line each; the newest is last."""
    called = names(state)
    told = [events.event(event, called[event.seat], deal.rules) for event in deal.events[-EVENTS:]]
    return "\n".join(f"-# {line}" for line in told)


def _board_row(state: TableState, view: View) -> Row | None:
    if view.stage is Stage.DEALING:  # by now its discards are those of the next deal
        return row(button(state, "scores", buttons.SCORES()))
    if view.stage is not Stage.PLAYING:
        return row(button(state, "scores", buttons.SCORES()), button(state, "discards", buttons.DISCARDS()))
    return row(
        button(state, "hand", buttons.HAND(), Style.PRIMARY),
        button(state, "discards", buttons.DISCARDS()),
        button(state, "scores", buttons.SCORES()),
        button(state, "rules", buttons.RULES()),
        button(state, "more", buttons.MORE),
    )


# -- pings ------------------------------------------------------------------------------------------


def ping(state: TableState) -> Screen:
    """Return the call to the player whose turn it is."""
    deal = state.public.deal
    if deal is None:
        return screen(Accent.GREY, refusals.REFUSALS[Refusal.NOT_STARTED]())
    return _turn_call(state, deal.turn, table.your_turn)


def remind(state: TableState, seat: Seat) -> Screen:
    """Return the reminder for a player whose time is half over."""
    return _turn_call(state, seat, table.half_time)


def _turn_call(state: TableState, seat: Seat, said: Callable[[str], str]) -> Screen:
    (who,) = mentioned(state, [seat])
    play = row(button(state, CALL, buttons.PLAY_TURN(), Style.SUCCESS))
    return screen(Accent.GREEN, f"{said(who)} {deadline(state)}", play)


def show_ping(state: TableState) -> Screen:
    """Return the call to all people who have groups to show. Computers show theirs by themselves."""
    deal = state.public.deal
    if deal is None:
        return screen(Accent.GREY, refusals.REFUSALS[Refusal.NOT_STARTED]())
    losers = listed(mentioned(state, [seat for seat in deal.awaited if not state.players[seat].is_computer]))
    ask = f"{table.show_call(losers, names(state)[deal.turn])} {deadline(state)}"
    return screen(Accent.GREEN, ask, row(button(state, CALL, buttons.HAND(), Style.SUCCESS)))


def back(state: TableState) -> Screen:
    """Return the message to a table that downtime did not count."""
    view = state.public
    waiting = ""
    if view.deal is not None and view.stage is Stage.PLAYING:
        waiting = _awaited(state, view.deal)
    elif view.stage is Stage.BETWEEN:
        waiting = waits(state, view)
    return screen(Accent.BLURPLE, f"**{table.BACK()}**\n{waiting}", row(button(state, "hand", buttons.HAND())))


# -- what appears once ------------------------------------------------------------------------------


def posted(
    state: TableState,
    message: OutboxMessage[TableId],
    kept: Finished | None = None,
    *,
    card: str | None = None,
) -> Screen:
    """Return the screen of an outbox message.

    `kept` holds the match's changes of the standings. `card` is the link to the card of a table that plays elsewhere,
    or to its tournament's.

    Raises:
        KeyError: no message of a table is of that kind.
    """
    match message.kind:
        case OutboxKind.MET:
            return met(state, pinged(state, message))
        case OutboxKind.START:
            return start(state, card=card)
        case OutboxKind.TOSS:
            return toss(state)
        case OutboxKind.ROUND:
            return beacon.round_named(state, message.number)
        case OutboxKind.MISSING:
            return beacon.round_missing(state, message.number)
        case OutboxKind.SHOW:
            return show(state, message.number)
        case OutboxKind.SHEET:
            return sheet(state, deal=message.number)
        case OutboxKind.DEAL:
            return after_deal(state, message.number)
        case OutboxKind.RESULT:
            return result(state, kept, where=table.card(card), last_deal=message.number)
        case OutboxKind.ANSWER:
            return dispute_answered(state, message.number)
        case OutboxKind.VOID:
            return match_voided(state, message.number)
        case OutboxKind.BACK:
            return back(state)
    raise KeyError(message.kind)


def pinged(state: TableState, message: OutboxMessage[TableId]) -> list[int]:
    """Return the people whom an outbox message may ping: everybody, but after a deal only those who may rejoin,
    and at a lobby those who have waited for it.
    """
    match message.kind:
        case OutboxKind.MET:
            waited = [line.user for line in state.entropy[1 : 1 + message.number]]
            return [person for person in waited if person in state.lobby.persons]
        case OutboxKind.START | OutboxKind.ANSWER | OutboxKind.VOID:
            return mentions(state)
        case OutboxKind.DEAL if is_pause_after(state, message.number):
            offered = (state.players[seat] for seat in state.public.offers)
            return [player.id for player in offered if not player.is_computer]
    return []
