"""What the bot may do in a channel, and what breaks where it may not."""

from collections.abc import Mapping

from bot.text.words import count

PERMISSIONS: Mapping[str, str] = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""What Discord calls each permission."""

BREAKS: Mapping[str, str] = {
    "view_channel": "I see nothing here, and no table can be shown.",
    "send_messages": "lobby, board and results cannot be posted here.",
    "send_messages_in_threads": "tables cannot play in threads of their own.",
    "create_public_threads": "tables play here in the channel, between other messages.",
    "create_private_threads": "private tables play here, where everybody sees them.",
    "attach_files": "no picture of board and score sheet can be posted.",
    "read_message_history": "after a crash I may post a start or a result twice.",
}
"""What happens without each permission."""

NOTHING_NEEDED = "There is nothing to check here: in direct messages I need no permission."


def missing(number: int) -> str:
    """What was found, in short."""
    if not number:
        return "### All is well here."
    return f"### {count(number, 'permission is', 'permissions are')} missing here."


def finding(name: str, there: bool, breaks: str) -> str:
    """One permission; what breaks where it is missing."""
    return f"✅ {name}" if there else f"❌ **{name}**: {breaks}"
