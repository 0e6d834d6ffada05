"""A knock-out of 512 players, four a table: 128 tables at once, played by the computers' policy through the service.

Every table is a player of its own that asks for its next move when the last one is committed; a move's wait counts
from there to its commit, with all rounds being seated and results entered in between.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from statistics import median, quantiles
from time import perf_counter

from bot.codes import Pace
from bot.games.indian.computer import level_2
from bot.rummy.ids import DisplayName, PlayerId, TableId, TournamentId
from bot.rummy.view import Stage
from bot.service.tables.lobby import Person
from bot.service.tables.service import Limits
from bot.service.tournaments.plan import TournamentPlan
from tests.service.context import Context, desk

PLAYERS, SEATS = 512, 4
STAFF = Person(PlayerId(9), DisplayName("Staff"))


def run() -> None:
    """Play one and print it."""
    asyncio.run(_run())


async def _run() -> None:
    async with opened() as d:
        begun = perf_counter()
        id = await signed_up(d)
        print(f"{PLAYERS} signed up in {perf_counter() - begun:.1f} s")
        begun = perf_counter()
        await d.tournaments.start(id, STAFF.id, 1)
        print(f"{len(await d.store.tables.of_tournament(id))} tables opened in {perf_counter() - begun:.1f} s")
        waits: list[float] = []
        begun = perf_counter()
        while (state := await d.tournaments.settle(id)).status.is_open:
            await asyncio.gather(*(played(d, code, waits) for code in await d.store.tables.of_tournament(id)))
            await d.tournaments.settled()
        report(waits, perf_counter() - begun)
        assert state.progress.bracket is not None
        champion = state.progress.bracket.champion
        assert champion is not None
        print(f"{len(state.progress.bracket.rounds)} rounds, {len(state.progress.codes)} tables, champion {champion}")
        assert await d.store.ledger.faults() == ()


def report(waits: list[float], seconds: float) -> None:
    p99 = quantiles(waits, n=100)[98]
    times = f"{median(waits) * 1000:.1f} ms median {p99 * 1000:.1f} p99 {max(waits) * 1000:.1f} longest"
    print(f"{len(waits)} moves in {seconds:.1f} s: {len(waits) / seconds:.0f} a second, waits {times}")


@asynccontextmanager
async def opened(limits: Limits | None = None) -> AsyncIterator[Context]:
    """Yield the services over a database in a file."""
    with tempfile.TemporaryDirectory() as folder:
        async with desk(f"sqlite+aiosqlite:///{folder}/paplu.db", limits=limits) as d:
            yield d


async def signed_up(d: Context) -> TournamentId:
    """Return a tournament that is full."""
    soon = d.now + timedelta(hours=1)
    plan = TournamentPlan(
        "Bench", soon, soon, pace=Pace.SLOW, table_size=SEATS, entry=1_00, most=PLAYERS, prizes=(60, 40)
    )
    state = await d.tournaments.create(STAFF, 1, 2, plan, d.press())
    people = [Person(PlayerId(1000 + number), DisplayName(f"Player {number}")) for number in range(PLAYERS)]
    for person in people:
        await d.tournaments.join(state.id, person, d.press())
    return state.id


async def played(d: Context, code: TableId, waits: list[float]) -> None:
    """Play a table to its end, as computers would."""
    state = await d.tables.find(code)
    while state.row.status.is_open:
        deal = state.public.deal
        assert deal is not None
        assert state.public.stage is Stage.PLAYING
        seat = deal.awaited[0]
        action = level_2(state.for_seat(seat))
        begun = perf_counter()
        state = await d.tables.act(code, state.public.step, PlayerId(state.players[seat].id), action)
        waits.append(perf_counter() - begun)
