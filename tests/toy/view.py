"""A deal as one seat may know it."""

from dataclasses import dataclass

from bot.rummy.actions import Action, Discard, Lapse, Source
from bot.rummy.cards import Card
from bot.rummy.deal_view import DealView, Event, Phase, SeatView, contains
from bot.rummy.errors import Refusal, RefusalCode
from bot.rummy.view import View
from tests.toy.actions import Out
from tests.toy.codes import ToyRefusal
from tests.toy.rules import is_three, pairs, threes


@dataclass(frozen=True, slots=True)
class OutEvent(Event):
    """A player went out."""

    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ToyView(DealView):
    """One deal as a seat sees it."""

    @property
    def pairs(self) -> int:
        """Return how many pairs the own hand holds."""
        return pairs(self.hand)

    @property
    def outs(self) -> list[tuple[Card, ...]]:
        """Return the groups with which the seat could go out now."""
        may = self.is_my_turn and self.phase is Phase.DISCARD
        return threes(self.hand) if may else []

    @property
    def leaving_points(self) -> int:
        """Return 0: a player who leaves gets nothing."""
        return 0

    def _refuse(self, seat: SeatView, action: Action) -> RefusalCode | None:
        if isinstance(action, Lapse) and self.phase is Phase.DRAW:
            return self._refuse_draw(Source.CLOSED)
        return DealView._refuse(self, seat, action)

    def _refuse_move(self, seat: SeatView, action: Action) -> RefusalCode | None:
        match action:
            case Out() | Discard() if self.phase is Phase.DRAW:
                return Refusal.DRAW_FIRST
            case Discard(card):
                return None if card in self.hand else Refusal.NOT_IN_HAND
            case Out(cards):
                if not contains(self.hand, (cards,)):
                    return Refusal.NOT_IN_HAND
                return None if is_three(cards) else ToyRefusal.NOT_THREE
        return Refusal.OTHER_GAME


def toy_deal(view: View) -> ToyView:
    """Return the deal of a table, once the first is dealt."""
    assert isinstance(view.deal, ToyView)
    return view.deal
