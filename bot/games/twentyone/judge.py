"""Hands judged under one rule set, for the command line."""

from collections import Counter
from collections.abc import Iterable

from bot.games.indian.declaration import Judgement
from bot.games.twentyone.laws import TwentyOneLaws
from bot.games.twentyone.rules import HAND_SIZE
from bot.games.twentyone.wild import wild_of
from bot.rummy.cards import Card, Groups
from bot.rummy.judge import Arrangement, CutCard, DeclarationJudge
from bot.rummy.rules import Rules


class TwentyOneJudge(DeclarationJudge):
    """Judges declarations and losers' groups, and solves hands exactly."""

    hand_size = HAND_SIZE
    needs_suit = True

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def surplus(self, cards: Iterable[Card]) -> Card | None:
        """Return a card of which there are more copies than packs."""
        most = self._rules.packs_for(self._rules.min_players)
        return next((card for card, count in Counter(cards).items() if count > most), None)

    def declaration(self, groups: Groups, wild: CutCard) -> Judgement:
        """Return whether the groups are a valid declaration, and the kind of each (T5)."""
        return self._laws(wild).judge(groups, None)

    def loser_points(self, groups: Groups, wild: CutCard) -> int:
        """Return the points of a loser who shows these groups (T6)."""
        return self._laws(wild).loser_points(groups, ())

    def best(self, cards: tuple[Card, ...], wild: CutCard) -> Arrangement:
        """Return a declaration, or the arrangement with the fewest points."""
        return self._laws(wild).best(cards)

    def best_discard(self, cards: tuple[Card, ...], wild: CutCard) -> tuple[Card, Arrangement]:
        """Return the best discard of 22 cards, and the rest."""
        return self._laws(wild).best_discard(cards)

    def charge(self, raw: int) -> int:
        """Return the points that a loser pays for these raw points."""
        return min(raw, self._rules.scoring.full_count)

    def kind(self, group: tuple[Card, ...], wild: CutCard) -> str:
        """Return the kind of a group."""
        return self._laws(wild).kind(group).value

    def _laws(self, wild: CutCard) -> TwentyOneLaws:
        assert isinstance(wild, Card)  # its suit matters
        return TwentyOneLaws(wild_of(wild), self._rules)
