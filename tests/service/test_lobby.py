"""Lobbies: who may do what, and that a refusal changes nothing."""

import asyncio
import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from bot.codes import Pace, Problem, TableStatus
from bot.rummy.actions import EndCause, Leave
from bot.rummy.ids import DisplayName, Player, PlayerId, TableId
from bot.service.cache import Draft
from bot.service.errors import QuotaUsedError, ServiceError
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import MOST_INVITED, MOST_LINES, Person
from bot.service.tables.service import Limits
from bot.service.tables.state import TableState
from bot.service.words import own_word
from bot.store.rows.subjects import Quota, QuotaKind
from tests.service import tournaments
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk


async def says(desk: Context, id: TableId, problem: Problem, call: object) -> None:
    before = await desk.tables.find(id)
    with pytest.raises(ServiceError) as caught:
        await call  # type: ignore[misc]
    assert caught.value.problem is problem
    assert await desk.tables.find(id) == before


async def test_a_lobby_promises_its_seed_before_anyone_joins() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA)
        seed, veil = lobby.row.seed, lobby.row.veil
        assert veil is not None
        both = hashlib.sha256(seed).digest() + hashlib.sha256(veil).digest()
        assert lobby.row.commitment == hashlib.sha256(both).hexdigest()
        assert len(seed) == len(veil) == 32
        for secret in (seed, veil):
            assert secret.hex() not in repr(lobby)
            assert repr(secret)[2:-1] not in repr(lobby)
        other = await d.lobby(BEN)
        assert len({seed, veil, other.row.seed, other.row.veil}) == 4


async def test_every_press_is_a_line_of_entropy_in_committed_order() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, BEN, computers=1)
        await d.lobbies.leave(lobby.id, BEN.id, 5)
        await d.lobbies.remove(lobby.id, ASHA.id, Player(1, is_computer=True), 6)
        await d.lobbies.join(lobby.id, CARA, 7)
        table = await d.lobbies.start(lobby.id, ASHA.id, 8)
        kinds = [(line.seq, line.kind, line.user) for line in table.entropy]
        assert kinds == [
            (0, "join", 101),
            (1, "join", 102),
            (2, "computer", 101),
            (3, "leave", 102),
            (4, "remove", 101),
            (5, "join", 103),
            (6, "start", 101),
        ]
        stored = await d.store.tables.load(lobby.id)
        assert stored is not None
        assert stored.entropy == table.entropy


async def test_mistakes_change_nothing() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, BEN, options=TableForm(seats=3))
        id, press = lobby.id, d.press()
        await says(d, id, Problem.ALREADY_SEATED, d.lobbies.join(id, BEN, press))
        await says(d, id, Problem.NOT_SEATED, d.lobbies.leave(id, CARA.id, press))
        await says(d, id, Problem.NOT_HOST, d.lobbies.start(id, BEN.id, press))
        await says(d, id, Problem.NOT_HOST, d.lobbies.add_computer(id, BEN.id, press))
        await says(d, id, Problem.NOT_HOST, d.lobbies.cancel(id, BEN.id))
        await says(d, id, Problem.CANNOT_REMOVE_SELF, d.lobbies.remove(id, ASHA.id, Player(101), press))
        await says(d, id, Problem.NO_SUCH_SEAT, d.lobbies.remove(id, ASHA.id, Player(999), press))
        await d.lobbies.join(id, CARA, press)
        await says(d, id, Problem.LOBBY_FULL, d.lobbies.join(id, DEV, press))
        await d.lobbies.start(id, ASHA.id, press)
        await says(d, id, Problem.NOT_A_LOBBY, d.lobbies.join(id, DEV, press))
        await says(d, id, Problem.NOT_A_LOBBY, d.lobbies.start(id, ASHA.id, press))
        with pytest.raises(ServiceError, match="no_table"):
            await d.lobbies.join(TableId("zzzzzz"), DEV, press)


async def test_one_player_is_too_few() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA)
        await says(d, lobby.id, Problem.TOO_FEW, d.lobbies.start(lobby.id, ASHA.id, d.press()))


async def test_the_longest_seated_person_follows_as_host_and_an_empty_lobby_closes() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, BEN, CARA, computers=1)
        after = await d.lobbies.leave(lobby.id, ASHA.id, d.press())
        assert (after.row.host, after.row.status) == (BEN.id, TableStatus.LOBBY)
        await d.lobbies.leave(lobby.id, CARA.id, d.press())
        assert (await d.lobbies.leave(lobby.id, BEN.id, d.press())).row.status is TableStatus.CLOSED
        assert await d.store.alarms.next_due() is None


async def test_a_private_lobby_lets_in_whom_its_host_invites() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, options=TableForm(private=True))
        await says(d, lobby.id, Problem.NOT_INVITED, d.lobbies.join(lobby.id, BEN, d.press()))
        await d.lobbies.invite(lobby.id, ASHA.id, BEN.id)
        assert BEN.id in (await d.lobbies.join(lobby.id, BEN, d.press())).lobby.persons


async def test_an_idle_lobby_closes_itself_and_a_busy_one_does_not() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA)
        await d.later(1700)
        await d.lobbies.join(lobby.id, BEN, d.press())
        await d.later(1700)
        assert (await d.tables.find(lobby.id)).is_lobby
        await d.later(200)
        assert (await d.tables.find(lobby.id)).row.status is TableStatus.CLOSED


async def test_one_person_and_one_server_can_open_only_so_much() -> None:
    async with desk(limits=Limits(lobbies_per_person=2, tables_per_server=3)) as d:
        await d.lobby(ASHA)
        await d.lobby(ASHA)
        with pytest.raises(ServiceError, match="too_many_lobbies"):
            await d.lobby(ASHA)
        await d.lobby(BEN)
        with pytest.raises(ServiceError, match="too_many_tables"):
            await d.lobby(CARA)


async def in_messages(d: Context, person: Person, computers: int = 0) -> TableState:
    """Return a lobby in a person's direct messages."""
    lobby = await d.lobbies.open(person, None, 3, TableForm(), d.press())
    for _ in range(computers):
        await d.lobbies.add_computer(lobby.id, person.id, d.press())
    return lobby


async def test_one_person_plays_at_five_tables_at_most_direct_messages_included() -> None:
    async with desk() as d:
        tables = [await d.table(ASHA, BEN) for _ in range(3)]
        for _ in range(2):
            lobby = await in_messages(d, ASHA, computers=1)
            await d.lobbies.start(lobby.id, ASHA.id, d.press())
        for call in (d.lobby(ASHA), in_messages(d, ASHA)):
            with pytest.raises(QuotaUsedError, match="too_many_running"):
                await call
        lobby = await d.lobby(BEN)
        await says(d, lobby.id, Problem.TOO_MANY_RUNNING, d.lobbies.join(lobby.id, ASHA, d.press()))
        await d.tables.act(tables[0].id, None, ASHA.id, Leave())
        await d.lobbies.join(lobby.id, ASHA, d.press())


async def test_who_plays_too_much_to_start_is_named_and_all_may_come_and_go() -> None:
    async with desk() as d:
        waiting = await d.lobby(BEN, ASHA)
        for _ in range(5):
            last = await d.table(ASHA, CARA)
        with pytest.raises(QuotaUsedError, match="too_many_running") as refused:
            await d.lobbies.start(waiting.id, BEN.id, d.press())
        assert refused.value.owner == ASHA.id
        assert (await d.tables.find(waiting.id)).is_lobby
        await d.lobbies.join(waiting.id, DEV, d.press())
        await d.lobbies.leave(waiting.id, DEV.id, d.press())
        await d.tables.end(last.id, EndCause.STAFF)
        assert not (await d.lobbies.start(waiting.id, BEN.id, d.press())).is_lobby


async def test_one_person_plays_at_three_tables_against_computers_alone() -> None:
    async with desk() as d:
        for place in (1, None, 1):
            lobby = await in_messages(d, ASHA, 1) if place is None else await d.lobby(ASHA, computers=2)
            await d.lobbies.start(lobby.id, ASHA.id, d.press())
        lobby = await in_messages(d, ASHA, computers=1)
        await says(d, lobby.id, Problem.TOO_MANY_ALONE, d.lobbies.start(lobby.id, ASHA.id, d.press()))
        # With another person there it is no such table.
        await d.lobbies.join(lobby.id, BEN, d.press())
        assert not (await d.lobbies.start(lobby.id, ASHA.id, d.press())).is_lobby


async def test_a_rematch_that_may_not_start_waits() -> None:
    async with desk() as d:
        over = await d.table(ASHA, computers=1)
        await d.tables.end(over.id, EndCause.STAFF)
        running = [await d.table(ASHA, computers=1) for _ in range(3)]
        with pytest.raises(QuotaUsedError, match="too_many_alone"):
            await d.rematches.press(over.id, ASHA, d.press())
        await d.tables.end(running[0].id, EndCause.STAFF)
        assert not (await d.rematches.press(over.id, ASHA, d.press())).is_lobby


async def test_tables_of_a_tournament_do_not_count() -> None:
    async with desk(limits=Limits(tables_per_person=1, tables_alone=1)) as d:
        state = await tournaments.running(d, tournaments.PAIRS, 4)
        person = (await d.tables.find(tournaments.open_codes(state)[0])).lobby.persons[0]
        await d.table(Person(person, DisplayName("One of them")), DEV)


@pytest.mark.parametrize("most", [1, 3])
async def test_two_processes_keep_to_the_limits_together(tmp_path: Path, most: int) -> None:
    url, limits = f"sqlite+aiosqlite:///{tmp_path}/paplu.db", Limits(lobbies_per_person=most)
    async with desk(url, limits=limits) as one, desk(url, "two", limits=limits) as two:
        calls = [d.lobby(ASHA) for _ in range(4) for d in (one, two)]
        results = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(isinstance(result, ServiceError) for result in results) == 8 - most
        assert len(await one.store.tables.of_player(ASHA.id)) == most


@pytest.mark.parametrize(
    ("pace", "times"),
    [
        (Pace.BLITZ, (30, 60, 45)),
        (Pace.STANDARD, (60, 60, 60)),
        (Pace.RELAXED, (180, 180, 180)),
        (Pace.SLOW, (86400, 0, 86400)),
    ],
)
async def test_paces_give_the_table_its_times(pace: Pace, times: tuple[int, int, int]) -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, options=TableForm(pace=pace))
        turns = table.public.rules.turns
        assert (turns.turn_seconds, turns.bank_seconds, turns.declare_seconds) == times
        winzo = await d.table(CARA, DEV, options=TableForm(rules_id="winzo", pace=pace))
        assert winzo.public.rules.turns.bank_seconds == 0


@pytest.mark.parametrize("help", [True, False])
async def test_a_table_keeps_by_which_rules_losers_are_arranged(help: bool) -> None:
    async with desk() as d:
        form = TableForm(help=help)
        lobby = await d.lobbies.open(ASHA, None, 1, form, 1)
        assert f"auto_arrange_losers = {str(help).lower()}" in lobby.row.rules
        assert "arrange_shown = true" in lobby.row.rules


async def test_a_rematch_starts_when_every_person_has_pressed() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, computers=1)
        await says(d, table.id, Problem.NOT_OVER, d.rematches.press(table.id, ASHA, d.press()))
        await d.finish(table.id)
        await says(d, table.id, Problem.NOT_AT_TABLE, d.rematches.press(table.id, CARA, d.press()))
        first = await d.rematches.press(table.id, BEN, d.press())
        assert first.is_lobby
        assert first.row.commitment != table.row.commitment
        assert first.lobby.players == table.lobby.players
        again = await d.rematches.press(table.id, BEN, d.press())
        assert (again.id, again.is_lobby) == (first.id, True)
        started = await d.rematches.press(table.id, ASHA, d.press())
        assert (started.id, started.row.status) == (first.id, TableStatus.PLAYING)
        assert [line.kind for line in started.entropy] == ["rematch"] * 3
        await says(d, first.id, Problem.REMATCH_RUNNING, d.rematches.press(table.id, ASHA, d.press()))


async def test_the_host_starts_a_rematch_without_those_who_do_not_press() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA)
        await d.finish(table.id)
        lobby = await d.rematches.press(table.id, ASHA, d.press())
        await says(d, lobby.id, Problem.TOO_FEW, d.lobbies.start(lobby.id, ASHA.id, d.press()))
        await d.rematches.press(table.id, CARA, d.press())
        started = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        assert set(started.lobby.persons) == {PlayerId(101), PlayerId(103)}


async def test_a_rematch_that_closed_before_it_began_is_opened_anew() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        await d.finish(table.id)
        first = await d.rematches.press(table.id, ASHA, d.press())
        await d.lobbies.cancel(first.id, ASHA.id)
        again = await d.rematches.press(table.id, BEN, d.press())
        assert again.is_lobby
        assert again.id != first.id
        await d.later(1900)
        assert (await d.tables.find(again.id)).row.status is TableStatus.CLOSED
        assert (await d.rematches.press(table.id, ASHA, d.press())).is_lobby


async def test_a_rematch_survives_a_crash_in_its_first_press() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        over = await d.finish(table.id)
        promised = replace(over, lobby=replace(over.lobby, rematch=TableId("nobody")))
        await d.tables.change(table.id, lambda _: Draft(promised))
        assert (await d.rematches.press(table.id, ASHA, d.press())).is_lobby
        started = await d.rematches.press(table.id, BEN, d.press())
        assert started.row.status is TableStatus.PLAYING


async def test_two_first_presses_at_once_open_one_rematch() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        await d.finish(table.id)
        both = [d.rematches.press(table.id, person, d.press()) for person in (ASHA, BEN)]
        results = await asyncio.gather(*both)
        assert results[0].id == results[1].id
        assert (await d.tables.find(results[0].id)).row.status is TableStatus.PLAYING


async def test_alone_among_computers_a_rematch_starts_at_once() -> None:
    async with desk() as d:
        table = await d.table(ASHA, computers=2)
        await d.finish(table.id)
        started = await d.rematches.press(table.id, ASHA, d.press())
        assert started.row.status is TableStatus.PLAYING


async def test_who_sits_down_for_a_rematch_is_ready_for_it() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        await d.finish(table.id)
        lobby = await d.rematches.press(table.id, ASHA, d.press())
        joined = await d.lobbies.join(lobby.id, CARA, d.press())
        assert joined.lobby.ready == {ASHA.id, CARA.id}
        assert (await d.rematches.press(table.id, BEN, d.press())).row.status is TableStatus.PLAYING


async def test_who_was_removed_needs_a_new_invitation() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, options=TableForm(private=True))
        await d.lobbies.invite(lobby.id, ASHA.id, BEN.id)
        await d.lobbies.join(lobby.id, BEN, d.press())
        await d.lobbies.remove(lobby.id, ASHA.id, Player(BEN.id), d.press())
        await says(d, lobby.id, Problem.NOT_INVITED, d.lobbies.join(lobby.id, BEN, d.press()))


async def test_many_quick_clicks_open_no_more_than_one_may() -> None:
    async with desk() as d:
        calls = [d.lobby(ASHA) for _ in range(6)]
        results = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(isinstance(result, ServiceError) for result in results) == 3
        assert await d.store.tables.count(Quota(QuotaKind.LOBBIES, ASHA.id, 0)) == 3


async def test_a_press_delivered_twice_counts_once() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA)
        for _ in range(2):
            lobby = await d.lobbies.add_computer(lobby.id, ASHA.id, 77)
        assert len(lobby.lobby.players) == 2


async def test_every_computer_has_the_lowest_number_that_is_free() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, computers=3, options=TableForm(seats=6))

        async def numbers() -> list[int]:
            update = await d.tables.find(lobby.id)
            return [player.id for player in update.lobby.players if player.is_computer]

        assert await numbers() == [1, 2, 3]
        await d.lobbies.remove(lobby.id, ASHA.id, Player(2, is_computer=True), d.press())
        for _ in range(3):
            await d.lobbies.add_computer(lobby.id, ASHA.id, d.press())
        assert await numbers() == [1, 3, 2, 4, 5]


async def test_changes_and_invitations_of_one_person_are_limited() -> None:
    async with desk() as d:
        table = await d.lobby(ASHA, BEN)
        for number in range(MOST_LINES - 1):
            await d.lobbies.set_word(table.id, BEN.id, d.press(), own_word(f"word {number}"))
        with pytest.raises(ServiceError) as much:
            await d.lobbies.set_word(table.id, BEN.id, d.press(), own_word("one more"))
        assert much.value.problem is Problem.MUCH_DONE
        await d.lobbies.set_word(table.id, ASHA.id, d.press(), own_word("mine"))
        await d.lobbies.replace_word(table.id, BEN.id, d.press())
        for number in range(MOST_INVITED - len((await d.tables.find(table.id)).lobby.invited)):
            await d.lobbies.invite(table.id, ASHA.id, PlayerId(10_000 + number))
        with pytest.raises(ServiceError) as many:
            await d.lobbies.invite(table.id, ASHA.id, PlayerId(20_000))
        assert many.value.problem is Problem.MUCH_DONE
        await d.lobbies.leave(table.id, BEN.id, d.press())
