"""The update of the commands at Discord: ask for what it has, and write only what differs."""

from collections.abc import Iterable, Mapping
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.discord.commands.translations import take_out_refused
from bot.discord.errors import DISCORD_ERRORS
from bot.discord.library import commands_of
from bot.error_fields import error_fields
from bot.store.errors import StoreError
from bot.store.repositories.owners import OwnerRepository

OWN_TYPES = frozenset({1, 2, 3})
"""The types of slash commands and of commands in the menus of users and messages.

Discord adds others by itself, such as the entry point of an Activity (4), and refuses a list without it.
"""
COMPARED = frozenset(
    {
        *("name", "description", "type", "options", "choices", "value", "required", "autocomplete", "channel_types"),
        *("min_value", "max_value", "min_length", "max_length", "nsfw", "default_member_permissions"),
        *("contexts", "integration_types", "name_localizations", "description_localizations"),
    }
)
"""The fields in which a command may differ. Discord adds ids and versions."""
GIVEN = frozenset({"id", "application_id", "guild_id", "version"})
"""The fields that Discord itself gives to a command of a server. It recognises the command by name and type."""
OWNER = "paplu"
"""The name of the owner's commands, by which they are recognised in a server."""

log = structlog.get_logger()


async def sync(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Update the commands of Discord to those of that tree, and leave others alone.

    Return all commands with their ids.

    Raises:
        discord.HTTPException: Discord refused.
    """
    wanted = [await _payload(command, tree) for command in tree.get_commands()]
    client = tree.client
    there = await commands_of(client)
    kept = [command for command in there if command.get("type", 1) not in OWN_TYPES]
    # Discord keeps the order of options, but not that of commands.
    if _by_name(wanted) == _by_name(command for command in there if command.get("type", 1) in OWN_TYPES):
        return there
    written: Any = await client.http.bulk_upsert_global_commands(client.application_id or 0, payload=[*wanted, *kept])
    log.info("commands written", commands=len(wanted), kept=len(kept))
    return list(written)


class OwnerSync:
    """The owner's commands in the owner's server, and their removal from servers that were the owner's before.

    Nothing raises: without these commands, all others work.
    """

    def __init__(self, tree: app_commands.CommandTree[Any], owners: OwnerRepository) -> None:
        self._tree = tree
        self._owners = owners

    async def run(self, server: int | None) -> None:
        """Update the owner's commands. To be called after the login.

        `server`: the owner's server; None if there is none any more.
        """
        try:
            if server is not None:
                await self._owners.add(server)  # first, so that the commands are not forgotten after a crash
                await self._write(server)
            for former in await self._owners.all():
                if former != server and await self._write(former):
                    await self._owners.remove(former)
        except StoreError as error:
            log.error("owner's commands not registered", server=server, **error_fields(error))

    async def _write(self, server: int) -> bool:
        """Return whether that server now has the owner's commands of the tree, and all other commands as before."""
        client = self._tree.client
        commands = self._tree.get_commands(guild=discord.Object(server))
        wanted = [await _payload(command, self._tree) for command in commands]
        try:
            if await _sync_in(client, server, wanted):
                log.info("owner's commands written", server=server, commands=len(wanted))
        except (discord.Forbidden, discord.NotFound) as error:
            if wanted:
                log.error("owner's commands not registered", server=server, **error_fields(error))
            # Otherwise the bot has left, and its commands have gone with it.
        except DISCORD_ERRORS as error:
            log.error("owner's commands not registered", server=server, **error_fields(error))
            return False
        return True


async def _sync_in(client: discord.Client, server: int, wanted: list[dict[str, Any]]) -> bool:
    """Update the owner's commands in a server, and leave others alone. Return whether anything was written.

    Raises:
        discord.HTTPException: Discord refused.
    """
    there = await commands_of(client, server)
    kept = [command for command in there if command["name"] != OWNER or command.get("type", 1) != 1]
    if _placeless(wanted) == _placeless(command for command in there if command not in kept):
        return False
    others = [{key: value for key, value in command.items() if key not in GIVEN} for command in kept]
    await client.http.bulk_upsert_guild_commands(client.application_id or 0, server, payload=[*wanted, *others])
    return True


def _placeless(commands: Iterable[Mapping[str, Any]]) -> dict[tuple[str, int], Any]:
    """Return commands as `_by_name` does, without the places where they work: a server's commands only work there."""
    places = ("contexts", "integration_types")
    return _by_name({key: value for key, value in command.items() if key not in places} for command in commands)


async def _payload(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu,
    tree: app_commands.CommandTree[Any],
) -> dict[str, Any]:
    if tree.translator is None:
        return command.to_dict(tree)
    payload = await command.get_translated_payload(tree, tree.translator)
    for entry in take_out_refused(payload):
        log.warning("words of the host", fault=f"{entry} cannot stand beside the others in /{command.name}")
    return payload


def _by_name(commands: Iterable[Mapping[str, Any]]) -> dict[tuple[str, int], Any]:
    """Return the compared fields of each command, by its name and type."""
    return {(str(command["name"]), int(command.get("type", 1))): essence(command) for command in commands}


def essence(part: Any) -> Any:
    """Return the meaning of a command: without fields that Discord adds, and without default values."""
    if isinstance(part, Mapping):
        said = {key: essence(_plain(key, value)) for key, value in part.items() if key in COMPARED}
        return {key: value for key, value in said.items() if value not in (None, False, "", [], {})}
    return [essence(item) for item in part] if isinstance(part, list) else part


def _plain(key: str, value: Any) -> Any:
    """Return a field in the form that is compared.

    Discord writes permissions as text, and has its own order of places.
    """
    if key == "default_member_permissions":
        return None if value is None else str(value)
    if key in ("name_localizations", "description_localizations"):
        return None if not value else [f"{locale} {said}" for locale, said in sorted(value.items())]
    return sorted(value) if key in ("contexts", "integration_types", "channel_types") and value else value
