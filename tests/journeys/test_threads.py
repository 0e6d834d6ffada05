"""Threads of finished matches: their names, and when they are archived."""

from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.rummy.ids import PlayerId
from tests.journeys.people import Person, result, said, two, words
from tests.journeys.test_disputes import staff
from tests.journeys.world import World

pytestmark = pytest.mark.usefixtures("rare_beats")
HOUR = 3600.0
OVER = "✓ Points rummy · Asha, Ben"


async def finished(world: World, **options: Any) -> list[Person]:
    """Let one of two people leave, so that their match is over."""
    people = await two(world, **options)
    await people[0].command("rummy leave", confirm=True)
    assert result(world) is not None
    return people


def thread(world: World) -> tuple[str | None, bool]:
    """Return the name of the only thread, and whether it is archived."""
    (found,) = world.channel.threads
    meta = found._channel.thread_metadata
    assert meta is not None
    return found.name, meta.archived


def patches(world: World) -> list[Any]:
    """Return the changes of the thread that the bot has asked for."""
    (found,) = world.channel.threads
    return [r.json for r in world.env.http_requests if (r.method, r.path) == ("PATCH", f"/channels/{found.id}")]


async def test_a_finished_thread_is_marked_at_once_and_archived_two_hours_later(world: World) -> None:
    await finished(world)
    assert thread(world) == (OVER, False)
    await world.wait(2 * HOUR - 120)
    assert thread(world) == (OVER, False)
    await world.wait(240)
    assert thread(world) == (OVER, True)
    assert patches(world) == [{"name": OVER}, {"archived": True}]


async def test_a_thread_is_archived_on_time_by_the_process_after_a_restart(world: World) -> None:
    await finished(world)
    await world.wait(HOUR / 2)
    await world.restart(HOUR)
    await world.wait(HOUR / 4)
    assert thread(world) == (OVER, False)
    await world.wait(HOUR / 4 + 120)
    assert thread(world) == (OVER, True)


@pytest.mark.parametrize(("hours", "until"), [(0, None), (1, 1), (4, 4)])
async def test_a_server_chooses_when_threads_are_archived(world: World, hours: int, until: int | None) -> None:
    chitra: MemberActor = staff(world)
    assert "**Threads** of finished matches" in said(await chitra.slash(world.channel, "rummy server", archive=hours))
    await finished(world)
    await world.wait((until or 5) * HOUR - 120)
    assert not thread(world)[1]
    await world.wait(240)
    assert thread(world)[1] is (until is not None)


async def test_a_refused_name_never_stops_the_result_and_is_tried_again_later(world: World) -> None:
    people = await two(world)
    (found,) = world.channel.threads
    world.env.inject_error("PATCH", f"/channels/{found.id}", status=403, code=50013, times=1)
    await people[0].command("rummy leave", confirm=True)
    assert result(world) is not None
    assert thread(world) == ("Points rummy · Asha, Ben", False)
    await world.wait(2 * HOUR + 120)
    assert thread(world) == (OVER, True)


async def test_archiving_is_tried_again_when_discord_does_not_answer(world: World) -> None:
    await finished(world)
    (found,) = world.channel.threads
    world.env.inject_error("GET", f"/channels/{found.id}", status=500, times=2)
    await world.wait(2 * HOUR + 60)
    assert not thread(world)[1]
    await world.wait(900)
    assert thread(world)[1]


async def test_a_result_in_an_archived_thread_is_redrawn_and_archived_again(world: World) -> None:
    chitra = staff(world)
    people = await finished(world)
    (row,) = await world.app.store.tables.recent_of(PlayerId(people[1].member.id))
    await world.wait(2 * HOUR + 120)
    await people[1].member.slash(world.channel, "dispute result", why="too short", table=row.id)
    (found,) = world.channel.threads
    (last,) = [message for message in found.history() if "wins!" in words(message)]
    path = f"/channels/{found.id}/messages/{last.id}"
    world.env.inject_error("PATCH", path, status=400, code=50083, times=1)
    before = len(patches(world))
    await chitra.slash(world.channel, "dispute void", table=row.id, words="fault")
    await world.wait(10)
    (last,) = [message for message in found.history() if message.id == last.id]
    assert "Doesn't count: the staff's decision" in words(last)
    assert patches(world)[before:] == [{"archived": False}, {"archived": True}]


async def test_what_staff_say_later_opens_a_thread_for_an_hour(world: World) -> None:
    chitra = staff(world)
    people = await finished(world)
    (row,) = await world.app.store.tables.recent_of(PlayerId(people[1].member.id))
    await world.wait(2 * HOUR + 120)
    await people[1].member.slash(world.channel, "dispute result", why="too short", table=row.id)
    await chitra.slash(world.channel, "dispute answer", table=row.id, words="fine as it is")
    (found,) = world.channel.threads
    world.env.backend.edit_channel(found.id, {}, thread_metadata={"archived": False})
    await world.wait(HOUR - 120)
    assert not thread(world)[1]
    await world.wait(240)
    assert thread(world)[1]
