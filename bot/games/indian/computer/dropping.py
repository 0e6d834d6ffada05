"""Whether a hand is worth playing: what a drop costs against what playing on costs on average.

The averages are those of deals between computers of level 3, by how many cards the hand missed before its first draw.
"""

from bot.games.indian.view import IndianView
from bot.rummy.match.match import is_eliminated
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import View

CHANCES = {
    2: (1.0, 0.83, 0.73, 0.54, 0.40, 0.28, 0.11, 0.0),
    3: (1.0, 0.82, 0.62, 0.37, 0.21, 0.12, 0.07, 0.0),
    4: (1.0, 0.77, 0.51, 0.28, 0.14, 0.07, 0.02, 0.0),
}
"""By the number of players and of missing cards, the share of deals that such a hand has won."""
LOST = (30, 35, 32, 38, 48, 54, 58, 65)
"""By the number of missing cards, the points that such a hand paid where it did not win."""
PAID = 42
"""The points that each of the others paid where it won."""
USUAL_COUNT = 80
"""The full count of these deals."""
LAST_LIFE = 1.5
"""How much worse points are that end one's pool."""


def drops(view: View, deal: IndianView, missing: int) -> bool:
    """Whether the seat should leave the deal now: only before its first draw, and never out of a pool."""
    if deal.drops is None or deal.seat is None or deal.seats[deal.seat].has_drawn:
        return False
    pool = view.match.pool
    if pool is None:
        return deal.drop_points < playing_on(view, deal, missing)
    total = view.match.totals[deal.seat]
    if is_eliminated(total + deal.drop_points, pool.limit):
        return False
    is_last_life = is_eliminated(total + round(lost(deal, missing)), pool.limit)
    return deal.drop_points < playing_on(view, deal, missing, worse=LAST_LIFE if is_last_life else 1)


def playing_on(view: View, deal: IndianView, missing: int, *, chance: float | None = None, worse: float = 1) -> float:
    """What playing on costs on average, in points; below 0: it wins more than it loses.

    Args:
        view: what the seat may know.
        deal: its deal.
        missing: how many cards the hand misses.
        chance: to win the deal; None: as before the first draw.
        worse: how much more the points of a lost deal count.
    """
    others = sum(seat.status is SeatStatus.IN for seat in deal.seats) - 1
    chance = _chance(others + 1, missing) if chance is None else chance
    paid = _scale(deal) * PAID
    # In a pool the others pay as much where one of them wins instead, so that only the winner's share is won.
    won = paid * others if view.match.pool is None else paid / max(1, others)
    return (1 - chance) * worse * lost(deal, missing) - chance * won


def lost(deal: IndianView, missing: int) -> float:
    """The points of a lost deal on average."""
    return _scale(deal) * LOST[min(missing, len(LOST) - 1)]


def _scale(deal: IndianView) -> float:
    return deal.rules.scoring.full_count / USUAL_COUNT


def _chance(players: int, missing: int) -> float:
    row = CHANCES[min(max(players, min(CHANCES)), max(CHANCES))]
    return row[min(missing, len(row) - 1)]
