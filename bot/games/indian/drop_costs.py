"""The exact cost of a drop, and the estimated cost of playing on."""

from dataclasses import dataclass

from bot.games.indian.computer.chances import Outlook
from bot.games.indian.computer.drops import lost, playing_on
from bot.games.indian.view import IndianView
from bot.rummy.actions import Drop
from bot.rummy.cards import Seat
from bot.rummy.match.match import is_eliminated
from bot.rummy.view import View


@dataclass(frozen=True, slots=True)
class DropCost:
    """The cost of a drop beside that of playing on, in points."""

    cost: int
    """The cost of the drop, exactly."""
    puts_out: bool
    """Whether the drop would put the player out of a pool."""
    playing_on: float
    """The average cost of playing on, by a model; below 0 it wins more than it loses."""
    may_put_out: bool
    """Whether a lost deal would put the player out of a pool, by a model."""


def leaving(view: View, deal: IndianView, now: Outlook) -> DropCost | None:
    """Return the cost of leaving the deal now; None if the seat cannot drop."""
    if deal.seat is None or not view.allows(Drop()):
        return None
    return DropCost(
        deal.drop_points,
        _is_out(view, deal.seat, deal.drop_points),
        playing_on(view, deal, now),
        _is_out(view, deal.seat, round(lost(deal, now.missing))),
    )


def _is_out(view: View, seat: Seat, points: int) -> bool:
    """Return whether that many points put the seat out of a pool."""
    pool = view.match.pool
    return pool is not None and is_eliminated(view.match.totals[seat] + points, pool.limit)
