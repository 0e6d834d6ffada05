"""Takes the pictures of README and docs from the page itself.

`python -m tests.localcord.screenshots [FOLDER]`; the folder is docs/ by default.
"""

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, async_playwright, expect

from bot.localcord.server import LocalDiscord
from bot.localcord.site import Site
from bot.localcord.world import World
from bot.text.lobby import computer_name
from tests.localcord.pages.conftest import ARGUMENTS, CHROMIUM, PHONE, Seen
from tests.localcord.pages.test_page import sit_down
from tests.processes.bots import Bot

ROOT = Path(__file__).parents[2]
COLOURS = 128
TURNS = 3
"""Turns until the person drops; the pictures of the last one stay."""
SIZE = (1000, 1800)
"""Higher than any message: of a message that does not fit, the page shows only a part."""


async def take(target: Locator | Seen, file: Path) -> None:
    """Save the visible part as a small PNG."""
    if isinstance(target, Seen):
        data = await target.page.screenshot()
    else:
        data = await target.screenshot()
    save(data, file)


def save(data: bytes, file: Path) -> None:
    """Save with few colours; such pictures need no more."""
    picture = Image.open(io.BytesIO(data)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(file, optimize=True)
    print(f"{file.name}: {file.stat().st_size / 1024:.0f} KiB")


async def tell(seen: Seen, folder: Path) -> None:
    """Take pictures of a deal from its lobby to its score sheet, played with Best."""
    await sit_down_until_lobby(seen)
    await take(message(seen, "Start"), folder / "lobby.png")
    await seen.press("Start")
    await seen.enter_thread()
    await seen.press("My hand")
    for _ in range(TURNS):
        closed, over = seen.button("Closed"), seen.button("Rematch").or_(seen.button("Done"))
        await expect(closed.or_(over).last).to_be_visible()
        if await over.count():
            break
        await take(message(seen, "Discards"), folder / "board.png")
        await seen.press("Closed")
        await seen.press("Best")
        await take(message(seen, "Best"), folder / "hand.png")
        await seen.choose("Discard…")
    await leave_the_deal(seen)
    await take(seen.page.locator(".message:not(.private):has(h2):has(img)", has_text="wins!").last, folder / "show.png")
    await seen.press("Scores")
    await take(seen.page.locator(".message.private").last, folder / "scores.png")


async def sit_down_until_lobby(seen: Seen) -> None:
    await seen.command("rummy new")
    await seen.press("Open lobby")
    await seen.press("Add computer")
    for number in (1, 2):
        await seen.press("Casual")
        await expect(seen.page.locator("#log")).to_contain_text(computer_name(number))


async def leave_the_deal(seen: Seen) -> None:
    """Drop, so that the computers finish at once."""
    draw, over, done = seen.button("Closed"), seen.button("Rematch"), seen.button("Done")
    await expect(draw.or_(over).or_(done).last).to_be_visible()
    if await draw.count():
        await seen.press("⋯")
        await seen.press("Drop…")
        await seen.press("Drop")
    elif await done.count():
        await seen.press("Done")
    await expect(over).to_be_visible()


def message(seen: Seen, label: str) -> Locator:
    """Return the newest message with that button."""
    return seen.page.locator(".message", has=seen.page.get_by_role("button", name=label, exact=True)).last


async def on_a_phone(seen: Seen, folder: Path) -> None:
    await sit_down(seen, computers=2)
    await seen.page.get_by_role("button", name="Channels", exact=True).click()
    await seen.page.locator(".threads .channel").click()
    await seen.press("My hand")
    await expect(seen.button("Closed")).to_be_visible()
    await take(seen, folder / "phone.png")


async def in_the_west(seen: Seen, folder: Path) -> None:
    """Take a picture of Rommé at the person's last turn."""
    await seen.command("rummy new")
    await seen.choose("Classic", "Rommé")
    await seen.press("Open lobby")
    await seen.press("Add computer")
    for number in (1, 2):
        await seen.press("Casual")
        await expect(seen.page.locator("#log")).to_contain_text(computer_name(number))
    await seen.press("Start")
    await seen.enter_thread()
    await seen.press("My hand")
    over = seen.page.locator("#log").get_by_text("wins the deal")
    while True:
        await expect(seen.button("Closed").or_(over).last).to_be_visible()
        if await over.count():
            break
        board = message(seen, "Discards")
        await board.locator("img").evaluate("img => img.decode()")
        await take(board, folder / "romme.png")
        await seen.press("Closed")
        if await seen.button("Place best").count():
            await seen.press("Place best")
        await seen.choose("Discard…")


async def main(folder: Path) -> None:
    for size, walk in ((SIZE, tell), (PHONE, on_a_phone), (SIZE, in_the_west)):
        world = World.create(["Asha"])
        server = LocalDiscord(world)
        site = Site(server, {"key": world.people[0]}, "list")
        with tempfile.TemporaryDirectory() as scratch:
            bot = Bot(server, Path(scratch))
            async with server, async_playwright() as playwright:
                await bot.start()
                try:
                    chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
                    page = await chromium.new_page(viewport={"width": size[0], "height": size[1]})
                    await page.goto(site.address("key"))
                    await expect(page.locator("#link")).to_be_empty()
                    await walk(Seen(page), folder)
                    await chromium.close()
                finally:
                    await bot.stop()


if __name__ == "__main__":
    wanted = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"
    wanted.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(wanted))
