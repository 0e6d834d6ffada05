"""What the terminal says besides the screens: how to answer, and what is wrong with the arguments."""

from collections.abc import Iterable
from datetime import date

from bot.languages.saying import Sentence, say
from bot.text.words import LEVELS, listed

PLAYER = "Player"
"""What the person at the terminal is called."""

SECRET = Sentence("Shuffle commitment, its seed is drawn by chance and secret until the end:")
NOT_NOW = " (not now)"
BACK = "Back"
TABLE = "Table"
HAND = "Hand"
MORE = "More…"
"""In the place of a label that is a mere sign."""
ENDED = "the input ended before the match did."
ENOUGH = "That was all"
LOOK_BACK = "**The match is over.** You can look back on it:"
NO_DATABASE = "there is no such database file: nothing to play"
NO_PAST_DAY = "nobody has finished a deal of the day before today."


def day_not_over(day: date) -> str:
    """Refuses a day that is running or to come."""
    return f"--date: {day} is not over; its cards are secret until 00:00 UTC."


def day_unplayed(day: date) -> str:
    """Refuses a day without a deal."""
    return f"--date: nobody played on {day}."


def known(seed: int) -> str:
    """Above the commitment if the seed was given."""
    return say('Shuffle commitment, its seed is known: the SHA-256 of "{seed}":', seed=seed)


def type_one(most: int) -> str:
    """What may be typed where one number is asked for."""
    return f"Type a number from 0 to {most}." if most else "Type 0."


def type_some(most: int) -> str:
    """What may be typed where several numbers may be chosen; 0 goes back."""
    return f"Type one or several numbers from 1 to {most}, with spaces between them, or 0."


def field(label: str, about: str, value: str, hint: str) -> str:
    """A field of a form: what it holds now, or else what might be typed."""
    shown = f"{label} now: {value}" if value else f"{label}, such as {hint}"
    return f"{about}\n{shown}\nAn empty line leaves it as it is, and 0 goes back."


def too_long(most: int) -> str:
    """Refuses a typed text that is too long."""
    return f"That is too long: at most {most} characters."


def formats(rules: str, courses: Iterable[str]) -> str:
    """Which formats a rule set plays."""
    return f"--format: {rules} plays {', '.join(courses)}"


def levels(rules: str, offered: Iterable[int]) -> str:
    """How strong the computers of a rule set's game can be."""
    return f"--level: {rules} has {listed(f'{level} ({LEVELS[level]})' for level in offered)}"


def computers(rules: str, least: int, most: int) -> str:
    """How many computers a rule set can seat beside one person."""
    return f"--computers: {rules} takes {least} to {most}"
