"""Deals into matches: points, pools, deals, best of several, to a limit; eliminations, rejoins, shares, winners.

A match knows outcomes, not which game its deals are, and hides nothing: everybody at the table may see all of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.rummy.cards import Seat
from bot.rummy.errors import ErrorText, ParseError
from bot.rummy.match.formats import Format
from bot.rummy.outcome import Bonus, Outcome, SharedBonus
from bot.rummy.rules import DropRules, PoolRules, Rules

FORMATS = frozenset(Format)
MAX_STAKE = 10_000_000
"""The highest stake, in hundredths of a chip."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The agreement of a table before it starts, besides its rules."""

    format: Format = Format.POINTS
    deals: int = 0
    """Number of deals in the formats `deals` and `best_of`; 0 in every other."""
    stake: int = 0
    """Hundredths of a chip; 0 for none. In the format `points` it is the unit of `points_stake`, else the entry."""
    limit: int = 0
    """Points that end the match in the format `limit`; 0 in every other."""

    @property
    def course(self) -> str:
        """Return format and number in one word: `pool_101`, `deals_3`, `best_of_5`, `limit_200`."""
        number = self.deals or self.limit
        return f"{self.format}_{number}" if number else str(self.format)

    @classmethod
    def of(cls, format: Format, number: int = 0, stake: int = 0) -> "Terms":
        """Return terms from a format and its number: of deals, or of points."""
        return cls(format, 0, stake, number) if format.has_limit else cls(format, number, stake)

    @classmethod
    def parse(cls, course: str, stake: int = 0) -> "Terms":
        """Return the terms for a format and its number; the inverse of `course`.

        >>> terms = Terms.parse("deals_3", stake=250)
        >>> str(terms.format), terms.deals, terms.course
        ('deals', 3, 'deals_3')

        Raises:
            ParseError: the word names no format.
        """
        word, _, number = course.rpartition("_")
        try:
            numbered = course not in FORMATS and (Format(word).has_deals or Format(word).has_limit)
            if numbered and number.isascii() and number.isdecimal() and 0 < len(number) < 6:
                return cls.of(Format(word), int(number), stake)
            return cls(Format(course), 0, stake)
        except ValueError:
            raise ParseError(ErrorText("no format: {typed}", typed=repr(course[:40]))) from None

    def fits(self, rules: Rules) -> bool:
        """Return whether that rule set offers the format, and the stake is within its bounds."""
        return 0 <= self.stake <= MAX_STAKE and replace(self, stake=0) in courses(rules)


def courses(rules: Rules) -> tuple[Terms, ...]:
    """Return all terms that a rule set offers, without a stake."""
    return tuple(Terms.of(format, number) for format in rules.formats for number in rules.numbers(format))


class MatchEnd(StrEnum):
    """The way in which a match ended."""

    WON = "won"
    AUTO_SPLIT = "auto_split"
    """The points of all players who were left were high enough to share the pool equally (G6)."""
    SPLIT = "split"
    """All players who were left agreed to share the pool by drops left (G5)."""
    DESERTED = "deserted"
    """No person was left: the standing at that time counts."""
    WITHOUT = "without"
    """The round of a beacon did not come: the standing at that time counts."""


@dataclass(frozen=True, slots=True)
class Rejoined:
    """A rejoin: a seat that bought back in."""

    deal: int
    """Number of the first deal after the rejoin; at least 2."""
    seat: Seat
    total: int
    """Points with which the seat goes on."""


@dataclass(frozen=True, slots=True)
class Match:
    """The deals played so far, and their results together."""

    rules: Rules
    terms: Terms
    totals: tuple[int, ...]
    """Points so far, by seat; in the format `deals` the stacks, so that more is better."""
    out: tuple[int | None, ...]
    """Number of deals that had begun when a seat was eliminated or left, by seat; None while it is in."""
    outcomes: tuple[Outcome, ...] = ()
    rejoins: tuple[Rejoined, ...] = ()
    end: MatchEnd | None = None
    winners: tuple[Seat, ...] = ()
    """One seat, or all that share the pool; empty while the match runs."""
    bonuses: tuple[Bonus, ...] = ()
    """Bonuses that the game added to the totals at the end."""

    @classmethod
    def start(cls, rules: Rules, terms: Terms, seats: int) -> "Match":
        """Return a match before its first deal."""
        # In deals everybody starts with a full count for each (G9, 001 L237-239).
        stack = terms.deals * rules.scoring.full_count if terms.format.has_stacks else 0
        return cls(rules, terms, (stack,) * seats, (None,) * seats)

    # -- looking ------------------------------------------------------------------------------------

    @property
    def format(self) -> Format:
        """Return the format of this match."""
        return self.terms.format

    @property
    def seats(self) -> int:
        """Return the number of players, including those who are out."""
        return len(self.totals)

    @property
    def pool(self) -> PoolRules | None:
        """Return the limits of the pool; None in other formats."""
        return self.rules.pool(self.format)

    @property
    def has_stacks(self) -> bool:
        """Return whether totals are stacks, so that more is better, and not points."""
        return self.format.has_stacks

    @property
    def more_is_better(self) -> bool:
        """Return whether the highest total wins: with stacks, and in a game whose points are good."""
        return self.rules.more_is_better(self.format)

    @property
    def is_over(self) -> bool:
        """Return whether no further deal follows."""
        return self.end is not None

    @property
    def active(self) -> tuple[Seat, ...]:
        """Return the seats that are left: neither eliminated nor gone."""
        return tuple(Seat(i) for i, out in enumerate(self.out) if out is None)

    @property
    def counted(self) -> tuple[Outcome, ...]:
        """Return the deals that were not void."""
        return tuple(outcome for outcome in self.outcomes if not outcome.is_void)

    @property
    def drops(self) -> DropRules | None:
        """Return the costs of a drop in this format. Return None if it has none (B12, B13)."""
        return self.rules.drops(self.format)

    @property
    def next_seats(self) -> tuple[Seat, ...]:
        """Return the seats of the next deal: all that are left, or only the tied ones if a tie is to be broken
        (G11).
        """
        tied = self._leaders() if len(self.counted) >= self._planned else ()
        return tied or self.active

    @property
    def _planned(self) -> int:
        """Return the number of deals after which the match is over, unless it is tied. In a pool or to a limit, return
        more than any.
        """
        return self.format.deals(self.terms.deals) or 1 << 30

    def _leaders(self) -> tuple[Seat, ...]:
        """Return the best seats among those that are left and were dealt in last. If all of these left, return the best
        of the others.
        """
        last = self.counted[-1] if self.counted else None
        played = [seat for seat in self.active if last is None or last.has(seat)] or self.active
        best = min(map(self._standing, played), default=0)
        return tuple(seat for seat in played if self._standing(seat) == best)

    def _standing(self, seat: Seat) -> int:
        """Return the total as a number; less is better."""
        return -self.totals[seat] if self.more_is_better else self.totals[seat]

    # -- playing ------------------------------------------------------------------------------------

    def after(self, outcome: Outcome) -> "Match":
        """Return the match with one more finished deal."""
        match = replace(self, outcomes=(*self.outcomes, outcome), totals=_sums(self.totals, self.gains(outcome)))
        if self.pool is not None:
            match = match._eliminated(self.pool.limit)
        return match.settled()

    def gains(self, outcome: Outcome) -> tuple[int, ...]:
        """Return the points that a deal adds to the totals, by seat; below 0 if it takes from a stack."""
        if not self.has_stacks:
            return outcome.points
        if outcome.winner is None:
            return (0,) * self.seats
        won = sum(outcome.points)
        return tuple(won if seat == outcome.winner else -cost for seat, cost in enumerate(outcome.points))

    def _eliminated(self, limit: int) -> "Match":
        over = {seat for seat in self.active if is_eliminated(self.totals[seat], limit)}
        out = tuple(len(self.outcomes) if seat in over else out for seat, out in enumerate(self.out))
        return replace(self, out=out)

    def leave(self, seat: Seat, deal: int) -> "Match":
        """Return the match without a seat that left for good during or after that deal."""
        if self.out[seat] is not None or self.is_over:
            return self
        return replace(self, out=(*self.out[:seat], deal, *self.out[seat + 1 :]))

    def settled(self) -> "Match":
        """Return the match, ended if nothing is left to play for."""
        if self.is_over:
            return self
        if self.format.is_single:
            # A player who left during the deal cannot share it.
            return self._won(self.counted[-1].winners) if self.counted else self
        if len(self.active) <= 1:
            return self._won(self.active or self._best())
        if self.counted and self.rules.game.decides(self.counted[-1]):
            return self._won(self.counted[-1].winners)
        leaders = self._leaders() if self._is_played_out else ()
        return self._won(leaders) if len(leaders) == 1 or (leaders and self.format.shares_ties) else self

    @property
    def _is_played_out(self) -> bool:
        """Return whether all deals are played, or a seat has reached the limit, which ends the match for all (F12)."""
        if self.format.has_limit:
            return any(self.totals[seat] >= self.terms.limit for seat in self.active)
        return len(self.counted) >= self._planned

    def _won(self, winners: tuple[Seat, ...]) -> "Match":
        return self._ended(MatchEnd.WON, winners)

    def _ended(self, end: MatchEnd, winners: tuple[Seat, ...]) -> "Match":
        """Return the match won by these seats, with the game's bonuses."""
        bonuses = self.rules.game.bonuses(self.rules, self.format, self.counted, winners)
        totals = self.totals
        for bonus in bonuses:
            totals = _sums(totals, bonus.points)
        ended = replace(self, end=end, winners=winners, totals=totals, bonuses=bonuses)
        return replace(ended, winners=ended._richest)._balanced() if self.rules.game.settles else ended

    @property
    def _richest(self) -> tuple[Seat, ...]:
        """Return the winners if points are settled: the highest total. Among equal ones, those that won the deal
        (T9).
        """
        most = max(self.totals)
        leaders = tuple(Seat(seat) for seat, total in enumerate(self.totals) if total == most)
        return tuple(seat for seat in leaders if seat in self.winners) or leaders

    def _balanced(self) -> "Match":
        """Return the match with the points of players who left a void deal given to its winners, equally; points left
        over go one each, in the order of seats. All points then sum to zero (T9).
        """
        lost = -sum(self.totals)
        if not lost:
            return self
        each, over = divmod(lost, len(self.winners))
        gains = {seat: each + (place < over) for place, seat in enumerate(self.winners)}
        bonus = Bonus(SharedBonus.LEAVERS, tuple(gains.get(Seat(seat), 0) for seat in range(self.seats)))
        return replace(self, totals=_sums(self.totals, bonus.points), bonuses=(*self.bonuses, bonus))

    def deserted(self, end: MatchEnd = MatchEnd.DESERTED) -> "Match":
        """Return the match as it ends without people, or without the next deal: the best seat has won."""
        return self if self.is_over else self._ended(end, self._best())

    def _best(self) -> tuple[Seat, ...]:
        places = self.places
        return tuple(Seat(i) for i, place in enumerate(places) if place == 1)

    def as_of(self, deal: int) -> "Match":
        """Return the match as it stood right after that deal, which did not end it; 1 is the first."""
        left = [(Seat(i), out) for i, out in enumerate(self.out) if out is not None and out <= deal]
        match = Match.start(self.rules, self.terms, self.seats)
        for number, outcome in enumerate(self.outcomes[:deal], start=1):
            for back in self.rejoins:
                match = match._back(back) if back.deal == number else match
            match = replace(match.after(outcome), end=None, winners=())
        for seat, out in left:
            match = match.leave(seat, out)
        return match

    # -- rejoining and sharing ----------------------------------------------------------------------

    @property
    def just_out(self) -> tuple[Seat, ...]:
        """Return the seats that the last deal eliminated and that have not rejoined."""
        if self.pool is None or self.is_over:
            return ()
        played = len(self.outcomes)
        limit = self.pool.limit
        return tuple(
            Seat(i) for i, out in enumerate(self.out) if out == played and is_eliminated(self.totals[i], limit)
        )

    @property
    def rejoin_total(self) -> int | None:
        """Return the points with which a player who was just eliminated may go on. Return None if they may not.

        Two others must still be in. All who rejoin before one deal get the same total, even if the highest has left
        since (G3).
        """
        if self.pool is None or self.is_over or len(self.active) < 2:
            return None
        following = len(self.outcomes) + 1
        for rejoin in self.rejoins:
            if rejoin.deal == following:
                return rejoin.total
        total = 1 + max(self.totals[seat] for seat in self.active)
        fits = total - 1 <= self.pool.rejoin_max and not is_eliminated(total, self.pool.limit)
        return total if fits else None

    def rejoin(self, seat: Seat) -> "Match":
        """Return the match with a seat back in. `just_out` must name it, and `rejoin_total` be a number."""
        total = self.rejoin_total
        assert total is not None
        return self._back(Rejoined(len(self.outcomes) + 1, seat, total))

    def _back(self, back: Rejoined) -> "Match":
        """Return the match after a rejoin."""
        seat = back.seat
        return replace(
            self,
            totals=(*self.totals[:seat], back.total, *self.totals[seat + 1 :]),
            out=(*self.out[:seat], None, *self.out[seat + 1 :]),
            rejoins=(*self.rejoins, back),
        )

    @property
    def can_split(self) -> bool:
        """Return whether few enough are left to share the pool: 2 or 3, of 3 players 2 (G5)."""
        if self.pool is None or self.is_over:
            return False
        most = 3 if self.seats > 3 else 2 if self.seats == 3 else 0
        return 2 <= len(self.active) <= most

    @property
    def splits_itself(self) -> bool:
        """Return whether the points of all who are left are high enough to share the pool at once (G6)."""
        pool = self.pool
        return pool is not None and self.can_split and all(self.totals[s] >= pool.split_min for s in self.active)

    def split(self, end: MatchEnd) -> "Match":
        """Return the match with the pool shared among all who are left."""
        return replace(self, end=end, winners=self.active)

    def drops_left(self, seat: Seat) -> int:
        """Return how many first drops that seat can take in this pool before it is out; 0 in other formats (G4)."""
        pool = self.pool
        return max(0, pool.limit - 1 - self.totals[seat]) // pool.first_drop if pool and pool.first_drop else 0

    # -- the order at the end -----------------------------------------------------------------------

    @property
    def places(self) -> tuple[int, ...]:
        """Return the places by seat; 1 is the best. Equal ones have the same place, and the places after it stay empty.

        In a pool later elimination ranks higher, then the lower total.
        """
        keys = [self._rank(Seat(i)) for i in range(self.seats)]
        return tuple(1 + sum(other < key for other in keys) for key in keys)

    @property
    def ranked(self) -> tuple[Seat, ...]:
        """Return the seats, the best first; equal ones in the order of play."""
        places = self.places
        return tuple(sorted(map(Seat, range(self.seats)), key=lambda seat: (places[seat], seat)))

    def _rank(self, seat: Seat) -> tuple[int, ...]:
        """Return a key that sorts the better seat first."""
        if seat in self.winners:
            return (0,)
        out, standing = self.out[seat], self._standing(seat)
        if self.format.is_single:
            return (1, standing)
        if out is not None:
            return (2, -out, standing)
        # A player who was dealt in to break the tie for the first place stands before all who were not.
        extra = sum(outcome.has(seat) for outcome in self.counted[self._planned :])
        return (1, -extra, standing)


def _sums(totals: Sequence[int], gains: Sequence[int]) -> tuple[int, ...]:
    return tuple(total + gain for total, gain in zip(totals, gains, strict=True))


def is_eliminated(total: int, limit: int) -> bool:
    """Return whether that many points eliminate a player from a pool: at the limit or above (G2)."""
    return total >= limit
