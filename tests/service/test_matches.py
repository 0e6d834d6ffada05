"""Matches of many deals through the service: pauses, rejoining, sharing, and the chips that move with them."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.codes import MatchExit, TableStatus
from bot.rummy.actions import CallSplit, Discard, Draw, Drop, EndCause, Leave, Next, Rejoin, Source, Vote
from bot.rummy.cards import Seat
from bot.rummy.errors import IllegalAction
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import MatchEnd, Terms
from bot.rummy.view import Stage
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState
from bot.service.wallet import START
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.ledger import Account
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk, whose

GUILD = 1
ENTRY = 25_00
HOUSE = Account.house(GUILD)
POOL = TableForm(terms=Terms(Format.POOL_101, stake=ENTRY))
EVERYBODY = (ASHA, BEN, CARA, DEV)


async def fresh(d: Context, id: TableId) -> TableState:
    """Return the table as another process would read it."""
    d.tables.forget()
    return await d.tables.find(id)


async def deal_won_by(d: Context, id: TableId, winner: Person) -> TableState:
    """Return all others drop as soon as they may."""
    state = await fresh(d, id)
    number = len(state.public.outcomes)
    while len(state.public.outcomes) == number:
        assert state.public.deal is not None
        player = PlayerId(state.players[state.public.deal.turn].id)
        if player != winner.id:
            state = await d.tables.act(id, None, player, Drop())
            continue
        state = await d.tables.act(id, None, player, Draw(Source.CLOSED))
        deal = state.for_player(player).deal
        assert deal is not None
        assert deal.drawn is not None
        state = await d.tables.act(id, None, player, Discard(deal.drawn))
    return await fresh(d, id)


async def onward(d: Context, id: TableId) -> TableState:
    """Mark everybody ready for whom the next deal waits."""
    state = await fresh(d, id)
    for seat in state.public.awaited:
        state = await d.tables.act(id, None, PlayerId(state.players[seat].id), Next())
    return state


async def deals_won_by(d: Context, id: TableId, *winners: Person) -> TableState:
    """Return deals one after another; nobody presses anything after the last."""
    for winner in winners[:-1]:
        await deal_won_by(d, id, winner)
        await onward(d, id)
    return await deal_won_by(d, id, winners[-1])


def totals(state: TableState) -> dict[str, int]:
    return {state.names[Seat(i)]: total for i, total in enumerate(state.public.totals)}


async def chips(d: Context, *people: Person) -> list[int | None]:
    """Return the chips that each person has won or lost."""
    balances = [await d.store.ledger.balance(Account.player(GUILD, person.id)) for person in people]
    return [None if balance is None else balance - START for balance in balances]


async def three_left(d: Context) -> TableState:
    """Return a pool in which Cara has rejoined and Dev has declined: Asha and Ben at 60, Cara at 61."""
    table = await d.table(*EVERYBODY, options=POOL)
    state = await deals_won_by(d, table.id, ASHA, BEN, ASHA, BEN, ASHA, BEN)
    assert totals(state) == {"Asha": 60, "Ben": 60, "Cara": 120, "Dev": 120}
    assert {state.names[seat] for seat in state.public.offers} == {"Cara", "Dev"}
    await d.tables.act(table.id, state.public.step, CARA.id, Rejoin())
    return await d.tables.act(table.id, None, DEV.id, Next())


async def test_a_pool_with_a_rejoin_and_a_split_moves_the_chips_it_should(tmp_path: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}") as d:
        state = await three_left(d)
        assert totals(state) == {"Asha": 60, "Ben": 60, "Cara": 61, "Dev": 120}
        assert await chips(d, *EVERYBODY) == [-25_00, -25_00, -50_00, -25_00]
        await d.tables.act(state.id, None, BEN.id, CallSplit())
        await d.tables.act(state.id, None, ASHA.id, Vote(True))
        state = await d.tables.act(state.id, None, CARA.id, Vote(True))
        assert state.row.status is TableStatus.FINISHED
        assert state.public.match.end is MatchEnd.SPLIT
        # 125.00 in the pool: Asha and Ben have a drop more than Cara, so an entry each before the rest is shared.
        assert await chips(d, *EVERYBODY) == [25_00, 25_00, -25_00, -25_00]
        assert await d.store.ledger.faults() == ()
        kept = await d.store.matches.of(state.id)
        assert kept is not None
        assert {(r.name, r.place, r.sharing, r.chips) for r in kept.results} == {
            ("Asha", 1, 3, 25_00),
            ("Ben", 1, 3, 25_00),
            ("Cara", 1, 3, -25_00),
            ("Dev", 4, 1, -25_00),
        }
        assert kept.match.counted
        assert (kept.match.format, kept.match.deals, kept.match.stake) == ("pool_101", 6, ENTRY)
        # Three share the points of the first three places: (4 + 2 + 1) / 3 each.
        assert sorted(r.league for r in kept.results) == [0, 140, 140, 140]


async def test_a_pool_goes_on_by_itself_when_nobody_presses_anything() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA, options=POOL)
        state = await deal_won_by(d, table.id, ASHA)
        assert state.public.stage is Stage.BETWEEN
        await d.later(29)
        assert (await fresh(d, table.id)).public.stage is Stage.BETWEEN
        await d.later(2)
        assert (await fresh(d, table.id)).public.stage is Stage.PLAYING


async def test_the_time_to_rejoin_runs_out_and_then_the_pause() -> None:
    async with desk() as d:
        table = await d.table(*EVERYBODY, options=POOL)
        state = await deals_won_by(d, table.id, ASHA, BEN, ASHA, BEN, ASHA, BEN)
        with pytest.raises(IllegalAction, match="rejoin_open"):
            await d.tables.act(table.id, None, ASHA.id, CallSplit())
        await d.later(61)
        state = await fresh(d, table.id)
        assert state.public.offers == ()
        assert state.public.stage is Stage.BETWEEN
        with pytest.raises(IllegalAction, match="rejoin_late"):
            await d.tables.act(table.id, None, CARA.id, Rejoin())
        with pytest.raises(ServiceError, match="stale"):
            await d.tables.act(table.id, state.public.step - 1, CARA.id, Rejoin())
        await d.later(31)
        state = await fresh(d, table.id)
        assert state.public.stage is Stage.PLAYING
        assert await chips(d, CARA, DEV) == [-25_00, -25_00]


async def test_a_vote_on_sharing_holds_the_next_deal_and_runs_out() -> None:
    async with desk() as d:
        state = await three_left(d)
        state = await d.tables.act(state.id, None, ASHA.id, CallSplit())
        assert [alarm.kind for alarm in state.alarms] == [AlarmKind.VOTE]
        with pytest.raises(IllegalAction, match="vote_running"):
            await d.tables.act(state.id, None, BEN.id, Next())
        with pytest.raises(IllegalAction, match="out_of_match"):
            await d.tables.act(state.id, None, DEV.id, Vote(True))
        await d.tables.act(state.id, None, BEN.id, Vote(True))
        with pytest.raises(IllegalAction, match="already_voted"):
            await d.tables.act(state.id, None, BEN.id, Vote(False))
        await d.later(61)
        state = await fresh(d, state.id)
        assert state.public.vote is None
        assert state.public.stage is Stage.BETWEEN
        assert [alarm.kind for alarm in state.alarms] == [AlarmKind.PAUSE]
        with pytest.raises(IllegalAction, match="split_asked"):
            await d.tables.act(state.id, None, BEN.id, CallSplit())
        await d.later(31)
        assert (await fresh(d, state.id)).public.stage is Stage.PLAYING


async def test_one_no_ends_the_vote_and_leaving_changes_what_is_offered() -> None:
    async with desk() as d:
        state = await three_left(d)
        await d.tables.act(state.id, None, ASHA.id, CallSplit())
        state = await d.tables.act(state.id, None, BEN.id, Vote(False))
        assert state.public.vote is None
    async with desk() as d:
        state = await three_left(d)
        await d.tables.act(state.id, None, ASHA.id, CallSplit())
        state = await d.tables.act(state.id, None, BEN.id, Leave())
        assert state.public.vote is None
        assert state.public.stage is Stage.BETWEEN
        state = await d.tables.act(state.id, None, CARA.id, Leave())
        assert state.row.status is TableStatus.FINISHED
        assert await chips(d, *EVERYBODY) == [100_00, -25_00, -50_00, -25_00]
        assert await d.store.ledger.faults() == ()


async def test_a_void_match_returns_every_stake_and_is_kept_nowhere() -> None:
    async with desk() as d:
        state = await three_left(d)
        state = await d.tables.end(state.id, EndCause.STAFF)
        assert await chips(d, *EVERYBODY) == [0, 0, 0, 0]
        assert await d.store.matches.of(state.id) is None
        assert await d.store.ledger.faults() == ()


async def test_a_table_that_cannot_be_read_can_be_ended_and_gives_every_stake_back(tmp_path: Path) -> None:
    file = tmp_path / "paplu.db"
    async with desk(f"sqlite+aiosqlite:///{file}") as d:
        state = await three_left(d)
        with closing(sqlite3.connect(file)) as raw, raw:
            raw.execute("UPDATE journal SET action = 'draw open' WHERE seq = 1")
        with pytest.raises(CorruptError):
            await fresh(d, state.id)
        await d.tables.end_broken(state.id)
        assert await chips(d, *EVERYBODY) == [0, 0, 0, 0]
        assert await d.store.ledger.faults() == ()
        assert (await d.tables.row(state.id)).status is TableStatus.VOID
        assert await d.store.alarms.next_due() is None
        with pytest.raises(ServiceError, match="no_table"):
            await d.tables.end_broken(state.id)


async def test_rejoining_takes_chips_that_must_be_there() -> None:
    async with desk() as d:
        dear = replace(POOL, terms=replace(POOL.terms, stake=START))
        table = await d.table(*EVERYBODY, options=dear)
        state = await deals_won_by(d, table.id, ASHA, BEN, ASHA, BEN, ASHA, BEN)
        before = await d.store.tables.load(table.id)
        with pytest.raises(ServiceError, match="cannot_cover"):
            await d.tables.act(table.id, state.public.step, CARA.id, Rejoin())
        assert await d.store.tables.load(table.id) == before
        assert await d.store.ledger.balance(Account.player(GUILD, CARA.id)) == 0


async def test_points_for_a_boot_hold_it_and_settle_with_the_rake() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA, options=TableForm("winzo", Terms(stake=2_00)))
        assert await chips(d, ASHA, BEN, CARA) == [-2_00, -2_00, -2_00]
        state = await deal_won_by(d, table.id, ASHA)
        assert state.row.status is TableStatus.FINISHED
        # Two first drops of 20: 0.50 each; a tenth of the pot is the house's.
        assert await chips(d, ASHA, BEN, CARA) == [90, -50, -50]
        assert await d.store.ledger.balance(HOUSE) == 10
        assert await d.store.ledger.faults() == ()


async def test_deals_are_played_to_the_most_chips_on_the_table() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, options=TableForm(terms=Terms(Format.DEALS, 2, ENTRY)))
        for _ in range(2):
            state = await d.tables.find(table.id)
            assert state.public.deal is not None
            loser = PlayerId(state.players[state.public.deal.turn].id)
            with pytest.raises(IllegalAction, match="no_drops"):
                await d.tables.act(table.id, None, loser, Drop())
            while state.public.stage is Stage.PLAYING:
                state = await d.move(table.id)
            state = await onward(d, table.id)
        stacks = state.public.totals
        assert sum(stacks) == 2 * 2 * 80
        if state.row.status is TableStatus.FINISHED:
            assert state.public.winner is not None
            assert stacks[state.public.winner] == max(stacks)
            assert sorted(await chips(d, ASHA, BEN), key=str) == sorted([25_00, -25_00], key=str)


async def test_a_lone_person_against_computers_may_rejoin_and_may_stop() -> None:
    async with desk() as d:
        options = TableForm(terms=Terms(Format.POOL_101))
        table = await d.table(ASHA, computers=3, options=options)
        for _ in range(200):
            state = await d.tables.find(table.id)
            if state.public.offers or not state.row.status.is_open:
                break
            if state.public.stage is Stage.BETWEEN:
                await onward(d, table.id)
            elif state.public.deal is not None and state.players[state.public.deal.turn].id == ASHA.id:
                await d.tables.act(table.id, None, ASHA.id, Drop())
            else:
                await d.later(2)
        if state.public.offers:  # unless the computers stand too high by then
            assert state.public.offers == (state.seat_of(ASHA.id),)
            await d.tables.act(table.id, None, ASHA.id, Next())
        state = await fresh(d, table.id)
        assert state.row.status is TableStatus.FINISHED
        assert state.public.match.end in (MatchEnd.DESERTED, MatchEnd.AUTO_SPLIT, MatchEnd.WON)
        kept = await d.store.matches.of(table.id)
        assert kept is not None
        assert not kept.match.counted


async def test_the_deal_before_is_kept_in_memory_as_another_process_reads_it() -> None:
    async with desk() as d:
        state = await d.table(ASHA, BEN, options=POOL)
        assert state.last_deal is None
        over = await d.tables.act(state.id, None, whose(state), Drop())
        assert over.last_deal == over.public
        for seat in over.public.awaited:
            state = await d.tables.act(state.id, None, PlayerId(over.players[seat].id), Next())
        assert state.public.deal_number == 2
        state = await d.tables.act(state.id, None, whose(state), Draw(Source.CLOSED))
        assert state.last_deal is not None
        assert state.last_deal.deal_number == 1
        assert state.last_deal == (await fresh(d, state.id)).last_deal


async def exits(d: Context, id: TableId) -> dict[str, MatchExit | None]:
    """Return how everybody left a finished match."""
    found = await d.store.matches.of(id)
    assert found is not None
    return {one.name: one.exit for one in found.results}


async def test_a_match_remembers_who_finished_it_who_left_and_whom_the_clock_dropped() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA)
        await d.tables.act(table.id, None, CARA.id, Leave())
        await d.later(3600)
        found = await exits(d, table.id)
        assert found["Cara"] is MatchExit.LEFT
        assert {found["Asha"], found["Ben"]} == {MatchExit.FINISHED, MatchExit.LAPSED}


async def test_who_has_dropped_or_is_eliminated_leaves_a_finished_match() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA)
        first = whose(table)
        await d.tables.act(table.id, None, first, Drop())
        await d.tables.act(table.id, None, first, Leave())
        await deal_won_by(d, table.id, next(one for one in (ASHA, BEN, CARA) if one.id != first))
        assert set((await exits(d, table.id)).values()) == {MatchExit.FINISHED}
        with_computer = await d.table(ASHA, computers=1)
        await d.tables.act(with_computer.id, None, ASHA.id, Leave())
        assert set((await exits(d, with_computer.id)).values()) == {MatchExit.LEFT, None}
