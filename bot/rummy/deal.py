"""One deal of thirteen-card rummy: draw, discard, drop, declare, show.

A `Deal` is a value: `play` returns the deal after an action, or raises and changes nothing. It knows all cards;
what leaves it is a `DealView`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from bot.rummy import declaration, scoring, solver
from bot.rummy.actions import (
    DEALER,
    Declare,
    Discard,
    Draw,
    Drop,
    Finish,
    Group,
    Lapse,
    Leave,
    Move,
    Reshuffle,
    Show,
    Sort,
    Source,
    UseBank,
)
from bot.rummy.cards import Card, Groups, Rank, Seat
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.melds import kind_of
from bot.rummy.outcome import Ending, Outcome, ShownHand, Status
from bot.rummy.rules import HAND_SIZE, DropRules, LapseMode, Rules
from bot.rummy.view import DealView, Event, EventKind, OpenCard, Phase, SeatView, thrown, without


@dataclass(frozen=True, slots=True)
class Hand:
    """One seat in a deal."""

    cards: tuple[Card, ...]
    groups: Groups = ()
    status: Status = Status.IN
    has_drawn: bool = False
    had_turn: bool = False
    lapses: int = 0
    bank: int = 0  # seconds
    shown: bool = False
    points: int | None = None

    def minus(self, card: Card) -> "Hand":
        """The hand without one copy of a card."""
        cards, groups = thrown(self.cards, self.groups, card)
        return replace(self, cards=cards, groups=groups)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal, with everything that lies face down."""

    rules: Rules
    drops: DropRules | None
    """None: no drop; who lapses out or leaves pays the full count (B13)."""
    first: Seat
    hands: tuple[Hand, ...]
    cut: Card
    closed: tuple[Card, ...]
    """Next card to draw is first."""
    open: tuple[OpenCard, ...]
    """Bottom to top."""
    turn: Seat
    phase: Phase = Phase.DRAW
    turns: int = 0
    drawn: Card | None = None
    finishing: Card | None = None
    reshuffles: int = 0
    events: tuple[Event, ...] = ()
    outcome: Outcome | None = None

    @classmethod
    def start(
        cls,
        rules: Rules,
        drops: DropRules | None,
        first: Seat,
        present: Sequence[bool],
        cards: Sequence[Card],
    ) -> "Deal":
        """A deal of the packs in this order: one card at a time from the first player, cut card, open card.

        `present` tells by seat who is dealt in.
        """
        order = [Seat((first + i) % len(present)) for i in range(len(present))]
        order = [seat for seat in order if present[seat]]
        dealt = HAND_SIZE * len(order)
        cut, top, *closed = cards[dealt:]
        absent = Hand((), status=Status.ABSENT, points=0)
        hands = [absent] * len(present)
        for place, seat in enumerate(order):
            # Everybody's hand starts in the order of suits: nobody should have to press for that.
            own = tuple(sorted(cards[place : dealt : len(order)], key=lambda card: card.sort_key))
            hands[seat] = Hand(own, bank=rules.turns.bank_seconds, had_turn=seat == order[0])
        return cls(rules, drops, order[0], tuple(hands), cut, tuple(closed), (OpenCard(top, None),), turn=order[0])

    @property
    def wild(self) -> Rank | None:
        """The rank whose cards are jokers besides the printed ones."""
        return self.rules.wild_rank(self.cut)

    @property
    def dealer(self) -> Seat:
        """Whoever plays last."""
        seats = len(self.hands)
        order = (Seat((self.first - back) % seats) for back in range(1, seats + 1))
        return next(seat for seat in order if self.hands[seat].status is not Status.ABSENT)

    @property
    def still_in(self) -> tuple[Seat, ...]:
        """The seats that have not left the deal in any way."""
        return tuple(Seat(i) for i, hand in enumerate(self.hands) if hand.status is Status.IN)

    def spent(self) -> tuple[Card, ...]:
        """The open deck but its top card: what a reshuffle makes the closed deck of (B15)."""
        return tuple(under.card for under in self.open[:-1])

    def view(self, seat: Seat | None) -> DealView:
        """The deal as that seat may know it; None: as everybody may."""
        own = self.hands[seat] if seat is not None else None
        is_mine = own is not None and seat == self.turn
        return DealView(
            rules=self.rules,
            drops=self.drops,
            seat=seat,
            phase=self.phase,
            turn=self.turn,
            first=self.first,
            dealer=self.dealer,
            turns=self.turns,
            cut=self.cut,
            wild=self.wild,
            open=self.open,
            closed=len(self.closed),
            reshuffles=self.reshuffles,
            seats=tuple(_seat_view(Seat(i), hand) for i, hand in enumerate(self.hands)),
            events=self.events,
            hand=own.cards if own else (),
            groups=own.groups if own else (),
            drawn=self.drawn if is_mine else None,
            finishing=self.finishing if is_mine else None,
            outcome=self.outcome,
        )

    def refusal(self, seat: Seat, action: Move) -> Refusal | None:
        """Why that action is not allowed now; None: it is."""
        if isinstance(action, Reshuffle):
            return self._refuse_reshuffle(seat, action.cards)
        if not 0 <= seat < len(self.hands):
            return Refusal.NOT_SEATED
        return self.view(seat).refusal(action)

    def _refuse_reshuffle(self, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
        possible = seat == DEALER and self.phase is Phase.DRAW and not self.closed
        if not possible or not self.view(None).can_reshuffle:
            return Refusal.NOT_NOW
        return None if Counter(cards) == Counter(self.spent()) else Refusal.CARDS_DIFFER

    def play(self, seat: Seat, action: Move) -> "Deal":
        """The deal after that action.

        Raises:
            IllegalAction: the rules do not allow it now.
        """
        if refusal := self.refusal(seat, action):
            raise IllegalAction(refusal)
        match action:
            case Draw(source):
                return self._draw(seat, source)
            case Discard(card):
                return self._discard(seat, card)
            case Finish(card):
                return self._finish(seat, card)
            case Declare(groups):
                return self._declare(seat, groups)
            case Group(groups):
                return self._with(seat, groups=groups)
            case Sort():
                by_suit = sorted(self.hands[seat].cards, key=lambda card: card.sort_key)
                return self._with(seat, cards=tuple(by_suit))
            case Show():
                return self._show(seat)
            case Drop():
                return self._drop(seat)
            case Lapse():
                return self._lapse(seat)
            case UseBank(seconds):
                return self._with(seat, bank=self.hands[seat].bank - seconds)
            case Leave():
                return self._leave(seat)
            case Reshuffle(cards):
                event = Event(EventKind.RESHUFFLED, self.turn)
                return replace(
                    self,
                    closed=cards,
                    open=self.open[-1:],
                    reshuffles=self.reshuffles + 1,
                    events=(*self.events, event),
                )
        assert_never(action)

    # -- small steps --------------------------------------------------------------------------------

    def _with(self, seat: Seat, **changes: object) -> "Deal":
        hand = replace(self.hands[seat], **changes)  # type: ignore[arg-type]
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def _hold(self, seat: Seat, hand: Hand) -> "Deal":
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def _tell(self, event: Event) -> "Deal":
        return replace(self, events=(*self.events, event))

    def _pass_turn(self) -> "Deal":
        """The next seat's turn, or the end where only one is left in (D10)."""
        still_in = self.still_in
        if len(still_in) == 1:
            return self._end(Ending.LAST_IN, still_in[0])
        seats = len(self.hands)
        after = (Seat((self.turn + step) % seats) for step in range(1, seats + 1))
        turn = next(seat for seat in after if seat in still_in)
        passed = replace(self, turn=turn, turns=self.turns + 1, phase=Phase.DRAW, drawn=None, finishing=None)
        return passed._with(turn, had_turn=True)

    def _out(self, seat: Seat, status: Status, points: int, event: EventKind) -> "Deal":
        """The seat is out of the deal; its cards are set aside."""
        out = self._with(seat, status=status, points=points)._tell(Event(event, seat, points=points))
        if out.turn == seat or len(out.still_in) == 1:
            return out._pass_turn()
        return out

    # -- the moves ----------------------------------------------------------------------------------

    def _draw(self, seat: Seat, source: Source) -> "Deal":
        if source is Source.CLOSED:
            if not self.closed:
                return self._stalemate()
            card, rest = self.closed[0], replace(self, closed=self.closed[1:])
            event = Event(EventKind.DREW_CLOSED, seat)
        else:
            card, rest = self.open[-1].card, replace(self, open=self.open[:-1])
            event = Event(EventKind.DREW_OPEN, seat, card)
        drawn = rest._with(seat, cards=(*self.hands[seat].cards, card), has_drawn=True)
        return replace(drawn, phase=Phase.DISCARD, drawn=card)._tell(event)

    def _discard(self, seat: Seat, card: Card) -> "Deal":
        hand = self.hands[seat].minus(card)
        if self.rules.turns.lapse_mode is LapseMode.CONSECUTIVE:
            hand = replace(hand, lapses=0)
        return self._throw(seat, hand, card)._pass_turn()

    def _throw(self, seat: Seat, hand: Hand, card: Card) -> "Deal":
        thrown = replace(self._hold(seat, hand), open=(*self.open, OpenCard(card, seat)))
        return thrown._tell(Event(EventKind.DISCARDED, seat, card))

    def _finish(self, seat: Seat, card: Card) -> "Deal":
        finished = self._hold(seat, self.hands[seat].minus(card))
        return replace(finished, phase=Phase.DECLARE, drawn=None, finishing=card)._tell(Event(EventKind.FINISHED, seat))

    def _declare(self, seat: Seat, groups: Groups) -> "Deal":
        """Judged exactly as submitted (D4); a wrong one leaves the deal to the others (D5)."""
        judged = declaration.judge(groups, self.wild, self.rules, self.hands[seat].cards)
        grouped = self._with(seat, groups=groups)
        if not judged.valid:
            return grouped._wrong(seat, judged.reason)
        declared = grouped._with(seat, shown=True, points=0)._tell(Event(EventKind.DECLARED, seat))
        if len(declared.still_in) == 1:
            return declared._end(Ending.DECLARED, seat)
        return replace(declared, phase=Phase.SHOW)

    def _wrong(self, seat: Seat, reason: declaration.Reason | None) -> "Deal":
        full = self.rules.scoring.full_count
        out = self._with(seat, status=Status.WRONG, points=full)
        return out._tell(Event(EventKind.WRONG, seat, points=full, reason=reason))._pass_turn()

    def _drop(self, seat: Seat) -> "Deal":
        return self._out(seat, Status.DROPPED, self._drop_points(seat), EventKind.DROPPED)

    def _drop_points(self, seat: Seat) -> int:
        """First drop until the seat has drawn a card in this deal, then middle drop (B10, B11, C-35)."""
        if self.drops is None:
            return self.rules.scoring.full_count
        return self.drops.middle_drop if self.hands[seat].has_drawn else self.drops.first_drop

    def _lapse(self, seat: Seat) -> "Deal":
        """Time is over: what was drawn is thrown, else the turn passes; too often, and the seat is out (B7, B8)."""
        if self.phase is Phase.SHOW:
            return self._shown(seat, complete=True)
        if self.phase is Phase.DECLARE:
            return self._wrong(seat, None)
        hand = replace(self.hands[seat], lapses=self.hands[seat].lapses + 1)
        lapsed = self._hold(seat, hand)._tell(Event(EventKind.LAPSED, seat))
        if self.drawn is not None:
            lapsed = lapsed._throw(seat, hand.minus(self.drawn), self.drawn)
        if hand.lapses >= self.rules.turns.lapse_limit:
            return lapsed._out(seat, Status.LAPSED, self._lapse_points(seat), EventKind.LAPSED_OUT)
        return lapsed._pass_turn()

    def _lapse_points(self, seat: Seat) -> int:
        if self.drops is None or self.rules.turns.lapse_first_drop:
            return self._drop_points(seat)
        return self.drops.middle_drop

    def _leave(self, seat: Seat) -> "Deal":
        """Leaving costs the drop, out of the finish slot the full count; nothing goes on the open deck (B14)."""
        if self.phase is Phase.SHOW:
            return self if self.hands[seat].shown else self._shown(seat, complete=True)
        points = self._drop_points(seat)
        if self.phase is Phase.DECLARE and seat == self.turn:
            points = self.rules.scoring.full_count
        return self._out(seat, Status.LEFT, points, EventKind.LEFT)

    # -- the show -----------------------------------------------------------------------------------

    def _show(self, seat: Seat) -> "Deal":
        return self._shown(seat, complete=False)

    def _shown(self, seat: Seat, *, complete: bool) -> "Deal":
        """A loser's groups are final; `complete`: time is over, so the solver may arrange the rest (D7)."""
        hand = self.hands[seat]
        groups = hand.groups
        if complete and self.rules.scoring.auto_arrange_losers:
            groups = solver.complete(groups, hand.cards, self.wild, self.rules).groups
        rest = without(hand.cards, (card for group in groups for card in group))
        points = scoring.loser_points(groups, rest, self.wild, self.rules, deal_show=not hand.had_turn)
        shown = self._with(seat, groups=groups, shown=True, points=points)
        shown = shown._tell(Event(EventKind.SHOWED, seat, points=points))
        if shown.view(None).awaited:
            return shown
        return shown._end(Ending.DECLARED, shown.turn)

    def _stalemate(self) -> "Deal":
        """Nothing is left to draw: the lowest hand wins, a tie voids the deal (4.7, section 5, 7)."""
        best = {s: solver.best(self.hands[s].cards, self.wild, self.rules) for s in self.still_in}
        lowest = min(found.raw for found in best.values())
        winners = [seat for seat, found in best.items() if found.raw == lowest]
        deal = self._tell(Event(EventKind.STALEMATE, self.turn))
        for seat, found in best.items():
            points = 0 if found.raw == lowest else scoring.charge(found.raw, self.rules)
            deal = deal._with(seat, groups=found.groups, shown=True, points=points)
        if len(winners) > 1:
            return deal._end(Ending.TIE, None)
        return deal._end(Ending.STALEMATE, winners[0])

    def _end(self, ending: Ending, winner: Seat | None) -> "Deal":
        deal = self if winner is None else self._with(winner, points=0)
        points = tuple(hand.points or 0 for hand in deal.hands)
        if ending is Ending.TIE:
            # A void deal counts for nobody but those who left: they are not dealt in again.
            points = tuple(p if h.status is Status.LEFT else 0 for p, h in zip(points, deal.hands, strict=True))
        shown = tuple(deal._laid_open(Seat(i), winner) for i, hand in enumerate(deal.hands) if hand.shown)
        statuses = tuple(hand.status for hand in deal.hands)
        outcome = Outcome(ending, winner, points, shown, statuses, self.wild)
        return replace(deal, phase=Phase.OVER, drawn=None, outcome=outcome)

    def _laid_open(self, seat: Seat, winner: Seat | None) -> ShownHand:
        hand = self.hands[seat]
        halved = self.phase is Phase.SHOW and seat != winner and not hand.had_turn
        return ShownHand(
            seat=seat,
            groups=hand.groups,
            kinds=tuple(kind_of(group, self.wild, self.rules) for group in hand.groups),
            deadwood=without(hand.cards, (card for group in hand.groups for card in group)),
            points=hand.points or 0,
            is_winner=seat == winner,
            deal_show=halved and self.rules.scoring.deal_show,
        )


def _seat_view(seat: Seat, hand: Hand) -> SeatView:
    return SeatView(
        seat=seat,
        status=hand.status,
        cards=len(hand.cards),
        has_drawn=hand.has_drawn,
        had_turn=hand.had_turn,
        lapses=hand.lapses,
        bank=hand.bank,
        shown=hand.shown,
        points=hand.points,
    )
