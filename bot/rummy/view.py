"""The view of one seat: the only form in which a table leaves the rules.

A view with seat None is the public one.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.rummy.actions import Action, CallBreak, CallEnd, CallSplit, EndWithout, Leave, Next, Rejoin, Resume, Vote
from bot.rummy.beacon import BeaconRound, round_of
from bot.rummy.cards import Card, Seat
from bot.rummy.deal_view import DealView
from bot.rummy.errors import Refusal, RefusalCode
from bot.rummy.ids import Player
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match
from bot.rummy.outcome import Outcome, SeatStatus
from bot.rummy.rules import Rules


class Stage(StrEnum):
    """The stage of a table."""

    SEATING = "seating"
    DEALING = "dealing"
    PLAYING = "playing"
    BETWEEN = "between"
    """A deal is over and the next one waits: for rejoins, for sharing the pool, or for a short pause."""
    FINISHED = "finished"
    VOID = "void"


class About(StrEnum):
    """The subject of a vote."""

    END = "end"
    """Ending the table without a result: most of the others must agree."""
    SPLIT = "split"
    """Sharing the pool: all others must agree."""
    BREAK = "break"
    """A break without a clock: all other people in the deal must agree."""


BREAKS = 2
"""The most breaks in a match."""
LAPSES_AGREE = 2
"""The turns without an answer after which a person agrees to end the table."""


@dataclass(frozen=True, slots=True)
class VoteView:
    """A running vote."""

    about: About
    caller: Seat
    agreed: frozenset[Seat] = frozenset()
    refused: frozenset[Seat] = frozenset()
    acted: frozenset[Seat] = frozenset()
    """The seats that have played since the vote was called."""
    lapsed: tuple[Seat, ...] = ()
    """The seats whose time has run out since then, once for each time."""


@dataclass(frozen=True, slots=True)
class View:
    """A table as one seat sees it."""

    rules: Rules
    seat: Seat | None
    stage: Stage
    step: int
    """A number that grows whenever the public view changes: the turn, the phase."""
    players: tuple[Player, ...]
    """The players by seat, clockwise."""
    left: frozenset[Seat]
    """Seats that left the table."""
    toss: tuple[Card, ...]
    """The cards of the toss, by seat; empty if a dealer was picked."""
    match: Match
    """The deals played so far and their results."""
    ready: frozenset[Seat]
    """The seats that are ready for the next deal, or declined to rejoin."""
    offers: tuple[Seat, ...]
    """The seats that may still rejoin before the next deal."""
    vote: VoteView | None
    """The running vote; at a void table, the vote that ended it."""
    asked: int | None
    """The turn of the deal in which the last vote on ending was called."""
    split_asked: bool
    """Whether sharing the pool was asked for since the last deal."""
    deal: DealView | None
    """The running deal, or the last one until the next is dealt."""
    resting: Seat | None = None
    """The seat that asked for the running break."""
    breaks: int = 0
    """The number of breaks so far."""
    asked_break: frozenset[Seat] = frozenset()
    """The seats that have asked for a break in this deal."""
    rounds: tuple[BeaconRound, ...] = ()
    """The rounds of a beacon, one for each deal; none without one."""

    @property
    def round(self) -> BeaconRound | None:
        """Return the round of the running deal, or of the next one once it is named."""
        return round_of(self.rounds, len(self.match.outcomes) + 1)

    @property
    def awaits_round(self) -> bool:
        """Return whether the next deal waits for the round of a beacon."""
        waits = self.stage in (Stage.SEATING, Stage.DEALING)
        return waits and self.round is not None and self.round.signature is None

    def after_deal(self, deal: int) -> "View":
        """Return the public view after that deal, which ended no match; 1 is the first."""
        still = self.stage is Stage.BETWEEN and deal == len(self.outcomes)
        if still or not 1 <= deal <= len(self.outcomes):
            return self
        gone = frozenset(seat for seat in self.left if (out := self.match.out[seat]) is not None and out <= deal)
        match = self.match.as_of(deal)
        return replace(self, stage=Stage.BETWEEN, match=match, left=gone, ready=frozenset(), offers=(), vote=None)

    @property
    def format(self) -> Format:
        """Return the format of the match."""
        return self.match.format

    @property
    def deal_number(self) -> int:
        """Return the number of the deal that this view shows; 1 is the first."""
        played = len(self.match.outcomes)
        return played if self.deal is not None and self.deal.outcome is not None else played + 1

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the points of the match by seat; in the format `deals` the stacks."""
        return self.match.totals

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Return the outcomes of the finished deals, first to last; void ones too."""
        return self.match.outcomes

    @property
    def winner(self) -> Seat | None:
        """Return the only winner of the finished match."""
        return self.match.winners[0] if len(self.match.winners) == 1 else None

    @property
    def persons(self) -> tuple[Seat, ...]:
        """Return the people who are left in the match. Votes and the next deal wait for them."""
        return tuple(seat for seat in self.match.active if not self.players[seat].is_computer)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """Return the seats left in the match that are asked before a pool is shared."""
        return tuple(seat for seat in self.match.active if self.players[seat].decides)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the next deal waits for, until the time is over."""
        if self.stage is not Stage.BETWEEN:
            return ()
        return tuple(seat for seat in sorted({*self.persons, *self.offers}) if seat not in self.ready)

    @property
    def called(self) -> tuple[Seat, ...]:
        """Return the seats whose own answer the table waits for between deals: to rejoin, or to share the pool.

        Computers are also asked once after each deal whether they want to ask the others to share it.
        """
        if self.stage is not Stage.BETWEEN:
            return ()
        if self.vote is not None and self.vote.about is About.SPLIT:
            answered = {self.vote.caller} | self.vote.agreed
            return tuple(seat for seat in self.deciding if seat not in answered)
        return self.offers or self._may_want_to_share

    @property
    def _may_want_to_share(self) -> tuple[Seat, ...]:
        """Return the computers that may ask to share the pool, and have not chosen to play on."""
        if not self.match.can_split or self.split_asked or self.vote is not None:
            return ()
        return tuple(seat for seat in self.deciding if self.players[seat].is_computer and seat not in self.ready)

    def refusal(self, action: Action) -> RefusalCode | None:
        """Return why this seat may not take that action now. Return None if it may."""
        if self.stage in (Stage.FINISHED, Stage.VOID):
            return Refusal.TABLE_OVER
        if self.seat is None or self.seat in self.left:
            return Refusal.NOT_SEATED
        if isinstance(action, EndWithout):
            return self._refuse_without(self.seat)
        if isinstance(action, Leave) and self.deal is not None and self.round is not None and self.awaits_round:
            # While the round may come, nobody changes who is dealt the cards that it gives.
            return None if self.round.is_missing else Refusal.NOT_STARTED
        if self.deal is None or self.stage not in (Stage.PLAYING, Stage.BETWEEN):
            # Seats change with the toss, and only players who are in then are dealt a hand.
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
            case CallBreak():
                return self._refuse_break(self.seat)
            case Resume():
                if self.resting is None:
                    return Refusal.NOT_ON_BREAK
                return None if self.resting in {self.seat} | self.left else Refusal.NOT_YOUR_BREAK
            case Leave():
                return None
        return self.deal.refusal(action)

    def _refuse_without(self, seat: Seat) -> Refusal | None:
        waits = self.round if self.awaits_round else None
        may = waits is not None and waits.is_missing and seat not in waits.without and seat in self.persons
        return None if may else Refusal.NOT_NOW

    def _refuse_break(self, seat: Seat) -> Refusal | None:
        if self.stage is not Stage.PLAYING or not self.rules.turns.has_clock:
            return Refusal.NO_BREAK
        if self.deal is None or self.deal.seats[seat].status is not SeatStatus.IN:
            return Refusal.OUT_OF_DEAL
        if self.resting is not None:
            return Refusal.ON_BREAK
        if self.vote is not None:
            return Refusal.VOTE_RUNNING
        if self.breaks >= BREAKS:
            return Refusal.BREAKS_USED
        return Refusal.BREAK_ASKED if seat in self.asked_break else None

    def _refuse_call(self) -> Refusal | None:
        """Return why this seat may not call a vote: a player may do so once a round, so that repeated calls wear nobody
        down.
        """
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
    def undecided(self) -> tuple[Seat, ...]:
        """Return the people who may still answer a vote on ending the table, and have not played since it was called.

        Chips at stake are never lost by silence, and without a clock nobody is ever late: then it is nobody.
        """
        vote = self.vote
        is_kept = self.match.terms.stake or not self.rules.turns.has_clock
        # A void table keeps the vote that ended it.
        if vote is None or vote.about is not About.END or is_kept or self.stage is Stage.VOID:
            return ()
        return tuple(s for s in self.persons if s not in {vote.caller} | vote.agreed | vote.refused | vote.acted)

    @property
    def silent(self) -> tuple[Seat, ...]:
        """Return those of them whose silence means yes: their time has run out twice since the vote was called."""
        lapsed = self.vote.lapsed if self.vote is not None else ()
        return tuple(seat for seat in self.undecided if lapsed.count(seat) >= LAPSES_AGREE)

    @property
    def is_splitting(self) -> bool:
        """Return whether the others are asked to share the pool."""
        return self.vote is not None and self.vote.about is About.SPLIT

    def allows(self, action: Action) -> bool:
        """Return whether a control for that action should be offered.

        An empty closed deck that can be made from the discards is no obstacle: the caller reshuffles before the draw.
        """
        return self.refusal(action) in (None, Refusal.NEEDS_RESHUFFLE)
