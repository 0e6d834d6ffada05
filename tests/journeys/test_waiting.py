"""Messages that could not be posted: tried again when that may work, given up when it cannot."""

import pytest

from bot.codes import TableStatus
from bot.discord.outbox.live import BOARD_LIFE
from bot.rummy.ids import TableId
from bot.store.rows.outbox import OutboxMessage
from tests.journeys.people import Person, card, controls, is_result, place, two, words
from tests.journeys.world import World


async def end(people: list[Person]) -> None:
    """Let all leave, so that the match is over."""
    for person in people:
        await person.command("rummy leave", confirm=True)


async def unsent(world: World) -> list[OutboxMessage[TableId]]:
    return list(await world.app.store.tables.unsent(1000))


async def test_what_cannot_be_posted_is_given_up(world: World) -> None:
    people = await two(world)
    hall = world.guild.create_text_channel("hall")
    for person in people:
        person.place = hall
    thread = place(world)
    world.env.backend.delete_channel(thread.id)
    world.env.backend.delete_channel(world.channel.id)
    await end(people)
    await world.wait(5)
    assert await unsent(world) == []
    sent = len(world.env.http_requests)
    await world.restart(30)
    await world.wait(300)
    paths = [r.path for r in world.env.http_requests[sent:]]
    assert not [path for path in paths if str(world.channel.id) in path]


async def test_a_result_goes_to_the_thread_where_the_channel_is_shut(world: World) -> None:
    people = await two(world)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, times=None)
    await end(people)
    await world.wait(5)
    assert [m for m in place(world).history() if is_result(m)]
    assert await unsent(world) == []


async def test_a_guards_refusal_without_a_code_gives_nothing_up(world: World) -> None:
    people = await two(world)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=0, times=None)
    await end(people)
    await world.wait(5)
    assert await unsent(world)


@pytest.mark.usefixtures("rare_beats")
async def test_what_is_older_than_a_day_is_sent_all_the_same(world: World) -> None:
    people = await two(world)
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await end(people)
    await world.wait(3600)
    assert await unsent(world)
    await world.restart(25 * 3600)
    await world.wait(10)
    assert await unsent(world)
    world.env.backend.faults.clear()
    await world.wait(300)
    assert await unsent(world) == []


@pytest.mark.usefixtures("rare_beats")
async def test_a_long_outage_needs_no_reconnect(world: World) -> None:
    people = await two(world)
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await end(people)
    await world.wait(3600)
    assert await unsent(world)
    world.env.backend.faults.clear()
    await world.wait(300)
    assert await unsent(world) == []
    # The card of the table is one, the message that could not be sent the other.
    places = (world.channel, *world.channel.threads)
    assert len([m for place in places for m in place.history() if is_result(m)]) == 2


async def test_what_was_not_drawn_before_a_long_gap_is_drawn(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
    await ben.click(card(world), label="Join")
    world.env.backend.faults.clear()
    assert f"<@{ben.id}>" not in words(card(world))
    await world.restart(2 * 3600)
    await world.wait(5)
    assert f"<@{ben.id}>" in words(card(world))


async def test_a_lobby_without_a_card_gets_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    asha = world.member("Asha")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=None)
    await asha.slash(world.channel, "rummy new", rules="winzo")
    monkeypatch.setattr("bot.discord.outbox.catch_up.RECENT", BOARD_LIFE * 0)
    world.env.backend.faults.clear()
    await world.restart(2)
    await world.wait(1)
    (row,) = await world.app.store.tables.open_rows()
    assert row.status is TableStatus.LOBBY
    assert "join" in controls(card(world))
    assert len(world.channel.history()) == 1
