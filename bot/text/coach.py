"""The words about the coach: the price of asking it, and the players who have asked it."""

from collections.abc import Sequence

from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, sentence_in

COACH = sentence_in("a button", "Coach")
"""The label of the button."""
ASK_WHY = sentence_in("a button", "Why?")
"""The label of the button that shows the reasons for its advice."""
ASK = Sentence(
    "**Ask the coach?** Then this match does not count in the standings, for anyone at the table, and the "
    "result says that you asked. You can start asking only in your first turn."
)
OFFERED = Sentence("🧭 Coach: on")
OFFERED_WHERE_IT_COUNTS = Sentence(
    "🧭 Coach: on. Ask from your first turn; the match then doesn't count in the standings."
)
"""The note on the card of a lobby."""
SURE = sentence_in("a button", "Ask the coach")
ASKED = Sentence("-# 🧭 A player asked the coach, so this match doesn't count in the standings.")
"""The note on the board of a match that would have counted."""
ALLOWED = Sentence("🧭 Coach: on. A match in which someone asks it doesn't count in the standings.")
"""The note on the card of a tournament."""

WITH_COACH = sentence_in("a player", "with the coach")
"""The note after the name of a player who has asked the coach."""


def asked_by(who: Sequence[str], *, uncounted: bool) -> str:
    """Return the players who have asked the coach. `uncounted`: the match would have counted without that."""
    if uncounted:
        return say("-# {who} asked the coach, so this match does not count in the standings.", who=listed(who))
    return say("-# {who} asked the coach.", who=listed(who))
