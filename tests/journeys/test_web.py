"""The page in a browser, from Discord's side: what Discord says about people who play there."""

import pytest
from discord import Object, PermissionOverwrite, TextChannel

from bot.discord.members import KEPT, Members
from bot.flows.answer import Threads
from bot.rummy.ids import PlayerId
from tests.journeys.world import World


async def test_members_are_asked_for_one_by_one_and_known_for_a_minute(world: World) -> None:
    asha, stranger = world.member("Asha"), world.env.create_user("Stranger")
    hidden = world.guild.create_text_channel("staff", overwrites={asha: PermissionOverwrite(view_channel=False)})
    members = Members(world.app.client, world.app.clock)
    found = await members.of(world.guild.id, PlayerId(asha.id))
    assert found is not None
    assert found.name == "Asha"
    assert await found.seen(world.channel.id, hidden.id) == {world.channel.id}
    place = await found.place(world.channel.id)
    assert (place.channel, place.threads, place.missing) == (world.channel.id, Threads.ALL, None)
    assert (await found.place(hidden.id)).missing is not None
    assert await members.of(world.guild.id, PlayerId(stranger.id)) is None
    world.guild.remove_member(asha)
    assert await members.of(world.guild.id, PlayerId(asha.id)) is found
    await world.wait(KEPT.total_seconds())
    assert await members.of(world.guild.id, PlayerId(asha.id)) is None


async def test_a_private_thread_is_seen_by_those_in_it_alone(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    channel = await world.app.client.fetch_channel(world.channel.id)
    assert isinstance(channel, TextChannel)
    thread = await channel.create_thread(name="Private")
    await thread.add_user(Object(asha.id))
    members = Members(world.app.client, world.app.clock)
    seen = {one.id: await members.of(world.guild.id, PlayerId(one.id)) for one in (asha, ben)}
    assert [one and await one.seen(thread.id) for one in seen.values()] == [{thread.id}, frozenset()]
    await thread.remove_user(Object(asha.id))
    assert not await seen[asha.id].seen(thread.id)  # type: ignore[union-attr]


async def test_silence_of_discord_is_no_answer(world: World) -> None:
    asha = world.member("Asha")
    members = Members(world.app.client, world.app.clock)
    world.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001)
    with pytest.raises(LookupError):
        await members.of(world.guild.id, PlayerId(asha.id))
    assert await members.of(world.guild.id, PlayerId(asha.id)) is not None
