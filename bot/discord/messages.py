"""Facts about interactions and messages: the control that was used, and whether only one person sees it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord

from bot.flows.answer import Press
from bot.rummy.ids import TableId
from bot.screens.ids import CALL, table_control
from bot.store.rows.outbox import OutboxKind

OF_A_PAUSE = frozenset({"next", "rejoin", "call-split", "decline"})
"""The requests of buttons that stand under questions between two deals, and nowhere else."""
_TOLD = (OutboxKind.DEAL,)
"""The message that reports a deal. It asks too, and stays."""


def custom_ids(components: Any) -> set[str]:
    """Return all custom ids in the components of a message."""
    found: set[str] = set()
    for component in components:
        if id := getattr(component, "custom_id", None):
            found.add(id)
        found |= custom_ids(getattr(component, "children", ()))
        accessory = getattr(component, "accessory", None)
        if accessory is not None:
            found |= custom_ids([accessory])
    return found


def is_call(ids: Iterable[str], table: TableId) -> bool:
    """Return whether a message with these ids calls players of that table, or asks them something between deals."""
    controls = [id for id in map(table_control, ids) if id is not None and id.table == table]
    if any(control.args[:1] == _TOLD for control in controls):
        return False
    words = {control.word for control in controls}
    return bool(words & OF_A_PAUSE) or words == {"vote"} or any(control.text == CALL for control in controls)


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the pressed message belongs to that person alone: a private one, or a hand sent to them.

    A board in direct messages is none: it stays as it is.
    """
    message = interaction.message
    if message is None:
        return False
    if message.flags.ephemeral:
        return True
    return interaction.guild_id is None and any(map(_is_of_a_hand, custom_ids(message.components)))


def _is_of_a_hand(custom_id: str) -> bool:
    id = table_control(custom_id)
    return id is not None and id.is_own


def press_of(interaction: discord.Interaction[Any]) -> Press:
    """Return the control that was used."""
    data: Mapping[str, Any] = interaction.data or {}
    values = tuple(str(value) for value in data.get("values") or ())
    typed = dict(_typed(data.get("components") or ()))
    is_menu = data.get("component_type") == discord.ComponentType.select.value
    return Press(str(data.get("custom_id", "")), values, typed, is_menu)


def _typed(components: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Yield the texts typed into a form, and the values chosen in its menus, by the custom ids of its fields."""
    for item in components:
        if isinstance(item, Mapping):
            if "value" in item:
                yield str(item.get("custom_id")), str(item["value"] or "")
            if "values" in item:
                yield str(item.get("custom_id")), " ".join(map(str, item["values"] or ()))
            yield from _typed([*(item.get("components") or ()), item.get("component")])


def can_write(allowed: discord.Permissions, channel: object) -> bool:
    """Return whether these permissions allow writing in that channel or thread."""
    return allowed.send_messages_in_threads if isinstance(channel, discord.Thread) else allowed.send_messages
