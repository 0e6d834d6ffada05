"""The terminal's own texts: how to answer, and faults of the arguments."""

from collections.abc import Iterable
from datetime import date

from bot.languages.formats import listed, with_commas
from bot.languages.sentence import Sentence, say, sentence_in
from bot.text.words import LEVELS

PLAYER = sentence_in("a name", "Player")
"""The name of the person at the terminal."""

SECRET = Sentence("Shuffle commitment, its seed is drawn by chance and secret until the end:")
TABLE = sentence_in("a button", "Table")
HAND = sentence_in("a button", "Hand")
MORE = sentence_in("a button", "More…")
"""The label in place of one that is only a sign."""
ALL = Sentence("? all, q quit")
ENDED = Sentence("the input ended before the match did.")
ENOUGH = sentence_in("a button", "That was all")
LOOK_BACK = Sentence("**The match is over.** You can look back on it:")
PRACTICE = Sentence("🧩 **Puzzles.** Find the best move. Choose a game:")
NO_DATABASE = Sentence("there is no such database file: nothing to play")
NO_PAST_DAY = Sentence("nobody has finished a deal of the day before today.")


def day_not_over(day: date) -> str:
    """Return the refusal of a day that is not over."""
    return say("--date: {day} is not over; its cards are secret until 00:00 UTC.", day=day)


def day_unplayed(day: date) -> str:
    """Return the refusal of a day without a deal."""
    return say("--date: nobody played on {day}.", day=day)


def known(seed: int) -> str:
    """Return the text above the commitment if the seed was given."""
    return say('Shuffle commitment, its seed is known: the SHA-256 of "{seed}":', seed=seed)


def not_now(label: str) -> str:
    """Return a control that cannot be used now."""
    return say("{label} (not now)", label=label)


def words() -> str:
    """Return the words that can be typed in place of a number."""
    return say("Type a number, a card to throw such as 7C, or: closed, open, best, ? for this list, q to quit.")


def type_one(most: int) -> str:
    """Return the possible input for one number."""
    return say("Type a number from 0 to {most}.", most=most) if most else say("Type 0.")


def type_some(most: int) -> str:
    """Return the possible input for several numbers; 0 goes back."""
    return say("Type one or several numbers from 1 to {most}, with spaces between them, or 0.", most=most)


def field(label: str, about: str, value: str, hint: str) -> str:
    """Return a field of a form with its value, or with an example."""
    # Translators: {label} is what a field of a form is called, {value} what was typed in it
    shown = f"{label}:"
    if value or hint:
        shown = (
            say("{label} now: {value}", label=label, value=value)
            if value
            else say("{label}, such as {example}", label=label, example=hint)
        )
    return "\n".join(filter(None, [about, shown, say("An empty line leaves it as it is, and 0 goes back.")]))


def too_long(most: int) -> str:
    """Return the refusal of a typed text that is too long."""
    return say("That is too long: at most {most} characters.", most=most)


def formats(rules: str, courses: Iterable[str]) -> str:
    """Return the formats that a rule set plays."""
    # Translators: {formats} are the words that one can type
    return say("--format: {rules} plays {formats}", rules=rules, formats=with_commas(courses))


def levels(rules: str, offered: Iterable[int]) -> str:
    """Return the levels of the computers of a rule set's game."""
    levels = listed(f"{level} ({LEVELS[level]()})" for level in offered)
    # Translators: {levels} such as "1 (Beginner) and 2 (Casual)"
    return say("--level: {rules} has {levels}", rules=rules, levels=levels)


def computers(rules: str, least: int, most: int) -> str:
    """Return the number of computers that a rule set allows besides one person."""
    return say("--computers: {rules} takes {least} to {most}", rules=rules, least=least, most=most)
