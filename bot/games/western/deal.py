"""One deal of the western game, with melds on the table: draw, place, lay off, swap, discard (003, F1-F14)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.games.western.actions import LayOff, Place, Side, Swap, Undo
from bot.games.western.codes import WesternEnding, WesternEventKind
from bot.games.western.melds import Meld, card_points, extended, hand_points, in_order, laid, swapped
from bot.games.western.rules import WesternRules, own
from bot.games.western.view import MeldEvent, WesternView, has_opened
from bot.rummy.actions import Action, Lapse, Source
from bot.rummy.cards import JOKER, Card, Seat, card_texts
from bot.rummy.deal import Deal, SeatState
from bot.rummy.deal_view import Event, EventCode, EventKind, Phase, without
from bot.rummy.errors import IllegalAction, RefusalCode
from bot.rummy.outcome import Ending, EndingCode, SeatStatus, ShownHand


@dataclass(frozen=True, slots=True)
class TurnStep:
    """The hand and the table before a step of the running turn, so that it can be taken back."""

    cards: tuple[Card, ...]
    """The hand of the player whose turn it is."""
    melds: tuple[Meld, ...]
    owed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WesternDeal(Deal):
    """One deal of the western game."""

    melds: tuple[Meld, ...] = ()
    """The melds on the table, in the order in which they were placed."""
    owed: int = 0
    """The number of jokers that were swapped in this turn and not used yet (003 L38)."""
    before: tuple[TurnStep, ...] = ()
    """The hand and the table before each step of the running turn, first to last."""

    # -- looking ------------------------------------------------------------------------------------

    @property
    def own(self) -> WesternRules:
        """Return the rules that only this game has."""
        return own(self.rules)

    @property
    def step_key(self) -> tuple[object, ...]:
        """Return the key of a step; all can see each step of a turn."""
        return (self.turns, self.phase, len(self.before))

    def fingerprint(self) -> Iterator[str]:
        """Yield the shared state, the melds, and what can be taken back."""
        yield from Deal.fingerprint(self)
        yield from (f"{meld.owner} {meld.low} {card_texts(meld.cards)}" for meld in self.melds)
        yield from (str(self.owed), str(len(self.before)))

    def draws_closed(self, action: Action) -> bool:
        """Return whether the action draws from the closed deck; a player who lapses before a draw does that too."""
        return isinstance(action, Lapse) or Deal.draws_closed(self, action)

    def view(self, seat: Seat | None) -> WesternView:
        """Return the deal as that seat may know it; None: as everybody may."""
        return WesternView(
            **self._seen(seat),
            own=self.own,
            melds=self.melds,
            steps=len(self.before),
            owed=self.owed,
            settled=self._kept(seat).hands[seat].cards if seat is not None else (),
        )

    # -- playing ------------------------------------------------------------------------------------

    def _play(self, seat: Seat, action: Action) -> "WesternDeal":
        match action:
            case Place(cards, as_set):
                return self._place(seat, cards, as_set)
            case LayOff(meld, cards, side):
                return self._lay_off(seat, meld, cards, side)
            case Swap(meld, card):
                return self._swap(seat, meld, card)
            case Undo():
                return self._undo(seat)
        return Deal._play(self, seat, action)

    @staticmethod
    def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return in_order(cards)

    def _lying(self, seat: Seat, hand: SeatState, *, is_winner: bool) -> ShownHand:
        points = hand_points(hand.cards, self.own) if self.outcome is None else hand.points or 0
        return ShownHand(seat, (), in_order(hand.cards), points, is_winner)

    def _step(self, seat: Seat, cards: tuple[Card, ...], melds: tuple[Meld, ...], owed: int) -> "WesternDeal":
        """Return the deal after a step of a turn; the step can be taken back."""
        laid_before = TurnStep(self.hands[seat].cards, self.melds, self.owed)
        return self._lie(seat, TurnStep(cards, melds, owed), (*self.before, laid_before))

    def _lie(self, seat: Seat, now: TurnStep, before: tuple[TurnStep, ...]) -> "WesternDeal":
        moved = replace(self, melds=now.melds, owed=now.owed, before=before)
        return moved._with(seat, cards=now.cards)

    def _place(self, seat: Seat, cards: tuple[Card, ...], as_set: bool) -> "WesternDeal":
        meld = _found(laid(cards, seat, self.own, as_set=as_set))
        rest = without(self.hands[seat].cards, cards)
        placed = self._step(seat, rest, (*self.melds, meld), self._still_owed(cards))
        return placed._tell(MeldEvent(WesternEventKind.PLACED, seat, cards=meld.cards, meld=len(self.melds)))

    def _lay_off(self, seat: Seat, at: int, cards: tuple[Card, ...], side: Side) -> "WesternDeal":
        meld = _found(extended(self.melds[at], cards, side is Side.LOW, self.own))
        rest = without(self.hands[seat].cards, cards)
        added = self._step(seat, rest, self._exchanged(at, meld), self._still_owed(cards))
        return added._tell(MeldEvent(WesternEventKind.LAID_OFF, seat, cards=cards, meld=at))

    def _swap(self, seat: Seat, at: int, card: Card) -> "WesternDeal":
        meld = _found(swapped(self.melds[at], card))
        hand = (*without(self.hands[seat].cards, (card,)), JOKER)
        return self._step(seat, hand, self._exchanged(at, meld), self.owed + 1)._tell(
            MeldEvent(WesternEventKind.SWAPPED, seat, card, meld=at)
        )

    def _exchanged(self, at: int, meld: Meld) -> tuple[Meld, ...]:
        return (*self.melds[:at], meld, *self.melds[at + 1 :])

    def _still_owed(self, cards: tuple[Card, ...]) -> int:
        """Return the swapped jokers that must still be used. Jokers are equal, so any joker laid down counts."""
        return max(0, self.owed - cards.count(JOKER))

    def _undo(self, seat: Seat) -> "WesternDeal":
        return self._lie(seat, self.before[-1], self.before[:-1])._tell(Event(WesternEventKind.TOOK_BACK, seat))

    def _discard(self, seat: Seat, card: Card) -> "WesternDeal":
        """Return the deal after a discard. The last card of a hand ends the deal."""
        thrown = self._throw(seat, card)
        return thrown._played(seat)._pass_turn() if thrown.hands[seat].cards else thrown._gone_out(seat)

    def _without_turn_state(self) -> "WesternDeal":
        return replace(self, before=(), owed=0) if self.before or self.owed else self

    # -- lapsing and leaving ------------------------------------------------------------------------

    def _settled(self, seat: Seat, *, throws: bool = False) -> "WesternDeal":
        """Take back the last steps of the turn until a discard could have ended it.

        `throws`: keep room to discard a card that is not a joker, or the last card.
        """
        deal = self
        while deal.before and not (deal._is_settled(seat) and not (throws and deal._holds_only_jokers(seat))):
            deal = deal._undo(seat)
        return deal

    def _holds_only_jokers(self, seat: Seat) -> bool:
        hand = self.hands[seat].cards
        return len(hand) > 1 and hand.count(JOKER) == len(hand)

    def _kept(self, seat: Seat) -> "WesternDeal":
        """Return the deal as it would stay if the seat left now."""
        return self._settled(seat) if seat == self.turn else self

    def _is_settled(self, seat: Seat) -> bool:
        placed = any(meld.owner == seat for meld in self.melds)
        return not self.owed and (not placed or has_opened(seat, self.melds, self.own))

    def _lapse(self, seat: Seat) -> "WesternDeal":
        """End a turn whose time ran out: draw a card if none was drawn, and throw it; too often, and the seat is out
        (B7, B8).
        """
        lapses = self.hands[seat].lapses + 1
        is_out = lapses >= self.rules.turns.lapse_limit
        deal = self._with(seat, lapses=lapses)._tell(Event(EventKind.LAPSED, seat))
        if deal.phase is Phase.DRAW and not is_out:
            deal = deal._draw(seat, Source.CLOSED)
            if deal.outcome is not None:
                return deal
        deal = deal._settled(seat, throws=True)
        if deal.phase is Phase.DISCARD:
            deal = deal._throw(seat, deal._unwanted(seat))
            if not deal.hands[seat].cards:
                return deal._gone_out(seat)
        return deal._paying(seat, SeatStatus.LAPSED, EventKind.LAPSED_OUT) if is_out else deal._pass_turn()

    def _unwanted(self, seat: Seat) -> Card:
        """Return the card that the clock throws: the drawn card or, if that may not be thrown, the one with the most
        points.
        """
        hand = self.hands[seat].cards
        naturals = [card for card in hand if card != JOKER]
        if not naturals:
            return JOKER
        if self.drawn in naturals:
            return self.drawn
        return max(naturals, key=lambda card: (card_points(card, self.own), card.sort_key))

    def _leave(self, seat: Seat) -> "WesternDeal":
        return self._kept(seat)._paying(seat, SeatStatus.LEFT, EventKind.LEFT)

    def _paying(self, seat: Seat, status: SeatStatus, event: EventCode) -> "WesternDeal":
        """Take the seat out of the deal. It pays for its hand, which is set aside; its melds stay."""
        return self._out(seat, status, hand_points(self.hands[seat].cards, self.own), event)

    # -- the end ------------------------------------------------------------------------------------

    def _gone_out(self, seat: Seat) -> "WesternDeal":
        """End the deal for a seat without cards.

        If it placed all in this turn and none before, that is a Rummy (F13).
        """
        was_open = any(meld.owner == seat for meld in self.before[0].melds) if self.before else True
        if was_open:
            return self._end(WesternEnding.OUT, (seat,))
        return self._end(WesternEnding.RUMMY, (seat,), bonus=self.own.rummy_bonus)

    def _last_in(self, winner: Seat) -> "WesternDeal":
        return self._end(Ending.LAST_IN, (winner,))

    def _lowest_wins(self, ending: Ending) -> "WesternDeal":
        """End the deal with the hands as they are; the lowest wins, and equal lowest ones share (F14, C-43)."""
        costs = {seat: hand_points(self.hands[seat].cards, self.own) for seat in self.still_in}
        lowest = tuple(seat for seat, cost in costs.items() if cost == min(costs.values()))
        return self._end(ending if len(lowest) == 1 else WesternEnding.SHARED, lowest)

    def _end(self, ending: EndingCode, winners: tuple[Seat, ...], bonus: int = 0) -> "WesternDeal":
        """Return the end of the deal. The winners pay nothing, others still in pay for their hands (F12)."""
        deal = self
        for seat in self.still_in:
            cost = -bonus if seat in winners else hand_points(self.hands[seat].cards, self.own)
            deal = deal._with(seat, points=cost, shown=True)
        return deal._without_turn_state()._over(
            ending, winners, (deal._laid_open(seat, winners) for seat in deal.still_in)
        )

    def _laid_open(self, seat: Seat, winners: tuple[Seat, ...]) -> ShownHand:
        hand = self.hands[seat]
        return ShownHand(
            seat=seat,
            groups=(),
            deadwood=in_order(hand.cards),
            points=hand.points or 0,
            is_winner=seat in winners,
        )


def _found(meld: Meld | RefusalCode) -> Meld:
    """Return the meld that a step makes.

    Raises:
        IllegalAction: there is none.
    """
    if isinstance(meld, RefusalCode):
        raise IllegalAction(meld)
    return meld
