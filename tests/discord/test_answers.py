"""One answer in time, with a private promise where the work takes long."""

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import screens
from bot.discord.answers import DiscordAnswer
from bot.flows.personal import REDRAWN_FOR, OpenScreens
from bot.layout import Form, Screen
from bot.rummy.ids import PlayerId, TableId
from tests.waiting import until


class Response:
    """What an interaction was answered with."""

    def __init__(self, told: list[str], fault: Exception | None = None) -> None:
        self.told = told
        self.fault = fault

    async def _say(self, what: str) -> None:
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        self.told.append(what)

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        await self._say(f"defer private={ephemeral} new={thinking}")

    async def send_message(self, *, ephemeral: bool = False, **_: Any) -> None:
        await self._say(f"send private={ephemeral}")

    async def edit_message(self, **_: Any) -> None:
        await self._say("edit")

    async def send_modal(self, form: discord.ui.Modal) -> None:
        await self._say(f"form {form.title}")


def interaction(told: list[str], *, clicked: str | None = None, fault: Exception | None = None) -> Any:
    """An interaction; `clicked` on a `public` or `private` message."""

    async def edit_original_response(**_: Any) -> None:
        told.append("edit later")

    async def send(*, ephemeral: bool = False, **_: Any) -> None:
        told.append("another" if ephemeral else "another for all")

    flags = SimpleNamespace(ephemeral=clicked == "private")
    return SimpleNamespace(
        id=3,
        message=SimpleNamespace(id=2, flags=flags) if clicked else None,
        guild_id=1,
        channel_id=4,
        user=SimpleNamespace(id=5, display_name="Asha"),
        response=Response(told, fault),
        edit_original_response=edit_original_response,
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
        assert await answer.show(screens.plain("Yes."))
        await asyncio.sleep(0.03)
    assert told == quick
    told = []
    async with DiscordAnswer(interaction(told, clicked=clicked), watch_seconds=0.01) as answer:
        await until(lambda: told)
        assert await answer.show(screens.plain("Yes."))
    assert told == slow


async def test_a_second_answer_is_a_further_private_message() -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told)) as answer:
        await answer.show(screens.plain("One."))
        await answer.show(screens.plain("Two."))
    assert told == ["send private=True", "another"]


async def test_what_is_shared_leaves_the_private_message_as_it_is() -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told, clicked="private")) as answer:
        assert await answer.share(screens.plain("Look!"))
    assert told == ["send private=False"]
    told.clear()
    async with DiscordAnswer(interaction(told, clicked="private"), watch_seconds=0.01) as answer:
        await until(lambda: told)
        assert await answer.share(screens.plain("Look!"))
    assert told == ["defer private=False new=False", "another for all"]


async def test_what_could_not_be_shared_can_be_said() -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told, clicked="private", fault=http(403, 50013))) as answer:
        assert not await answer.share(screens.plain("Look!"))
        assert await answer.show(screens.plain("No."))
    assert told == ["edit"]


@pytest.mark.parametrize(("status", "code", "then"), [(404, 10062, []), (400, 40060, ["edit later"])])
async def test_faults(status: int, code: int, then: list[str]) -> None:
    told: list[str] = []
    async with DiscordAnswer(interaction(told, fault=http(status, code))) as answer:
        assert await answer.show(screens.plain("Yes.")) is bool(then)
    assert told == then


async def test_hands_live_as_long_as_their_tokens() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    told: list[str] = []
    hands = OpenScreens(lambda: now)
    asha, table = PlayerId(5), TableId("abc123")
    hands.remember(DiscordAnswer(interaction(told)), table)

    async def build() -> Screen:
        return screens.plain("Your turn.")

    await hands.refresh(asha, table, build)
    await hands.refresh(PlayerId(6), table, build)
    assert told == ["edit later"]
    now += REDRAWN_FOR + timedelta(seconds=1)
    await hands.refresh(asha, table, build)
    assert told == ["edit later"]


async def test_a_form_is_only_the_first_answer() -> None:
    """Whether it was asked decides what the person is told instead."""
    form = Form("form", "Groups", ())
    told: list[str] = []
    async with DiscordAnswer(interaction(told)) as answer:
        assert await answer.show(screens.plain("One."))
        assert await answer.ask(form) is False
    assert told == ["send private=True"]
    told.clear()
    async with DiscordAnswer(interaction(told), watch_seconds=0.01) as answer:
        await until(lambda: told)
        assert await answer.ask(form) is False
        assert await answer.show(screens.plain("Too late."))
    assert told == ["defer private=True new=True", "edit later"]
    told.clear()
    async with DiscordAnswer(interaction(told)) as answer:
        assert await answer.ask(form) is True
        assert await answer.ask(form) is False
    assert told == ["form Groups"]
