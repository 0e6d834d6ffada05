"""What a knock comes to: both hands laid for the best of who holds them, lay-offs, and the points (H6 to H10)."""

from dataclasses import dataclass, replace

from bot.games.gin.codes import GinEnding
from bot.games.gin.melds import arranged, best_melds, bits, cards_of, deadwood, knocks, laid, lay_off
from bot.games.gin.rules import GinRules
from bot.rummy.cards import Card
from bot.rummy.judge import Arrangement


@dataclass(frozen=True, slots=True)
class Showdown:
    """Two hands laid open after a knock."""

    ending: GinEnding
    knocker: Arrangement
    opponent: Arrangement
    """Without what was laid off."""
    laid_off: tuple[Card, ...]
    """What the opponent has laid off on the knocker's melds."""
    points: int
    """What the winner gets."""

    @property
    def knocker_wins(self) -> bool:
        """Return whether the one who knocked gets them."""
        return self.ending is not GinEnding.UNDERCUT


def showdown(
    knocker: tuple[Card, ...], opponent: tuple[Card, ...], values: GinRules, limit: int, factor: int = 1
) -> Showdown:
    """Return what comes of a knock.

    Args:
        knocker: the ten cards kept; eleven of a big gin.
        opponent: the other hand.
        values: of the rule set.
        limit: the most deadwood that a knock may have in this deal; the knocker's hand can be laid with no more.
        factor: by how much the deal counts.
    """
    own, other = bits(knocker), bits(opponent)
    if not deadwood(own):
        big = len(knocker) > len(opponent)
        bonus = values.big_gin_bonus if big else values.gin_bonus
        laid_open = arranged(other)
        ending = GinEnding.BIG_GIN if big else GinEnding.GIN
        return Showdown(ending, arranged(own), laid_open, (), factor * (laid_open.raw + bonus))
    shown = _answered(own, other, values, limit)
    return replace(shown, points=factor * shown.points)


def _answered(own: int, other: int, values: GinRules, limit: int) -> Showdown:
    """Return the best way to lay the knocker's hand, after the opponent has laid off all it can."""
    alone, left, melds = deadwood(other), deadwood(own), best_melds(own)
    rest, off = lay_off(other, melds)
    worth = _worth(left, rest, values)
    # No lay-off leaves the opponent with more than it has without: what is worth that much is the best there is.
    for left, others in knocks(own, limit) if off else ():
        if _worth(left, alone, values) <= worth:
            break
        rest, laid_off = lay_off(other, others)
        if _worth(left, rest, values) > worth:
            worth, melds, off = _worth(left, rest, values), others, laid_off
    ending = GinEnding.KNOCK if worth > 0 else GinEnding.UNDERCUT
    return Showdown(ending, laid(own, melds), arranged(other & ~off), cards_of(off), abs(worth))


def _worth(knocker: int, opponent: int, values: GinRules) -> int:
    """Return what the knocker gets for these points of deadwood; below 0 what the opponent gets (H10)."""
    if knocker < opponent:
        return opponent - knocker
    return opponent - knocker - values.undercut_bonus
