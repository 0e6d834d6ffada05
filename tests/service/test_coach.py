"""The people and places that may ask the coach. It is recorded, and such a match counts nowhere."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.codes import Problem
from bot.rummy.actions import Draw, Drop, Next, Source
from bot.rummy.errors import IllegalAction, Refusal, RefusalCode
from bot.rummy.ids import Player, PlayerId, TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.service.coach import Coach, is_too_late, why_no_coach
from bot.service.errors import ServiceError
from bot.service.privacy import is_named, renamed
from bot.service.tables.form import TableForm
from bot.service.tables.state import Lobby, TableState, record_of
from bot.service.tournaments.plan import TournamentPlan
from bot.store.rows.matches import MatchFilter
from tests.known import GAMES
from tests.service.context import ASHA, BEN, CARA, Context, desk, whose
from tests.service.test_previews import TURN
from tests.service.tournaments import PAIRS, announced, open_codes, running

GUILD = 1


async def asked(d: Context, id: TableId) -> TableState:
    """Return the player whose turn it is asks."""
    return await Coach(d.tables).ask(id, whose(await d.tables.find(id)))


async def refused(d: Context, id: TableId, player: PlayerId) -> Problem | RefusalCode:
    """Return why the coach does not answer; nothing is noted."""
    before = await d.tables.find(id)
    with pytest.raises((ServiceError, IllegalAction)) as caught:
        await Coach(d.tables).ask(id, player)
    assert (await d.tables.find(id)).row == before.row
    error = caught.value
    assert isinstance(error, ServiceError | IllegalAction)
    return error.problem if isinstance(error, ServiceError) else error.refusal


# -- what asking means ------------------------------------------------------------------------------


async def test_a_match_in_which_a_player_asked_counts_nowhere() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        assert table.counts
        mover = whose(table)
        after = await asked(d, table.id)
        assert after.lobby.coached == {mover}
        assert not after.counts
        assert after.would_count
        assert [after.players[seat] for seat in after.coached] == [Player(mover)]
        assert await asked(d, table.id) == after, "asked again, nothing changes"
        d.tables.forget()  # another process, or this one after a restart
        assert (await d.tables.find(table.id)).lobby.coached == {mover}
        state = await d.finish(table.id)
        (kept,) = await d.store.matches.history(MatchFilter(GUILD))
        assert not kept.match.counted
        assert all(result.rating is None and not result.league for result in kept.results)
        assert [result.player for result in kept.results if result.coached] == [mover]
        assert {result.coached for result in kept.results} == {True, False}
        assert await d.store.standings.count(GUILD, 0, "") == 0
        assert state.lobby.coached == {mover}


async def test_the_others_are_told_only_where_it_matters() -> None:
    async with desk() as d:
        counting, alone = await d.table(ASHA, BEN), await d.table(CARA, computers=1)
        while whose(alone) != CARA.id:
            alone = await d.move(alone.id)
        heard = len(d.heard.updates)
        await asked(d, alone.id)
        assert len(d.heard.updates) == heard
        await asked(d, counting.id)
        assert len(d.heard.updates) == heard + 1


async def test_to_ask_leaves_record_and_digest_as_they_are() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        before = await d.store.tables.load(table.id)
        await asked(d, table.id)
        after = await d.store.tables.load(table.id)
        assert before is not None
        assert after is not None
        assert str(record_of(after, GAMES)) == str(record_of(before, GAMES))
        assert (after.row.digest, after.row.step) == (before.row.digest, before.row.step)


async def test_a_rematch_begins_without_it() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        await asked(d, table.id)
        await d.tables.act(table.id, None, whose(table), Drop())
        for person in (ASHA, BEN):
            again = await d.rematches.press(table.id, person, d.press())
        assert again.lobby.rematch_of == table.id
        assert again.lobby.coached == frozenset()
        assert again.counts


# -- who may ask ------------------------------------------------------------------------------------


async def test_only_those_who_sit_there_and_only_in_their_turn() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, BEN)
        assert await refused(d, lobby.id, ASHA.id) is Problem.STILL_A_LOBBY
        table = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        other = next(person.id for person in (ASHA, BEN) if person.id != whose(table))
        assert await refused(d, table.id, other) is Problem.COACH_WAITS
        assert await refused(d, table.id, CARA.id) is Problem.NOT_AT_TABLE
        await d.tables.act(table.id, None, whose(table), Drop())
        assert await refused(d, table.id, ASHA.id) is Refusal.TABLE_OVER
        with pytest.raises(ServiceError, match=Problem.NO_TABLE):
            await Coach(d.tables).ask(TableId("zzzzzz"), ASHA.id)


async def test_nobody_asks_between_deals_or_when_they_are_out() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA, options=TableForm(terms=Terms(Format.POOL_101)))
        first = whose(table)
        table = await d.tables.act(table.id, None, first, Drop())
        assert await refused(d, table.id, first) is Refusal.OUT_OF_DEAL
        await d.tables.act(table.id, None, whose(table), Drop())
        assert await refused(d, table.id, first) is Refusal.DEAL_OVER


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (TableForm(help=False), Problem.COACH_OFF),
        (TableForm(terms=Terms(stake=50)), Problem.COACH_NOT_FOR_CHIPS),
    ],
)
async def test_where_help_is_off_or_chips_are_at_stake(options: TableForm, problem: Problem) -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, options=options)
        assert why_no_coach(table) is problem
        assert await refused(d, table.id, whose(table)) is problem


async def first_turns(d: Context, id: TableId) -> TableState:
    """Return the table after everybody has had a turn."""
    table = await d.tables.find(id)
    while table.public.deal is not None and table.public.deal.turns < len(table.players):
        table = await d.move(id)
    return table


async def test_no_player_is_the_first_to_ask_after_a_turn_of_a_match_that_counts() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        first = whose(table)
        table = await d.tables.act(table.id, None, first, Draw(Source.CLOSED))
        assert not is_too_late(table, table.for_player(first)), "the first turn is not over yet"
        table = await d.move(table.id)
        second = whose(table)
        assert second != first
        assert is_too_late(table, table.for_player(first))
        assert not is_too_late(table, table.for_player(second)), "who has had no turn may still ask"
        await first_turns(d, table.id)
        assert await refused(d, table.id, first) is Problem.COACH_TOO_LATE
        await d.move(table.id)
        await d.move(table.id)
        assert await refused(d, table.id, second) is Problem.COACH_TOO_LATE


async def test_a_turn_that_the_clock_has_played_is_a_turn() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN)
        first = whose(table)
        await d.later(TURN)
        table = await d.tables.find(table.id)
        assert is_too_late(table, table.for_player(first))


async def test_a_later_deal_is_too_late_for_all() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, options=TableForm(terms=Terms(Format.POOL_101)))
        await d.tables.act(table.id, None, whose(table), Drop())
        for person in (ASHA, BEN):
            table = await d.tables.act(table.id, None, person.id, Next())
        assert table.public.deal_number == 2
        assert await refused(d, table.id, whose(table)) is Problem.COACH_TOO_LATE


async def test_where_one_has_asked_or_nothing_counts_all_may_ask_at_any_time() -> None:
    async with desk() as d:
        coached, alone = await d.table(ASHA, BEN), await d.table(CARA, computers=1)
        await asked(d, coached.id)
        coached = await first_turns(d, coached.id)
        for _ in coached.players:
            assert whose(coached) in (await asked(d, coached.id)).lobby.coached
            await d.move(coached.id)
            coached = await d.move(coached.id)
        alone = await first_turns(d, alone.id)
        while whose(alone) != CARA.id:
            alone = await d.move(alone.id)
        assert (await asked(d, alone.id)).lobby.coached == {CARA.id}


# -- tournaments ------------------------------------------------------------------------------------


@pytest.mark.parametrize("allowed", [False, True])
async def test_in_tournaments_the_staff_decides(allowed: bool) -> None:
    async with desk() as d:
        cup = await running(d, PAIRS, 2, entry=0, coach=allowed)
        (code,) = open_codes(cup)
        table = await d.tables.find(code)
        if not allowed:
            assert await refused(d, code, whose(table)) is Problem.COACH_NOT_IN_TOURNAMENT
            return
        assert table.counts
        assert not (await asked(d, code)).counts


@pytest.mark.parametrize(
    ("changes", "problem"),
    [({"help": False}, Problem.COACH_NEEDS_HELP), ({"entry": 10_00}, Problem.COACH_NOT_FOR_CHIPS)],
)
async def test_no_tournament_has_a_coach_without_help_or_for_chips(changes: dict[str, Any], problem: Problem) -> None:
    async with desk() as d:
        with pytest.raises(ServiceError, match=problem):
            await announced(d, PAIRS, **{"entry": 0, "coach": True, **changes})


# -- what is stored ---------------------------------------------------------------------------------


def test_what_is_stored_names_the_coach_only_where_it_differs() -> None:
    lobby = Lobby(Terms(), 2, (Player(101), Player(102)))
    assert not {"coach", "coached"} & set(json.loads(str(lobby)))
    other = replace(lobby, coach=True, coached=frozenset({PlayerId(102), PlayerId(101)}))
    assert json.loads(str(other))["coached"] == [101, 102]
    assert Lobby.parse(str(other)) == other
    assert "coach" not in json.loads(str(PAIRS))
    allowed = replace(PAIRS, coach=True)
    assert TournamentPlan.parse(str(allowed)) == allowed


def test_an_erased_person_is_a_number_there_too() -> None:
    asker = PlayerId(987_654_321)
    lobby = str(Lobby(Terms(), 2, (Player(asker), Player(102)), coached=frozenset({asker})))
    after = renamed(lobby, asker, PlayerId(1))
    assert Lobby.parse(after).coached == {1}
    assert not is_named(asker, after)
    assert str(asker) not in after
