"""What the bot may do in a channel, and what breaks where it may not."""

from collections.abc import Mapping

from bot.text.words import count

PERMISSIONS: Mapping[str, tuple[str, str]] = {
    "view_channel": ("View Channel", "I see nothing here, and no table can be shown."),
    "send_messages": ("Send Messages", "lobby, board and results cannot be posted here."),
    "send_messages_in_threads": ("Send Messages in Threads", "tables cannot play in threads of their own."),
    "create_public_threads": ("Create Public Threads", "tables play here in the channel, between other messages."),
    "create_private_threads": ("Create Private Threads", "private tables play here, where everybody sees them."),
    "attach_files": ("Attach Files", "no picture of board and score sheet can be posted."),
    "read_message_history": ("Read Message History", "after a crash I may post a start or a result twice."),
}
"""What Discord calls each permission, and what happens without it."""

NOTHING_NEEDED = "There is nothing to check here: in direct messages I need no permission."


def missing(number: int) -> str:
    """What was found, in short."""
    if not number:
        return "### All is well here."
    return f"### {count(number, 'permission is', 'permissions are')} missing here."


def finding(name: str, there: bool, breaks: str) -> str:
    """One permission; what breaks where it is missing."""
    return f"✅ {name}" if there else f"❌ **{name}**: {breaks}"
