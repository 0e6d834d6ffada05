"""The leases of this process: it answers for a shard only while it surely holds the lease.

A process looks at the roster every few seconds; the look is its beat. It is sure of its leases for a shorter time after
a look than others wait before they take them. A process that was frozen, or that cannot reach the database, therefore
looks again before it answers.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from enum import Enum, auto
from typing import Protocol, TypeVar

import structlog

from bot.error_fields import cause_of, error_fields
from bot.service.leases.shares import Wish, handed_over, is_spare, left, taken_up
from bot.service.leases.watch import Watch, boot_time
from bot.service.processes import SHUFFLE
from bot.service.sleeper import Sleeper, real_sleep
from bot.store.errors import StoreError, StoreFailedError
from bot.store.rows.alarms import Shards
from bot.store.rows.leases import Lease, ProcessRow, Roster
from bot.store.store import Store

BEAT_SECONDS = 3.0
"""Seconds between two looks at the roster."""
HURRY_SECONDS = 0.5
"""The same while a shard is about to change hands."""
SILENT_SECONDS = 1.5
"""The time without an answer after which the log names the likely cause. With a beat it makes less than 5 s."""
SURE_SECONDS = 9.0
"""The time after a look for which a process may answer for the shards that it held; less than `LEASE_SECONDS`."""
SETTLE_SECONDS = 4.0
"""The time for which a process that shares shards waits for others that start with it."""
SERVING_SECONDS = 1.5
"""The time for which a handover waits for presses that are being served, including those that have come since then."""
ENDING_SECONDS = 4.0
"""The time for which a process that ends waits for each answer of the database."""

log = structlog.get_logger()

T = TypeVar("T")


class LeaseState(Enum):
    """The state of the lease of a shard, as this process knows it."""

    ANSWERS = auto()
    UNSURE = auto()
    """It held the lease when it last looked, and has to look again."""
    NOT_HELD = auto()
    """It does not hold the lease."""
    HANDING_OVER = auto()
    """It is handing the shard over."""


class LeaseListener(Protocol):
    """A listener to leases. It connects shards, and learns for which ones this process answers."""

    @property
    def may_move(self) -> bool:
        """Return whether enough identifies are left to take a shard from another process."""

    def open_shard(self, shard: int) -> None:
        """Connect a shard."""

    async def close_shard(self, shard: int) -> None:
        """Disconnect a shard. Return once everything that has arrived on it is being served."""

    def held(self, shard: int, served: frozenset[int]) -> None:
        """Answer for a shard from now on, except for these interactions, which its last holder took just before."""

    def kept(self, shard: int) -> None:
        """Answer again for a shard that could not be handed over, including interactions that have come meanwhile."""

    def served(self, shard: int) -> Iterable[int]:
        """Return the interactions of a shard that were taken a moment ago."""

    async def idle(self, shards: Shards) -> None:
        """Wait until everything that has arrived on these shards is served."""

    async def up(self, shard: int) -> None:
        """Begin to work for a shard: its lease is held, and it is connected."""

    def down(self, shard: int) -> None:
        """Stop working for a shard."""

    def alone(self) -> None:
        """Read everything again. From now on no other process uses the database, but one may have changed it before."""


class Leases:
    """The leases of this process."""

    def __init__(
        self,
        store: Store,
        process: str,
        listener: LeaseListener,
        *,
        count: int | None = None,
        shards: frozenset[int] | None = None,
        shares: bool = False,
        rest: Sleeper = real_sleep,
        now: Callable[[], float] = boot_time,
    ) -> None:
        """`count` and `shards` come from the host; None: as many as Discord advises, and all of them.

        `shares`: whether the shards are shared out among all such processes.
        """
        self._store = store
        self.name = process
        self._listener = listener
        self._me = ProcessRow(process, shares=shares, shuffle=SHUFFLE)
        self._set_count = count
        self._shards = shards
        self._rest = rest
        self._now = now
        self._watch = Watch(process)
        self._began: float | None = None
        self._looked: float | None = None
        """The time at which the last successful look began."""
        self._failure: StoreFailedError | None = None
        """The error of the last look; None if it succeeded."""
        self._lock = asyncio.Lock()
        self._roster = Roster()
        self._held: frozenset[int] = frozenset()
        self._silent: set[int] = set()
        self._connected: set[int] = set()
        self._opened: set[int] = set()
        self._ready: set[int] = set()
        """The shards whose heirs were ready at the last look but one."""
        self._left = False
        self._alone = False
        """Whether the roster held no other process at two looks in a row."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.count: int | None = None
        """The number of shards in all; None if it is not known yet."""
        self.serving: set[int] = set()
        """The shards that this process is connected to and answers for."""
        self.is_superseded = asyncio.Event()
        """Set once a newer version of the bot has upgraded the database."""

    # -- what others ask ----------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """Return whether this process is sure of the roster and connected to every shard that it should be."""
        return self.is_sure and self._wanted <= self._connected

    @property
    def is_spare(self) -> bool:
        """Return whether others have all shards, so that this process stands by and takes the next free one."""
        return self.is_sure and is_spare(self._roster, self._me, self._wish, self._watch.gone(self._now()))

    @property
    def is_alone(self) -> bool:
        """Return whether this process answers for all shards, and no other process uses the database."""
        return self._alone and self.is_sure and len(self._held) == self.count

    @property
    def shuffle(self) -> int:
        """Return the newest version of the shuffle that all living processes know."""
        gone, rows = self._watch.gone(self._now()), self._roster.processes.values()
        return min((row.shuffle or 1 for row in rows if row.name not in gone), default=SHUFFLE)

    @property
    def is_sure(self) -> bool:
        """Return whether this process surely still holds its leases."""
        return self._looked is not None and self._now() - self._looked <= SURE_SECONDS

    def answering(self, guild: int | None) -> LeaseState:
        """Return whether this process answers for that server, or for direct messages."""
        shard = Shards.number(guild, self.count or 1)
        if shard in self._silent or self._left:
            return LeaseState.HANDING_OVER
        if shard not in self._held:
            return LeaseState.NOT_HELD
        return LeaseState.ANSWERS if self.is_sure else LeaseState.UNSURE

    @property
    def sure(self) -> Shards:
        """Return the shards that this process is connected to and surely answers for."""
        return Shards(frozenset(self.serving) if self.is_sure else frozenset(), self.count or 1)

    def check(self, guild: int | None) -> None:
        """Raise StoreFailedError unless this process may change something for a person of that server.

        Raises:
            StoreFailedError: the lease is gone, or the database cannot be reached to look at it.
        """
        if self.answering(guild) in (LeaseState.UNSURE, LeaseState.NOT_HELD):
            raise StoreFailedError("the lease of this shard is not sure") from self._failure

    # -- beginning ----------------------------------------------------------------------------------

    async def begin(self, advised: int) -> int:
        """Enter the roster. Return the number of shards, once no process runs with another number."""
        self._began = self._now()
        while True:
            others = await self._others_count()
            self.count = self._set_count or others or advised
            if await self.look():
                if all(lease.shards == self.count for lease in self._roster.leases.values()):
                    return self.count
                log.warning("other processes run with another SHARD_COUNT: it waits for their end", shards=self.count)
            await self._rest(asyncio.sleep(BEAT_SECONDS))

    async def _others_count(self) -> int | None:
        """Return the number of shards that the other processes agreed on; None if there are none, or it cannot be found
        out.

        A process of this machine that has ended is recorded as gone, so that a restart does not wait for it.
        """
        try:
            roster, _ = await self._store.roster.change(lambda roster: roster)
        except StoreError:
            return None
        self._watch.see(roster.processes.values(), self._now())
        held = (lease.shards for lease in roster.leases.values() if lease.holder or lease.heir)
        return next(held, None)

    # -- looking ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Look again and again, and hand over the shards whose heirs are ready."""
        while not self._left:
            if self._began is not None:
                await self.look()
                await self._give()
            await self._rest(asyncio.sleep(HURRY_SECONDS if self._hurries else BEAT_SECONDS))

    @property
    def _hurries(self) -> bool:
        """Return whether a shard is about to change hands, or this process has none."""
        return not self._held or any(
            lease.heir is not None and self._me.name in (lease.holder, lease.heir)
            for lease in self._roster.leases.values()
        )

    async def look(self) -> bool:
        """Look at the roster, and take leases that are free and wanted. Return whether the database accepted that."""
        asked = self._now()
        async with self._lock:
            if self._left or (self._looked is not None and self._looked >= asked):
                return True
            began = self._now()
            self._me = replace(self._me, beat=self._me.beat + 1)
            wish, gone, connected = self._wish, self._watch.gone(began), frozenset(self._connected)
            try:
                with self._noting_silence():
                    before, after = await self._store.roster.change(
                        lambda roster: taken_up(roster, self._me, wish, gone, connected)
                    )
                    if await self._store.roster.is_newer():
                        self.is_superseded.set()
            except StoreError as error:
                # Drop the traceback, which would keep a reference to the database's connection.
                self._failure = StoreFailedError(cause_of(error) or str(error))
                log.error("leases out of reach", **error_fields(error))
                return False
            self._failure = None
            self._watch.see(after.processes.values(), began)
            self._looked = began
            last = self._roster
            self._follow(before, after)
            self._note_company(last, before)
        return True

    @contextmanager
    def _noting_silence(self) -> Iterator[None]:
        """Log the likely cause if the database does not answer soon: the error itself may come half a minute later."""

        def note() -> None:
            self._failure = StoreFailedError(self._store.database.silence)
            log.error("leases out of reach", **error_fields(self._failure))

        timer = asyncio.get_running_loop().call_later(SILENT_SECONDS, note)
        try:
            yield
        finally:
            timer.cancel()

    def _note_company(self, last: Roster, now: Roster) -> None:
        """Record whether this process has been alone from its last look until now."""
        was, self._alone = self._alone, self._has_all(last) and self._has_all(now)
        if self._alone and not was:
            log.info("alone at the database")
            self._listener.alone()

    def _has_all(self, roster: Roster) -> bool:
        """Return whether the roster lists this process alone, with every lease."""
        me = self._me.name
        return roster.processes.keys() == {me} and all(lease.holder == me for lease in roster.leases.values())

    @property
    def _wish(self) -> Wish:
        count, shards = self.count or 1, self._shards
        if not self._me.shares:
            return Wish(count, frozenset(range(count)) if shards is None else shards)
        is_settled = self._began is not None and self._now() - self._began >= SETTLE_SECONDS
        return Wish(count, None, is_settled, self._listener.may_move)

    def _follow(self, before: Roster, after: Roster) -> None:
        """Start and stop answering for shards, as the roster says."""
        me = self._me.name
        self._ready = _ready_heirs(self._roster, me) & _ready_heirs(after, me)
        self._roster = after
        held = frozenset(number for number, lease in after.leases.items() if lease.holder == me)
        lost, taken = self._held - held, held - self._held
        self._held = held
        for shard in sorted(lost):
            log.warning("lease lost", shard=shard)
            self._down(shard)
        self._silent &= held
        for shard in sorted(taken):
            last = before.leases.get(shard, Lease(shard, 1))
            log.info("lease taken", shard=shard, of=last.holder if last.holder != me else None)
            self._listener.held(shard, frozenset(map(int, after.leases[shard].served.split())))
        for shard in sorted(self._wanted - self._opened - self._connected):
            self._opened.add(shard)
            self._listener.open_shard(shard)
        for shard in sorted((self._opened | self._connected) - self._wanted):
            self._start(self._close(shard))
        for shard in sorted(held & self._connected - self.serving):
            self._start(self._up(shard))

    @property
    def _wanted(self) -> frozenset[int]:
        """Return the shards that this process should be connected to."""
        me = self._me.name
        waits = (number for number, lease in self._roster.leases.items() if lease.heir == me)
        return self._held | frozenset(waits)

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- being connected ----------------------------------------------------------------------------

    async def connected(self, shard: int, count: int = 1) -> None:
        """Note that the gateway of a shard is connected."""
        self._connected.add(shard)
        if self._began is None:
            await self.begin(count)
        await self._up(shard)

    def disconnected(self, shard: int) -> None:
        """Note that the gateway of a shard is gone; it will come back by itself."""
        self._connected.discard(shard)
        self._down(shard)

    async def _up(self, shard: int) -> None:
        if shard not in self._connected or shard not in self._held or shard in self.serving:
            return
        self.serving.add(shard)
        await self._listener.up(shard)
        if shard not in self.serving:
            self._listener.down(shard)  # it was lost again in the meantime

    def _down(self, shard: int) -> None:
        if shard in self.serving:
            self.serving.discard(shard)
            self._listener.down(shard)

    async def _close(self, shard: int) -> None:
        self._opened.discard(shard)
        self._connected.discard(shard)
        self._down(shard)
        await self._listener.close_shard(shard)

    # -- handing over -------------------------------------------------------------------------------

    async def _give(self) -> None:
        """Hand over the shards whose heirs were ready at two looks, so that no interaction is on its way to this
        process alone.

        A process that was told to run certain shards keeps them until it ends.
        """
        shards = self._ready & self._held - self._silent
        if shards and (self._me.shares or self._me.leaves):
            await self._hand_over(shards)

    async def _hand_over(self, shards: Iterable[int]) -> None:
        """Answer the interactions that have arrived for these shards, then pass the shards to their heirs."""
        shards = frozenset(shards)
        self._silent |= shards
        with suppress(TimeoutError):
            async with asyncio.timeout(SERVING_SECONDS):
                await self._listener.idle(Shards(shards, self.count or 1))
        served = {shard: " ".join(map(str, self._listener.served(shard))) for shard in shards}
        async with self._lock:
            try:
                before, after = await self._store.roster.change(
                    lambda roster: handed_over(roster, self._me.name, shards, served)
                )
            except StoreError as error:
                log.error("not handed over", **error_fields(error))
                self._silent -= shards
                for shard in sorted(shards & self._held):
                    self._listener.kept(shard)
                return
            log.info("handed over", shards=sorted(shards))
            self._held -= shards
            self._follow(before, after)

    async def leave(self, patience: float, *, expects: bool = False) -> None:
        """Hand over the shards whose heirs are ready, and wait that many seconds for the other heirs.

        `expects`: whether another process is surely on the way, although the roster does not list it yet.
        """
        if self._began is None or self._left:
            return
        self._me = replace(self._me, leaves=True)
        until = self._now() + patience
        while await self._in_time(self.look()) and self._held:
            await self._in_time(self._give())
            if not self._held or self._now() > until or not (expects or self._has_successor):
                return
            await self._rest(asyncio.sleep(HURRY_SECONDS / 2))

    async def _in_time(self, work: Awaitable[T]) -> T | None:
        """Return the result if it comes within `ENDING_SECONDS`; None if the database did not answer."""
        try:
            async with asyncio.timeout(ENDING_SECONDS):
                return await work
        except TimeoutError as error:
            log.error("leases out of reach", **error_fields(error) | {"cause": f"no answer in {ENDING_SECONDS:g} s"})
            return None

    @property
    def _has_successor(self) -> bool:
        """Return whether another process gets ready for a shard of this one, or will."""
        me, gone = self._me.name, self._watch.gone(self._now())
        others = [row for name, row in self._roster.processes.items() if name != me and name not in gone]
        heirs = {self._roster.leases[shard].heir for shard in self._held}
        return any(row.name in heirs or (row.shares and not row.leaves) for row in others)

    async def close(self) -> None:
        """Leave the roster, so that the heirs take the shards of this process at once.

        If the database does not answer, the others will find out by themselves.
        """
        self._left = True
        for task in self._tasks:
            task.cancel()
        if self._began is None:
            return
        served: Mapping[int, str] = {shard: " ".join(map(str, self._listener.served(shard))) for shard in self._held}
        me, held = self._me.name, self._held
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(ENDING_SECONDS), self._lock:
                await self._store.roster.change(lambda roster: left(handed_over(roster, me, held, served), me))
        self._held = frozenset()


def _ready_heirs(roster: Roster, me: str) -> set[int]:
    """Return the shards of this process whose heirs are ready."""
    return {number for number, lease in roster.leases.items() if lease.holder == me and lease.is_heir_ready}
