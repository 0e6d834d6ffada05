"""The page in a language that a host brings, which is written from right to left."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.localcord.server import LocalDiscord
from tests.localcord.pages.conftest import ONE_LOOP, PHONE, Visit
from tests.localcord.pages.test_page import fits
from tests.processes.bots import HURRIED, Bot

pytestmark = ONE_LOOP

URDU = """msgid ""
msgstr ""
"Language: ur\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Message, or / for commands"
msgstr "پیغام، یا حکم کے لیے /"

msgctxt "a button"
msgid "My hand"
msgstr "میرے پتے"

msgctxt "a button"
msgid "Send"
msgstr "بھیجیں"
"""


async def test_a_phone_from_right(
    visit: Visit, server: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that stands at one side in English stands at the other."""
    (tmp_path / "ur.po").write_text(URDU, encoding="utf-8")
    monkeypatch.setenv("LANGUAGES_DIR", str(tmp_path))
    bot = Bot(server, tmp_path, command=HURRIED, LANGUAGES_DIR=str(tmp_path))
    await bot.start()
    try:
        seen = await visit(size=PHONE, locale="ur-PK")
        await expect(seen.page.locator("html")).to_have_attribute("dir", "rtl")
        await expect(seen.page.locator("#send")).to_have_text("بھیجیں")
        menu, send = await seen.page.locator("#menu").bounding_box(), await seen.page.locator("#send").bounding_box()
        assert menu is not None
        assert send is not None
        assert menu["x"] > PHONE[0] / 2 > send["x"]
        await seen.page.locator("#menu").click()
        await expect(seen.page.locator("#side")).to_be_in_viewport(ratio=1)
        await seen.page.locator("#fold").click()
        await expect(seen.page.locator("#side")).not_to_be_in_viewport()
        await seen.command("rummy learn")
        await expect(seen.page.locator(".message.private")).to_have_count(1)
        await fits(seen)
        await seen.usable()
    finally:
        await bot.kill()
