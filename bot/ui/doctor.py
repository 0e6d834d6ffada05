"""What the bot needs to be allowed in a channel, and what breaks without."""

from dataclasses import dataclass
from typing import Any

import discord


@dataclass(frozen=True, slots=True)
class Need:
    """A permission: its name in discord.py and in Discord, and what breaks without it."""

    field: str
    name: str
    breaks: str


NEEDS = (
    Need("view_channel", "View Channel", "I see nothing here, and no table can be shown."),
    Need("send_messages", "Send Messages", "lobby, board and results cannot be posted here."),
    Need("send_messages_in_threads", "Send Messages in Threads", "tables cannot play in threads of their own."),
    Need("create_public_threads", "Create Public Threads", "tables play here in the channel, between other messages."),
    Need("create_private_threads", "Create Private Threads", "private tables play here, where everybody sees them."),
    Need("attach_files", "Attach Files", "no picture of board and score sheet can be posted."),
    Need("read_message_history", "Read Message History", "after a crash I may post a start or a result twice."),
)


def findings(interaction: discord.Interaction[Any]) -> list[tuple[str, bool, str]]:
    """For each permission its name, whether it is there, and what breaks without."""
    allowed = interaction.app_permissions
    if interaction.guild_id is None:
        return []
    return [(need.name, bool(getattr(allowed, need.field)), need.breaks) for need in NEEDS]


def missing_to_play(interaction: discord.Interaction[Any]) -> str | None:
    """The first permission missing without which no table can be shown here; None: there is none."""
    if interaction.guild_id is None:
        return None
    in_thread = isinstance(interaction.channel, discord.Thread)
    writing = "send_messages_in_threads" if in_thread else "send_messages"
    needed = [need for need in NEEDS if need.field in ("view_channel", writing, "attach_files")]
    return next((need.name for need in needed if not getattr(interaction.app_permissions, need.field)), None)
