"""Seats and the match they play, from the first card of the toss to the end.

A table is its rules, its packs as dealt and its actions: playing the same actions gives the same table anywhere.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.rummy.actions import (
    DEALER,
    Action,
    CallEnd,
    DealCards,
    Draw,
    End,
    Leave,
    Move,
    PickDealer,
    Reshuffle,
    Source,
    Toss,
    Vote,
    VoteOver,
)
from bot.rummy.cards import CARDS, Card, Seat, packs
from bot.rummy.deal import Deal
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.ids import Player
from bot.rummy.match import Match
from bot.rummy.rules import Format, Rules, Start
from bot.rummy.toss import toss_order
from bot.rummy.view import Phase, Stage, Status, View, VoteView

FIRST = Seat(0)


class Purpose(StrEnum):
    """What chance is asked for."""

    TOSS = "toss"
    DEALER = "dealer"
    PACKS = "packs"
    RESHUFFLE = "reshuffle"


@dataclass(frozen=True, slots=True)
class Chance:
    """Something to be shuffled before the table can go on."""

    purpose: str
    """`toss`, `dealer`, `packs`, `reshuffle-1`, `reshuffle-2`, …"""
    deal: int
    """Number of the deal it is for; 1 is the first."""
    items: tuple[Any, ...]
    """What to shuffle: cards, or seats for the dealer."""
    action: Callable[[Sequence[Any]], Action]
    """The action that the shuffled items make; `DEALER` plays it."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table with all it hides."""

    rules: Rules
    match: Match
    players: tuple[Player, ...]
    """In the order they joined; by seat once the toss is known."""
    stage: Stage = Stage.SEATING
    step: int = 0
    toss: tuple[Card, ...] = ()
    first: Seat = FIRST
    left: frozenset[Seat] = frozenset()
    vote: VoteView | None = None
    asked: int | None = None
    deal: Deal | None = None

    @classmethod
    def open(cls, rules: Rules, format: Format, players: Sequence[Player]) -> "Table":
        """A table on which nothing has happened yet.

        Raises:
            ValueError: the rules do not play with that many, or not that format.
        """
        if not rules.min_players <= len(players) <= rules.max_players:
            raise ValueError(f"{rules.id} plays with {rules.min_players} to {rules.max_players}")
        if format is not Format.POINTS:
            raise ValueError(f"format {format} is not played yet")
        return cls(rules, Match(format, len(players)), tuple(players))

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return self.stage in (Stage.FINISHED, Stage.VOID)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """Seats of people who have not left the table."""
        seats = (Seat(i) for i, player in enumerate(self.players) if not player.is_computer)
        return tuple(seat for seat in seats if seat not in self.left)

    def seat_of(self, player: Player) -> Seat | None:
        """Where that player sits."""
        return Seat(self.players.index(player)) if player in self.players else None

    # -- chance -------------------------------------------------------------------------------------

    def chance(self) -> Chance | None:
        """What must be shuffled before anybody can act; None: nothing."""
        number = len(self.match.outcomes) + 1
        if self.stage is Stage.SEATING and self.rules.start is Start.TOSS:
            count = len(self.players)
            return Chance(Purpose.TOSS, number, CARDS, lambda order: Toss(tuple(order[:count])))
        if self.stage is Stage.SEATING:
            seats = tuple(range(len(self.players)))
            return Chance(Purpose.DEALER, number, seats, lambda order: PickDealer(Seat(order[0])))
        if self.stage is Stage.DEALING:
            return Chance(Purpose.PACKS, number, self._packs(), lambda order: DealCards(tuple(order)))
        return None

    def chance_before(self, action: Action) -> Chance | None:
        """What must be shuffled before that action; None: nothing."""
        wants_closed = action == Draw(Source.CLOSED) and self.deal is not None
        if not wants_closed or self.deal is None:
            return None
        deal = self.deal
        if deal.phase is not Phase.DRAW or deal.closed or not deal.view(None).can_reshuffle:
            return None
        purpose = f"{Purpose.RESHUFFLE}-{deal.reshuffles + 1}"
        number = len(self.match.outcomes) + 1
        return Chance(purpose, number, deal.spent(), lambda order: Reshuffle(tuple(order)))

    def _packs(self) -> tuple[Card, ...]:
        return packs(self.rules.packs_for(len(self.players)), self.rules.packs.printed_jokers)

    # -- looking ------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> View:
        """The table as that seat may know it; None: as everybody may."""
        return View(
            rules=self.rules,
            format=self.match.format,
            seat=seat,
            stage=self.stage,
            step=self.step,
            players=self.players,
            left=self.left,
            toss=self.toss,
            deal_number=len(self.match.outcomes) + (0 if self.is_over and self.match.is_over else 1),
            totals=self.match.totals,
            outcomes=self.match.outcomes,
            winner=self.match.winner,
            vote=self.vote,
            asked=self.asked,
            deal=self.deal.view(seat) if self.deal else None,
        )

    def refusal(self, seat: Seat, action: Action) -> Refusal | None:
        """Why that action is not allowed now; None: it is."""
        if seat == DEALER:
            return self._refuse_dealer(action)
        if not 0 <= seat < len(self.players):
            return Refusal.NOT_SEATED
        if isinstance(action, Toss | PickDealer | DealCards | Reshuffle | VoteOver | End):
            return Refusal.NOT_NOW
        return self.view(seat).refusal(action)

    def _refuse_dealer(self, action: Action) -> Refusal | None:
        if self.is_over:
            return Refusal.TABLE_OVER
        match action:
            case End():
                return None
            case VoteOver():
                return None if self.vote else Refusal.NO_VOTE
            case Reshuffle() if self.deal is not None and self.stage is Stage.PLAYING:
                return self.deal.refusal(DEALER, action)
            case Toss(cards):
                fits = self.stage is Stage.SEATING and self.rules.start is Start.TOSS
                if not fits:
                    return Refusal.NOT_NOW
                distinct = len(set(cards)) == len(cards) == len(self.players) and set(cards) <= set(CARDS)
                return None if distinct else Refusal.CARDS_DIFFER
            case PickDealer(seat):
                fits = self.stage is Stage.SEATING and self.rules.start is Start.RANDOM_DEALER
                return None if fits and 0 <= seat < len(self.players) else Refusal.NOT_NOW
            case DealCards(cards):
                if self.stage is not Stage.DEALING:
                    return Refusal.NOT_NOW
                return None if Counter(cards) == Counter(self._packs()) else Refusal.CARDS_DIFFER
        return Refusal.NOT_NOW

    # -- playing ------------------------------------------------------------------------------------

    def play(self, seat: Seat, action: Action) -> "Table":
        """The table after that action.

        Raises:
            IllegalAction: the rules do not allow it now.
        """
        if refusal := self.refusal(seat, action):
            raise IllegalAction(refusal)
        table = self._play(seat, action)
        return table if table._landmark() == self._landmark() else replace(table, step=self.step + 1)

    def _landmark(self) -> tuple[object, ...]:
        """What a step is: as long as it stays, a control shown before still fits."""
        deal = self.deal
        return (self.stage, len(self.match.outcomes), deal and (deal.turns, deal.phase))

    def _play(self, seat: Seat, action: Action) -> "Table":
        match action:
            case Toss(cards):
                order = toss_order(cards)
                players = tuple(self.players[place] for place in order)
                drawn = tuple(cards[place] for place in order)
                return replace(self, players=players, toss=drawn, stage=Stage.DEALING)
            case PickDealer(dealer):
                first = Seat((dealer + 1) % len(self.players))
                return replace(self, first=first, stage=Stage.DEALING)
            case DealCards(cards):
                present = [Seat(i) not in self.left for i in range(len(self.players))]
                deal = Deal.start(self.rules, self.match.drops(self.rules), self.first, present, cards)
                return replace(self, deal=deal, stage=Stage.PLAYING)
            case CallEnd():
                return self._call_end(seat)
            case Vote(agree):
                return self._vote(seat, agree)
            case VoteOver():
                return replace(self, vote=None)
            case End():
                return replace(self, stage=Stage.VOID, vote=None)
            case Leave():
                return self._leave(seat)
        return self._move(seat, action)

    def _move(self, seat: Seat, action: Move) -> "Table":
        if self.deal is None:
            raise IllegalAction(Refusal.NOT_STARTED)
        return self._with_deal(self.deal.play(seat, action))

    def _with_deal(self, deal: Deal) -> "Table":
        """The table with its deal moved on: to the next deal or the end of the match where it is over."""
        table = replace(self, deal=deal)
        if deal.outcome is None:
            return table
        match = self.match.after(deal.outcome)
        if match.is_over:
            return replace(table, match=match, stage=Stage.FINISHED, vote=None)
        return replace(table, match=match, stage=Stage.DEALING)

    # -- leaving and ending -------------------------------------------------------------------------

    def _leave(self, seat: Seat) -> "Table":
        table = replace(self, left=self.left | {seat})
        if table.vote is not None:
            table = table._count_votes()
        deal = table.deal
        if table.stage is Stage.PLAYING and deal is not None and deal.hands[seat].status is Status.IN:
            return table._with_deal(deal.play(seat, Leave()))
        return table

    def _call_end(self, seat: Seat) -> "Table":
        vote = VoteView(seat, frozenset(), frozenset())
        return replace(self, vote=vote, asked=self.deal.turns if self.deal else 0)._count_votes()

    def _vote(self, seat: Seat, agree: bool) -> "Table":
        assert self.vote is not None  # refused otherwise
        agreed, refused = self.vote.agreed, self.vote.refused
        if agree:
            return replace(self, vote=replace(self.vote, agreed=agreed | {seat}))._count_votes()
        return replace(self, vote=replace(self.vote, refused=refused | {seat}))._count_votes()

    def _count_votes(self) -> "Table":
        """The table is void once most of the others agree, at once where there are none."""
        assert self.vote is not None
        others = [seat for seat in self.persons if seat != self.vote.caller]
        agreed = sum(seat in self.vote.agreed for seat in others)
        refused = sum(seat in self.vote.refused for seat in others)
        if 2 * agreed > len(others) or not others:
            return replace(self, stage=Stage.VOID, vote=None)
        if 2 * refused >= len(others):
            return replace(self, vote=None)
        return self
