"""Slash commands typed to flows without Discord."""

from types import SimpleNamespace
from typing import Any, cast

from discord import app_commands

from bot.discord.interactions import Interactions
from bot.service.tables.lobby import Person
from cogs import commands_of
from tests.flows.answers import FakeAnswer, FakeInteractions, FlowDesk


def user(person: Person) -> SimpleNamespace:
    """Return a person as Discord names them in an option."""
    return SimpleNamespace(id=int(person.id), display_name=str(person.name))


async def typed(
    bot: FlowDesk, person: Person, name: str, options: dict[str, Any] | None = None, **given: Any
) -> FakeAnswer:
    """Type a command such as `tournament new` and return the answer; `given` are fields of the answer."""
    tops = commands_of(bot.flows, cast(Interactions, FakeInteractions(bot.context)))
    found: Any = None
    for word in name.split():
        found = next(one for one in (tops if found is None else found.commands) if one.name == word)
    assert isinstance(found, app_commands.Command)
    answer = bot.answer(person, **given)
    vars(answer).update(user=user(person), guild_id=answer.guild, client=SimpleNamespace(files_at=None))
    await cast(Any, found.callback)(found.binding, answer, **(options or {}))
    return answer
