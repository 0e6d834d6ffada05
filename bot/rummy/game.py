"""What a game must answer so that tables can play it. A game is one object; it holds no state.

What rule sets ask of it stands in `bot.rummy.rules.GameRules`, its base; what a running deal answers, such as what may
draw from the closed deck, in `bot.rummy.deal.Deal`; and why a seat may not do something, in `bot.rummy.deal_view`.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from bot.rummy.actions import PRESSABLE, Action, Move
from bot.rummy.cards import Card, Seat
from bot.rummy.deal import Deal
from bot.rummy.ids import LEVELS, USUAL_LEVEL
from bot.rummy.learning.review import Review, SeenMove
from bot.rummy.match.match import Match
from bot.rummy.rules import GameRules, Rules
from bot.rummy.view import View


class Game(GameRules):
    """A game: its rules, its moves, its deals, its computer player."""

    pressable: ClassVar[frozenset[type[Action]]] = PRESSABLE
    """The actions that a control may carry; what time, chance and staff do is never among them."""
    words: ClassVar[Mapping[str, Move]] = MappingProxyType({})
    """The game's own moves of one word, by their text."""
    parsers: ClassVar[Mapping[str, Callable[[str], Move]]] = MappingProxyType({})
    """Reads the game's other moves, by their first word, from the rest of the line; a ValueError refuses it."""
    daily: ClassVar[str] = ""
    """The rule set by which people play this game's deal of the day; empty: it has none."""

    levels: ClassVar[Sequence[int]] = LEVELS
    """Those that differ here, the weakest first; `USUAL_LEVEL` is one of them."""

    @abstractmethod
    def start(self, match: Match, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> Deal:
        """A deal of these cards, in this order. `present` tells by seat who is dealt in."""

    @abstractmethod
    def choose(self, view: View, level: int = USUAL_LEVEL) -> Action:
        """What a computer of that level does next on the seat whose view this is; the deal must wait for it."""

    def missing(self, view: View) -> int:
        """How many cards the hand of the seat whose view this is still misses; 0 also where nobody can tell."""
        return 0

    def review(self, moves: Sequence[SeenMove], end: View) -> Review | None:
        """What these moves of one seat were worth, by what it saw; None: this game reviews nothing.

        Args:
            moves: all of the seat in a match that is over, in the order of play.
            end: the match as the seat saw it in the end.
        """
        return None


def choice(view: View) -> Action:
    """What the computer on the seat whose view this is does next, at its level."""
    assert view.seat is not None  # everybody's view is nobody's
    return game_of(view.rules).choose(view, view.players[view.seat].strength)


def game_of(rules: Rules) -> Game:
    """The game that a rule set is for; only whole games are registered."""
    assert isinstance(rules.game, Game)
    return rules.game
