"""Every command with whatever its options take: people type all sorts of things, and nothing of it is a fault."""

import random
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from bot.discord.interactions import Interactions
from bot.flows.answer import AnswerResult
from cogs import commands_of
from tests.flows.answers import FakeInteractions, flow_desk
from tests.flows.typed import typed, user
from tests.service.context import ASHA, BEN

WORDS = (
    *("both", "", "  ", "x", "5", "-1", "7S", "null", "%s", "{0}", "abc234", "1h", "tomorrow 25:99", "1e400"),
    *("🂡", "a" * 300, "0" * 40, "İ", "٣"),
)
ROLE = SimpleNamespace(id=77, name="role", mention="<@&77>")


def value(parameter: app_commands.Parameter, dice: random.Random) -> Any:
    """Return a value that Discord could send for a parameter."""
    least, most = parameter.min_value, parameter.max_value
    match parameter.type:
        case _ if parameter.choices:
            return dice.choice(parameter.choices).value
        case discord.AppCommandOptionType.string:
            return dice.choice(WORDS).ljust(int(least or 0), "x")[: int(most or 6000)]
        case discord.AppCommandOptionType.integer | discord.AppCommandOptionType.number:
            return dice.choice([-(2**53) if least is None else least, 2**53 if most is None else most])
        case discord.AppCommandOptionType.boolean:
            return dice.random() < 0.5
        case discord.AppCommandOptionType.user:
            return user(BEN)
        case discord.AppCommandOptionType.channel:
            return 78  # a transformer makes it of the channel
        case discord.AppCommandOptionType.attachment:
            return SimpleNamespace(url=dice.choice(WORDS), size=dice.choice([0, 2**53]))
    return ROLE


@pytest.mark.parametrize("seed", range(2))
async def test_nothing_that_an_option_takes_is_a_fault(seed: int) -> None:
    dice, tried = random.Random(seed), 0
    async with flow_desk() as bot:
        await bot.services.table(ASHA, BEN)
        pending = list(commands_of(bot.flows, cast(Interactions, FakeInteractions(bot.context))))
        while pending:
            command = pending.pop()
            if isinstance(command, app_commands.Group):
                pending += command.commands
                continue
            given = {p.name: value(p, dice) for p in command.parameters if p.required or dice.random() < 0.5}
            who = dice.choice((ASHA, BEN))
            answer = await typed(bot, who, command.qualified_name, given, is_staff=dice.random() < 0.5)
            assert answer.outcome is not AnswerResult.FAULT, (command.qualified_name, given, answer.fault)
            tried += 1
    assert tried > 60
