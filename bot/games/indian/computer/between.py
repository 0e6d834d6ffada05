"""What a computer decides between two deals."""

from bot.rummy.actions import Action, Next, Rejoin, Vote
from bot.rummy.view import View


def answer(view: View, *, rejoins: bool) -> Action:
    """What the seat answers when the next deal waits for it: it agrees to share a pool, and may buy back in.

    Args:
        view: what the seat may know.
        rejoins: whether it would buy back in at all.
    """
    if view.is_splitting:
        return Vote(True)
    if rejoins and view.allows(Rejoin()) and _pays(view):
        return Rejoin()
    return Next()


def _pays(view: View) -> bool:
    """Whether a new entry is worth its share of the pool: as much as the points left to the seat of all that are left.

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
