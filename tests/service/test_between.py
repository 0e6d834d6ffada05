"""Decisions of computers between deals: to buy back in, to share a pool; and that nobody waits for them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.codes import Pace, TableStatus
from bot.rummy.actions import CallSplit, Next, Vote
from bot.rummy.cards import Seat
from bot.rummy.ids import Player
from bot.rummy.match.formats import Format
from bot.rummy.match.match import MatchEnd, Terms
from bot.rummy.record import Record
from bot.rummy.view import Stage
from bot.service.cache import Draft
from bot.service.house import HouseRules
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Lobbies, Person
from bot.service.tables.new_lobby import NewLobbies
from bot.service.tables.state import TableState, record_of
from bot.store.rows.alarms import AlarmKind
from tests.known import GAMES
from tests.service.context import ASHA, BEN, Context, desk
from tests.stacked_packs import stack_packs

COMPLETE = "3H 4H 5H 6S 7S 8S 9S TD JD QD 5C 6C 7C"
HOPELESS = "KH KS 9C 7D JC 4S QS 9D AC TH 3D 8C 6H"
SHORT = 'base = "circle"\nname = "Short"\n[pool_101]\nlimit = 35\nrejoin_max = 25\nsplit_min = 34\n'
"""Rules by which a hopeless hand without a turn costs 40."""
LONGER = SHORT.replace("35", "45").replace("34", "44")
"""Nobody is out after a deal, and one of four after two."""
REJOINING, DECLINING = 4, 2


@pytest.fixture(autouse=True)
def _dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal complete hands to the first two and hopeless ones to the others. Seats are in the order of joining."""

    stack_packs(monkeypatch, (COMPLETE, COMPLETE, HOPELESS, HOPELESS, "2C"), as_joined=True)


async def after_a_deal(
    d: Context,
    folder: Path,
    *levels: int | None,
    people: Sequence[Person] = (ASHA, BEN),
    pace: Pace = Pace.STANDARD,
    rules: str = SHORT,
) -> TableState:
    """Return a pool of these people and computers of these levels: the first deal has put the last two out.

    Nobody has answered yet. Without a level a computer is one that version 0.1 has seated.
    """
    (folder / "short.toml").write_text(rules, encoding="utf-8")
    house = HouseRules(d.store, GAMES, GAMES.load(folder), lambda: d.now)
    new = NewLobbies(d.tables, d.store, house, lambda: d.now)
    d.lobbies = Lobbies(d.tables, d.store, d.wallet, new, lambda: d.now)
    form = TableForm("short", Terms(Format.POOL_101), pace)
    lobby = await d.lobby(*people, computers=len(levels), options=form)
    computers = tuple(Player(number, is_computer=True, level=level) for number, level in enumerate(levels, start=1))

    def seated(before: TableState) -> Draft[TableState]:
        players = (*before.lobby.players[: len(people)], *computers)
        return Draft(replace(before, lobby=replace(before.lobby, players=players)))

    await d.tables.change(lobby.id, seated)
    table = await deal_played(d, await d.lobbies.start(lobby.id, ASHA.id, d.press()))
    assert table.public.totals == (0, 2, 40, 40)
    return table


async def deal_played(d: Context, table: TableState) -> TableState:
    """Return the table after the running deal; nobody has answered yet."""
    while table.public.stage is Stage.PLAYING:
        if (alarm := table.alarm(AlarmKind.COMPUTER)) is None:
            table = await d.move(table.id)
        else:  # that alarm alone: what computers decide between deals is due at once
            d.now = alarm.due
            await d.alarms.fire_due()
            table = await d.tables.find(table.id)
    return table


async def fresh(d: Context, state: TableState) -> TableState:
    """Return the table as another process would read it."""
    d.tables.forget()
    return await d.tables.find(state.id)


async def journal(d: Context, state: TableState) -> Record:
    """Return the record of the table, which replays to its present state."""
    stored = await d.store.tables.load(state.id)
    assert stored is not None
    return record_of(stored, GAMES)


async def test_computers_rejoin_where_their_level_would_and_nobody_waits_for_them(tmp_path: Path) -> None:
    async with desk() as d:
        table = await after_a_deal(d, tmp_path, REJOINING, DECLINING)
        assert table.public.offers == (2, 3)
        now = d.now
        await d.later(0)
        state = await fresh(d, table)
        assert (d.now, state.public.offers, state.public.stage) == (now, (), Stage.BETWEEN)
        assert state.public.totals == (0, 2, 3, 40)
        assert list(map(str, (await journal(d, state)).entries[-2:])) == ["2 rejoin", "3 next"]
        for person in (ASHA, BEN):
            state = await d.tables.act(state.id, None, person.id, Next())
        assert state.public.stage is Stage.PLAYING
        assert state.table is not None
        assert state.table.deal is not None
        assert state.table.deal.still_in == (0, 1, 2)


async def test_a_restart_before_a_computer_has_answered_loses_nothing(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    async with desk(url) as d:
        table = await after_a_deal(d, tmp_path, REJOINING, DECLINING)
        now = d.now
    async with desk(url) as d:
        d.now = now
        assert (await d.tables.find(table.id)).public.offers == (2, 3)
        await d.later(0)
        assert (await fresh(d, table)).public.totals == (0, 2, 3, 40)


async def test_a_computer_is_asked_before_a_pool_is_shared(tmp_path: Path) -> None:
    async with desk() as d:
        table = await after_a_deal(d, tmp_path, REJOINING, DECLINING)
        await d.later(0)
        await d.tables.act(table.id, None, ASHA.id, CallSplit())
        state = await d.tables.act(table.id, None, BEN.id, Vote(True))
        assert state.public.called == (2,)
        await d.later(0)
        state = await fresh(d, table)
        assert (state.row.status, state.public.match.end) == (TableStatus.FINISHED, MatchEnd.SPLIT)
        assert state.public.match.winners == (0, 1, 2)
        assert (await journal(d, state)).entries[-1].seat == Seat(2)


async def test_the_computers_of_version_0_1_decide_nothing(tmp_path: Path) -> None:
    """Stored tables of version 0.1 replay as they were: no offer, no step, no answer."""
    async with desk() as d:
        table = await after_a_deal(d, tmp_path, None, None)
        assert table.public.offers == ()
        assert table.alarm(AlarmKind.COMPUTER) is None
        record = await journal(d, table)
        assert list(map(str, record.players)) == ["101", "102", "computer-1", "computer-2"]
        assert record.replay().step == table.public.step
        state = await d.tables.act(table.id, None, ASHA.id, CallSplit())
        state = await d.tables.act(state.id, None, BEN.id, Vote(True))
        assert state.public.match.end is MatchEnd.SPLIT


async def test_one_person_who_plays_without_a_clock_never_waits_for_computers(tmp_path: Path) -> None:
    async with desk() as d:
        table = await after_a_deal(d, tmp_path, 3, REJOINING, DECLINING, people=(ASHA,), pace=Pace.NONE)
        assert table.alarm(AlarmKind.PAUSE) is None
        state = await d.tables.act(table.id, None, ASHA.id, Next())
        assert state.public.stage is Stage.BETWEEN
        await d.later(0)
        state = await fresh(d, table)
        assert state.public.stage is Stage.PLAYING
        assert state.public.totals == (0, 2, 3, 40)


@pytest.mark.parametrize(("level", "asks"), [(4, True), (3, True), (2, False), (None, False)])
async def test_a_computer_far_behind_asks_once_to_share_the_pool(tmp_path: Path, level: int | None, asks: bool) -> None:
    async with desk() as d:
        table = await after_a_deal(d, tmp_path, level, DECLINING, rules=LONGER)
        for person in (ASHA, BEN):
            table = await d.tables.act(table.id, None, person.id, Next())
        table = await deal_played(d, table)
        assert table.public.totals == (40, 2, 42, 80)
        await d.later(0)
        state = await fresh(d, table)
        assert state.public.is_splitting == asks
        if asks:
            assert state.public.vote is not None
            assert (state.public.vote.caller, state.public.called) == (2, (0, 1))
            await d.tables.act(table.id, None, ASHA.id, Vote(True))
            state = await d.tables.act(table.id, None, BEN.id, Vote(False))
            assert not state.public.is_splitting
            await d.later(0)
            assert not (await fresh(d, table)).public.is_splitting, "it asks once after each deal"
        for person in (ASHA, BEN):
            state = await d.tables.act(table.id, None, person.id, Next())
        assert state.public.stage is Stage.PLAYING, "nobody waits for it"


async def test_those_who_are_asked_by_a_computer_may_agree(tmp_path: Path) -> None:
    async with desk() as d:
        table = await after_a_deal(d, tmp_path, 4, DECLINING, rules=LONGER, people=(ASHA, BEN), pace=Pace.NONE)
        for person in (ASHA, BEN):
            table = await d.tables.act(table.id, None, person.id, Next())
        table = await deal_played(d, table)
        await d.later(0)
        for person in (ASHA, BEN):
            state = await d.tables.act(table.id, None, person.id, Vote(True))
        assert state.public.match.end is MatchEnd.SPLIT
        assert state.public.match.winners == (0, 1, 2)
