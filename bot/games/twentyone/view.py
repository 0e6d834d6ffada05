"""What one seat may know of a deal."""

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
    """Its value cards, the winner's finishing card too."""
    value: int
    """What they count, before all settle (T8)."""


@dataclass(frozen=True, slots=True)
class TwentyOneView(IndianView):
    """One deal as a seat sees it."""

    @property
    def own(self) -> TwentyOneRules:
        """Return the values of this game."""
        return own(self.rules)

    @property
    def wilds(self) -> Wilds:
        """Return which cards are jokers, and which have a value."""
        return wild_of(self.cut)

    @property
    def jokers(self) -> Wild:
        """Return a rank, and the upper and the lower joker (T2)."""
        return self.wilds.jokers

    @property
    def laws(self) -> Laws:
        """Return how the hands of this deal are judged and laid."""
        return TwentyOneLaws(self.wilds, self.rules)

    @property
    def suits_apart(self) -> bool:
        """Twenty-one cards are too many for one row."""
        return True

    @property
    def value(self) -> int:
        """Return what the value cards of the own hand count."""
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
    """Return what the value cards among these count: marriages first, and what is left of each kind (T8)."""
    if not rules.value_points:
        return 0
    counts = Counter(card for card in cards if card in wilds.values)
    marriages = min(counts[card] for card in wilds.values)
    left = (counts[card] - marriages for card in wilds.values)
    return _worth(rules.value_of_marriages, marriages) + sum(_worth(rules.value_of_kind, count) for count in left)


def _worth(values: tuple[int, ...], count: int) -> int:
    return values[count - 1] if count else 0


def settled(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return what each gets or pays where every two of them settle the difference (T8)."""
    return tuple(len(values) * value - sum(values) for value in values)


def twentyone_deal(deal: DealView | None) -> TwentyOneView:
    """Return the deal of a table of this game, once the first is dealt."""
    assert isinstance(deal, TwentyOneView)
    return deal
