"""Pages of the local Discord in a headless Chromium; whatever one of them complains of fails its test."""

import hashlib
import json
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Locator, Page, Response, WebSocket, async_playwright, expect

from bot.localcord.server import LocalDiscord
from bot.localcord.site import Site
from bot.localcord.world import World
from tests.localcord.faults import FaultyDiscord
from tests.processes.bots import HURRIED, Bot
from tests.waiting import PATIENCE

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ONE_LOOP = pytest.mark.asyncio(loop_scope="session")
"""Marks tests that run in the event loop of the browser."""
expect.set_options(timeout=1000 * PATIENCE)
WIDE, PHONE = (1280, 800), (400, 800)
TARGET = 44
"""The least width and height of a control in pixels; a control in a line of text is as high as the line."""
TOO_SMALL = """least => [...document.querySelectorAll("button, a[href], input, select, textarea, [role=option]")]
    .filter(control => control.checkVisibility({ visibilityProperty: true }))
    .filter(control => !control.matches(".text :is(a, button), .skip"))
    .map(control => control.closest("label.choice") ?? control)
    .filter(control => ["width", "height"].some(side => Math.round(control.getBoundingClientRect()[side]) < least))
    .map(control => control.outerHTML)"""


@dataclass
class Seen:
    """A page, and all that the server ever sent to it."""

    page: Page
    frames: list[str] = field(default_factory=list)
    bodies: dict[str, str] = field(default_factory=dict)
    """The fingerprint of every file it loaded, by address."""
    wrong: list[str] = field(default_factory=list)
    _loading: list[Response] = field(default_factory=list)

    def watch(self) -> None:
        self.page.on("websocket", self._socket)
        self.page.on("response", lambda response: self._loading.append(response))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "console", lambda said: self.wrong.append(said.text) if said.type in ("error", "warning") else None
        )

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(str(data)))

    async def loaded(self) -> dict[str, str]:
        """Return the fingerprints of everything it has loaded."""
        for response in self._loading:
            if response.ok:
                self.bodies[response.url] = hashlib.sha256(await response.body()).hexdigest()
        self._loading.clear()
        return self.bodies

    def messages(self) -> list[dict[str, Any]]:
        """Return every version of every message it was sent."""
        found = []
        for told in map(json.loads, self.frames):
            found += [told["message"]] if isinstance(told.get("message"), dict) else []
            found += told.get("messages") or []
        return found

    async def usable(self) -> None:
        """Check that axe finds nothing wrong on the page, and that a finger hits every control."""
        found = (await Axe().run(self.page)).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
        assert await self.page.evaluate(TOO_SMALL, TARGET) == []

    # -- what a person does -------------------------------------------------------------------------

    def button(self, label: str) -> Locator:
        """Return the newest button with that label that can be pressed."""
        return self.page.locator("#log button.button:not([disabled])").filter(has_text=label).last

    def menu(self, hint: str) -> Locator:
        """Return the newest menu with that hint."""
        return self.page.locator("#log button.menu:not([disabled])").filter(has_text=hint).last

    async def press(self, label: str) -> None:
        """Press the button; press again if the page tells that the message changed at that moment."""
        failures = self.page.locator(".failure")
        for _ in range(3):
            before = await failures.count()
            await self.button(label).click()
            await self.idle()
            if await failures.count() <= before:
                return

    async def choose(self, hint: str, *labels: str) -> None:
        """Choose from a menu; without labels its first entry."""
        await self.menu(hint).click()
        options = self.page.get_by_role("option")
        if not labels:
            await options.first.click()
        for label in labels:
            await options.filter(has_text=label).first.click()
        if await self.page.locator("dialog.picker footer").count():
            await self.page.locator("dialog.picker footer button").last.click()
        await self.idle()

    async def idle(self) -> None:
        """Wait until no press is being worked on."""
        await expect(self.page.locator(".busy")).to_have_count(0)

    async def command(self, name: str) -> None:
        """Type a slash command and send it."""
        await self.page.locator("#write").fill("")
        await self.page.locator("#write").press_sequentially(f"/{name}")
        await expect(self.page.locator("#suggest [aria-selected=true]")).to_contain_text(f"/{name}")
        await self.page.keyboard.press("Enter")
        await self.page.keyboard.press("Enter")

    async def open_hand(self, press: Callable[[], Awaitable[None]] | None = None) -> None:
        """Press My hand; press again if the page tells that the board changed at that moment."""
        private = self.page.locator(".message.private")
        for _ in range(3):
            await (press() if press else self.press("My hand"))
            await expect(private.or_(self.page.locator(".failure")).last).to_be_visible()
            if await private.count():
                return
        raise AssertionError("no hand")

    async def enter_thread(self) -> None:
        await self.page.locator(".threads .channel").last.click()
        await expect(self.button("My hand")).to_be_visible()


@pytest.fixture
def humans() -> list[str]:
    return ["Asha"]


@pytest.fixture
def world(humans: list[str]) -> World:
    return World.create(humans)


@pytest_asyncio.fixture(loop_scope="session")
async def server(world: World) -> AsyncIterator[FaultyDiscord]:
    """Serve a page for each person, not started by the bot."""
    served = FaultyDiscord(world, rate_limits=False)
    Site(served, {key_of(person.name): person for person in world.people}, key_of("list"))
    async with served:
        yield served


@pytest_asyncio.fixture(loop_scope="session")
async def bot(server: LocalDiscord, tmp_path: Path) -> AsyncIterator[Bot]:
    started = Bot(server, tmp_path, command=HURRIED)
    await started.start()
    yield started
    await started.kill()
    assert not started.strayed
    assert not server.gaps
    assert not server.errors


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Yield one browser for all tests; no page of `visit` sees what another has stored."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        await started.close()


Visit = Callable[..., Awaitable[Seen]]


@pytest_asyncio.fixture(loop_scope="session")
async def visit(server: LocalDiscord, browser: Browser) -> AsyncIterator[Visit]:
    """Yield a function that opens a player's page; in the end no page may have logged an error."""
    opened: list[Seen] = []

    async def open_page(name: str = "Asha", size: tuple[int, int] = WIDE, locale: str = "en-US") -> Seen:
        page = await browser.new_page(viewport={"width": size[0], "height": size[1]}, locale=locale)
        page.set_default_timeout(1000 * PATIENCE)
        seen = Seen(page)
        seen.watch()
        opened.append(seen)
        await page.goto(f"{server.url}/p/{key_of(name)}/")
        await expect(page.locator("#link")).to_be_empty()
        return seen

    yield open_page
    for seen in opened:
        await seen.page.close()
        assert not seen.wrong


def key_of(name: str) -> str:
    """Return the key of that person's page in a test."""
    return hashlib.sha256(name.encode()).hexdigest()
