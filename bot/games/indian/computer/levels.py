"""The computer players of the Indian game: four levels, each a function from the view of a seat to an action.

A level acts the same way whenever it sees the same. Every level declares a complete hand, and shows the best possible
groups if it loses.
"""

from bot.games.indian.computer import beginner, between, fewest_missing, greedy
from bot.rummy.actions import Action
from bot.rummy.view import Stage, View


def level_1(view: View) -> Action:
    """Play like a beginner: overlook uses of jokers, and hold on to pairs and high cards."""
    return between.answer(view, rejoins=True, shares=False) if view.stage is Stage.BETWEEN else beginner.choose(view)


def level_2(view: View) -> Action:
    """Keep the fewest points now."""
    return between.answer(view, rejoins=False, shares=False) if view.stage is Stage.BETWEEN else greedy.choose(view)


def level_3(view: View) -> Action:
    """Keep the fewest missing cards, then the fewest points; drop a hopeless hand."""
    if view.stage is Stage.BETWEEN:
        return between.answer(view, rejoins=True, shares=True)
    return fewest_missing.choose(view, counts_cards=False)


def level_4(view: View) -> Action:
    """Play as level 3 does, remember every card seen, and weigh a hand by the unseen cards that help it and by its
    points.
    """
    if view.stage is Stage.BETWEEN:
        return between.answer(view, rejoins=True, shares=True)
    return fewest_missing.choose(view, counts_cards=True)


LEVELS = (level_1, level_2, level_3, level_4)
