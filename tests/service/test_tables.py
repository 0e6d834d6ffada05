"""The one door: who may act, what is committed, and two clicks at once."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.codes import TableStatus
from bot.games.indian.actions import Declare, Finish, Group
from bot.games.indian.computer import level_2
from bot.rummy.actions import CallEnd, Draw, Drop, EndCause, Lapse, Leave, Sort, Source, UseBank, Vote
from bot.rummy.cards import Seat
from bot.rummy.deal_view import Phase
from bot.rummy.errors import IllegalAction
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.view import Stage
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState, digest, record_of, restored
from bot.store.rows.alarms import AlarmKind
from tests.known import GAMES, indian_view, load
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk, whose

CLOSED = Draw(Source.CLOSED)


def other(state: TableState) -> PlayerId:
    return next(person for person in state.lobby.persons if person != whose(state))


async def refused(desk: Context, state: TableState, call: object, match: str) -> None:
    """Check that the call is refused, and that neither table nor journal change."""
    before = await desk.store.tables.load(state.id)
    with pytest.raises((ServiceError, IllegalAction), match=match):
        await call  # type: ignore[misc]
    assert await desk.store.tables.load(state.id) == before


async def test_only_whose_turn_it_is_may_draw_and_only_from_the_table_as_it_stands() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        id, step, act = table.id, table.public.step, d.tables.act
        await refused(d, table, act(id, step, other(table), CLOSED), "not_your_turn")
        await refused(d, table, act(id, step, DEV.id, CLOSED), "not_at_table")
        await refused(d, table, act(id, step - 1, whose(table), CLOSED), "stale")
        await refused(d, table, act(id, step, whose(table), Lapse()), "not_now")
        await refused(d, table, act(id, step, whose(table), UseBank(1)), "not_now")
        await refused(d, table, act(TableId("nobody"), step, ASHA.id, CLOSED), "no_table")
        drawn = await act(id, step, whose(table), CLOSED)
        assert drawn.public.step == step + 1
        lobby = await d.lobby(CARA)
        await refused(d, lobby, act(lobby.id, 0, CARA.id, CLOSED), "still_a_lobby")


async def test_two_clicks_at_once_are_one_move() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        calls = [d.tables.act(table.id, table.public.step, whose(table), CLOSED) for _ in range(5)]
        results = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(isinstance(result, TableState) for result in results) == 1
        assert {str(r) for r in results if isinstance(r, Exception)} == {"stale"}
        stored = await d.store.tables.load(table.id)
        assert stored is not None
        assert [line.action for line in stored.journal][2:] == ["draw closed"]


async def test_groups_may_be_saved_from_an_older_step() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        waiting = other(table)
        hand = table.for_player(waiting).deal
        assert hand is not None
        await d.tables.act(table.id, table.public.step, whose(table), CLOSED)
        saved = await d.tables.act(table.id, table.public.step, waiting, Group((hand.hand[:3],)))
        sort = await d.tables.act(table.id, table.public.step, waiting, Sort())
        assert saved.public.step == sort.public.step == table.public.step + 1
        own = indian_view(sort.for_player(waiting))
        assert own is not None
        assert own.groups == (hand.hand[:3],)


async def test_finish_and_declare_are_one_transaction() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        player = whose(table)
        drawn = await d.tables.act(table.id, table.public.step, player, CLOSED)
        hand = drawn.for_player(player).deal
        assert hand is not None
        only = next(card for card in hand.hand if hand.hand.count(card) == 1)
        rest = tuple(card for card in hand.hand if card != only)
        both = (Finish(only), Declare((rest[:3], (*rest[3:7], only))))
        await refused(d, drawn, d.tables.act(table.id, drawn.public.step, player, *both), "not_in_hand")
        done = await d.tables.act(table.id, drawn.public.step, player, Finish(only), Declare((rest,)))
        assert done.row.status is TableStatus.FINISHED  # wrong, and the other is the last one in
        assert done.public.totals[hand.turn] == 80


@pytest.mark.parametrize("rules", sorted(load()))
async def test_whole_matches_are_played_stored_and_replayed(rules: str) -> None:
    async with desk() as d:
        others = min(2, load()[rules].max_players - 2)
        table = await d.table(ASHA, BEN, computers=others, options=TableForm(rules, seats=others + 2))
        over = await d.finish(table.id)
        stored = await d.store.tables.load(table.id)
        assert stored is not None
        assert record_of(stored, GAMES).replay() == over.table
        assert stored.alarms == ()
        kinds = [(posting.kind, posting.number) for posting in await d.store.tables.unsent()]
        assert {kinds[0], kinds[-1]} == {("start", 0), ("result", 1)}
        assert await d.store.tables.of_player(ASHA.id) == ()


async def test_without_people_computers_finish_the_deal_at_once() -> None:
    async with desk() as d:
        table = await d.table(ASHA, computers=2)
        await d.tables.act(table.id, None, ASHA.id, Leave())
        await d.later(0)
        over = await d.tables.find(table.id)
        assert over.row.status is TableStatus.FINISHED
        assert over.public.winner is not None
        seat = next(Seat(i) for i, player in enumerate(over.players) if not player.is_computer)
        assert over.public.totals[seat] in (20, 40)


async def test_a_person_who_dropped_does_not_slow_computers_down() -> None:
    async with desk() as d:
        table = await d.table(ASHA, computers=2)
        while whose(table) != ASHA.id:
            table = await d.move(table.id)
        await d.tables.act(table.id, table.public.step, ASHA.id, Drop())
        await d.later(0)
        assert (await d.tables.find(table.id)).row.status is TableStatus.FINISHED


async def test_a_computer_takes_its_turn_at_its_alarm() -> None:
    async with desk() as d:
        table = await d.table(ASHA, computers=1)
        while whose(table) == ASHA.id and table.row.status.is_open:
            table = await d.move(table.id)
        before = table.public.step
        await d.later(10)
        after = await d.tables.find(table.id)
        assert after.public.step >= before + 2 or not after.row.status.is_open


async def test_ending_by_vote_by_staff_and_alone() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA)
        await d.tables.act(table.id, None, ASHA.id, CallEnd())
        await d.tables.act(table.id, None, BEN.id, Vote(True))
        assert (await d.tables.find(table.id)).row.status is TableStatus.PLAYING
        await d.later(61)
        assert (await d.tables.find(table.id)).public.vote is not None, "Cara has not played since"
        await d.tables.act(table.id, None, CARA.id, Sort())
        await d.later(120)
        assert (await d.tables.find(table.id)).public.vote is None
        await refused(d, table, d.tables.act(table.id, None, ASHA.id, CallEnd()), "asked_already")
        for _ in range(3):
            await d.later(121)
        await d.tables.act(table.id, None, ASHA.id, CallEnd())
        await d.tables.act(table.id, None, BEN.id, Vote(True))
        over = await d.tables.act(table.id, None, CARA.id, Vote(True))
        assert (over.row.status, over.public.stage) == (TableStatus.VOID, Stage.VOID)
        staff = await d.tables.end((await d.table(ASHA, BEN)).id, EndCause.STAFF)
        assert staff.row.status is TableStatus.VOID
        await refused(d, staff, d.tables.end(staff.id, EndCause.STAFF), "table_over")
        alone = await d.table(ASHA, computers=1)
        assert (await d.tables.act(alone.id, None, ASHA.id, CallEnd())).row.status is TableStatus.VOID


async def test_a_second_process_sees_and_guards_every_move(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/one.db"
    async with desk(url, "one") as one, desk(url, "two") as two:
        table = await one.table(ASHA, BEN)
        for turn in range(8):
            moved = await (one, two)[turn % 2].move(table.id)
            if not moved.row.status.is_open:
                table = await one.table(ASHA, BEN)
        mine, yours = await one.tables.find(table.id), await two.tables.find(table.id)
        assert (mine.table, mine.row) == (yours.table, yours.row)
        deal = mine.public.deal
        assert deal is not None
        player = PlayerId(mine.players[deal.awaited[0]].id)  # in a show it is not the one whose turn it was
        action = level_2(mine.for_player(player))
        both = [d.tables.act(table.id, mine.public.step, player, action) for d in (one, two)]
        results = await asyncio.gather(*both, return_exceptions=True)
        assert sum(isinstance(result, TableState) for result in results) == 1


async def test_a_journal_that_does_not_replay_is_found() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        assert table.table is not None
        deal = table.table.deal
        assert deal is not None
        moved = replace(table.table, deal=replace(deal, closed=deal.closed[::-1]))
        assert digest(moved) != digest(table.table)
        stored = await d.store.tables.load(table.id)
        assert stored is not None
        with pytest.raises(CorruptError, match=table.id):
            restored(replace(stored, journal=stored.journal[:-1]), GAMES)
        with pytest.raises(CorruptError, match=table.id):
            restored(replace(stored, row=replace(stored.row, digest="0" * 16)), GAMES)


async def test_the_show_waits_for_people_and_ends_with_its_time() -> None:
    for _ in range(30):
        async with desk() as d:
            table = await d.table(ASHA, BEN, computers=1)
            while table.row.status.is_open and table.public.deal and table.public.deal.phase is not Phase.SHOW:
                table = await d.move(table.id)
            if table.public.deal and table.public.deal.phase is Phase.SHOW and table.row.status.is_open:
                alarm = table.alarm(AlarmKind.TURN)
                assert alarm is not None
                assert (alarm.due - d.now).total_seconds() <= 60
                await d.later(61)
                assert (await d.tables.find(table.id)).row.status is TableStatus.FINISHED
                return
    raise AssertionError("no deal reached a show with a person still to answer")


async def test_only_the_host_calls_for_the_end_and_who_follows_is_host() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA)
        await refused(d, table, d.tables.act(table.id, None, BEN.id, CallEnd()), "not_host")
        left = await d.tables.act(table.id, None, ASHA.id, Leave())
        assert left.row.host == BEN.id
        assert (await d.tables.act(table.id, None, BEN.id, CallEnd())).public.vote is not None


async def rounds(d: Context, id: TableId, present: Person) -> TableState:
    """Let one person play on for two rounds while the time of the others runs out; another process takes over each
    time.
    """
    for _ in range(4):
        state = await d.tables.find(id)
        while state.row.status.is_open and whose(state) == present.id:
            state = await d.move(id)
        if state.row.status.is_open:
            await d.later(121)
            d.tables.forget()
    return await d.tables.find(id)


async def test_who_stays_silent_while_their_time_runs_out_twice_agrees_to_the_end() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        await d.tables.act(table.id, None, ASHA.id, CallEnd())
        ended = await rounds(d, table.id, ASHA)
        assert (ended.row.status, ended.last_action) == (TableStatus.VOID, "vote yes")
        other = await d.table(ASHA, BEN, CARA)
        await d.tables.act(other.id, None, ASHA.id, CallEnd())
        await d.tables.act(other.id, None, BEN.id, Sort())
        await d.tables.act(other.id, None, CARA.id, Sort())
        assert (await rounds(d, other.id, ASHA)).row.status is not TableStatus.VOID, "they played, and did not agree"


async def test_a_table_ends_by_silence_while_more_are_silent_than_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.rummy.view.LAPSES_AGREE", 0)  # as when the time of all of them runs out at once, in a show
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA, DEV)
        await d.tables.act(table.id, None, ASHA.id, CallEnd())
        await d.later(121)
        assert (await d.tables.find(table.id)).row.status is TableStatus.VOID


async def test_silence_never_ends_a_table_with_chips_at_stake() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, options=TableForm(terms=Terms(Format.POINTS, stake=100)))
        called = await d.tables.act(table.id, None, ASHA.id, CallEnd())
        assert called.public.vote is not None
        assert called.public.undecided == ()
        await d.later(61)
        assert (await d.tables.find(table.id)).public.vote is None


async def test_a_vote_that_was_called_later_outlives_an_old_alarm() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA)
        called = await d.tables.act(table.id, None, ASHA.id, CallEnd())
        await d.later(30)
        assert (await d.tables.vote_over(table.id)).public.vote == called.public.vote
