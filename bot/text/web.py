"""Texts of the page in a browser, and of the way into it."""

from bot.languages.sentence import Sentence, say, say_many, sentence_in

PLAY = sentence_in("a button", "Play in the browser")
OPEN = sentence_in("a button", "Open the page")
END = sentence_in("a button", "Sign out everywhere")

READY = Sentence(
    "**Your page is ready.** The button opens it for you alone: it works once, within 10 minutes. Show it to nobody."
)

ELSEWHERE = Sentence("You play this hand in the browser.")
SIGNED_IN = Sentence("**Browsers in which your page is open:**")
SHOW_HERE = sentence_in("a button", "Show it here")
DISCORD_SILENT = Sentence("Discord does not answer at the moment, so nothing new can open. Your tables go on.")


def signed_in(channel: int, opened: str, used: str) -> str:
    """Return the line of a browser: the channel in which the person acts there, and times ago."""
    # Translators: "opened 3 days ago, last used 2 hours ago"
    return say("- {channel}: opened {opened}, last used {used}", channel=f"<#{channel}>", opened=opened, used=used)


def ended(number: int) -> str:
    """Return how many browsers were signed out."""
    return say_many(number, "Signed out in {number} browser.", "Signed out in {number} browsers.")
