"""People who wait for others to play with."""

from collections.abc import Iterable, Mapping

from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, sentence_in

STOP = sentence_in("a button", "Stop waiting")
COMPUTERS = sentence_in("a button", "Play with computers")
STOPPED = Sentence("You are no longer waiting.")
NOT_WAITING = Sentence("You are not waiting for people here.")
ONLY_SERVERS = Sentence("Waiting for people works only in a server.")
ALONE = Sentence("Would you rather play with people? Wait without a seat, and I mention you when somebody comes.")

TIMES: Mapping[int, Sentence] = {15: Sentence("15 minutes"), 60: Sentence("60 minutes")}
"""The times to wait, in minutes, as choices."""


def wait(minutes: int) -> str:
    """Return the label of a button to wait for people."""
    # Translators: a button; "min" stands for minutes
    return say("Wait {number} min", number=minutes)


def waits(game: str, place: str, until: str) -> str:
    """Return the reply to a person who waits; `place` is a channel, `until` counts down."""
    # Translators: {game} is a game and its format, such as "Gin to 100"; {when} is such as "in 15 minutes"
    told = say("### You are waiting for people: {game}", game=game)
    ping = say("I mention you in {place} as soon as somebody wants to play too.", place=place)
    ends = say("Until then you have no seat. If nobody comes, the wait ends {when} without a message.", when=until)
    return f"{told}\n{ping} {ends}"


def met(people: Iterable[str], game: str, when: str) -> str:
    """Return the message to people who have waited and sit at a table now; mentions. `when` counts down."""
    # Translators: {people} have waited; {game} is a game and its format, such as "Gin to 100"; {when} "in 20 seconds"
    return say(
        "🔔 {people}, you have company! You sit at a table of {game}; the cards are dealt {when}.",
        people=listed(people),
        game=game,
        when=when,
    )
