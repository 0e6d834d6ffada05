"""The game as tables play it."""

from collections.abc import Sequence

from bot.rummy.actions import PRESSABLE, Action
from bot.rummy.cards import Card, Seat
from bot.rummy.game import Game
from bot.rummy.ids import USUAL_LEVEL
from bot.rummy.match.match import Match
from bot.rummy.view import View
from tests.toy import computer
from tests.toy.actions import PARSERS, Out
from tests.toy.deal import ToyDeal
from tests.toy.rulebook import ToyGameRules
from tests.toy.view import toy_deal


class ToyGame(ToyGameRules, Game):
    """Draw, discard, go out."""

    parsers = PARSERS
    pressable = PRESSABLE | {Out}

    levels = (USUAL_LEVEL,)

    def start(self, match: Match, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> ToyDeal:
        """Return a deal of these cards."""
        return ToyDeal.start(match.rules, first, present, cards)

    def choose(self, view: View, level: int = USUAL_LEVEL) -> Action:
        """Return the next move of the computer, which has one level."""
        return computer.choose(toy_deal(view))
