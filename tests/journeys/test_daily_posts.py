"""The deal of the day, posted once a day if staff want it, whatever happens in between."""

from datetime import date
from typing import Any

from simcord.actors import MemberActor

from bot.screens.daily import POST, control
from bot.store.errors import StoreFailedError
from bot.text import daily, standings
from tests.journeys.people import said, words
from tests.journeys.test_daily import A_DAY, HOUR, Player
from tests.journeys.tournaments import steward
from tests.journeys.world import World

SOON = 180.0
FIRST, SECOND, FIFTH = date(2026, 1, 1), date(2026, 1, 2), date(2026, 1, 5)


def posts(world: World, day: date) -> list[Any]:
    """Return the posts of that day in the channel."""
    return [m for m in world.channel.history() if control(day, POST) in str([c.to_dict() for c in m.components])]


async def asked(world: World, **options: Any) -> MemberActor:
    """Let staff ask for the posts. Return a member of the staff."""
    staff = steward(world, manage_guild=True)
    chosen = options or {"daily": world.channel}
    answer = await staff.slash(world.channel, "rummy server", **chosen)
    assert f"posted each day in <#{world.channel.id}>" in said(answer)
    return staff


async def test_each_day_has_one_post_with_the_result_of_the_day_before(world: World) -> None:
    asha = Player(world, world.member("Asha"))
    assert standings.STAFF_ONLY() in said(await asha.member.slash(world.channel, "rummy server", daily=world.channel))
    staff = await asked(world)
    await world.wait(SOON)
    (first,) = posts(world, FIRST)
    assert daily.head(FIRST) in words(first)
    asha.look(await asha.member.click(first, label=daily.PLAY()))
    await asha.drop()
    await asha.press("share")
    for _ in range(2):
        await world.restart(down_seconds=HOUR)
        await world.wait(SOON)
    assert len(posts(world, FIRST)) == 1
    await world.restart(down_seconds=A_DAY - 2 * HOUR)
    await world.wait(SOON)
    (second,) = posts(world, SECOND)
    told = words(second)
    assert "1 person finished it. Best: 20 points in 0 turns." in told
    assert "1\\. Asha: 20 points in 0 turns" in told
    seed = await world.app.store.daily.seed(FIRST)
    assert seed.hex() not in told
    assert (await world.app.store.daily.seed(SECOND)).hex() not in told
    late = await asha.member.click(first, label=daily.PLAY())
    assert daily.over(FIRST) in said(late)
    assert "20 points" in said(await asha.member.click(second, label=daily.MY_RESULT()))
    await world.restart(down_seconds=3 * A_DAY)
    await world.wait(SOON)
    assert len(posts(world, FIFTH)) == 1
    assert not posts(world, date(2026, 1, 4)), "nobody waits for what is over"
    assert daily.head(FIRST) not in words(posts(world, FIFTH)[0])
    answer = await staff.slash(world.channel, "rummy server", no_daily=True)
    assert "not posted" in said(answer)
    await world.restart(down_seconds=A_DAY)
    await world.wait(SOON)
    assert not posts(world, date(2026, 1, 6))


async def test_what_was_sent_before_a_crash_is_not_sent_again(world: World, monkeypatch: Any) -> None:
    await asked(world)

    async def fail(*_: Any) -> None:
        raise StoreFailedError("gone")

    monkeypatch.setattr(world.app.store.daily_posts, "mark_sent", fail)
    await world.wait(100)
    while not posts(world, FIRST):
        await world.wait(10)
    await world.wait(SOON)
    assert len(posts(world, FIRST)) == 1
    await world.restart()
    await world.wait(SOON)
    assert len(posts(world, FIRST)) == 1
    assert await world.app.store.daily_posts.unsent() == ()


async def test_a_closed_channel_is_tried_again_once_it_opens(world: World) -> None:
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, times=1)
    await asked(world)
    await world.wait(SOON)
    assert not posts(world, FIRST)
    asha = Player(world, world.member("Asha"))
    await asha.daily()
    await world.wait(SOON)
    assert len(posts(world, FIRST)) == 1
