"""A deal of the Indian game as one seat may know it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby, pairwise

from bot.games.indian.actions import Declare, Finish, Group, Show
from bot.games.indian.codes import IndianRefusal
from bot.games.indian.laws import IndianLaws, Laws
from bot.games.indian.rules import own
from bot.rummy.actions import Action, Discard, Lapse, Sort, Source
from bot.rummy.cards import Card, Groups
from bot.rummy.deal_view import DealView, Event, Phase, SeatView, contains, thrown, without
from bot.rummy.errors import Refusal, RefusalCode
from bot.rummy.outcome import ShownHand


@dataclass(frozen=True, slots=True)
class DeclarationEvent(Event):
    """A wrong declaration; `reason` None: it did not come in time."""

    reason: StrEnum | None = None


@dataclass(frozen=True, slots=True)
class IndianShownHand(ShownHand):
    """A hand laid open in groups."""

    kinds: tuple[StrEnum, ...]
    """The kind of each group."""
    deal_show: bool
    """Whether the points are halved because the player had no turn before the declaration."""


@dataclass(frozen=True, slots=True)
class IndianView(DealView):
    """One deal of the Indian game as a seat sees it."""

    cut: Card
    groups: Groups
    declared: Groups
    """The own groups as they were when the valid declaration came."""
    finishing: Card | None
    """The card in the finish slot, for its owner alone."""
    is_arranged: bool = False
    """Whether the player has sorted or grouped the hand."""

    @property
    def face_up(self) -> Mapping[str, Card]:
        """Return the cut card."""
        return {"cut": self.cut}

    @property
    def laws(self) -> Laws:
        """Return the laws by which hands of this deal are judged and laid."""
        return IndianLaws(self.wild, self.rules)

    @property
    def ungrouped(self) -> tuple[Card, ...]:
        """Return the cards of the hand outside the saved groups, in the hand's order."""
        return without(self.hand, (card for group in self.groups for card in group))

    @property
    def suits_apart(self) -> bool:
        """Return whether sorted cards outside groups are shown suit by suit (B17)."""
        return own(self.rules).groups.suits_apart

    @property
    def loose(self) -> tuple[Groups, tuple[Card, ...]]:
        """Return the cards outside the saved groups as the hand shows them; nothing is saved.

        They are the sorted cards, suit by suit if the rules want suits apart (B17), and the others.
        """
        cards = self.ungrouped
        if not self.suits_apart:
            return (), cards
        ends = (i for i, (one, other) in enumerate(pairwise(cards), 1) if other.sort_key < one.sort_key)
        end = next(ends, len(cards))
        return tuple(tuple(suit) for _, suit in groupby(cards[:end], key=lambda card: card.suit)), cards[end:]

    def arranged(self) -> "IndianView":
        """Return the view in the groups of the solver, unless the player has sorted or grouped the hand.

        In a show, they are the groups that are counted, or as before if none saves points. With a card in the finish
        slot, only saved groups count.
        """
        if self.is_arranged or self.groups or self.finishing is not None:
            return self
        if self.phase is Phase.SHOW:
            counted = self.laws.counting(self.groups, self.declared, self.hand)
            if counted or not self.laws.arranges:
                return replace(self, groups=counted)
        return replace(self, groups=self.laws.propose(self.hand))

    @property
    def drop_points(self) -> int:
        """Return the first drop until the seat has drawn a card or missed a turn, then the middle drop (B10, B11,
        C-35).

        If no drop is possible, return the full count, which a player who lapses out or leaves pays (B13).
        """
        if self.drops is None or self.seat is None:
            return self.rules.scoring.full_count
        seat = self.seats[self.seat]
        moved = seat.has_drawn or (seat.lapses > 0 and self._lapse_ends_first_drop)
        return self.drops.middle_drop if moved else self.drops.first_drop

    @property
    def _lapse_ends_first_drop(self) -> bool:
        return own(self.rules).turns.lapse_ends_first_drop

    @property
    def leaving_points(self) -> int:
        """Return the cost of leaving: a drop, or the full count with a card in the finish slot; the groups count in a
        show (B14).
        """
        is_finishing = self.phase is Phase.DECLARE and self.seat == self.turn
        return self.rules.scoring.full_count if is_finishing else self.drop_points

    def throwing(self, card: Card) -> "IndianView":
        """Return the view with that card thrown: the hand of this seat, and its groups."""
        hand, groups = thrown(self.hand, self.groups, card)
        return replace(self, hand=hand, groups=groups)

    def _refuse(self, seat: SeatView, action: Action) -> RefusalCode | None:
        match action:
            case Sort():
                return IndianRefusal.ALREADY_SHOWN if seat.shown else None
            case Group(groups):
                return self._refuse_group(seat, groups)
            case Show():
                return self._refuse_show()
        if self.phase is Phase.SHOW and not isinstance(action, Lapse):
            return IndianRefusal.SHOW_RUNNING
        return DealView._refuse(self, seat, action)

    def _refuse_move(self, seat: SeatView, action: Action) -> RefusalCode | None:
        match action:
            case Discard(card) | Finish(card):
                return self._refuse_card(card)
            case Declare(groups):
                if self.phase is not Phase.DECLARE:
                    return IndianRefusal.NOTHING_TO_DECLARE
                return None if contains(self.hand, groups) else Refusal.NOT_IN_HAND
        return Refusal.NOT_NOW

    def _refuse_draw(self, source: Source) -> RefusalCode | None:
        return IndianRefusal.DECLARE_FIRST if self.phase is Phase.DECLARE else DealView._refuse_draw(self, source)

    def _refuse_group(self, seat: SeatView, groups: Groups) -> RefusalCode | None:
        if seat.shown:
            return IndianRefusal.ALREADY_SHOWN
        if not all(groups):
            return IndianRefusal.EMPTY_GROUP
        return None if contains(self.hand, groups) else Refusal.NOT_IN_HAND

    def _refuse_show(self) -> RefusalCode | None:
        if self.phase is not Phase.SHOW:
            return IndianRefusal.NOTHING_TO_SHOW
        return None if self.must_show else IndianRefusal.ALREADY_SHOWN

    def _refuse_drop(self) -> RefusalCode | None:
        if self.seat != self.turn:
            return Refusal.NOT_YOUR_TURN
        if self.drops is None:
            return Refusal.NO_DROPS
        return None if self.phase is Phase.DRAW else Refusal.DROP_BEFORE_DRAWING

    def _refuse_card(self, card: Card) -> RefusalCode | None:
        if self.phase is Phase.DRAW:
            return Refusal.DRAW_FIRST
        if self.phase is Phase.DECLARE:
            return IndianRefusal.DECLARE_FIRST
        return None if card in self.hand else Refusal.NOT_IN_HAND


def indian_deal(deal: DealView | None) -> IndianView:
    """Return the deal of a table of the Indian game; the first must have been dealt."""
    assert isinstance(deal, IndianView)
    return deal
