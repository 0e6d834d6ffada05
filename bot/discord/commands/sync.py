"""Tells Discord which commands there are: asks for what it has, and writes only where something differs."""

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
"""Slash commands, and those of the menus of users and messages. Discord adds others by itself, such as the entry point
of an Activity (4), and refuses a list that leaves it out."""
COMPARED = frozenset(
    {
        *("name", "description", "type", "options", "choices", "value", "required", "autocomplete", "channel_types"),
        *("min_value", "max_value", "min_length", "max_length", "nsfw", "default_member_permissions"),
        *("contexts", "integration_types", "name_localizations", "description_localizations"),
    }
)
"""Fields in which a command may differ; Discord adds ids and versions."""
GIVEN = frozenset({"id", "application_id", "guild_id", "version"})
"""What Discord itself gives to a command of a server, which it knows again by name and type."""
OWNER = "paplu"
"""The name of the owner's commands, by which they are known again in a server."""

log = structlog.get_logger()


async def sync(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Give Discord the commands of that tree, and leave others alone. Return all commands with their ids.

    Raises:
        discord.HTTPException: Discord refused.
    """
    wanted = [await _payload(command, tree) for command in tree.get_commands()]
    client = tree.client
    there = await commands_of(client)
    kept = [command for command in there if command.get("type", 1) not in OWN_TYPES]
    # Discord has no order of commands; of options it has.
    if _by_name(wanted) == _by_name(command for command in there if command.get("type", 1) in OWN_TYPES):
        return there
    written: Any = await client.http.bulk_upsert_global_commands(client.application_id or 0, payload=[*wanted, *kept])
    log.info("commands written", commands=len(wanted), kept=len(kept))
    return list(written)


class OwnerSync:
    """Gives the owner's server its commands, and takes them out of servers that were the owner's before.

    Nothing raises: without these commands all others work.
    """

    def __init__(self, tree: app_commands.CommandTree[Any], owners: OwnerRepository) -> None:
        self._tree = tree
        self._owners = owners

    async def run(self, server: int | None) -> None:
        """`server`: the owner's; None: there is none any more. To be called after the login."""
        try:
            if server is not None:
                await self._owners.add(server)  # first: what is written is not forgotten after a crash
                await self._write(server)
            for former in await self._owners.all():
                if former != server and await self._write(former):
                    await self._owners.remove(former)
        except StoreError as error:
            log.error("owner's commands not registered", server=server, **error_fields(error))

    async def _write(self, server: int) -> bool:
        """Return whether that server now has what the tree has for it, and all other commands that it had before."""
        client = self._tree.client
        commands = self._tree.get_commands(guild=discord.Object(server))
        wanted = [await _payload(command, self._tree) for command in commands]
        try:
            if await _sync_in(client, server, wanted):
                log.info("owner's commands written", server=server, commands=len(wanted))
        except (discord.Forbidden, discord.NotFound) as error:
            if wanted:
                log.error("owner's commands not registered", server=server, **error_fields(error))
            # Else the bot is there no more, and its commands have gone with it.
        except DISCORD_ERRORS as error:
            log.error("owner's commands not registered", server=server, **error_fields(error))
            return False
        return True


async def _sync_in(client: discord.Client, server: int, wanted: list[dict[str, Any]]) -> bool:
    """Give a server these of the owner's commands, and leave others alone. Return whether anything was written.

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
    """Return commands as `_by_name` does, without the places where they work: a server's commands work there alone."""
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
    """Return what is compared of each command, by its name and type."""
    return {(str(command["name"]), int(command.get("type", 1))): essence(command) for command in commands}


def essence(part: Any) -> Any:
    """Return what a command says, without what Discord adds, and without what means the same where it is left out."""
    if isinstance(part, Mapping):
        said = {key: essence(_plain(key, value)) for key, value in part.items() if key in COMPARED}
        return {key: value for key, value in said.items() if value not in (None, False, "", [], {})}
    return [essence(item) for item in part] if isinstance(part, list) else part


def _plain(key: str, value: Any) -> Any:
    """Return a field as it is compared: Discord writes permissions as text, and orders places as it likes."""
    if key == "default_member_permissions":
        return None if value is None else str(value)
    if key in ("name_localizations", "description_localizations"):
        return None if not value else [f"{locale} {said}" for locale, said in sorted(value.items())]
    return sorted(value) if key in ("contexts", "integration_types", "channel_types") and value else value
