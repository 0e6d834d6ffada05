"""What a drop costs, and about what playing on costs."""

from dataclasses import dataclass

from bot.games.indian.computer.dropping import playing_on
from bot.games.indian.view import IndianView
from bot.rummy.actions import Drop
from bot.rummy.match.match import is_eliminated
from bot.rummy.view import View


@dataclass(frozen=True, slots=True)
class Leaving:
    """A drop beside playing on, in points."""

    cost: int
    """What the drop costs, exactly."""
    playing_on: float
    """What playing on costs on average, as a model has it; below 0: it wins more than it loses."""
    puts_out: bool
    """Whether the drop would put the player out of a pool."""


def leaving(view: View, deal: IndianView, missing: int) -> Leaving | None:
    """What the seat would pay for leaving the deal now; None: it cannot drop."""
    if deal.seat is None or not view.allows(Drop()):
        return None
    pool, cost = view.match.pool, deal.drop_points
    puts_out = pool is not None and is_eliminated(view.match.totals[deal.seat] + cost, pool.limit)
    return Leaving(cost, playing_on(view, deal, missing), puts_out)
