"""How a tournament is loaded, changed and committed."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from weakref import WeakValueDictionary

from bot.rummy.ids import TournamentId
from bot.service.errors import Problem, ServiceError
from bot.service.tournaments.update import Post, TournamentAnnouncer, TournamentUpdate, restored
from bot.store.errors import CannotCoverError, StaleError
from bot.store.rows import EntropyLine, Movement
from bot.store.store import Store
from bot.store.tournament_rows import TournamentChange, TournamentPosting

TRIES = 8
"""How often a change is drafted anew when another process was faster."""
KEPT = 64
"""Tournaments kept in memory."""


@dataclass(frozen=True)
class Draft:
    """What a change makes of a tournament, before it is committed."""

    after: TournamentUpdate
    entropy: tuple[EntropyLine, ...] = ()
    posts: tuple[tuple[Post, int], ...] = ()
    """What must be posted, and of which round; else 0."""
    movements: tuple[Movement, ...] = ()


class Door:
    """All tournaments of this process: looks them up, changes them one at a time."""

    def __init__(self, store: Store, announcer: TournamentAnnouncer, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._announcer = announcer
        self._clock = clock
        self._kept: OrderedDict[TournamentId, TournamentUpdate] = OrderedDict()
        self._locks: WeakValueDictionary[TournamentId, asyncio.Lock] = WeakValueDictionary()

    async def find(self, id: TournamentId) -> TournamentUpdate:
        """The tournament of that id, as it stands in the database.

        Raises:
            ServiceError: there is none.
            CorruptTournamentError: what is stored cannot be read.
        """
        kept = self._kept.get(id)
        if kept is not None and kept.row.version == await self._store.tournaments.version(id):
            return kept
        stored = await self._store.tournaments.load(id)
        if stored is None:
            raise ServiceError(Problem.NO_TOURNAMENT)
        return self._keep(restored(stored))

    def _keep(self, update: TournamentUpdate) -> TournamentUpdate:
        self._kept[update.id] = update
        self._kept.move_to_end(update.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return update

    def forget(self) -> None:
        """Read every tournament anew: its deadlines were moved, which makes no new version."""
        self._kept.clear()

    async def change(self, id: TournamentId, draft: Callable[[TournamentUpdate], Draft | None]) -> TournamentUpdate:
        """Commit what `draft` makes of the tournament, and tell the announcer; None changes nothing.

        `draft` may be called again when another process changed the tournament meanwhile.

        Raises:
            ServiceError: as raised by `draft`; or somebody has too few chips, or the tournament is too busy.
        """
        async with self._locks.setdefault(id, asyncio.Lock()):
            for _ in range(TRIES):
                before = await self.find(id)
                if (drafted := draft(before)) is None:
                    return before
                try:
                    return await self.commit(before, drafted)
                except StaleError:
                    self._kept.pop(id, None)
                except CannotCoverError:
                    raise ServiceError(Problem.CANNOT_COVER) from None
        raise ServiceError(Problem.BUSY)

    async def commit(self, before: TournamentUpdate | None, draft: Draft) -> TournamentUpdate:
        """Write a new version, then tell the announcer.

        Raises:
            StaleError: another commit came first.
            CannotCoverError: somebody has too few chips.
        """
        after, now, expected = draft.after, self._clock(), before.row.version if before else 0
        row = replace(
            after.row,
            version=expected + 1,
            name=after.plan.name,
            plan=str(after.plan),
            state=str(after.state),
            changed_at=now,
        )
        change = TournamentChange(
            row=row,
            expected=expected,
            entropy=draft.entropy,
            alarms=after.alarms,
            postings=tuple(TournamentPosting(row.id, post, number, row.channel, now) for post, number in draft.posts),
            entrants=None if before and _same_entrants(before, after) else frozenset(after.entrants),
            movements=draft.movements,
        )
        await self._store.tournaments.commit(change)
        done = self._keep(replace(after, row=row, entropy=after.entropy + draft.entropy))
        self._announcer.announce_tournament(done)
        return done


def _same_entrants(before: TournamentUpdate, after: TournamentUpdate) -> bool:
    return before.entrants.keys() == after.entrants.keys()
