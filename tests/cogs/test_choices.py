"""Choices that show while an option is typed."""

from types import SimpleNamespace
from typing import cast

import pytest
from discord import app_commands

from bot.discord.interactions import Interactions
from bot.layout import MAX_CHOICES
from bot.service.tables.service import Limits
from cogs.base import Interaction, fitting, table_choices
from cogs.server_settings import zone_choices
from cogs.table import TableCommands
from tests.flows.answers import FakeInteractions, FlowDesk, flow_desk
from tests.service.context import ASHA

MOST = 25
"""The most choices that Discord shows; it refuses more."""


def typing(bot: FlowDesk) -> Interaction:
    """Return an interaction in which Asha types an option of `/rummy table`."""
    topic = TableCommands(bot.flows, cast(Interactions, FakeInteractions(bot.context)))
    command = next(one for one in topic.get_app_commands() if isinstance(one, app_commands.Command))
    return cast(Interaction, SimpleNamespace(command=command, user=SimpleNamespace(id=int(ASHA.id)), guild_id=1))


async def test_no_more_choices_than_discord_takes() -> None:
    assert MAX_CHOICES == MOST
    found = fitting(((str(number), str(number)) for number in range(MOST + 1)), "")
    assert [one.value for one in found] == list(map(str, range(MOST)))


async def test_time_zones_are_cut_until_enough_of_one_is_typed() -> None:
    async with flow_desk() as bot:
        assert len(await zone_choices(typing(bot), "")) == MOST
        assert [one.value for one in await zone_choices(typing(bot), "kolkata")] == ["Asia/Kolkata"]


async def test_ones_own_tables_are_cut() -> None:
    async with flow_desk(limits=Limits(lobbies_per_person=MOST + 1)) as bot:
        for _ in range(MOST + 1):
            await bot.services.lobby(ASHA)
        assert len(await table_choices(typing(bot), "")) == MOST


@pytest.mark.parametrize(("typed", "values"), [("", ["a", "b"]), ("ANN", ["a"]), ("b", ["b"]), ("word", ["b"])])
async def test_what_was_typed_is_found_in_labels_words_and_values(typed: str, values: list[str]) -> None:
    offered = (("Ann", "a"), ("Eve", "b", "a word"))
    assert [one.value for one in fitting(offered, typed, by_value=True)] == values
