"""Reports of tables: the texts for reporters and the staff."""

from bot.languages.sentence import Sentence, say

BUTTON = Sentence("Report…")
SAY = Sentence("Report this table")
SAY_ABOUT = Sentence("You can leave this empty. Only the staff of the server read it.")
SAY_HINT = Sentence("Two players tell each other their cards.")
ONCE = Sentence("-# Each person can report a table once. The staff get its record when the match is over.")

ABOUT = Sentence("### 🚩 Report")
CLOSE = Sentence("Close report")
CLOSED = Sentence("✅ The report is closed. The players are not told.")
WAITS = Sentence(" · reported")
STILL_OPEN = Sentence("-# The record comes when the match is over.")
NEVER_PLAYED = Sentence("-# No match was played at this table.")
ERASED = Sentence("A person who erased their data")
# Translators: stands before "reports the table" where it is not said who does.
HIDDEN = Sentence("A player or spectator")


def received(*, has_channel: bool) -> str:
    """Return the reply to a report; `has_channel`: the staff have a channel for reports."""
    if has_channel:
        return say("✅ Report sent. The players are not told.")
    return say("✅ Report sent. The staff see it in `/dispute list`. The players are not told.")


def where(channel: int) -> str:
    """Return the place of a table in play, for the staff."""
    return say("It is played in {channel}.", channel=f"<#{channel}>")
