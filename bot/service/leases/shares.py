"""The division of leases among processes. Each process decides for itself, by the same rules, over the same roster."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.store.rows.leases import Lease, ProcessRow, Roster


@dataclass(frozen=True, slots=True)
class Wish:
    """The shards that a process would answer for."""

    count: int
    """The number of all shards."""
    shards: frozenset[int] | None = None
    """The shards that the process was told to run; None: its share of all."""
    is_settled: bool = True
    """Whether it may take shares already. Processes that start together should know of each other first."""
    moves: bool = True
    """Whether it may ask others for a shard, which costs an identify."""


def taken_up(before: Roster, me: ProcessRow, wish: Wish, gone: Mapping[str, int], ready: frozenset[int]) -> Roster:
    """Return the roster after this process has entered it and taken the leases that it may.

    `gone`: processes that have ended, by their last beats; one with a later beat lives. `ready`: the shards that this
    process is connected to.
    """
    alive = {name: row for name, row in before.processes.items() if gone.get(name) != row.beat} | {me.name: me}
    leases = {number: _freed(lease, alive) for number, lease in before.leases.items()}
    others_count = any(lease.shards != wish.count for lease in leases.values())
    if others_count and any(lease.holder or lease.heir for lease in leases.values()):
        return Roster(alive, leases)  # only one number of shards is in use at a time
    if others_count:
        leases = {}
    leases = {number: leases.get(number, Lease(number, wish.count)) for number in range(wish.count)}
    if me.leaves:
        return Roster(alive, {number: _disowned(lease, me.name) for number, lease in leases.items()})
    taker = _Taker(alive, leases, me.name, wish)
    taker.take_free()
    taker.become_heir()
    leases = {
        number: replace(lease, is_heir_ready=number in ready) if lease.heir == me.name else lease
        for number, lease in taker.leases.items()
    }
    return Roster(alive, leases)


def is_spare(roster: Roster, me: ProcessRow, wish: Wish, gone: Mapping[str, int]) -> bool:
    """Return whether others have every shard that this process might take, so that it stands by without one.

    It is no spare if it could still take a shard or ask for one, if it was told to run shards that do not exist, or if
    it waits for processes with another number of shards.
    """
    wanted = [lease for number, lease in roster.leases.items() if wish.shards is None or number in wish.shards]
    if me.leaves or not wanted or any(lease.shards != wish.count for lease in roster.leases.values()):
        return False
    then = taken_up(roster, me, replace(wish, is_settled=True, moves=True), gone, frozenset())
    return all(me.name not in (lease.holder, lease.heir) for lease in then.leases.values())


def handed_over(before: Roster, me: str, shards: Iterable[int], served: Mapping[int, str]) -> Roster:
    """Return the roster after this process has given these shards to their heirs, or to nobody if they have none.

    `served`: the ids of the interactions that it took last, by shard.
    """
    leases = dict(before.leases)
    for number in shards:
        lease = leases.get(number)
        if lease is not None and lease.holder == me:
            leases[number] = replace(
                lease, holder=lease.heir, heir=None, is_heir_ready=False, served=served.get(number, "")
            )
    return Roster(before.processes, leases)


def left(before: Roster, me: str) -> Roster:
    """Return the roster without this process."""
    rest = {name: row for name, row in before.processes.items() if name != me}
    return Roster(rest, {number: _freed(lease, rest) for number, lease in before.leases.items()})


def _freed(lease: Lease, alive: Mapping[str, ProcessRow]) -> Lease:
    """Return the lease without processes that have ended."""
    if lease.heir is not None and lease.heir not in alive:
        lease = replace(lease, heir=None, is_heir_ready=False)
    if lease.holder is not None and lease.holder not in alive:
        lease = replace(lease, holder=None, served="")
    return lease


def _disowned(lease: Lease, me: str) -> Lease:
    """Return the lease without its heir if that is this process."""
    return replace(lease, heir=None, is_heir_ready=False) if lease.heir == me else lease


class _Taker:
    """Takes leases for one process."""

    def __init__(self, alive: Mapping[str, ProcessRow], leases: dict[int, Lease], me: str, wish: Wish) -> None:
        self.leases = leases
        self._me = me
        self._wish = wish
        self._alive = alive
        sharing = sum(row.shares and not row.leaves for row in alive.values()) or 1
        self._least, rest = divmod(wish.count, sharing)
        self._share = self._least + bool(rest)

    @property
    def _counts(self) -> Counter[str]:
        """Return how many shards each process has or will have."""
        return Counter(lease.heir or lease.holder or "" for lease in self.leases.values())

    def _wants(self, number: int) -> bool:
        if self._wish.shards is not None:
            return number in self._wish.shards
        return self._wish.is_settled and self._counts[self._me] < self._share

    def take_free(self) -> None:
        """Take the leases that nobody holds: as their heir, or if they have no heir."""
        for number, lease in self.leases.items():
            is_heir = lease.heir == self._me
            if lease.holder is None and (is_heir or (lease.heir is None and self._wants(number))):
                self.leases[number] = replace(lease, holder=self._me, heir=None, is_heir_ready=False)

    def become_heir(self) -> None:
        """Become the heir of the shards that this process wants."""
        for number, lease in self.leases.items():
            holder = self._alive.get(lease.holder or "")
            if holder is None or holder.name == self._me or lease.heir is not None:
                continue
            if (self._wish.shards is not None or holder.leaves) and self._wants(number):
                self.leases[number] = replace(lease, heir=self._me)
        if self._wish.shards is None and self._wish.is_settled and self._wish.moves:
            self._ask_the_richest()

    def _ask_the_richest(self) -> None:
        """Become the heir of one shard of the process that has most, if this one has too few.

        Ask for one shard at a time.
        """
        if any(lease.heir == self._me for lease in self.leases.values()):
            return
        counts = self._counts
        givers = [lease for lease in self.leases.values() if lease.heir is None and self._gives(lease.holder)]
        richest = max(givers, key=lambda lease: (counts[lease.holder or ""], lease.shard), default=None)
        if richest is not None and counts[richest.holder or ""] > max(self._least, counts[self._me] + 1):
            self.leases[richest.shard] = replace(richest, heir=self._me)

    def _gives(self, holder: str | None) -> bool:
        """Return whether the holder is another process that shares."""
        return holder not in (None, self._me) and self._alive[holder or ""].shares
