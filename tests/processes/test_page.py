"""A player on the page, whose bot is killed and ended and whose network breaks, and one in Discord's client."""

import asyncio

import pytest
from playwright.async_api import Page, expect

from bot.localcord.world import World
from bot.rummy.actions import Discard, Draw, Source
from bot.rummy.cards import Card
from tests.localcord.pages.conftest import CHROMIUM
from tests.ports import kept_port
from tests.processes import journals
from tests.processes.bots import Bot
from tests.processes.conftest import Spawner
from tests.processes.players import Attempt, Player, page_link, seated
from tests.waiting import until_read
from tests.web.browser.test_page import browsing, dragged, has_thrown

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
SOON = 3.0
"""Seconds after which a page is right again once a process listens."""

IS_RIGHT = """held => !document.getElementById("link").textContent
    && (held === null || document.querySelectorAll("#hand .held").length === held)"""


async def test_a_page_loses_no_move_and_comes_back_soon(world: World, bots: Spawner) -> None:
    with kept_port() as port:
        bot = bots(WEB_ADDRESS=f"127.0.0.1:{port}")
        await bot.start()
        asha, ben = await seated(world, computers=0)
        (table,) = await journals.tables(bot.database)
        async with browsing(breaks=True) as browser:
            page = await browser.new_page()
            await page.goto(await page_link(world, asha.person))
            await page.locator("#asks button").click()
            await expect(page.locator("#hand .held")).to_have_count(13)

            await ben.turn(declares=False)  # if it is his
            await draw(page, asha)
            await back(page, bot, port, 14)
            await throw(page, asha)
            await back(page, bot, port, 13)
            assert await ben.turn(declares=False)
            await expect(page.locator("[data-zone=closed].take")).to_have_count(1)
            await page.locator("[data-zone=closed]").tap()
            await back(page, bot, port, None)  # killed as it plays: the card was drawn, or can be drawn
            if await page.locator("[data-zone=closed].take").count():
                await page.locator("[data-zone=closed]").tap()
            asha.attempts.append(Attempt(str(Draw(Source.CLOSED)), acknowledged=True))
            await expect(page.locator("#hand .held")).to_have_count(14)
            await throw(page, asha)

            await browser.set_offline(True)
            assert await ben.turn(declares=False)
            await browser.set_offline(False)
            async with asyncio.timeout(SOON):
                await expect(page.locator("[data-zone=closed].take")).to_have_count(1)
            second = await browser.new_page()
            await second.goto(page.url)
            await draw(second, asha)
            await page.reload()
            await expect(page.locator("#hand .held")).to_have_count(14)
        await journals.check(bot.database, table, [asha, ben])


async def draw(page: Page, player: Player) -> None:
    await page.locator("[data-zone=closed].take").tap()
    player.attempts.append(Attempt(str(Draw(Source.CLOSED)), acknowledged=True))
    await expect(page.locator("#hand .held")).to_have_count(14)


async def throw(page: Page, player: Player) -> None:
    """Drag a card that is no joker to the open deck."""
    key = await page.locator("#hand .held:not(:has(.joker))").first.get_attribute("data-key")
    assert key is not None
    card, _, _ = key.partition(" ")
    await dragged(page, card, "[data-zone=open]")
    player.attempts.append(Attempt(str(Discard(Card.parse(card))), acknowledged=True))
    await has_thrown(page)


async def back(page: Page, bot: Bot, port: int, held: int | None) -> None:
    """Kill the bot and start it again; soon after it listens, the page is connected and holds as many cards."""
    await bot.kill()
    await expect(page.locator("#link")).not_to_be_empty()
    starting = asyncio.create_task(bot.start())

    async def listens() -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return False
        writer.close()
        return True

    await until_read(listens, "the listener")
    # Playwright looks at each frame; `expect` would look once a second.
    await page.wait_for_function(IS_RIGHT, arg=held, timeout=1000 * SOON)
    await starting
