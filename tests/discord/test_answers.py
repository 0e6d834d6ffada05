"""One answer in time, with a private promise if the work takes long."""

import asyncio
import gc
import weakref
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.answers import DiscordAnswer
from bot.flows.open_screens import CALLED_AFTER, FORGOTTEN_AFTER, PRESENT, REDRAWN_FOR, OpenScreens, Redrawn
from bot.layout import Form, Screen
from bot.rummy.ids import PlayerId, TableId
from bot.screens.menus import plain
from tests.waiting import until


class Response:
    """The answers to an interaction."""

    def __init__(self, told: list[str], fault: Exception | None = None, message: int = 2) -> None:
        self.told = told
        self.message = message
        self.fault = fault

    async def _say(self, what: str) -> None:
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        self.told.append(what)

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        await self._say(f"defer private={ephemeral} new={thinking}")

    async def send_message(self, *, ephemeral: bool = False, **_: Any) -> Any:
        await self._say(f"send private={ephemeral}")
        return SimpleNamespace(message_id=self.message)

    async def edit_message(self, **_: Any) -> None:
        await self._say("edit")

    async def send_modal(self, form: discord.ui.Modal) -> None:
        await self._say(f"form {form.title}")


def interaction(told: list[str], *, clicked: str | None = None, fault: Exception | None = None, id: int = 2) -> Any:
    """Return an interaction; `clicked` on a `public` or `private` message, which has that `id`."""

    async def edit_original_response(**_: Any) -> Any:
        told.append("edit later")
        return SimpleNamespace(id=id)

    async def delete_original_response() -> None:
        told.append("delete")

    async def send(*, ephemeral: bool = False, **_: Any) -> Any:
        told.append("another" if ephemeral else "another for all")
        return SimpleNamespace(id=id + 100)

    flags = SimpleNamespace(ephemeral=clicked == "private")
    return SimpleNamespace(
        id=3,
        message=SimpleNamespace(id=id, flags=flags) if clicked else None,
        guild_id=1,
        locale=discord.Locale.british_english,
        guild_locale=discord.Locale.british_english,
        channel_id=4,
        user=SimpleNamespace(id=5, display_name="Asha", name="asha"),
        response=Response(told, fault, id),
        edit_original_response=edit_original_response,
        delete_original_response=delete_original_response,
        followup=SimpleNamespace(send=send),
    )


def http(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": "7S 8S 9S"})


@pytest.mark.parametrize(
    ("clicked", "quick", "slow"),
    [
        (None, ["send private=True"], ["defer private=True new=True", "edit later"]),
        ("public", ["send private=True"], ["defer private=True new=True", "edit later"]),
        ("private", ["edit"], ["defer private=False new=False", "edit later"]),
    ],
)
async def test_answers(clicked: str | None, quick: list[str], slow: list[str]) -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told, clicked=clicked), watch_seconds=0.01) as answer:
        assert await answer.show(plain("Yes."))
        await asyncio.sleep(0.03)
    assert told == quick
    told = []
    async with DiscordAnswer(interaction(told, clicked=clicked), watch_seconds=0.01) as answer:
        await until(lambda: told)
        assert await answer.show(plain("Yes."))
    assert told == slow


async def test_an_interaction_that_was_read_late_is_acknowledged_before_it_is_served() -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told), age=2.0) as answer:
        assert told == ["defer private=True new=True"]
        assert await answer.show(plain("Yes."))
    assert told == ["defer private=True new=True", "edit later"]


async def test_what_an_interaction_has_waited_counts_when_its_answer_is_late() -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told), watch_seconds=60.02, age=60.0) as answer:
        await until(lambda: told)
        assert await answer.show(plain("Yes."))
    assert told == ["defer private=True new=True", "edit later"]


class Pressed(SimpleNamespace):
    """A message that was pressed, with its controls."""


async def test_what_was_pressed_is_forgotten_once_it_is_answered() -> None:
    asked = interaction([], clicked="private")
    asked.message = Pressed(**vars(asked.message))
    pressed = weakref.ref(asked.message)
    async with DiscordAnswer(asked) as answer:
        await answer.show(plain("Yes."))
        assert pressed() is not None
    assert pressed() is None
    assert await answer.redraw(plain("Later."))


async def test_a_finished_answer_is_forgotten_without_a_clean_up_of_memory() -> None:
    gc.disable()
    try:
        async with DiscordAnswer(interaction([])) as answer:
            await answer.show(plain("Yes."))
        known = weakref.ref(answer)
        del answer
        assert known() is None
    finally:
        gc.enable()


async def test_a_second_answer_is_a_further_private_message() -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told)) as answer:
        await answer.show(plain("One."))
        await answer.show(plain("Two."))
    assert told == ["send private=True", "another"]


async def test_what_is_shared_leaves_the_private_message_as_it_is() -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told, clicked="private")) as answer:
        assert await answer.share(plain("Look!"))
    assert told == ["send private=False"]
    told.clear()
    async with DiscordAnswer(interaction(told, clicked="private"), watch_seconds=0.01) as answer:
        await until(lambda: told)
        assert await answer.share(plain("Look!"))
    assert told == ["defer private=False new=False", "another for all"]


async def test_what_could_not_be_shared_can_be_said() -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told, clicked="private", fault=http(403, 50013))) as answer:
        assert not await answer.share(plain("Look!"))
        assert await answer.show(plain("No."))
    assert told == ["edit"]


@pytest.mark.parametrize(("status", "code", "then"), [(404, 10062, []), (400, 40060, ["edit later"])])
async def test_faults(status: int, code: int, then: list[str]) -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told, fault=http(status, code))) as answer:
        assert await answer.show(plain("Yes.")) is bool(then)
    assert told == then


async def test_a_press_on_a_message_that_is_gone_is_answered_in_a_new_one() -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told, clicked="private", fault=http(404, 10008))) as answer:
        assert await answer.show(plain("Yes."))
        await answer.show(plain("More."))
    assert told == ["send private=True", "another"]
    assert not answer.edits


async def test_a_late_answer_to_a_press_on_a_message_that_is_gone_is_a_new_one() -> None:
    told: list[str] = []
    pressed = interaction(told, clicked="private", id=21)

    async def gone(**_: Any) -> None:
        raise http(404, 10008)

    pressed.edit_original_response = gone
    async with DiscordAnswer(pressed, watch_seconds=0.01) as answer:
        await until(lambda: told)
        assert await answer.show(plain("Yes."))
    assert told == ["defer private=False new=False", "another"]
    assert answer.shown_in == 121, "it is removed and redrawn as that message"


ASHA, TABLE = PlayerId(5), TableId("abc123")


async def build() -> Screen:
    """Return the hand as it is now."""
    return plain("Your turn.")


async def shown(answer: DiscordAnswer) -> DiscordAnswer:
    """Return the answer, once it shows a hand."""
    assert await answer.show(plain("Your hand."))
    return answer


async def test_hands_live_as_long_as_their_tokens() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    told: list[str] = []
    hands = OpenScreens(lambda: now)
    await hands.remember(await shown(DiscordAnswer(interaction(told))), TABLE, 1, 1)
    told.clear()
    assert await hands.refresh(ASHA, TABLE, 1, 1, None, build) is Redrawn.NOT_NEEDED, "it says so already"
    assert not told
    assert await hands.refresh(ASHA, TABLE, 2, 2, None, build) is Redrawn.DONE
    await hands.refresh(PlayerId(6), TABLE, 2, 2, None, build)
    assert told == ["edit later"]
    now += REDRAWN_FOR + timedelta(seconds=1)
    await hands.refresh(ASHA, TABLE, 3, 3, None, build)
    assert told == ["edit later"]


async def test_a_hand_that_is_opened_again_takes_the_older_one_away() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    hands = OpenScreens(lambda: now)
    told: list[list[str]] = [[], [], [], []]
    first = await shown(DiscordAnswer(interaction(told[0], id=21)))
    await hands.remember(first, TABLE, 1, 1)
    pressed = await shown(DiscordAnswer(interaction(told[1], clicked="private", id=21)))
    await hands.remember(pressed, TABLE, 2, 2)
    assert [*told[0], *told[1]] == ["send private=True", "edit"], "it is the same message"
    await hands.remember(await shown(DiscordAnswer(interaction(told[2], id=22))), TABLE, 3, 3)
    assert told[1] == ["edit", "delete"], "by the newest token"
    now += REDRAWN_FOR + timedelta(seconds=1)
    await hands.remember(await shown(DiscordAnswer(interaction(told[3], id=23))), TABLE, 4, 4)
    assert "delete" not in told[2], "its token is dead"


async def test_hands_of_long_ago_are_forgotten() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    hands = OpenScreens(lambda: now)
    await hands.remember(await shown(DiscordAnswer(interaction([]))), TABLE, 1, 1)
    now += FORGOTTEN_AFTER
    await hands.remember(await shown(DiscordAnswer(interaction([]))), TableId("later1"), 1, 1)
    assert hands.is_open(ASHA, TABLE)
    now += timedelta(seconds=1)
    await hands.remember(await shown(DiscordAnswer(interaction([]))), TableId("later2"), 1, 1)
    assert [hands.is_open(ASHA, table) for table in (TABLE, TableId("later1"))] == [False, True]


async def test_who_pressed_shortly_before_their_turn_is_there_until_they_do_nothing_for_a_while() -> None:
    now = pressed = datetime(2026, 1, 1, tzinfo=UTC)
    hands = OpenScreens(lambda: now)
    assert not await hands.is_present(ASHA, TABLE, pressed), "they have opened no hand"
    await hands.remember(await shown(DiscordAnswer(interaction([]))), TABLE, 1, 1)
    assert not await hands.is_present(ASHA, TABLE, pressed + PRESENT)
    turn = now = pressed + PRESENT - timedelta(seconds=1)
    assert await hands.is_present(ASHA, TABLE, turn)
    now += CALLED_AFTER
    assert not await hands.is_present(ASHA, TABLE, turn)
    await hands.remember(await shown(DiscordAnswer(interaction([]))), TABLE, 1, 1)
    assert await hands.is_present(ASHA, TABLE, turn), "they have just drawn"


async def asked() -> object:
    """Return the question to the player while they press."""
    return "turn 1"


async def questioned(hands: OpenScreens, told: list[str], id: int = 21) -> None:
    """Show the hand, and a question that was opened in its place."""
    await hands.remember(await shown(DiscordAnswer(interaction(told, id=id))), TABLE, 1, 1)
    press = DiscordAnswer(interaction(told, clicked="private", id=id))
    async with hands.held(press, TABLE, asked):
        assert await hands.refresh(ASHA, TABLE, 2, 2, "turn 1", build) is Redrawn.HELD
        await press.show(plain("Drop out of this deal?"))
    told.clear()


async def test_a_question_that_its_owner_has_just_opened_is_never_redrawn() -> None:
    hands = OpenScreens(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    told: list[str] = []
    await questioned(hands, told)
    assert await hands.refresh(ASHA, TABLE, 2, 2, "turn 1", build) is Redrawn.NOT_NEEDED
    assert not told
    back = DiscordAnswer(interaction(told, clicked="private", id=21))
    async with hands.held(back, TABLE, asked):
        await hands.remember(await shown(back), TABLE, 2, 2)
    assert await hands.refresh(ASHA, TABLE, 3, 3, "turn 1", build) is Redrawn.DONE, "the hand is back"


@pytest.mark.parametrize("now_asked", ["turn 2", None])
async def test_a_question_becomes_the_hand_once_its_turn_is_over(now_asked: str | None) -> None:
    hands = OpenScreens(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    told: list[str] = []
    await questioned(hands, told)
    assert hands.is_open(ASHA, TABLE)
    assert await hands.refresh(ASHA, TABLE, 2, 2, now_asked, build) is Redrawn.DONE
    assert await hands.refresh(ASHA, TABLE, 2, 2, now_asked, build) is Redrawn.NOT_NEEDED, "it is the hand again"
    assert told == ["edit later"]


async def test_a_question_is_taken_away_when_the_hand_is_opened_elsewhere() -> None:
    hands = OpenScreens(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    told: list[str] = []
    await questioned(hands, told)
    await hands.remember(await shown(DiscordAnswer(interaction([], id=22))), TABLE, 1, 1)
    assert told == ["delete"]


async def test_nothing_is_redrawn_where_nothing_is_asked_any_more() -> None:
    """The screen opened from the hand of a match that is over may be a hand at another table."""
    hands = OpenScreens(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    told: list[str] = []
    await hands.remember(await shown(DiscordAnswer(interaction(told, id=21))), TABLE, 1, 1)
    press = DiscordAnswer(interaction(told, clicked="private", id=21))

    async def nothing() -> None:
        """Return nothing: the match is over."""

    async with hands.held(press, TABLE, nothing):
        await hands.remember(await shown(press), TableId("new234"), 1, 1)
    assert not hands.is_open(ASHA, TABLE)


async def test_a_press_waits_for_a_redraw_that_is_on_its_way() -> None:
    hands = OpenScreens(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    told: list[str] = []
    await hands.remember(await shown(DiscordAnswer(interaction(told, id=21))), TABLE, 1, 1)
    drawn = asyncio.Event()

    async def slowly() -> Screen:
        await drawn.wait()
        return plain("Your turn.")

    redraw = asyncio.create_task(hands.refresh(ASHA, TABLE, 2, 2, None, slowly))
    await asyncio.sleep(0)
    press = DiscordAnswer(interaction(told, clicked="private", id=21))

    async def pressed() -> None:
        async with hands.held(press, TABLE, asked):
            await press.show(plain("Drop out of this deal?"))

    pressing = asyncio.create_task(pressed())
    await asyncio.sleep(0)
    drawn.set()
    await asyncio.gather(redraw, pressing)
    assert told[-1] == "edit", "the question stands last"


async def test_a_late_redraw_never_takes_a_hand_back_to_an_older_moment() -> None:
    """A card that was thrown by a typed command meanwhile stays thrown."""
    hands = OpenScreens(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    told: list[str] = []
    await hands.remember(await shown(DiscordAnswer(interaction([], id=21))), TABLE, 5, 5)
    await hands.remember(await shown(DiscordAnswer(interaction(told, id=22))), TABLE, 6, 6)
    assert await hands.refresh(ASHA, TABLE, 5, 5, "turn 1", build) is Redrawn.NOT_NEEDED
    assert told == ["send private=True"]
    assert await hands.refresh(ASHA, TABLE, 7, 7, "turn 1", build) is Redrawn.DONE
    assert await hands.refresh(ASHA, TABLE, 6, 6, "turn 1", build) is Redrawn.NOT_NEEDED
    assert told == ["send private=True", "edit later"]


async def test_a_late_redraw_of_an_older_moment_leaves_a_question_alone() -> None:
    hands = OpenScreens(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    told: list[str] = []
    await questioned(hands, told)
    assert await hands.refresh(ASHA, TABLE, 0, 0, "turn 0", build) is Redrawn.NOT_NEEDED
    assert not told


async def test_a_redraw_that_fails_leaves_the_hand_that_was_opened_meanwhile() -> None:
    hands = OpenScreens(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    told: list[str] = []
    first = interaction([], id=21)

    async def gone(**_: Any) -> None:
        await hands.remember(await shown(DiscordAnswer(interaction(told, id=22))), TABLE, 1, 1)
        raise http(404, 10008)

    first.edit_original_response = gone
    await hands.remember(await shown(DiscordAnswer(first)), TABLE, 1, 1)
    await hands.refresh(ASHA, TABLE, 2, 2, None, build)
    assert await hands.refresh(ASHA, TABLE, 2, 2, None, build) is Redrawn.DONE
    assert told == ["send private=True", "edit later"]


async def test_a_form_is_only_the_first_answer() -> None:
    """After a promise the person reads that they are to press again, and their own message stays as it is."""
    form = Form("form", "Groups", ())
    told: list[str] = []
    async with DiscordAnswer(interaction(told)) as answer:
        assert await answer.show(plain("One."))
        assert await answer.ask(form) is False
    assert told == ["send private=True"]
    told.clear()
    for clicked, promised in (
        (None, ["defer private=True new=True", "edit later"]),
        ("private", ["defer private=False new=False", "another"]),
    ):
        async with DiscordAnswer(interaction(told, clicked=clicked), watch_seconds=0.01) as answer:
            await until(lambda: told)
            assert await answer.ask(form) is False
        assert told == promised
        told.clear()
    async with DiscordAnswer(interaction(told)) as answer:
        assert await answer.ask(form) is True
        assert await answer.ask(form) is False
    assert told == ["form Groups"]
