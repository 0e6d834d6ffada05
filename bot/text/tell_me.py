"""People who are told when a table opens."""

from collections.abc import Iterable

from bot.languages.sentence import Sentence, say, sentence_in

TELL_ME = sentence_in("a button", "Tell me…")
STOP = sentence_in("a button", "Stop telling me")
START = sentence_in("a button", "Tell me")
TITLE = Sentence("### Tell me when a table opens here")
ABOUT = Sentence(
    "I mention you in the channel when somebody opens a table that you can join: at most once in 10 minutes, up to 20 "
    "people in turn. Not while you sit at a table, and not during your own pause."
)
TOLD = Sentence("✅ You are told.")
NOT_TOLD = Sentence("You are not told.")
STOPPED = Sentence("✅ You are no longer told.")
ONLY_SERVERS = Sentence("Ask in a server: you are told of the tables that open there.")
OFF = Sentence("The staff of this server have switched this off.")
BY_ROLE = Sentence("Here I mention a role instead of people. Ask the staff for that role.")
ANY_GAME = Sentence("Any game")
ALWAYS = Sentence("At any hour")
GAME = Sentence("Which game")
QUIET_FROM = Sentence("Not from this hour on…")
QUIET_UNTIL = Sentence("…until this hour")


def zone(name: str) -> str:
    """Return the note on the zone of the hours."""
    return say("-# Hours are in the time zone of this server: {zone}.", zone=name)


def opened(called: Iterable[str], game: str) -> str:
    """Return the message that a table is open; `called` are mentions."""
    # Translators: {people} are mentions, {game} is such as "Indian rummy"
    return say("🔔 {people} A table of {game} is open.", people=" ".join(called), game=game)
