"""Twenty-one-card rummy as a game that tables play."""

from collections.abc import Sequence

from bot.games.indian.actions import PARSERS, WORDS, Declare, Finish, Group, Show
from bot.games.twentyone import computer
from bot.games.twentyone.deal import TwentyOneDeal
from bot.games.twentyone.lesson import LESSON
from bot.games.twentyone.review import review
from bot.games.twentyone.rulebook import TwentyOneGameRules
from bot.rummy.actions import PRESSABLE, Action
from bot.rummy.cards import Card, Seat
from bot.rummy.game import Game
from bot.rummy.ids import USUAL_LEVEL
from bot.rummy.match.match import Match
from bot.rummy.review import Review, SeenMove
from bot.rummy.view import View


class TwentyOneGame(TwentyOneGameRules, Game):
    """The game: draw, discard, declare with three pure sequences or in one of three other ways."""

    lesson = LESSON
    words = WORDS
    parsers = PARSERS
    pressable = PRESSABLE | {Finish, Declare, Group, Show}
    levels = (1, 2, 3)

    def start(self, match: Match, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> TwentyOneDeal:
        """Return a deal of these cards."""
        cut = cards[self.hand_size * sum(present)]
        return TwentyOneDeal.start(match.rules, first, present, cards, drops=match.drops, cut=cut)

    def choose(self, view: View, level: int = USUAL_LEVEL) -> Action:
        """Return the next action of a computer of that level."""
        return computer.LEVELS[min(level, len(computer.LEVELS)) - 1](view)

    def review(self, moves: Sequence[SeenMove], end: View) -> Review:
        """Review by what is certain, since the game has no model of win chances."""
        return review(moves, end)
