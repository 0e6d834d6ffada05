"""Every request the bot makes, held against Discord's own description of its API.

The journeys hold theirs against it too.
"""

from pathlib import Path
from typing import Any

import pytest

from tests import openapi
from tests.journeys.people import Person, card, controls, open_more, place, result, table_of
from tests.journeys.test_matches import play_on
from tests.journeys.world import World

pytestmark = pytest.mark.skipif(
    not openapi.FILE.is_file(), reason="DISCORD_OPENAPI names no file of Discord's OpenAPI description"
)


async def use_everything(world: World) -> None:
    """Do one of each thing that people can do."""
    asha, ben, chitra = (world.member(name) for name in ("Asha", "Ben", "Chitra"))
    form = await asha.slash(world.channel, "rummy new")
    assert form.response is not None
    await asha.click(form.response, label="Open lobby")
    await ben.click(card(world), label="Join")
    for label in ("Remove…", "Verify", "Cancel"):
        await asha.click(await open_more(asha, card(world)), label=label)
    people = await table_of(world, [asha, ben, chitra])
    for command in ("rummy table", "rummy rules", "rummy help", "rummy doctor", "rummy settings", "rummy verify"):
        await people[0].member.slash(world.channel, command)
    await people[2].member.slash(world.channel, "rummy settings")
    message, id = people[2].find("hand")
    await people[2].member.click(message, custom_id=id)
    settings = await chitra.slash(world.channel, "rummy settings")
    assert settings.response is not None
    await chitra.click(settings.response, label="Hand by DM")
    await _look_around(people[0])
    await people[2].command("rummy leave", confirm=True)
    await play_on(world, people[:2])
    end = result(world)
    assert end is not None
    for name in ("record", "verify"):
        menu = await open_more(asha, end)
        await asha.click(menu, custom_id=controls(menu)[name]["custom_id"])
    id = next(c["custom_id"] for action, c in controls(end).items() if action.split()[0] == "rematch")
    await asha.click(end, custom_id=id)
    await table_of(world, [asha, ben], private=True, pace="slow", computers=0)


async def _look_around(person: Person) -> None:
    await person.open_hand()
    form = await person.member.click(person.shown, custom_id=person.can["ask-groups"]["custom_id"])
    await person.member.submit_modal(form, {"group-1": [str(person.cards[0])]})
    for action in ("discards", "scores", "rules", "more"):
        message, id = person.find(action)
        await person.member.click(message, custom_id=id)
    await person.command("rummy end")
    await person.command("rummy leave")
    await person.command("play drop")
    await person.member.autocomplete(place(person.world), "play discard", "card", "")


async def test_requests_are_as_discord_describes_them(tmp_path: Path) -> None:
    async with World(tmp_path) as world:
        await use_everything(world)
        requests = list(world.env.http_requests)
    assert len(requests) > 80
    assert not openapi.wrong(requests)


MESSAGES = "/channels/1/messages"


@pytest.mark.parametrize(
    ("method", "path", "body", "error"),
    [
        ("POST", "/nowhere", None, "no such request"),
        ("DELETE", f"{MESSAGES}/2", {"reason": "x"}, "no body is expected"),
        ("POST", MESSAGES, {"flags": "many"}, "['flags'] \"many\" is not of types"),
        (
            "POST",
            MESSAGES,
            {"components": [{"type": 17, "components": [{"type": 10, "content": ""}]}]},
            "['components', 0, 'components', 0, 'content'] \"\" is shorter than 1 character",
        ),
    ],
)
def test_what_is_wrong_is_seen(method: str, path: str, body: Any, error: str) -> None:
    assert error in "\n".join(openapi.description().errors(method, path, body))


def test_what_is_right_passes() -> None:
    body = {"flags": 1 << 15, "components": [{"type": 10, "content": "hello"}], "allowed_mentions": {"users": [3]}}
    assert not [*openapi.description().errors("POST", MESSAGES, body)]
