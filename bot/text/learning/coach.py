"""The coach: what asking it costs, and who has asked it."""

COACH = "Coach"
"""What the button is called."""
ASK = (
    "**Ask the coach?** This match would then change no ratings and count in no standings, for all at the table. "
    "The result tells that you asked."
)
SURE = "Ask the coach"
ASKED = "-# 🧭 A player has asked the coach: this match changes no ratings and counts in no standings."
"""On the board of a match that would have counted."""
ALLOWED = "🧭 players may ask the coach; a match in which one does counts in no standings"
"""Of a tournament."""
WITH_COACH = " · with the coach"
"""Behind a player who has asked it."""
UNCOUNTED = "-# A player asked the coach, so this match changes no ratings and counts in no standings."
"""With the result of a match that would have counted."""
