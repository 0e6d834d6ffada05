"""The bot's permissions in a channel, and what breaks without them."""

from collections.abc import Mapping

from bot.languages.sentence import Sentence, say, say_many, sentence_in

PERMISSIONS: Mapping[str, tuple[Sentence, Sentence]] = {
    "view_channel": (
        sentence_in("a permission of Discord", "View Channel"),
        Sentence("I see nothing here, and no table can be shown."),
    ),
    "send_messages": (
        sentence_in("a permission of Discord", "Send Messages"),
        Sentence("lobby, board and results cannot be posted here."),
    ),
    "send_messages_in_threads": (
        sentence_in("a permission of Discord", "Send Messages in Threads"),
        Sentence("tables cannot play in threads of their own."),
    ),
    "create_public_threads": (
        sentence_in("a permission of Discord", "Create Public Threads"),
        Sentence("tables play here in the channel, between other messages."),
    ),
    "create_private_threads": (
        sentence_in("a permission of Discord", "Create Private Threads"),
        Sentence("private tables play here, where everyone sees them."),
    ),
    "attach_files": (
        sentence_in("a permission of Discord", "Attach Files"),
        Sentence("no picture of board and score sheet can be posted."),
    ),
    "read_message_history": (
        sentence_in("a permission of Discord", "Read Message History"),
        Sentence("after a crash I may post a start or a result twice."),
    ),
}
"""Discord's name of each permission, and the effect of its absence."""

TELL_ROLE = sentence_in("a permission of Discord", "Mention Everyone")
TELL_ROLE_BREAKS = Sentence("the role for new tables is not told, unless anyone can mention it.")
NOTHING_NEEDED = Sentence("There is nothing to check here: in direct messages I need no permission.")


def missing(number: int) -> str:
    """Return a summary of the findings."""
    if not number:
        return say("### All is well here.")
    return say_many(number, "### {number} permission is missing here.", "### {number} permissions are missing here.")


def finding(name: str, there: bool, breaks: str) -> str:
    """Return one permission; `breaks` says what does not work without it."""
    return f"✅ {name}" if there else f"❌ **{name}**: {breaks}"
