"""Hands judged under one rule set: the one place where the command line asks a particular game."""

from functools import lru_cache

from bot.cli.rule_sets import InputError
from bot.games.indian import declaration, scoring, solver
from bot.games.indian.melds import kind_of
from bot.rummy.cards import Card, Groups, Rank
from bot.rummy.rules import HAND_SIZE, Rules

_REMEMBERED = 1 << 12
"""Groups whose kind is kept for the next hands of a batch."""


class Judge:
    """Judges hands as the game of a rule set does.

    Raises:
        InputError: that game judges no hands, since its melds lie on the table.
    """

    hand_size = HAND_SIZE

    def __init__(self, rules: Rules) -> None:
        if rules.romme is not None:
            raise InputError(f"{rules.id}: its melds lie on the table; hands are judged by the Indian rule sets alone")
        self.rules = rules
        self._kind = lru_cache(_REMEMBERED)(lambda cards, wild: kind_of(cards, wild, rules).value)

    def declaration(self, groups: Groups, wild: Rank | None) -> declaration.Judgement:
        """Whether the groups are a valid declaration, and the kind of each."""
        return declaration.judge(groups, wild, self.rules)

    def loser_points(self, groups: Groups, wild: Rank | None) -> int:
        """What a loser pays who shows these groups, before Deal Show."""
        return scoring.loser_points(groups, (), wild, self.rules)

    def best(self, cards: tuple[Card, ...], wild: Rank | None) -> solver.Arrangement:
        """The best arrangement of a hand."""
        return solver.best(cards, wild, self.rules)

    def best_discard(self, cards: tuple[Card, ...], wild: Rank | None) -> tuple[Card, solver.Arrangement]:
        """The best discard of a hand that has drawn, and the best arrangement of the rest."""
        return solver.best_discard(cards, wild, self.rules)

    def charge(self, arrangement: solver.Arrangement) -> int:
        """What a loser pays for an arrangement, with cap and minimum."""
        return scoring.charge(arrangement.raw, self.rules)

    def kind(self, group: tuple[Card, ...], wild: Rank | None) -> str:
        """What a group counts as."""
        # Without a card of the wild rank it is the same whatever is wild.
        return self._kind(group, wild if any(card.rank is wild for card in group) else None)
