"""Every request the bot makes, held against Discord's own description of its API."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError  # type: ignore[import-untyped]
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.journeys.people import Person, card, controls, place, result, table_of
from tests.journeys.test_matches import play_on
from tests.journeys.world import World

DESCRIPTION = os.environ.get("DISCORD_OPENAPI", "")

pytestmark = pytest.mark.skipif(
    not Path(DESCRIPTION or "-").is_file(), reason="DISCORD_OPENAPI names no file of Discord's OpenAPI description"
)


class Description:
    """Discord's OpenAPI file: which body belongs to which request."""

    def __init__(self, file: Path) -> None:
        self.document = json.loads(file.read_text(encoding="utf-8"))
        resource: Resource[Any] = DRAFT202012.create_resource(self.document)
        self._registry: Registry[Any] = Registry().with_resource("urn:discord", resource)
        self._paths = [
            (re.compile(re.sub(r"\{[^}]+\}", r"[^/]+", path.replace("@", "@"))), path)
            for path in sorted(self.document["paths"], key=lambda path: path.count("{"))
        ]

    def errors(self, method: str, path: str, body: Any) -> Iterator[str]:
        """What is wrong with a request."""
        template = next((name for pattern, name in self._paths if pattern.fullmatch(path)), None)
        if template is None or method.lower() not in self.document["paths"][template]:
            yield f"{method} {path}: no such request"
            return
        if body is None:
            return
        content = self.document["paths"][template][method.lower()].get("requestBody", {}).get("content", {})
        kind = "multipart/form-data" if "multipart/form-data" in content else "application/json"
        if kind not in content:
            yield f"{method} {template}: no body is expected"
            return
        pointer = "/".join(
            part.replace("~", "~0").replace("/", "~1")
            for part in ("paths", template, method.lower(), "requestBody", "content", kind, "schema")
        )
        validator = Draft202012Validator({"$ref": f"urn:discord#/{pointer}"}, registry=self._registry)
        for error in validator.iter_errors(as_snowflakes(body)):
            deepest = max(leaves(error), key=lambda leaf: len(leaf.absolute_path))
            yield f"{method} {template}: {list(deepest.absolute_path)} {deepest.message[-200:]}"


def leaves(error: ValidationError) -> Iterator[ValidationError]:
    """What an error comes down to; of a component only the branch that speaks of its type."""
    if not error.context:
        yield error
    for branch in {e.schema_path[0] for e in error.context}:
        of_branch = [e for e in error.context if e.schema_path[0] == branch]
        if not any(list(e.path) == ["type"] for e in of_branch):
            for e in of_branch:
                yield from leaves(e)


def as_snowflakes(body: Any) -> Any:
    """The body with ids as texts: discord.py sends some as numbers, which Discord takes as well."""
    if isinstance(body, list):
        return [as_snowflakes(item) for item in body]
    if not isinstance(body, dict):
        return body
    found = {key: as_snowflakes(value) for key, value in body.items()}
    if isinstance(found.get("recipient_id"), int):
        found["recipient_id"] = str(found["recipient_id"])
    if isinstance(found.get("users"), list):  # of allowed_mentions
        found["users"] = [str(user) if isinstance(user, int) else user for user in found["users"]]
    for attachment in found.get("attachments") or ():
        if isinstance(attachment, dict) and isinstance(attachment.get("id"), int):
            attachment["id"] = str(attachment["id"])
    return found


async def use_everything(world: World) -> None:
    """One of each thing that people can do."""
    asha, ben, chitra = (world.member(name) for name in ("Asha", "Ben", "Chitra"))
    form = await asha.slash(world.channel, "rummy new")
    assert form.response is not None
    await asha.click(form.response, label="Open lobby")
    await ben.click(card(world), label="Join")
    await asha.click(card(world), label="Remove…")
    await asha.click(card(world), label="Cancel")
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
    for name in ("record", "verify", "rematch"):
        id = next(c["custom_id"] for action, c in controls(end).items() if action.split()[0] == name)
        await asha.click(end, custom_id=id)
    await table_of(world, [asha, ben], private=True, pace="slow", computers=0)


async def _look_around(person: Person) -> None:
    await person.open_hand()
    form = await person.member.click(person.shown, custom_id=person.can["group"]["custom_id"])
    await person.member.submit_modal(form, {"groups": str(person.cards[0])})
    for action in ("discards", "scores", "rules", "more"):
        message, id = person.find(action)
        await person.member.click(message, custom_id=id)
    await person.command("rummy end")
    await person.command("rummy leave")
    await person.command("play drop")
    await person.member.autocomplete(place(person.world), "play discard", "card", "")


async def test_requests_are_as_discord_describes_them(tmp_path: Path) -> None:
    description = Description(Path(DESCRIPTION))
    async with World(tmp_path) as world:
        await use_everything(world)
        requests = list(world.env.http_requests)
    assert len(requests) > 100
    wrong = {error for r in requests for error in description.errors(r.method, r.path, r.json)}
    assert not wrong, "\n".join(sorted(wrong))
