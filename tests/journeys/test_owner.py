"""The owner's actions from Discord: status, announcements, blocks, and maintenance."""

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError

from bot.codes import BlockKind, Problem, TableStatus
from bot.text import daily, refusals
from bot.text import owner as owner_text
from tests.journeys.people import controls, place, result, said, table_of, words
from tests.journeys.test_disputes import staff
from tests.journeys.world import MINUTE, World

LATER = refusals.PROBLEMS[Problem.MAINTENANCE]()


async def owned(world: World) -> MemberActor:
    """Return the owner, in a server that has the owner's commands."""
    owner = staff(world)
    world.config = world.config.model_copy(update={"owner_server": world.guild.id})
    await world.restart()
    await world.wait(61)
    return owner


async def test_maintenance_lets_matches_end_and_nothing_begin(world: World) -> None:
    owner = await owned(world)
    asha, ben = await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0)
    waiting = world.member("Chitra")
    await waiting.slash(world.channel, "rummy new", rules="winzo", pace="blitz")
    assert owner_text.MAINTENANCE_ON() in said(await owner.slash(world.channel, "paplu maintenance", on=True))
    for command, options in (
        ("rummy quick", {}),
        ("rummy new", {"rules": "circle", "pace": "blitz"}),
        ("tournament new", {"name": "Cup", "start": "in 2 hours"}),
    ):
        assert LATER in said(await owner.slash(world.channel, command, **options)), command
    await waiting.slash(world.channel, "rummy seat add")
    assert LATER in said(await waiting.slash(world.channel, "rummy start"))
    shown = (await ben.member.slash(world.channel, "daily")).response
    assert shown is not None
    assert LATER in said(await ben.member.click(shown, label=daily.PLAY()))
    await world.restart()
    for person in (asha, ben):
        await person.command("play drop", confirm=True)
    assert result(world) is not None, "the match has come to its end"
    assert LATER in said(await asha.member.slash(world.channel, "rummy rematch"))
    assert "Maintenance" in said(await owner.slash(world.channel, "paplu status"))
    assert owner_text.MAINTENANCE_OFF() in said(await owner.slash(world.channel, "paplu maintenance", on=False))
    assert LATER not in said(await waiting.slash(world.channel, "rummy start"))


async def test_who_is_blocked_reads_one_sentence(world: World) -> None:
    owner = await owned(world)
    asha, _ben = await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0)
    await owner.slash(world.channel, "paplu block", person=asha.member)
    for command in ("rummy quick", "play hand", "profile"):
        assert said(await asha.member.slash(place(world), command)) == refusals.PROBLEMS[Problem.BLOCKED_PERSON]()
    assert "still play at" in said(await asha.member.slash(place(world), "rummy data erase")), "their data stays theirs"
    await world.restart()
    await world.wait(61)
    status = said(await owner.slash(world.channel, "paplu status"))
    assert owner_text.block(BlockKind.PERSON, asha.member.id) in status
    await owner.slash(world.channel, "paplu block", person=asha.member, lift=True)
    assert "blocked" not in said(await asha.member.slash(place(world), "profile"))
    other = world.env.create_guild("Elsewhere")
    room = other.create_text_channel("rummy")
    dev = other.add_member(world.env.create_user("Dev"))
    await owner.slash(world.channel, "paplu block", server=str(other.id))
    assert said(await dev.slash(room, "rummy quick")) == refusals.PROBLEMS[Problem.BLOCKED_SERVER]()
    for wrong, why in (
        ({}, owner_text.ONE_OF_BOTH()),
        ({"server": "my server"}, owner_text.NOT_AN_ID()),
        ({"server": str(world.guild.id)}, owner_text.NOT_ONESELF()),
        ({"server": "123456789012345678", "lift": True}, owner_text.NOT_BLOCKED()),
    ):
        assert said(await owner.slash(world.channel, "paplu block", **wrong)) == why


async def test_nobody_plays_at_tables_of_a_blocked_server_from_direct_messages(world: World) -> None:
    owner, refusal = await owned(world), refusals.PROBLEMS[Problem.BLOCKED_SERVER]()
    other = world.env.create_guild("Elsewhere")
    room = other.create_text_channel("rummy")
    dev, eve = (other.add_member(world.env.create_user(name, global_name=name)) for name in ("Dev", "Eve"))
    settings = (await dev.slash(room, "rummy settings")).response
    assert settings is not None
    await dev.click(settings, label="Hand by DM")
    for host in (dev, eve):
        await host.slash(room, "rummy new", rules="winzo", pace="blitz")
    for command in ("rummy seat add", "rummy start"):
        await dev.slash(room, command)
    (hand,) = (message for message in dev.user.dm_channel.history() if "hand-more" in controls(message))
    assert refusal not in said(await dev.user.slash("play hand"))
    await owner.slash(world.channel, "paplu block", server=str(other.id))
    lines = {table.row.id: len(table.journal) for table in await world.app.store.tables.open_tables()}
    (code,) = (row.id for row in await world.app.store.tables.open_rows() if row.status is TableStatus.PLAYING)
    asked: dict[str, dict[str, Any]] = {
        **{name: {} for name in ("play hand", "rummy table", "rummy scores")},
        "rummy record": {"table": code},
        "play draw": {"source": "closed"},
        **{name: {"confirm": True} for name in ("play drop", "rummy end")},
    }
    for command, options in asked.items():
        assert said(await dev.user.slash(command, **options)) == refusal, command
    assert refusal in said(await dev.user.click(hand, custom_id=controls(hand)["hand-more"]["custom_id"]))
    for command in ("rummy seat add", "rummy start", "rummy leave"):
        assert said(await eve.user.slash(command)) == refusal, command
    assert {table.row.id: len(table.journal) for table in await world.app.store.tables.open_tables()} == lines
    assert refusal not in said(await dev.user.slash("profile")), "what is of no server goes on"
    await world.wait(20 * MINUTE)
    assert code not in {row.id for row in await world.app.store.tables.open_rows()}, "turns have run out"
    await owner.slash(world.channel, "paplu block", server=str(other.id), lift=True)
    assert refusal not in said(await eve.user.slash("rummy seat add"))


def notices(channel: Any) -> list[str]:
    return [words(message) for message in channel.history() if "From the host of this bot" in words(message)]


async def test_an_announcement_stands_once_in_each_chosen_place(world: World) -> None:
    owner = await owned(world)
    news = world.guild.create_text_channel("news")
    assert f"<#{news.id}>" in said(await owner.slash(world.channel, "rummy server", news=news))
    answer = said(await owner.slash(world.channel, "paplu announce", words="**New** rules\nfrom Monday."))
    assert "1 server" in answer
    await world.wait(61)
    await world.restart()
    await world.wait(200)
    (read,) = notices(news)
    assert "rules from Monday." in read
    assert not notices(world.channel)
    await owner.slash(world.channel, "rummy server", no_news=True)
    await owner.slash(world.channel, "paplu announce", words="Nobody reads that.")
    await world.wait(61)
    assert len(notices(news)) == 1


async def test_nobody_else_has_these_commands(world: World) -> None:
    await owned(world)
    dev = world.member("Dev")
    with pytest.raises(SetupError, match="not visible"):  # Discord hides it from those who do not manage the server
        await dev.slash(world.channel, "paplu status")
    (command,) = await world.app.client.tree.fetch_commands(guild=discord.Object(world.guild.id))
    world.guild.set_command_permissions(command.id, {dev: True})
    for name, options in (("maintenance", {"on": True}), ("announce", {"words": "Hello"}), ("status", {})):
        assert said(await dev.slash(world.channel, f"paplu {name}", **options)) == owner_text.NOT_OWNER()
    await world.wait(61)
    assert LATER not in said(await dev.slash(world.channel, "rummy quick"))


OTHERS = {"name": "dice", "description": "Another tool of the same application", "type": 1}


def writes(world: World) -> list[str]:
    """Return the requests so far that wrote commands of a server."""
    sent = (request for request in world.env.http_requests if request.method != "GET")
    return [request.path for request in sent if "/guilds/" in request.path and request.path.endswith("/commands")]


async def of_server(world: World, guild: int) -> set[str]:
    """Return the commands that only that server has."""
    return {command.name for command in await world.app.client.tree.fetch_commands(guild=discord.Object(guild))}


async def own(world: World, server: int | None) -> None:
    """Change the setting, and start the bot again."""
    world.config = world.config.model_copy(update={"owner_server": server})
    await world.restart()


async def test_owners_commands_are_written_once_and_go_when_the_server_changes(world: World) -> None:
    first, second = world.guild.id, world.env.create_guild("Office").id
    client = world.app.client
    await client.http.bulk_upsert_guild_commands(client.application_id or 0, first, [OTHERS])
    await own(world, first)
    assert await of_server(world, first) == {"paplu", "dice"}
    written = len(writes(world))
    await own(world, first)
    assert len(writes(world)) == written, "nothing has changed"
    await own(world, second)
    assert (await of_server(world, first), await of_server(world, second)) == ({"dice"}, {"paplu"})
    await own(world, None)
    assert (await of_server(world, first), await of_server(world, second)) == ({"dice"}, set())
    assert await world.app.store.owners.all() == ()


@pytest.mark.parametrize(("status", "code", "kept"), [(403, 50001, False), (400, 0, True)])
async def test_a_former_server_that_discord_refuses(world: World, status: int, code: int, kept: bool) -> None:
    """A server that has removed the bot is forgotten; any other is tried again at the next start."""
    await own(world, world.guild.id)
    world.env.inject_error("GET", "/applications/*/guilds/*/commands", status=status, code=code, times=1)
    await own(world, None)
    assert await world.app.store.owners.all() == ((world.guild.id,) if kept else ())
    await own(world, None)
    assert await world.app.store.owners.all() == ()
