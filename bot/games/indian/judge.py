"""Hands of the Indian game judged under one rule set."""

from functools import lru_cache

from bot.games.indian import declaration, scoring, solver
from bot.games.indian.melds import kind_of
from bot.games.indian.rules import HAND_SIZE, wild_rank
from bot.games.indian.search.room import ROOM
from bot.rummy.cards import CARDS, JOKER, Card, Groups, Rank
from bot.rummy.judge import Arrangement, CutCard, DeclarationJudge
from bot.rummy.rules import Rules

_REMEMBERED = 1 << 12
"""The most groups whose kind is kept for the next hands of a batch."""
_CARDS = (JOKER, *CARDS)
"""Cards by their index."""


class IndianJudge(DeclarationJudge):
    """Judges declarations and losers' groups, and solves hands exactly. Only the command line has judges."""

    hand_size = HAND_SIZE

    def __init__(self, rules: Rules) -> None:
        ROOM.widen()
        self._rules = rules
        self._kind = lru_cache(_REMEMBERED)(self._kind_of)

    def _kind_of(self, indexes: tuple[int, ...], wild: Rank | None) -> str:
        return kind_of([_CARDS[index] for index in indexes], wild, self._rules).value

    def _wild(self, cut: CutCard) -> Rank | None:
        """Return the rank whose cards are jokers."""
        return wild_rank(cut, self._rules) if isinstance(cut, Card) else cut

    def declaration(self, groups: Groups, wild: CutCard) -> declaration.Judgement:
        """Return whether the groups are a valid declaration, and the kind of each."""
        return declaration.judge(groups, self._wild(wild), self._rules)

    def loser_points(self, groups: Groups, wild: CutCard) -> int:
        """Return the points of a loser who shows these groups, before Deal Show."""
        return scoring.loser_points(groups, (), self._wild(wild), self._rules)

    def best(self, cards: tuple[Card, ...], wild: CutCard) -> Arrangement:
        """Return the best arrangement of a hand."""
        return solver.best(cards, self._wild(wild), self._rules)

    def best_discard(self, cards: tuple[Card, ...], wild: CutCard) -> tuple[Card, Arrangement]:
        """Return the best discard of a hand that has drawn, and the best arrangement of the rest."""
        return solver.best_discard(cards, self._wild(wild), self._rules)

    def charge(self, raw: int) -> int:
        """Return the points that a loser pays for these raw points, after cap and minimum."""
        return scoring.charge(raw, self._rules)

    def kind(self, group: tuple[Card, ...], wild: CutCard) -> str:
        """Return the kind of a group."""
        # A group without a card of the wild rank has the same kind, whatever is wild.
        rank = self._wild(wild)
        has_wild = rank in [card.rank for card in group]
        return self._kind(tuple([card.index for card in group]), rank if has_wild else None)
