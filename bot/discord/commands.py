"""Tells Discord which commands there are: asks for what it has, and writes only where something differs."""

from collections.abc import Iterable, Mapping
from typing import Any

import structlog
from discord import app_commands
from discord.http import HTTPClient, Route

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

log = structlog.get_logger()


async def sync(tree: app_commands.CommandTree[Any], http: HTTPClient, application: int) -> bool:
    """Give Discord the commands of that tree, and leave alone what is not ours; says whether anything was written.

    Raises:
        discord.HTTPException: Discord refused.
    """
    wanted = [command.to_dict(tree) for command in tree.get_commands()]
    route = Route("GET", "/applications/{application_id}/commands", application_id=application)
    there = await http.request(route, params={"with_localizations": "true"})
    kept = [command for command in there if command.get("type", 1) not in OWN_TYPES]
    # Discord has no order of commands; of options it has.
    if _by_name(wanted) == _by_name(command for command in there if command.get("type", 1) in OWN_TYPES):
        return False
    await http.bulk_upsert_global_commands(application, payload=[*wanted, *kept])
    log.info("commands written", commands=len(wanted), kept=len(kept))
    return True


def _by_name(commands: Iterable[Mapping[str, Any]]) -> dict[tuple[str, int], Any]:
    """What is compared of each command, by its name and type."""
    return {(str(command["name"]), int(command.get("type", 1))): essence(command) for command in commands}


def essence(part: Any) -> Any:
    """What a command says, without what Discord adds, and without what means the same where it is left out."""
    if isinstance(part, Mapping):
        said = {key: essence(_plain(key, value)) for key, value in part.items() if key in COMPARED}
        return {key: value for key, value in said.items() if value not in (None, False, "", [], {})}
    return [essence(item) for item in part] if isinstance(part, list) else part


def _plain(key: str, value: Any) -> Any:
    """A field as it is compared: Discord writes permissions as text, and orders places as it likes."""
    if key == "default_member_permissions":
        return None if value is None else str(value)
    if key in ("name_localizations", "description_localizations"):
        return None if not value else [f"{locale} {said}" for locale, said in sorted(value.items())]
    return sorted(value) if key in ("contexts", "integration_types", "channel_types") and value else value
