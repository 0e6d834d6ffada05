"""Thirteen-card Indian rummy as a game that tables play."""

from collections.abc import Mapping, Sequence

from bot.games.indian.actions import PARSERS, WORDS, Declare, Finish, Group, Show
from bot.games.indian.computer.levels import LEVELS
from bot.games.indian.deal import IndianDeal
from bot.games.indian.distance import distance, search_of
from bot.games.indian.lesson import LESSON
from bot.games.indian.review import moves as review_moves
from bot.games.indian.review.certain import CoachedJudge
from bot.games.indian.review.review import review
from bot.games.indian.rulebook import IndianGameRules
from bot.games.indian.view import indian_deal
from bot.rummy.actions import PRESSABLE, Action
from bot.rummy.cards import CARDS, Card, Seat
from bot.rummy.game import Game
from bot.rummy.ids import USUAL_LEVEL
from bot.rummy.match.match import Match
from bot.rummy.playouts import Playouts
from bot.rummy.review import Option, Review, SeenMove, certain_review
from bot.rummy.view import View


class IndianGame(IndianGameRules, Game):
    """The game: draw, discard, drop, declare, show."""

    lesson = LESSON
    words = WORDS
    parsers = PARSERS
    pressable = PRESSABLE | {Finish, Declare, Group, Show}
    daily = "circle"

    def start(self, match: Match, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> IndianDeal:
        """Return a deal of these cards; the first after the hands is the cut card."""
        cut = cards[self.hand_size * sum(present)]
        return IndianDeal.start(match.rules, first, present, cards, drops=match.drops, cut=cut)

    def choose(self, view: View, level: int = USUAL_LEVEL) -> Action:
        """Return the next action of a computer of that level."""
        return LEVELS[level - 1](view)

    def missing(self, view: View) -> int:
        """Return how many cards must be replaced before the hand can be declared."""
        deal = indian_deal(view.deal)
        return distance(deal.hand, deal.wild, deal.rules)

    def completing(self, view: View) -> tuple[Card, ...]:
        """Return the cards outside the hand with any of which it could be declared, jokers aside."""
        deal = indian_deal(view.deal)
        search = search_of(deal.wild, deal.rules)
        near = search.read(deal.hand)
        if search.distance(near) != 1:
            return ()
        helping = set(search.helpful(near, 1))
        return tuple(
            card for card in CARDS if card.index in helping and card not in deal.hand and card.rank != deal.wild
        )

    def review(self, moves: Sequence[SeenMove], end: View) -> Review:
        """Review by the chance to win; play rollouts if two moves are close to each other."""
        return review(moves, end)

    def certain_review(self, moves: Sequence[SeenMove], end: View) -> Review:
        """Review without win chances and rollouts."""
        return certain_review(moves, end, CoachedJudge().judged)

    def playouts(self, view: View, best: Action, seed: str) -> Mapping[Action, Playouts]:
        """Return rollouts of that move beside each other one."""
        return review_moves.playouts(view, best, seed)

    def option(self, view: View, action: Action) -> Option:
        """Return that action with the figures of the hand after it."""
        return review_moves.option(view, super().option(view, action))
