"""The tables of a tournament: how each is opened, and what its result decides."""

from datetime import datetime

from bot.codes import TableStatus
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, Terms
from bot.rummy.tournament.events import DecideByTotal, Decision, PlayerResult, Result
from bot.rummy.tournament.rounds import Purpose, RoundTable
from bot.rummy.view import View
from bot.service.shuffle import new_secrets
from bot.service.tables.state import Lobby, TableState, dice_of
from bot.service.tournaments.state import TournamentState
from bot.store.rows.subjects import EntropyLine
from bot.store.rows.tables import TableRow

BEHIND = 1_000_000
"""More than any total: an eliminated player stands behind all who are still in."""


def row_of(state: TournamentState, table: RoundTable, code: TableId, now: datetime) -> TableRow:
    """Return the row of a table of the bracket, before its first card. The tournament's secrets lead to its own.

    They may be public if the database was put back. Then it draws its own.
    """
    version = state.row.secrets.version
    is_known = state.progress.put_back is not None
    secrets = new_secrets(version) if is_known else dice_of(state.row, state.entropy).secrets_of(table.number, version)
    return TableRow(
        id=code,
        guild=state.row.guild,
        channel=state.row.channel,
        host=next((PlayerId(one.id) for one in table.players if not one.is_computer), state.row.host),
        private=False,
        rules_id=state.row.rules_id,
        rules=state.row.rules,
        pace=state.plan.pace,
        seed=secrets.seed,
        commitment=secrets.commitment,
        shuffle=secrets.version,
        veil=secrets.veil,
        opened_at=now,
        changed_at=now,
        tournament=state.id,
    )


def terms_of(state: TournamentState, table: RoundTable) -> Terms:
    """Return the terms of a table of the bracket. A tie is broken by one deal, if the rules have that format."""
    is_short = table.purpose is Purpose.TIE and Format.POINTS in state.rules.formats
    return Terms(Format.POINTS) if is_short else state.plan.terms


def lobby_of(state: TournamentState, table: RoundTable) -> Lobby:
    """Return the lobby of a table of the bracket."""
    present = table.present(state.progress.bracket.withdrawn if state.progress.bracket else ())
    terms = terms_of(state, table)
    names = {PlayerId(player.id): state.name(player) for player in present if not player.is_computer}
    plan = state.plan
    return Lobby(terms, len(present), present, names, plan.help, counted=plan.counted, coach=plan.coach)


def entropy_of(state: TournamentState, table: RoundTable) -> tuple[EntropyLine, ...]:
    """Return the entropy of a table: the press with which each of its players signed up, and their words."""
    presses = {line.user: line for line in state.entropy if line.kind == "join"}
    words = {line.user: line.word for line in state.entropy if line.word}
    people = [player.id for player in table.players if not player.is_computer]
    return tuple(
        EntropyLine(seq, "join", user, presses[user].interaction if user in presses else 0, words.get(user))
        for seq, user in enumerate(people)
    )


def decision(table: RoundTable, ended: TableState | None) -> Decision:
    """Return the decision that a finished table means for its tournament: its places, or for a void one its points so
    far.

    `ended` is None if the table can no longer be read; all players are equal then.
    """
    number = table.number
    if ended is None:
        return DecideByTotal(number, tuple((player, 0) for player in table.players))
    view = ended.public
    match = view.match
    if ended.row.status is TableStatus.FINISHED:
        places, totals = match.places, _less_is_better(match)
        finishes = zip(view.players, places, totals, strict=True)
        return Result(number, tuple(PlayerResult(player, place, total) for player, place, total in finishes))
    return DecideByTotal(number, tuple(zip(view.players, totals_so_far(view), strict=True)))


def totals_so_far(view: View) -> tuple[int, ...]:
    """Return the score of each seat in a running match, the running deal included; less is better."""
    running = dict.fromkeys(range(len(view.players)), 0)
    if view.deal is not None and view.deal.outcome is None:
        running |= {seat.seat: view.rules.game.cost(seat.points or 0) for seat in view.deal.seats}
    out = view.match.out
    totals = enumerate(_less_is_better(view.match))
    return tuple(total + running[seat] + (BEHIND if out[Seat(seat)] is not None else 0) for seat, total in totals)


def _less_is_better(match: Match) -> tuple[int, ...]:
    """Return the totals so that less is better. Change the sign if more is better in this match."""
    sign = -1 if match.more_is_better else 1
    return tuple(sign * total for total in match.totals)
