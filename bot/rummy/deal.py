"""A deal of any game: hands, two decks, turns.

A deal is a value: `play` returns the deal after an action, or raises and changes nothing. It knows all cards; only a
`DealView` may leave it.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from bot.rummy.actions import DEALER, Action, Discard, Draw, Lapse, Leave, Move, Reshuffle, Sort, Source, UseBank
from bot.rummy.cards import Card, Groups, Rank, Seat, card_texts, group_texts, in_suit_order
from bot.rummy.deal_view import DealView, Event, EventCode, EventKind, OpenCard, Phase, SeatView, thrown
from bot.rummy.errors import IllegalAction, Refusal, RefusalCode
from bot.rummy.outcome import Ending, EndingCode, Outcome, SeatStatus, ShownHand
from bot.rummy.rules import DropRules, LapseMode, Rules


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat in a deal."""

    cards: tuple[Card, ...]
    groups: Groups = ()
    status: SeatStatus = SeatStatus.IN
    has_drawn: bool = False
    had_turn: bool = False
    lapses: int = 0
    bank: int = 0  # seconds
    shown: bool = False
    points: int | None = None
    is_arranged: bool = False  # whether its player has sorted or grouped it

    def minus(self, card: Card) -> "SeatState":
        """Return the hand without one copy of a card."""
        cards, groups = thrown(self.cards, self.groups, card)
        return replace(self, cards=cards, groups=groups)

    def view(self, seat: Seat) -> SeatView:
        """Return the public part of the seat."""
        return SeatView(
            seat=seat,
            status=self.status,
            cards=len(self.cards),
            has_drawn=self.has_drawn,
            had_turn=self.had_turn,
            lapses=self.lapses,
            bank=self.bank,
            shown=self.shown,
            points=self.points,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(ABC):
    """One deal, with all its hidden cards."""

    rules: Rules
    first: Seat
    hands: tuple[SeatState, ...]
    closed: tuple[Card, ...]
    """The closed deck; the next card to draw is first."""
    open: tuple[OpenCard, ...]
    """The open deck from bottom to top."""
    turn: Seat
    phase: Phase = Phase.DRAW
    turns: int = 0
    drawn: Card | None = None
    reshuffles: int = 0
    quiet_since: int = 0
    """The number of the turn after the last card was drawn from the closed deck."""
    quiet_until: int | None = None
    """The turn at whose beginning a quiet deal ends, once that was announced (B19)."""
    events: tuple[Event, ...] = ()
    outcome: Outcome | None = None

    @classmethod
    def start(cls, rules: Rules, first: Seat, present: Sequence[bool], cards: Sequence[Card], **own: Any) -> Self:
        """Return a deal of these cards: one at a time from the first player on, then the cards that lie face up, the
        open card last. All others are the closed deck.

        `present` tells by seat who is dealt in; `own` are the fields that only this game has.
        """
        clockwise = (Seat((first + i) % len(present)) for i in range(len(present)))
        order = [seat for seat in clockwise if present[seat]]
        hands = [SeatState((), status=SeatStatus.ABSENT, points=0)] * len(present)
        dealt = rules.game.hand_size * len(order)
        for place, seat in enumerate(order):
            # Every hand starts sorted, so that no player has to press for it.
            hand = cls._sorted(tuple(cards[place : dealt : len(order)]))
            hands[seat] = SeatState(hand, bank=rules.turns.bank_seconds, had_turn=seat == order[0])
        closed = dealt + rules.game.face_up
        return cls(
            rules=rules,
            first=order[0],
            hands=tuple(hands),
            closed=tuple(cards[closed:]),
            open=(OpenCard(cards[closed - 1], None),),
            turn=order[0],
            **own,
        )

    # -- looking ------------------------------------------------------------------------------------

    @property
    def wild(self) -> Rank | None:
        """Return the rank whose cards are jokers besides the printed ones; None if no rank is."""
        return None

    @property
    def drops(self) -> DropRules | None:
        """Return the costs of a drop. Return None if no drop is possible."""
        return None

    @property
    def dealer(self) -> Seat:
        """Return the seat that plays last."""
        seats = len(self.hands)
        order = (Seat((self.first - back) % seats) for back in range(1, seats + 1))
        return next(seat for seat in order if self.hands[seat].status is not SeatStatus.ABSENT)

    @property
    def still_in(self) -> tuple[Seat, ...]:
        """Return the seats that have not left the deal in any way."""
        return tuple(Seat(i) for i, hand in enumerate(self.hands) if hand.status is SeatStatus.IN)

    @property
    def step_key(self) -> tuple[object, ...]:
        """Return a key of the current step. While it stays the same, a control shown before still fits."""
        return (self.turns, self.phase)

    @property
    def face_up(self) -> Iterator[tuple[str, Card]]:
        """Yield the cards that lie open when the deal begins, each with its word."""
        yield "open", self.open[-1].card

    def fingerprint(self) -> Iterator[str]:
        """Yield the state of the deal, hidden cards included, to compare replays by."""
        yield from (str(self.turn), str(self.phase), card_texts(self.closed))
        yield from (str(under.card) for under in self.open)
        for hand in self.hands:
            yield f"{card_texts(hand.cards)} {group_texts(hand.groups)} {hand.status} {hand.bank} {hand.points}"

    def open_hands(self) -> tuple[ShownHand, ...]:
        """Return the hands of all who were dealt in, as they lie now, face up, for people who look back on a match."""
        winners = self.outcome.winners if self.outcome is not None else ()
        hands = ((Seat(i), hand) for i, hand in enumerate(self.hands) if hand.status is not SeatStatus.ABSENT)
        return tuple(self._lying(seat, hand, is_winner=seat in winners) for seat, hand in hands)

    def _lying(self, seat: Seat, hand: SeatState, *, is_winner: bool) -> ShownHand:
        """Return the hand of one seat, with the points of its cards."""
        return ShownHand(seat, hand.groups, self._sorted(hand.cards), hand.points or 0, is_winner)

    @property
    def next_first(self) -> Seat:
        """Return the seat that plays first in the next deal: the same if this one is void, else the next one clockwise
        (G1).
        """
        is_void = self.outcome is not None and self.outcome.is_void
        return self.first if is_void else Seat((self.first + 1) % len(self.hands))

    def without_drops(self) -> Self:
        """Return the deal with drops forbidden; in most games it is the same."""
        return self

    def spent(self) -> tuple[Card, ...]:
        """Return the open deck without its top card: a reshuffle makes the closed deck of it (B15)."""
        return tuple(under.card for under in self.open[:-1])

    def draws_closed(self, action: Action) -> bool:
        """Return whether the action takes a card from the closed deck, so that a reshuffle may be needed first."""
        return action == Draw(Source.CLOSED)

    @abstractmethod
    def view(self, seat: Seat | None) -> DealView:
        """Return the view of that seat; None gives the public view."""

    def _seen(self, seat: Seat | None) -> dict[str, Any]:
        """Return the fields of a view that all games share, by name."""
        own = self.hands[seat] if seat is not None else None
        return {
            "rules": self.rules,
            "drops": self.drops,
            "seat": seat,
            "phase": self.phase,
            "turn": self.turn,
            "first": self.first,
            "dealer": self.dealer,
            "turns": self.turns,
            "wild": self.wild,
            "open": self.open,
            "closed": len(self.closed),
            "reshuffles": self.reshuffles,
            "quiet_turns": None if self.quiet_until is None else self.quiet_until - self.turns,
            "seats": tuple(hand.view(Seat(i)) for i, hand in enumerate(self.hands)),
            "events": self.events,
            "hand": own.cards if own else (),
            "drawn": self.drawn if own is not None and seat == self.turn else None,
            "outcome": self.outcome,
        }

    # -- playing ------------------------------------------------------------------------------------

    def refusal(self, seat: Seat, action: Action) -> RefusalCode | None:
        """Return why that action is not allowed now; None if it is."""
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

    def play(self, seat: Seat, action: Move) -> Self:
        """Return the deal after that action.

        >>> from bot.games.faces import GAMES
        >>> from bot.rummy.game import game_of
        >>> from bot.rummy.match.match import Match, Terms
        >>> rules = GAMES.shipped("circle")
        >>> match = Match.start(rules, Terms(), seats=2)
        >>> deal = game_of(rules).start(match, Seat(0), (True, True), rules.cards(2))
        >>> drawn = deal.play(Seat(0), Draw(Source.CLOSED))
        >>> str(deal.phase), str(drawn.phase), len(deal.hands[0].cards), len(drawn.hands[0].cards)
        ('draw', 'discard', 13, 14)

        Raises:
            IllegalAction: the rules do not allow it now.
        """
        if refusal := self.refusal(seat, action):
            raise IllegalAction(refusal)
        return self.after(seat, action)

    def after(self, seat: Seat, action: Action) -> Self:
        """Return the deal after an action that `refusal` allows."""
        match action:
            case Draw(source):
                return self._draw(seat, source)
            case Discard(card):
                return self._discard(seat, card)
            case Sort():
                return self._with(seat, cards=self._sorted(self.hands[seat].cards), is_arranged=True)
            case Lapse():
                return self._lapse(seat)
            case UseBank(seconds):
                return self._bank(seat, seconds)
            case Leave():
                return self._leave(seat)
            case Reshuffle(cards):
                return self._reshuffle(cards)
        return self._play(seat, action)

    def _play(self, seat: Seat, action: Action) -> Self:
        """Return the deal after an action of this game alone."""
        raise IllegalAction(Refusal.OTHER_GAME)

    def _discard(self, seat: Seat, card: Card) -> Self:
        """Return the deal after a discard that ends the turn."""
        return self._throw(seat, card)._played(seat)._pass_turn()

    @staticmethod
    def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return a hand in the order of suits, as this game shows it."""
        return in_suit_order(cards)

    def overdue(self) -> Action:
        """Return the clock's action for the seat whose time is over: a lapse, unless the game knows a better one."""
        return Lapse()

    @abstractmethod
    def _lapse(self, seat: Seat) -> Self:
        """Return the deal after a turn whose time ran out."""

    @abstractmethod
    def _leave(self, seat: Seat) -> Self:
        """Return the deal after a seat left the table."""

    # -- small steps --------------------------------------------------------------------------------

    def _with(self, seat: Seat, **changes: object) -> Self:
        hand = replace(self.hands[seat], **changes)  # type: ignore[arg-type]
        return self._hold(seat, hand)

    def _hold(self, seat: Seat, hand: SeatState) -> Self:
        return replace(self, hands=self._hands_with(seat, hand))

    def _hands_with(self, seat: Seat, hand: SeatState) -> tuple[SeatState, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def _tell(self, event: Event) -> Self:
        return replace(self, events=(*self.events, event))

    def _pass_turn(self) -> Self:
        """Return the deal in the next seat's turn, or its end if only one seat is still in (D10)."""
        still_in = self.still_in
        if len(still_in) == 1:
            return self._last_in(still_in[0])
        seats = len(self.hands)
        after = (Seat((self.turn + step) % seats) for step in range(1, seats + 1))
        turn = next(seat for seat in after if seat in still_in)
        passed = replace(self._without_turn_state(), turn=turn, turns=self.turns + 1, phase=Phase.DRAW, drawn=None)
        if not self.hands[turn].had_turn:
            passed = passed._with(turn, had_turn=True)
        return passed._ended_if_quiet()

    def _ended_if_quiet(self) -> Self:
        """Return the deal, ended if too many rounds passed without a card from the closed deck. Announce that end a
        round before (B19).
        """
        rounds, in_round = self.rules.turns.quiet_rounds, len(self.still_in)
        if self.quiet_until is not None:
            return self.undecided(Ending.QUIET) if self.turns >= self.quiet_until else self
        if not rounds or self.turns - self.quiet_since < (rounds - 1) * in_round:
            return self
        soon = replace(self, quiet_until=self.turns + in_round)
        return soon._tell(Event(EventKind.QUIET_SOON, self.turn))

    @abstractmethod
    def _last_in(self, winner: Seat) -> Self:
        """Return the end of the deal, as all other seats are out."""

    def _without_turn_state(self) -> Self:
        """Return a copy without the state of the current turn."""
        return self

    def undecided(self, ending: Ending) -> Self:
        """Return the end of an undecided deal: the lowest hand wins (B18, B19)."""
        return self._tell(Event(EventKind(ending.value), self.turn))._lowest_wins(ending)

    @abstractmethod
    def _lowest_wins(self, ending: Ending) -> Self:
        """Return the end of the deal for the lowest hand that is still in."""

    def _over(self, ending: EndingCode, winners: tuple[Seat, ...], shown: Iterable[ShownHand]) -> Self:
        """Return the end, with the points that each hand has by now. Without winners the deal is void."""
        # A void deal counts only for the seats that left: they are not dealt in again.
        counts = [bool(winners) or hand.status is SeatStatus.LEFT for hand in self.hands]
        outcome = Outcome(
            ending=ending,
            winners=winners,
            points=tuple(hand.points or 0 if own else 0 for hand, own in zip(self.hands, counts, strict=True)),
            shown=tuple(shown),
            statuses=tuple(hand.status for hand in self.hands),
            wild=self.view(None).jokers,
        )
        return replace(self, phase=Phase.OVER, drawn=None, outcome=outcome)

    def _out(self, seat: Seat, status: SeatStatus, points: int, event: EventCode) -> Self:
        """Return the deal with the seat out; its cards are set aside."""
        out = self._with(seat, status=status, points=points)._tell(Event(event, seat, points=points))
        if out.turn == seat or len(out.still_in) == 1:
            return out._pass_turn()
        return out

    def _draw(self, seat: Seat, source: Source) -> Self:
        if source is Source.CLOSED:
            if not self.closed:
                return self.undecided(Ending.STALEMATE)
            card = self.closed[0]
            rest: dict[str, Any] = {"closed": self.closed[1:], "quiet_since": self.turns + 1, "quiet_until": None}
            event = Event(EventKind.DREW_CLOSED, seat)
        else:
            card = self.open[-1].card
            rest = {"open": self.open[:-1]}
            event = Event(EventKind.DREW_OPEN, seat, card)
        hand = replace(self.hands[seat], cards=(*self.hands[seat].cards, card), has_drawn=True)
        hands, events = self._hands_with(seat, hand), (*self.events, event)
        return replace(self, **rest, hands=hands, phase=Phase.DISCARD, drawn=card, events=events)

    def _played(self, seat: Seat) -> Self:
        """Return the deal after a turn was played to its end: consecutive lapses are counted from 0 again."""
        counts = self.hands[seat].lapses and self.rules.turns.lapse_mode is LapseMode.CONSECUTIVE
        return self._with(seat, lapses=0) if counts else self

    def _throw(self, seat: Seat, card: Card) -> Self:
        hands = self._hands_with(seat, self.hands[seat].minus(card))
        events = (*self.events, Event(EventKind.DISCARDED, seat, card))
        return replace(self, hands=hands, open=(*self.open, OpenCard(card, seat)), events=events)

    def _bank(self, seat: Seat, seconds: int) -> Self:
        return self._with(seat, bank=self.hands[seat].bank - seconds)

    def _reshuffle(self, cards: tuple[Card, ...]) -> Self:
        fresh = replace(self, closed=cards, open=self.open[-1:], reshuffles=self.reshuffles + 1)
        return fresh._tell(Event(EventKind.RESHUFFLED, self.turn))
