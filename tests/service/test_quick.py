"""Quick play: who meets whom, when the cards are dealt, and who sits in the empty seats."""

import asyncio

import pytest

from bot.codes import Problem, TableStatus
from bot.rummy.ids import USUAL_LEVEL, DisplayName, Player, PlayerId
from bot.screens.lobby import lobby_closed
from bot.service.errors import ServiceError
from bot.service.tables.deadlines import QUICK_WAIT
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.service import Limits
from bot.service.tables.state import TableState
from bot.store.rows.alarms import AlarmKind
from bot.text import lobby as lobby_text
from tests.screens.samples import written
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk

COMPUTERS = [Player(number, is_computer=True, level=USUAL_LEVEL) for number in (1, 2, 3)]


async def quick(d: Context, person: Person, guild: int | None = 1, channel: int = 2, *, hidden: int = 0) -> TableState:
    """Ask to play at once, as that person; one channel may be hidden from them."""

    async def seen(*channels: int) -> frozenset[int]:
        return frozenset(channels) - {hidden}

    return await d.quick.sit_down(person, guild, channel, d.press(), seen)


async def test_one_who_is_alone_plays_computers_after_a_while() -> None:
    async with desk() as d:
        lobby = await quick(d, ASHA)
        assert (lobby.lobby.persons, lobby.lobby.terms.stake, lobby.is_lobby) == ((ASHA.id,), 0, True)
        await d.later(44)
        assert (await d.tables.find(lobby.id)).is_lobby
        await d.later(1)
        table = await d.tables.find(lobby.id)
        assert table.row.status is TableStatus.PLAYING
        assert sorted(table.players, key=str) == [Player(ASHA.id), *COMPUTERS]
        assert [line.kind for line in table.entropy] == ["join", "computer", "computer", "computer", "start"]


async def test_anyone_who_sits_there_can_start_it_at_once_and_no_other() -> None:
    async with desk() as d:
        lobby = await quick(d, ASHA)
        await quick(d, BEN)
        with pytest.raises(ServiceError) as caught:
            await d.lobbies.start(lobby.id, CARA.id, d.press())
        assert caught.value.problem is Problem.NOT_SEATED
        table = await d.lobbies.start(lobby.id, BEN.id, d.press())
        assert table.row.status is TableStatus.PLAYING
        assert sum(player.is_computer for player in table.players) == 2
        await d.later(60)
        assert (await d.tables.find(lobby.id)).entropy == table.entropy, "it begins once"


async def test_people_meet_at_the_oldest_table_and_it_begins_when_it_is_full() -> None:
    async with desk() as d:
        lobby = await quick(d, ASHA)
        await d.later(20)
        for person in (BEN, CARA):
            assert (await quick(d, person, channel=3)).id == lobby.id
        full = await quick(d, DEV)
        assert (full.id, full.row.status) == (lobby.id, TableStatus.PLAYING)
        assert not any(player.is_computer for player in full.players)


async def test_who_joins_late_does_not_make_the_others_wait() -> None:
    async with desk() as d:
        lobby = await quick(d, ASHA)
        await d.later(40)
        await quick(d, BEN)
        await d.later(5)
        assert (await d.tables.find(lobby.id)).row.status is TableStatus.PLAYING


async def test_two_at_the_same_moment_meet() -> None:
    async with desk() as d:
        first, second = await asyncio.gather(quick(d, ASHA), quick(d, BEN))
        assert first.id == second.id
        assert set((await d.tables.find(first.id)).lobby.persons) == {ASHA.id, BEN.id}


async def test_asking_again_shows_the_same_table() -> None:
    async with desk() as d:
        lobby = await quick(d, ASHA)
        again = await quick(d, ASHA)
        assert (again.id, again.row.version) == (lobby.id, lobby.row.version)


async def test_nobody_is_seated_elsewhere() -> None:
    async with desk() as d:
        await d.lobby(ASHA, options=TableForm(seats=4))  # chosen by its host, who waits for friends
        staff = await quick(d, BEN, channel=9)
        mine = await quick(d, CARA, hidden=9)
        other = await quick(d, DEV, guild=7)
        assert len({staff.id, mine.id, other.id}) == 3


async def test_in_direct_messages_everybody_has_a_table_of_their_own() -> None:
    async with desk() as d:
        mine, other = await quick(d, ASHA, guild=None, channel=5), await quick(d, BEN, guild=None, channel=6)
        assert mine.id != other.id
        assert (await quick(d, ASHA, guild=None, channel=5)).id == mine.id
        await d.later(45)
        assert (await d.tables.find(other.id)).row.status is TableStatus.PLAYING


async def test_a_lobby_that_all_have_left_is_gone() -> None:
    async with desk() as d:
        lobby = await quick(d, ASHA)
        await d.lobbies.leave(lobby.id, ASHA.id, d.press())
        assert await d.store.alarms.next_due() is None
        assert (await quick(d, BEN)).id != lobby.id


async def test_the_limits_hold() -> None:
    async with desk(limits=Limits(tables_per_server=1)) as d:
        await d.lobby(ASHA)
        with pytest.raises(ServiceError) as caught:
            await quick(d, BEN)
        assert caught.value.problem is Problem.TOO_MANY_TABLES


async def test_the_match_begins_without_one_who_plays_at_too_many_tables() -> None:
    async with desk(limits=Limits(tables_per_person=1)) as d:
        lobby = await quick(d, ASHA)
        await quick(d, BEN)
        await d.table(ASHA, computers=1, guild=7)
        await d.later(45)
        table = await d.tables.find(lobby.id)
        assert (table.row.status, table.lobby.persons, table.row.host) == (TableStatus.PLAYING, (BEN.id,), BEN.id)
        assert [row.id for row in await d.store.tables.of_player(ASHA.id) if row.guild == 1] == []


async def test_one_who_starts_it_and_plays_at_too_many_tables_is_told_and_makes_room() -> None:
    async with desk(limits=Limits(tables_per_person=1)) as d:
        lobby = await quick(d, ASHA)
        await quick(d, BEN)
        await d.table(BEN, computers=1, guild=7)
        with pytest.raises(ServiceError) as caught:
            await d.lobbies.start(lobby.id, BEN.id, d.press())
        assert caught.value.problem is Problem.TOO_MANY_RUNNING
        assert (await d.tables.find(lobby.id)).lobby.persons == (ASHA.id,)
        assert (await d.lobbies.start(lobby.id, ASHA.id, d.press())).row.status is TableStatus.PLAYING


async def test_it_closes_and_says_why_where_nobody_else_waits() -> None:
    for limits, problem in (
        (Limits(tables_per_person=1), Problem.TOO_MANY_RUNNING),
        (Limits(tables_alone=1), Problem.TOO_MANY_ALONE),
    ):
        async with desk(limits=limits) as d:
            lobby = await quick(d, ASHA)
            await d.table(ASHA, computers=1, guild=7)
            await d.later(45)
            d.tables.forget()
            closed = await d.tables.find(lobby.id)
            assert (closed.row.status, closed.alarms) == (TableStatus.CLOSED, ())
            assert lobby_text.CLOSED[problem]() in written(lobby_closed(closed))


async def test_one_who_plays_at_too_many_tables_is_refused_at_once() -> None:
    async with desk(limits=Limits(tables_per_person=2, tables_alone=1)) as d:
        await d.table(ASHA, computers=1, guild=7)
        with pytest.raises(ServiceError) as caught:
            await quick(d, ASHA)
        assert caught.value.problem is Problem.TOO_MANY_ALONE
        lobby = await quick(d, BEN)
        assert (await quick(d, ASHA)).id == lobby.id, "with another person there is room"
        await d.table(ASHA, CARA, guild=7)
        with pytest.raises(ServiceError) as caught:
            await quick(d, ASHA)
        assert caught.value.problem is Problem.TOO_MANY_RUNNING


async def test_a_lobby_that_should_have_begun_begins_when_one_asks_again_and_takes_nobody_else() -> None:
    async with desk() as d:
        lobby = await quick(d, ASHA)
        d.now += QUICK_WAIT  # and its alarm has not rung yet
        assert (await quick(d, BEN)).id != lobby.id
        again = await quick(d, ASHA)
        assert (again.id, again.row.status) == (lobby.id, TableStatus.PLAYING)


async def test_a_rematch_waits_for_the_same_people() -> None:
    async with desk() as d:
        lobby = await quick(d, ASHA)
        await quick(d, BEN)
        await d.later(45)
        await d.finish(lobby.id)
        rematch = await d.rematches.press(lobby.id, ASHA, d.press())
        assert rematch.is_lobby
        assert rematch.alarm(AlarmKind.START) is None
        assert (await quick(d, Person(PlayerId(109), DisplayName("Eva")))).id != rematch.id


async def test_a_restart_does_not_lose_it() -> None:
    async with desk() as d:
        lobby = await quick(d, ASHA)
        d.tables.forget()
        await d.later(45)
        assert (await d.tables.find(lobby.id)).row.status is TableStatus.PLAYING
