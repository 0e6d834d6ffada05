"""Permissions and places that the bot loses amid a game, and gets back."""

from datetime import timedelta

import discord
import pytest
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bot.codes import TableStatus
from bot.rummy.ids import PlayerId
from bot.store.rows.outbox import OutboxKind
from tests.journeys.people import Person, place, result, said, two, words
from tests.journeys.pools import deal_won_by, mover, next_deal, pass_on, seated, turn
from tests.journeys.test_matches import play_on
from tests.journeys.world import World


def deny(world: World, channel: ChannelHandle, **permissions: bool) -> None:
    """Take these permissions from the bot in a channel and its threads."""
    denied = discord.Permissions(**permissions).value
    bot = world.env.backend.bot_user.id
    world.env.backend.set_overwrite(channel.id, Overwrite(bot, OverwriteType.MEMBER, deny=denied))


def give_back(world: World, channel: ChannelHandle) -> None:
    """Give the bot back what was denied."""
    world.env.backend.delete_overwrite(channel.id, world.env.backend.bot_user.id)


async def is_posted(world: World, people: list[Person]) -> bool:
    """Return whether the result was posted; a card that stands is edited without any permission."""
    store = world.app.store
    (row,) = await store.tables.recent_of(PlayerId(people[0].member.id), 1)
    sent = bool(await store.tables.sent(row.id, OutboxKind.RESULT))
    assert sent or [one for one in await store.tables.unsent() if one.kind == OutboxKind.RESULT], "it was given up"
    return sent


async def drop_all(people: list[Person]) -> None:
    """End the match: the one whose turn it is drops."""
    for person in people:
        await person.command("play drop", confirm=True)


async def test_a_result_waits_until_the_bot_may_write_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord.outbox.outbox.POSTING_LIFE", timedelta(seconds=60))
    people = await two(world, rules="circle")
    await people[0].open_hand()
    deny(world, world.channel, send_messages=True, send_messages_in_threads=True)
    await drop_all(people)
    await world.wait(300)
    assert (await world.app.store.tables.open_rows()) == ()
    assert not await is_posted(world, people)
    give_back(world, world.channel)
    await world.wait(2)
    assert await is_posted(world, people)


async def test_a_result_waits_over_a_restart(world: World) -> None:
    people = await two(world, rules="circle")
    await people[0].open_hand()
    deny(world, world.channel, send_messages=True, send_messages_in_threads=True)
    await drop_all(people)
    await world.wait(60)
    await world.restart()
    await world.wait(60)
    world.env.backend.get_channel(world.channel.id).overwrites.clear()  # without an event
    await world.wait(3700)
    assert await is_posted(world, people), "it is tried again once an hour"


async def test_a_thread_that_is_closed_and_locked_is_left_for_the_channel(world: World) -> None:
    people = await two(world)
    thread = place(world)
    await people[0].open_hand()
    world.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083, times=None)
    world.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083, times=None)
    mover = people[0] if "draw closed" in people[0].can else people[1]
    await mover.turn_by_commands()
    await world.wait(20)
    (told,) = [message for message in world.channel.history() if "it goes on here" in words(message)]
    assert all(f"<@{person.member.id}>" in words(told) for person in people)
    (row,) = await world.app.store.tables.open_rows()
    assert row.thread is None
    for person in people:
        person.place = world.channel
        assert f"goes on in <#{world.channel.id}>" in said(await person.command("play hand"))
        assert "goes on in" not in said(await person.command("play hand"))
    await play_on(world, people)


STAGES = ("before the first card", "a card is drawn", "between deals", "at the end")


@pytest.mark.parametrize("code", [50083, 160005])
@pytest.mark.parametrize("stage", STAGES)
async def test_a_thread_may_be_locked_at_any_stage_of_a_match(world: World, stage: str, code: int) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", pace="none")
    asha, ben, cara = people
    thread = asha.place
    if stage == "a card is drawn":
        await (await turn(people)).press("draw closed")
    elif stage == "between deals":
        await deal_won_by(people, asha)
    elif stage == "at the end":
        await cara.command("rummy leave", confirm=True)
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, f"/channels/{thread.id}/messages*", status=400, code=code, times=None)
    since = len(world.channel.history())

    match stage:
        case "before the first card":
            await pass_on(await turn(people), commands=True)
        case "a card is drawn":
            drawn = mover(people)
            assert drawn is not None
            await drawn.command("play discard", card=str(drawn.cards[0]))
        case "between deals":
            await next_deal(people, commands=True)
        case "at the end":
            await ben.command("rummy leave", confirm=True)
    await world.wait(20)
    for person in people:
        person.place = world.channel
    if stage != "at the end":
        (row,) = await world.app.store.tables.open_rows()
        assert row.thread is None
        assert len([one for one in world.channel.history()[since:] if "it goes on here" in words(one)]) == 1
        assert mover(people) is not None
        await pass_on(await turn(people), commands=True)
        for person in (cara, ben):
            await person.command("rummy leave", confirm=True)
        await world.wait(2)
    assert result(world) is not None
    assert await is_posted(world, people)
    assert await world.app.store.ledger.faults() == ()


async def test_a_server_that_takes_the_bot_back_within_two_minutes_loses_nothing(world: World) -> None:
    people = await two(world, pace="slow")
    backend, store, guild = world.env.backend, world.app.store, world.guild.id
    kept, table = backend.guilds[guild], (await store.tables.open_rows())[0].id
    for seconds, status in ((60, TableStatus.PLAYING), (200, TableStatus.VOID)):
        backend.emit("GUILD_DELETE", {"id": str(guild)})
        await world.wait(seconds)
        backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, kept))
        await world.wait(5)
        assert await store.departures.all() == ()
        assert (await world.app.tables.find(table)).row.status is status
        if status is TableStatus.PLAYING:
            await people[0].turn_by_buttons()
