"""Access on the pages' server: keys, origins, files, and nobody's private answers for anybody else."""

import asyncio
import base64
import io
import json
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio
from aiohttp import ClientSession, ClientWebSocketResponse, WSServerHandshakeError

from bot.localcord.server import LocalDiscord
from bot.localcord.words import WORDS
from bot.localcord.world import World, WorldPerson
from bot.render.drawing.portraits import portrait_of
from tests.localcord.pages.conftest import ONE_LOOP, key_of
from tests.waiting import PATIENCE

pytestmark = ONE_LOOP

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (640).to_bytes(4) + (480).to_bytes(4) + b"rest"
COMMANDS = [{"name": "hand", "description": "Look at your hand.", "type": 1}]


@pytest.fixture
def humans() -> list[str]:
    return ["Asha", "Ben"]


@pytest_asyncio.fixture(loop_scope="session")
async def web(server: LocalDiscord) -> AsyncIterator[ClientSession]:
    async with ClientSession() as session:
        yield session


def page(server: LocalDiscord, name: str = "Asha") -> str:
    return f"{server.url}/p/{key_of(name)}/"


async def listen(web: ClientSession, server: LocalDiscord, name: str = "Asha") -> ClientWebSocketResponse:
    return await web.ws_connect(page(server, name) + "live", headers={"Origin": server.url})


async def told(socket: ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    """Return the next frame of that kind."""
    async with asyncio.timeout(PATIENCE):
        while True:
            frame: dict[str, Any] = await socket.receive_json()
            if frame["t"] == kind:
                return frame


async def ask(socket: ClientWebSocketResponse, does: str, **details: object) -> dict[str, Any]:
    await socket.send_json({"id": 1, "do": does, **details})
    return await told(socket, "re")


async def answer_privately(world: World, person: WorldPerson, name: str = "hand.png", data: bytes = PNG) -> None:
    """Do as the bot would: answer a command with a private picture."""
    world.model.request("PUT", f"/applications/{world.model.application_id}/commands", COMMANDS)
    action = await person.command(world.channel, "hand")
    record = world.model.interactions[action.id]
    body = {"type": 4, "data": {"content": f"for {person.name} alone", "flags": 64, "attachments": [{"id": 0}]}}
    files = [discord.File(io.BytesIO(data), name, description="the ace of spades")]
    world.model.request("POST", f"/interactions/{record.id}/{record.token}/callback", body, files=files)


async def test_pictures_of_people_are_served_by_the_local_discord(
    web: ClientSession, server: LocalDiscord, world: World
) -> None:
    for person in world.people:
        name = world.model.users[person.id].avatar
        async with web.get(f"{server.url}/avatars/{person.id}/{name}.png?size=128") as answer:
            assert (answer.status, answer.content_type) == (200, "image/png")
            assert portrait_of(await answer.read()) is not None
    async with web.get(f"{server.url}/avatars/1/{'f' * 32}.png") as answer:
        assert answer.status == 404


async def test_page_and_its_files(web: ClientSession, server: LocalDiscord) -> None:
    async with web.get(page(server)) as answer:
        assert answer.status == 200
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'")
        assert "unsafe" not in policy
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    for name, kind in (("main.js", "text/javascript"), ("style.css", "text/css"), ("icon.svg", "image/svg+xml")):
        async with web.get(f"{server.url}/page/{name}") as answer:
            assert (answer.status, answer.content_type) == (200, kind)


async def test_emoji_have_the_picture_that_was_uploaded(web: ClientSession, server: LocalDiscord, world: World) -> None:
    image = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
    path = f"/applications/{world.model.application_id}/emojis"
    made = world.model.request("POST", path, {"name": "7_of_clubs", "image": image})
    async with web.get(f"{server.url}/emojis/{made['id']}.png") as answer:
        assert (answer.status, answer.content_type, await answer.read()) == (200, "image/png", PNG)


@pytest.mark.parametrize(
    "path",
    [
        "/p/",
        "/p/wrong/",
        "/p/wrong/live",
        "/p/wrong/file/1/1/x",
        "/page/nothing.js",
        "/emojis/1.png",
        "/page/..%2fsite.py",
    ],
)
async def test_nothing_without_the_key(web: ClientSession, server: LocalDiscord, path: str) -> None:
    async with web.get(server.url + path) as answer:
        assert answer.status == 404


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1:1"])
async def test_only_the_page_itself_may_listen(web: ClientSession, server: LocalDiscord, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    with pytest.raises(WSServerHandshakeError) as refused:
        await web.ws_connect(page(server) + "live", headers=headers)
    assert refused.value.status == 403


async def test_a_name_that_was_bound_to_this_address(web: ClientSession, server: LocalDiscord) -> None:
    async with web.get(page(server), headers={"Host": f"evil.example:{server.port}"}) as answer:
        assert answer.status == 403


async def test_live(web: ClientSession, server: LocalDiscord, world: World) -> None:
    socket = await listen(web, server)
    hello = await told(socket, "hello")
    assert hello["names"][hello["me"]] == "Asha"
    assert [channel["name"] for channel in hello["channels"]] == ["rummy"]
    assert await ask(socket, "say", channel=hello["home"], text=" hello ") == {"t": "re", "re": 1}
    world.people[1].say(world.channel, "hello to you")
    assert (await told(socket, "message"))["message"]["content"] == "hello to you"
    shown = (await ask(socket, "open", channel=hello["home"]))["messages"]
    assert [message["content"] for message in shown] == ["hello", "hello to you"]


async def test_a_client_speaks_the_language_of_its_browser(
    web: ClientSession, server: LocalDiscord, world: World
) -> None:
    heard: list[str] = []
    world.model.subscribers.append(
        lambda event, payload: heard.extend([payload["locale"]] if "locale" in payload else [])
    )
    await answer_privately(world, world.people[0])
    german = {"Accept-Language": "de-AT,de;q=0.9"}
    async with web.get(page(server), headers=german) as answer:
        shown = await answer.text()
    assert '<html lang="de" dir="ltr">' in shown
    assert "<noscript>Diese Seite braucht JavaScript.</noscript>" in shown
    async with web.get(page(server) + "words", headers=german) as answer:
        told = await answer.json()
    assert (told["language"], told["fromRight"], told["words"].keys()) == ("de", False, WORDS.keys())
    for person in world.people:
        await answer_privately(world, person)
    assert heard == ["en-US", "de", "en-US"]


async def test_private_answers_reach_their_owner_alone(web: ClientSession, server: LocalDiscord, world: World) -> None:
    asha, ben = await listen(web, server), await listen(web, server, "Ben")
    await answer_privately(world, world.people[0])
    message = (await told(asha, "message"))["message"]
    picture = message["attachments"][0]
    assert (picture["width"], picture["height"], picture["description"]) == (640, 480, "the ace of spades")
    assert "hm=" not in json.dumps(message)
    shown = (await ask(ben, "open", channel=str(world.channel)))["messages"]
    assert shown == []
    async with web.get(page(server) + picture["url"]) as answer:
        assert (answer.status, answer.content_type, await answer.read()) == (200, "image/png", PNG)
    async with web.get(page(server, "Ben") + picture["url"]) as answer:
        assert answer.status == 404
    for link in world.model.cdn._blobs:
        async with web.get(server.url + link) as answer:
            assert answer.status == 404, "without the key of a page"
    assert "error" in await ask(ben, "dismiss", message=message["id"])
    await asha.send_json({"id": 2, "do": "dismiss", "message": message["id"]})
    assert (await told(asha, "deleted"))["message"] == message["id"]


async def test_a_picture_that_moves_is_shown(web: ClientSession, server: LocalDiscord, world: World) -> None:
    asha = await listen(web, server)
    data = b"GIF89a" + (900).to_bytes(2, "little") + (1200).to_bytes(2, "little") + b"rest"
    await answer_privately(world, world.people[0], "deal.gif", data)
    picture = (await told(asha, "message"))["message"]["attachments"][0]
    assert (picture["width"], picture["height"]) == (900, 1200)
    async with web.get(page(server) + picture["url"]) as answer:
        assert (answer.status, answer.content_type, await answer.read()) == (200, "image/gif", data)


@pytest.mark.parametrize(("name", "data"), [("a.html", b"<script>1</script>"), ("b.png", b"<script>1</script>")])
async def test_what_is_no_picture_is_saved(
    web: ClientSession, server: LocalDiscord, world: World, name: str, data: bytes
) -> None:
    asha = await listen(web, server)
    await answer_privately(world, world.people[0], name, data)
    file = (await told(asha, "message"))["message"]["attachments"][0]
    assert "width" not in file
    async with web.get(page(server) + file["url"]) as answer:
        assert answer.content_type == "application/octet-stream"
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "sent",
    [
        "no json",
        "[]",
        "{}",
        '{"id": 1, "do": "nothing"}',
        '{"id": 1, "do": "open", "channel": "x"}',
        '{"id": 1, "do": "open", "channel": 5}',
        '{"id": 1, "do": "click", "message": "1", "custom_id": "x"}',
        '{"id": 1, "do": "submit", "interaction": "1", "values": 1}',
        '{"id": 1, "do": "command", "channel": "1", "name": "", "options": {}}',
        '{"id": 1, "do": ["open"]}',
    ],
)
async def test_nonsense_does_no_harm(web: ClientSession, server: LocalDiscord, world: World, sent: str) -> None:
    socket = await listen(web, server)
    await socket.send_str(sent)
    await socket.send_json({"id": 7, "do": "open", "channel": str(world.channel)})
    async with asyncio.timeout(PATIENCE):
        while (await told(socket, "re"))["re"] != 7:
            pass


NO_TEXT = r"before \ud83d after"
FORGED = [
    '{"id": 1, "do": "say", "channel": "%s", "text": "NO"}',
    '{"id": 1, "do": "say", "channel": "%s", "text": "a \\u0000 b"}',
    '{"id": 1, "do": "command", "channel": "%s", "name": "hand", "options": {"NO": 1}}',
    '{"id": 1, "do": "command", "channel": "%s", "name": "hand", "options": {"a": NaN}}',
    '{"id": 1, "do": "command", "channel": "%s", "name": "hand", "options": {"a": [1e999]}}',
    '{"id": 1, "do": "submit", "interaction": "%s", "values": {"name": [{"name": "NO", "data": ""}]}}',
    '{"id": 1, "do": "autocomplete", "channel": "%s", "name": "NO", "option": "", "typed": "", "options": {}}',
]


@pytest.mark.parametrize("sent", FORGED)
async def test_what_is_no_text_is_refused(
    web: ClientSession, server: LocalDiscord, world: World, sent: str, caplog: pytest.LogCaptureFixture
) -> None:
    asha, ben = await listen(web, server), await listen(web, server, "Ben")
    await asha.send_str((sent % world.channel).replace("NO", NO_TEXT))
    assert "no text" in (await told(asha, "re"))["error"]
    world.people[0].say(world.channel, "hello")
    assert (await told(ben, "message"))["message"]["content"] == "hello"
    assert not [*world.model.interactions]
    assert not caplog.records


async def test_a_world_that_holds_such_a_text_can_be_played_on(
    web: ClientSession, server: LocalDiscord, world: World
) -> None:
    world.people[0].say(world.channel, json.loads(f'"{NO_TEXT}"'))
    asha, ben = await listen(web, server), await listen(web, server, "Ben")
    for socket in (asha, ben):
        assert len((await ask(socket, "open", channel=str(world.channel)))["messages"]) == 1
    world.people[0].say(world.channel, "hello")
    assert (await told(ben, "message"))["message"]["content"] == "hello"


async def test_another_channel_is_not_told_of(web: ClientSession, server: LocalDiscord, world: World) -> None:
    letters = world.people[1].dm()
    world.model.create_message(letters, world.model.bot_user.id, "for Ben")
    socket = await listen(web, server)
    assert (await ask(socket, "open", channel=str(letters)))["messages"] == []
    assert "error" in await ask(socket, "say", channel=str(letters), text="hello")
