"""Choosing a tournament and repeating one, by button and by command."""

from datetime import timedelta
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.codes import Problem, TournamentStatus
from bot.screens.tournaments.ids import SeriesId, SeriesWord, TournamentsId, TournamentsWord
from bot.service.tournaments.state import TournamentState
from bot.text import refusals, tournaments
from tests.journeys.clicks import clicks
from tests.journeys.people import said, words
from tests.journeys.tournaments import announced, balance, labels, now, press, saying, steward, typed
from tests.journeys.world import World

HOUR = 3600.0
PICK = str(TournamentsId(TournamentsWord.PICK))


async def pressed(member: MemberActor, message: Any, label: str) -> Any:
    """Return the message that replaces the person's own one after a press."""
    answer = await member.click(message, label=label)
    assert answer.response is not None
    return answer.response


async def all_of(world: World) -> list[TournamentState]:
    """Return all tournaments of the server, by their starts."""
    found = (*await world.app.tournaments.of_guild(world.guild.id), *await world.app.tournaments.past(world.guild.id))
    return sorted(found, key=lambda state: state.plan.start_at)


async def test_a_newcomer_finds_a_tournament_and_joins_it_in_three_presses(world: World) -> None:
    zara, asha = steward(world), world.member("Asha")
    await announced(world, zara, name="Dear Cup", entry=50.0)
    dear = (await now(world)).id
    await world.wait(1)
    await announced(world, zara, name="Free League", kind="league")
    free = (await now(world)).id
    listed = (await asha.slash(world.channel, "tournament list")).response
    assert listed is not None
    assert listed.ephemeral
    assert words(listed).index(dear) < words(listed).index(free)
    details = (await asha.select(listed, [free], custom_id=PICK)).response
    assert details is not None
    assert "3 matches each" in words(details)
    assert list(labels(details)) == ["Join", "All tournaments"]
    details = await pressed(asha, details, "Join")
    assert "You are in **Free League**" in words(details)
    assert list(labels(details)) == ["Leave", "All tournaments"]
    assert [entrant.name for entrant in (await now(world)).progress.entrants] == ["Asha"]
    listed = await pressed(asha, details, "All tournaments")
    told = words(listed)
    assert told.index("**Yours**") < told.index(free) < told.index(dear)
    details = (await asha.select(listed, [dear], custom_id=PICK)).response
    assert details is not None
    await pressed(asha, details, "Join")
    assert await balance(world, asha) == 950_00
    (forged,) = await clicks(world, listed, str(SeriesId(free, SeriesWord.REPEAT)), by=asha)
    assert said(forged) == tournaments.STEER_ONLY()


@pytest.mark.usefixtures("rare_beats")
async def test_staff_repeat_a_tournament_by_buttons_and_end_it_again(world: World) -> None:
    zara, asha = steward(world), world.member("Asha")
    await announced(world, zara, entry=50.0)
    first = await now(world)
    details = (await zara.slash(world.channel, "tournament show")).response
    assert details is not None
    asked = await pressed(zara, details, "Repeat")
    assert f"at {first.plan.start_at:%H:%M} (UTC)" in words(asked)
    days = str(SeriesId(first.id, SeriesWord.DAYS))
    answer = await zara.select(asked, ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], custom_id=days)
    assert answer.response is not None
    assert "repeats every day at" in words(answer.response)
    await press(world, asha, "Join")
    await world.restart()
    await world.wait(HOUR)
    cancelled, second = await all_of(world)
    assert cancelled.status is TournamentStatus.CANCELLED
    assert second.plan.start_at == first.plan.start_at.replace(second=0, microsecond=0) + timedelta(days=1)
    assert second.row.commitment != first.row.commitment
    assert await balance(world, asha) == 1_000_00
    assert "You are in" in await press(world, asha, "Join")
    assert second.row.commitment in words(saying(world.channel, "signed up")[0])
    listed = (await zara.slash(world.channel, "tournament list")).response
    assert listed is not None
    assert "🔁" in words(listed)
    series = await pressed(zara, listed, "Series")
    question = await zara.select(series, [first.id], custom_id=str(TournamentsId(TournamentsWord.PICK_SERIES)))
    assert question.response is not None
    assert "is ended" in said(await zara.click(question.response, label="End series"))
    await world.restart(down_seconds=60 * HOUR)
    await world.wait(10)
    assert len(await all_of(world)) == 2


@pytest.mark.usefixtures("rare_beats")
async def test_staff_repeat_a_tournament_by_commands(world: World) -> None:
    zara, asha = steward(world), world.member("Asha")
    await announced(world, zara)
    first = await now(world)
    for command, options in (("repeat", {"every": "daily"}), ("series", {}), ("series", {"end": first.id})):
        assert await typed(world, asha, command, **options) == tournaments.STEER_ONLY()
    assert await typed(world, zara, "repeat", every="now `and` then") == tournaments.bad_rhythm("now and then")
    assert "every 3 hours" in await typed(world, zara, "repeat", every="3 hours")
    assert "every 2 hours" in await typed(world, zara, "repeat", every="every 2 hours")
    await world.restart(down_seconds=10 * HOUR)
    await world.wait(10)
    assert len(await all_of(world)) == 1, "the first starts late: nothing is announced beside it"
    await world.wait(HOUR)
    late, following = await all_of(world)
    assert late.plan.start_at < following.plan.start_at
    assert (following.plan.start_at - late.plan.start_at.replace(second=0, microsecond=0)) % timedelta(
        hours=2
    ) == timedelta()
    assert "every 2 hours" in await typed(world, zara, "series")
    assert "is cancelled. Its series goes on" in await typed(
        world, zara, "cancel", tournament=following.id, confirm=True
    )
    choices = await zara.autocomplete(world.channel, "tournament series", "end", "cup")
    assert [choice["value"] for choice in choices] == [first.id]
    choices = await zara.autocomplete(world.channel, "tournament repeat", "every", "week")
    assert [choice["value"] for choice in choices] == ["weekdays", "weekend"]
    assert "is ended" in await typed(world, zara, "series", end="autumn cup")
    assert await typed(world, zara, "series", end=following.id) == refusals.PROBLEMS[Problem.NO_SERIES]()
    assert tournaments.NO_SERIES() in await typed(world, zara, "series")


@pytest.mark.usefixtures("rare_beats")
async def test_of_several_that_are_open_a_command_means_the_one_it_can_be_used_for(world: World) -> None:
    zara, people = steward(world), [world.member(name) for name in ("Asha", "Ben", "Chitra")]
    await announced(world, zara)
    await typed(world, zara, "repeat", every="hourly")
    for member in people[:2]:
        await typed(world, member, "join")
    await world.wait(HOUR + 5)
    running, following = await all_of(world)
    assert (running.status, following.status) == (TournamentStatus.RUNNING, TournamentStatus.SIGN_UP)
    assert "You are in" in await typed(world, people[2], "join")
    assert [entrant.name for entrant in (await all_of(world))[1].progress.entrants] == ["Chitra"]
    assert "paused" in await typed(world, zara, "pause")
    assert "You have left" in await typed(world, people[2], "leave")
    assert "You have left" in await typed(world, people[0], "leave", confirm=True)
    assert (await all_of(world))[0].status is TournamentStatus.FINISHED
    for head in ("### 🏁", "### 🏆"):
        assert any(f"{head} " in words(one) and "· no. 1, <t:" in words(one) for one in saying(world.channel, head))


async def test_nobody_raises_others_by_repeating_a_tournament(world: World) -> None:
    boss, zara = steward(world, "Boss", manage_guild=True, manage_roles=True), steward(world)
    await announced(world, boss, role=world.guild.create_role("champion"))
    assert await typed(world, zara, "repeat", every="daily") == tournaments.BAD_ROLE()
    assert "repeats every day" in await typed(world, boss, "repeat", every="daily")
