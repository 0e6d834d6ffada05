"""The pairings of a league: everybody plays the same number of matches, against as many different opponents as
possible.

Players stand for their place in the seeding: 0 is the best ranked.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from bot.rummy.tournament.seating import Seating

Meetings = Counter[tuple[int, int]]
"""The number of times that two players have sat together, the better ranked first."""

TRIES = 20_000
"""The most exchanges of two players that are weighed to improve a draw."""

BREADTH = 400
"""The number of exchanges that are weighed before the best is made."""


@lru_cache(maxsize=64)
def fixtures(players: int, seats: int, matches: int) -> tuple[Seating, ...]:
    """Return all rounds of a league in which nobody withdraws. A player without a seat has a bye.

    With two at a table and an odd number of players and of matches, one player has one match less.
    """
    if players <= seats:
        return ((tuple(range(players)),),) * matches
    if seats == 2:
        return tuple(_round_robin(players, matches))
    rounds = [_shifted(players, -(-players // seats), number) for number in range(matches)]
    return _Draw(rounds, Counter()).bettered()


def redraw(needs: Sequence[tuple[int, int]], seats: int, met: Meetings) -> Seating:
    """Return the next round after a player has withdrawn. `needs` holds each player, the best ranked first, and the
    matches they still need.

    If one must sit out, it is the best ranked of those who need the fewest.
    """
    players = [player for player, need in needs if need > 0]
    if seats == 2 and len(players) % 2:
        idle = min((need, player) for player, need in needs if need > 0)[1]
        players.remove(idle)
    if len(players) < 2:
        return ()
    tables = -(-len(players) // seats)
    rows = _shifted(len(players), tables, 0)
    return _Draw([tuple(tuple(players[place] for place in table) for table in rows)], met).bettered()[0]


def meetings(rounds: Iterable[Seating]) -> Meetings:
    """Return the number of times that any two have sat together in these rounds."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


# -- two at a table ---------------------------------------------------------------------------------


def _round_robin(players: int, matches: int) -> list[Seating]:
    """Return rounds by the circle method: nobody meets anybody twice before having met all."""
    if players % 2 == 0:
        return [_circle(players - 1, number, players - 1) for number in range(matches)]
    cycles, rest = divmod(matches, players - 1)
    rounds = [_circle(players, number, None) for number in range(cycles * players + rest)]
    # The first `rest` players lack one match because of their byes. In the circle 0 and rest − 1, 1 and rest − 2, …
    # would meet in a round that is not played. So would 1 and rest − 1, … if `rest` is odd.
    low, high = rest % 2, rest - 1
    if low < high:
        rounds.append(tuple((low + i, high - i) for i in range((high - low + 1) // 2)))
    return rounds


def _circle(size: int, number: int, guest: int | None) -> Seating:
    """Return a round of an odd number of players on a circle. The one left over meets the guest or has a bye."""
    pairs = [((number - step) % size, (number + step) % size) for step in range(1, size // 2 + 1)]
    if guest is not None:
        pairs.append((number % size, guest))
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))


# -- more at a table --------------------------------------------------------------------------------


def _shifted(players: int, tables: int, number: int) -> Seating:
    """Return the players in rows of one player per table; each row is shifted further than the one above it.

    Nobody meets anybody twice in the first rounds. There are as many such rounds as tables, if that number is a power
    of two or a prime, and not less than the rows. A square of rows has one more such round: each row is a table.
    """
    found: list[list[int]] = [[] for _ in range(tables)]
    for player in range(players):
        row, column = divmod(player, tables)
        by_rows = number == tables and players == tables * tables
        found[row if by_rows else _moved(column, row, number, tables)].append(player)
    return tuple(map(tuple, found))


_REDUCING = {2: 0b111, 4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011, 128: 0b10000011}
"""The polynomial of a finite field, by its size, a power of two."""


def _moved(column: int, row: int, number: int, tables: int) -> int:
    """Return column + row × number: in the field of that size if it is known, else in remainders."""
    if tables not in _REDUCING or tables == 2:
        return (column + row * number) % tables
    row, number, product = row % tables, number % tables, 0
    while number:
        product ^= row if number & 1 else 0
        row, number = row << 1, number >> 1
        row ^= _REDUCING[tables] if row & tables else 0
    return column ^ product


class _Exchange(NamedTuple):
    """Two players of a round who exchange their seats."""

    gain: int  # added cost; less than 0 is better
    number: int  # number of the round
    player: int
    table: list[int]
    guest: int
    there: list[int]


class _Draw:
    """Rounds that are improved by exchanges of two players in a round: one who meets the same player again, and the one
    who fits best.

    When no exchange improves them it goes on, and an exchanged player then stays for a while. So it leaves draws that
    only several exchanges improve.
    """

    def __init__(self, rounds: Sequence[Seating], met: Meetings) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.met = met + meetings(rounds)
        self.cost = sum(sum(map(_cost, range(times))) for times in self.met.values())
        self.step = 0
        self.free_from: dict[tuple[int, int], int] = {}
        """The step from which a player may be exchanged again, by round and player."""

    def bettered(self) -> tuple[Seating, ...]:
        """Return the best rounds found when nobody meets again, or when `TRIES` are used up."""
        best, found = self.cost, self._tables()
        tries = TRIES
        while best and tries > 0:
            choices = self._choices()
            if choices:
                self._exchange(min(choices, key=lambda choice: choice.gain))
            tries -= max(len(choices), 20)
            self.step += 1
            if self.cost < best:
                best, found = self.cost, self._tables()
        return found

    def _tables(self) -> tuple[Seating, ...]:
        return tuple(tuple(tuple(sorted(table)) for table in tables) for tables in self.rounds)

    def _choices(self) -> list["_Exchange"]:
        """Return the exchanges possible now: all, or somewhat more than `BREADTH`, starting with another round each
        time.
        """
        found: list[_Exchange] = []
        for ahead in range(len(self.rounds)):
            number = (self.step + ahead) % len(self.rounds)
            tables = self.rounds[number]
            free = [[player for player in table if self._is_free(number, player)] for table in tables]
            for table, movers in zip(tables, free, strict=True):
                for player in movers:
                    if self._meets_again(player, table):
                        found += self._choices_of(number, player, table, free)
                    if len(found) >= BREADTH:
                        return found
        return found

    def _choices_of(self, number: int, player: int, table: list[int], free: list[list[int]]) -> Iterator["_Exchange"]:
        for there, guests in zip(self.rounds[number], free, strict=True):
            if there is not table:
                for guest in guests:
                    yield _Exchange(self._gain(player, table, guest, there), number, player, table, guest, there)

    def _meets_again(self, player: int, table: list[int]) -> bool:
        return any(self.met[_pair(player, other)] > 1 for other in table if other != player)

    def _is_free(self, number: int, player: int) -> bool:
        return self.free_from.get((number, player), 0) <= self.step

    def _exchange(self, choice: "_Exchange") -> None:
        gain, number, player, table, guest, there = choice
        self.cost += gain
        self._meet(player, table, -1)
        self._meet(guest, there, -1)
        table[table.index(player)], there[there.index(guest)] = guest, player
        self._meet(guest, table, 1)
        self._meet(player, there, 1)
        self.free_from[number, player] = self.free_from[number, guest] = self.step + 4 + self.step % 7

    def _meet(self, player: int, table: list[int], times: int) -> None:
        for other in table:
            if other != player:
                self.met[_pair(player, other)] += times

    def _gain(self, player: int, table: list[int], guest: int, there: list[int]) -> int:
        """Return the added cost of an exchange; less than 0 is better."""
        met = self.met
        gain = 0
        for other in table:
            if other != player:
                gain += _cost(met[_pair(guest, other)]) - _cost(met[_pair(player, other)] - 1)
        for other in there:
            if other != guest:
                gain += _cost(met[_pair(player, other)]) - _cost(met[_pair(guest, other)] - 1)
        return gain


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _cost(times: int) -> int:
    """Return the cost of one more meeting after that many: nothing for a first one, later more each time."""
    return 1000 + times if times else 0
