"""What a drop costs, and about what playing on costs."""

from dataclasses import dataclass

from bot.games.indian.computer.chances import Outlook
from bot.games.indian.computer.drops import lost, playing_on
from bot.games.indian.view import IndianView
from bot.rummy.actions import Drop
from bot.rummy.cards import Seat
from bot.rummy.match.match import is_eliminated
from bot.rummy.view import View


@dataclass(frozen=True, slots=True)
class Leaving:
    """A drop beside playing on, in points."""

    cost: int
    """What the drop costs, exactly."""
    puts_out: bool
    """Whether that would put the player out of a pool."""
    playing_on: float
    """What playing on costs on average, as a model has it; below 0: it wins more than it loses."""
    may_put_out: bool
    """Whether a lost deal would put the player out of a pool, as a model has it."""


def leaving(view: View, deal: IndianView, now: Outlook) -> Leaving | None:
    """Return what the seat would pay for leaving the deal now; None if it cannot drop."""
    if deal.seat is None or not view.allows(Drop()):
        return None
    return Leaving(
        deal.drop_points,
        _is_out(view, deal.seat, deal.drop_points),
        playing_on(view, deal, now),
        _is_out(view, deal.seat, round(lost(deal, now.missing))),
    )


def _is_out(view: View, seat: Seat, points: int) -> bool:
    """Return whether so many points put the seat out of a pool."""
    pool = view.match.pool
    return pool is not None and is_eliminated(view.match.totals[seat] + points, pool.limit)
