"""What a computer decides between two deals."""

from bot.rummy.actions import Action, CallSplit, Next, Rejoin, Vote
from bot.rummy.view import View

FAR_BEHIND = 1.5
"""How much better a share of a pool must be than the chance to win it alone, before others are asked for it."""


def answer(view: View, *, rejoins: bool, shares: bool) -> Action:
    """Return what the seat answers when the next deal waits for it. Asked to share a pool, it agrees.

    Args:
        view: what the seat may know.
        rejoins: whether it would buy back in at all.
        shares: whether it would ask the others to share a pool at all.
    """
    if view.is_splitting:
        return Vote(True)
    if rejoins and view.allows(Rejoin()) and _pays(view):
        return Rejoin()
    if shares and view.allows(CallSplit()) and _is_far_behind(view):
        return CallSplit()
    return Next()


def _pays(view: View) -> bool:
    """Return whether a new entry is worth its share of the pool: as much as the points left to the seat of all that are
    left.

    The entry itself goes to the pool, too.
    """
    match = view.match
    pool, total = match.pool, match.rejoin_total
    if pool is None or total is None:
        return False
    own = pool.limit - total
    others = sum(pool.limit - match.totals[seat] for seat in match.active)
    entries = match.seats + len(match.rejoins) + 1
    return entries * own > own + others


def _is_far_behind(view: View) -> bool:
    """Return whether the seat wins the pool much more rarely than it would share it.

    All who share it get the same first place. Who wins it alone goes by the points that each has left.
    """
    match = view.match
    pool = match.pool
    if pool is None or view.seat is None:
        return False
    left = {seat: pool.limit - match.totals[seat] for seat in match.active}
    return FAR_BEHIND * left[view.seat] * len(left) <= sum(left.values())
