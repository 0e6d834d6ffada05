"""The words about the coach: the price of asking it, and the players who have asked it."""

from collections.abc import Sequence

from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, sentence_in

COACH = sentence_in("a button", "Coach")
"""The label of the button."""
ASK = Sentence(
    "**Ask the coach?** This match would then change no ratings and count in no standings, for all at the table. "
    "The result tells that you asked. You can begin to ask only until your first turn is over."
)
OFFERED = Sentence("🧭 in your turn the coach says what to do")
OFFERED_WHERE_IT_COUNTS = Sentence(
    "🧭 in your turn the coach says what to do, if you begin to ask in your first turn; then the match counts in no "
    "standings"
)
"""The note on the card of a lobby."""
SURE = sentence_in("a button", "Ask the coach")
ASKED = Sentence("-# 🧭 A player has asked the coach: this match changes no ratings and counts in no standings.")
"""The note on the board of a match that would have counted."""
ALLOWED = Sentence("🧭 players may ask the coach; a match in which one does counts in no standings")
"""The note on the card of a tournament."""

WITH_COACH = sentence_in("a player", "with the coach")
"""The note after the name of a player who has asked the coach."""


def asked_by(who: Sequence[str], *, uncounted: bool) -> str:
    """Return the players who have asked the coach. `uncounted`: the match would have counted without that."""
    if uncounted:
        return say("-# {who} asked the coach, so this match does not count in the standings.", who=listed(who))
    return say("-# {who} asked the coach.", who=listed(who))
