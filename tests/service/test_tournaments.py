"""Tournaments before their first card: possible plans, sign-up, and when entries go back."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.codes import Cancellation, Pace, Problem, Seeding, TournamentStatus
from bot.rummy.ids import DisplayName, PlayerId, TournamentId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.tournament.plan import TournamentKind
from bot.service import wallet
from bot.service.errors import ServiceError
from bot.service.shuffle import UnprovenError
from bot.service.tables.lobby import Person
from bot.service.tables.state import dice_of
from bot.service.tournaments import proof
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.progress import Progress
from bot.store.rows.alarms import AlarmKind
from tests.service.context import desk
from tests.service.tournaments import (
    CHANNEL,
    GUILD,
    PLAN,
    STAFF,
    START,
    announced,
    bracket,
    chips,
    held,
    open_codes,
    people,
    played_out,
    posts,
    running,
    won_by,
)

HOUR = timedelta(hours=1)
ENTRY = PLAN.entry


@pytest.mark.parametrize("help", [True, False])
async def test_a_tournament_keeps_by_which_rules_losers_are_arranged(help: bool) -> None:
    async with desk() as d:
        state = await announced(d, help=help)
        assert f"auto_arrange_losers = {str(help).lower()}" in state.row.rules
        assert state.rules == (await d.tournaments.find(state.id)).rules


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name": "  "}, Problem.BAD_TOURNAMENT_NAME),
        ({"name": "x" * 61}, Problem.BAD_TOURNAMENT_NAME),
        ({"name": "a\x07b"}, Problem.BAD_TOURNAMENT_NAME),
        ({"start_at": START - 3 * HOUR}, Problem.BAD_START),
        ({"start_at": START + 400 * 24 * HOUR}, Problem.BAD_START),
        ({"sign_up_until": START + HOUR}, Problem.BAD_SIGN_UP),
        ({"sign_up_until": START - 3 * HOUR}, Problem.BAD_SIGN_UP),
        ({"check_in_minutes": 120}, Problem.BAD_CHECK_IN),
        ({"check_in_minutes": -1}, Problem.BAD_CHECK_IN),
        ({"round_minutes": -1}, Problem.BAD_ROUND_TIME),
        ({"rules_id": "none"}, Problem.NO_SUCH_RULES),
        ({"terms": Terms(Format.DEALS, 5)}, Problem.NO_SUCH_FORMAT),
        ({"terms": Terms(stake=1)}, Problem.NO_SUCH_FORMAT),
        ({"table_size": 1}, Problem.TOO_MANY_SEATS),
        ({"table_size": 7}, Problem.TOO_MANY_SEATS),
        ({"pace": Pace.NONE}, Problem.NEEDS_CLOCK),
        ({"advance": 4}, Problem.BAD_ADVANCE),
        ({"advance": 0}, Problem.BAD_ADVANCE),
        ({"kind": TournamentKind.LEAGUE, "matches": 0}, Problem.BAD_MATCHES),
        ({"fewest": 1}, Problem.BAD_PLAYERS),
        ({"most": 513}, Problem.BAD_PLAYERS),
        ({"fewest": 9, "most": 8}, Problem.BAD_PLAYERS),
        ({"entry": -1}, Problem.NO_SUCH_STAKE),
        ({"prizes": (60, 30)}, Problem.BAD_PRIZES),
        ({"prizes": (40, 60)}, Problem.BAD_PRIZES),
        ({"prizes": ()}, Problem.BAD_PRIZES),
    ],
)
async def test_what_cannot_be_played_is_not_announced(changes: dict[str, Any], problem: Problem) -> None:
    async with desk() as d:
        with pytest.raises(ServiceError, match=f"^{problem}$"):
            await announced(d, **changes)
        assert await d.tournaments.of_guild(GUILD) == ()


def test_plan_and_state_are_text_both_ways() -> None:
    league = replace(
        PLAN, kind=TournamentKind.LEAGUE, terms=Terms(Format.POOL_101), seeding=Seeding.RATED, champion_role=7
    )
    for plan in (PLAN, league):
        assert TournamentPlan.parse(str(plan)) == plan
    assert Progress.parse(str(Progress())) == Progress()


async def test_the_state_of_a_running_tournament_is_text_both_ways() -> None:
    async with desk() as d:
        state = await running(d)
        await d.tournaments.advance(state.id, STAFF.id, 1, [p.id for p in _players(state, 1)][:2])
        state = await d.tournaments.pause(state.id)
        assert state.progress.by_hand == {1: STAFF.id}
        assert Progress.parse(str(state.progress)) == state.progress


def _players(state: Any, number: int) -> tuple[Any, ...]:
    table = bracket(state).table(number)
    assert table is not None
    return table.players


async def test_a_server_names_who_steers_besides_who_manages_events() -> None:
    async with desk() as d:
        assert (await d.servers.change(GUILD, tournament_role=7)).tournament_role == 7
        assert (await d.servers.change(GUILD, rake_percent=1)).tournament_role == 7
        assert (await d.servers.change(GUILD, tournament_role=None)).tournament_role is None


async def test_a_server_has_only_so_many_and_chips_must_be_on() -> None:
    async with desk() as d:
        with pytest.raises(ServiceError, match="needs_server"):
            await d.tournaments.create(STAFF, None, CHANNEL, PLAN, d.press())
        for _ in range(10):
            await announced(d)
        with pytest.raises(ServiceError, match="too_many_tournaments"):
            await announced(d)
        await d.store.servers.change(GUILD + 1, chips=False)
        with pytest.raises(ServiceError, match="chips_off"):
            await d.tournaments.create(STAFF, GUILD + 1, CHANNEL, PLAN, d.press())


async def test_entries_are_held_and_come_back_to_who_leaves_or_is_removed() -> None:
    async with desk() as d:
        state = await announced(d, count=3)
        one, two, three = people(3)
        assert await held(d, state.id) == state.pot == 3 * ENTRY
        assert await chips(d, one.id) == wallet.START - ENTRY
        await d.tournaments.leave(state.id, one.id, d.press())
        state = await d.tournaments.remove(state.id, STAFF.id, two.id, d.press())
        assert await held(d, state.id) == state.pot == ENTRY
        assert list(state.entrants) == [three.id]
        await d.tournaments.join(state.id, one, d.press())
        await d.tournaments.leave(state.id, one.id, d.press())
        assert await chips(d, one.id) == await chips(d, two.id) == wallet.START
        assert await d.store.ledger.faults() == ()


async def test_chips_switched_off_during_sign_up_still_come_back_and_are_won() -> None:
    async with desk() as d:
        state = await announced(d, count=3)
        await d.store.servers.change(GUILD, chips=False)
        with pytest.raises(ServiceError, match="chips_off"):
            await d.tournaments.join(state.id, people(4)[3], d.press())
        await d.tournaments.leave(state.id, people(1)[0].id, d.press())
        assert await chips(d, people(1)[0].id) == wallet.START
        await d.tournaments.start(state.id, STAFF.id, d.press())
        await played_out(d, state.id)
        assert await held(d, state.id) == 0
        assert await d.store.ledger.faults() == ()


async def test_all_at_once_stay_within_the_most_and_the_first_to_steer_is_heard() -> None:
    async with desk() as d:
        state = await announced(d, most=5)
        joining = (d.tournaments.join(state.id, person, d.press()) for person in people(8))
        await asyncio.gather(*joining)
        progress = (await d.tournaments.find(state.id)).progress
        assert (len(progress.entrants), len(progress.waiting), await held(d, state.id)) == (5, 3, 5 * ENTRY)
        starting = (d.tournaments.start(state.id, STAFF.id, d.press()) for _ in range(2))
        answers = await asyncio.gather(*starting, return_exceptions=True)
        assert [str(answer) for answer in answers if isinstance(answer, ServiceError)] == ["tournament_begun"]
        await d.tournaments.cancel(state.id)
        assert await d.store.tables.open_rows() == ()
        assert await d.store.ledger.faults() == ()


async def test_who_may_not_sign_up() -> None:
    async with desk() as d:
        state = await announced(d, count=2, most=3, sign_up_until=START - HOUR)
        one, _, three, four = people(4)
        unknown = TournamentId("aaaaaa")
        poor = await announced(d, entry=wallet.START + 1)
        for id, person, problem in (
            (state.id, one, "already_signed_up"),
            (unknown, three, "no_tournament"),
            (poor.id, three, "cannot_cover"),
        ):
            with pytest.raises(ServiceError, match=problem):
                await d.tournaments.join(id, person, d.press())
        await d.tournaments.join(state.id, three, d.press())
        assert four.id not in (await d.tournaments.join(state.id, four, d.press())).entrants, "who comes last waits"
        await d.tournaments.leave(state.id, four.id, d.press())
        with pytest.raises(ServiceError, match="not_signed_up"):
            await d.tournaments.leave(state.id, four.id, d.press())
        with pytest.raises(ServiceError, match="no_such_entrant"):
            await d.tournaments.remove(state.id, STAFF.id, four.id, d.press())
        await d.tournaments.leave(state.id, three.id, d.press())
        await d.later(3700)
        assert not (await d.tournaments.find(state.id)).may_join
        with pytest.raises(ServiceError, match="sign_up_over"):
            await d.tournaments.join(state.id, three, d.press())
        assert await d.store.ledger.faults() == ()


async def test_nobody_signs_up_from_a_table_of_another_tournament() -> None:
    async with desk() as d:
        first = await running(d, count=2)
        other = await announced(d)
        with pytest.raises(ServiceError, match="at_other_tournament"):
            await d.tournaments.join(other.id, people(1)[0], d.press())
        await won_by(d, open_codes(first)[0])
        await d.tournaments.settled()
        await d.tournaments.join(other.id, people(1)[0], d.press())


async def test_who_plays_in_one_when_another_begins_is_taken_out_of_that() -> None:
    async with desk() as d:
        first, second = await announced(d, count=6, fewest=4), await announced(d, count=8, fewest=4)
        assert await chips(d, people(1)[0].id) == wallet.START - 2 * ENTRY
        for person in people(6)[4:]:
            await d.tournaments.leave(first.id, person.id, d.press())
        d.now = START
        starts = [state.alarm(AlarmKind.START) for state in (first, second)]
        await asyncio.gather(*(d.tournaments.fire(alarm) for alarm in starts if alarm is not None))
        first, second = await d.tournaments.find(first.id), await d.tournaments.find(second.id)
        assert first.progress.elsewhere == ()
        assert [one.id for one in second.progress.elsewhere] == [person.id for person in people(4)]
        assert [one.id for one in second.progress.entrants] == [person.id for person in people(8)[4:]]
        assert {await chips(d, person.id) for person in people(8)} == {wallet.START - ENTRY}
        assert Progress.parse(str(second.progress)) == second.progress
        for person in people(8):
            assert len(await d.store.tables.of_player(person.id)) == 1
        assert await d.store.ledger.faults() == ()


async def test_nobody_checks_in_from_a_table_of_another_tournament() -> None:
    async with desk() as d:
        first, second = await announced(d, count=4), await announced(d, count=4, check_in_minutes=30)
        await d.later(100 * 60)
        await d.tournaments.start(first.id, STAFF.id, d.press())
        with pytest.raises(ServiceError) as caught:
            await d.tournaments.check_in(second.id, people(1)[0].id, d.press())
        assert caught.value.problem is Problem.AT_OTHER_TOURNAMENT
        await d.tournaments.cancel(first.id)
        assert (await d.tournaments.check_in(second.id, people(1)[0].id, d.press())).checked_in


async def test_a_press_delivered_twice_counts_once() -> None:
    async with desk() as d:
        state = await announced(d)
        press = d.press()
        await d.tournaments.join(state.id, people(1)[0], press)
        state = await d.tournaments.join(state.id, people(1)[0], press)
        assert len(state.entropy) == 2
        assert await held(d, state.id) == ENTRY


async def test_check_in_opens_and_who_is_not_there_loses_the_place_but_not_the_entry() -> None:
    async with desk() as d:
        state = await announced(d, count=4, check_in_minutes=30)
        with pytest.raises(ServiceError, match="check_in_closed"):
            await d.tournaments.check_in(state.id, PlayerId(100), d.press())
        await d.later(90 * 60)
        state = await d.tournaments.find(state.id)
        assert state.status is TournamentStatus.CHECK_IN
        assert await posts(d, state.id) == [("check_in", 0)]
        for person in people(2):
            await d.tournaments.check_in(state.id, person.id, d.press())
        with pytest.raises(ServiceError, match="already_checked_in"):
            await d.tournaments.check_in(state.id, PlayerId(100), d.press())
        with pytest.raises(ServiceError, match="not_signed_up"):
            await d.tournaments.check_in(state.id, PlayerId(5), d.press())
        late = await d.tournaments.join(state.id, Person(PlayerId(200), DisplayName("Late")), d.press())
        assert [entrant.name for entrant in late.checked_in] == ["P0", "P1", "Late"]
        await d.later(15 * 60)
        assert ("remind", 0) in await posts(d, state.id)
        await d.later(15 * 60)
        state = await d.tournaments.find(state.id)
        assert state.status is TournamentStatus.RUNNING
        assert [entrant.name for entrant in state.progress.entrants] == ["P0", "P1", "Late"]
        assert await chips(d, 103) == wallet.START
        assert await held(d, state.id) == state.pot == 3 * ENTRY


async def test_too_few_end_it_in_time_and_are_refused_by_hand() -> None:
    async with desk() as d:
        state = await announced(d, count=3, fewest=4)
        with pytest.raises(ServiceError, match="too_few_entrants"):
            await d.tournaments.start(state.id, STAFF.id, d.press())
        await d.later(2 * 3600)
        state = await d.tournaments.find(state.id)
        assert (state.status, state.progress.ending) == (TournamentStatus.CANCELLED, Cancellation.TOO_FEW)
        assert await held(d, state.id) == 0
        assert ("cancelled", 0) in await posts(d, state.id)
        assert await d.store.alarms.next_due() is None
        assert await d.store.ledger.faults() == ()
        with pytest.raises(ServiceError, match="tournament_begun"):
            await d.tournaments.start(state.id, STAFF.id, d.press())


async def test_a_deadline_fired_twice_does_nothing_more() -> None:
    async with desk() as d:
        state = await announced(d, count=4)
        alarm = state.alarm(AlarmKind.START)
        assert alarm is not None
        d.now = START
        await d.tournaments.fire(alarm)
        once = await d.tournaments.find(state.id)
        await d.tournaments.fire(alarm)
        assert await d.tournaments.find(state.id) == once
        assert len(await d.store.tables.open_rows()) == 1


async def test_steering_what_is_not_running_is_refused() -> None:
    async with desk() as d:
        state = await announced(d, count=2)
        for steer, problem in (
            (d.tournaments.pause, "tournament_not_running"),
            (d.tournaments.resume, "tournament_not_paused"),
        ):
            with pytest.raises(ServiceError, match=problem):
                await steer(state.id)
        with pytest.raises(ServiceError, match="tournament_not_running"):
            await d.tournaments.advance(state.id, STAFF.id, 1, [PlayerId(100)])
        await d.tournaments.cancel(state.id)
        for over in (d.tournaments.cancel(state.id), d.tournaments.move(state.id, 5)):
            with pytest.raises(ServiceError, match="tournament_over"):
                await over
        with pytest.raises(ServiceError, match="sign_up_over"):
            await d.tournaments.join(state.id, people(3)[2], d.press())


async def test_cancelling_returns_every_entry_also_while_it_runs() -> None:
    async with desk() as d:
        state = await running(d, count=9, check_in_minutes=0)
        await won_by(d, open_codes(state)[0])
        await d.tournaments.settled()
        state = await d.tournaments.cancel(state.id)
        assert (state.status, state.progress.ending) == (TournamentStatus.CANCELLED, Cancellation.STAFF)
        assert {await chips(d, person.id) for person in people(9)} == {wallet.START}
        assert await d.store.tables.open_rows() == ()
        assert await d.store.ledger.faults() == ()
        assert [past.id for past in await d.tournaments.past(GUILD)] == [state.id]


async def test_the_seeding_is_the_promised_one() -> None:
    async with desk() as d:
        state = await running(d, count=8)
        assert state.entropy[-1].kind == "start"
        assert state.row.secrets.commitment == state.row.commitment
        dice = dice_of(state.row, state.entropy)
        order = dice.shuffled("seeding", 0, [person.id for person in people(8)])
        assert [player.id for player in bracket(state).entrants] == order
        for number, code in state.progress.codes.items():
            assert (await d.tables.find(code)).row.secrets == dice.secrets_of(number, 2)


async def test_anybody_can_check_the_dice_once_it_is_over() -> None:
    async with desk() as d:
        over = await played_out(d, (await running(d, count=5, table_size=2, advance=1)).id)
        words = [line.split(" ") for line in proof.verify(over).splitlines()]
        said = {word: [rest for first, *rest in words if first == word] for word in ("signed-up", "drawn", "seated")}
        assert [int(id) for id, _ in said["signed-up"]] == [person.id for person in people(5)]
        assert (
            said["drawn"] == said["seated"] == [[str(i + 1), str(p.id)] for i, p in enumerate(bracket(over).entrants)]
        )
        assert ["seed", over.row.seed.hex()] in words
        others = replace(over.progress, entrants=over.progress.entrants[::-1])
        with pytest.raises(UnprovenError):
            proof.verify(replace(over, progress=others))
        with pytest.raises(UnprovenError):
            proof.verify(replace(over, row=replace(over.row, seed=bytes(32))))


async def test_rated_seeding_puts_the_best_first() -> None:
    async with desk() as d:
        first = await played_out(d, (await running(d, count=4, table_size=2, advance=1)).id)
        champion = bracket(first).champion
        state = await running(d, count=4, seeding=Seeding.RATED)
        assert bracket(state).entrants[0] == champion
        assert state.progress.ratings is not None
        assert set(state.progress.ratings) == {person.id for person in people(4)}
        assert Progress.parse(str(state.progress)) == state.progress


async def test_anybody_can_check_the_order_by_rating() -> None:
    async with desk() as d:
        await played_out(d, (await running(d, count=4, table_size=2, advance=1)).id)
        over = await played_out(d, (await running(d, count=6, table_size=2, advance=1, seeding=Seeding.RATED)).id)
        lines = [line.split(" ") for line in proof.verify(over).splitlines()]
        said = {word: [rest for first, *rest in lines if first == word] for word in ("drawn", "rating", "seated")}
        (begin,) = [float(number) for first, number in (line for line in lines if len(line) == 2) if "without" in first]
        ratings = {id: float(rating) for id, rating in said["rating"]}
        assert len(ratings) == 4
        drawn = [id for _, id in said["drawn"]]
        assert [id for _, id in said["seated"]] == sorted(drawn, key=lambda id: -ratings.get(id, begin)) != drawn
        assert over.progress.ratings is not None
        lowest = [player.id for player in bracket(over).entrants if player.id in over.progress.ratings][-1]
        raised = {**over.progress.ratings, PlayerId(lowest): 9000.0}
        with pytest.raises(UnprovenError):
            proof.verify(replace(over, progress=replace(over.progress, ratings=raised)))
        assert "rating" not in proof.verify(replace(over, progress=replace(over.progress, ratings=None)))
