"""The computer player of whichever game a table plays."""

from bot.games.indian import computer as greedy
from bot.games.western import computer as romme
from bot.rummy.actions import Action
from bot.rummy.view import View


def choose(view: View) -> Action:
    """The next action of the seat whose view this is; the deal must wait for it."""
    return greedy.choose(view) if view.romme is None else romme.choose(view.romme)
