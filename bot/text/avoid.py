"""The people whom a person avoids: for that person alone."""

from collections.abc import Iterable

from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, say_many, sentence_in

AVOID = sentence_in("a button", "Avoid")
LIST = sentence_in("a button", "Avoided…")
REMOVE = Sentence("Take off the list")
SIT_DOWN = sentence_in("a button", "Sit down anyway")
NOBODY = Sentence("You avoid nobody. `/avoid add` names a player.")
NOT_ONESELF = Sentence("You cannot avoid yourself.")
NOT_THERE = Sentence("That player is not on your list.")
EXPLAINED = Sentence(
    "-# Before you join a table where they sit, you are asked. Quick play seats you apart. They are never told, and "
    "can still join your tables. Two open tables side by side may let them guess."
)


def full(most: int) -> str:
    """Return the answer that the list has no room."""
    return say("Your list is full: it holds {number} players. `/avoid remove` makes room.", number=most)


def avoided(people: Iterable[str]) -> str:
    """Return the list; `people` are mentions."""
    named = tuple(people)
    return say_many(
        len(named),
        "You avoid {number} player: {people}.",
        "You avoid {number} players: {people}.",
        people=listed(named),
    )


def added(person: str) -> str:
    """Return the reply that a person is on the list."""
    return say("✅ You avoid {person} now.", person=person)


def removed(person: str) -> str:
    """Return the reply that a person is off the list."""
    return say("✅ You no longer avoid {person}.", person=person)


def ask_join(people: Iterable[str]) -> str:
    """Return the question before one sits down with people of one's list."""
    return say("**You avoid somebody here: {people}.** Only you see this. Sit down anyway?", people=listed(people))
