"""What can be read off a message that stands: its custom ids, and whether one person alone sees it."""

from typing import Any

import discord

from bot.ui.ids import ButtonId, SelectId, parse

OF_A_HAND = frozenset(
    {"refresh", "sort", "best", "ungroup", "draw", "done", "drop", "ask-drop", "ask-declare", "declare", "declare-now"}
)
"""Buttons that stand under a hand, or a question about one, and nowhere else."""


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


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message that was clicked belongs to that person alone: a private one, or a hand sent to them.

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
    return isinstance(id, SelectId) or (isinstance(id, ButtonId) and id.word in OF_A_HAND)
