"""People who wait for others: who meets whom, what waiting holds, two processes, and a kill between any two steps."""

from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.codes import TableStatus
from bot.rummy.ids import PlayerId
from bot.screens.board import pinged
from bot.service.errors import PausedError
from bot.service.tables.lobby import Person
from bot.service.tables.service import Limits
from bot.service.tables.state import TableState
from bot.store.errors import StoreError
from bot.store.rows.avoided import Avoided
from bot.store.rows.company import Waiter
from bot.store.rows.outbox import OutboxKind
from tests.known import GAMES
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk
from tests.service.test_quick import quick
from tests.service.tournaments import PAIRS, people, running

GUILD, CHANNEL = 1, 2
RULES = GAMES.load()
QUARTER = timedelta(minutes=15)


async def wait(d: Context, person: Person, *, channel: int = CHANNEL, rules: str = "circle") -> TableState | None:
    """Wait for people, as that person, for a quarter of an hour."""

    async def seen(*channels: int) -> frozenset[int]:
        return frozenset(channels)

    return await d.quick.wait(person, GUILD, channel, d.press(), seen, RULES[rules], d.now + QUARTER)


async def waiting(d: Context) -> list[PlayerId]:
    """Return who waits, the longest first."""
    found, _ = await d.store.company.waiting(GUILD, "circle", PlayerId(0), d.now)
    return [one.player for one in found]


async def avoid(d: Context, person: Person, other: Person) -> None:
    await d.store.avoided.add(Avoided(person.id, other.id, "", d.now), 50)


async def test_who_waits_holds_no_seat_and_sits_down_with_the_next_who_wants_to_play() -> None:
    async with desk() as d:
        alone = await quick(d, ASHA)
        assert await wait(d, ASHA) is None
        assert (await d.tables.find(alone.id)).row.status is TableStatus.CLOSED
        assert await d.store.tables.of_player(ASHA.id) == ()
        await d.later(60)
        met = await quick(d, BEN, channel=3)
        assert (met.lobby.persons, met.row.channel, met.row.host) == ((BEN.id, ASHA.id), CHANNEL, BEN.id)
        assert [(line.kind, line.user) for line in met.entropy] == [("join", BEN.id), ("join", ASHA.id)]
        (posting,) = await d.store.tables.unsent()
        assert (posting.of, posting.kind, pinged(met, posting)) == (met.id, OutboxKind.MET, [ASHA.id])
        assert await waiting(d) == []
        assert (await quick(d, CARA)).id == met.id
        left = await d.lobbies.leave(met.id, BEN.id, d.press())
        assert pinged(left, posting) == [ASHA.id], "who came later has not waited, and who is host now has"
        assert pinged(await d.lobbies.leave(met.id, ASHA.id, d.press()), posting) == []
        await d.later(45)
        assert (await d.tables.find(met.id)).row.status is TableStatus.PLAYING


async def test_who_waits_for_another_game_stands_up_too() -> None:
    async with desk() as d:
        alone = await quick(d, ASHA)
        assert await wait(d, ASHA, rules="gin") is None
        assert (await d.tables.find(alone.id)).row.status is TableStatus.CLOSED
        assert await d.store.tables.of_player(ASHA.id) == ()


async def test_two_who_wait_meet_and_other_games_and_hidden_channels_do_not() -> None:
    async with desk() as d:
        assert await wait(d, ASHA) is None
        assert await wait(d, BEN, rules="gin") is None
        alone = await quick(d, CARA, channel=3, hidden=CHANNEL)
        assert alone.lobby.persons == (CARA.id,)
        await d.lobbies.leave(alone.id, CARA.id, d.press())
        met = await wait(d, DEV)
        assert met is not None
        assert met.lobby.persons == (DEV.id, ASHA.id)


async def test_the_wait_ends_in_silence_and_with_any_seat_in_the_server() -> None:
    async with desk() as d:
        await wait(d, ASHA)
        await d.later(QUARTER.seconds)
        assert (await waiting(d), await d.store.tables.unsent()) == ([], ())
        lobby = await d.lobby(DEV)
        for person in (ASHA, BEN):
            await wait(d, person, channel=4)
        assert await waiting(d) == []
        await wait(d, CARA)
        await d.lobbies.join(lobby.id, CARA, d.press())
        assert await waiting(d) == []
        assert not await d.store.company.stop(GUILD, CARA.id)


async def test_a_pause_and_a_full_limit_keep_a_person_from_the_table_but_no_other() -> None:
    async with desk(limits=Limits(tables_per_person=1)) as d:
        await wait(d, ASHA)
        await d.table(BEN, CARA)
        busy = Waiter(GUILD, BEN.id, "circle", CHANNEL, "Ben", "", d.press(), d.now, d.now + QUARTER)
        await d.store.company.wait(busy)
        await d.store.settings.change(ASHA.id, paused_until=d.now + timedelta(days=1))
        with pytest.raises(PausedError):
            await wait(d, ASHA)
        alone = await quick(d, DEV)
        assert alone.lobby.persons == (DEV.id,), "one has paused, the other plays enough"
        assert await waiting(d) == [BEN.id]


async def test_who_has_left_the_server_is_not_met_and_waits_no_longer() -> None:
    async with desk() as d:
        await avoid(d, ASHA, BEN)  # so that both wait
        for person in (ASHA, BEN):
            await wait(d, person)
        d.gone = {ASHA.id}
        met = await quick(d, CARA)
        assert (met.lobby.persons, await waiting(d)) == ((CARA.id, BEN.id), [])


async def test_who_plays_in_a_tournament_now_is_not_met() -> None:
    async with desk() as d:
        one, _ = people(2)
        await running(d, PAIRS, 2, fewest=2, most=2)
        for person in (one, DEV):
            await wait(d, person)
        met = await quick(d, CARA)
        assert met.lobby.persons == (CARA.id, DEV.id)


async def test_people_of_whom_one_avoids_the_other_do_not_meet() -> None:
    async with desk() as d:
        await avoid(d, BEN, ASHA)
        assert [await wait(d, person) for person in (ASHA, BEN)] == [None, None]
        met = await quick(d, CARA)
        assert met.lobby.persons == (CARA.id, ASHA.id), "the longest waiting comes first"
        assert await waiting(d) == [BEN.id]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_of_two_processes_one_seats_a_person(
    request: pytest.FixtureRequest, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    url = request.getfixturevalue(kind) if kind == "postgresql" else file
    async with desk(url) as one, desk(url, "two") as two:
        await wait(one, ASHA)
        find = two.quick._company

        async def overtaken(asked: Any, without: Any) -> list[Waiter]:
            """Let the other process seat the person after this one has found them."""
            if found := await find(asked, without):
                await quick(one, BEN)
            return found

        monkeypatch.setattr(two.quick, "_company", overtaken)
        alone = await quick(two, CARA)
        (table,) = await one.store.tables.of_player(ASHA.id)
        assert (await two.tables.find(table.id)).lobby.persons == (BEN.id, ASHA.id)
        assert alone.lobby.persons == (CARA.id,)


@pytest.mark.parametrize("survived", range(4))
async def test_a_kill_between_any_two_commits_loses_and_doubles_nobody(
    survived: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk() as d:
        await quick(d, ASHA)
        commits = list[int]()

        def counted(commit: Any) -> Any:
            async def committing(what: Any) -> None:
                if len(commits) == survived:
                    raise StoreError
                commits.append(1)
                await commit(what)

            return committing

        with monkeypatch.context() as killed, suppress(StoreError):
            killed.setattr(d.store.tables, "commit", counted(d.store.tables.commit))
            killed.setattr(d.store.company, "wait", counted(d.store.company.wait))
            await wait(d, ASHA)
            await quick(d, BEN)
        assert len(commits) == survived
        d.tables.forget()
        assert len(await d.store.tables.of_player(ASHA.id)) + len(await waiting(d)) == 1
        again = await quick(d, BEN)
        assert ASHA.id in again.lobby.persons
        assert len(await d.store.tables.of_player(ASHA.id)) == 1
        assert sum(one.kind == OutboxKind.MET for one in await d.store.tables.unsent()) == (survived > 0)
