"""Limits that players set themselves: a reminder of the time, and a pause that nobody ends early."""

from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.screens.ids import Limit, LimitId
from bot.text import limits, refusals
from bot.text import settings as settings_text
from tests.journeys.clicks import clicks
from tests.journeys.people import said, table_of, words
from tests.journeys.test_data import erased
from tests.journeys.world import World

DAY = 86_400.0


async def limits_of(world: World, member: MemberActor) -> Any:
    """Return the limits on a player's screen."""
    shown = (await member.slash(world.channel, "rummy settings")).response
    assert shown is not None
    return (await member.click(shown, label=settings_text.LIMITS())).response or shown


async def paused(world: World, member: MemberActor, days: int) -> str:
    shown = await limits_of(world, member)
    asked = await member.select(shown, [str(days)], custom_id=str(LimitId(Limit.PAUSE)))
    shown = asked.response or shown
    assert limits.ask_pause(days) in words(shown)
    done = await member.click(shown, label=limits.begin_pause(days))
    return words(done.response or shown)


async def test_a_pause_keeps_its_person_from_every_table_and_ends_in_time(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    (ben_plays,) = await table_of(world, [ben], computers=1)
    await ben.slash(world.channel, "rummy new", rules="winzo", pace="blitz")
    await asha.slash(world.channel, "rummy new", rules="toking", pace="blitz")
    await asha.slash(world.channel, "rummy seat add")
    assert "You are taking a pause until" in await paused(world, asha, 3)
    assert "You are taking a pause" in said(await asha.slash(world.channel, "rummy start"))
    await asha.slash(world.channel, "rummy leave")
    assert "You are taking a pause until" in await paused(world, asha, 1), "a shorter one does not end it"
    rest = "You are taking a pause"
    for command in ("rummy quick", "rummy new", "rummy join"):
        options = {"rules": "winzo"} if command == "rummy new" else {}
        assert rest in said(await asha.slash(world.channel, command, **options)), command
    shown = (await asha.slash(world.channel, "rummy settings")).response
    assert shown is not None
    await asha.click(shown, label=settings_text.LABELS["large"][0]())
    await erased(world, asha)
    await world.restart(down_seconds=2 * DAY)
    assert rest in said(await asha.slash(world.channel, "rummy quick"))
    await world.restart(down_seconds=DAY)
    assert rest not in said(await asha.slash(world.channel, "rummy quick"))
    await ben_plays.open_hand()


@pytest.mark.usefixtures("rare_beats")
async def test_play_on_is_reminded_once_each_time(world: World) -> None:
    (asha,) = await table_of(world, [world.member("Asha")], computers=1, pace="none")
    shown = await limits_of(world, asha.member)
    answer = await asha.member.select(shown, ["1"], custom_id=str(LimitId(Limit.REMIND)))
    assert limits.reminded(1) in words(answer.response or shown)
    told = []
    for _ in range(11):
        told.append(limits.played(1) in said(await asha.member.slash(asha.place, "play hand")))
        await world.wait(600)
    assert told == [False] * 6 + [True] + [False] * 4
    await world.wait(3600)  # a break
    assert limits.played(1) not in said(await asha.member.slash(asha.place, "play hand"))


async def test_forged_limits_change_nothing(world: World) -> None:
    asha = world.member("Asha")
    shown = await limits_of(world, asha)
    for forged in ("rummy:g:sure:2", "rummy:g:sure:99999", "rummy:g:pause:1", "rummy:g:remind:0"):
        (answer,) = await clicks(world, shown, forged, by=asha)
        assert said(answer) == refusals.UNKNOWN_BUTTON(), forged
    settings = await world.app.store.settings.of(asha.id)
    assert (settings.paused_until, settings.remind_hours) == (None, None)
