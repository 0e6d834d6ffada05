"""Seats and the match they play, from the first card of the toss to the end.

A table is its rules, its packs as dealt and its actions: playing the same actions gives the same table anywhere.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.rummy.actions import (
    DEALER,
    Action,
    CallBreak,
    CallEnd,
    CallSplit,
    ChanceKind,
    DealCards,
    End,
    EndWithout,
    Lapse,
    Leave,
    MissRound,
    NameRound,
    Next,
    NoteNamed,
    PickDealer,
    Rejoin,
    Reshuffle,
    Resume,
    SignRound,
    Toss,
    UseBank,
    Vote,
    VoteOver,
)
from bot.rummy.beacon import BeaconRound, round_of
from bot.rummy.cards import CARDS, Card, Seat
from bot.rummy.deal import Deal
from bot.rummy.deal_view import Phase
from bot.rummy.errors import ErrorText, IllegalAction, Refusal, RefusalCode
from bot.rummy.game import game_of
from bot.rummy.ids import Player
from bot.rummy.match.match import Match, MatchEnd, Terms
from bot.rummy.outcome import Ending, SeatStatus
from bot.rummy.rules import UNATTENDED_ROUNDS, Rules, Start
from bot.rummy.toss import toss_order
from bot.rummy.view import About, Stage, View, VoteView

FIRST = Seat(0)
_RoundActions = NameRound | NoteNamed | SignRound | MissRound
"""The actions of the dealer about the rounds of a beacon."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A shuffle that is needed before the table can go on."""

    purpose: str
    """`toss`, `dealer`, `packs`, `reshuffle-1`, `reshuffle-2`, …"""
    deal: int
    """Number of the deal it is for; 1 is the first."""
    items: tuple[Any, ...]
    """The items to shuffle: cards, or seats for the dealer."""
    action: Callable[[Sequence[Any]], Action]
    """Makes the action from the shuffled items; `DEALER` plays it."""
    beacon: str = ""
    """The part that the round of a beacon adds; empty without one."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table with all that it hides."""

    rules: Rules
    match: Match
    players: tuple[Player, ...]
    """The players in the order in which they joined; by seat once the toss is known."""
    stage: Stage = Stage.SEATING
    step: int = 0
    toss: tuple[Card, ...] = ()
    first: Seat = FIRST
    left: frozenset[Seat] = frozenset()
    vote: VoteView | None = None
    """The running vote; at a void table, the vote that ended it."""
    asked: int | None = None
    split_asked: bool = False
    ready: frozenset[Seat] = frozenset()
    deal: Deal | None = None
    resting: Seat | None = None
    """The seat that asked for the running break."""
    breaks: int = 0
    asked_break: frozenset[Seat] = frozenset()
    """The seats that have asked for a break in this deal."""
    rounds: tuple[BeaconRound, ...] = ()
    """The rounds of a beacon, one for each deal; none without one."""
    unattended: int | None = None
    """The turn of the deal since which no person has been in it; None if one is."""
    _views: dict[Seat | None, View] = field(init=False, default_factory=dict, compare=False, repr=False)
    """The views asked for so far: a table never changes."""

    @classmethod
    def open(cls, rules: Rules, terms: Terms, players: Sequence[Player]) -> "Table":
        """Return a table on which nothing has happened yet.

        Raises:
            ValueError: the rules do not allow that many players, or not those terms.
        """
        if not rules.min_players <= len(players) <= rules.max_players:
            raise ValueError(
                ErrorText(
                    "{rules} plays with {least} to {most}",
                    rules=rules.id,
                    least=rules.min_players,
                    most=rules.max_players,
                )
            )
        if not terms.fits(rules):
            raise ValueError(
                ErrorText(
                    "{rules} does not play {format} for {stake}", rules=rules.id, format=terms.course, stake=terms.stake
                )
            )
        return cls(rules, Match.start(rules, terms, len(players)), tuple(players))

    @property
    def is_over(self) -> bool:
        """Return whether nothing more can happen."""
        return self.stage in (Stage.FINISHED, Stage.VOID)

    @property
    def deal_to_come(self) -> int:
        """Return the number of the running deal, or of the next one."""
        return len(self.match.outcomes) + 1

    @property
    def round(self) -> BeaconRound | None:
        """Return the round of the running deal, or of the next one once it is named."""
        return round_of(self.rounds, self.deal_to_come)

    @property
    def needs_round(self) -> bool:
        """Return whether a round must be named for the next deal: the first deal had one."""
        return self.stage is Stage.DEALING and bool(self.rounds) and self.round is None

    @property
    def awaits_round(self) -> bool:
        """Return whether the next deal waits for its round."""
        waits = self.stage in (Stage.SEATING, Stage.DEALING)
        return waits and self.round is not None and self.round.signature is None

    @property
    def persons(self) -> tuple[Seat, ...]:
        """Return seats of people who have not left the table, those eliminated included."""
        seats = (Seat(i) for i, player in enumerate(self.players) if not player.is_computer)
        return tuple(seat for seat in seats if seat not in self.left)

    @property
    def offers(self) -> tuple[Seat, ...]:
        """Return the seats that may still rejoin before the next deal: just eliminated, and not declined."""
        if self.stage is not Stage.BETWEEN or self.match.rejoin_total is None:
            return ()
        declined = self.ready | self.left
        return tuple(s for s in self.match.just_out if s not in declined and self.players[s].decides)

    @property
    def is_left_to_computers(self) -> bool:
        """Return whether a deal goes on in which no person has anything left to do."""
        if self.stage is not Stage.PLAYING or self.deal is None:
            return False
        hands = self.deal.hands
        return all(self.players[seat].is_computer or hands[seat].shown for seat in self.deal.still_in)

    @property
    def computer(self) -> Seat | None:
        """Return the seat of the computer that acts next. Return None if the table waits for none."""
        view = self.view(None)
        waits_for = view.called if self.stage is not Stage.PLAYING or view.deal is None else view.deal.awaited
        return next((seat for seat in waits_for if self.players[seat].is_computer), None)

    def seat_of(self, player: Player) -> Seat | None:
        """Return the seat of that player."""
        return Seat(self.players.index(player)) if player in self.players else None

    @property
    def is_splitting(self) -> bool:
        """Return whether the players who are left vote on sharing the pool."""
        return self.vote is not None and self.vote.about is About.SPLIT

    # -- chance -------------------------------------------------------------------------------------

    def chance(self) -> Chance | None:
        """Return the shuffle that is needed before anybody can act. Return None if there is none."""
        number = self.deal_to_come
        if self.needs_round or self.awaits_round:
            return None
        if self.stage is Stage.SEATING and self.rules.start is Start.TOSS:
            count = len(self.players)
            return Chance(ChanceKind.TOSS, number, CARDS, lambda order: Toss(tuple(order[:count])), self._beacon)
        if self.stage is Stage.SEATING:
            seats = tuple(range(len(self.players)))
            return Chance(ChanceKind.DEALER, number, seats, lambda order: PickDealer(Seat(order[0])), self._beacon)
        if self.stage is Stage.DEALING:
            return Chance(ChanceKind.PACKS, number, self._packs(), lambda order: DealCards(tuple(order)), self._beacon)
        return None

    def chance_before(self, action: Action) -> Chance | None:
        """Return the shuffle that is needed before that action. Return None if there is none."""
        deal = self.deal
        if deal is None or not deal.draws_closed(action):
            return None
        if deal.phase is not Phase.DRAW or deal.closed or not deal.view(None).can_reshuffle:
            return None
        purpose = f"{ChanceKind.RESHUFFLE}-{deal.reshuffles + 1}"
        return Chance(purpose, self.deal_to_come, deal.spent(), lambda order: Reshuffle(tuple(order)), self._beacon)

    @property
    def _beacon(self) -> str:
        return "" if self.round is None else self.round.mixed

    def _packs(self) -> tuple[Card, ...]:
        return self.rules.cards(len(self.players))

    # -- looking ------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> View:
        """Return the view of that seat; None gives the public view."""
        if seat not in self._views:
            self._views[seat] = self._view(seat)
        return self._views[seat]

    def _view(self, seat: Seat | None) -> View:
        return View(
            rules=self.rules,
            seat=seat,
            stage=self.stage,
            step=self.step,
            players=self.players,
            left=self.left,
            toss=self.toss,
            match=self.match,
            ready=self.ready,
            offers=self.offers,
            vote=self.vote,
            asked=self.asked,
            split_asked=self.split_asked,
            deal=self.deal.view(seat) if self.deal else None,
            resting=self.resting,
            breaks=self.breaks,
            asked_break=self.asked_break,
            rounds=self.rounds,
        )

    def refusal(self, seat: Seat, action: Action) -> RefusalCode | None:
        """Return why that action is not allowed now; None if it is."""
        if seat == DEALER:
            return self._refuse_dealer(action)
        if not 0 <= seat < len(self.players):
            return Refusal.NOT_SEATED
        if isinstance(action, Toss | PickDealer | DealCards | Reshuffle | VoteOver | End | _RoundActions):
            return Refusal.NOT_NOW
        return self.view(seat).refusal(action)

    def _refuse_dealer(self, action: Action) -> RefusalCode | None:
        if self.is_over:
            return Refusal.TABLE_OVER
        match action:
            case End():
                return None
            case VoteOver():
                return None if self.vote else Refusal.NO_VOTE
            case Resume():
                return None if self.resting is not None else Refusal.NOT_ON_BREAK
            case Next():
                waits = self.stage is Stage.BETWEEN and not self.is_splitting
                return None if waits else Refusal.NOT_NOW
            case Reshuffle() if self.deal is not None and self.stage is Stage.PLAYING:
                return self.deal.refusal(DEALER, action)
            case NameRound():
                is_first = self.stage is Stage.SEATING and not self.rounds
                return None if is_first or self.needs_round else Refusal.NOT_NOW
            case NoteNamed(deal, _):
                named = round_of(self.rounds, deal)
                return None if named is not None and named.message is None else Refusal.NOT_NOW
            case SignRound() | MissRound() | EndWithout():
                is_said = isinstance(action, MissRound) and self.round is not None and self.round.is_missing
                return None if self.awaits_round and not is_said else Refusal.NOT_NOW
            case Toss() | PickDealer() | DealCards() if self.needs_round or self.awaits_round:
                return Refusal.NOT_NOW
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
        """Return the table after that action.

        Raises:
            IllegalAction: the rules do not allow it now.
        """
        if refusal := self.refusal(seat, action):
            raise IllegalAction(refusal)
        table = self._play(seat, action)
        return table if table._step_key() == self._step_key() else replace(table, step=self.step + 1)

    def _step_key(self) -> tuple[object, ...]:
        """Return a key of the current step. While it stays the same, a control shown before still fits."""
        deal = self.deal
        asked = (bool(self.offers), self.is_splitting)
        return (self.stage, len(self.match.outcomes), asked, deal and deal.step_key)

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
                playing = self.match.next_seats
                present = [Seat(i) in playing for i in range(len(self.players))]
                deal = game_of(self.rules).start(self.match, self.first, present, cards)
                return replace(
                    self, deal=deal, stage=Stage.PLAYING, asked=None, asked_break=frozenset(), unattended=None
                )
            case Next():
                return self._next(seat)
            case Rejoin():
                return replace(self, match=self.match.rejoin(seat), ready=self.ready | {seat})._between()
            case CallSplit():
                return replace(self, vote=VoteView(About.SPLIT, seat), split_asked=True)._count_votes()
            case CallEnd():
                return self._call_end(seat)
            case CallBreak():
                asked = self.asked_break | {seat}
                return replace(self, vote=VoteView(About.BREAK, seat), asked_break=asked)._count_votes()
            case Resume():
                return replace(self, resting=None)
            case Vote(agree):
                return self._vote(seat, agree)
            case VoteOver():
                return replace(self, vote=None)
            case End():
                return replace(self, stage=Stage.VOID, vote=None, resting=None)
            case NameRound(number, chain):
                return replace(self, rounds=(*self.rounds, BeaconRound(self.deal_to_come, number, chain)))
            case NoteNamed(deal, message):
                return self._noting_round(deal, message=message)
            case SignRound(signature):
                return self._noting_round(self.deal_to_come, signature=signature)
            case MissRound():
                return self._noting_round(self.deal_to_come, is_missing=True)
            case EndWithout():
                return self._without_round(seat)
            case Leave():
                return self._leave(seat)
        return self._move(seat, action)

    def _move(self, seat: Seat, action: Action) -> "Table":
        if self.deal is None:
            raise IllegalAction(Refusal.NOT_STARTED)
        return self._noting(seat, action)._with_deal(self.deal.after(seat, action))

    def _noting(self, seat: Seat, action: Action) -> "Table":
        """Return the table with what its vote learns from a move: the seat has played, or its time ran out."""
        vote = self.vote
        if vote is None or seat == DEALER or isinstance(action, UseBank):
            return self
        if isinstance(action, Lapse):
            return replace(self, vote=replace(vote, lapsed=(*vote.lapsed, seat)))
        return replace(self, vote=replace(vote, acted=vote.acted | {seat}))

    def _with_deal(self, deal: Deal) -> "Table":
        """Return the table with its deal replaced by a later one."""
        since = self._unattended_since(deal)
        if since is not None and deal.turns - since >= UNATTENDED_ROUNDS * len(deal.still_in):
            deal = deal.undecided(Ending.UNATTENDED)
        table = replace(self, deal=deal, unattended=since)
        vote = table.vote if table.vote is not None and table.vote.about is About.BREAK else None
        if deal.outcome is None:
            return table if vote is None else table._count_votes()
        table = replace(table, vote=None if vote is not None else table.vote, resting=None)
        match = self.match.after(deal.outcome)
        over = replace(table, match=match, first=deal.next_first, ready=frozenset(), split_asked=False)
        return over._between()

    def _unattended_since(self, deal: Deal) -> int | None:
        """Return the turn since which no person is in the deal. Return None if one is, or if it may go on without
        people.
        """
        attended = any(not self.players[seat].is_computer for seat in deal.still_in)
        if attended or deal.outcome is not None or not self.rules.turns.quiet_rounds:
            return None
        return deal.turns if self.unattended is None else self.unattended

    # -- the beacon ---------------------------------------------------------------------------------

    def _noting_round(self, deal: int, **known: Any) -> "Table":
        """Return the table with what is known of the round of that deal."""
        rounds = (replace(one, **known) if one.deal == deal else one for one in self.rounds)
        return replace(self, rounds=tuple(rounds))

    def _without_round(self, seat: Seat) -> "Table":
        """Return the table after one more seat has had enough of waiting; from `DEALER`: after all have.

        The first deal is never dealt then. A later match ends as it stands.
        """
        agreed = (self.round.without if self.round is not None else frozenset()) | {seat}
        if seat != DEALER:
            table = self._noting_round(self.deal_to_come, without=agreed)
            if not table._all_without():
                return table
        else:
            table = self
        return table._ended_without()

    def _ended_without(self) -> "Table":
        if not self.match.counted:
            return replace(self, stage=Stage.VOID)
        return self._finished(self.match.deserted(MatchEnd.WITHOUT))

    def _all_without(self) -> bool:
        """Return whether all people who are left want to end the table without the round."""
        return self.round is not None and set(self.view(None).persons) <= self.round.without

    # -- between deals ------------------------------------------------------------------------------

    def _between(self) -> "Table":
        """Return the table after a deal: the end of the match, else offers to rejoin, else sharing, else the pause
        (G7).
        """
        table = replace(self, stage=Stage.BETWEEN)._settled()
        # A void deal is dealt again at once.
        waits = table.view(None).awaited and not self.match.outcomes[-1].is_void
        return table if waits or table.is_over else table._dealing()

    def _settled(self) -> "Table":
        """Return the table at its end if nothing is left to play for, or nobody to play."""
        view = self.view(None)
        if self.match.is_over:
            return self._finished(self.match)
        if not view.offers and self.match.splits_itself:
            return self._finished(self.match.split(MatchEnd.AUTO_SPLIT))
        people = {*view.persons, *(seat for seat in view.offers if not self.players[seat].is_computer)}
        return self if people or self.match.format.is_single else self._finished(self.match.deserted())

    def _finished(self, match: Match) -> "Table":
        return replace(self, match=match, stage=Stage.FINISHED, vote=None, resting=None)

    def _dealing(self) -> "Table":
        return replace(self, stage=Stage.DEALING, ready=frozenset())

    def _next(self, seat: Seat) -> "Table":
        """Return the table with one more seat ready. From `DEALER`: end the time to rejoin if a player may, else the
        pause.
        """
        if seat != DEALER:
            return replace(self, ready=self.ready | {seat})._between()
        if offers := self.offers:
            return replace(self, ready=self.ready | set(offers))._between()
        return self._dealing()

    # -- leaving and ending -------------------------------------------------------------------------

    def _leave(self, seat: Seat) -> "Table":
        counts = self.match.out[seat] is None
        number = len(self.match.outcomes) + (self.stage is Stage.PLAYING)
        # With one player less the shares change, so the others may ask for them again.
        asked = self.split_asked and not counts
        table = replace(self, left=self.left | {seat}, match=self.match.leave(seat, number), split_asked=asked)
        if table.vote is not None:
            # The players who are left decide on new shares: the old offer is off.
            table = replace(table, vote=None) if counts and table.is_splitting else table._count_votes()
        deal = table.deal
        if table.stage is Stage.PLAYING and deal is not None:
            return table._left_deal(seat, deal)
        if table.stage not in (Stage.BETWEEN, Stage.DEALING):
            return table
        table = replace(table, match=table.match.settled())
        if table.stage is Stage.BETWEEN:
            return table._between()
        # The next deal waits for its round.
        table = table._settled()
        return table._ended_without() if not table.is_over and table._all_without() else table

    def _left_deal(self, seat: Seat, deal: Deal) -> "Table":
        return self._with_deal(deal.play(seat, Leave())) if deal.hands[seat].status is SeatStatus.IN else self

    def _call_end(self, seat: Seat) -> "Table":
        turn = self.deal.turns if self.deal else 0
        return replace(self, vote=VoteView(About.END, seat), asked=turn)._count_votes()

    def _vote(self, seat: Seat, agree: bool) -> "Table":
        assert self.vote is not None  # it would have been refused
        agreed, refused = self.vote.agreed, self.vote.refused
        if agree:
            return replace(self, vote=replace(self.vote, agreed=agreed | {seat}))._count_votes()
        return replace(self, vote=replace(self.vote, refused=refused | {seat}))._count_votes()

    def _count_votes(self) -> "Table":
        """Return the table after the votes so far.

        Computers decide about a pool, and nothing about ending the table.
        """
        assert self.vote is not None
        if self.vote.about is About.BREAK:
            return self._count_break(self.vote)
        view = self.view(None)
        asked = view.deciding if self.vote.about is About.SPLIT else view.persons
        others = [seat for seat in asked if seat != self.vote.caller]
        agreed = sum(seat in self.vote.agreed for seat in others)
        refused = sum(seat in self.vote.refused for seat in others)
        if self.vote.about is About.SPLIT:
            return self._count_split(agreed == len(others), refused > 0)
        if 2 * agreed > len(others) or not others:
            return replace(self, stage=Stage.VOID, resting=None)
        return replace(self, vote=None) if 2 * refused >= len(others) else self

    def _count_break(self, vote: VoteView) -> "Table":
        """Return the table after the vote on a break: it begins once all other people in the deal agree. If the caller
        has left, nobody asks any more.
        """
        deal = self.deal
        others = {s for s in deal.still_in if not self.players[s].is_computer} - {vote.caller} if deal else set()
        if others & vote.refused or vote.caller in self.left:
            return replace(self, vote=None)
        agree = others <= vote.agreed
        return replace(self, vote=None, resting=vote.caller, breaks=self.breaks + 1) if agree else self

    def _count_split(self, all_agree: bool, any_refuse: bool) -> "Table":
        """Return the table after the vote: all must agree to share the pool (G5)."""
        if all_agree:
            return self._finished(self.match.split(MatchEnd.SPLIT))
        return replace(self, vote=None) if any_refuse else self
