"""One deal: draw, discard, drop, declare, show; value points are settled at the end (T1 to T10)."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from bot.games.indian.deal import IndianDeal
from bot.games.indian.laws import Laws
from bot.games.indian.view import IndianShownHand
from bot.games.twentyone.laws import TwentyOneLaws
from bot.games.twentyone.rules import own
from bot.games.twentyone.view import TwentyOneHand, TwentyOneView, value_of
from bot.games.twentyone.wild import Wilds, wild_of
from bot.rummy.cards import Rank, Seat
from bot.rummy.deal import SeatState
from bot.rummy.outcome import EndingCode, ShownHand


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyOneDeal(IndianDeal):
    """One deal of twenty-one-card rummy."""

    @property
    def wilds(self) -> Wilds:
        """Return the jokers and the value cards of this deal."""
        return wild_of(self.cut)

    @property
    def wild(self) -> Rank:
        """Return the rank whose cards are all jokers."""
        return self.wilds.rank

    @property
    def laws(self) -> Laws:
        """Return the laws by which hands of this deal are judged and laid."""
        return TwentyOneLaws(self.wilds, self.rules)

    def view(self, seat: Seat | None) -> TwentyOneView:
        """Return the deal as that seat may know it; None: as everybody may."""
        view = IndianDeal.view(self, seat)
        seats = tuple(replace(one, points=self._gain(one.seat, one.points)) for one in view.seats)
        return TwentyOneView(**{field.name: getattr(view, field.name) for field in fields(view)} | {"seats": seats})

    def _gain(self, seat: Seat, cost: int | None) -> int | None:
        """Return the points of a seat as all see them. Points are good here, so a cost is below 0 (T9)."""
        if self.outcome is not None:
            return self.outcome.points[seat]
        return None if cost is None else -cost

    def _lapse_points(self, seat: Seat) -> int:
        """Return the points of a middle drop, or the full count if there is no drop (T7)."""
        return self.rules.scoring.full_count if self.drops is None else self.drops.middle_drop

    def _lying(self, seat: Seat, hand: SeatState, *, is_winner: bool) -> TwentyOneHand:
        lying = IndianDeal._lying(self, seat, hand, is_winner=is_winner)
        return replace(self._valued(lying), points=self._gain(seat, lying.points) or 0)

    def _laid_open(self, seat: Seat, winner: Seat | None) -> TwentyOneHand:
        return self._valued(IndianDeal._laid_open(self, seat, winner))

    def _valued(self, hand: IndianShownHand) -> TwentyOneHand:
        """Return a hand laid open with its value cards; the winner's finishing card is one of them (T8)."""
        held = self.hands[hand.seat].cards
        if hand.is_winner and self.finishing is not None:
            held = (*held, self.finishing)
        values = tuple(card for card in held if card in self.wilds.values)
        value = value_of(held, self.wilds, own(self.rules))
        shown = {field.name: getattr(hand, field.name) for field in fields(hand)}
        return TwentyOneHand(**shown, values=values, value=value)

    def _over(self, ending: EndingCode, winners: tuple[Seat, ...], shown: Iterable[ShownHand]) -> "TwentyOneDeal":
        """Return the end of the deal. Points are good here: the winner gets what the others lose (T9)."""
        over = IndianDeal._over(self, ending, winners, shown)
        outcome = over.outcome
        assert outcome is not None  # the deal is over
        lost = sum(outcome.points)
        points = tuple(lost if seat in winners else -cost for seat, cost in enumerate(outcome.points))
        hands = tuple(replace(hand, points=points[hand.seat]) for hand in outcome.shown)
        return replace(over, outcome=replace(outcome, points=points, shown=hands))
