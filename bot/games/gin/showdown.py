"""The result of a knock: both hands laid in the best way for their holders, lay-offs, and points (H6 to H10)."""

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
    """The opponent's hand without the cards laid off."""
    laid_off: tuple[Card, ...]
    """The cards that the opponent has laid off on the knocker's melds."""
    points: int
    """The points of the winner."""

    @property
    def knocker_wins(self) -> bool:
        """Return whether the knocker gets the points."""
        return self.ending is not GinEnding.UNDERCUT


def showdown(
    knocker: tuple[Card, ...], opponent: tuple[Card, ...], values: GinRules, limit: int, factor: int = 1
) -> Showdown:
    """Return the result of a knock.

    Args:
        knocker: the ten cards kept; eleven of a big gin.
        opponent: the other hand.
        values: of the rule set.
        limit: the most deadwood of a knock in this deal; the knocker's hand can be laid with no more.
        factor: the number by which the points of the deal are multiplied.
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
    """Return the best way to lay the knocker's hand, if the opponent then lays off all it can."""
    alone, left, melds = deadwood(other), deadwood(own), best_melds(own)
    rest, off = lay_off(other, melds)
    worth = _worth(left, rest, values)
    # Lay-offs only lower the opponent's deadwood, so a hand worth as much as without any is the best there is.
    for left, others in knocks(own, limit) if off else ():
        if _worth(left, alone, values) <= worth:
            break
        rest, laid_off = lay_off(other, others)
        if _worth(left, rest, values) > worth:
            worth, melds, off = _worth(left, rest, values), others, laid_off
    ending = GinEnding.KNOCK if worth > 0 else GinEnding.UNDERCUT
    return Showdown(ending, laid(own, melds), arranged(other & ~off), cards_of(off), abs(worth))


def _worth(knocker: int, opponent: int, values: GinRules) -> int:
    """Return the knocker's points for this deadwood; below 0 they are the opponent's (H10)."""
    if knocker < opponent:
        return opponent - knocker
    return opponent - knocker - values.undercut_bonus
