"""How a tournament is loaded, changed and committed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.rummy.ids import TournamentId
from bot.rummy.rules import Games
from bot.service.cache import VersionedCache
from bot.service.errors import Problem, ServiceError
from bot.service.tournaments.state import Post, TournamentListener, TournamentState, restored
from bot.store.rows import EntropyLine, Movement
from bot.store.store import Store
from bot.store.tournament_rows import TournamentChange, TournamentOutboxMessage

KEPT = 64
"""Tournaments kept in memory."""


@dataclass(frozen=True)
class TournamentDraft:
    """What a change makes of a tournament, before it is committed."""

    after: TournamentState
    entropy: tuple[EntropyLine, ...] = ()
    posts: tuple[tuple[Post, int], ...] = ()
    """What must be posted, and of which round; else 0."""
    movements: tuple[Movement, ...] = ()


class TournamentRepository(VersionedCache[TournamentId, TournamentState, TournamentDraft]):
    """All tournaments of this process: looks them up, changes them one at a time."""

    def __init__(
        self, store: Store, games: Games, announcer: TournamentListener, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(KEPT)
        self._games = games
        self._store = store
        self._announcer = announcer
        self._clock = clock

    async def _version(self, id: TournamentId) -> int | None:
        return await self._store.tournaments.version(id)

    async def _load(self, id: TournamentId) -> TournamentState:
        stored = await self._store.tournaments.load(id)
        if stored is None:
            raise ServiceError(Problem.NO_TOURNAMENT)
        return restored(stored, self._games)

    async def _commit(self, before: TournamentState | None, draft: TournamentDraft) -> TournamentState:
        after, now, expected = draft.after, self._clock(), before.row.version if before else 0
        row = replace(
            after.row,
            version=expected + 1,
            name=after.plan.name,
            plan=str(after.plan),
            state=str(after.progress),
            changed_at=now,
        )
        change = TournamentChange(
            row=row,
            expected=expected,
            entropy=draft.entropy,
            alarms=after.alarms,
            postings=tuple(
                TournamentOutboxMessage(row.id, post, number, row.channel, now) for post, number in draft.posts
            ),
            entrants=None if before and _same_entrants(before, after) else frozenset(after.entrants),
            movements=draft.movements,
        )
        await self._store.tournaments.commit(change)
        done = self._kept[row.id] = replace(after, row=row, entropy=after.entropy + draft.entropy)
        self._announcer.announce_tournament(done)
        return done


def _same_entrants(before: TournamentState, after: TournamentState) -> bool:
    return before.entrants.keys() == after.entrants.keys()
