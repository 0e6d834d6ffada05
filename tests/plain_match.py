"""A match worked out a second time, plainly: lists that are changed step by step, and fractions for the chips.

It is told what happened at a table and how each deal ended, and takes nothing from the code it is held against:
of the rules only numbers, of a deal only its outcome.
"""

from collections.abc import Sequence
from fractions import Fraction

from bot.games.indian.actions import Declare, Finish
from bot.games.indian.codes import IndianEnding
from bot.games.indian.rules import own
from bot.rummy.actions import (
    DEALER,
    Action,
    CallEnd,
    CallSplit,
    DealCards,
    Draw,
    End,
    Lapse,
    Leave,
    Next,
    Rejoin,
    Vote,
    VoteOver,
)
from bot.rummy.outcome import UNDECIDED, Outcome, SeatStatus
from bot.rummy.rules import Rules, StakeUnit


class PlainMatch:
    """One match, from its first deal on."""

    def __init__(
        self, rules: Rules, format: str, deals: int, stake: int, computers: Sequence[bool], first: int
    ) -> None:
        seats = len(computers)
        self.rules, self.format, self.stake, self.computers, self.first = rules, format, stake, computers, first
        self.seats = list(range(seats))
        self.full = rules.scoring.full_count
        self.pool = {"pool_101": own(rules).pool_101, "pool_201": own(rules).pool_201}.get(format)
        self.length = {"points": 1, "deals": deals, "best_of_3": 3}.get(format, 10**9)
        self.total = [deals * self.full] * seats
        self.inside, self.gone = [True] * seats, [False] * seats
        self.fell, self.extra, self.entries = [0] * seats, [0] * seats, [1] * seats
        self.begun = self.decided = 0
        self.racing: list[int] | None = None
        """The seats that are level when the planned deals are over."""
        self.dealt: list[int] = []
        self.playing = self.pausing = False
        self.drawn: set[int] = set()
        self.missed: set[int] = set()
        self.finishing = -1
        self.caught: set[int] = set()
        """The seats that left instead of declaring."""
        self.window: set[int] = set()
        self.ready: set[int] = set()
        self.price: int | None = None
        """The points that players paid who rejoined in this pause."""
        self.last_winner: int | None = None
        self.vote = ""
        self.caller = -1
        self.yes: set[int] = set()
        self.no: set[int] = set()
        self.end = ""
        self.winners: list[int] = []

    # -- what happens -------------------------------------------------------------------------------

    def feed(self, seat: int, action: Action, outcome: Outcome | None) -> None:
        """Take one action, and the outcome of the deal if it ended one."""
        if isinstance(action, DealCards):
            self._begin()
        elif isinstance(action, CallEnd | CallSplit | Vote | VoteOver | End):
            self._voting(seat, action)
        elif isinstance(action, Leave):
            self._leaves(seat)
        elif self.pausing and isinstance(action, Next):
            self._next(seat)
        elif self.pausing and isinstance(action, Rejoin):
            self._rejoins(seat)
        elif self.playing:
            self._moves(seat, action)
        if outcome is not None and not self.end:
            self._finish(outcome)

    def _begin(self) -> None:
        self.dealt = self.next_dealt()
        self.begun += 1
        while self.first not in self.dealt:
            self.first = (self.first + 1) % len(self.seats)
        self.playing, self.pausing = True, False
        self.drawn, self.missed, self.finishing, self.caught = set(), set(), -1, set()

    def next_dealt(self) -> list[int]:
        level = self.seats if self.racing is None else self.racing
        return [seat for seat in level if self.inside[seat]]

    def _moves(self, seat: int, action: Action) -> None:
        if isinstance(action, Draw):
            self.drawn.add(seat)
        if isinstance(action, Lapse):
            self.missed.add(seat)
        if isinstance(action, Finish):
            self.finishing = seat
        if isinstance(action, Declare):
            self.finishing = -1

    def _leaves(self, seat: int) -> None:
        self.gone[seat] = True
        if seat == self.finishing:
            self.caught.add(seat)
        was_inside = self.inside[seat]
        if was_inside:
            self.inside[seat] = False
            self.fell[seat] = self.begun
        if self.vote == "split" and was_inside:
            self.vote = ""
        elif self.vote:
            self._count()
        if self.pausing and not self.end:
            self._settle()

    def _finish(self, outcome: Outcome) -> None:
        self.playing, self.pausing = False, True
        self.window, self.ready, self.price = set(), set(), None
        self.last_winner = outcome.winner
        for seat in self.seats:
            self._pays(seat, outcome)
        if outcome.winner is not None:
            self.decided += 1
            self.first = (self.first + 1) % len(self.seats)
            for seat in self.dealt:
                self.extra[seat] += self.decided > self.length
            if self.decided >= self.length:
                self.racing = self._best([s for s in self.dealt if self.inside[s]] or self._left())
        if self.pool:
            for seat in self._left():
                if self.total[seat] >= self.pool.limit:
                    self.inside[seat] = False
                    self.fell[seat] = self.begun
                    if not self.computers[seat]:
                        self.window.add(seat)
        self._settle()

    def _pays(self, seat: int, outcome: Outcome) -> None:
        """Book the points of one seat, and look whether they are those of what it did."""
        points, status = outcome.points[seat], outcome.statuses[seat]
        assert (status is not SeatStatus.ABSENT) == (seat in self.dealt)
        if seat == outcome.winner:
            assert status is SeatStatus.IN
            assert points == 0
            self.total[seat] += sum(outcome.points) if self.format == "deals" else 0
            return
        if outcome.winner is None and status is not SeatStatus.LEFT:
            assert points == 0, "a void deal costs nothing"
        elif status is SeatStatus.IN:
            least = own(self.rules).scoring.min_loser_points
            assert outcome.ending in {IndianEnding.DECLARED, *UNDECIDED}
            assert least <= points <= max(self.full, least, own(self.rules).scoring.deal_show_min)
        else:
            assert points == self._penalty(seat, status), (seat, status)
        if self.format == "deals":
            self.total[seat] -= points if outcome.winner is not None else 0
        else:
            self.total[seat] += points

    def _penalty(self, seat: int, status: SeatStatus) -> int:
        if status is SeatStatus.ABSENT:
            return 0
        early = seat not in self.drawn
        if self.pool:
            first, middle = self.pool.first_drop, self.pool.middle_drop
        elif self.format == "points":
            first, middle = own(self.rules).points.first_drop, own(self.rules).points.middle_drop
        else:
            assert status is not SeatStatus.DROPPED, "no drop in deals and best of three"
            return self.full
        if status is SeatStatus.WRONG or seat in self.caught:
            return self.full
        if status is SeatStatus.LAPSED:
            return first if early and own(self.rules).turns.lapse_first_drop else middle
        return first if early and seat not in self.missed else middle

    # -- the pause ----------------------------------------------------------------------------------

    def _left(self) -> list[int]:
        return [seat for seat in self.seats if self.inside[seat]]

    def people(self) -> list[int]:
        """Return the players still in who are no computers."""
        return [seat for seat in self._left() if not self.computers[seat]]

    def rejoin_price(self) -> int | None:
        """Return the points with which a player may come back; None if they may not."""
        left = self._left()
        if not self.pool or self.end or len(left) < 2:
            return None
        if self.price is not None:
            return self.price
        highest = max(self.total[seat] for seat in left)
        if highest > self.pool.rejoin_max or highest + 1 >= self.pool.limit:
            return None
        return highest + 1

    def may_rejoin(self) -> list[int]:
        if not self.pausing or self.rejoin_price() is None:
            return []
        return sorted(seat for seat in self.window if seat not in self.ready and not self.gone[seat])

    def may_split(self) -> bool:
        """Return whether those left are few enough to share."""
        most = {2: 0, 3: 2}.get(len(self.seats), 3)
        return self.pool is not None and not self.end and 2 <= len(self._left()) <= most

    def _next(self, seat: int) -> None:
        offered = self.may_rejoin()
        if seat == DEALER and not offered:
            self.pausing = False
            return
        self.ready |= set(offered) if seat == DEALER else {seat}
        self._settle()

    def _rejoins(self, seat: int) -> None:
        assert seat in self.may_rejoin()
        self.price = self.rejoin_price()
        assert self.price is not None
        self.total[seat] = self.price
        self.inside[seat] = True
        self.entries[seat] += 1
        self.ready.add(seat)
        self._settle()

    def _settle(self) -> None:
        """Decide whether the match is over, and if not, whether the next deal may begin."""
        left, void = self._left(), self.last_winner is None
        if self.format == "points":
            if self.last_winner is not None:
                return self._over("won", [self.last_winner])
        elif len(left) < 2:
            return self._over("won", left or self._first_placed())
        elif self.racing is not None:
            self.racing = [seat for seat in self.racing if self.inside[seat]] or self._best(left)
            if len(self.racing) == 1:
                return self._over("won", self.racing)
        offered = self.may_rejoin()
        if self.pool and self.may_split() and not offered and min(self.total[s] for s in left) >= self.pool.split_min:
            return self._over("auto_split", left)
        if self.format != "points" and not self.people() and not offered:
            return self._over("deserted", self._first_placed())
        self.pausing = not void and any(seat not in self.ready for seat in self.people() + offered)
        return None

    def _over(self, end: str, winners: list[int]) -> None:
        self.end, self.winners, self.pausing, self.playing = end, list(winners), False, False
        if end != "void":
            self.vote = ""

    def _best(self, among: list[int]) -> list[int]:
        sign = -1 if self.format == "deals" else 1
        best = min((sign * self.total[seat] for seat in among), default=0)
        return [seat for seat in among if sign * self.total[seat] == best]

    # -- votes --------------------------------------------------------------------------------------

    def _voting(self, seat: int, action: Action) -> None:
        if isinstance(action, End):
            self.vote = ""
            return self._over("void", [])
        if isinstance(action, VoteOver):
            self.vote = ""
            return None
        if isinstance(action, Vote):
            (self.yes if action.agree else self.no).add(seat)
        else:
            self.vote = "end" if isinstance(action, CallEnd) else "split"
            self.caller, self.yes, self.no = seat, set(), set()
        return self._count()

    def _count(self) -> None:
        asked = [seat for seat in self.people() if seat != self.caller]
        yes, no = len(self.yes & set(asked)), len(self.no & set(asked))
        if self.vote == "split":
            if yes == len(asked):
                self._over("split", self._left())
            elif no:
                self.vote = ""
        elif yes > len(asked) - yes or not asked:
            self._over("void", [])
        elif no >= len(asked) - no:
            self.vote = ""

    # -- the end ------------------------------------------------------------------------------------

    def _first_placed(self) -> list[int]:
        return [seat for seat, place in zip(self.seats, self.places(), strict=True) if place == 1]

    def places(self) -> list[int]:
        """Return the place of each seat: one more than how many stand before it."""
        return [1 + sum(self._before(other, seat) for other in self.seats) for seat in self.seats]

    def _before(self, one: int, other: int) -> bool:
        if one in self.winners or other in self.winners:
            return one in self.winners and other not in self.winners
        if self.format != "points":
            if self.inside[one] != self.inside[other]:
                return self.inside[one]
            if not self.inside[one] and self.fell[one] != self.fell[other]:
                return self.fell[one] > self.fell[other]
            if self.inside[one] and self.extra[one] != self.extra[other]:
                return self.extra[one] > self.extra[other]
        if self.format == "deals":
            return self.total[one] > self.total[other]
        return self.total[one] < self.total[other]

    def entry(self) -> int:
        """Return the hundredths that each pays before the first deal."""
        by_value = self.rules.scoring.points_stake is StakeUnit.POINT_VALUE
        return self.stake * self.full if self.format == "points" and by_value else self.stake

    def paid(self) -> list[int]:
        return [self.entry() * times for times in self.entries]

    def got(self) -> list[int]:
        """Return the hundredths that each seat gets, once the match is over."""
        if self.end == "void":
            return self.paid()
        if self.format == "points":
            return self._points_got()
        prize = self._after_rake(sum(self.paid()))
        got = [0] * len(self.seats)
        for seat, share in zip(self.winners, self.shared(prize, self.winners, self.end == "split"), strict=True):
            got[seat] = share
        return got

    def _points_got(self) -> list[int]:
        (winner,) = self.winners
        lost = [self._lost(min(points, self.full)) for points in self.total]
        lost[winner] = 0
        got = [self.entry() - loss for loss in lost]
        got[winner] += self._after_rake(sum(lost))
        return got

    def _lost(self, points: int) -> int:
        if self.rules.scoring.points_stake is StakeUnit.POINT_VALUE:
            return self.stake * points
        return int(Fraction(self.stake * points, self.full) + Fraction(1, 2))

    def _after_rake(self, pot: int) -> int:
        return pot - int(Fraction(pot * self.rules.scoring.rake_percent, 100))

    def drops(self, seat: int) -> int:
        """Return how many first drops a seat survives, counted one by one."""
        count = 0
        if self.pool and self.pool.first_drop:
            while self.total[seat] + (count + 1) * self.pool.first_drop < self.pool.limit:
                count += 1
        return count

    def shared(self, prize: int, among: list[int], by_drops: bool) -> list[int]:
        """Return equal shares, or an entry for each drop more than the fewest and the rest equally."""
        drops = [self.drops(seat) for seat in among]
        parts = [Fraction(self.entry() * (left - min(drops)) * by_drops) for left in drops]
        wanted = sum(parts, Fraction(0))
        if wanted > prize:
            exact = [part * prize / wanted for part in parts]
        else:
            exact = [part + (prize - wanted) / len(among) for part in parts]
        whole = [int(share) for share in exact]
        for place in sorted(range(len(among)), key=lambda place: -drops[place]):
            whole[place] += sum(whole) < prize
        return whole
