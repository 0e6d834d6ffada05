"""The page in a headless Chromium, at the size of a phone: two people play in one browser, by finger and by keys."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import BrowserContext, Page, ViewportSize, async_playwright, expect

from bot.rummy.actions import parse_action
from bot.rummy.cards import Card
from bot.rummy.deal_view import DealView
from bot.rummy.game import game_of
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.web import WebPlace
from tests.flows.answers import CHANNEL, GUILD
from tests.localcord.pages.conftest import ARGUMENTS, CHROMIUM, TARGET, TOO_SMALL
from tests.service.context import ASHA, BEN, whose
from tests.stacked_packs import stack_packs
from tests.waiting import until_read
from tests.web.pages import Web, web

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
COUNT_TONES = """
tones = 0;
OscillatorNode.prototype.start = function (at) { tones += 1; AudioScheduledSourceNode.prototype.start.call(this, at); };
null
"""
WITH_JOKER = "TS JK QS QC QD QH 2C 4D 6H 8C 3D 5H 7C"
WITH_JACK = "JS KC KD KH 9H TH JH 2D 4C 6D 8D 3C 5S"
PHONE, WIDE = ViewportSize(width=360, height=640), ViewportSize(width=1280, height=800)
HUGE = Person(ASHA.id, DisplayName("<img src=x onerror=alert(1)> " + "W" * 4000))
OUT = ("AS 2S 3S 4S 5H 6H 7H 9C TC JC KD KS KH", "AD 3D 5D 7D 9D JD 2C 4C 6C 8C QC 2H 4H", "QS 8S 6D")
"""A hand that can be declared after the first draw, and another."""


@asynccontextmanager
async def browsing(
    engine: str = "chromium", size: ViewportSize = PHONE, *, breaks: bool = False
) -> AsyncIterator[BrowserContext]:
    """Open a browser; nothing may go wrong on its pages, but connections if the test `breaks` them."""
    wrong: list[str] = []
    async with async_playwright() as playwright:
        kind, path, arguments = playwright.chromium, CHROMIUM, ARGUMENTS
        if engine != "chromium":
            kind, arguments = getattr(playwright, engine), []
            path = kind.executable_path
            if not await asyncio.to_thread(Path(path).is_file):
                pytest.skip(f"{engine} is not installed")
        browser = await kind.launch(executable_path=path, args=arguments)
        context = await browser.new_context(viewport=size, has_touch=size == PHONE, reduced_motion="reduce")
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        yield context
        await browser.close()
    assert not [one for one in wrong if not (breaks and "WebSocket connection" in one)]


async def entered(page: Web, browser: BrowserContext, person: Person) -> Page:
    """Open the page as that person, by a link."""
    shown = await browser.new_page()
    await shown.goto(await page.door.link(WebPlace(person.id, person.name, GUILD, CHANNEL)))
    await expect(shown.locator("#asks")).to_contain_text(f"Play as {person.name}?")
    assert "#" not in shown.url
    await shown.locator("#asks button").click()
    return shown


async def dragged(page: Page, card: str, onto: str) -> None:
    """Drag a card of the hand with a finger onto the element of that selector."""
    (x, y), (to_x, to_y) = [await middle(page, one) for one in (f'#hand [data-key="{card} 1"]', onto)]
    finger = await page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": (x + to_x) / 2, "y": (y + to_y) / 2}]),
        ("touchMove", [{"x": to_x, "y": to_y}]),
        ("touchEnd", []),
    ):
        await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def middle(page: Page, selector: str) -> tuple[float, float]:
    """Return the middle of an element, which may be replaced at this moment."""
    while (box := await page.locator(selector).first.bounding_box()) is None:
        pass
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def has_thrown(page: Page) -> None:
    """Confirm a discard if the game asks about it, such as a joker, and wait until the card is gone."""
    held, sure = page.locator("#hand .held"), page.locator("#told button.red")

    async def is_answered() -> bool:
        return await held.count() == 13 or await sure.count() > 0

    await until_read(is_answered, "the answer to a discard")
    if await sure.count():
        await sure.press("Enter")
    await expect(held).to_have_count(13)


async def deal_of(page: Web, table: TableId, player: PlayerId) -> DealView:
    """Return the deal as that player sees it."""
    deal = (await page.desk.services.tables.find(table)).for_player(player).deal
    assert deal is not None
    return deal


async def test_two_people_play_in_one_browser_by_finger_and_by_keys() -> None:
    async with web() as page, browsing() as browser:
        state = await page.desk.services.table(ASHA, BEN)
        first, second = (ASHA, BEN) if whose(state) == ASHA.id else (BEN, ASHA)
        finger, keys = await entered(page, browser, first), await entered(page, browser, second)
        held = finger.locator("#hand .held")
        await finger.bring_to_front()
        await expect(held).to_have_count(13)
        assert await finger.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert await finger.evaluate(TOO_SMALL, TARGET) == []
        found = await Axe().run(finger)
        assert not found.response["violations"], found.generate_report()

        sound = finger.locator("#sound")
        await finger.evaluate(COUNT_TONES)
        await expect(sound).to_have_attribute("aria-pressed", "false")
        await sound.tap()
        assert await finger.evaluate("tones") == 2
        await finger.locator("[data-zone=closed]").tap()
        await expect(held).to_have_count(14)
        deal = await deal_of(page, state.id, first.id)
        loose = [
            card for card in dict.fromkeys(map(str, deal.hand)) if card != "JK" and Card.parse(card).rank != deal.wild
        ]
        await dragged(finger, loose[0], "[data-drop=new]")
        await finger.locator(f'#hand [data-key="{loose[1]} 1"]').tap()
        await finger.locator("#hand .bar [data-to=new]").tap()
        expected = Card.parse(loose[0]), Card.parse(loose[1])

        async def is_saved() -> bool:
            groups = getattr(await deal_of(page, state.id, first.id), "groups", ())
            return groups[-2:] == tuple((card,) for card in expected)

        await until_read(is_saved, "the groups are saved")
        await dragged(finger, loose[-1], "[data-zone=open]")
        await has_thrown(finger)

        await keys.bring_to_front()
        assert "Your turn" in await keys.title()
        await keys.locator("[data-zone=open]").focus()
        await keys.keyboard.press("Enter")
        await expect(keys.locator("#hand .held")).to_have_count(14)
        assert loose[-1] in map(str, (await deal_of(page, state.id, second.id)).hand)
        await keys.locator(f'#hand [data-key^="{loose[-1]} "]').last.focus()
        await keys.keyboard.press("ArrowLeft")
        await keys.keyboard.press("Space")
        await expect(keys.locator('#hand .held[aria-pressed="true"]')).to_have_count(1)
        await keys.locator('#hand .bar [data-to="zone open"]').press("Enter")
        await has_thrown(keys)
        await expect(finger.locator("[data-zone=closed].take")).to_have_count(1)  # the turn is back
        assert await finger.evaluate("tones") == 4
        await finger.reload()
        await expect(sound).to_have_attribute("aria-pressed", "true")
        await expect(finger.locator("#hand .held")).to_have_count(13)


async def test_a_card_dropped_on_the_joker_that_stands_for_it_takes_the_joker(monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, (WITH_JOKER, WITH_JACK, "2H 4H 6C"))
    async with web() as page, browsing() as browser:
        services = page.desk.services
        state = await services.table(ASHA, BEN, options=TableForm("romme", seats=2))
        first, second = (ASHA, BEN) if whose(state) == ASHA.id else (BEN, ASHA)
        for person, actions in (
            (first, ("draw closed", "place TS JK QS", "place QC QD QH", "discard 2C")),
            (second, ("draw closed", "place KC KD KH", "place 9H TH JH")),
        ):
            for said in actions:
                await services.tables.act(state.id, None, person.id, parse_action(said, game_of(state.rules)))
        shown = await entered(page, browser, second)
        await expect(shown.locator("#hand .held")).to_have_count(8)
        await shown.locator('#hand [data-key="JS 1"]').tap()
        await expect(shown.locator('#hand .bar [data-to="swap meld 0"]')).to_have_count(1)
        await shown.locator('#hand .bar [data-do="unselect"]').tap()
        await shown.locator("#zones").scroll_into_view_if_needed()
        await dragged(shown, "JS", '[data-drop="swap meld 0"]')
        await expect(shown.locator('#hand [data-key="JK 1"]')).to_have_count(1)
        assert (await services.tables.find(state.id)).last_action == "swap 0 JS"


@pytest.mark.parametrize("engine", ["chromium", "firefox", "webkit"])
async def test_a_mouse_plays_on_a_wide_page_and_a_huge_name_stays_text(engine: str) -> None:
    async with web() as page, browsing(engine, WIDE) as browser:
        state = await page.desk.services.table(HUGE, BEN)
        shown = await entered(page, browser, HUGE if whose(state) == ASHA.id else BEN)
        await expect(shown.locator("#hand .held")).to_have_count(13)
        assert await shown.evaluate("document.documentElement.scrollWidth") <= WIDE["width"]
        assert await shown.locator("#room img").count() == 0
        await shown.locator("[data-zone=closed]").click()
        await expect(shown.locator("#hand .held")).to_have_count(14)
        await shown.mouse.move(*await middle(shown, "#hand .held:not(:has(.joker))"))
        await shown.mouse.down()
        await shown.mouse.move(*await middle(shown, "[data-zone=open]"), steps=4)
        await shown.mouse.up()
        await has_thrown(shown)


async def test_a_deal_is_played_by_the_tab_key_alone_in_the_order_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, OUT)
    async with web() as page, browsing() as browser:
        state = await page.desk.services.table(ASHA, BEN)
        shown = await entered(page, browser, ASHA if whose(state) == ASHA.id else BEN)
        await expect(shown.locator("#hand .held")).to_have_count(13)
        await pressed(shown, "[data-zone=closed]")
        await expect(shown.locator("#hand .held")).to_have_count(14)
        await pressed(shown, '#told [data-id$=":best"]')
        await expect(shown.locator('#hand [data-band="pure"]').first).to_be_visible()
        await pressed(shown, "#hand .held:has(.drawn)")
        await pressed(shown, '#hand [data-to="zone finish"]')
        await expect(shown.locator('#told [data-id*=":declare-shown"]')).to_have_count(1)
        assert not (await Axe().run(shown)).response["violations"]
        await pressed(shown, '#told [data-id*=":declare-shown"]')

        async def has_declared() -> bool:
            return (await page.desk.services.tables.find(state.id)).last_action.startswith("declare")

        await until_read(has_declared, "the declaration")


async def pressed(page: Page, selector: str) -> None:
    """Go on with the tab key, as far as that control, and press it."""
    await expect(page.locator(selector).first).to_be_visible()
    for _ in range(100):
        if await page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            break
        await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
