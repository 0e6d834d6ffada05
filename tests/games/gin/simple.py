"""The simple strategy of published research on gin, as an opponent. It never looks at what was thrown.

The levels are measured against it: `paplu duel 4 tests.games.gin.simple:choose --rules gin`.
"""

from bot.games.gin import melds
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.view import seen
from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.deal_view import Phase
from bot.rummy.view import View


def choose(view: View) -> Action:
    """Take the open card only where it lies in a meld, throw the dearest loose card, and knock at once."""
    deal = seen(view)
    if deal.phase is Phase.DRAW:
        if deal.top is not None and deal.refusal(Draw(Source.OPEN)) is None:
            with_top = melds.best((*deal.hand, deal.top))
            if any(deal.top in group for group in with_top.groups):
                return Draw(Source.OPEN)
        return Pass() if deal.is_offered else Draw(Source.CLOSED)
    if deal.has_big_gin:
        return BigGin()
    laid = melds.best(deal.hand)
    loose = [card for card in laid.deadwood if card != deal.taken]
    if not loose:
        return Knock(melds.best_discard(deal.hand, deal.taken)[0])
    thrown = max(loose, key=lambda card: (melds.card_points(card), card.rank, card.index))
    left = laid.raw - melds.card_points(thrown)
    return Knock(thrown) if left <= deal.knock_limit else Discard(thrown)
