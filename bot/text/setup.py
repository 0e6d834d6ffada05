"""The welcome of a server, and the steps in which its staff set up the bot."""

from collections.abc import Iterable, Mapping

from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, sentence_in
from bot.text.lobby import PLAY_NOW

SET_UP = sentence_in("a button", "Set up")
TITLE = Sentence("### Set up this server")
KEEP = sentence_in("a button", "Keep it")
GO_ON = sentence_in("a button", "Continue")
CHECK_AGAIN = sentence_in("a button", "Check again")
TYPE_ZONE = sentence_in("a button", "Type a zone")
ZONE = sentence_in("a form", "Time zone")
ABOUT_ZONE = Sentence("A city or a zone, such as Kolkata or Europe/Berlin")
SWITCH_OFF = sentence_in("a button", "Switch off")
STAFF_CHANNEL = Sentence("Choose a channel that only staff can read")
DONE = Sentence("✅ **This server is set up.** `/rummy server` changes any of it.")
ABOUT: Mapping[str, Sentence] = {
    "language": Sentence("For public messages. Private answers are in each person's own language."),
    "zone": Sentence("For times that people type here, such as the start of a tournament."),
    "dispute_channel": Sentence(
        "Choose a channel, and staff are told there when somebody disputes a result or reports a table."
    ),
    "look": Sentence("The colours of public pictures. `/rummy settings` has each person's own."),
    "tells": Sentence("At most one message in ten minutes, and only for those who ask."),
}
"""The purpose of each setting."""


def welcome(games: Iterable[str]) -> str:
    """Return the welcome of a server; `games` are the titles of the games."""
    # Translators: {games} such as "Indian rummy, Rommé and Gin rummy"
    first = say("**Let's play cards!** {games}: with each other, or against computers.", games=listed(games))
    second = say("**{play}** deals you in. Staff press **{set_up}** first.", play=PLAY_NOW(), set_up=SET_UP())
    return f"{first}\n{second}"
