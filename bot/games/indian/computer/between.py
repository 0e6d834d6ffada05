"""The decisions of a computer between two deals."""

from bot.rummy.actions import Action, CallSplit, Next, Rejoin, Vote
from bot.rummy.view import View

FAR_BEHIND = 1.5
"""The factor by which a share of a pool must exceed the chance to win it alone before a computer asks to share."""


def answer(view: View, *, rejoins: bool, shares: bool) -> Action:
    """Return the answer of the seat when the next deal waits for it. It agrees whenever others ask to share a pool.

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
    """Return whether a new entry is worth its price.

    The chance to win the pool is the seat's part of all points left.

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
    """Return whether the seat would do much better with a share of the pool than by playing on.

    All who share a pool get the same first place. The chance to win it alone is the seat's part of all points left.
    """
    match = view.match
    pool = match.pool
    if pool is None or view.seat is None:
        return False
    left = {seat: pool.limit - match.totals[seat] for seat in match.active}
    return FAR_BEHIND * left[view.seat] * len(left) <= sum(left.values())
