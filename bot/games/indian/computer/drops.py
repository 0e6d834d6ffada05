"""Whether a hand is worth playing: the cost of a drop beside the average cost of playing on.

The averages come from deals between computers of level 4 in which nobody could drop.
"""

from bot.games.indian.computer.chances import Outlook
from bot.games.indian.view import IndianView
from bot.rummy.match.match import is_eliminated
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import View

LOST = (30, 37, 38, 50, 60, 70)
"""Points that a hand which did not win cost on average, by the number of cards it missed before a draw."""
PAID = 42
"""Points that each of the others paid on average if the hand won."""
USUAL_COUNT = 80
"""The full count of these deals."""
LAST_LIFE = 1.5
"""The factor by which points are worse if they put the seat out of a pool."""


def drops(view: View, deal: IndianView, now: Outlook) -> bool:
    """Return whether the seat should leave the deal now; it never leaves if that puts it out of a pool."""
    if deal.drops is None or deal.seat is None:
        return False
    pool = view.match.pool
    if pool is not None and is_eliminated(view.match.totals[deal.seat] + deal.drop_points, pool.limit):
        return False
    return deal.drop_points < playing_on(view, deal, now, worse=worse(view, deal, now.missing))


def worse(view: View, deal: IndianView, missing: int) -> float:
    """Return how many times more the points of a lost deal count, as they may put the seat out of a pool."""
    pool = view.match.pool
    if pool is None or deal.seat is None:
        return 1
    return LAST_LIFE if is_eliminated(view.match.totals[deal.seat] + round(lost(deal, missing)), pool.limit) else 1


def playing_on(view: View, deal: IndianView, now: Outlook, *, worse: float = 1) -> float:
    """Return the average cost of playing on, in points; below 0 it wins more than it loses.

    Args:
        view: what the seat may know.
        deal: its deal.
        now: the worth of its hand before its draw.
        worse: how many times more the points of a lost deal count.
    """
    return (1 - now.reckoned) * worse * lost(deal, now.missing) - now.reckoned * won(view, deal)


def won(view: View, deal: IndianView) -> float:
    """Return the average points that a won deal brings."""
    others = sum(seat.status is SeatStatus.IN for seat in deal.seats) - 1
    paid = _scale(deal) * PAID
    # In a pool the others pay as much if one of them wins instead, so a win brings one share of it.
    return paid * others if view.match.pool is None else paid / max(1, others)


def swing(view: View, deal: IndianView, missing: int) -> float:
    """Return by how many points a won deal is better on average than a lost one."""
    return won(view, deal) + lost(deal, missing)


def lost(deal: IndianView, missing: int) -> float:
    """Return the average points of a lost deal."""
    return _scale(deal) * LOST[min(missing, len(LOST) - 1)]


def _scale(deal: IndianView) -> float:
    return deal.rules.scoring.full_count / USUAL_COUNT
