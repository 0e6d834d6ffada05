"""Reasons why something cannot be done or went wrong."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from bot.codes import Problem
from bot.faces.face import Face
from bot.languages.error_text import error_sentence
from bot.languages.formats import alternatives, listed
from bot.languages.sentence import Sentence, say, say_many
from bot.rummy.errors import Refusal, RefusalCode, printable
from bot.rummy.rules import GameRules
from bot.text import waiting as waiting_text
from bot.text.words import clipped


class UserError(Exception):
    """A person's request that cannot be carried out; the error holds the sentence for them."""


REFUSALS: Mapping[RefusalCode, Sentence] = {
    Refusal.NOT_STARTED: Sentence("The cards are not dealt yet."),
    Refusal.TABLE_OVER: Sentence("This table is over."),
    Refusal.DEAL_OVER: Sentence("This deal is over."),
    Refusal.NOT_SEATED: Sentence("You have no seat at this table."),
    Refusal.OUT_OF_DEAL: Sentence("You are out of this deal."),
    Refusal.NOT_YOUR_TURN: Sentence("It is not your turn yet."),
    Refusal.DRAW_FIRST: Sentence("Draw a card first, then discard one."),
    Refusal.ALREADY_DRAWN: Sentence("You have drawn already. Now discard a card."),
    Refusal.DROP_BEFORE_DRAWING: Sentence("You can drop only before you draw. Wait for your next turn."),
    Refusal.NO_DROPS: Sentence("There is no drop in this format."),
    Refusal.OPEN_EMPTY: Sentence("The open deck is empty. Draw from the closed deck."),
    Refusal.OPEN_JOKER: Sentence("You cannot draw that joker from the open deck. Draw from the closed deck."),
    Refusal.NEEDS_RESHUFFLE: Sentence("The closed deck is being shuffled. Try again."),
    Refusal.NOT_IN_HAND: Sentence("You do not hold those cards, or not that many of them."),
    Refusal.CARDS_DIFFER: Sentence("Those are not the cards of this table."),
    Refusal.NO_VOTE: Sentence("There is no vote for you to answer."),
    Refusal.VOTE_RUNNING: Sentence("A vote is running. Answer that first."),
    Refusal.ALREADY_VOTED: Sentence("You have voted already."),
    Refusal.ASKED_ALREADY: Sentence("The others have just been asked. You can ask again after a round."),
    Refusal.NOT_BETWEEN: Sentence("You can do that only between two deals."),
    Refusal.OUT_OF_MATCH: Sentence("You are out of this match."),
    Refusal.ALREADY_READY: Sentence("You are ready. The next deal comes soon."),
    Refusal.NO_REJOIN: Sentence("There is no rejoining in this format."),
    Refusal.STILL_IN: Sentence("You are still in this match."),
    Refusal.REJOIN_LATE: Sentence("It is too late to rejoin: you can only right after you go out."),
    Refusal.REJOIN_TOO_HIGH: Sentence(
        "You cannot rejoin: too few are left, or one of them already has too many points."
    ),
    Refusal.REJOIN_OPEN: Sentence("A player may still rejoin. Ask again when that is decided."),
    Refusal.NO_SPLIT: Sentence("There is no pool to share in this format."),
    Refusal.SPLIT_TOO_MANY: Sentence(
        "The pool can be shared only by the last three, or the last two of three players."
    ),
    Refusal.SPLIT_ASKED: Sentence("That has been asked since the last deal. You can ask again after the next one."),
    Refusal.NO_BREAK: Sentence("There are no breaks here: only during a deal at a table with a clock, not in blitz."),
    Refusal.ON_BREAK: Sentence("There is a break already."),
    Refusal.BREAKS_USED: Sentence("A match has two breaks at most, and both are used."),
    Refusal.BREAK_ASKED: Sentence("You have asked for a break in this deal. You can ask again in the next one."),
    Refusal.NOT_ON_BREAK: Sentence("There is no break to end."),
    Refusal.NOT_YOUR_BREAK: Sentence("Only the player who asked for the break can end it."),
    Refusal.OTHER_GAME: Sentence("That belongs to another game."),
    Refusal.NOT_NOW: Sentence("That is not possible now."),
}


def fault(problem: object, games: Iterable[GameRules]) -> str:
    """Return the fault of a record, a shuffle or a text of one of these games: an error's text, or an error."""
    return error_sentence(problem, lambda code: refusal(code, games).rstrip(".।"))


def refusal(code: RefusalCode, games: Iterable[GameRules]) -> str:
    """Return why an action is not allowed, in any game or in one of these."""
    faces = (game.face for game in games)
    own = (face.refusals for face in faces if isinstance(face, Face))
    return next(sentences[code]() for sentences in (REFUSALS, *own) if code in sentences)


PROBLEMS: Mapping[Problem, Sentence] = {
    Problem.NO_TABLE: Sentence("There is no such table."),
    Problem.NOT_AT_TABLE: Sentence("You do not play at this table."),
    Problem.STALE: Sentence("The table has moved on. Here it is now."),
    Problem.BUSY: Sentence("This table is very busy just now. Please try again."),
    Problem.NOT_A_LOBBY: Sentence("This table has started already."),
    Problem.STILL_A_LOBBY: Sentence("This table has not started yet."),
    Problem.LOBBY_FULL: Sentence("All seats are taken."),
    Problem.ALREADY_SEATED: Sentence("You already have a seat at this table."),
    Problem.NOT_SEATED: Sentence("You have no seat at this table."),
    Problem.NO_WORD: Sentence("Your word needs 1 to 32 visible characters on one line."),
    Problem.NO_WORDS_HERE: Sentence("This table opened before words came, so it takes none."),
    Problem.MUCH_DONE: Sentence("That is enough for this table. Start the match, leave, or open a new table."),
    Problem.NOT_HOST: Sentence("Only the host can do that."),
    Problem.TOO_FEW: Sentence("You need more players to start. If nothing is at stake, add a computer."),
    Problem.TOO_MANY_SEATS: Sentence("This rule set is not for that many players."),
    Problem.NO_SUCH_SEAT: Sentence("That player has no seat here."),
    Problem.CANNOT_REMOVE_SELF: Sentence("You cannot remove yourself. Leave the table or cancel it."),
    Problem.NOT_INVITED: Sentence("This table is private. Ask its host to invite you."),
    Problem.TOO_MANY_LOBBIES: Sentence("You have too many tables waiting for players. Start or cancel one first."),
    Problem.TOO_MANY_RUNNING: Sentence("A player here is at too many tables. One of those must end first."),
    Problem.TOO_MANY_ALONE: Sentence("You have too many tables against computers open. Finish or leave one first."),
    Problem.TOO_MANY_TABLES: Sentence("This server has the most open tables it can. Wait until one is over."),
    Problem.NO_SUCH_RULES: Sentence("There is no such rule set."),
    Problem.MANY_HOUSE_RULES: Sentence("This server has as many rule sets as it can. `/house remove` makes room."),
    Problem.RULES_NAME_TAKEN: Sentence("Another rule set here has that name. Choose a name of its own."),
    Problem.NO_SUCH_FORMAT: Sentence("This rule set has no such format."),
    Problem.NOT_OVER: Sentence("This match is still running."),
    Problem.RESTING: Sentence("You are taking a pause. You can play again when it is over."),
    Problem.WAITS_FOR_PLACE: waiting_text.REFUSED,
    Problem.PRUNED: Sentence("This table ended long ago and its moves are gone. Results stay in `/history`."),
    Problem.REMATCH_RUNNING: Sentence("The rematch has started without you."),
    Problem.NO_COACH: Sentence("There is no coach for this game."),
    Problem.COACH_OFF: Sentence("Help is off at this table, and the coach with it."),
    Problem.COACH_NOT_FOR_CHIPS: Sentence("Nobody can ask the coach when chips are at stake."),
    Problem.COACH_NOT_IN_TOURNAMENT: Sentence("The coach is off in this tournament."),
    Problem.COACH_TOO_LATE: Sentence(
        "This match counts in the standings, so you could ask the coach only from your first turn."
    ),
    Problem.COACH_NEEDS_HELP: Sentence(
        "The coach needs help to be on: announce the tournament with help, or without the coach."
    ),
    Problem.COACH_WAITS: Sentence("The coach answers when it is your turn."),
    Problem.NOT_YOURS: Sentence("That is for another player."),
    Problem.TOO_MANY_KEYS: Sentence("You have many unused links. Open the last one, or wait an hour."),
    Problem.CHIPS_OFF: Sentence("This server plays without chips."),
    Problem.CANNOT_COVER: Sentence("You do not have enough chips for that. `/wallet show` shows what you have."),
    Problem.OTHER_CANNOT_COVER: Sentence("A player at this table no longer has enough chips for the stake."),
    Problem.COMPUTERS_HAVE_NO_CHIPS: Sentence("Computers have no chips, so they play only when nothing is at stake."),
    Problem.NO_SUCH_LEVEL: Sentence("This game has no computer of that level."),
    Problem.NO_SUCH_STAKE: Sentence("A stake is a number of chips from 0 to 100000, with at most two decimals."),
    Problem.SEASON_RUNNING: Sentence("A season is running already. Close it first."),
    Problem.NO_SEASON: Sentence("No season is running here."),
    Problem.SEASON_CLOSED: Sentence("That season is closed already."),
    Problem.BAD_SEASON_NAME: Sentence("A season's name has 1 to 40 visible characters."),
    Problem.NO_SERVER: Sentence("Chips belong to a server. Ask for them in one of its channels."),
    Problem.CLAIMED_TODAY: Sentence("You have already claimed today's chips. New ones come after midnight UTC."),
    Problem.BAD_HOURS: Sentence("Choose 0 to 168 hours; 0 means never."),
    Problem.BAD_RAKE: Sentence("The rake is a whole number of percent from 0 to 50."),
    Problem.BAD_LEAGUE: Sentence("Write up to six whole numbers from high to low, none over 1000, such as `10 6 3 1`."),
    Problem.BAD_ZONE: Sentence(
        "I do not know that time zone. Name its region and city, such as `Asia/Kolkata` or `Europe/Berlin`."
    ),
    Problem.BAD_TOURNAMENT_NAME: Sentence("A tournament's name has 1 to 60 visible characters."),
    Problem.BAD_START: Sentence("A tournament must start in the future, within a year."),
    Problem.BAD_SIGN_UP: Sentence("Sign-up must end in the future, and not after the start."),
    Problem.BAD_CHECK_IN: Sentence("Check-in must open in the future, at most 1440 minutes before the start."),
    Problem.BAD_ROUND_TIME: Sentence("Write the time of a round in minutes, up to 31 days, or 0 for no limit."),
    Problem.NEEDS_CLOCK: Sentence("A tournament needs a clock: choose another pace."),
    Problem.BAD_ADVANCE: Sentence("At least one player of each table must advance, but not all."),
    Problem.BAD_MATCHES: Sentence("In a league everyone plays 1 to 50 matches."),
    Problem.BAD_PLAYERS: Sentence("A tournament has 2 to 512 players, and the minimum cannot be above the maximum."),
    Problem.BAD_PRIZES: Sentence(
        "Write up to 10 whole percentages from high to low that add up to 100, such as `50 30 20`."
    ),
    Problem.NOT_FOR_TWO: Sentence(
        "A tournament needs a rule set that two can play, because its last tables can be that small."
    ),
    Problem.NEEDS_SERVER: Sentence("A tournament belongs to a server. Announce it in one of its channels."),
    Problem.TOO_MANY_TOURNAMENTS: Sentence(
        "This server has the most open tournaments it can. Finish or cancel one first."
    ),
    Problem.TOO_MANY_SERIES: Sentence("This server has the most series it can. End one first: `/tournament series`."),
    Problem.TOO_CLOSE: Sentence(
        "Sign-up must end and check-in open less than a day before the start, after the previous one has started."
    ),
    Problem.NO_SERIES: Sentence("This tournament is not repeated."),
    Problem.NO_TOURNAMENT: Sentence("There is no such tournament here."),
    Problem.SIGN_UP_OVER: Sentence("Sign-up for this tournament is over."),
    Problem.TOURNAMENT_FULL: Sentence("This tournament is full, and so is its waiting list."),
    Problem.ALREADY_SIGNED_UP: Sentence("You have already signed up for this tournament."),
    Problem.ALREADY_WAITING: Sentence("You are already on the waiting list of this tournament."),
    Problem.NOT_SIGNED_UP: Sentence("You are not in this tournament."),
    Problem.NO_SUCH_ENTRANT: Sentence("That player is not in this tournament."),
    Problem.AT_OTHER_TOURNAMENT: Sentence("You are playing in another tournament. Finish that match first."),
    Problem.CHECK_IN_CLOSED: Sentence("Check-in is not open."),
    Problem.ALREADY_CHECKED_IN: Sentence("You are checked in already."),
    Problem.TOO_FEW_ENTRANTS: Sentence("Too few players have signed up or checked in to start."),
    Problem.TOURNAMENT_BEGUN: Sentence("This tournament has already started."),
    Problem.TOURNAMENT_NOT_RUNNING: Sentence("This tournament is not running."),
    Problem.TOURNAMENT_NOT_PAUSED: Sentence("This tournament is not paused."),
    Problem.TOURNAMENT_OVER: Sentence("This tournament is over."),
    Problem.NO_SUCH_MATCH: Sentence("That table is not being played in this tournament."),
    Problem.WRONG_NUMBER_ADVANCE: Sentence("Name exactly as many players as advance from that table."),
    Problem.TOURNAMENT_TABLE: Sentence("This is a tournament table. Only staff can end or repeat it."),
    Problem.NOTHING_TO_DISPUTE: Sentence("You can dispute only matches that were played to the end in a server."),
    Problem.DISPUTE_LATE: Sentence("A result can be disputed for seven days. That time is over."),
    Problem.DISPUTED_ALREADY: Sentence("You have already disputed this result. The staff will answer."),
    Problem.TOO_MANY_DISPUTES: Sentence(
        "You already have three open disputes or reports here. Please wait until the staff have answered one."
    ),
    Problem.BAD_WORDS: Sentence("Say why, in 1 to 500 visible characters."),
    Problem.NOT_DISPUTED: Sentence("Nobody has disputed this result."),
    Problem.NO_STAFF: Sentence("This table is in direct messages, where no staff can see a report."),
    Problem.REPORT_LATE: Sentence("A table can be reported until seven days after its end. That time is over."),
    Problem.REPORTED_ALREADY: Sentence("You have already reported this table. The staff will look at it."),
    Problem.NOT_REPORTED: Sentence("There is no open report of this table."),
    Problem.STILL_DISPUTED: Sentence("The result of this match is disputed as well. Answer that first."),
    Problem.VOID_ALREADY: Sentence("This match already doesn't count."),
    Problem.NOT_BEGUN: Sentence("You have not started this, or it is over. Start again."),
    Problem.NO_DAILY: Sentence("This bot has no deal of the day."),
    Problem.DAY_TO_COME: Sentence("That day has not come yet."),
    Problem.DAY_SOON: Sentence("Today's deal comes in a moment. It waits for its round of the beacon."),
    Problem.DAY_UNPLAYED: Sentence("Nobody played the deal of that day here."),
    Problem.DAY_RUNNING: Sentence("That day is not over yet. Its cards are shown after 00:00 UTC."),
    Problem.DAY_OVER: Sentence("That day is over. `/daily` has today's deal."),
    Problem.MAINTENANCE: Sentence(
        "The bot is under maintenance: nothing new can start now. Running matches go on. Please try again later."
    ),
    Problem.BLOCKED_PERSON: Sentence("The host of this bot has blocked you. If that is a mistake, please ask them."),
    Problem.BLOCKED_SERVER: Sentence(
        "The host of this bot has blocked this server. If that is a mistake, please ask them."
    ),
    Problem.DAY_CLOSED: Sentence(
        "Today's deal is closed, because my data was put back to an earlier moment. Tomorrow there is a new one."
    ),
    Problem.DAY_PLAYED: Sentence(
        "You have already played today's deal, before you erased your data. A new one comes after 00:00 UTC."
    ),
    Problem.OWN_MATCH: Sentence(
        "You played this match yourself, so another member of staff or another player must agree."
    ),
}

NO_HELP = Sentence("Help with arranging is off at this table.")
UNKNOWN_BUTTON = Sentence("I do not know that button. It may be from another version of this bot.")
CANNOT_CHOOSE = Sentence("That cannot be chosen.")
PRESS_AGAIN = Sentence("That took too long. Please press again.")
NOTHING_CHOSEN = Sentence("Nothing was chosen.")
NOTHING_PLAYED_HERE = Sentence(
    "You have not finished a match here yet. Choose one from elsewhere as **{option}** when you type the command."
)
UNNAMED_MEMBER = Sentence("A player")
"""The name of a person whose name shows as nothing."""
NOT_TEXT = Sentence("I cannot read that: it holds characters that are not text. Use plain letters and numbers.")
UNFIT_OPTION = Sentence("An option has a value that this command does not take. Please choose it again.")
_NO_TEXT = re.compile(r"[\0\ud800-\udfff]")
"""Characters that no database keeps and no connection carries: NUL, and halves of surrogate pairs."""


def unfit_option(name: str) -> str:
    """Return the refusal of a value that a command does not take for the option of that name."""
    return say("The option `{option}` does not take this value. Please choose it again.", option=name)


def is_readable(value: object) -> bool:
    """Return whether all texts and numbers in a JSON value can be stored, and sent on to others."""
    match value:
        case str():
            return _NO_TEXT.search(value) is None
        case float():
            return math.isfinite(value)
        case Mapping():
            return all(is_readable(part) for pair in value.items() for part in pair)
        case list() | tuple():
            return all(map(is_readable, value))
    return True


def bad_card(word: str) -> str:
    """Return the answer that a word names no card."""
    shown = printable(word).replace("`", "")[:20]
    return say(
        "I cannot read `{word}` as a card. Write the rank, then the suit: `7S`, `10H`, `QD`. A joker is `Joker`.",
        word=shown,
    )


def no_such_name(problem: Problem, names: Iterable[str]) -> str:
    """Return the answer that a typed name does not exist, with the names that do. Names may hold commas."""
    quoted = (f"`{name.replace('`', '')}`" for name in names)
    choose = say("Choose one of these: {names}.", names=clipped(alternatives(quoted), 1500))
    return f"{PROBLEMS[problem]()} {choose}"


def resting(until: str) -> str:
    """Return the answer that the person has chosen a pause; `until` is a moment ready for display."""
    # Translators: {when} counts down: "in 3 hours"
    return say("You are taking a pause. You can play again {when}.", when=until)


def others_cannot_cover(who: Iterable[str]) -> str:
    """Return the people with too few chips for the stake of a table; mentions."""
    return say(
        "{who} no longer has enough chips for the stake. The host can remove them, or they can leave.", who=listed(who)
    )


def too_many_of_yours(problem: Problem, most: int) -> str:
    """Return the limit of tables that the person has reached, with its number."""
    match problem:
        case Problem.TOO_MANY_LOBBIES:
            return say_many(
                most,
                "You already have {number} table waiting for players. Start or cancel it first.",
                "You already have {number} tables waiting for players. Start or cancel one first.",
            )
        case Problem.TOO_MANY_ALONE:
            return say_many(
                most,
                "You already have {number} table against computers open. Finish or leave it first.",
                "You already have {number} tables against computers open. Finish or leave one first.",
            )
        case Problem.TOO_MANY_RUNNING:
            return say_many(
                most,
                "You already play at {number} table. Finish or leave it first.",
                "You already play at {number} tables. Finish or leave one first.",
            )
    return PROBLEMS[problem]()


def plays_enough(who: str) -> str:
    """Return the person who plays at too many tables to start or join another; a mention."""
    return say("{who} already plays at the most tables one person can. One of those matches must end first.", who=who)


def unexpected(code: str, *, at_table: bool) -> str:
    """Return the answer to an unforeseen error; the log has the same code. `at_table`: it happened at a table."""
    if not at_table:
        return say("Something went wrong on our side. Please try again. (code `{code}`)", code=code)
    return say("Something went wrong on our side. Please look at the table and try again. (code `{code}`)", code=code)


MATCH_OVER = Sentence("Your last match here is over. `/history` has its result.")
"""The answer that the person sits at no table and their last one here is over."""


def cannot_play_in(permission: str, place: str) -> str:
    """Return the reason why no table can be opened there; a link to a channel."""
    return say(
        "I cannot play in {place}: I need the permission **{permission}** there. See `/rummy doctor`.",
        permission=permission,
        place=place,
    )


def no_private_threads(place: str, others: Sequence[str]) -> str:
    """Return the reason why a private table cannot be opened or go on there; `others`: channels in which it can."""
    if not others:
        return say(
            "A private table needs a private thread, and {place} cannot have one. Try a text channel, or a public "
            "table here: hands stay private.",
            place=place,
        )
    return say(
        "A private table needs a private thread, and {place} cannot have one. Try {channels}, or a public table "
        "here: hands stay private.",
        place=place,
        channels=alternatives(others),
    )


def may_open_no_private_thread(place: str, permission: str) -> str:
    """Return the reason why a private table cannot be opened or go on there: the bot lacks a permission."""
    return say(
        "A private table needs a private thread, and for that I need the permission **{permission}** in {place}. "
        "Or try a public table here: hands stay private.",
        permission=permission,
        place=place,
    )
