"""A deal of the western game as one seat may know it, with the melds on the table."""

from dataclasses import dataclass

from bot.games.western.actions import LayOff, Place, Side, Swap, Undo
from bot.games.western.codes import WesternRefusal
from bot.games.western.melds import Meld, extended, hand_points, laid, swapped
from bot.games.western.rules import WesternRules
from bot.rummy.actions import Action, Discard, Lapse, Source
from bot.rummy.cards import JOKER, Card, Seat
from bot.rummy.deal_view import DealView, Event, Phase, SeatView, contains
from bot.rummy.errors import Refusal, RefusalCode


@dataclass(frozen=True, slots=True)
class MeldEvent(Event):
    """An event at a meld on the table."""

    meld: int = 0
    """The index of the meld; melds are counted from 0."""
    cards: tuple[Card, ...] = ()
    """The cards that were placed or laid off."""


@dataclass(frozen=True, slots=True)
class WesternView(DealView):
    """One deal of the western game as a seat sees it."""

    own: WesternRules
    melds: tuple[Meld, ...]
    """The melds on the table in the order in which they were placed; an action names one by its index, from 0."""
    steps: int
    """The number of steps of the running turn that can be taken back."""
    owed: int
    """The number of jokers that were swapped in this turn and not used yet."""
    settled: tuple[Card, ...]
    """The own hand after the steps that cannot stay are taken back; leaving costs its points."""

    @property
    def opened(self) -> tuple[Seat, ...]:
        """Return the seats whose own melds are worth enough, and that may use all melds on the table (F4)."""
        return tuple(seat.seat for seat in self.seats if has_opened(seat.seat, self.melds, self.own))

    @property
    def has_opened(self) -> bool:
        """Return whether this seat has opened."""
        return self.seat in self.opened

    @property
    def points(self) -> int:
        """Return the points of the hand now."""
        return hand_points(self.hand, self.own)

    @property
    def leaving_points(self) -> int:
        """Return the cost of leaving now.

        Steps that cannot stay are taken back, such as a swap whose joker was not used.
        """
        return hand_points(self.settled, self.own)

    def _refuse(self, seat: SeatView, action: Action) -> RefusalCode | None:
        if isinstance(action, Lapse) and self.phase is Phase.DRAW:
            return self._refuse_draw(Source.CLOSED)  # a lapse before the draw draws from the closed deck
        return DealView._refuse(self, seat, action)

    def _refuse_move(self, seat: SeatView, action: Action) -> RefusalCode | None:
        match action:
            case Place() | LayOff() | Swap() | Undo() | Discard() if self.phase is Phase.DRAW:
                return Refusal.DRAW_FIRST
            case Place(cards, as_set):
                return self._refuse_taking(cards) or _refusal(laid(cards, seat.seat, self.own, as_set=as_set))
            case LayOff(meld, cards, side):
                return self._refuse_lay_off(meld, cards, side)
            case Swap(meld, card):
                return self._refuse_swap(meld, card)
            case Undo():
                return None if self.steps else WesternRefusal.NOTHING_TO_UNDO
            case Discard(card):
                return self._refuse_discard(card)
        return Refusal.OTHER_GAME

    def _refuse_taking(self, cards: tuple[Card, ...]) -> RefusalCode | None:
        if not cards:
            return WesternRefusal.NO_CARDS
        if not contains(self.hand, (cards,)):
            return Refusal.NOT_IN_HAND
        # The last card goes on the open deck (F11).
        return WesternRefusal.KEEP_ONE if len(cards) >= len(self.hand) else None

    def _refuse_meld(self, meld: int) -> RefusalCode | None:
        if not self.has_opened:
            return WesternRefusal.PLACE_FIRST
        return None if 0 <= meld < len(self.melds) else WesternRefusal.NO_SUCH_MELD

    def _refuse_lay_off(self, meld: int, cards: tuple[Card, ...], side: Side) -> RefusalCode | None:
        if refusal := self._refuse_meld(meld) or self._refuse_taking(cards):
            return refusal
        return _refusal(extended(self.melds[meld], cards, side is Side.LOW, self.own))

    def _refuse_swap(self, meld: int, card: Card) -> RefusalCode | None:
        if refusal := self._refuse_meld(meld):
            return refusal
        if card not in self.hand:
            return Refusal.NOT_IN_HAND
        return _refusal(swapped(self.melds[meld], card))

    def _refuse_discard(self, card: Card) -> RefusalCode | None:
        if card not in self.hand:
            return Refusal.NOT_IN_HAND
        if self.owed:
            return WesternRefusal.JOKER_UNUSED
        if not self.has_opened and any(meld.owner == self.seat for meld in self.melds):
            return WesternRefusal.FIRST_MELD_LOW
        return WesternRefusal.JOKER_DISCARD if card == JOKER and self._keeps_jokers else None

    @property
    def _keeps_jokers(self) -> bool:
        """Return whether no joker may be thrown: one may only as the last card (F10), or if the turn could not end
        otherwise.
        """
        if len(self.hand) == 1:
            return False
        lays_off = (self._refuse_lay_off(at, (JOKER,), Side.HIGH) is None for at in range(len(self.melds)))
        return any(card != JOKER for card in self.hand) or any(lays_off)


def has_opened(seat: Seat, melds: tuple[Meld, ...], own: WesternRules) -> bool:
    """Return whether the melds of a seat are enough to open with (F4). Once a seat has opened, they always are."""
    placed = [meld.points for meld in melds if meld.owner == seat]
    return bool(placed) and sum(placed) >= own.first_meld


def _refusal(found: Meld | RefusalCode) -> RefusalCode | None:
    return found if isinstance(found, RefusalCode) else None


def western_deal(deal: DealView | None) -> WesternView:
    """Return the deal of a table of the western game; the first must have been dealt."""
    assert isinstance(deal, WesternView)
    return deal
