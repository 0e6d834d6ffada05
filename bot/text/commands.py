"""The slash commands: what each does, and what its options mean. Discord takes 100 characters."""

from collections.abc import Mapping
from datetime import datetime

RUMMY = "Tables for thirteen-card rummy."
PLAY = "Your hand and your moves."
SEAT = "Seats of a table that has not started."

# -- /rummy -----------------------------------------------------------------------------------------

NEW = "Open a table here: with options at once, without them by a form."
QUICK = "Play at once: with those who wait here, and with computers."
JOIN = "Sit down at a table."
LEAVE = "Leave a table."
START = "Deal the cards, as the host."
SEAT_ADD = "Invite a player, or add a computer, as the host."
SEAT_REMOVE = "Take a player off the list, as the host."
REMATCH = "Play again with the same players."
TABLE = "Look at a table as it stands."
RULES = "Read the rules in full."
DISCARDS = "See who discarded what."
SCORES = "See the points."
RECORD = "Get a finished match as a file."
VERIFY = "Check the shuffle of a table."
NEXT = "Be ready for the next deal; if you are out, stay out."
REJOIN = "Buy back into a pool, right after you are out."
SPLIT = "Ask the others who are left to share the pool."
VOTE = "Answer a player who asks to share the pool, or to end the table."
AGREE = "true: yes; false: no"
SETTINGS = "Choose how your hand looks and where it comes."
DATA = "What is kept about you."
DATA_EXPORT = "Get all that is kept about you as a file."
DATA_ERASE = "Have all that is kept about you removed; you are asked first."
END = "End a table without a result, or cancel it before it starts."
DOCTOR = "Check what I may do in this channel."
HELP = "Learn how to play with this bot."
LEARN = "Play your first hand, step by step, alone and in private."

# -- what lasts -------------------------------------------------------------------------------------

STANDINGS = "See who leads here, by league points."
PROFILE = "See a player's numbers and how their rating went."
HISTORY = "See which matches were finished here."
SEASON = "Seasons of this server's standings."
SEASON_START = "Begin a season, as staff."
SEASON_CLOSE = "Close the running season for good, as staff."
SEASON_SHOW = "See a season: its leaders, or its champions once it is closed."

# -- looking back -----------------------------------------------------------------------------------

REVIEW = "See what each of your decisions in a finished match was worth, and what luck did."
REPLAY = "Step through a finished match turn by turn, with all hands open."

# -- the deal of the day ----------------------------------------------------------------------------

DAILY = "Play the deal of the day: the same cards for everybody, once."
DAILY_DATE = "a day that is over, such as 2026-12-31, to see how it went"

# -- chips ------------------------------------------------------------------------------------------

WALLET = "Your chips in this server: play money."
WALLET_SHOW = "See what chips you have here, and what moved them."
WALLET_DAILY = "Claim today's chips."
SERVER = "See or change what this server plays for, as staff."

# -- /tournament ------------------------------------------------------------------------------------

TOURNAMENT = "Tournaments of this server: sign up, play, run."
TOURNAMENT_NEW = "Announce a tournament in this channel, as its staff."
TOURNAMENT_LIST = "See the tournaments here by type, your own first, and join one."
TOURNAMENT_SHOW = "See a tournament: its card and its bracket."
TOURNAMENT_VERIFY = "Check the draw of a tournament that is over."
TOURNAMENT_JOIN = "Sign up for a tournament."
TOURNAMENT_LEAVE = "Leave a tournament."
TOURNAMENT_CHECK_IN = "Say that you are there."
TOURNAMENT_START = "Start a tournament now, as its staff."
TOURNAMENT_PAUSE = "Open no more tables for now, as its staff."
TOURNAMENT_RESUME = "Go on after a pause, as its staff."
TOURNAMENT_REMOVE = "Take a player out of a tournament, as its staff."
TOURNAMENT_CANCEL = "Call a tournament off, as its staff; entries go back."
TOURNAMENT_ADVANCE = "Decide by hand who goes on from a table, as its staff."
TOURNAMENT_MOVE = "Let a tournament go on in this channel, as its staff."
TOURNAMENT_REPEAT = "Let a tournament begin again and again by itself, as its staff."
TOURNAMENT_SERIES = "See which tournaments are repeated here, or end a series, as its staff."
TOURNAMENT_STAFF = "Name the role that runs tournaments here; it takes the permission Manage Server."

# -- /dispute ---------------------------------------------------------------------------------------

DISPUTE = "A result that is not right: tell the staff of this server."
DISPUTE_RESULT = "Dispute the result of a match you played, within seven days."
DISPUTE_SHOW = "See how the dispute about a match stands."
DISPUTE_LIST = "See which disputes and reports wait, as staff."
DISPUTE_ANSWER = "Answer a dispute, as staff; the result stands."
DISPUTE_VOID = "Make a disputed match void, as staff; chips and standings go back."
DISPUTE_CLOSE = "Close the reports of a table that you have looked at, as staff."
DISPUTE_WHY = "what was wrong"
DISPUTE_WORDS = "what all who played are to read"
DISPUTED_TABLE = "the table's code"
REPORT = "Report a table to the staff of this server."
REPORT_WHY = "why, if you like"
REPORT_TABLE = "the table's code; without it, the one that is played here"

# -- /paplu, in the owner's server -------------------------------------------------------------------

OWNER = "For the owner of this bot."
OWNER_STATUS = "See how the bot is, what is open, and whom it does not serve."
OWNER_ANNOUNCE = "Say something to all servers, once, in the place that each has chosen."
OWNER_WORDS = "what all servers read"
OWNER_BLOCK = "Serve a server or a person no more; or again."
OWNER_BLOCK_OPTIONS: Mapping[str, str] = {
    "server": "the id of a server",
    "person": "a person",
    "lift": "true: serve them again",
}
OWNER_MAINTENANCE = "Let running matches end and nothing new begin; or let it again."
OWNER_ON = "true: nothing new begins"

# -- /play ------------------------------------------------------------------------------------------

HAND = "Look at your hand."
DRAW = "Draw a card."
DISCARD = "Discard a card."
SORT = "Order your hand by suits."
DROP = "Drop out of this deal for the drop penalty."
COACH = "Ask the coach what to do in your turn."
BACK = "See what was done while you were away."

# -- options ----------------------------------------------------------------------------------------

MY_TABLE = "the table's code, if you sit at several"
ANY_TABLE = "the table's code, if there are several"
CODE = "the table's code"
OVER_TABLE = "code of a match that is over; without it, your last one here"
VERIFY_TABLE = "the table's code; without it, your last match here"
CONFIRM = "true: without being asked again"

NEW_OPTIONS: Mapping[str, str] = {
    "rules": "whose rules to play by",
    "format": "how deals make a match",
    "stake": "chips: in Points rummy for each point or for the most points; else each player's entry",
    "pace": "how fast to play",
    "seats": "how many players at most",
    "private": "whether only people you invite may join",
    "help": "whether Best may arrange hands, and players may ask the coach",
}
GUEST = "whom to invite; without one, a computer sits down"
LEVEL = "how strong the computer is; without it, Casual"
WHO_GOES = "whom to remove"
WHICH_COMPUTER = "or the number of a computer"
RULES_ID = "a rule set; without one, the rules of a table"
RULES_FORMAT = "the rules as at a table of that format"
TOPIC = "what to read about"
GAME = "what to learn; without it, you go on where you were"
SOURCE = "the deck to draw from"
DISCARD_CARD = "the card to discard, such as 7S"
WHICH_SEASON = "the season; without it, the running one"
NEWEST_SEASON = "the season; without it, the newest"
WHICH_FORMAT = "the format; without it, all of them"
WHOSE_PROFILE = "whose; without it, your own"
WHOSE_HISTORY = "whose; without it, everybody's"
SEASON_NAME = "what it is called, such as Autumn"

SERVER_OPTIONS: Mapping[str, str] = {
    "chips": "whether there are chips and stakes here",
    "rake": "percent of what is won that the house keeps: 0 to 50",
    "league": "league points by place, such as 10 6 3 1; default: the usual ones",
    "monthly": "whether seasons begin by themselves with each month",
    "zone": "the time zone in which people here type times, such as Asia/Kolkata",
    "disputes": "the channel in which staff read of disputed results",
    "daily": "the channel in which I post the deal of the day, once a day",
    "news": "the channel in which I post what the host of this bot has to say",
    "language": "the language of what I post for all here",
    "no_news": "true: I post that nowhere any more",
    "no_daily": "true: I post the deal of the day nowhere any more",
}

ANY_TOURNAMENT = "the tournament; without it, the one open here"
TOURNAMENT_OPTIONS: Mapping[str, str] = {
    **{name: NEW_OPTIONS[name] for name in ("rules", "format", "pace")},
    "help": "whether Best may arrange hands",
    "name": "what it is called",
    "start": "when, in the zone of /rummy server: tomorrow 8pm, in 2 hours, friday 20:30, 2026-12-31 20:30",
    "kind": "knock-out, or a league in which everybody plays the same number of matches",
    "players": "how many players sit at a table at most",
    "advance": "knock-out: how many of a table go on",
    "matches": "league: how many matches each plays",
    "entry": "chips that each player pays in",
    "prizes": "percent of all entries by place, such as 50 30 20",
    "sign_up": "when sign-up ends, written like the start; without it, at the start",
    "check_in": "how long before the start check-in opens; 0: there is none",
    "round": "after how many minutes a round ends; 0: it has no limit",
    "fewest": "how many players it takes at least",
    "most": "how many players may join",
    "computers": "how many computers play too, where no entry is paid",
    "seeding": "who sits with whom: by chance, or by rating",
    "counts": "whether its matches count in the standings",
    "coach": "whether players may ask the coach; a match in which one does counts in no standings",
    "role": "a role that the champion wears until the next one",
}
TOURNAMENT_EVERY = "how often: every 6 hours, daily, weekdays, or days such as mon wed fri"
TOURNAMENT_END = "the series to end; without it, you see all"
TOURNAMENT_WHO = "whom to take out"
TOURNAMENT_TABLE = "the number of the table"
TOURNAMENT_BEST = "who goes on as the best"
TOURNAMENT_NEXT_BEST = "who else goes on, in this order"
TOURNAMENT_STAFF_ROLE = "the role; without it, only those who may manage events"

# -- choices ----------------------------------------------------------------------------------------

CLOSED_DECK = "closed deck"
OPEN_DECK = "open deck"
STATES: Mapping[str, str] = {
    "lobby": "lobby",
    "playing": "playing",
    "finished": "finished",
    "void": "ended without a result",
    "closed": "closed",
}


def table(code: str, status: str, over_since: datetime | None = None) -> str:
    """A table to choose; `over_since` in UTC."""
    when = f", {over_since:%d %b %H:%M} UTC" if over_since is not None else ""
    return f"{code} · {STATES[status]}{when}"
