"""Hands of gin judged under one rule set."""

from collections import Counter
from collections.abc import Iterable

from bot.games.gin import melds
from bot.games.gin.rules import HAND_SIZE, own
from bot.games.gin.showdown import showdown
from bot.rummy.cards import CARDS, Card
from bot.rummy.judge import Arrangement, CutCard, Knocked, KnockJudge
from bot.rummy.rules import Rules


class GinJudge(KnockJudge):
    """Solves hands exactly, and counts the points of a knock."""

    hand_size = HAND_SIZE
    has_wild = False

    def __init__(self, rules: Rules) -> None:
        self._own = own(rules)
        self.needs_open = self._own.open_card_limits or self._own.spade_doubles

    def surplus(self, cards: Iterable[Card]) -> Card | None:
        """Return a card that cannot be there: a joker, or a card held twice, since there is one pack."""
        counts = Counter(cards)
        return next((card for card, count in counts.items() if count > 1 or card not in CARDS), None)

    def best(self, cards: tuple[Card, ...], wild: CutCard) -> Arrangement:
        """Return the arrangement with the least deadwood."""
        return melds.best(cards)

    def best_discard(self, cards: tuple[Card, ...], wild: CutCard) -> tuple[Card, Arrangement]:
        """Return the discard that leaves the least deadwood, and the rest."""
        return melds.best_discard(cards)

    def charge(self, raw: int) -> int:
        """Return the points as they are: deadwood has neither cap nor minimum."""
        return raw

    def kind(self, group: tuple[Card, ...], wild: CutCard) -> str:
        """Return whether the group is a set or a sequence."""
        return "set" if group[0].rank is group[1].rank else "sequence"

    def knock_limit(self, first_open: Card | None) -> int:
        """Return the most points of deadwood with which a player may knock (H6, H16)."""
        return self._own.knock_max if first_open is None else self._own.knock_limit(first_open)

    def knock(self, knocker: tuple[Card, ...], opponent: tuple[Card, ...], first_open: Card | None) -> Knocked:
        """Return the result of a knock (H9, H10)."""
        factor = 1 if first_open is None else self._own.factor(first_open)
        shown = showdown(knocker, opponent, self._own, self.knock_limit(first_open), factor)
        return Knocked(shown.knocker, shown.opponent, shown.laid_off, shown.knocker_wins, shown.points, shown.ending)
