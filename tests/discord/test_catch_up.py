"""Looks for what was not shown, in processes that serve and in a spare one."""

import asyncio
from collections.abc import Awaitable
from types import SimpleNamespace
from typing import Any

import discord

from bot.discord.channels import Channels
from bot.discord.outbox.catch_up import CatchingUp
from tests.screens.samples import NOW


async def test_a_spare_process_rests_until_another_channel_is_open_again() -> None:
    rests = 0

    async def rest(wait: Awaitable[None]) -> None:
        nonlocal rests
        rests += 1
        assert rests < 10
        await wait

    channels = Channels(discord.Client(intents=discord.Intents.none()), lambda: NOW)
    unused: Any = None
    spare: Any = SimpleNamespace(serving=frozenset())
    catching_up = CatchingUp(unused, unused, unused, unused, channels, spare, lambda: NOW, rest)
    task = asyncio.create_task(catching_up.run())
    channels.close(11, 50013)
    channels.reopen(11, 1)
    for _ in range(50):
        await asyncio.sleep(0)
    assert rests == 2
    task.cancel()
