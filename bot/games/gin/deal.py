"""One deal of gin: take or pass, draw, discard, knock (H1 to H16)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.games.gin import melds
from bot.games.gin.actions import BigGin, Knock, Pass
from bot.games.gin.codes import GinEnding, GinEventKind
from bot.games.gin.rules import HAND_SIZE, LEFT_IN_DECK, GinRules, own
from bot.games.gin.showdown import Showdown, showdown
from bot.games.gin.view import GinHand, GinView
from bot.rummy.actions import Action, Source
from bot.rummy.cards import Card, Seat
from bot.rummy.deal import Deal, SeatState
from bot.rummy.deal_view import Event, EventKind, Phase
from bot.rummy.outcome import Ending, EndingCode, SeatStatus
from bot.rummy.rules import Rules

_KNOCKED = {GinEnding.GIN: GinEventKind.GIN, GinEnding.BIG_GIN: GinEventKind.BIG_GIN}


@dataclass(frozen=True, slots=True, kw_only=True)
class GinDeal(Deal):
    """One deal of gin."""

    first_open: Card
    """The card with which the open deck began."""
    passes: int = 0
    """The number of times that the first open card was left."""
    taken: Card | None = None
    """The card of the open deck that was taken in the running turn."""
    face_down: Card | None = None
    """The discard of a knock (H6)."""

    @classmethod
    def of(cls, rules: Rules, first: Seat, present: Sequence[bool], cards: Sequence[Card]) -> "GinDeal":
        """Return a deal of the cards in this order."""
        return cls.start(rules, first, present, cards, first_open=cards[HAND_SIZE * sum(present)])

    # -- looking ------------------------------------------------------------------------------------

    @property
    def own(self) -> GinRules:
        """Return the rules that only this game has."""
        return own(self.rules)

    @property
    def next_first(self) -> Seat:
        """Return the winner of the deal: the loser deals next (H12). A void deal is dealt again as it was (H11)."""
        return self.first if self.outcome is None or self.outcome.winner is None else self.outcome.winner

    def fingerprint(self) -> Iterator[str]:
        """Yield the shared state, the first turn, and the card that lies face down."""
        yield from Deal.fingerprint(self)
        yield f"{self.passes} {self.taken} {self.face_down}"

    def view(self, seat: Seat | None) -> GinView:
        """Return the deal as that seat may know it; None: as everybody may.

        Nobody sees the card that lies face down.
        """
        return GinView(
            **self._seen(seat), own=self.own, first_open=self.first_open, passes=self.passes, taken=self.taken
        )

    def _lying(self, seat: Seat, hand: SeatState, *, is_winner: bool) -> GinHand:
        laid = melds.best(hand.cards)
        return GinHand(seat, laid.groups, laid.deadwood, hand.points or 0, is_winner, left=laid.raw)

    # -- playing ------------------------------------------------------------------------------------

    def _play(self, seat: Seat, action: Action) -> "GinDeal":
        match action:
            case Pass():
                return self._pass(seat)
            case Knock(card):
                return self._knock(seat, card)
            case BigGin():
                return self._shown(seat)
        return Deal._play(self, seat, action)

    def _pass(self, seat: Seat) -> "GinDeal":
        passed = replace(self._played(seat), passes=self.passes + 1)
        return passed._tell(Event(GinEventKind.PASSED, seat))._pass_turn()

    def _draw(self, seat: Seat, source: Source) -> "GinDeal":
        drawn = Deal._draw(self, seat, source)
        return replace(drawn, taken=drawn.drawn) if source is Source.OPEN else drawn

    def _pass_turn(self) -> "GinDeal":
        """Pass the turn. Make the deal void if only two cards are left in the closed deck (H11)."""
        if len(self.still_in) > 1 and len(self.closed) <= LEFT_IN_DECK:
            return self._tell(Event(GinEventKind.USED_UP, self.turn))._void(GinEnding.USED_UP)
        return Deal._pass_turn(self)

    def _without_turn_state(self) -> "GinDeal":
        return self if self.taken is None else replace(self, taken=None)

    # -- lapsing and leaving ------------------------------------------------------------------------

    def _lapse(self, seat: Seat) -> "GinDeal":
        """End a turn whose time ran out: pass in the first turn, else throw the drawn card; too often loses the deal
        (H15).
        """
        lapses = self.hands[seat].lapses + 1
        is_offered = self.view(seat).is_offered
        deal = self._with(seat, lapses=lapses)._tell(Event(EventKind.LAPSED, seat))
        if deal.phase is Phase.DISCARD:
            deal = deal._throw(seat, deal._unwanted(seat))
        if lapses >= self.rules.turns.lapse_limit:
            return deal._out(seat, SeatStatus.LAPSED, 0, EventKind.LAPSED_OUT)
        return replace(deal, passes=deal.passes + is_offered)._pass_turn()

    def _unwanted(self, seat: Seat) -> Card:
        """Return the card that the clock throws: the drawn card.

        If that card came from the open deck, return the best discard among the others.
        """
        if self.taken is None and self.drawn is not None:
            return self.drawn
        return melds.best_discard(self.hands[seat].cards, self.taken)[0]

    def _leave(self, seat: Seat) -> "GinDeal":
        return self._out(seat, SeatStatus.LEFT, 0, EventKind.LEFT)

    # -- the end ------------------------------------------------------------------------------------

    def _knock(self, seat: Seat, card: Card) -> "GinDeal":
        """Knock with a discard that lies face down; nobody sees it (H6)."""
        thrown = self._hold(seat, self.hands[seat].minus(card))
        return replace(thrown, face_down=card)._shown(seat)

    def _shown(self, seat: Seat) -> "GinDeal":
        """Return the deal with both hands laid open, each in the best way for its holder (H9)."""
        other = self._other(seat)
        held, against = self.hands[seat].cards, self.hands[other].cards
        view = self.view(None)
        shown = showdown(held, against, self.own, view.knock_limit, view.factor)
        winner = seat if shown.knocker_wins else other
        kind = _KNOCKED.get(shown.ending, GinEventKind.KNOCKED)
        knocked = self._tell(Event(kind, seat, points=shown.knocker.raw))
        return knocked._won(winner, shown.points)._laid_open(shown, seat, winner)

    def _laid_open(self, shown: Showdown, seat: Seat, winner: Seat) -> "GinDeal":
        other = self._other(seat)
        hands = (
            GinHand(
                at,
                hand.groups,
                hand.deadwood,
                self.hands[at].points or 0,
                at == winner,
                laid_off=() if at == seat else shown.laid_off,
                left=hand.raw,
                throws_face_down=at == seat and self.face_down is not None,
            )
            for at, hand in ((seat, shown.knocker), (other, shown.opponent))
        )
        return self._over(shown.ending, (winner,), hands)

    def _won(self, winner: Seat, points: int) -> "GinDeal":
        """Return the deal with both players out of it and these points for the winner."""
        loser = self._other(winner)
        return self._with(winner, points=points, shown=True)._with(loser, points=0, shown=True)._without_turn_state()

    def _other(self, seat: Seat) -> Seat:
        return Seat(1 - seat)

    def _last_in(self, winner: Seat) -> "GinDeal":
        """Return the end after the other player left: the winner gets their deadwood and the bonus of an undercut
        (H15).
        """
        gone = self.hands[self._other(winner)]
        points = self.view(None).factor * (melds.best(gone.cards).raw + self.own.undercut_bonus)
        won = self._won(winner, points)
        return won._over(Ending.LAST_IN, (winner,), [won._lying(winner, won.hands[winner], is_winner=True)])

    def _lowest_wins(self, ending: Ending) -> "GinDeal":
        """Make the deal void: nobody wins it (H15)."""
        return self._void(ending)

    def _void(self, ending: EndingCode) -> "GinDeal":
        return self._without_turn_state()._over(ending, (), ())
