"""Texts of the tables at which a person sits."""

from collections.abc import Sequence

from bot.languages.formats import with_commas
from bot.languages.sentence import Sentence, say, sentence_in
from bot.text.table import NAMED_IN_THREAD

MY_TABLES = sentence_in("a button", "My tables")
GO_ON = sentence_in("a button", "Go on")
MORE = sentence_in("a button", "More tables")
START_OF_LIST = sentence_in("a button", "First tables")

HEAD = Sentence("### Your tables")
NONE = Sentence("You are at no table right now.")
WHICH = Sentence("**Which table?**")
PICK = Sentence("Choose a table")
YOUR_TURN = Sentence("Your turn")
BETWEEN = Sentence("The next deal comes soon.")
UNREADABLE = Sentence("One of your tables cannot be read any more. The staff of its server can end it.")


def title(course: str, others: Sequence[str]) -> str:
    """Return `Gin to 100 · Ben`: the game and format of a table, and the other players."""
    more = len(others) - NAMED_IN_THREAD
    named = [with_commas(others[:NAMED_IN_THREAD]) + (f" +{more}" if more > 0 else "")] if others else []
    return " · ".join([course, *named])


def seats(taken: int, most: int) -> str:
    """Return how many seats of a lobby are taken."""
    return say("Waiting for players: {taken} of {most} seats taken.", taken=taken, most=most)


def opened(when: str) -> str:
    """Return when a table was opened; the reader's own client counts the time."""
    # Translators: {when} such as "3 hours ago"
    return say("opened {when}", when=when)
