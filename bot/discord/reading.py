"""What can be read off interactions and messages: which control was used, and whether one person alone sees it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord

from bot.flows.answer import Press
from bot.layout import ButtonId, MenuId
from bot.rummy.ids import TableId
from bot.screens.ids import CALL, parse

OF_A_HAND = frozenset(
    {"refresh", "sort", "best", "ungroup", "draw", "done", "drop", "ask-drop", "ask-declare", "declare", "declare-now"}
)
"""Buttons that stand under a hand, or a question about one, and nowhere else."""
OF_A_PAUSE = frozenset({"next", "rejoin", "split"})
"""Buttons that stand under what is asked between two deals, and nowhere else."""


def custom_ids(components: Any) -> set[str]:
    """All custom ids in the components of a message."""
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
    """Whether a message with these custom ids calls players of that table, or asks them something between deals."""
    buttons = [id for id in map(ButtonId.parse, ids) if id is not None and id.table == table]
    words = {button.word for button in buttons}
    return bool(words & OF_A_PAUSE) or words == {"vote"} or any(button.action == CALL for button in buttons)


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether the pressed message belongs to that person alone: a private one, or a hand sent to them.

    Boards may stand in direct messages too; they stay what they are.
    """
    message = interaction.message
    if message is None:
        return False
    if message.flags.ephemeral:
        return True
    return interaction.guild_id is None and any(map(_is_of_a_hand, custom_ids(message.components)))


def _is_of_a_hand(custom_id: str) -> bool:
    id = parse(custom_id)
    return isinstance(id, MenuId) or (isinstance(id, ButtonId) and id.word in OF_A_HAND)


def press_of(interaction: discord.Interaction[Any]) -> Press:
    """The control that was used."""
    data: Mapping[str, Any] = interaction.data or {}
    values = tuple(str(value) for value in data.get("values") or ())
    return Press(str(data.get("custom_id", "")), values, dict(_typed(data.get("components") or ())))


def _typed(components: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """What was typed in a form, by the custom ids of its fields."""
    for item in components:
        if isinstance(item, Mapping):
            if "value" in item:
                yield str(item.get("custom_id")), str(item["value"] or "")
            yield from _typed([*(item.get("components") or ()), item.get("component")])


def can_write(allowed: discord.Permissions, channel: object) -> bool:
    """Whether these permissions allow to write in that channel or thread."""
    return allowed.send_messages_in_threads if isinstance(channel, discord.Thread) else allowed.send_messages
