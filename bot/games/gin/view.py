"""A deal of gin as one seat may know it."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.games.gin import melds
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.codes import GinEventKind, GinRefusal
from bot.games.gin.rules import GinRules
from bot.rummy.actions import Action, Discard, Source
from bot.rummy.cards import Card, Seat
from bot.rummy.deal_view import DealView, Phase, SeatView
from bot.rummy.errors import Refusal, RefusalCode
from bot.rummy.judge import Arrangement
from bot.rummy.outcome import ShownHand
from bot.rummy.view import View

FIRST_TURNS = 2
"""The first turns, in which each player may take the first open card or pass (H4)."""

_WITH_DISCARD = (GinEventKind.KNOCKED, GinEventKind.GIN)


@dataclass(frozen=True, slots=True)
class GinHand(ShownHand):
    """A hand laid open at the end of a deal of gin."""

    laid_off: tuple[Card, ...] = ()
    """Cards laid off on the knocker's melds."""
    left: int = 0
    """Points of its deadwood."""
    throws_face_down: bool = False
    """Whether a card was thrown face down with the knock (H6)."""


@dataclass(frozen=True, slots=True)
class GinView(DealView):
    """One deal of gin as a seat sees it."""

    own: GinRules
    first_open: Card
    """The card with which the open deck began."""
    passes: int
    """The number of times that the first open card was left."""
    taken: Card | None
    """The card of the open deck that was taken in this turn."""

    @property
    def covered_by(self) -> Seat | None:
        """Return the seat that has knocked with a card face down (H6)."""
        return next((event.seat for event in self.events if event.kind in _WITH_DISCARD), None)

    @property
    def is_offered(self) -> bool:
        """Return whether the first open card waits to be taken or passed (H4)."""
        return self.phase is Phase.DRAW and self.turns == self.passes < FIRST_TURNS

    @property
    def is_refused(self) -> bool:
        """Return whether both players have just passed the first open card, so that only the closed deck can be drawn
        from (H4).
        """
        return self.turns == self.passes == FIRST_TURNS

    @property
    def knock_limit(self) -> int:
        """Return the most deadwood of a knock in this deal."""
        return self.own.knock_limit(self.first_open)

    @property
    def factor(self) -> int:
        """Return the factor of this deal."""
        return self.own.factor(self.first_open)

    @property
    def best(self) -> Arrangement:
        """Return the own hand in melds, with the least deadwood."""
        return melds.best(self.hand)

    @property
    def knocks(self) -> Iterator[tuple[Card, int]]:
        """Yield the cards with which the seat may knock now, each with the deadwood left; the least first."""
        if not self._has_drawn:
            return iter(())
        hand = melds.bits(self.hand)
        found = ((melds.deadwood(hand & ~melds.bits((card,))), card) for card in self.hand if card != self.taken)
        may = sorted(found, key=lambda one: (one[0], -one[1].rank, one[1].index))
        return ((card, left) for left, card in may if left <= self.knock_limit)

    @property
    def has_big_gin(self) -> bool:
        """Return whether the seat may show all eleven cards in melds now."""
        return self._has_drawn and self.refusal(BigGin()) is None

    @property
    def _has_drawn(self) -> bool:
        return self.is_my_turn and self.phase is Phase.DISCARD

    @property
    def leaving_points(self) -> int:
        """Return the points that the opponent would get if this seat left (H15)."""
        return self.factor * (self.best.raw + self.own.undercut_bonus)

    def _refuse_move(self, seat: SeatView, action: Action) -> RefusalCode | None:
        match action:
            case Pass():
                return None if self.is_offered else GinRefusal.NOTHING_TO_PASS
            case Discard() | Knock() | BigGin() if self.phase is Phase.DRAW:
                return GinRefusal.TAKE_OR_PASS if self.is_offered else Refusal.DRAW_FIRST
            case Discard(card):
                return self._refuse_discard(card)
            case Knock(card):
                return self._refuse_discard(card) or self._refuse_knock(card)
            case BigGin():
                return self._refuse_big_gin()
        return Refusal.OTHER_GAME

    def _refuse_draw(self, source: Source) -> RefusalCode | None:
        if self.phase is Phase.DRAW and self.is_offered and source is Source.CLOSED:
            return GinRefusal.TAKE_OR_PASS
        if self.phase is Phase.DRAW and self.is_refused and source is Source.OPEN:
            return GinRefusal.BOTH_PASSED
        return DealView._refuse_draw(self, source)

    def _refuse_discard(self, card: Card) -> RefusalCode | None:
        if card not in self.hand:
            return Refusal.NOT_IN_HAND
        return GinRefusal.JUST_TAKEN if card == self.taken else None

    def _refuse_knock(self, card: Card) -> RefusalCode | None:
        left = melds.deadwood(melds.bits(self.hand) & ~melds.bits((card,)))
        if left <= self.knock_limit:
            return None
        return GinRefusal.KNOCK_TOO_HIGH if self.knock_limit else GinRefusal.GIN_ONLY

    def _refuse_big_gin(self) -> RefusalCode | None:
        if not self.own.big_gin_bonus:
            return GinRefusal.NO_BIG_GIN
        return GinRefusal.NOT_ALL_MELDED if self.best.raw else None


def gin_deal(deal: DealView | None) -> GinView:
    """Return the deal of a table of gin; the first must have been dealt."""
    assert isinstance(deal, GinView)
    return deal


def seen(view: View) -> GinView:
    """Return the deal in the view of a table of gin; the first must have been dealt."""
    return gin_deal(view.deal)
