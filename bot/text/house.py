"""House rules: the rule sets that the staff of a server have made."""

from bot.languages.sentence import Sentence, say, say_many, sentence_in

TITLE = Sentence("### House rules of this server")
NONE = Sentence("This server has none yet.")
ABOUT = Sentence(
    "-# Every table opened here can use them. Matches by them are in `/history`, and count in no standings, season or "
    "rating."
)
SHOW = Sentence("Look at a rule set")
NEW = Sentence("Make one from…")
FORM = Sentence("A rule set of your own")
NAME = sentence_in("a form", "Name")
ABOUT_NAME = Sentence("At most 40 characters, and no other rule set's name")
VALUES = sentence_in("a form", "Rules")
ABOUT_VALUES = Sentence("Behind each # is what it may be. A line that you remove stays as in the base.")
BY_FILE = Sentence("A file can change every value: `/house new file:`")
REMOVE = sentence_in("a button", "Remove…")
SURE = sentence_in("a button", "Remove it")
FILE_ALT = Sentence("the rule set as a file")
NOT_LOADED = Sentence("Discord didn't hand over the file. Please try again.")
NO_DISCORD_FILE = Sentence("I only read files that were uploaded to Discord with this command.")


def too_large(kilobytes: int) -> str:
    """Return the refusal of a file that is too large."""
    return say("A rule set's file has at most {number} KiB.", number=kilobytes)


def kept(number: int, most: int) -> str:
    """Return how many rule sets a server has, and may have."""
    return say_many(number, "{number} rule set of at most {most}:", "{number} rule sets of at most {most}:", most=most)


def line(name: str, base: str) -> str:
    """Return a rule set in the list."""
    return say("- **{name}**, from {base}", name=name, base=base)


def shown(name: str, base: str, id: str) -> str:
    """Return the title of a rule set, with its base and its id."""
    return say("### {name}\n-# From {base} · `{id}`", name=name, base=base, id=id)


def added(name: str) -> str:
    """Return the reply that there is a new rule set."""
    return say("✅ **{name}** can be chosen for new tables here.", name=name)


def ask_remove(name: str) -> str:
    """Return the question before a rule set is removed."""
    return say("**Remove {name}?** Open tables play on by it. New ones can no longer choose it.", name=name)


def removed(name: str) -> str:
    """Return the reply that a rule set is gone."""
    return say("✅ **{name}** is removed.", name=name)
