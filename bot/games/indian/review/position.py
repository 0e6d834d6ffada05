"""A hand at one moment of a deal, with the cards that its seat has seen: its worth, and the worth after each
discard.
"""

from collections.abc import Iterable
from typing import NamedTuple

from bot.games.indian.computer.chances import MOST_MISSING, WEIGHTS, Outlook, features, logistic, others_of
from bot.games.indian.computer.unseen import unseen
from bot.games.indian.distance import KINDS, Near, search_of
from bot.games.indian.view import IndianView
from bot.rummy.cards import Card, is_joker
from bot.rummy.deal_view import without
from bot.rummy.view import View


class Facts(NamedTuple):
    """Figures of a hand of thirteen cards."""

    chance: float
    missing: int
    helps: int


class Position:
    """The worth of hands of one seat at one moment."""

    def __init__(self, view: View, deal: IndianView) -> None:
        self.deal = deal
        self.search = search_of(deal.wild, deal.rules)
        self.unseen = unseen(view, deal)
        self._seen_not = [index for index, count in enumerate(self.unseen) if count]
        self._left = max(1, sum(self.unseen))
        self._others = others_of(deal)

    def waiting(self, hand: tuple[Card, ...]) -> Facts:
        """Return the figures of thirteen cards before a draw from the better deck."""
        return self._before(hand, self.deal.top if self.deal.may_pick_top else None)

    def drawing(self, hand: tuple[Card, ...]) -> Facts:
        """Return the figures of thirteen cards before a closed card is drawn."""
        return self._before(hand, None)

    def helps(self, hand: tuple[Card, ...], card: Card) -> bool:
        """Return whether that card brings thirteen cards nearer to a declaration."""
        near = self.search.read(hand)
        missing = self.search.distance(near)
        return missing > 0 and self.search.within(self.search.plus(near, card), missing - 1)

    def kept(self, hand: tuple[Card, ...]) -> Facts:
        """Return the figures of thirteen cards after a discard."""
        near = self.search.read(hand)
        return self._after(near, self.search.distance(near), self._seen_not)

    def outlook(self, facts: Facts) -> Outlook:
        """Return the figures in the form that computers use; the points are left out, as these decisions do not need
        them.
        """
        return Outlook(facts.missing, facts.helps, self._left, 0, facts.chance, facts.chance)

    def best_throw(self, hand: tuple[Card, ...], barred: Card | None = None) -> tuple[Card, Facts]:
        """Return the best discard from fourteen cards, and the figures of the rest.

        `barred`: a card that may not be thrown.
        """
        return self.throws(hand, barred)[0]

    def throws(self, hand: tuple[Card, ...], barred: Card | None = None) -> list[tuple[Card, Facts]]:
        """Return the discards after which fourteen cards miss no more, with the figures of the rest, best first; at
        least one.

        Jokers are thrown only if no other card can be.
        """
        search, wild = self.search, self.deal.wild
        whole = search.read(hand)
        missing = search.distance(whole)
        # A card that helps the hand without that card also helps it with that card.
        helpful = [index for index in search.helpful(whole, missing) if self.unseen[index]]
        offered = sorted({*hand} - {barred}, key=lambda card: (is_joker(card, wild), -card.points, card.index))
        found: list[tuple[Card, Facts]] = []
        for card in offered:
            near = search.read(without(hand, (card,)))
            if is_joker(card, wild) and found:
                break
            if search.within(near, missing):
                found.append((card, self._after(near, missing, helpful)))
        if not found:
            return [(offered[0], self.kept(without(hand, (offered[0],))))]
        return sorted(found, key=lambda one: -one[1].chance)

    def _before(self, hand: tuple[Card, ...], top: Card | None) -> Facts:
        near = self.search.read(hand)
        missing = self.search.distance(near)
        top_helps = top is not None and missing > 0 and self.search.within(self.search.plus(near, top), missing - 1)
        helps = self._helping(near, missing, self._seen_not)
        if missing <= top_helps:
            return Facts(1.0, missing, helps)
        return Facts(self._chance(missing, helps, draws=True, top_helps=top_helps), missing, helps)

    def _after(self, near: Near, missing: int, among: Iterable[int]) -> Facts:
        helps = self._helping(near, missing, among)
        return Facts(self._chance(missing, helps, draws=False, top_helps=False), missing, helps)

    def _helping(self, near: Near, missing: int, among: Iterable[int]) -> int:
        """Return how many unseen cards, of those with these indexes, bring a hand nearer to a declaration."""
        search, unseen = self.search, self.unseen
        if not missing:
            return self._left  # any card completes a hand that is complete but was not declared
        return sum([unseen[index] for index in among if search.within(search.plus(near, KINDS[index]), missing - 1)])

    def _chance(self, missing: int, helps: int, *, draws: bool, top_helps: bool) -> float:
        if not self._others.number:
            return 1.0
        counted = min(max(missing, 1), MOST_MISSING)
        printed = self.deal.rules.packs.printed_jokers
        found = features(counted, helps / self._left, self._others, draws, top_helps, printed)
        return logistic(sum([weight * value for weight, value in zip(WEIGHTS, found, strict=True)]))
