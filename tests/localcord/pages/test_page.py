"""People play on the pages as they would in Discord: by mouse, by keyboard, on a phone, against each other."""

import asyncio
import json
import re
from typing import Any

import pytest
from playwright.async_api import expect

from bot.localcord.server import LocalDiscord
from bot.localcord.site import SHOWN_MESSAGES
from bot.localcord.world import World
from bot.text.lobby import computer_name
from tests.localcord import visible
from tests.localcord.faults import FaultyDiscord
from tests.localcord.pages.conftest import ONE_LOOP, PHONE, WIDE, Seen, Visit
from tests.processes.bots import Bot
from tests.waiting import PATIENCE, until

pytestmark = ONE_LOOP

TURNS = 12
"""Mostly a computer has declared before; or else the person ends the deal."""


async def sit_down(seen: Seen, computers: int) -> None:
    """Open a table, by the form, and start it."""
    await seen.command("rummy new")
    await seen.press("Open lobby")
    await seen.press("Add computer")
    for number in range(1, computers + 1):
        await seen.press("Casual")
        await expect(seen.page.locator("#log")).to_contain_text(computer_name(number))
    await seen.press("Start")


async def is_over(seen: Seen) -> bool:
    return await seen.button("Rematch").count() > 0


async def take_turn(seen: Seen) -> bool:
    """Draw and throw when it is time. Return whether the deal goes on."""
    closed, done, over = seen.button("Closed"), seen.button("Done"), seen.button("Rematch")
    await expect(closed.or_(done).or_(over).last).to_be_visible()
    if await done.count():
        await seen.press("Best")
        await seen.press("Done")
    elif await closed.count():
        await seen.press("Closed")
        await seen.choose("Discard…")
    return not await is_over(seen)


async def declare(seen: Seen) -> None:
    """Declare, rightly or not; or show, if a computer won."""
    closed, done, over = seen.button("Closed"), seen.button("Done"), seen.button("Rematch")
    await expect(closed.or_(done).or_(over).last).to_be_visible()
    if await closed.count():
        await seen.press("Closed")
        await seen.press("Best")
        await seen.press("Declare…")
        await seen.choose("Finish with…")
        await seen.press("Finish and declare")
    elif await done.count():
        await seen.press("Done")


async def test_a_deal_by_mouse(visit: Visit, bot: Bot) -> None:
    seen = await visit()
    await sit_down(seen, computers=2)
    await seen.page.locator("#toast").get_by_role("button", name="Open").click()
    await expect(seen.button("Discards")).to_be_visible()  # the thread is drawn again when its messages have come
    await seen.open_hand()
    for _ in range(TURNS):
        if not await take_turn(seen):
            break
    else:
        await declare(seen)
    await expect(seen.button("Rematch")).to_be_visible()
    await seen.press("Scores")
    sheet = seen.page.locator(".message.private img").last
    for name in ("Asha", "🤖 Meera", "🤖 Kabir"):
        await expect(sheet).to_have_attribute("alt", re.compile(name))
    assert await sheet.evaluate("img => img.decode().then(() => img.naturalWidth)") > 300


class Keys:
    """Nothing but a keyboard."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.keyboard = seen.page.keyboard

    async def to(self, label: str) -> None:
        """Go back from the line at the end to the control with that label."""
        await self.seen.page.locator("#write").focus()
        await self.on(label)

    async def on(self, label: str) -> None:
        for _ in range(120):
            if label in await self.here():
                return
            await self.keyboard.press("Shift+Tab")
        raise AssertionError(f"no way to {label!r}")

    async def here(self) -> str:
        text: str = await self.seen.page.evaluate("document.activeElement.textContent")
        return text

    async def press(self, label: str) -> None:
        await self.to(label)
        await self.keyboard.press("Enter")
        await self.seen.idle()
        assert await self.seen.page.evaluate("document.activeElement !== document.body"), f"{label} lost the focus"


async def test_a_deal_by_keyboard_alone(visit: Visit, bot: Bot) -> None:
    seen = await visit()
    keys = Keys(seen)
    await seen.command("rummy new")
    await expect(seen.button("Open lobby")).to_be_visible()
    await keys.press("Open lobby")
    await expect(seen.button("Add computer")).to_be_visible()
    await keys.press("Add computer")
    await keys.press("Casual")
    await expect(seen.page.locator("#log")).to_contain_text("🤖 Meera")
    await keys.press("Casual")
    await expect(seen.page.locator("#log")).to_contain_text("🤖 Kabir")
    await keys.press("Start")
    await expect(seen.page.locator(".threads .channel")).to_be_visible()
    # Both redraw the messages: a key pressed in between is meant for what stood there before.
    await expect(seen.page.locator("#log")).to_contain_text("➡️")
    await expect(seen.page.locator("#log")).to_contain_text("started a thread")
    await keys.press("Points rummy · ")
    await expect(seen.button("My hand")).to_be_visible()
    await seen.open_hand(lambda: keys.press("My hand"))
    # The private answer is where one goes on.
    await expect(seen.page.locator(".message.private :focus")).to_have_count(1)
    for _ in range(TURNS):
        if not await keyboard_turn(seen, keys):
            break
    else:
        await leave(seen, keys)
    # The result follows the hand, which is redrawn once more where the computers have played on alone.
    await expect(seen.button("Review").last).to_be_visible()
    await seen.idle()
    await keys.press("Review")
    await expect(seen.page.locator(".message.private").last).to_contain_text("Review · ")


async def keyboard_turn(seen: Seen, keys: Keys) -> bool:
    closed, done, over = seen.button("Closed"), seen.button("Done"), seen.button("Rematch")
    await expect(closed.or_(done).or_(over).last).to_be_visible()
    if await done.count():
        await keys.press("Done")
    elif await closed.count():
        await keys.press("Closed")
        await expect(seen.menu("Discard…")).to_be_visible()
        await expect(seen.page.locator("#news")).to_contain_text("Discard a card")
        await keys.to("Discard…")
        await keys.keyboard.press("Enter")
        await keys.keyboard.press("ArrowDown")
        await keys.keyboard.press("Enter")
        await seen.idle()
    return not await is_over(seen)


async def leave(seen: Seen, keys: Keys) -> None:
    """Drop; or show, if a computer has declared."""
    draw, done, over = seen.button("Closed"), seen.button("Done"), seen.button("Rematch")
    await expect(draw.or_(done).or_(over).last).to_be_visible()
    if await done.count():
        await keys.press("Done")
    elif await draw.count():
        await keys.press("⋯")
        await keys.press("Drop…")
        await keys.press("Drop")


async def whose_turn(*players: Seen) -> Seen:
    async with asyncio.timeout(PATIENCE):
        while True:
            for seen in players:
                if await seen.button("Closed").count():
                    return seen
            await asyncio.sleep(0.05)


class TestTwo:
    @pytest.fixture
    def humans(self) -> list[str]:
        return ["Asha", "Ben"]

    async def test_nothing_moves_under_a_finger(self, visit: Visit, bot: Bot, world: World) -> None:
        """A press counts although the message was changed, and more came below it, while the finger was down."""
        asha, ben = await visit("Asha"), world.people[1]
        await asha.command("rummy new")
        await asha.press("Open lobby")
        box = await asha.button("Add computer").bounding_box()
        assert box is not None
        await asha.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await asha.page.mouse.down()
        card = next(
            m for m in ben.visible_messages(world.channel)[::-1] if any(b.label == "Join" for b in visible.buttons(m))
        )
        joined = await ben.click(card, next(b.custom_id for b in visible.buttons(card) if b.label == "Join"))
        assert not (await joined.reply()).failed
        await until(lambda: any("Seats 2/6" in frame for frame in asha.frames), "the news of it")
        await asha.page.mouse.up()
        await asha.press("Casual")
        await expect(asha.page.locator("#log")).to_contain_text("🤖 Meera")
        await expect(asha.page.locator("#log")).to_contain_text("Seats 3/6")

    async def test_neither_ever_receives_the_cards_of_the_other(
        self, visit: Visit, bot: Bot, world: World, server: LocalDiscord
    ) -> None:
        asha, ben = await visit("Asha"), await visit("Ben")
        await asha.command("rummy new")
        await asha.press("Open lobby")
        await ben.press("Join")
        await expect(asha.page.locator("#log")).to_contain_text("Seats 2/6")
        await asha.press("Start")
        for seen in (asha, ben):
            await seen.enter_thread()
            await seen.press("My hand")
        for _ in range(4):
            seen = await whose_turn(asha, ben)
            await seen.press("Closed")
            await seen.press("Best")
            await seen.choose("Discard…")
        seen = await whose_turn(asha, ben)
        await seen.press("⋯")
        await seen.press("Drop…")
        await seen.press("Drop")
        for seen in (asha, ben):
            await expect(seen.page.locator("#log")).to_contain_text("wins the deal")
        first, second = world.people[:2]
        for one, other, person, rival in ((asha, ben, first, second), (ben, asha, second, first)):
            mine = [message for message in one.messages() if message["private"]]
            assert len(mine) > 8
            # A hand that came by itself is taken away once another one is opened.
            assert any(person.message(int(message["id"])) for message in mine)
            assert not any(rival.message(int(message["id"])) for message in mine)
            seen_here = "\n".join(other.frames)
            assert not [alt for alt in alts(mine) if alt in seen_here]
            hidden = {at.split("/p/")[1] for at in await one.loaded() if "hand" in at}
            mine_prints = {print for at, print in (await one.loaded()).items() if "hand" in at}
            assert hidden
            assert not mine_prints & set((await other.loaded()).values())
            stolen = next(iter(hidden)).split("/", 1)[1]
            status = await other.page.evaluate("at => fetch(at).then(r => r.status).catch(() => 0)", stolen)
            assert status == 404
            other.wrong = [said for said in other.wrong if "404" not in said]


def alts(messages: list[dict[str, object]]) -> set[str]:
    """Return the hands in words."""
    found = set(re.findall(r'"description": "([^"]{60,})"', json.dumps(messages, ensure_ascii=False)))
    return {alt for alt in found if "♠" in alt or "♥" in alt}


LOOK_BACK = """async () => {
    document.getElementById("log").scrollTop = 0;
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (const id of ["latest", "toast"]) document.getElementById(id).hidden = false;
}"""
"""A script that scrolls up and shows the note about new messages."""


async def test_a_phone(visit: Visit, bot: Bot) -> None:
    seen = await visit(size=PHONE)
    page = seen.page
    await sit_down(seen, computers=1)
    await fits(seen)
    await page.get_by_role("button", name="Channels", exact=True).click()
    await page.locator(".threads .channel").click()
    await expect(page.locator("#side")).not_to_be_visible()
    await seen.press("My hand")
    await fits(seen)
    await expect(seen.button("Closed")).to_be_visible()
    assert await height(seen) <= TO_DRAW * PHONE[1]
    await expect(seen.button("Closed")).to_be_in_viewport()
    await seen.usable()
    await seen.press("Closed")
    await fits(seen)
    assert await height(seen) <= TO_DISCARD * PHONE[1]
    await seen.press("Coach")
    assert await height(seen) <= WITH_ADVICE * PHONE[1]
    await expect(seen.menu("Discard…").or_(seen.button("Declare…")).first).to_be_in_viewport()
    await seen.choose("Discard…")
    await declare(seen)
    await fits(seen)
    await expect(seen.button("Rematch")).to_be_visible()
    await seen.usable()
    await page.evaluate(LOOK_BACK)
    latest, toast = [await page.locator(id).bounding_box() for id in ("#latest", "#toast")]
    assert latest is not None
    assert toast is not None
    assert latest["y"] + latest["height"] <= toast["y"], "one lies on the other"


TO_DRAW, TO_DISCARD, WITH_ADVICE = 0.75, 0.9, 1.0
"""The most of the visible height that a hand takes, with its picture and its controls."""


async def height(seen: Seen) -> float:
    """Return the height of the private hand."""
    box = await seen.page.locator(".message.private").last.bounding_box()
    assert box is not None
    return box["height"]


async def fits(seen: Seen) -> None:
    """Check that nothing sticks out at the side."""
    assert await seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await seen.page.evaluate("document.querySelector('#log').scrollWidth <= innerWidth")


async def test_options_forms_and_private_answers(visit: Visit, bot: Bot) -> None:
    seen = await visit()
    page = seen.page
    await page.locator("#write").press_sequentially("/rummy new ")
    await expect(page.locator("#suggest")).to_contain_text("pace")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.type("four")
    await page.keyboard.press("Enter")
    # The bot was asked what fits; an Enter that was quicker took the first of it.
    await expect(page.locator("#chips input").last).to_have_value("Four jokers")
    await page.keyboard.type("pace")
    await page.keyboard.press("Enter")
    await page.keyboard.type("slow")
    await page.keyboard.press("Enter")
    await expect(page.locator("#chips input").last).to_have_value("Slow")
    await page.keyboard.type("colour")
    await page.keyboard.press("Enter")
    await expect(page.locator("#toast")).to_contain_text("has no option “colour”")
    await page.locator("#write").fill("")
    await page.keyboard.press("Enter")
    await expect(page.locator("#log")).to_contain_text("Four jokers")
    await expect(page.locator(".used").last).to_have_text("Asha used /rummy new")
    await seen.press("Add computer")
    await seen.press("Casual")
    await seen.press("Start")
    await seen.enter_thread()
    await seen.press("My hand")
    await seen.button("Arrange…").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.press("Escape")
    await seen.idle()
    await seen.button("Arrange…").click()
    await expect(page.locator(".message.private").last).not_to_contain_text("Your groups")
    form = page.get_by_role("dialog", name="Your groups")
    await expect(form.get_by_text("Group 5")).to_be_visible()
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    private = page.locator(".message.private")
    # Answered first: a hand dismissed before its answer comes again as a new message.
    await expect(private.last).to_contain_text("Your groups")
    await expect(private.last).to_contain_text("Only you can see this")
    while count := await private.count():
        await private.last.get_by_role("button", name="Dismiss message").click()
        await expect(private).to_have_count(count - 1)


async def test_a_bot_that_does_not_answer(visit: Visit, bot: Bot) -> None:
    seen = await visit()
    await seen.command("rummy new")
    await expect(seen.button("Open lobby")).to_be_visible()
    await bot.kill()
    await seen.button("Open lobby").click()
    await seen.command("rummy help")
    await expect(seen.page.get_by_text("This interaction failed")).to_be_visible()
    await expect(seen.page.get_by_text("The application did not respond")).to_be_visible()


# -- without the bot --------------------------------------------------------------------------------

MARKUP = [
    ("**a** *b* __c__ ~~d~~ `e*f*`", "<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e*f*</code></p>"),
    (r"\*no\* snake_case_name", "<p>*no* snake_case_name</p>"),
    (
        "# A\n## B\n### C\n-# d",
        '<h2 class="large">A</h2><h2 class="middle">B</h2><h2 class="small">C</h2><small>d</small>',
    ),
    ("> said", "<blockquote>said</blockquote>"),
    ("```py\nx < 1\n```", '<pre tabindex="0"><code>x &lt; 1</code></pre>'),
    ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"),
    ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
    ("***both***", "<p><strong><em>both</em></strong></p>"),
    (
        "1. one\n- two",
        '<div class="item"><b>1.</b><span>one</span></div><div class="item"><b>•</b><span>two</span></div>',
    ),
]


async def test_markup(visit: Visit) -> None:
    seen = await visit()
    shown = """async texts => {
        const { markup } = await import("/page/markup.js");
        const box = document.createElement("div");
        return texts.map(text => { box.replaceChildren(...markup(text)); return box.innerHTML; });
    }"""
    assert await seen.page.evaluate(shown, [text for text, _ in MARKUP]) == [expected for _, expected in MARKUP]


ENDLESS = ["`", "``a", "*", "**a", "_a", "||", "~~x", "[a](", "<", "<@1", "https://", "# ", "> ", "\\", "a\n"]


async def test_no_text_takes_long(visit: Visit) -> None:
    seen = await visit()
    took = """async texts => {
        const { markup } = await import("/page/markup.js");
        const once = text => { const began = performance.now(); markup(text); return performance.now() - began; };
        return texts.map(text => Math.min(once(text), once(text), once(text)));
    }"""
    slow = await seen.page.evaluate(took, [(piece * 4000)[:4000] for piece in ENDLESS])
    assert max(slow) < 1000


async def test_older_messages_come_when_one_scrolls_up(visit: Visit, world: World) -> None:
    for number in range(SHOWN_MESSAGES * 2 + 5):
        world.people[0].say(world.channel, f"line {number}.")
    seen = await visit()
    log, lines = seen.page.locator("#log"), seen.page.locator(".message .text")
    await expect(lines).to_have_count(SHOWN_MESSAGES)
    await expect(seen.page.get_by_text(f"line {SHOWN_MESSAGES * 2 + 4}.")).to_be_in_viewport()
    await log.evaluate("log => log.scrollTop = 0")
    await expect(lines).to_have_count(SHOWN_MESSAGES * 2)
    # What was looked at is still there.
    await expect(seen.page.get_by_text(f"line {SHOWN_MESSAGES + 5}.")).to_be_in_viewport()
    await seen.page.get_by_role("button", name="Older messages").press("Enter")
    await expect(lines).to_have_text([f"line {number}." for number in range(SHOWN_MESSAGES * 2 + 5)])
    await expect(seen.page.get_by_role("button", name="Older messages")).to_have_count(0)


ASK = {"name": "ask", "description": "Ask something.", "type": 1}
SUITS = [{"label": "Hearts", "value": "H"}, {"label": "Spades", "value": "S"}]
FORM = [
    {"type": 18, "label": "Words", "component": {"type": 4, "custom_id": "words", "style": 1}},
    {"type": 18, "label": "File", "component": {"type": 19, "custom_id": "file", "required": True}},
    {"type": 18, "label": "Suit", "component": {"type": 3, "custom_id": "suit", "options": SUITS}},
    {"type": 18, "label": "Who", "component": {"type": 5, "custom_id": "who"}},
    {"type": 18, "label": "Either", "component": {"type": 7, "custom_id": "either", "max_values": 2}},
]


async def test_a_form(visit: Visit, world: World) -> None:
    world.model.request("PUT", f"/applications/{world.model.application_id}/commands", [ASK])
    seen, elsewhere = await visit(), await visit()
    await seen.command("ask")
    await until(lambda: world.model.interactions)
    [record] = world.model.interactions.values()
    body = {"type": 9, "data": {"custom_id": "form", "title": "A form", "components": FORM}}
    world.model.request("POST", f"/interactions/{record.id}/{record.token}/callback", body)
    sent: list[Any] = []
    world.model.subscribers.append(lambda _, payload: sent.append(payload["data"]))
    form = seen.page.get_by_role("dialog", name="A form")
    await form.get_by_label("Words").fill("some words")
    await expect(elsewhere.page.get_by_role("dialog")).to_have_count(0)
    await form.get_by_label("Suit").select_option("Hearts")
    await form.get_by_label("Who").select_option("Asha")
    await form.get_by_role("button", name="Either").click()
    for label in ("Asha", "@everyone"):
        await seen.page.get_by_role("listbox").get_by_role("option", name=label).click()
    await seen.page.get_by_role("button", name="Done").click()
    await form.get_by_role("button", name="Submit").click()
    # The file is missing.
    await expect(form).to_be_visible()
    await form.get_by_label("File").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"a letter"})
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    [data] = sent
    words, file, suit, who, either = (part["component"] for part in data["components"])
    asha, everyone = str(world.people[0].id), str(world.server)
    assert (words["value"], suit["values"]) == ("some words", ["H"])
    assert (who["values"], either["values"]) == ([asha], [asha, everyone])
    assert set(data["resolved"]) == {"users", "members", "roles", "attachments"}
    attachment = data["resolved"]["attachments"][file["values"][0]]
    assert world.model.cdn.find(attachment["url"].removeprefix(world.model.cdn.base)) == b"a letter"


MENUS = {5: "Asha", 6: "@everyone", 7: "@everyone", 8: "rummy"}


async def test_menus_of_people_roles_and_channels(visit: Visit, world: World) -> None:
    seen = await visit()
    sent: list[Any] = []
    world.model.subscribers.append(lambda event, payload: sent.append(payload["data"]) if "data" in payload else None)
    for kind, label in MENUS.items():
        menu = {"type": kind, "custom_id": f"menu {kind}", "placeholder": f"Choose {kind}"}
        body = {"content": "Choose", "components": [{"type": 1, "components": [menu]}]}
        world.model.request("POST", f"/channels/{world.channel}/messages", body)
        await seen.menu(f"Choose {kind}").click()
        await seen.page.get_by_role("option", name=label).click()
    await until(lambda: len(sent) == len(MENUS))
    ids = [world.people[0].id, world.server, world.server, world.channel]
    assert [data["values"] for data in sent] == [[str(id)] for id in ids]


async def test_an_open_list_closes_when_its_message_changes_and_stays_when_it_does_not(
    visit: Visit, world: World
) -> None:
    seen = await visit()

    def body(id: str, content: str) -> dict[str, Any]:
        menu = {"type": 3, "custom_id": id, "placeholder": "Discard…", "options": [{"label": "7♥", "value": "7H"}]}
        return {"content": content, "components": [{"type": 1, "components": [menu]}]}

    path = f"/channels/{world.channel}/messages"
    message = world.model.request("POST", path, body("turn 1", "Your turn"))
    await seen.menu("Discard…").click()
    await expect(seen.page.get_by_role("listbox")).to_be_visible()
    world.model.request("PATCH", f"{path}/{message['id']}", body("turn 1", "Your turn, still"))
    await expect(seen.page.locator("#log")).to_contain_text("still")
    await expect(seen.page.get_by_role("listbox")).to_be_visible()
    world.model.request("PATCH", f"{path}/{message['id']}", body("turn 2", "Waiting for Ben"))
    await expect(seen.page.get_by_role("listbox")).to_have_count(0)
    await seen.menu("Discard…").click()
    await expect(seen.page.get_by_role("listbox")).to_be_visible()
    world.model.request("DELETE", f"{path}/{message['id']}")
    await expect(seen.page.get_by_role("listbox")).to_have_count(0)


async def begin_a_turn(seen: Seen) -> None:
    """Sit down with computers and draw; begin again if one of them declares before that."""
    closed, done = seen.button("Closed"), seen.button("Done")
    while True:
        await seen.command("rummy quick")
        await seen.press("Start now")
        await expect(closed.or_(done).last).to_be_visible()
        if await closed.count():
            await seen.press("Closed")
            return
        await seen.press("Done")


async def test_a_choice_that_comes_too_late_gets_the_sentence_of_the_bot(visit: Visit, bot: Bot, world: World) -> None:
    seen = await visit()
    asha = world.people[0]
    await begin_a_turn(seen)
    await expect(seen.menu("Discard…")).to_be_visible()
    hand = next(one for one in reversed(asha.visible_messages(world.channel)) if one.private)
    menu = next(one for one in visible.selects(hand) if one.custom_id.endswith(":discard"))
    await seen.choose("Discard…")
    await expect(seen.menu("Discard…")).to_have_count(0)
    action = await asha.select(hand.id, menu.custom_id, [menu.values[0]])
    reply = await action.reply()
    assert not reply.failed
    told = reply.message or asha.message(hand.id)
    assert told is not None
    assert re.search("moved on|not your turn", str(told.components))
    await expect(seen.page.locator(".failure")).to_have_count(0)


async def test_a_mention_covers_nothing_and_goes_away_by_itself(visit: Visit, world: World) -> None:
    for size in (WIDE, PHONE):
        seen = await visit(size=size)
        other = world.model.create_channel(world.server, f"other-{size[0]}").id
        world.model.create_message(other, world.model.bot_user.id, f"<@{world.people[0].id}>, your turn")
        toast, log = seen.page.locator("#toast"), seen.page.locator("#log")
        await expect(toast).to_contain_text("You were mentioned")
        above, shown = await log.bounding_box(), await toast.bounding_box()
        assert above is not None
        assert shown is not None
        assert shown["y"] >= above["y"] + above["height"] - 1
        await expect(toast).to_be_hidden(timeout=15_000)


async def test_direct_messages(visit: Visit, world: World) -> None:
    seen = await visit()
    letters = world.people[0].dm()
    world.model.create_message(letters, world.model.bot_user.id, "only for you")
    entry = seen.page.locator("#channels").get_by_role("button", name="Paplu")
    await expect(entry).to_contain_text("unread")
    await entry.click()
    await expect(seen.page.locator("#log")).to_contain_text("only for you")
    await expect(seen.page.locator("#title")).to_have_text("@Paplu")


async def test_a_mention_while_one_looks_at_another_tab(visit: Visit, world: World) -> None:
    seen = await visit()
    await seen.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => window.away })")
    await seen.page.evaluate("window.away = true")
    world.model.create_message(world.channel, world.model.bot_user.id, f"<@{world.people[0].id}>, your turn")
    await expect(seen.page).to_have_title("(1) #rummy")
    await seen.page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    await expect(seen.page).to_have_title("#rummy")


async def test_relative_times_count(visit: Visit, world: World) -> None:
    seen = await visit()
    now = await seen.page.evaluate("Math.floor(Date.now() / 1000)")
    world.people[0].say(world.channel, f"ends <t:{now + 90}:R>, then <t:{now + 30}:R>")
    shown = seen.page.locator("time[data-unix]").last
    first, later = await shown.evaluate("(shown, now) => [shown.textContent, Math.ceil(Date.now() / 1000 - now)]", now)
    assert re.fullmatch(r"in \d+ seconds", first)
    assert 30 - later <= int(first.split()[1]) <= 30
    await expect(shown).not_to_have_text(first)


HOSTILE = "<img src=x onerror=alert(1)>"


class TestHostile:
    @pytest.fixture
    def humans(self) -> list[str]:
        return ["Asha", HOSTILE]

    async def test_names_and_texts_stay_text(self, visit: Visit, world: World) -> None:
        seen = await visit()
        evil = world.people[1]
        for text in (
            HOSTILE,
            f"<@{evil.id}> ||{HOSTILE}||",
            "</x:1> <#1> <t:99999999999999:R> <t:1:R>",
            "*" * 1900,
            "[" * 1900,
        ):
            evil.say(world.channel, text)
        await expect(seen.page.locator(".message")).to_have_count(5)
        assert await seen.page.locator("#log img, #log script, #channels img").count() == 0
        await expect(seen.page.locator(".message").first).to_contain_text(HOSTILE)
        await expect(seen.page.locator(".mention").first).to_have_text("@" + HOSTILE)


async def test_it_finds_back_by_itself(visit: Visit, world: World, server: FaultyDiscord) -> None:
    seen = await visit()
    await server.refuse()
    await expect(seen.page.locator("#link")).to_have_text("Connecting…")
    world.people[0].say(world.channel, "while you were away")
    await server.accept()
    await expect(seen.page.locator("#log")).to_contain_text("while you were away")
    await expect(seen.page.locator("#link")).to_be_empty()
    # A connection refused is told by the browser itself, be it the page's own or that for its icon.
    seen.wrong = [said for said in seen.wrong if "WebSocket" not in said and "REFUSED" not in said]


async def test_what_one_says_and_colours(visit: Visit, world: World) -> None:
    seen = await visit()
    await seen.page.locator("#write").fill("hello **there**")
    await seen.page.keyboard.press("Enter")
    await expect(seen.page.locator(".message strong").last).to_have_text("there")
    await seen.page.get_by_role("button", name="Switch to light colours").click()
    await expect(seen.page.locator("html")).to_have_attribute("data-theme", "light")
    await seen.page.reload()
    await expect(seen.page.locator("html")).to_have_attribute("data-theme", "light")
    await expect(seen.page.locator("#news")).to_have_attribute("aria-live", "polite")


async def test_a_first_hand_on_a_phone(visit: Visit, bot: Bot) -> None:
    """Play by command and by button. The reply stands right above the controls."""
    seen = await visit(size=PHONE)
    await seen.command("rummy help")
    await seen.press("Your first hand")
    lesson = seen.page.locator(".message.private").last
    await expect(lesson).to_contain_text("1 of 9 · A pure sequence")
    await fits(seen)
    await seen.usable()
    await seen.choose("Make a group of…", "4♥", "5♥", "8♣")
    await expect(lesson.get_by_text("is neither a sequence nor a set")).to_be_in_viewport()
    await seen.choose("Make a group of…", "4♥", "5♥", "6♥", "7♥")
    await expect(lesson.get_by_text("is a pure sequence")).to_be_in_viewport()
    await seen.command("rummy learn")
    again = seen.page.locator(".message.private").last
    await expect(again).to_contain_text("Welcome back")
    await expect(again).to_contain_text("2 of 9 · The joker")
    for number in range(3, 10):
        await seen.press("⋯")
        await seen.press("Do it for me")
        await expect(again).to_contain_text(f"{number} of 9 · ")
    await seen.press("⋯")
    await seen.press("Do it for me")
    await expect(again).to_contain_text("wins the deal")
    await fits(seen)
    await seen.usable()


async def test_a_phone_in_german(visit: Visit, bot: Bot) -> None:
    """The page and the bot speak the language of the browser."""
    seen = await visit(size=PHONE, locale="de-DE")
    await expect(seen.page.locator("html")).to_have_attribute("lang", "de")
    await expect(seen.page.locator("#write")).to_have_attribute("placeholder", "Nachricht, oder / für Befehle")
    await seen.command("rummy lernen")
    lesson = seen.page.locator(".message.private").last
    await expect(lesson).to_contain_text("1 von 9 · Eine reine Folge")
    await seen.choose("Eine Gruppe aus…", "4♥", "5♥", "6♥", "7♥")
    await expect(lesson).to_contain_text("ist eine reine Folge")
    await fits(seen)
    await seen.usable()
    shown = await lesson.inner_text()
    assert "Nur du kannst das sehen" in shown
    assert not re.search(r"\b(you|your|card|deck|turn|hand)\b", shown)


async def test_commands_are_in_the_language_of_the_browser_and_can_be_tapped(visit: Visit, bot: Bot) -> None:
    seen = await visit(size=PHONE, locale="de-DE")
    await seen.command("rummy hilfe")
    await seen.page.locator("#log button.mention").filter(has_text="/rummy new").first.click()
    await expect(seen.page.locator("#chips .name")).to_contain_text("/rummy neu")
    await seen.page.locator("#suggest [role=option]").filter(has_text="einsatz").click()
    await expect(seen.page.get_by_label("einsatz: ")).to_be_focused()
    await seen.usable()
