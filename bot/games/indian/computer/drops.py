"""Whether a hand is worth playing: what a drop costs against what playing on costs on average.

The averages are those of deals between computers of level 4 in which nobody could drop.
"""

from bot.games.indian.computer.chances import Outlook
from bot.games.indian.view import IndianView
from bot.rummy.match.match import is_eliminated
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import View

LOST = (30, 37, 38, 50, 60, 70)
"""By the number of missing cards before a draw, the points that such a hand paid where it did not win."""
PAID = 42
"""The points that each of the others paid where it won."""
USUAL_COUNT = 80
"""The full count of these deals."""
LAST_LIFE = 1.5
"""How much worse points are that end one's pool."""


def drops(view: View, deal: IndianView, now: Outlook) -> bool:
    """Return whether the seat should leave the deal now; never out of a pool."""
    if deal.drops is None or deal.seat is None:
        return False
    pool = view.match.pool
    if pool is None:
        return deal.drop_points < playing_on(view, deal, now)
    total = view.match.totals[deal.seat]
    if is_eliminated(total + deal.drop_points, pool.limit):
        return False
    is_last_life = is_eliminated(total + round(lost(deal, now.missing)), pool.limit)
    return deal.drop_points < playing_on(view, deal, now, worse=LAST_LIFE if is_last_life else 1)


def playing_on(view: View, deal: IndianView, now: Outlook, *, worse: float = 1) -> float:
    """Return what playing on costs on average, in points; below 0: it wins more than it loses.

    Args:
        view: what the seat may know.
        deal: its deal.
        now: what its hand is worth before its draw.
        worse: how much more the points of a lost deal count.
    """
    others = sum(seat.status is SeatStatus.IN for seat in deal.seats) - 1
    paid = _scale(deal) * PAID
    # In a pool the others pay as much where one of them wins instead, so that only the winner's share is won.
    won = paid * others if view.match.pool is None else paid / max(1, others)
    return (1 - now.reckoned) * worse * lost(deal, now.missing) - now.reckoned * won


def lost(deal: IndianView, missing: int) -> float:
    """Return the points of a lost deal on average."""
    return _scale(deal) * LOST[min(missing, len(LOST) - 1)]


def _scale(deal: IndianView) -> float:
    return deal.rules.scoring.full_count / USUAL_COUNT
