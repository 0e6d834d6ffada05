"""The places in which tables are shown: every answer that names a place is right."""

import re

import discord
import pytest
from simcord.builders import ChannelHandle

from tests.journeys.people import controls, said, words
from tests.journeys.tournaments import USUAL, steward
from tests.journeys.world import World

READ_ONLY = discord.PermissionOverwrite(send_messages=False)
LINK = re.compile(r"https://discord\.com/channels/(\d+)/(\d+)/(\d+)")


def thread_in(world: World, channel: ChannelHandle) -> ChannelHandle:
    """Return a public thread that a member has opened there."""
    owner = world.member("Olga")
    world.env.backend.create_thread(channel.id, "talk", owner_id=owner.id, type=discord.ChannelType.public_thread.value)
    return channel.threads[-1]


def linked(world: World, answer: str, channels: list[ChannelHandle]) -> tuple[ChannelHandle, str]:
    """Return the channel and the words of the message that an answer links."""
    found = LINK.search(answer)
    assert found is not None, answer
    channel = next(one for one in channels if one.id == int(found[2]))
    return channel, words(next(one for one in channel.history() if one.id == int(found[3])))


async def test_in_a_thread_the_answer_leads_to_the_card(world: World) -> None:
    asha, thread = world.member("Asha"), thread_in(world, world.channel)
    channel, shown = linked(world, said(await asha.slash(thread, "rummy new", rules="winzo")), [world.channel, thread])
    assert channel.id == world.channel.id
    assert "### Points rummy" in shown
    assert f"<#{world.channel.id}>" in said(await world.member("Ben").slash(thread, "rummy quick"))
    assert not [message for message in thread.history() if controls(message)]


async def test_the_answer_to_staff_leads_to_the_card_of_the_tournament(world: World) -> None:
    answer = await steward(world).slash(world.channel, "tournament new", **USUAL)
    assert "Autumn Cup" in linked(world, said(answer), [world.channel])[1]


@pytest.mark.parametrize("command", ["rummy new", "rummy quick"])
async def test_where_the_channel_is_read_only_its_thread_has_the_card(world: World, command: str) -> None:
    channel = world.guild.create_text_channel("notes", overwrites={world.guild.default_role: READ_ONLY})
    asha, thread = world.member("Asha"), thread_in(world, channel)
    options = {"rules": "winzo"} if command == "rummy new" else {}
    answer = said(await asha.slash(thread, command, **options))
    assert f"<#{thread.id}>" in answer or linked(world, answer, [thread])
    assert [message for message in thread.history() if "start" in controls(message)]
    assert not [message for message in channel.history() if controls(message)]


async def test_where_neither_channel_nor_thread_may_be_written_in_the_answer_says_what_is_missing(world: World) -> None:
    closed = discord.PermissionOverwrite(send_messages=False, send_messages_in_threads=False)
    channel = world.guild.create_text_channel("notes", overwrites={world.guild.default_role: closed})
    asha, thread = world.member("Asha"), thread_in(world, channel)
    answer = said(await asha.slash(thread, "rummy new", rules="winzo"))
    assert "**Send Messages in Threads**" in answer
    assert f"<#{thread.id}>" in answer
    assert not await world.app.store.tables.open_rows()


async def test_the_doctor_looks_where_a_table_would_go(world: World) -> None:
    channel = world.guild.create_text_channel("notes", overwrites={world.guild.default_role: READ_ONLY})
    asha = world.member("Asha")
    assert "❌ **Send Messages**" in said(await asha.slash(thread_in(world, channel), "rummy doctor"))
    assert "All is well here" in said(await asha.slash(thread_in(world, world.channel), "rummy doctor"))


async def test_the_doctor_names_no_permission_that_a_channel_has_no_use_for(world: World) -> None:
    asha, news = world.member("Asha"), world.guild.create_news_channel("news")
    answer = said(await asha.slash(news, "rummy doctor"))
    assert "Create Public Threads" in answer
    assert "Create Private Threads" not in answer
    answer = said(await asha.slash(world.guild.create_voice_channel("voice"), "rummy doctor"))
    assert "Threads" not in answer


async def test_a_table_of_an_announcement_channel_asks_for_a_thread_of_its_kind(world: World) -> None:
    asha, news = world.member("Asha"), world.guild.create_news_channel("news")
    await asha.slash(news, "rummy new", rules="winzo")
    (card,) = [message for message in news.history() if "start" in controls(message)]
    await world.member("Ben").click(card, custom_id=controls(card)["join"]["custom_id"])
    await asha.click(card, custom_id=controls(card)["start"]["custom_id"])
    # SimCord knows no threads of that kind, and refuses it.
    (asked,) = [one for one in world.env.http_requests if one.path == f"/channels/{news.id}/threads"]
    assert (asked.json or {})["type"] == discord.ChannelType.news_thread.value
    assert any("opened no thread here" in words(message) for message in news.history())


# -- private tables and tournaments -------------------------------------------------------------------


def without_private_threads(world: World) -> list[ChannelHandle]:
    """Return a place of each kind that can have no private threads."""
    return [
        world.guild.create_voice_channel("voice"),
        world.guild.create_news_channel("news"),
    ]


async def test_a_private_table_is_refused_where_it_could_not_be_private(world: World) -> None:
    asha = world.member("Asha")
    for place in without_private_threads(world):
        answer = said(await asha.slash(place, "rummy new", rules="winzo", private=True))
        assert f"<#{place.id}> cannot have one" in answer
        assert f"Try <#{world.channel.id}>" in answer
        assert not await world.app.store.tables.open_rows()
        await asha.slash(place, "rummy new", rules="winzo")
        (row,) = await world.app.store.tables.open_rows()
        await asha.slash(place, "rummy end", table=row.id, confirm=True)


async def test_a_private_table_names_the_permission_that_it_needs(world: World) -> None:
    lacks = discord.PermissionOverwrite(create_private_threads=False)
    channel = world.guild.create_text_channel("notes", overwrites={world.guild.default_role: lacks})
    answer = said(await world.member("Asha").slash(channel, "rummy new", rules="winzo", private=True))
    assert "**Create Private Threads**" in answer
    assert not await world.app.store.tables.open_rows()


async def test_a_tournament_is_refused_where_its_tables_could_have_no_threads(world: World) -> None:
    staff, thread, voice = steward(world), thread_in(world, world.channel), world.guild.create_voice_channel("voice")
    for place in (thread, voice):
        answer = said(await staff.slash(place, "tournament new", **USUAL))
        assert f"<#{place.id}> cannot have threads" in answer
        assert f"Use <#{world.channel.id}>" in answer
    assert "is announced" in said(await staff.slash(world.channel, "tournament new", **USUAL))
