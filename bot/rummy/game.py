"""What a game must answer so that tables can play it. A game is one object; it holds no state."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from bot.rummy.actions import Action
from bot.rummy.cards import Card, Seat
from bot.rummy.deal import Deal
from bot.rummy.match.match import Match
from bot.rummy.rules import GameRules, Rules
from bot.rummy.view import View


class Judge(Protocol):
    """Judges and solves hands for the command line: texts and JSON values in, the same out."""


class Game(GameRules):
    """A game: its rules, its deals, its computer player."""

    @abstractmethod
    def start(self, match: Match, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> Deal:
        """A deal of these cards, in this order. `present` tells by seat who is dealt in."""

    @abstractmethod
    def choose(self, view: View) -> Action:
        """What a computer does next on the seat whose view this is; the deal must wait for it."""


def game_of(rules: Rules) -> Game:
    """The game that a rule set is for; only whole games are registered."""
    assert isinstance(rules.game, Game)
    return rules.game
