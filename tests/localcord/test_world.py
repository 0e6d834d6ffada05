"""People act through a real library over loopback, and see only what they may see."""

import pytest
from simcord.enums import ChannelType

from bot.localcord.model.actions import Refused
from bot.localcord.views import MessageView, WorldEvent, WorldEventKind
from bot.localcord.world import World, WorldPerson
from tests.localcord import remote_control, visible
from tests.localcord.conftest import PICTURE, Small
from tests.localcord.faults import FaultyDiscord
from tests.waiting import PATIENCE


async def greeted(world: World, **options: object) -> tuple[WorldPerson, WorldPerson, MessageView]:
    """Let Ana say hello to the bot while Ben looks on."""
    ana, ben = world.people
    reply = await (await ana.command(world.channel, "hello", options)).reply()
    assert reply.message is not None
    return ana, ben, reply.message


async def test_private_answer_is_seen_by_its_owner_alone(world: World, bot: Small) -> None:
    ana, ben = world.people
    with remote_control.events_of(ana) as anas, remote_control.events_of(ben) as bens:
        _, _, message = await greeted(world, times="2")
        assert message.text == "hello hello "
        assert message.private
        assert message.command == "hello"
        assert [message.id] == [seen.id for seen in ana.visible_messages(world.channel)]
        assert ben.visible_messages(world.channel) == []
        assert [event.kind for event in anas.waiting()] == [WorldEventKind.CREATED, WorldEventKind.ANSWERED]
        assert bens.waiting() == []
    with pytest.raises(Refused):
        await ben.click(message, "edit")


async def test_public_answer_is_seen_by_all(world: World, bot: Small) -> None:
    _, ben, message = await greeted(world, quiet=False)
    (seen,) = ben.visible_messages(world.channel)
    assert seen.text == message.text
    assert not seen.private


async def test_click_edits_and_lets_the_picture_go(world: World, server: FaultyDiscord, bot: Small) -> None:
    ana, _, message = await greeted(world)
    link = message.attachments[0]["url"].removeprefix(server.url)
    find = world.model.cdn.find
    assert find(link) == PICTURE
    assert find(link.partition("?")[0]) is None
    with remote_control.events_of(ana) as events:
        reply = await (await ana.click(message, "edit")).reply()
        assert reply.kind == "update"
        assert [event.kind for event in events.waiting()] == [WorldEventKind.UPDATED, WorldEventKind.ANSWERED]
    assert find(link) is None
    assert reply.message is not None
    assert reply.message.text == "edited"
    # A press on what has just gone reaches the bot, which says so in its own words; what no control can say does not.
    assert (await (await ana.click(message, "edit")).reply()).kind == "update"
    for id in ("", "x" * 101):
        with pytest.raises(Refused):
            await ana.click(message, id)


async def test_a_private_thread_is_gone_only_for_those_who_were_in_it(world: World, server: FaultyDiscord) -> None:
    ana, ben = world.people
    bot = world.model.bot_user.id
    private = ChannelType.PRIVATE_THREAD.value
    before = world.model.create_thread(world.channel, "before", bot, type=private)
    world.model.add_thread_member(before.id, ana.id)
    with remote_control.events_of(ana) as anas, remote_control.events_of(ben) as bens:
        since = world.model.create_thread(world.channel, "since", bot, type=private)
        world.model.add_thread_member(since.id, ana.id)
        anas.waiting()
        for thread in (before, since):
            world.model.delete_channel(thread.id)
        assert anas.waiting() == [WorldEvent(WorldEventKind.GONE, before.id), WorldEvent(WorldEventKind.GONE, since.id)]
        assert bens.waiting() == []


async def test_alt_text(world: World, bot: Small) -> None:
    _, _, message = await greeted(world)
    assert message.attachments[0]["description"] == "a hand"


async def test_form(world: World, bot: Small) -> None:
    ana, ben, message = await greeted(world)
    with remote_control.events_of(ana) as events:
        reply = await (await ana.click(message, "form")).reply()
        assert events.waiting()[0].kind is WorldEventKind.MODAL
    assert reply.modal is not None
    assert visible.fields(reply.modal) == ["words"]
    with pytest.raises(Refused):
        await ben.submit(reply.modal.interaction, {"words": "mine"})
    sent = await (await ana.submit(reply.modal.interaction, {"words": "ours"})).reply()
    assert sent.message is not None
    assert sent.message.text == "you wrote ours"


async def test_menu(world: World, bot: Small) -> None:
    ana, _, message = await greeted(world)
    reply = await (await ana.select(message, "menu", ["b"])).reply()
    assert reply.message is not None
    assert reply.message.text == "chose ['b']"
    with pytest.raises(Refused):
        await ana.select(message, "menu", ["z"])


async def test_promised_answer(world: World, bot: Small) -> None:
    ana, _, message = await greeted(world)
    action = await ana.click(message, "late")
    with remote_control.events_of(ana) as events:
        created = await events.next(PATIENCE)
        assert created.kind is WorldEventKind.CREATED
        assert isinstance(created.about, MessageView)
        assert created.about.loading
    reply = await action.reply()
    assert reply.message is not None
    assert reply.message.text == "at last"


async def test_no_answer_in_time(world: World, bot: Small) -> None:
    ana, _, message = await greeted(world)
    with remote_control.events_of(ana) as events:
        reply = await (await ana.click(message, "never")).reply()
        assert reply.failed
        assert events.waiting()[0].kind is WorldEventKind.FAILED


async def test_deleted_and_dismissed(world: World, bot: Small) -> None:
    ana, _, message = await greeted(world)
    with remote_control.events_of(ana) as events:
        await ana.click(message, "delete")
        while (await events.next(PATIENCE)).kind is not WorldEventKind.DELETED:
            pass
    _, _, another = await greeted(world)
    ana.dismiss(another)
    assert ana.visible_messages(world.channel) == []


async def test_autocomplete_and_people(world: World, bot: Small) -> None:
    ana, ben = world.people
    offered = await ana.autocomplete(world.channel, "pick", "what", "p")
    assert [choice["value"] for choice in offered] == ["pear"]
    reply = await (await ana.command(world.channel, "pick", {"what": "pear", "who": str(ben.id)})).reply()
    assert reply.message is not None
    assert reply.message.content == f"pear {ben.id}"


async def test_direct_messages(world: World, bot: Small) -> None:
    ana, ben = world.people
    reply = await (await ana.command(ana.dm(), "hello", {"quiet": False})).reply()
    assert reply.message is not None
    assert ben.visible_messages(ana.dm()) == []
    assert [c.kind for c in ana.channels()] == ["text", "dm"]
    with pytest.raises(Refused):
        await ben.command(ana.dm(), "hello")


@pytest.mark.parametrize(("name", "options"), [("nothing", {}), ("hello", {"times": "many"}), ("pick", {})])
async def test_what_a_client_would_not_send(world: World, bot: Small, name: str, options: dict[str, object]) -> None:
    with pytest.raises(Refused):
        await world.people[0].command(world.channel, name, options)


async def test_page_values_are_json(world: World, bot: Small) -> None:
    import json

    _, _, message = await greeted(world)
    assert json.loads(json.dumps(message.json()))["id"] == str(message.id)
