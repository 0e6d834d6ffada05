"""The slash commands: descriptions, options and names. Discord takes 100 characters; 32 for a name."""

from collections.abc import Mapping
from datetime import datetime

from bot.codes import TableStatus
from bot.languages.formats import moment, with_commas
from bot.languages.sentence import Sentence, sentence_in
from bot.text import server_settings
from bot.text.words import clipped

RUMMY = Sentence("Tables for thirteen-card rummy.")
PLAY = Sentence("Your hand and your moves.")
SEAT = Sentence("Seats of a table that has not started.")

# -- /rummy -----------------------------------------------------------------------------------------

NEW = Sentence("Open a table here: with options at once, without them by a form.")
QUICK = Sentence("Play at once: with those who wait here, and with computers.")
JOIN = Sentence("Sit down at a table.")
LEAVE = Sentence("Leave a table.")
START = Sentence("Deal the cards, as the host.")
SEAT_ADD = Sentence("Invite a player, or add a computer, as the host.")
SEAT_REMOVE = Sentence("Take a player off the list, as the host.")
REMATCH = Sentence("Play again with the same players.")
TABLE = Sentence("Look at a table as it stands.")
RULES = Sentence("Read the rules in full.")
DISCARDS = Sentence("See who discarded what.")
SCORES = Sentence("See the points.")
RECORD = Sentence("Get a finished match as a file.")
VERIFY = Sentence("Check the shuffle of a table.")
NEXT = Sentence("Be ready for the next deal; if you are out, stay out.")
REJOIN = Sentence("Buy back into a pool, right after you are out.")
SPLIT = Sentence("Ask the others who are left to share the pool.")
VOTE = Sentence("Answer a player who asks to share the pool, for a break, or to end the table.")
CALL_BREAK = Sentence("Ask the others in the deal for a break without a clock.")
GO_ON = Sentence("End the break that you asked for.")
AGREE = Sentence("true: yes; false: no")
SETTINGS = Sentence("Choose how your hand looks and where it comes.")
DATA = Sentence("What is kept about you.")
DATA_EXPORT = Sentence("Get all that is kept about you as a file.")
DATA_ERASE = Sentence("Erase everything the bot keeps about you; you are asked first.")
END = Sentence("End a table without a result, or cancel it before it starts.")
DOCTOR = Sentence("Check what I may do in this channel.")
HELP = Sentence("Learn how to play with this bot.")
LEARN = Sentence("Play your first hand, step by step, in private.")

# -- what lasts -------------------------------------------------------------------------------------

STANDINGS = Sentence("See who leads here, by league points.")
PROFILE = Sentence("See a player's numbers and how their rating went.")
HISTORY = Sentence("See which matches were finished here.")
TABLES = Sentence("See the tables you are at, and go on at one.")
AVOID = Sentence("Players you don't want to sit with; only you know.")
AVOID_ADD = Sentence("Avoid a player: you are asked before you sit down with them.")
AVOID_REMOVE = Sentence("No longer avoid a player.")
AVOID_LIST = Sentence("See whom you avoid.")
AVOIDED = Sentence("which player; they are never told")
HOUSE = Sentence("House rules of this server, by its staff.")
HOUSE_NEW = Sentence("Make a rule set for this server: by a form, or from a TOML file.")
HOUSE_LIST = Sentence("See the rule sets that staff have made here.")
HOUSE_SHOW = Sentence("See one of them, and get its file.")
HOUSE_REMOVE = Sentence("Remove one of them; you are asked first.")
HOUSE_BASE = Sentence("the rule set that the form starts from")
HOUSE_FILE = Sentence("a TOML file of at most 16 KiB; it names its base itself")
HOUSE_RULES = Sentence("the rule set")
TELL_ME = Sentence("Be told when a table opens here, or no longer.")
SEASON = Sentence("Seasons of this server's standings.")
SEASON_START = Sentence("Begin a season, as staff.")
SEASON_CLOSE = Sentence("Close the running season for good, as staff.")
SEASON_SHOW = Sentence("See a season: its leaders, or its champions when it is over.")

# -- looking back -----------------------------------------------------------------------------------

REVIEW = Sentence("See what each of your decisions in a finished match was worth, and what luck did.")
REPLAY = Sentence("Step through a finished match turn by turn, with all hands open.")

# -- the deal of the day ----------------------------------------------------------------------------

PRACTICE = Sentence("Find the best move in puzzles, some of them from your own matches.")
PRACTICE_GAME = Sentence("the game; without it, what is due comes first")
DAILY = Sentence("Play the deal of the day: the same cards for everyone, once.")
DAILY_DATE = Sentence("a day that is over, such as 2026-12-31, to see how it went")

# -- chips ------------------------------------------------------------------------------------------

WALLET = Sentence("Your chips in this server: play money.")
WALLET_SHOW = Sentence("See what chips you have here, and what moved them.")
WALLET_DAILY = Sentence("Claim today's chips.")
SERVER = Sentence("See or change what this server plays for, as staff.")

# -- /tournament ------------------------------------------------------------------------------------

TOURNAMENT = Sentence("Tournaments of this server: sign up, play, run.")
TOURNAMENT_NEW = Sentence("Announce a tournament in this channel, as its staff.")
TOURNAMENT_LIST = Sentence("See the tournaments here by type, your own first, and join one.")
TOURNAMENT_SHOW = Sentence("See a tournament: its card and its bracket.")
TOURNAMENT_VERIFY = Sentence("Check the draw of a tournament that is over.")
TOURNAMENT_JOIN = Sentence("Sign up for a tournament.")
TOURNAMENT_LEAVE = Sentence("Leave a tournament.")
TOURNAMENT_CHECK_IN = Sentence("Say that you are there.")
TOURNAMENT_START = Sentence("Start a tournament now, as its staff.")
TOURNAMENT_PAUSE = Sentence("Open no more tables for now, as its staff.")
TOURNAMENT_RESUME = Sentence("Go on after a pause, as its staff.")
TOURNAMENT_REMOVE = Sentence("Take a player out of a tournament, as its staff.")
TOURNAMENT_CANCEL = Sentence("Call a tournament off, as its staff; entries go back.")
TOURNAMENT_ADVANCE = Sentence("Choose who goes on from a table, as its staff.")
TOURNAMENT_MOVE = Sentence("Let a tournament go on in this channel, as its staff.")
TOURNAMENT_REPEAT = Sentence("Repeat a tournament on a schedule, as its staff.")
TOURNAMENT_SERIES = Sentence("See which tournaments are repeated here, or end a series, as its staff.")
TOURNAMENT_STAFF = Sentence("Name the role that runs tournaments here; it takes the permission Manage Server.")

# -- /dispute ---------------------------------------------------------------------------------------

DISPUTE = Sentence("Dispute a result: tell the staff of this server.")
DISPUTE_RESULT = Sentence("Dispute the result of a match you played, within seven days.")
DISPUTE_SHOW = Sentence("See how the dispute about a match stands.")
DISPUTE_LIST = Sentence("See which disputes and reports wait, as staff.")
DISPUTE_ANSWER = Sentence("Answer a dispute, as staff; the result stands.")
DISPUTE_VOID = Sentence("Decide that a disputed match doesn't count, as staff; chips and standings go back.")
DISPUTE_CLOSE = Sentence("Close the reports of a table that you have looked at, as staff.")
DISPUTE_WHY = Sentence("what was wrong")
DISPUTE_WORDS = Sentence("what all players of the match will read")
DISPUTED_TABLE = Sentence("the table's code")
REPORT = Sentence("Report a table to the staff of this server.")
REPORT_TABLE = Sentence("the table's code; without it, the one that is played here")

# -- /paplu, in the owner's server -------------------------------------------------------------------

OWNER = Sentence("For the owner of this bot.")
OWNER_STATUS = Sentence("See how the bot is doing, what is open, and who is blocked.")
OWNER_ANNOUNCE = Sentence("Post a message to all servers, once, in the place that each has chosen.")
OWNER_WORDS = Sentence("what all servers read")
OWNER_BLOCK = Sentence("Block a server or a person; or unblock them.")
OWNER_BLOCK_OPTIONS: Mapping[str, Sentence] = {
    "server": Sentence("the id of a server"),
    "person": Sentence("a person"),
    "lift": Sentence("true: serve them again"),
}
OWNER_MAINTENANCE = Sentence("Stop new matches while running ones end; or allow them again.")
OWNER_ON = Sentence("true: nothing new begins")

# -- /play ------------------------------------------------------------------------------------------

HAND = Sentence("Look at your hand.")
DRAW = Sentence("Draw a card.")
DISCARD = Sentence("Discard a card.")
SORT = Sentence("Order your hand by suits.")
DROP = Sentence("Drop out of this deal for the drop penalty.")
COACH = Sentence("Ask the coach what to do in your turn.")
BACK = Sentence("See what was done while you were away.")

# -- options ----------------------------------------------------------------------------------------

MY_TABLE = Sentence("the table's code, if you sit at several")
ANY_TABLE = Sentence("the table's code, if there are several")
CODE = Sentence("the table's code")
OVER_TABLE = Sentence("code of a match that is over; without it, your last one here")
VERIFY_TABLE = Sentence("the table's code; without it, your last match here")
CONFIRM = Sentence("true: without being asked again")

NEW_OPTIONS: Mapping[str, Sentence] = {
    "rules": Sentence("whose rules to play by"),
    "format": Sentence("how deals make a match"),
    "stake": Sentence("chips: in Points rummy for each point or for the most points; else each player's entry"),
    "pace": Sentence("how fast to play"),
    "seats": Sentence("how many players at most"),
    "private": Sentence("whether only people you invite may join"),
    "help": Sentence("whether Best may arrange hands, and players may ask the coach"),
}
WORD = Sentence("a word of your own for the shuffle")
QUICK_GAME = Sentence("which game; without it, Indian rummy")
QUICK_WAIT = Sentence("wait for people instead of playing with computers")
GUEST = Sentence("whom to invite; without one, a computer sits down")
LEVEL = Sentence("how strong the computer is; without it, Casual")
WHO_GOES = Sentence("whom to remove")
WHICH_COMPUTER = Sentence("or a computer")
RULES_ID = Sentence("a rule set; without one, the rules of the table you are at")
RULES_FORMAT = Sentence("the rules as at a table of that format")
TOPIC = Sentence("what to read about")
GAME = Sentence("what to learn; without it, you go on where you were")
SOURCE = Sentence("the deck to draw from")
DISCARD_CARD = Sentence("the card to discard, such as 7S")
WHICH_SEASON = Sentence("the season; without it, the running one")
NEWEST_SEASON = Sentence("the season; without it, the newest")
WHICH_FORMAT = Sentence("the format; without it, all of them")
WHOSE_PROFILE = Sentence("whose; without it, your own")
WHOSE_HISTORY = Sentence("whose; without it, everybody's")
SEASON_NAME = Sentence("what it is called, such as Autumn")

ANY_TOURNAMENT = Sentence("the tournament; without it, the one open here")
TOURNAMENT_OPTIONS: Mapping[str, Sentence] = {
    **{name: NEW_OPTIONS[name] for name in ("rules", "format", "pace")},
    "help": Sentence("whether Best may arrange hands"),
    "name": Sentence("what it is called"),
    "start": Sentence("when, in the zone of /rummy server: tomorrow 8pm, in 2 hours, friday 20:30, 2026-12-31 20:30"),
    "kind": Sentence("knock-out, or a league in which everyone plays the same number of matches"),
    "players": Sentence("how many players sit at a table at most"),
    "advance": Sentence("knock-out: how many of a table go on"),
    "matches": Sentence("league: how many matches each plays"),
    "entry": Sentence("chips that each player pays in"),
    "prizes": Sentence("percent of all entries by place, such as 50 30 20"),
    "sign_up": Sentence("when sign-up ends, written like the start; without it, at the start"),
    "check_in": Sentence("how long before the start check-in opens; 0: there is none"),
    "round": Sentence("after how many minutes a round ends; 0: it has no limit"),
    "fewest": Sentence("how many players it takes at least"),
    "most": Sentence("how many players may join"),
    "computers": Sentence("how many computers play too, where no entry is paid"),
    "seeding": Sentence("who sits with whom: by chance, or by rating"),
    "counts": Sentence("whether its matches count in the standings"),
    "coach": Sentence("whether players may ask the coach; a match in which one does counts in no standings"),
    "role": Sentence("a role that the champion wears until the next one"),
}
TOURNAMENT_EVERY = Sentence("how often: every 6 hours, daily, weekdays, or days such as mon wed fri")
TOURNAMENT_END = Sentence("the series to end; without it, you see all")
TOURNAMENT_WHO = Sentence("whom to take out")
TOURNAMENT_TABLE = Sentence("the number of the table")
TOURNAMENT_BEST = Sentence("who goes on as the best")
TOURNAMENT_NEXT_BEST = Sentence("who else goes on, in this order")
TOURNAMENT_STAFF_ROLE = Sentence("the role; without it, only those who may manage events")

# -- names ------------------------------------------------------------------------------------------


def _by_name(*names: Sentence) -> Mapping[str, Sentence]:
    return {name.text: name for name in names}


NAMES = _by_name(
    sentence_in("a command", "add"),
    sentence_in("a command", "advance"),
    sentence_in("a command", "announce"),
    sentence_in("a command", "answer"),
    sentence_in("a command", "back"),
    sentence_in("a command", "block"),
    sentence_in("a command", "cancel"),
    sentence_in("a command", "checkin"),
    sentence_in("a command", "close"),
    sentence_in("a command", "coach"),
    sentence_in("a command", "daily"),
    sentence_in("a command", "data"),
    sentence_in("a command", "discard"),
    sentence_in("a command", "discards"),
    sentence_in("a command", "doctor"),
    sentence_in("a command", "break"),
    sentence_in("a command", "draw"),
    sentence_in("a command", "drop"),
    sentence_in("a command", "end"),
    sentence_in("a command", "erase"),
    sentence_in("a command", "export"),
    sentence_in("a command", "hand"),
    sentence_in("a command", "help"),
    sentence_in("a command", "join"),
    sentence_in("a command", "learn"),
    sentence_in("a command", "leave"),
    sentence_in("a command", "list"),
    sentence_in("a command", "maintenance"),
    sentence_in("a command", "move"),
    sentence_in("a command", "new"),
    sentence_in("a command", "next"),
    sentence_in("a command", "pause"),
    sentence_in("a command", "quick"),
    sentence_in("a command", "record"),
    sentence_in("a command", "rejoin"),
    sentence_in("a command", "rematch"),
    sentence_in("a command", "remove"),
    sentence_in("a command", "repeat"),
    sentence_in("a command", "report"),
    sentence_in("a command", "result"),
    sentence_in("a command", "resume"),
    sentence_in("a command", "rules"),
    sentence_in("a command", "scores"),
    sentence_in("a command", "seat"),
    sentence_in("a command", "series"),
    sentence_in("a command", "server"),
    sentence_in("a command", "settings"),
    sentence_in("a command", "show"),
    sentence_in("a command", "sort"),
    sentence_in("a command", "split"),
    sentence_in("a command", "staff"),
    sentence_in("a command", "start"),
    sentence_in("a command", "status"),
    sentence_in("a command", "table"),
    sentence_in("a command", "verify"),
    sentence_in("a command", "void"),
    sentence_in("a command", "vote"),
)
"""The words after the first word of a command; the first is the same in all languages. Games name their own
commands.
"""
OPTION_NAMES = _by_name(
    *server_settings.OPTIONS,
    sentence_in("an option", "advance"),
    sentence_in("an option", "agree"),
    sentence_in("an option", "base"),
    sentence_in("an option", "best"),
    sentence_in("an option", "card"),
    sentence_in("an option", "check_in"),
    sentence_in("an option", "coach"),
    sentence_in("an option", "computer"),
    sentence_in("an option", "computers"),
    sentence_in("an option", "confirm"),
    sentence_in("an option", "counts"),
    sentence_in("an option", "date"),
    sentence_in("an option", "end"),
    sentence_in("an option", "entry"),
    sentence_in("an option", "every"),
    sentence_in("an option", "fewest"),
    sentence_in("an option", "fifth"),
    sentence_in("an option", "file"),
    sentence_in("an option", "format"),
    sentence_in("an option", "fourth"),
    sentence_in("an option", "game"),
    sentence_in("an option", "help"),
    sentence_in("an option", "kind"),
    sentence_in("an option", "level"),
    sentence_in("an option", "lift"),
    sentence_in("an option", "matches"),
    sentence_in("an option", "most"),
    sentence_in("an option", "name"),
    sentence_in("an option", "on"),
    sentence_in("an option", "pace"),
    sentence_in("an option", "person"),
    sentence_in("an option", "player"),
    sentence_in("an option", "players"),
    sentence_in("an option", "private"),
    sentence_in("an option", "prizes"),
    sentence_in("an option", "role"),
    sentence_in("an option", "round"),
    sentence_in("an option", "rules"),
    sentence_in("an option", "season"),
    sentence_in("an option", "seats"),
    sentence_in("an option", "second"),
    sentence_in("an option", "seeding"),
    sentence_in("an option", "server"),
    sentence_in("an option", "sign_up"),
    sentence_in("an option", "source"),
    sentence_in("an option", "stake"),
    sentence_in("an option", "start"),
    sentence_in("an option", "table"),
    sentence_in("an option", "third"),
    sentence_in("an option", "topic"),
    sentence_in("an option", "tournament"),
    sentence_in("an option", "user"),
    sentence_in("an option", "wait"),
    sentence_in("an option", "why"),
    sentence_in("an option", "word"),
    sentence_in("an option", "words"),
)
"""The names of options."""

LONGEST_CHOICE = 100
"""The most characters of a choice."""

# -- choices ----------------------------------------------------------------------------------------

CLOSED_DECK = sentence_in("a choice", "closed deck")
OPEN_DECK = sentence_in("a choice", "open deck")
STATES: Mapping[TableStatus, Sentence] = {
    TableStatus.LOBBY: sentence_in("a table", "lobby"),
    TableStatus.PLAYING: sentence_in("a table", "playing"),
    TableStatus.FINISHED: sentence_in("a table", "finished"),
    TableStatus.VOID: sentence_in("a table", "ended without a result"),
    TableStatus.CLOSED: sentence_in("a table", "closed"),
}


def table(title: str, code: str, status: TableStatus, over_since: datetime | None = None) -> str:
    """Return the choice of a table; `over_since` is in UTC. Without a *title*, it is named by its code alone."""
    when = [f"{moment(over_since)} UTC"] if over_since is not None else []
    state = with_commas([STATES[status](), *when])
    named = [clipped(title, LONGEST_CHOICE - len(f" · {state} · {code}"))] if title else []
    return " · ".join([*named, state, code])
