"""SIGKILL at random points of random games: acknowledged moves are there, once, and the tables go on."""

import asyncio
import random
import signal
from pathlib import Path

from bot.rummy.cards import Seat
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match import stakes
from bot.service.tables.state import TableState, restored
from bot.service.wallet import START
from bot.store.rows.ledger import Account
from bot.store.store import Store
from tests.known import GAMES
from tests.processes.forks import forked
from tests.service.player import EVERYBODY, STAKED
from tests.waiting import until

PLAYS = "import asyncio, sys; from tests.service.player import main; asyncio.run(main(*sys.argv[1:]))"
ROUNDS = 5
GUILD = 1


async def killed_after(url: str, said: Path, seed: int, moves: int, *kind: str) -> dict[TableId, int]:
    """Let a process play that many moves and kill it. Return how many journal lines of each table it acknowledged."""
    plays = forked(PLAYS, url, str(seed), *kind, log=said)
    await until(lambda: len(lines_of(said)) >= moves, f"{moves} moves")
    await asyncio.sleep(random.uniform(0.0, 0.03))  # somewhere within the next moves
    plays.kill()
    assert await plays.wait() == -signal.SIGKILL
    acknowledged: dict[TableId, int] = {}
    for line in lines_of(said):
        id, lines = line.split()
        acknowledged[TableId(id)] = max(acknowledged.get(TableId(id), 0), int(lines))
    return acknowledged


def lines_of(said: Path) -> list[str]:
    """Return the whole lines of the output."""
    return said.read_text(encoding="utf-8").split("\n")[:-1]


async def tables_left(store: Store, acknowledged: dict[TableId, int]) -> list[TableState]:
    """Return all known tables as their journals make them. Raise an error unless those lead to their rows."""
    known = {*acknowledged, *(row.id for row in await store.tables.open_rows())}
    found = []
    for id in known:
        stored = await store.tables.load(id)
        assert stored is not None
        assert len(stored.journal) >= acknowledged.get(id, 0)
        found.append(restored(stored, GAMES))
    return found


async def test_nothing_acknowledged_is_lost_and_nothing_is_doubled(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/killed.db"
    dice = random.Random()
    acknowledged: dict[TableId, int] = {}
    for seed in range(ROUNDS):
        acknowledged |= await killed_after(url, tmp_path / "said", seed, dice.randint(20, 150))
        store = await Store.open(url)
        try:
            await tables_left(store, acknowledged)
        finally:
            await store.close()
    assert sum(acknowledged.values()) > 80


async def test_stakes_are_neither_lost_nor_doubled(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/killed.db"
    dice = random.Random()
    acknowledged: dict[TableId, int] = {}
    ended = 0
    for seed in range(ROUNDS):
        acknowledged |= await killed_after(url, tmp_path / "said", seed, dice.randint(60, 200), STAKED)
        store = await Store.open(url)
        try:
            tables = await tables_left(store, acknowledged)
            assert await store.ledger.faults() == ()
            expected = {person.id: START for person in EVERYBODY}
            for state in tables:
                for player, change in (await moved(store, state)).items():
                    expected[player] += change
            for player, chips in expected.items():
                held = await store.ledger.balance(Account.player(GUILD, player))
                assert held == chips or (held is None and chips == START), "an account is opened when it is needed"
            ended = sum(state.row.status.is_over for state in tables)
        finally:
            await store.close()
    assert ended >= 3
    assert max(acknowledged.values()) > 30


async def moved(store: Store, state: TableState) -> dict[PlayerId, int]:
    """Return the chips that each person has won or lost at a table so far. Check the chips it holds."""
    table = state.table
    if table is None:
        return {}
    paid = stakes.paid(table.match)
    escrow = await store.ledger.balance(Account.escrow(GUILD, state.id)) or 0
    kept = await store.matches.of(state.id)
    if not table.is_over:
        assert escrow == sum(paid)
        assert kept is None
        changes = tuple(-amount for amount in paid)
    else:
        assert escrow == 0
        changes = _gains(state) if table.match.is_over else (0,) * len(paid)
        assert (kept is not None) == table.match.is_over
    return {PlayerId(state.players[Seat(i)].id): change for i, change in enumerate(changes)}


def _gains(state: TableState) -> tuple[int, ...]:
    match = state.public.match
    return tuple(got - gave for got, gave in zip(stakes.payouts(match), stakes.paid(match), strict=True))
