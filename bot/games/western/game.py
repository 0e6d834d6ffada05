"""The western game, with melds on the table, as a game that tables play."""

from collections.abc import Sequence

from bot.games.western import computer
from bot.games.western.actions import PARSERS, WORDS, LayOff, Place, Swap, Undo
from bot.games.western.deal import WesternDeal
from bot.games.western.lesson import LESSON
from bot.games.western.review import review
from bot.games.western.rulebook import WesternGameRules
from bot.rummy.actions import PRESSABLE, Action
from bot.rummy.cards import Card, Seat
from bot.rummy.game import Game
from bot.rummy.ids import USUAL_LEVEL
from bot.rummy.match.match import Match
from bot.rummy.review import Review, SeenMove
from bot.rummy.view import View


class WesternGame(WesternGameRules, Game):
    """The game: draw, place, lay off, swap jokers, discard."""

    lesson = LESSON
    words = WORDS
    parsers = PARSERS
    pressable = PRESSABLE | {Place, LayOff, Swap, Undo}

    levels = (1, 2)

    def start(self, match: Match, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> WesternDeal:
        """Return a deal of these cards."""
        return WesternDeal.start(match.rules, first, present, cards)

    def choose(self, view: View, level: int = USUAL_LEVEL) -> Action:
        """Return the next move of a computer of that level."""
        return computer.LEVELS[level - 1](view)

    def review(self, moves: Sequence[SeenMove], end: View) -> Review:
        """Review by what is certain, since the game has no model of win chances."""
        return review(moves, end)
