"""Standings of a server with 100,000 matches and 10,000 players: pages, ranks, a match's end, a new count of all."""

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

from sqlalchemy import Connection

from bot.codes import TableStatus
from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.service.match_effects import COUNTING, award
from bot.store import schema
from bot.store.codec import insert_all, values
from bot.store.rows.matches import Finished, MatchFilter, MatchRow, ResultRow, Season, Standing
from bot.store.rows.subjects import Change
from bot.store.rows.tables import TableRow
from bot.store.store import Store
from tests.bench.commit import NOW, move

FEW, MANY = 1_000, 100_000  # matches
PLAYERS = 10_000
SEASONS = 6  # the last one is running
FORMATS = ("points", "pool_101", "pool_201", "deals_2", "deals_3", "deals_6", "best_of_3")
GUILD = 1 << 60
SEATS = 6  # the dearest match
ENDS = 300  # matches that end while it is measured
ASKED = 50  # times each question is asked
FILLED_AT_ONCE = 5_000


def finished(table: TableId, number: int, chance: random.Random, seats: int | None = None) -> Finished:
    """Return a match among some of the players; a few of them play a lot."""
    seats = seats or chance.choice((2, 2, 3, 4, 6))
    players: set[int] = set()
    while len(players) < seats:
        players.add(int(PLAYERS * chance.random() ** 2))
    at = NOW + timedelta(minutes=number)
    season = 1 + number * SEASONS // MANY if number < MANY else SEASONS
    format = chance.choice(FORMATS)
    match = MatchRow(table, GUILD, season, format, "circle", 0, 5, seats, True, number % 10 == 0, at)
    results = (result(table, seat, PlayerId(1000 + player)) for seat, player in enumerate(players))
    return Finished(match, award(tuple(results), ""), COUNTING)


def result(table: TableId, seat: int, player: PlayerId) -> ResultRow:
    """Return the result of a match whose seats come in as they sit."""
    return ResultRow(table, Seat(seat), player, f"Player {player}", seat + 1, 1, 40 * seat, 5, 1, 40 * seat, 1, 0)


def fill(connection: Connection, ended: list[Finished]) -> None:
    """Store matches, with their tables, as if they had been played, but count none."""
    over = (replace(move(one.match.table, 1).row, status=TableStatus.FINISHED, rules="", lobby="") for one in ended)
    insert_all(connection, schema.tables, map(values, over))
    insert_all(connection, schema.matches, (values(one.match) for one in ended))
    insert_all(connection, schema.results, (values(x) for one in ended for x in one.results))


def begin_seasons(connection: Connection) -> None:
    """Begin all seasons; one of them is running."""
    seasons = [Season(GUILD, n, f"Season {n}", NOW, NOW if n < SEASONS else None) for n in range(1, SEASONS + 1)]
    insert_all(connection, schema.seasons, map(values, seasons))


def batches(count: int) -> Iterator[list[Finished]]:
    chance = random.Random(7)
    for first in range(0, count, FILLED_AT_ONCE):
        numbers = range(first, min(first + FILLED_AT_ONCE, count))
        yield [finished(TableId(f"m{number:05}"), number, chance) for number in numbers]


async def filled(url: str, matches: int) -> Store:
    """Return a store in which that many matches are counted."""
    store = await Store.open(url)
    await store.database.writer.submit(begin_seasons)
    for batch in batches(matches):
        await store.database.writer.submit(partial(fill, ended=batch))
    start = perf_counter()
    rebuilt = await store.standings.rebuild(COUNTING)
    print(f"{matches} matches counted again into {rebuilt.standings} standings in {perf_counter() - start:.1f} s")
    return store


def ending(table: TableId, number: int, chance: random.Random) -> Change[TableId, TableRow]:
    """Return the last action of a match."""
    change = move(table, 2)
    ended = finished(table, MANY + number, chance, SEATS)
    effects = replace(change.effects, finished=ended)
    return Change(replace(change.row, status=TableStatus.FINISHED), effects, ())


async def measure_ends(stores: dict[int, Store]) -> None:
    """End the same matches in each database in turn, each beside an ordinary move."""
    chance = random.Random(9)
    plain: dict[int, Costs] = {matches: Costs() for matches in stores}
    ends: dict[int, Costs] = {matches: Costs() for matches in stores}
    for number in range(ENDS):
        change = ending(TableId(f"e{number:05}"), number, chance)
        other = TableId(f"p{number:05}")
        for matches, store in stores.items():
            await store.tables.commit(move(change.row.id, 1))
            await store.tables.commit(move(other, 1))
            await plain[matches].measure(partial(store.tables.commit, move(other, 2)))
            await ends[matches].measure(partial(store.tables.commit, change))
    for matches in stores:
        report(f"a move beside {matches} matches", plain[matches])
        report(f"the end of a match of {SEATS} beside {matches}", ends[matches])
    few, many = (median(costs.waits) for costs in ends.values())
    print(f"{'':46} goal: 5 ms at most; {many / few:.2f} × with a hundred times the matches")


@dataclass
class Costs:
    """The cost of something in seconds, each time it is done."""

    waits: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)  # of this process, which others cannot slow as much

    async def measure(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do it once more."""
        start, used = perf_counter(), process_time()
        await work()
        self.waits.append(perf_counter() - start)
        self.processor.append(process_time() - used)


def report(label: str, costs: Costs) -> None:
    wait, p99, processor = median(costs.waits), quantiles(costs.waits, n=100)[98], median(costs.processor)
    print(f"{label:46} {1e3 * wait:7.3f} ms median {1e3 * p99:7.3f} p99 ({1e3 * processor:7.3f} processor)")


async def page(store: Store, season: int, format: str, offset: int, player: PlayerId) -> Standing | None:
    """Return all rows of a page of standings."""
    await store.seasons.running(GUILD, NOW)
    await store.standings.page(GUILD, season, format, 10, offset)
    await store.standings.count(GUILD, season, format)
    own = await store.standings.of(GUILD, season, format, player)
    if own is not None:
        await store.standings.rank(own)
    return own


async def measure_questions(store: Store) -> None:
    last = (await store.standings.page(GUILD, 0, "", PLAYERS))[-1]
    busy, idle = PlayerId(1000), last.player
    questions: dict[str, Callable[[], Awaitable[object]]] = {
        "first page and rank, over all": partial(page, store, 0, "", 0, busy),
        "last page and the last one's rank, over all": partial(page, store, 0, "", PLAYERS - 10, idle),
        "a page of one format in the season": partial(page, store, SEASONS, "pool_101", 500, busy),
        "ratings of the busiest": partial(store.matches.ratings, GUILD, busy),
        "history, first page": partial(store.matches.history, MatchFilter(GUILD, viewer=busy)),
        "history, page 1000": partial(store.matches.history, MatchFilter(GUILD, viewer=busy), offset=5000),
        "history counted": partial(store.matches.count, MatchFilter(GUILD, viewer=busy)),
        "history of the busiest, one format": partial(store.matches.history, MatchFilter(GUILD, busy, "deals_6", idle)),
        "history of one format, counted": partial(
            store.matches.count, MatchFilter(GUILD, format="deals_6", viewer=idle)
        ),
    }
    for label, ask in questions.items():
        costs = Costs()
        for _ in range(ASKED):
            await costs.measure(ask)
        report(label, costs)
    print(f"{'':46} goal for standings: 50 ms at most")


async def _run(folder: Path) -> None:
    stores = {count: await filled(f"sqlite+aiosqlite:///{folder}/{count}.db", count) for count in (FEW, MANY)}
    await measure_ends(stores)
    await measure_questions(stores[MANY])
    for store in stores.values():
        await store.close()


def run() -> None:
    """Print medians and p99."""
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(_run(Path(name)))


if __name__ == "__main__":
    run()
