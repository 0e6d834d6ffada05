"""Which permissions the bot needs in a channel, and what breaks without each."""

from typing import Any

import discord

from bot import text


def findings(interaction: discord.Interaction[Any]) -> list[tuple[str, bool, str]]:
    """For each permission its name, whether it is there, and what breaks without."""
    allowed = interaction.app_permissions
    if interaction.guild_id is None:
        return []
    return [
        (name, bool(getattr(allowed, field)), text.doctor.BREAKS[field])
        for field, name in text.doctor.PERMISSIONS.items()
    ]


def missing_to_play(interaction: discord.Interaction[Any]) -> str | None:
    """The first permission missing without which no table can be shown here; None: there is none."""
    if interaction.guild_id is None:
        return None
    in_thread = isinstance(interaction.channel, discord.Thread)
    writing = "send_messages_in_threads" if in_thread else "send_messages"
    needed = ("view_channel", writing, "attach_files")
    missing = (field for field in needed if not getattr(interaction.app_permissions, field))
    return next((text.doctor.PERMISSIONS[field] for field in missing), None)
