"""Limits that players set themselves: a reminder of the time, and pauses."""

from bot.languages.sentence import Sentence, say, say_many, sentence_in

ABOUT = Sentence("### Your limits")
REMIND = Sentence("Remind me of the time")
PAUSE = Sentence("Take a pause")
NEVER = Sentence("No reminder")
NO_REMINDER = Sentence("▫️ No reminder")
KEEP_ON = sentence_in("a button", "Keep playing")


def every(hours: int) -> str:
    """Return a choice of the reminder."""
    return say_many(hours, "After {number} hour of play", "After {number} hours of play")


def reminded(hours: int) -> str:
    """Return the reply that the reminder is set."""
    return say_many(
        hours,
        "✅ You are reminded after each {number} hour of play.",
        "✅ You are reminded after each {number} hours of play.",
    )


def days(number: int) -> str:
    """Return a choice of the pause."""
    return say_many(number, "For {number} day", "For {number} days")


def played(hours: int) -> str:
    """Return the reminder itself."""
    return say_many(
        hours,
        "⏰ You have played for {number} hour without a break. You asked me to tell you.",
        "⏰ You have played for {number} hours without a break. You asked me to tell you.",
    )


def paused(until: str) -> str:
    """Return the current pause; `until` is a moment ready for display."""
    # Translators: {when} is such as "in 2 days"
    return say(
        "⏸️ You are taking a pause until {when}. You cannot join tables until then; matches you are in go on.",
        when=until,
    )


def ask_pause(number: int) -> str:
    """Return the question before a pause."""
    return say_many(
        number,
        "**Take a pause of {number} day?** Until it is over you cannot join a table or a tournament, on any "
        "server. Nobody can end it early. Matches you are in go on.",
        "**Take a pause of {number} days?** Until it is over you cannot join a table or a tournament, on any "
        "server. Nobody can end it early. Matches you are in go on.",
    )


def begin_pause(number: int) -> str:
    """Return the label of the button that begins the pause."""
    return say_many(number, "Pause for {number} day", "Pause for {number} days")
