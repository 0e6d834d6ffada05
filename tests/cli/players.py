"""Players for duels that a test names by `module:function`."""

from bot.rummy.actions import Action, Discard, Draw, Source
from bot.rummy.cards import CARDS
from bot.rummy.deal_view import Phase
from bot.rummy.view import View

NOT_CALLABLE = 3


def cheats(view: View) -> Action:
    """Throw a card that it does not hold, once it has drawn."""
    assert view.deal is not None
    if view.deal.phase is Phase.DRAW:
        return Draw(Source.CLOSED)
    return Discard(next(card for card in CARDS if card not in view.deal.hand))


def fails(view: View) -> Action:
    """Raise an error."""
    raise LookupError("nothing\nfound")


def answers_nothing(view: View) -> object:
    """Return None, as no player may."""
    return None
