"""What it costs on average to play a hand on, to compare with a drop."""

from bot.games.indian.computer.dropping import LOST, PAID, USUAL_COUNT
from bot.games.indian.view import IndianView
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import View


def cost_of_staying(view: View, deal: IndianView, chance: float, missing: int) -> float:
    """The points that playing on costs on average, with that chance to win.

    To win is worth what the others pay: in a pool no more than one of them would pay anyway.
    """
    others = max(1, sum(seat.status is SeatStatus.IN for seat in deal.seats) - 1)
    scale = deal.rules.scoring.full_count / USUAL_COUNT
    lost, paid = scale * LOST[min(missing, len(LOST) - 1)], scale * PAID
    gained = paid / others if view.match.pool is not None else paid * others
    return (1 - chance) * lost - chance * gained
