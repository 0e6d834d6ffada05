"""The stored form of a finished match: its players and their results."""

from datetime import datetime

from bot.codes import MatchExit
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId
from bot.rummy.match import stakes
from bot.rummy.match.match import Match, is_eliminated
from bot.rummy.outcome import Outcome, SeatStatus
from bot.rummy.table import Table
from bot.rummy.view import Stage
from bot.service.match_effects import COUNTING
from bot.service.tables.state import TableState
from bot.store.rows.matches import Finished, MatchRow, ResultRow


def finished(before: TableState, after: Table, now: datetime) -> Finished | None:
    """Return the row of a match that this change has finished. Return None if it runs on, is void, or was over before.

    A match of a server counts in its standings if only people played, none of them asked the coach, and its tournament,
    if any, counts.
    """
    was_over = before.table is not None and before.table.is_over
    if after.stage is not Stage.FINISHED or was_over:
        return None
    row, match = before.row, after.match
    kept = MatchRow(
        table=row.id,
        guild=row.guild,
        season=0,
        format=match.terms.course,
        rules_id=row.rules_id,
        stake=match.terms.stake,
        deals=len(match.outcomes),
        seats=match.seats,
        counted=before.counts,
        private=row.private,
        finished_at=now,
    )
    return Finished(kept, tuple(_result(before, after, Seat(i)) for i in range(match.seats)), COUNTING)


def _result(state: TableState, table: Table, seat: Seat) -> ResultRow:
    match, player = table.match, table.players[seat]
    played = [outcome for outcome in match.counted if outcome.has(seat)]
    place, called = match.places[seat], state.name(player)
    return ResultRow(
        table=state.id,
        seat=seat,
        player=None if player.is_computer else PlayerId(player.id),
        name=str(called),
        place=place,
        sharing=match.places.count(place),
        total=match.totals[seat],
        deals=len(played),
        deals_won=sum(seat in outcome.winners for outcome in played),
        points=_points(match, seat, played),
        drops=_times(played, seat, SeatStatus.DROPPED),
        wrong=_times(played, seat, SeatStatus.WRONG),
        chips=stakes.payouts(match)[seat] - stakes.paid(match)[seat],
        level=player.level,
        coached=seat in state.coached,
        handle=called.handle or None,
        exit=None if player.is_computer else _exit(table, seat),
    )


def _points(match: Match, seat: Seat, played: list[Outcome]) -> int:
    """Return the points of the seat in all deals, as a cost. A single deal has the bonuses of its match as well."""
    points = match.totals[seat] if match.format.is_single else sum(outcome.points[seat] for outcome in played)
    return match.rules.game.cost(points)


def _exit(table: Table, seat: Seat) -> MatchExit:
    """Return how a person left the match. Who goes after a drop in the only deal, or when eliminated, has finished."""
    match = table.match
    statuses = [outcome.statuses[seat] for outcome in match.outcomes if outcome.has(seat)]
    is_done = match.format.is_single or (match.pool is not None and is_eliminated(match.totals[seat], match.pool.limit))
    if SeatStatus.LEFT in statuses or (seat in table.left and not is_done):
        return MatchExit.LEFT
    return MatchExit.LAPSED if statuses[-1:] == [SeatStatus.LAPSED] else MatchExit.FINISHED


def _times(played: list[Outcome], seat: Seat, status: SeatStatus) -> int:
    return sum(outcome.statuses[seat] is status for outcome in played)
