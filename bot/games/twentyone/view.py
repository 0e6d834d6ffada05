"""A deal as one seat may know it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.games.indian.laws import Laws
from bot.games.indian.view import IndianShownHand, IndianView
from bot.games.twentyone.laws import TwentyOneLaws
from bot.games.twentyone.rules import TwentyOneRules, own
from bot.games.twentyone.wild import Wilds, wild_of
from bot.rummy.cards import Card, Wild
from bot.rummy.deal_view import DealView


@dataclass(frozen=True, slots=True)
class TwentyOneHand(IndianShownHand):
    """A hand laid open in groups, with its value cards."""

    values: tuple[Card, ...]
    """Its value cards, also the winner's finishing card."""
    value: int
    """Their value points, before the settlement (T8)."""


@dataclass(frozen=True, slots=True)
class TwentyOneView(IndianView):
    """One deal as a seat sees it."""

    @property
    def own(self) -> TwentyOneRules:
        """Return the values of this game."""
        return own(self.rules)

    @property
    def wilds(self) -> Wilds:
        """Return the jokers and the value cards of this deal."""
        return wild_of(self.cut)

    @property
    def jokers(self) -> Wild:
        """Return the wild rank, and the upper and the lower joker (T2)."""
        return self.wilds.jokers

    @property
    def laws(self) -> Laws:
        """Return the laws by which hands of this deal are judged and laid."""
        return TwentyOneLaws(self.wilds, self.rules)

    @property
    def suits_apart(self) -> bool:
        """Return True: twenty-one cards are too many for one row."""
        return True

    @property
    def value(self) -> int:
        """Return the points of the value cards of the own hand."""
        return value_of(self.value_cards, self.wilds, self.own)

    @property
    def value_cards(self) -> tuple[Card, ...]:
        """Return the value cards of the own hand, and of the finish slot."""
        held = (*self.hand, self.finishing) if self.finishing is not None else self.hand
        return tuple(card for card in held if card in self.wilds.values)

    @property
    def _lapse_ends_first_drop(self) -> bool:
        return True


def value_of(cards: Iterable[Card], wilds: Wilds, rules: TwentyOneRules) -> int:
    """Return the points of the value cards among these: marriages first, then the rest of each kind (T8)."""
    if not rules.value_points:
        return 0
    counts = Counter(card for card in cards if card in wilds.values)
    marriages = min(counts[card] for card in wilds.values)
    left = (counts[card] - marriages for card in wilds.values)
    return _worth(rules.value_of_marriages, marriages) + sum(_worth(rules.value_of_kind, count) for count in left)


def _worth(values: tuple[int, ...], count: int) -> int:
    return values[count - 1] if count else 0


def settled(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points that each player gets or pays if every two of them settle their difference (T8)."""
    return tuple(len(values) * value - sum(values) for value in values)


def twentyone_deal(deal: DealView | None) -> TwentyOneView:
    """Return the deal of a table of this game; the first must have been dealt."""
    assert isinstance(deal, TwentyOneView)
    return deal
