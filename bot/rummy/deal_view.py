"""The view of one seat in a deal of any game."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.rummy.actions import Action, Draw, Drop, Lapse, Leave, Sort, Source, UseBank
from bot.rummy.cards import Card, Groups, Rank, Seat, Wild, is_joker
from bot.rummy.errors import Refusal, RefusalCode
from bot.rummy.outcome import Outcome, SeatStatus
from bot.rummy.rules import DropRules, JokerPick, Rules


class Phase(StrEnum):
    """The action or decision for which the deal waits."""

    DRAW = "draw"
    DISCARD = "discard"
    DECLARE = "declare"
    """A card lies in the finish slot."""
    SHOW = "show"
    """The losers show their groups."""
    OVER = "over"


class EventCode(StrEnum):
    """An event that everybody at the table saw: `EventKind` holds those that all games share, and each game adds its
    own.
    """


class EventKind(EventCode):
    """An event that everybody at the table saw, in any game."""

    DREW_CLOSED = "drew_closed"
    DREW_OPEN = "drew_open"
    DISCARDED = "discarded"
    DROPPED = "dropped"
    LAPSED = "lapsed"
    LAPSED_OUT = "lapsed_out"
    LEFT = "left"
    RESHUFFLED = "reshuffled"
    STALEMATE = "stalemate"
    QUIET_SOON = "quiet_soon"
    QUIET = "quiet"
    UNATTENDED = "unattended"


@dataclass(frozen=True, slots=True)
class Event:
    """An event that everybody saw. `card` is set only if it was seen, `points` only if they were charged."""

    kind: EventCode
    seat: Seat
    card: Card | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card on the open deck, and the seat that discarded it. None stands for the card turned up at the deal."""

    card: Card
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """The public part of a seat in the running deal."""

    seat: Seat
    status: SeatStatus
    cards: int
    has_drawn: bool
    had_turn: bool
    lapses: int
    bank: int
    """Extra time left, in seconds."""
    shown: bool
    points: int | None
    """Points charged in this deal; None while that is open."""


@dataclass(frozen=True, slots=True)
class DealView(ABC):
    """One deal as a seat sees it: the part that all games share."""

    rules: Rules
    drops: DropRules | None
    """The costs of a drop; None if no drop is possible."""
    seat: Seat | None
    phase: Phase
    turn: Seat
    first: Seat
    dealer: Seat
    turns: int
    """Turns begun before this one; 0 is the first player's first turn."""
    wild: Rank | None
    """The rank that is wild besides the printed jokers."""
    open: tuple[OpenCard, ...]
    """The open deck from bottom to top."""
    closed: int
    reshuffles: int
    quiet_turns: int | None
    """Number of turns left in which a player must draw from the closed deck, or the deal ends. None while there are too
    many to count (B19).
    """
    seats: tuple[SeatView, ...]
    events: tuple[Event, ...]
    hand: tuple[Card, ...]
    drawn: Card | None
    """The card drawn in this turn; only its owner sees it."""
    outcome: Outcome | None

    @property
    def top(self) -> Card | None:
        """Return the open card on top."""
        return self.open[-1].card if self.open else None

    @property
    def jokers(self) -> Wild:
        """Return the cards that are jokers besides the printed ones, also in a game whose wild rank does not name them
        all.
        """
        return self.wild

    @property
    def face_up(self) -> Mapping[str, Card]:
        """Return the cards that lie open all through the deal, besides the open deck, by a word for each."""
        return {}

    @property
    def covered_by(self) -> Seat | None:
        """Return the seat whose card lies face down on the open deck. Return None if the top card lies open."""
        return None

    @property
    def can_reshuffle(self) -> bool:
        """Return whether an empty closed deck can be made from the discards (B15)."""
        most = self.rules.turns.max_reshuffles
        return len(self.open) > 1 and (most < 0 or self.reshuffles < most)

    @property
    def is_used_up(self) -> bool:
        """Return whether only the open card is left to draw: asking for a closed one ends the deal (B18)."""
        return not self.closed and not self.can_reshuffle

    @property
    def is_my_turn(self) -> bool:
        """Return whether the deal waits for a draw, a discard or a declaration of this seat."""
        return self.seat == self.turn and self.phase in (Phase.DRAW, Phase.DISCARD, Phase.DECLARE)

    @property
    def must_show(self) -> bool:
        """Return whether the deal waits for this seat to show its groups."""
        return self.phase is Phase.SHOW and self.seat is not None and self.seat in self.awaited

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats the deal waits for."""
        if self.phase is Phase.OVER:
            return ()
        if self.phase is Phase.SHOW:
            return tuple(s.seat for s in self.seats if s.status is SeatStatus.IN and not s.shown)
        return (self.turn,)

    @property
    def drop_points(self) -> int:
        """Return the points that a drop costs now, if one is possible."""
        return 0

    @property
    @abstractmethod
    def leaving_points(self) -> int:
        """Return the points that leaving costs now, except in a show."""

    def refusal(self, action: Action) -> RefusalCode | None:
        """Return why this seat may not take that action now. Return None if it may."""
        if self.phase is Phase.OVER:
            return Refusal.DEAL_OVER
        if self.seat is None:
            return Refusal.NOT_SEATED
        if self.seats[self.seat].status is not SeatStatus.IN:
            return Refusal.OUT_OF_DEAL
        if isinstance(action, Leave):
            return None
        if isinstance(action, Lapse) and self.seat not in self.awaited:
            return Refusal.NOT_YOUR_TURN
        return self._refuse(self.seats[self.seat], action)

    def _refuse(self, seat: SeatView, action: Action) -> RefusalCode | None:
        """Return why this seat, which is in a running deal, may not take that action now."""
        match action:
            case Sort() | Lapse():
                return None
            case Drop():
                return self._refuse_drop()
        if self.seat != self.turn:
            return Refusal.NOT_YOUR_TURN
        match action:
            case Draw(source):
                return self._refuse_draw(source)
            case UseBank(seconds):
                return None if 0 < seconds <= seat.bank else Refusal.NOT_NOW
        return self._refuse_move(seat, action)

    @abstractmethod
    def _refuse_move(self, seat: SeatView, action: Action) -> RefusalCode | None:
        """Return why this seat, whose turn it is, may not make that move, which not all games share."""

    def _refuse_drop(self) -> RefusalCode | None:
        return Refusal.NO_DROPS

    def _refuse_draw(self, source: Source) -> RefusalCode | None:
        if self.phase is Phase.DISCARD:
            return Refusal.ALREADY_DRAWN
        if source is Source.CLOSED:
            return Refusal.NEEDS_RESHUFFLE if not self.closed and self.can_reshuffle else None
        if self.top is None:
            return Refusal.OPEN_EMPTY
        return None if self.may_pick_top else Refusal.OPEN_JOKER

    @property
    def may_pick_top(self) -> bool:
        """Return whether the open card may be picked: it is no joker, or a joker may be picked now. True without an
        open card (B2, B3).
        """
        if self.top is None or not is_joker(self.top, self.jokers) or self.rules.jokers.pick is JokerPick.ALWAYS:
            return True
        return self.open[-1].seat is None and self.turns == 0


def contains(hand: Iterable[Card], groups: Groups) -> bool:
    """Return whether the hand holds all cards of the groups, each as often as they use it."""
    used = Counter(card for group in groups for card in group)
    held = Counter(hand)
    return all(held[card] >= count for card, count in used.items())


def without(cards: Iterable[Card], taken: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards that are left when `taken` are removed, in their order."""
    gone = Counter(taken)
    if not gone:
        return tuple(cards)
    rest = []
    for card in cards:
        if gone[card] > 0:
            gone[card] -= 1
        else:
            rest.append(card)
    return tuple(rest)


def thrown(hand: tuple[Card, ...], groups: Groups, card: Card) -> tuple[tuple[Card, ...], Groups]:
    """Return hand and groups without one copy of a card. A group loses it only if the hand holds no other copy."""
    rest = without(hand, (card,))
    if sum(group.count(card) for group in groups) <= rest.count(card):
        return rest, groups
    holder = max(i for i, group in enumerate(groups) if card in group)
    kept = (without(group, (card,)) if i == holder else group for i, group in enumerate(groups))
    return rest, tuple(filter(None, kept))
