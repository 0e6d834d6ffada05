"""Gin as a game that tables play."""

from collections.abc import Mapping, Sequence

from bot.games.gin import computer
from bot.games.gin.actions import PARSERS, WORDS, BigGin, Knock, Pass
from bot.games.gin.deal import GinDeal
from bot.games.gin.lesson import LESSON
from bot.games.gin.playouts import playouts
from bot.games.gin.review import judged_surely, review
from bot.games.gin.rulebook import GinGameRules
from bot.rummy.actions import PRESSABLE, Action, Drop
from bot.rummy.cards import Card, Seat
from bot.rummy.game import Game
from bot.rummy.ids import USUAL_LEVEL
from bot.rummy.match.match import Match
from bot.rummy.playouts import Playouts
from bot.rummy.review import Deed, Option, Review, SeenMove, certain_review
from bot.rummy.view import View


class GinGame(GinGameRules, Game):
    """The game: take or pass, draw, discard, knock."""

    lesson = LESSON
    words = WORDS
    parsers = PARSERS
    pressable = PRESSABLE - {Drop} | {Pass, Knock, BigGin}

    levels = (1, 2, 3, 4)

    def start(self, match: Match, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> GinDeal:
        """Return a deal of these cards."""
        return GinDeal.of(match.rules, first, present, cards)

    def choose(self, view: View, level: int = USUAL_LEVEL) -> Action:
        """Return the next move of a computer of that level."""
        return computer.LEVELS[level - 1](view)

    def review(self, moves: Sequence[SeenMove], end: View) -> Review:
        """Review by what is certain, and by estimates that leave little doubt."""
        return review(moves, end)

    def certain_review(self, moves: Sequence[SeenMove], end: View) -> Review:
        """Review only by what is certain."""
        return certain_review(moves, end, judged_surely)

    def playouts(self, view: View, best: Action, seed: str) -> Mapping[Action, Playouts]:
        """Return playouts of that move beside each other one."""
        return playouts(view, best, seed)

    def option(self, view: View, action: Action) -> Option:
        """Return that action in the words of a review."""
        return Option(Deed.KNOCK, action.card) if isinstance(action, Knock) else super().option(view, action)
