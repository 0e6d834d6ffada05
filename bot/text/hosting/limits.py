"""Limits that players set themselves: a reminder of the time, and pauses."""

from bot.text.words import count

ABOUT = "### Your limits"
REMIND = "Remind me of the time"
PAUSE = "Take a pause"
NEVER = "No reminder"
NO_REMINDER = "▫️ No reminder of how long you play."
KEEP_ON = "Keep playing"


def every(hours: int) -> str:
    """A choice of the reminder."""
    return f"After {count(hours, 'hour')} of play"


def reminded(hours: int) -> str:
    """The reminder as it is set."""
    return f"✅ You are reminded after each {count(hours, 'hour')} of play."


def days(number: int) -> str:
    """A choice of the pause."""
    return f"For {count(number, 'day')}"


def played(hours: int) -> str:
    """The reminder itself."""
    return f"⏰ You have played for {count(hours, 'hour')} without a break. You wanted to know."


def paused(until: str) -> str:
    """The pause as it is; `until` is a moment that is ready to be shown."""
    return f"⏸️ Your pause is over {until}. Until then you sit down nowhere; matches that you play go on."


def ask_pause(number: int) -> str:
    """The question before a pause."""
    return (
        f"**Take a pause of {count(number, 'day')}?** You cannot sit down at a table or sign up for a tournament in "
        "that time, on any server, and nobody can end it early. Matches that you play go on."
    )


def begin_pause(number: int) -> str:
    """The button that begins it."""
    return f"Pause for {count(number, 'day')}"
