"""One deal: draw, discard, out with three of a kind."""

from dataclasses import dataclass

from bot.rummy.actions import Action, Lapse, Source
from bot.rummy.cards import Seat
from bot.rummy.deal import Deal
from bot.rummy.deal_view import Event, EventKind, Phase, without
from bot.rummy.outcome import Ending, EndingCode, SeatStatus, ShownHand
from tests.toy.actions import Out
from tests.toy.codes import ToyEnding, ToyEventKind
from tests.toy.rules import own, pairs
from tests.toy.view import OutEvent, ToyView


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyDeal(Deal):
    """One deal."""

    def draws_closed(self, action: Action) -> bool:
        """Return whether the action draws from the closed deck; a player who lapses before a draw does that too."""
        return isinstance(action, Lapse) or Deal.draws_closed(self, action)

    def view(self, seat: Seat | None) -> ToyView:
        """Return the deal as that seat may know it; None: as everybody may."""
        return ToyView(**self._seen(seat))

    def _play(self, seat: Seat, action: Action) -> "ToyDeal":
        if not isinstance(action, Out):
            return Deal._play(self, seat, action)
        rest = without(self.hands[seat].cards, action.cards)
        shown = self._with(seat, cards=rest, groups=(action.cards,))
        told = shown._tell(OutEvent(ToyEventKind.WENT_OUT, seat, cards=action.cards))
        return told._end(ToyEnding.OUT, (seat,))

    def _lapse(self, seat: Seat) -> "ToyDeal":
        """Time is over: a card is drawn if none was, and it is thrown; too often, and the seat is out."""
        lapses = self.hands[seat].lapses + 1
        deal = self._with(seat, lapses=lapses)._tell(Event(EventKind.LAPSED, seat))
        if lapses >= self.rules.turns.lapse_limit:
            return deal._out(seat, SeatStatus.LAPSED, 0, EventKind.LAPSED_OUT)
        if deal.phase is Phase.DRAW:
            deal = deal._draw(seat, Source.CLOSED)
        if deal.outcome is not None:
            return deal
        assert deal.drawn is not None
        return deal._throw(seat, deal.drawn)._pass_turn()

    def _leave(self, seat: Seat) -> "ToyDeal":
        return self._out(seat, SeatStatus.LEFT, 0, EventKind.LEFT)

    def _last_in(self, winner: Seat) -> "ToyDeal":
        return self._end(Ending.LAST_IN, (winner,))

    def _lowest_wins(self, ending: Ending) -> "ToyDeal":
        """End the deal; the most pairs win."""
        held = {seat: pairs(self.hands[seat].cards) for seat in self.still_in}
        best = tuple(seat for seat, count in held.items() if count == max(held.values()))
        return self._end(ending if len(best) == 1 else ToyEnding.SHARED, best)

    def _end(self, ending: EndingCode, winners: tuple[Seat, ...]) -> "ToyDeal":
        """End the deal: the winners get their points, the others still in get points for their pairs."""
        values, deal = own(self.rules), self
        for seat in self.still_in:
            worth = values.pair_points * pairs(self.hands[seat].cards)
            deal = deal._with(seat, points=values.out_points if seat in winners else worth, shown=True)
        return deal._over(ending, winners, (deal._laid_open(seat, winners) for seat in deal.still_in))

    def _laid_open(self, seat: Seat, winners: tuple[Seat, ...]) -> ShownHand:
        hand = self.hands[seat]
        return ShownHand(seat, hand.groups, hand.cards, hand.points or 0, seat in winners)
