"""How a tournament is loaded, changed and committed."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from bot.rummy.ids import TournamentId
from bot.rummy.rules import Games
from bot.service.cache import VersionedCache
from bot.service.errors import Problem
from bot.service.tournaments.state import TournamentListener, TournamentState, restored
from bot.store.rows import TournamentRow
from bot.store.store import Store

KEPT = 64
"""Tournaments kept in memory."""


class TournamentCache(VersionedCache[TournamentId, TournamentRow, TournamentState]):
    """All tournaments of this process: looks them up, changes them one at a time."""

    missing = Problem.NO_TOURNAMENT

    def __init__(
        self, store: Store, games: Games, announcer: TournamentListener, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(store.tournaments, partial(restored, games=games), clock, KEPT)
        self._announcer = announcer

    def _derived(self, before: TournamentState | None, after: TournamentState) -> dict[str, Any]:
        plan = after.row.plan if before and after.plan is before.plan else str(after.plan)
        return {"name": after.plan.name, "plan": plan, "state": str(after.progress)}

    def _announce(self, state: TournamentState) -> None:
        self._announcer.announce_tournament(state)
