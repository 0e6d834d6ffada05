"""Labels of the buttons of a table; sentences that name a button take its label from here."""

from bot.languages.sentence import sentence_in

HAND = sentence_in("a button", "My hand")
TABLE = sentence_in("a button", "Table")
MORE = "⋯"
PLAY_TURN = sentence_in("a button", "Play my turn")
REFRESH = sentence_in("a button", "Refresh")
SCORES = sentence_in("a button", "Scores")
DISCARDS = sentence_in("a button", "Discards")
RULES = sentence_in("a button", "Rules")
FORMATS = sentence_in("a button", "Formats")
GAME = sentence_in("a button", "The game")
SORT = sentence_in("a button", "Sort")
EDIT_AGAIN = sentence_in("a button", "Edit again")
BACK = sentence_in("a button", "Back")
DROP = sentence_in("a button", "Drop")
AGREE = sentence_in("a button", "Agree")
DISAGREE = sentence_in("a button", "Disagree")

# -- in a lobby -------------------------------------------------------------------------------------

JOIN = sentence_in("a button", "Join")
START = sentence_in("a button", "Start")
CANCEL = sentence_in("a button", "Cancel")
ADD_COMPUTER = sentence_in("a button", "Add computer")
REMOVE = sentence_in("a button", "Remove…")

# -- between deals ----------------------------------------------------------------------------------

NEXT_DEAL = sentence_in("a button", "Next deal")
REJOIN = sentence_in("a button", "Rejoin")
DECLINE = sentence_in("a button", "No, thanks")
SHARE = sentence_in("a button", "Share the pool")

# -- leaving and ending -----------------------------------------------------------------------------

LEAVE = sentence_in("a button", "Leave")
ASK_LEAVE = sentence_in("a button", "Leave…")
END = sentence_in("a button", "End table")
RESUME = sentence_in("a button", "Go on")
CALL_BREAK = sentence_in("a button", "Break")
ASK_END = sentence_in("a button", "End table…")
AS_STAFF = sentence_in("a button", "As staff…")
IM_BACK = sentence_in("a button", "I'm back")
SETTINGS = sentence_in("a button", "Settings")

# -- after the match --------------------------------------------------------------------------------

REMATCH = sentence_in("a button", "Rematch")
RECORD = sentence_in("a button", "Record")
VERIFY = sentence_in("a button", "Verify")
DISPUTE = sentence_in("a button", "Dispute")
