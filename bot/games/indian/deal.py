"""One deal of thirteen-card rummy: draw, discard, drop, declare, show."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.games.indian import show
from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.indian.codes import IndianEnding, IndianEventKind
from bot.games.indian.laws import IndianLaws, Laws
from bot.games.indian.rules import own, wild_rank
from bot.games.indian.view import DeclarationEvent, IndianShownHand, IndianView
from bot.rummy.actions import Action, Drop, Lapse
from bot.rummy.cards import Card, Groups, Rank, Seat, in_suit_order
from bot.rummy.deal import Deal, SeatState
from bot.rummy.deal_view import Event, EventKind, Phase
from bot.rummy.outcome import Ending, EndingCode, SeatStatus
from bot.rummy.rules import DropRules


@dataclass(frozen=True, slots=True, kw_only=True)
class IndianDeal(Deal):
    """One deal of the Indian game."""

    drops: DropRules | None
    """None: no drop; a player who lapses out or leaves pays the full count (B13)."""
    cut: Card
    finishing: Card | None = None
    declared: tuple[Groups, ...] = ()
    """The groups of each seat, as they were saved when the valid declaration came."""

    @property
    def wild(self) -> Rank | None:
        """Return the wild rank: that of the cut card, or what a printed joker as the cut card makes wild."""
        return wild_rank(self.cut, self.rules)

    @property
    def laws(self) -> Laws:
        """Return the laws by which hands of this deal are judged and laid."""
        return IndianLaws(self.wild, self.rules)

    def without_drops(self) -> "IndianDeal":
        """Return the deal as it is played if nobody may drop."""
        return replace(self, drops=None)

    @property
    def face_up(self) -> Iterator[tuple[str, Card]]:
        """Yield the cut card and the first open card."""
        yield from (("cut", self.cut), ("open", self.open[-1].card))

    def view(self, seat: Seat | None) -> IndianView:
        """Return the deal as that seat may know it; None: as everybody may."""
        state = self.hands[seat] if seat is not None else None
        return IndianView(
            **self._seen(seat),
            cut=self.cut,
            groups=state.groups if state else (),
            declared=self.declared[seat] if seat is not None and self.declared else (),
            finishing=self.finishing if state is not None and seat == self.turn else None,
            is_arranged=state is not None and state.is_arranged,
        )

    def _play(self, seat: Seat, action: Action) -> "IndianDeal":
        match action:
            case Finish(card):
                return self._finish(seat, card)
            case Declare(groups):
                return self._declare(seat, groups)
            case Group(groups):
                return self._with(seat, groups=groups, is_arranged=True)
            case Show():
                return self._show(seat)
            case Drop():
                return self._drop(seat)
        return Deal._play(self, seat, action)

    def _last_in(self, winner: Seat) -> "IndianDeal":
        return self._end(Ending.LAST_IN, winner)

    def _without_turn_state(self) -> "IndianDeal":
        return self if self.finishing is None else replace(self, finishing=None)

    def _lying(self, seat: Seat, hand: SeatState, *, is_winner: bool) -> IndianShownHand:
        """Return the hand in its own groups if they were shown, else in the best groups there are."""
        groups = hand.groups if hand.shown else self.laws.propose(hand.cards)
        is_charged = hand.shown or self.outcome is not None
        return IndianShownHand(
            seat=seat,
            groups=groups,
            kinds=tuple(self.laws.kind(group) for group in groups),
            deadwood=in_suit_order(show.outside(hand.cards, groups)),
            points=(hand.points or 0) if is_charged else self._full_at_most(hand),
            is_winner=is_winner,
            deal_show=False,
        )

    def _full_at_most(self, hand: SeatState) -> int:
        """Return the points of a hand in its best groups, at most the full count."""
        return min(self.laws.fewest(hand.cards).raw, self.rules.scoring.full_count)

    # -- the moves ----------------------------------------------------------------------------------

    def _finish(self, seat: Seat, card: Card) -> "IndianDeal":
        finished = self._hold(seat, self.hands[seat].minus(card))
        finished = replace(finished, phase=Phase.DECLARE, drawn=None, finishing=card)
        return finished._tell(Event(IndianEventKind.FINISHED, seat))

    def _declare(self, seat: Seat, groups: Groups) -> "IndianDeal":
        """Judge a declaration exactly as submitted (D4). After a wrong one, the others play on (D5)."""
        judged = self.laws.judge(groups, self.hands[seat].cards)
        grouped = self._with(seat, groups=groups)
        if not judged.valid:
            return grouped._wrong(seat, judged.reason)
        declared = grouped._with(seat, shown=True, points=0)._tell(Event(IndianEventKind.DECLARED, seat))
        if len(declared.still_in) == 1:
            return declared._end(IndianEnding.DECLARED, seat)
        return replace(declared, phase=Phase.SHOW, declared=tuple(hand.groups for hand in self.hands))

    def _wrong(self, seat: Seat, reason: StrEnum | None) -> "IndianDeal":
        full = self.rules.scoring.full_count
        out = self._with(seat, status=SeatStatus.WRONG, points=full)
        return out._tell(DeclarationEvent(IndianEventKind.WRONG, seat, points=full, reason=reason))._pass_turn()

    def _drop(self, seat: Seat) -> "IndianDeal":
        return self._out(seat, SeatStatus.DROPPED, self.view(seat).drop_points, EventKind.DROPPED)

    def _lapse(self, seat: Seat) -> "IndianDeal":
        """End a turn whose time ran out: throw the drawn card or pass; too often, and the seat is out (B7, B8)."""
        if self.phase is Phase.SHOW:
            return self._tell(Event(EventKind.LAPSED, seat))._shown(seat, is_late=True)
        if self.phase is Phase.DECLARE:
            return self._wrong(seat, None)
        hand = replace(self.hands[seat], lapses=self.hands[seat].lapses + 1)
        lapsed = self._hold(seat, hand)._tell(Event(EventKind.LAPSED, seat))
        if self.drawn is not None:
            lapsed = lapsed._throw(seat, self.drawn)
        if hand.lapses >= self.rules.turns.lapse_limit:
            return lapsed._out(seat, SeatStatus.LAPSED, self._lapse_points(seat), EventKind.LAPSED_OUT)
        return lapsed._pass_turn()

    def overdue(self) -> Action:
        """Declare the saved groups if a card lies in the finish slot and they are valid (D6)."""
        hand = self.hands[self.turn]
        if self.phase is Phase.DECLARE and self.laws.judge(hand.groups, hand.cards).valid:
            return Declare(hand.groups)
        return Lapse()

    def _lapse_points(self, seat: Seat) -> int:
        """Return the points of a middle drop; in some rule sets those of a first drop if the player never drew (B8)."""
        if self.drops is None:
            return self.rules.scoring.full_count
        is_first = own(self.rules).turns.lapse_first_drop and not self.hands[seat].has_drawn
        return self.drops.first_drop if is_first else self.drops.middle_drop

    def _leave(self, seat: Seat) -> "IndianDeal":
        """Return the deal after a seat left the table. No card goes on the open deck (B14)."""
        if self.phase is Phase.SHOW:
            return self if self.hands[seat].shown else self._shown(seat, is_late=True)
        return self._out(seat, SeatStatus.LEFT, self.view(seat).leaving_points, EventKind.LEFT)

    # -- the show -----------------------------------------------------------------------------------

    def _show(self, seat: Seat) -> "IndianDeal":
        return self._shown(seat, is_late=False)

    def _shown(self, seat: Seat, *, is_late: bool) -> "IndianDeal":
        """Return the deal with a loser's final groups. `is_late`: the time to show is over (D7)."""
        hand = self.hands[seat]
        groups = self.laws.counting(hand.groups, self.declared[seat], hand.cards, is_late=is_late)
        rest = show.outside(hand.cards, groups)
        points = self.laws.loser_points(groups, rest, had_turn=hand.had_turn)
        shown = self._with(seat, groups=groups, shown=True, points=points)
        shown = shown._tell(Event(IndianEventKind.SHOWED, seat, points=points))
        if shown.view(None).awaited:
            return shown
        return shown._end(IndianEnding.DECLARED, shown.turn)

    def _lowest_wins(self, ending: Ending) -> "IndianDeal":
        """Arrange all hands for the fewest points and let the lowest win; a tie at the lowest voids the deal (B18)."""
        best = {s: self.laws.fewest(self.hands[s].cards) for s in self.still_in}
        lowest = min(found.raw for found in best.values())
        winners = [seat for seat, found in best.items() if found.raw == lowest]
        deal = self
        for seat, found in best.items():
            points = 0 if found.raw == lowest else self.laws.charge(found.raw)
            deal = deal._with(seat, groups=found.groups, shown=True, points=points)
        if len(winners) > 1:
            return deal._end(IndianEnding.TIE, None)
        return deal._end(ending, winners[0])

    def _end(self, ending: EndingCode, winner: Seat | None) -> "IndianDeal":
        deal = self if winner is None else self._with(winner, points=0)
        shown = (deal._laid_open(Seat(i), winner) for i, hand in enumerate(deal.hands) if hand.shown)
        return deal._over(ending, () if winner is None else (winner,), shown)

    def _laid_open(self, seat: Seat, winner: Seat | None) -> IndianShownHand:
        hand = self.hands[seat]
        halved = self.phase is Phase.SHOW and seat != winner and not hand.had_turn
        return IndianShownHand(
            seat=seat,
            groups=hand.groups,
            kinds=tuple(self.laws.kind(group) for group in hand.groups),
            deadwood=show.outside(hand.cards, hand.groups),
            points=hand.points or 0,
            is_winner=seat == winner,
            deal_show=halved and self.laws.deal_show,
        )
