"""What one seat may know: the only form in which a table leaves the rules.

A view with seat None is the public one.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.rummy.actions import (
    Action,
    CallEnd,
    CallSplit,
    Declare,
    Discard,
    Draw,
    Drop,
    Finish,
    Group,
    Lapse,
    Leave,
    Next,
    Rejoin,
    Show,
    Sort,
    Source,
    UseBank,
    Vote,
)
from bot.rummy.cards import Card, Groups, Rank, Seat
from bot.rummy.declaration import Reason
from bot.rummy.errors import Refusal
from bot.rummy.ids import Player
from bot.rummy.match import Match
from bot.rummy.melds import is_joker
from bot.rummy.outcome import Outcome, Status
from bot.rummy.rules import DropRules, Format, JokerPick, Rules


class Phase(StrEnum):
    """What a deal waits for."""

    DRAW = "draw"
    DISCARD = "discard"
    DECLARE = "declare"
    """A card lies in the finish slot."""
    SHOW = "show"
    """The losers show their groups."""
    OVER = "over"


class EventKind(StrEnum):
    """What everybody at the table saw."""

    DREW_CLOSED = "drew_closed"
    DREW_OPEN = "drew_open"
    DISCARDED = "discarded"
    FINISHED = "finished"
    DECLARED = "declared"
    WRONG = "wrong"
    DROPPED = "dropped"
    LAPSED = "lapsed"
    LAPSED_OUT = "lapsed_out"
    LEFT = "left"
    SHOWED = "showed"
    RESHUFFLED = "reshuffled"
    STALEMATE = "stalemate"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing everybody saw. `card` only where it was seen; `points` where they were charged."""

    kind: EventKind
    seat: Seat
    card: Card | None = None
    points: int | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card on the open deck and who threw it; seat None: turned up at the deal."""

    card: Card
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody knows of a seat in the running deal."""

    seat: Seat
    status: Status
    cards: int
    has_drawn: bool
    had_turn: bool
    lapses: int
    bank: int
    """Extra time left, in seconds."""
    shown: bool
    points: int | None
    """Charged in this deal; None while open."""


@dataclass(frozen=True, slots=True)
class DealView:
    """One deal as a seat sees it."""

    rules: Rules
    drops: DropRules | None
    """None: this format has no drop."""
    seat: Seat | None
    phase: Phase
    turn: Seat
    first: Seat
    dealer: Seat
    turns: int
    """Turns begun before this one; 0 is the first player's first turn."""
    cut: Card
    wild: Rank | None
    open: tuple[OpenCard, ...]
    """Bottom to top."""
    closed: int
    reshuffles: int
    seats: tuple[SeatView, ...]
    events: tuple[Event, ...]
    hand: tuple[Card, ...]
    groups: Groups
    drawn: Card | None
    """The card drawn in this turn, for its owner alone."""
    finishing: Card | None
    """The card in the finish slot, for its owner alone."""
    outcome: Outcome | None

    @property
    def top(self) -> Card | None:
        """The card that lies open on top."""
        return self.open[-1].card if self.open else None

    @property
    def ungrouped(self) -> tuple[Card, ...]:
        """The cards of the hand outside the saved groups, in the hand's order."""
        return without(self.hand, (card for group in self.groups for card in group))

    def throwing(self, card: Card) -> "DealView":
        """What this seat would hold, and in which groups, after throwing that card."""
        hand, groups = thrown(self.hand, self.groups, card)
        return replace(self, hand=hand, groups=groups)

    @property
    def can_reshuffle(self) -> bool:
        """Whether an empty closed deck can be made anew (section 5, 7)."""
        return len(self.open) > 1 and self.reshuffles < self.rules.turns.max_reshuffles

    @property
    def is_my_turn(self) -> bool:
        """Whether the deal waits for a draw, a discard or a declaration of this seat."""
        return self.seat == self.turn and self.phase in (Phase.DRAW, Phase.DISCARD, Phase.DECLARE)

    @property
    def must_show(self) -> bool:
        """Whether the deal waits for this seat to show its groups."""
        return self.phase is Phase.SHOW and self.seat is not None and self.seat in self.awaited

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats the deal waits for."""
        if self.phase is Phase.OVER:
            return ()
        if self.phase is Phase.SHOW:
            return tuple(s.seat for s in self.seats if s.status is Status.IN and not s.shown)
        return (self.turn,)

    def refusal(self, action: Action) -> Refusal | None:
        """Why this seat may not do that now; None: it may."""
        if self.phase is Phase.OVER:
            return Refusal.DEAL_OVER
        if self.seat is None:
            return Refusal.NOT_SEATED
        if self.seats[self.seat].status is not Status.IN:
            return Refusal.OUT_OF_DEAL
        match action:
            case Leave():
                return None
            case Sort():
                return Refusal.ALREADY_SHOWN if self.seats[self.seat].shown else None
            case Group(groups):
                return self._refuse_group(groups)
            case Show():
                return self._refuse_show()
            case Lapse():
                return None if self.seat in self.awaited else Refusal.NOT_YOUR_TURN
        if self.phase is Phase.SHOW:
            return Refusal.SHOW_RUNNING
        if self.seat != self.turn:
            return Refusal.NOT_YOUR_TURN
        match action:
            case Draw(source):
                return self._refuse_draw(source)
            case Drop():
                return self._refuse_drop()
            case Discard(card) | Finish(card):
                return self._refuse_card(card)
            case Declare(groups):
                if self.phase is not Phase.DECLARE:
                    return Refusal.NOTHING_TO_DECLARE
                return None if contains(self.hand, groups) else Refusal.NOT_IN_HAND
            case UseBank(seconds):
                enough = 0 < seconds <= self.seats[self.seat].bank
                return None if enough else Refusal.NOT_NOW
        return Refusal.NOT_NOW

    def _refuse_group(self, groups: Groups) -> Refusal | None:
        if self.seat is not None and self.seats[self.seat].shown:
            return Refusal.ALREADY_SHOWN
        if not all(groups):
            return Refusal.EMPTY_GROUP
        return None if contains(self.hand, groups) else Refusal.NOT_IN_HAND

    def _refuse_show(self) -> Refusal | None:
        if self.phase is not Phase.SHOW:
            return Refusal.NOTHING_TO_SHOW
        return None if self.must_show else Refusal.ALREADY_SHOWN

    def _refuse_draw(self, source: Source) -> Refusal | None:
        if self.phase is Phase.DECLARE:
            return Refusal.DECLARE_FIRST
        if self.phase is Phase.DISCARD:
            return Refusal.ALREADY_DRAWN
        if source is Source.CLOSED:
            return Refusal.NEEDS_RESHUFFLE if not self.closed and self.can_reshuffle else None
        if self.top is None:
            return Refusal.OPEN_EMPTY
        return None if self.may_pick_top else Refusal.OPEN_JOKER

    @property
    def may_pick_top(self) -> bool:
        """Whether the open card is none, or is a joker only where one may be picked (B2, B3)."""
        if self.top is None or not is_joker(self.top, self.wild):
            return True
        if self.rules.jokers.pick is JokerPick.ALWAYS:
            return True
        return self.open[-1].seat is None and self.turns == 0

    def _refuse_drop(self) -> Refusal | None:
        if self.drops is None:
            return Refusal.NO_DROPS
        return None if self.phase is Phase.DRAW else Refusal.DROP_BEFORE_DRAWING

    def _refuse_card(self, card: Card) -> Refusal | None:
        if self.phase is Phase.DRAW:
            return Refusal.DRAW_FIRST
        if self.phase is Phase.DECLARE:
            return Refusal.DECLARE_FIRST
        return None if card in self.hand else Refusal.NOT_IN_HAND


class Stage(StrEnum):
    """How far a table is."""

    SEATING = "seating"
    DEALING = "dealing"
    PLAYING = "playing"
    BETWEEN = "between"
    """A deal is over and the next waits: for those who may rejoin, to share the pool, to breathe."""
    FINISHED = "finished"
    VOID = "void"


class About(StrEnum):
    """What a vote is about."""

    END = "end"
    """Ending the table without a result: most of the others must agree."""
    SPLIT = "split"
    """Sharing the pool: all others must agree."""


@dataclass(frozen=True, slots=True)
class VoteView:
    """A running vote."""

    about: About
    caller: Seat
    agreed: frozenset[Seat] = frozenset()
    refused: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class View:
    """A table as one seat sees it."""

    rules: Rules
    seat: Seat | None
    stage: Stage
    step: int
    """Grows whenever what everybody can see changes: whose turn, which phase."""
    players: tuple[Player, ...]
    """By seat, clockwise."""
    left: frozenset[Seat]
    """Seats that left the table."""
    toss: tuple[Card, ...]
    """By seat; empty where a dealer was picked."""
    match: Match
    """The deals played so far and what they mean."""
    ready: frozenset[Seat]
    """Who is ready for the next deal, or declined to rejoin."""
    offers: tuple[Seat, ...]
    """Who may still rejoin before the next deal."""
    vote: VoteView | None
    asked: int | None
    """In which turn of the deal the last vote on ending was called."""
    split_asked: bool
    """Whether sharing the pool was asked for since the last deal."""
    deal: DealView | None
    """The running deal, or the last one until the next is dealt."""

    @property
    def format(self) -> Format:
        """How deals make a match here."""
        return self.match.format

    @property
    def deal_number(self) -> int:
        """Of the deal that this view shows; 1 is the first."""
        played = len(self.match.outcomes)
        return played if self.deal is not None and self.deal.outcome is not None else played + 1

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of the match by seat; in the format `deals` the stacks."""
        return self.match.totals

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Of the finished deals, first to last; void ones too."""
        return self.match.outcomes

    @property
    def winner(self) -> Seat | None:
        """Who alone has won the finished match."""
        return self.match.winners[0] if len(self.match.winners) == 1 else None

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The people who are left in the match: those whom votes and the next deal wait for."""
        return tuple(seat for seat in self.match.active if not self.players[seat].is_computer)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Whom the next deal waits for, at most until the time is over."""
        if self.stage is not Stage.BETWEEN:
            return ()
        return tuple(seat for seat in sorted({*self.persons, *self.offers}) if seat not in self.ready)

    @property
    def called(self) -> tuple[Seat, ...]:
        """Whose own answer the table waits for between deals: to rejoin, or to share the pool."""
        if self.stage is not Stage.BETWEEN:
            return ()
        if self.vote is not None and self.vote.about is About.SPLIT:
            answered = {self.vote.caller} | self.vote.agreed
            return tuple(seat for seat in self.persons if seat not in answered)
        return self.offers

    def refusal(self, action: Action) -> Refusal | None:
        """Why this seat may not do that now; None: it may."""
        if self.stage in (Stage.FINISHED, Stage.VOID):
            return Refusal.TABLE_OVER
        if self.seat is None or self.seat in self.left:
            return Refusal.NOT_SEATED
        if self.deal is None or self.stage not in (Stage.PLAYING, Stage.BETWEEN):
            # Seats change with the toss, and only who is in then is dealt a hand.
            return Refusal.NOT_STARTED
        match action:
            case CallEnd():
                return self._refuse_call()
            case Vote():
                return self._refuse_vote(self.seat)
            case Next():
                return self._refuse_next(self.seat)
            case Rejoin():
                return self._refuse_rejoin(self.seat)
            case CallSplit():
                return self._refuse_split(self.seat)
            case Leave():
                return None
        return self.deal.refusal(action)

    def _refuse_call(self) -> Refusal | None:
        """The others are asked once a round: nobody shall be worn down by asking."""
        if self.vote is not None:
            return Refusal.VOTE_RUNNING
        turns = self.deal.turns if self.deal else 0
        again = self.asked is None or not self.asked <= turns < self.asked + len(self.players)
        return None if again else Refusal.ASKED_ALREADY

    def _refuse_vote(self, seat: Seat) -> Refusal | None:
        if self.vote is None or seat == self.vote.caller:
            return Refusal.NO_VOTE
        if self.match.out[seat] is not None:
            return Refusal.OUT_OF_MATCH
        voted = seat in self.vote.agreed | self.vote.refused
        return Refusal.ALREADY_VOTED if voted else None

    def _refuse_next(self, seat: Seat) -> Refusal | None:
        if self.stage is not Stage.BETWEEN:
            return Refusal.NOT_BETWEEN
        if self.match.out[seat] is not None and seat not in self.offers:
            return Refusal.OUT_OF_MATCH
        if seat in self.ready:
            return Refusal.ALREADY_READY
        return Refusal.VOTE_RUNNING if self.is_splitting else None

    def _refuse_rejoin(self, seat: Seat) -> Refusal | None:
        if self.match.pool is None:
            return Refusal.NO_REJOIN
        if self.match.out[seat] is None:
            return Refusal.STILL_IN
        if self.stage is not Stage.BETWEEN or seat not in self.match.just_out or seat in self.ready:
            return Refusal.REJOIN_LATE
        return None if seat in self.offers else Refusal.REJOIN_TOO_HIGH

    def _refuse_split(self, seat: Seat) -> Refusal | None:
        if self.match.pool is None:
            return Refusal.NO_SPLIT
        if self.match.out[seat] is not None:
            return Refusal.OUT_OF_MATCH
        if self.stage is not Stage.BETWEEN:
            return Refusal.NOT_BETWEEN
        if self.offers:
            return Refusal.REJOIN_OPEN
        if not self.match.can_split:
            return Refusal.SPLIT_TOO_MANY
        if self.vote is not None:
            return Refusal.VOTE_RUNNING
        return Refusal.SPLIT_ASKED if self.split_asked else None

    @property
    def is_splitting(self) -> bool:
        """Whether the others are being asked to share the pool."""
        return self.vote is not None and self.vote.about is About.SPLIT

    def allows(self, action: Action) -> bool:
        """Whether a control for that action should be offered.

        An empty closed deck that can be made anew is no hindrance: whoever plays the draw reshuffles first.
        """
        return self.refusal(action) in (None, Refusal.NEEDS_RESHUFFLE)


def contains(hand: Iterable[Card], groups: Groups) -> bool:
    """Whether the hand holds all cards of the groups, each as often as they use it."""
    used = Counter(card for group in groups for card in group)
    held = Counter(hand)
    return all(held[card] >= count for card, count in used.items())


def without(cards: Iterable[Card], taken: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that are left when `taken` are removed, in their order."""
    gone = Counter(taken)
    rest = []
    for card in cards:
        if gone[card] > 0:
            gone[card] -= 1
        else:
            rest.append(card)
    return tuple(rest)


def thrown(hand: tuple[Card, ...], groups: Groups, card: Card) -> tuple[tuple[Card, ...], Groups]:
    """Hand and groups without one copy of a card; a group loses it only when no other copy is left for it."""
    rest = without(hand, (card,))
    if sum(group.count(card) for group in groups) <= rest.count(card):
        return rest, groups
    holder = max(i for i, group in enumerate(groups) if card in group)
    kept = (without(group, (card,)) if i == holder else group for i, group in enumerate(groups))
    return rest, tuple(filter(None, kept))
