"""The computer players of the Indian game: four levels, each a function from what a seat sees to what it does.

A level always does the same where it sees the same. Whatever the level, a complete hand is declared, and a loser shows
the best groups there are.
"""

from bot.games.indian.computer import beginner, between, greedy
from bot.games.indian.computer import fewest_missing as nearing
from bot.rummy.actions import Action
from bot.rummy.ids import USUAL_LEVEL
from bot.rummy.view import Stage, View


def level_1(view: View) -> Action:
    """Return a beginner: overlooks what jokers could do, and holds on to pairs and high cards."""
    return between.answer(view, rejoins=True, shares=False) if view.stage is Stage.BETWEEN else beginner.choose(view)


def level_2(view: View) -> Action:
    """Wants the fewest points now."""
    return between.answer(view, rejoins=False, shares=False) if view.stage is Stage.BETWEEN else greedy.choose(view)


def level_3(view: View) -> Action:
    """Wants the fewest missing cards, then the fewest points; drops a hopeless hand."""
    if view.stage is Stage.BETWEEN:
        return between.answer(view, rejoins=True, shares=True)
    return nearing.choose(view, counts_cards=False)


def level_4(view: View) -> Action:
    """Play as level 3 does, remember every card seen, and weigh a hand by the unseen cards that help it and by
    points.
    """
    if view.stage is Stage.BETWEEN:
        return between.answer(view, rejoins=True, shares=True)
    return nearing.choose(view, counts_cards=True)


LEVELS = (level_1, level_2, level_3, level_4)


def choose(view: View, level: int = USUAL_LEVEL) -> Action:
    """Return what a computer of that level does next on the seat whose view this is."""
    return LEVELS[level - 1](view)
