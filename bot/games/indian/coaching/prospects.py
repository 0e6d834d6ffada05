"""What a hand has ahead of it: the cards it misses, and those among the unseen ones that bring it nearer."""

from dataclasses import dataclass

from bot.games.indian import solver
from bot.games.indian.computer.unseen import unseen
from bot.games.indian.distance import Distances, Near, search_of
from bot.games.indian.scoring import charge
from bot.games.indian.view import IndianView
from bot.rummy.cards import JOKER, Card, is_joker
from bot.rummy.deal_view import without
from bot.rummy.view import View


@dataclass(frozen=True, slots=True)
class Prospect:
    """A hand of thirteen cards. All of it is exact for what its player has seen."""

    missing: int
    """Cards that it misses for a declaration."""
    helpful: int
    """How many of the unseen cards bring it nearer."""
    later: int
    """How many do so after the first has come, as if that were a joker; 0 where only one is missing."""
    points: int
    """What the player pays if another declares now."""

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """Less is better."""
        return self.missing, -self.helpful, -self.later, self.points


class Prospects:
    """Looks ahead for one seat."""

    def __init__(self, view: View, deal: IndianView) -> None:
        self._deal = deal
        self._search: Distances = search_of(deal.wild, deal.rules)
        self._unseen = unseen(view, deal)

    @property
    def unseen(self) -> int:
        """How many cards the seat has not seen."""
        return sum(self._unseen)

    def of(self, hand: tuple[Card, ...]) -> Prospect:
        """What thirteen cards have ahead of them."""
        near, wild, rules = self._search.read(hand), self._deal.wild, self._deal.rules
        missing = self._search.distance(near)
        with_joker = self._search.plus(near, JOKER)
        later = self._helping(with_joker, missing - 1) if missing > 1 else 0
        points = charge(solver.best(hand, wild, rules).raw, rules)
        return Prospect(missing, self._helping(near, missing), later, points)

    def _helping(self, near: Near, missing: int) -> int:
        return sum([self._unseen[index] for index in self._search.helpful(near, missing)])

    def throws(self, hand: tuple[Card, ...]) -> list[tuple[Card, Prospect]]:
        """What each card of fourteen leaves that may be thrown, the best first; jokers only if nothing else can be."""
        naturals = [card for card in hand if not is_joker(card, self._deal.wild)] or hand
        each = sorted(set(naturals), key=lambda card: card.index)
        return sorted([(card, self.of(without(hand, (card,)))) for card in each], key=lambda found: found[1].rank)
