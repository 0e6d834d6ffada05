"""A database that was put back to a copy: what ran in it ends, and nothing that people saw comes again."""

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.codes import Problem, TableStatus, TournamentStatus
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.service.errors import ServiceError
from bot.service.shuffle import verify
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from bot.service.wallet import START
from bot.store.address import SQLITE
from bot.store.backups import backup
from bot.store.rows.outbox import OutboxKind
from bot.store.rows.put_backs import PutBack
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk
from tests.service.tournaments import PAIRS, open_codes, round_played, running, won_by

STAKED = TableForm(terms=Terms(Format.POOL_101, stake=25_00))


def url(file: Path) -> str:
    return f"{SQLITE}:///{file}"


async def put_back(d: Context) -> PutBack:
    """Say that the database was put back, as its host does."""
    found = PutBack(d.now, d.now - timedelta(minutes=5))
    await d.store.put_backs.note(found)
    return found


async def test_the_same_cards_never_come_again_from_a_copy_put_in_by_hand(tmp_path: Path) -> None:
    """The attack: let a deal be played, look at it, and put the copy from before it back."""
    file = tmp_path / "paplu.db"
    async with desk(url(file)) as d:
        table = await d.table(ASHA, BEN, options=STAKED)
        await backup(url(file), tmp_path / "copy.db")
        await d.finish(table.id)
    shutil.copy(tmp_path / "copy.db", file)
    async with desk(url(file)) as d:
        found = await d.store.put_backs.newest()
        assert found is not None
        assert found.missing is not None
        assert found.missing > 0
        await d.put_backs.settle()
        ended = await d.tables.find(table.id)
        assert (ended.row.status, ended.last_action) == (TableStatus.VOID, "end put_back")
        assert ended.lobby.put_back == found.back_to
        assert [await d.wallet.balance(1, person.id) for person in (ASHA, BEN)] == [START, START]
        assert await d.store.ledger.faults() == ()
        assert verify(await d.tables.record(table.id))


async def test_tables_end_lobbies_close_and_a_second_call_does_nothing() -> None:
    async with desk() as d:
        table, lobby, over = await d.table(ASHA, BEN), await d.lobby(CARA), await d.table(ASHA, BEN)
        over = await d.finish(over.id)
        found = await put_back(d)
        await d.put_backs.settle()
        assert (await d.tables.find(table.id)).row.status is TableStatus.VOID
        closed = await d.tables.find(lobby.id)
        assert (closed.row.status, closed.lobby.put_back) == (TableStatus.CLOSED, found.back_to)
        assert (await d.tables.find(over.id)).row == over.row
        newer = await d.table(ASHA, BEN)
        await d.put_backs.settle()
        assert (await d.tables.find(newer.id)).row.status is TableStatus.PLAYING


async def test_without_a_copy_put_back_nothing_ends_also_if_the_host_accepts_the_gap() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        await d.put_backs.settle()
        await put_back(d)
        assert await d.store.put_backs.accept()
        await d.put_backs.settle()
        assert not await d.store.put_backs.accept()
        assert (await d.tables.find(table.id)).row.status is TableStatus.PLAYING


class KilledError(BaseException):
    """The end of a process, at this step."""


@pytest.mark.parametrize("step", range(5))
async def test_a_process_that_is_killed_amid_it_leaves_the_rest_to_the_next(
    step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk() as d:
        tables = [(await d.table(*pair, options=STAKED)).id for pair in ((ASHA, BEN), (CARA, DEV), (ASHA, CARA))]
        cup = await running(d, PAIRS, 4)
        await put_back(d)
        commits, commit = [0], d.store.tables.commit

        async def killed(change: object) -> None:
            commits[0] += 1
            if commits[0] > step:
                raise KilledError
            await commit(change)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(d.store.tables, "commit", killed)
            with pytest.raises(KilledError):
                await d.put_backs.settle()
        await d.put_backs.settle()
        assert {(await d.tables.find(id)).last_action for id in tables} == {"end put_back"}
        assert (await d.tournaments.find(cup.id)).status is TournamentStatus.PAUSED
        assert await d.store.ledger.faults() == ()


async def test_a_table_that_cannot_be_ended_keeps_no_other_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with desk() as d:
        one, other = await d.table(ASHA, BEN), await d.table(CARA, DEV)
        await put_back(d)
        played = d.tables.played

        def broken(state: TableState, *arguments: Any) -> Any:
            if state.id == one.id:
                raise ZeroDivisionError
            return played(state, *arguments)

        monkeypatch.setattr(d.tables, "played", broken)
        await d.put_backs.settle()
        assert (await d.tables.find(one.id)).row.status is TableStatus.PLAYING
        assert (await d.tables.find(other.id)).row.status is TableStatus.VOID


async def test_nobody_is_told_that_nothing_was_lost() -> None:
    async with desk() as d:
        await d.table(ASHA, BEN)
        await d.beats.connected()
        d.beats.disconnected()
        d.now += timedelta(hours=1)
        await d.beats.connected()
        assert [one.kind for one in await d.store.tables.unsent(10)].count(OutboxKind.BACK) == 1
        d.beats.disconnected()
        await put_back(d)
        d.now += timedelta(hours=1)
        await d.put_backs.settle()
        await d.beats.connected()
        assert OutboxKind.BACK not in [one.kind for one in await d.store.tables.unsent(10)]


async def test_a_tournament_waits_for_its_staff_and_its_round_is_played_again_with_other_cards() -> None:
    async with desk() as d:
        cup = await running(d, PAIRS, 8, round_minutes=30)
        decided, *others = open_codes(cup)
        await won_by(d, decided)
        await d.tournaments.settled()
        before = {code: (await d.tables.find(code)).row.seed for code in others}
        found = await put_back(d)
        await d.put_backs.settle()
        await d.tournaments.settled()
        paused = await d.tournaments.find(cup.id)
        assert (paused.status, paused.waits_for_staff, paused.alarms) == (TournamentStatus.PAUSED, True, ())
        assert paused.progress.put_back == found.back_to
        assert "put_back" in [one.kind for one in await d.store.tournaments.unsent(20)]
        assert {(await d.tables.find(code)).last_action for code in others} == {"end put_back"}
        assert not {*open_codes(paused)} & {*others}
        again = await d.tournaments.resume(cup.id)
        assert len(again.alarms) == 1
        seeds = {(await d.tables.find(code)).row.seed for code in open_codes(again)}
        assert len(seeds) == len(others)
        assert not seeds & {*before.values()}
        await round_played(d, cup.id)
        await d.tournaments.settled()
        assert len((await d.tournaments.find(cup.id)).progress.bracket.rounds) == 2  # type: ignore[union-attr]


async def test_the_day_is_closed_and_the_next_one_is_not() -> None:
    async with desk() as d:
        deal = await d.daily.deal(d.daily.today)
        await d.daily.begin(ASHA.id, deal)
        await put_back(d)
        await d.put_backs.settle()
        with pytest.raises(ServiceError) as refused:
            await d.daily.begin(BEN.id, deal)
        assert refused.value.problem is Problem.DAY_CLOSED
        assert not await d.daily.is_ranked(d.daily.today)
        d.now += timedelta(days=1)
        await d.daily.begin(BEN.id, await d.daily.deal(d.daily.today))
