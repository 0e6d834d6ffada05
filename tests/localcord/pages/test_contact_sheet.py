"""Every screen on a phone: its height, its controls and its words, as the page shows it."""

import io
import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Route, expect

from bot.discord.translate import modal_of, sendable
from bot.layout import Attachment, Form, Picture, Screen
from bot.localcord.world import World
from tests.localcord.pages import shown
from tests.localcord.pages.conftest import ONE_LOOP, Seen, Visit

pytestmark = ONE_LOOP

SIZE = (390, 844)
FILE = Path(__file__).with_name("contact_sheet.txt")
"""The most that each screen takes: its height in visible screens, its controls besides those that throw a card by one
press, and its words.
"""
ROOM = (0.03, 0, 4)
"""A screen may be so much larger before it counts as grown: it is drawn by other machines."""
BOUNDS = {
    "hand to draw": 0.75,
    "hand to discard": 0.9,
    "hand to draw, advice": 1.0,
    "hand to discard, advice": 1.0,
    "hand to discard, advice in full": 1.0,
    "lesson step": 0.95,
}
"""What every game promises for the height of these screens."""
MOST_ON_HAND = 7
MEASURE = """async ({ messages, throwing }) => {
    const { Messages } = await import("/page/messages.js");
    const around = { people: () => [], roles: () => [], channels: () => [] };
    new Messages({ me: null, forMessage: () => ({ act() {}, around }) }).replace(messages, false);
    const words = (element) => element.innerText.split(/\\s+/).filter(Boolean).length;
    return [...document.querySelectorAll("#log > .message")].map((message) => [
        message.getBoundingClientRect().height / innerHeight,
        [...message.querySelectorAll(".button, .menu")].filter((one) => !one.dataset.id.includes(throwing)).length,
        [...message.querySelectorAll(".text")].reduce((sum, text) => sum + words(text), 0),
    ]);
}"""
MEASURE_FORM = """async form => {
    const { openForm } = await import("/page/forms.js");
    const nobody = () => [];
    openForm(form, { people: nobody, roles: nobody, channels: nobody }, () => {});
    const dialog = document.querySelector("dialog.form");
    const measured = [dialog.scrollHeight / innerHeight, dialog.querySelectorAll("label.field").length,
        dialog.innerText.split(/\\s+/).length];
    dialog.remove();
    return measured;
}"""
Measured = tuple[float, int, int]


@pytest.mark.parametrize("game", [*shown.MATCHES, "around"])
async def test_no_screen_grows(visit: Visit, world: World, game: str) -> None:
    world.people[0].say(world.channel, "hello")
    seen = await visit(size=SIZE)
    await expect(seen.page.locator(".message")).to_have_count(1)
    found = await measured(seen, game)
    sheet = {name: most for place, name, most in written() if place == game}
    assert {name: most for name, most in found.items() if not fits(most, sheet.get(name))} == {}, as_lines(game, found)
    assert sheet.keys() == found.keys()
    for name, (height, controls, _) in found.items():
        assert height <= BOUNDS.get(name, height)
        assert controls <= MOST_ON_HAND or not name.startswith("hand")


def fits(found: Measured, most: Measured | None) -> bool:
    return most is not None and all(one <= limit + room for one, limit, room in zip(found, most, ROOM, strict=True))


def written() -> Iterator[tuple[str, str, Measured]]:
    """Yield the place and name of each screen, and what it takes."""
    for line in FILE.read_text("utf-8").splitlines():
        place, name, *numbers = re.split(r"  +", line)
        height, controls, words = numbers
        yield place, name, (float(height), int(controls), int(words))


def as_lines(game: str, found: dict[str, Measured]) -> str:
    """Return the sheet of that game as the file has it."""
    lines = (
        f"{game:9}  {name:33}  {height:.2f}  {controls:2}  {words:3}"
        for name, (height, controls, words) in found.items()
    )
    return "\n".join(lines)


async def measured(seen: Seen, game: str) -> dict[str, Measured]:
    """Return the most that the screens of each name take."""
    screens = list(shown.around() if game == "around" else shown.of_game(game))
    files: dict[str, bytes] = {}
    await seen.page.route("**/sheet/**", partial(_send, files))
    messages = [_message(number, one, files) for number, (_, one) in enumerate(screens) if isinstance(one, Screen)]
    found = iter(await seen.page.evaluate(MEASURE, {"messages": messages, "throwing": ":throw "}))
    most: dict[str, Measured] = {}
    for name, one in screens:
        now = next(found) if isinstance(one, Screen) else await seen.page.evaluate(MEASURE_FORM, _form(one))
        most[name] = tuple(map(max, most.get(name, now), now))
    return most


def _message(number: int, screen: Screen, files: dict[str, bytes]) -> dict[str, Any]:
    """Return a message as a page gets it; add its pictures to the files, by address."""
    components = json.dumps(sendable(screen)[0].to_components())
    for place, part in enumerate(screen.parts):
        if isinstance(part, Picture | Attachment):
            address = f"sheet/{number}/{place}"
            files[address] = part.data
            width, height = Image.open(io.BytesIO(part.data)).size if isinstance(part, Picture) else (0, 0)
            media = {"url": address, "filename": part.name, "width": width, "height": height}
            components = components.replace(f'{{"url": "attachment://{part.name}"}}', json.dumps(media))
    # Two authors in turn, so that each message has its head.
    return {
        "id": str(number),
        "author": str(number % 2),
        "author_name": "Paplu",
        "from_bot": True,
        "private": True,
        "created": "2026-01-01T00:00:00Z",
        "flags": 1 << 15,
        "components": json.loads(components),
    }


def _form(form: Form) -> dict[str, Any]:
    return {"title": form.title, "components": modal_of(form).to_dict()["components"]}


async def _send(files: dict[str, bytes], route: Route) -> None:
    await route.fulfill(body=files[route.request.url[route.request.url.index("sheet/") :]])
