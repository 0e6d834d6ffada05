"""Access to places: private tables, other servers, threads and codes."""

from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.enums import ChannelType

from bot.codes import Problem
from bot.rummy.ids import TableId
from bot.text import lobby as lobby_text
from bot.text import refusals
from tests.journeys.people import card, controls, said, table_of, words
from tests.journeys.world import World


async def lobby(world: World, host: MemberActor, **options: Any) -> str:
    """Return the code of a new lobby."""
    before = {row.id for row in await world.app.store.tables.open_rows()}
    await host.slash(world.channel, "rummy new", rules="winzo", **options)
    (new,) = {row.id for row in await world.app.store.tables.open_rows()} - before
    return new


async def test_a_thread_of_a_member_is_never_taken_for_the_table(world: World) -> None:
    asha, ben, mallory = (world.member(name) for name in ("Asha", "Ben", "Mallory"))
    await lobby(world, asha, private=True)
    world.env.backend.create_thread(
        world.channel.id, "Points rummy · Asha, Ben", mallory.id, type=ChannelType.PUBLIC_THREAD
    )
    await world.wait(1)
    await asha.slash(world.channel, "rummy seat add", user=ben)
    await ben.click(card(world), label="Join")
    await asha.click(card(world), label="Start")
    hers, ours = world.channel.threads
    assert not [m for m in hers.history() if controls(m)]
    assert ours._channel.type == discord.ChannelType.private_thread.value
    assert [m for m in ours.history() if "discards" in controls(m)]


async def test_a_thread_whose_answer_was_lost_is_found_again_unless_it_is_another_tables(world: World) -> None:
    channels, opened = world.app.channels, world.env.now()

    async def thread(since: datetime | None, taken: tuple[int, ...] = ()) -> int | None:
        name, channel = "Pool 101 · Asha, Ben", world.channel.id
        return await channels.open_thread(
            channel, name, private=False, slow=False, members=(), since=since, taken=taken
        )

    first = await thread(None)
    assert first is not None
    assert await thread(opened) == first
    second = await thread(opened, (first,))
    assert second not in (None, first)
    assert await thread(None) not in (None, first, second), "a first try looks for nothing"
    assert await thread(opened + timedelta(hours=1)) not in (None, first, second)


async def test_another_server_cannot_join_or_watch(world: World) -> None:
    asha = world.member("Asha")
    code = await lobby(world, asha)
    elsewhere = world.env.create_guild("Other")
    room = elsewhere.create_text_channel("room")
    user = world.env.create_user("Mallory")
    mallory = elsewhere.add_member(user)
    assert said(await mallory.slash(room, "rummy join", table=code)) == refusals.PROBLEMS[Problem.NO_TABLE]()
    assert said(await mallory.slash(room, "rummy table", table=code)) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    assert said(await user.slash("rummy join", table=code)) == refusals.PROBLEMS[Problem.NO_TABLE]()
    assert said(await user.slash("rummy table", table=code)) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    assert "seat" in words((await asha.user.slash("rummy table", table=code)).response).lower()


async def test_a_table_in_direct_messages_is_for_its_players(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.user.slash("rummy new", rules="winzo")
    (row,) = await world.app.store.tables.open_rows()
    assert said(await ben.user.slash("rummy table", table=row.id)) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    assert said(await ben.user.slash("rummy join", table=row.id)) == refusals.PROBLEMS[Problem.NO_TABLE]()


async def test_a_guest_plays_at_a_table_in_the_direct_messages_of_another(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.user.slash("rummy new", rules="winzo")
    assert "is invited" in words((await asha.user.slash("rummy seat add", user=ben.user)).response)
    (invitation,) = ben.user.dm_channel.history()
    assert "would like to play with you" in words(invitation)
    assert "rummy join" not in words(invitation)
    await ben.user.click(invitation, label="Join")
    assert invitation.id not in [message.id for message in ben.user.dm_channel.history()]
    await asha.user.slash("rummy start")
    await world.wait(1)
    hand = next(message for message in ben.user.dm_channel.history() if "hand-more" in controls(message))
    row = (await world.app.store.tables.open_rows())[0]
    turn = (await world.app.tables.find(row.id)).called
    if ben.id not in turn:
        await asha.user.slash("play draw", source="closed")
        drawn = (await asha.user.slash("play hand")).response
        await asha.user.slash("play discard", card=controls(drawn)["select discard"]["options"][0]["value"])
    await world.wait(30)
    call = next(message for message in ben.user.dm_channel.history() if "your turn" in words(message))
    assert "draw closed" in controls((await ben.user.click(call, label="Play my turn")).response)
    assert "draw closed" in controls(next(m for m in ben.user.dm_channel.history() if m.id == hand.id))


@pytest.mark.parametrize("begun", [False, True])
async def test_a_table_in_direct_messages_follows_its_new_host(world: World, begun: bool) -> None:
    asha, ben = world.member("Asha").user, world.member("Ben").user
    await asha.slash("rummy new", rules="winzo")
    await asha.slash("rummy seat add", user=ben)
    await ben.click(ben.dm_channel.history()[0], label="Join")
    await asha.slash("rummy seat add")
    if begun:
        await asha.slash("rummy start")
    left = await asha.slash("rummy leave")
    if begun:
        await asha.click(left.response, label="Leave")
    await world.wait(5)
    if not begun:
        card = next(message for message in ben.dm_channel.history() if "start" in controls(message))
        await ben.click(card, label="Start")
        await world.wait(5)
    board = next(message for message in ben.dm_channel.history() if "discards" in controls(message))
    assert "hand-more" in controls((await ben.click(board, label="My hand")).response)
    assert not [message for message in asha.dm_channel.history() if "discards" in controls(message)]


async def test_codes_of_private_tables_are_not_told(world: World) -> None:
    asha, dev = world.member("Asha"), world.member("Dev")
    private = [await lobby(world, asha, private=True) for _ in range(2)]
    for command in ("rummy table", "rummy join", "rummy rules"):
        told = said(await dev.slash(world.channel, command))
        assert not [code for code in private if code in told], command
    public = await lobby(world, asha)
    assert said(await dev.slash(world.channel, "rummy join")) == lobby_text.JOINED()
    assert dev.id in (await world.app.tables.find(TableId(public))).lobby.persons
    assert "Which table?" in said(await asha.slash(world.channel, "rummy table"))


async def test_join_without_a_code_means_a_lobby_here(world: World) -> None:
    asha, ben, dev = (world.member(name) for name in ("Asha", "Ben", "Dev"))
    await table_of(world, [asha, ben], computers=0)
    assert said(await dev.slash(world.channel, "rummy join")) == refusals.PROBLEMS[Problem.NO_TABLE]()
    await lobby(world, ben)
    assert said(await ben.slash(world.channel, "rummy join")) == refusals.PROBLEMS[Problem.ALREADY_SEATED]()
    assert said(await dev.slash(world.channel, "rummy join")) == lobby_text.JOINED()
    private = await lobby(world, asha, private=True)
    assert said(await dev.slash(world.channel, "rummy join")) == refusals.PROBLEMS[Problem.ALREADY_SEATED]()
    await asha.slash(world.channel, "rummy seat add", user=dev, table=private)
    assert said(await dev.slash(world.channel, "rummy join")) == lobby_text.JOINED()


# -- invitations ------------------------------------------------------------------------------------


def invitations(world: World) -> list[Any]:
    """Return the invitations in the channel."""
    return [m for m in world.channel.history() if "would like to play with you" in words(m)]


async def test_who_is_invited_is_told(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await lobby(world, asha, private=True)
    answer = await asha.slash(world.channel, "rummy seat add", user=ben)
    assert f"<@{ben.id}> is invited" in said(answer)
    (told,) = invitations(world)
    assert f"<@{ben.id}>" in words(told)
    (sent,) = [r for r in world.env.http_requests if "would like to play with you" in str(r.json)]
    assert sent.json is not None
    assert [int(id) for id in sent.json["allowed_mentions"]["users"]] == [ben.id]
    await asha.slash(world.channel, "rummy seat add", user=ben)
    assert len(invitations(world)) == 1, "nobody is pinged twice"
    stranger = world.member("Dev")
    assert said(await stranger.click(told, label="Join")) == refusals.PROBLEMS[Problem.NOT_INVITED]()
    assert said(await ben.click(told, label="Join")) == lobby_text.JOINED()
    assert invitations(world) == []
    assert ben.id in (await world.app.tables.find((await world.app.store.tables.open_rows())[0].id)).lobby.persons


async def test_the_host_is_answered_although_nobody_can_be_told(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await lobby(world, asha, private=True)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, times=1)
    assert "is invited" in said(await asha.slash(world.channel, "rummy seat add", user=ben))
