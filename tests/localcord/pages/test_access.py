"""Everybody can use the pages: by eye, by ear, by keyboard and with a thumb."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.localcord.world import World
from tests.localcord.pages.conftest import ONE_LOOP, PHONE, WIDE, Seen, Visit
from tests.localcord.pages.test_page import FORM

pytestmark = ONE_LOOP

BUTTONS = [{"type": 2, "style": style, "label": f"Style {style}", "custom_id": f"b{style}"} for style in (1, 2, 3, 4)]
OPTIONS = [{"label": "7♥", "value": "7H", "description": "just drawn"}, {"label": "9♠", "value": "9S"}]
MENU = {"type": 3, "custom_id": "cards", "placeholder": "Choose cards…", "options": OPTIONS, "max_values": 2}
TEXT = """### A deal
**Asha** to draw. ||a spoiler|| `code` *later* <t:2000000000:R>
> said
-# small
- one
```
pre
```"""
TOAST = """async () => (await import("/page/dom.js")).toast("Something happened.", "Open", () => {})"""
OPEN_FORM = """async form => {
    const { openForm } = await import("/page/forms.js");
    const nobody = () => [];
    openForm({ title: "A form", components: form }, { people: nobody, roles: nobody, channels: nobody }, () => {});
}"""
CARD = {
    "flags": 1 << 15,
    "components": [
        {
            "type": 17,
            "accent_color": 0x4F62D6,
            "components": [
                {"type": 10, "content": TEXT},
                {"type": 1, "components": BUTTONS},
                {"type": 1, "components": [{**BUTTONS[0], "custom_id": "off", "disabled": True}]},
                {"type": 1, "components": [MENU]},
                {"type": 14},
                {"type": 10, "content": "# Large\n## Middle\n[a page](https://example.org)"},
            ],
        }
    ],
}


@pytest_asyncio.fixture(loop_scope="session", params=[WIDE, PHONE], ids=["wide", "phone"])
async def seen(request: pytest.FixtureRequest, visit: Visit, world: World) -> Seen:
    """Return a page with a message of everything."""
    for other in (world.people[0].dm(), world.channel):
        world.model.create_message(other, world.model.bot_user.id, f"<@{world.people[0].id}>, your turn")
    world.people[0].say(world.channel, "hello")
    world.model.request("POST", f"/channels/{world.channel}/messages", CARD)
    page: Seen = await visit(size=request.param)
    await expect(page.button("Style 4")).to_be_visible()
    return page


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_nothing_is_found_wrong_with_what_is_shown(seen: Seen, world: World, theme: str) -> None:
    page = seen.page
    await page.evaluate(f"localStorage.setItem('theme', '{theme}')")
    await page.reload()
    await expect(seen.button("Style 4")).to_be_visible()
    await seen.usable()
    await seen.menu("Choose cards…").click()
    await page.get_by_role("option").first.click()
    await seen.usable()
    await page.keyboard.press("Escape")
    await page.locator("#write").press_sequentially("/x")
    await seen.usable()
    await page.locator("#write").fill("")
    await page.evaluate(TOAST)
    await seen.usable()
    await page.evaluate(OPEN_FORM, FORM)
    await seen.usable()
    await page.keyboard.press("Escape")
    if await page.get_by_role("button", name="Channels", exact=True).is_visible():
        await page.get_by_role("button", name="Channels", exact=True).click()
        await expect(page.locator("#side")).to_be_visible()
        await seen.usable()


async def focused(seen: Seen) -> str:
    text: str = await seen.page.evaluate("document.activeElement.id || document.activeElement.textContent")
    return text


async def test_the_focus_stays_when_what_had_it_goes(seen: Seen, world: World) -> None:
    page = seen.page
    await page.get_by_role("button", name="Spoiler").press("Enter")
    assert await focused(seen) == "Style 1"
    await page.evaluate(TOAST)
    await page.locator("#toast").get_by_role("button", name="Close").press("Enter")
    await expect(page.locator("#toast")).to_be_hidden()
    assert await focused(seen) == "log"
    await seen.button("Style 3").focus()
    changed = {**CARD, "components": [{"type": 1, "components": BUTTONS[2:]}]}
    [message] = [found for found in world.people[0].visible_messages(world.channel) if found.components]
    world.model.request("PATCH", f"/channels/{world.channel}/messages/{message.id}", changed)
    await expect(seen.button("Style 1")).to_have_count(0)
    assert await focused(seen) == "Style 3"
    world.model.request("DELETE", f"/channels/{world.channel}/messages/{message.id}")
    await expect(seen.button("Style 3")).to_have_count(0)
    assert await focused(seen) == "log"


async def test_the_focus_stays_on_what_is_drawn_again(seen: Seen, world: World) -> None:
    page = seen.page
    text = {"type": 10, "content": f"[first](https://example.org/1) <#{world.channel}> [last](https://example.org/2)"}
    shown = [text, {"type": 1, "components": BUTTONS}]
    [message] = [found for found in world.people[0].visible_messages(world.channel) if found.components]
    for control in (page.get_by_role("link", name="last"), page.locator("#log button.mention"), seen.button("Style 3")):
        world.model.request("PATCH", f"/channels/{world.channel}/messages/{message.id}", {**CARD, "components": shown})
        await control.focus()
        said = await focused(seen)
        again = {**CARD, "components": [*shown, {"type": 10, "content": f"drawn after {said}"}]}
        world.model.request("PATCH", f"/channels/{world.channel}/messages/{message.id}", again)
        await expect(page.locator("#log")).to_contain_text(f"drawn after {said}")
        assert await focused(seen) == said


async def test_a_menu_gives_the_focus_back_to_its_message(seen: Seen, world: World) -> None:
    await seen.menu("Choose cards…").press("Enter")
    await expect(seen.page.get_by_role("dialog")).to_be_visible()
    [message] = [found for found in world.people[0].visible_messages(world.channel) if found.components]
    world.model.request("PATCH", f"/channels/{world.channel}/messages/{message.id}", CARD)
    await expect(seen.page.locator("#log")).to_contain_text("A deal")
    await seen.page.keyboard.press("Escape")
    await expect(seen.page.get_by_role("dialog")).to_have_count(0)
    assert await focused(seen) == "Choose cards…"
