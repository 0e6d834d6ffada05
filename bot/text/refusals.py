"""Reasons why something cannot be done or went wrong."""

import math
import re
from collections.abc import Iterable, Mapping

from bot.faces.face import Face
from bot.languages.error_text import error_sentence
from bot.languages.formats import alternatives, listed
from bot.languages.sentence import Sentence, say
from bot.rummy.errors import Refusal, RefusalCode, printable
from bot.rummy.rules import GameRules
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
    Refusal.ALREADY_DRAWN: Sentence("You have drawn already. Discard a card when you are done."),
    Refusal.DROP_BEFORE_DRAWING: Sentence("You can drop only before you draw. You may on your next turn."),
    Refusal.NO_DROPS: Sentence("There is no drop in this format."),
    Refusal.OPEN_EMPTY: Sentence("The open deck is empty. Draw from the closed deck."),
    Refusal.OPEN_JOKER: Sentence("You cannot draw that joker from the open deck. Draw from the closed deck."),
    Refusal.NEEDS_RESHUFFLE: Sentence("The closed deck is being shuffled. Try again."),
    Refusal.NOT_IN_HAND: Sentence("Your hand does not hold those cards, or not as many of them."),
    Refusal.CARDS_DIFFER: Sentence("Those are not the cards of this table."),
    Refusal.NO_VOTE: Sentence("There is no vote for you to answer."),
    Refusal.VOTE_RUNNING: Sentence("A vote is running. Answer that first."),
    Refusal.ALREADY_VOTED: Sentence("You have voted already."),
    Refusal.ASKED_ALREADY: Sentence("The others have just been asked. You may ask again after a round."),
    Refusal.NOT_BETWEEN: Sentence("That is possible only between two deals."),
    Refusal.OUT_OF_MATCH: Sentence("You are out of this match."),
    Refusal.ALREADY_READY: Sentence("You are ready already. The next deal comes soon."),
    Refusal.NO_REJOIN: Sentence("There is no rejoining in this format."),
    Refusal.STILL_IN: Sentence("You are still in this match."),
    Refusal.REJOIN_LATE: Sentence("It is too late to rejoin: that is possible only right after you are out."),
    Refusal.REJOIN_TOO_HIGH: Sentence(
        "You cannot rejoin: too few are left, or one of them already has too many points."
    ),
    Refusal.REJOIN_OPEN: Sentence("A player may still rejoin. Ask again when that is decided."),
    Refusal.NO_SPLIT: Sentence("There is no pool to share in this format."),
    Refusal.SPLIT_TOO_MANY: Sentence(
        "The pool can be shared only by the last three, or the last two of three players."
    ),
    Refusal.SPLIT_ASKED: Sentence("That has been asked since the last deal. You may ask again after the next one."),
    Refusal.OTHER_GAME: Sentence("That belongs to another game than the one played here."),
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


PROBLEMS: Mapping[str, Sentence] = {
    "no_table": Sentence("There is no such table."),
    "not_at_table": Sentence("You do not play at this table."),
    "stale": Sentence("The table has moved on since then. Here it is as it stands now."),
    "busy": Sentence("This table is very busy just now. Please try again."),
    "not_a_lobby": Sentence("This table has started already."),
    "still_a_lobby": Sentence("This table has not started yet."),
    "lobby_full": Sentence("All seats are taken."),
    "already_seated": Sentence("You sit at this table already."),
    "not_seated": Sentence("You do not sit at this table."),
    "not_host": Sentence("Only the host can do that."),
    "too_few": Sentence("There are too few players to start. Where nothing is at stake, a computer can fill a seat."),
    "too_many_seats": Sentence("This rule set does not play with that many seats."),
    "no_such_seat": Sentence("That player does not sit here."),
    "cannot_remove_self": Sentence("You cannot remove yourself. Leave the table, or cancel it."),
    "not_invited": Sentence("This table is private. Ask its host to invite you."),
    "too_many_lobbies": Sentence(
        "You have as many tables waiting for players as one person may. Start or cancel one first."
    ),
    "too_many_running": Sentence(
        "A player here plays at as many tables as one person may. One of those must end first."
    ),
    "too_many_alone": Sentence(
        "You play at as many tables against computers alone as one may. Finish or leave one first."
    ),
    "too_many_tables": Sentence("This server has as many open tables as it may. Wait until one of them is over."),
    "no_such_rules": Sentence("There is no such rule set."),
    "no_such_format": Sentence("This rule set does not play that format."),
    "not_over": Sentence("This match is still running."),
    "resting": Sentence("You have chosen a pause, and can sit down once it is over."),
    "pruned": Sentence("This table was over long ago, and its moves are no longer kept. Results stay in `/history`."),
    "rematch_running": Sentence("The rematch has begun without you."),
    "no_coach": Sentence("There is no coach for this game."),
    "coach_off": Sentence("The host has turned help off at this table, and the coach is part of it."),
    "coach_not_for_chips": Sentence("Where chips are at stake, nobody may ask the coach."),
    "coach_not_in_tournament": Sentence("The staff of this tournament have not allowed the coach."),
    "coach_too_late": Sentence(
        "This match counts: you could begin to ask the coach only until your first turn of it was over."
    ),
    "coach_needs_help": Sentence(
        "The coach is part of the help: announce the tournament with help, or without the coach."
    ),
    "coach_waits": Sentence("The coach answers when it is your turn."),
    "not_yours": Sentence("That is for another player."),
    "chips_off": Sentence("This server plays without chips."),
    "cannot_cover": Sentence("You do not have enough chips for that. `/wallet show` shows what you have."),
    "other_cannot_cover": Sentence("A player at this table no longer has enough chips for the stake."),
    "computers_have_no_chips": Sentence("Computers have no chips: they play only where nothing is at stake."),
    "no_such_level": Sentence("There is no computer of that strength for this game."),
    "no_such_stake": Sentence("A stake is a number of chips from 0 to 100000, with at most two decimals."),
    "season_running": Sentence("A season is running already. Close it first."),
    "no_season": Sentence("No season is running here."),
    "season_closed": Sentence("That season is closed already."),
    "bad_season_name": Sentence("A season's name has 1 to 40 visible characters."),
    "no_server": Sentence("Chips belong to a server. Ask for them in one of its channels."),
    "claimed_today": Sentence("Those chips were claimed already. There are new ones after midnight UTC."),
    "bad_rake": Sentence("The rake is a whole number of percent from 0 to 50."),
    "bad_league": Sentence(
        "League points are up to six whole numbers to 1000, none above the one before, such as `10 6 3 1`."
    ),
    "bad_zone": Sentence(
        "I do not know that time zone. Name its region and city, such as `Asia/Kolkata` or `Europe/Berlin`."
    ),
    "bad_tournament_name": Sentence("A tournament's name has 1 to 60 visible characters."),
    "bad_start": Sentence("A tournament starts in the future, within a year."),
    "bad_sign_up": Sentence("Sign-up ends in the future, and not after the start."),
    "bad_check_in": Sentence("Check-in opens in the future, at most 1440 minutes before the start."),
    "bad_round_time": Sentence(
        "The time of a round is a number of minutes up to 31 days, or 0 for as long as it takes."
    ),
    "needs_clock": Sentence("A tournament needs a clock: choose another pace."),
    "bad_advance": Sentence("At least one player of a table advances, and not all of them."),
    "bad_matches": Sentence("In a league everybody plays 1 to 50 matches."),
    "bad_players": Sentence("A tournament has 2 to 512 players, and the fewest cannot be more than the most."),
    "bad_prizes": Sentence(
        "Prizes are up to 10 whole percentages, 100 in all, none above the one before, such as `50 30 20`."
    ),
    "not_for_two": Sentence("A tournament needs a rule set that two can play: its last tables may be that small."),
    "needs_server": Sentence("A tournament belongs to a server. Announce it in one of its channels."),
    "too_many_tournaments": Sentence("This server has as many open tournaments as it may. Finish or cancel one first."),
    "too_many_series": Sentence(
        "This server has as many series of tournaments as it may. End one first: `/tournament series`."
    ),
    "too_close": Sentence(
        "Let sign-up end and check-in open less than a day before the start, once the last one has begun."
    ),
    "no_series": Sentence("This tournament is not repeated."),
    "no_tournament": Sentence("There is no such tournament here."),
    "sign_up_over": Sentence("Sign-up for this tournament is over."),
    "tournament_full": Sentence("All places of this tournament are taken."),
    "already_signed_up": Sentence("You have signed up for this tournament already."),
    "not_signed_up": Sentence("You are not in this tournament."),
    "no_such_entrant": Sentence("That player is not in this tournament."),
    "at_other_tournament": Sentence("You play at a table of another tournament. Finish that match first."),
    "check_in_closed": Sentence("Check-in is not open."),
    "already_checked_in": Sentence("You are checked in already."),
    "too_few_entrants": Sentence("Too few players are in this tournament, or have checked in, to start it."),
    "tournament_begun": Sentence("This tournament has begun already."),
    "tournament_not_running": Sentence("This tournament is not running."),
    "tournament_not_paused": Sentence("This tournament is not paused."),
    "tournament_over": Sentence("This tournament is over."),
    "no_such_match": Sentence("That table is not being played in this tournament."),
    "wrong_number_advance": Sentence("Name exactly as many players of that table as advance from it."),
    "tournament_table": Sentence("This table belongs to a tournament. Only its staff can end or repeat it."),
    "nothing_to_dispute": Sentence(
        "Only the result of a match that was played to its end in a server can be disputed."
    ),
    "dispute_late": Sentence("A result can be disputed for seven days. They are over."),
    "disputed_already": Sentence("You have disputed this result already. The staff of the server will answer."),
    "too_many_disputes": Sentence(
        "Three disputes or reports of yours wait for the staff here. Please wait until they have seen one of them."
    ),
    "bad_words": Sentence("Say why in 1 to 500 characters that can be seen."),
    "not_disputed": Sentence("Nobody disputes the result of this match."),
    "no_staff": Sentence("This table is played in direct messages: no staff could look at a report."),
    "report_late": Sentence("A table can be reported until seven days after its end. They are over."),
    "reported_already": Sentence("You have reported this table already. The staff of the server will look at it."),
    "not_reported": Sentence("No report of this table waits for the staff."),
    "still_disputed": Sentence("The result of this match is disputed as well. Answer that first."),
    "void_already": Sentence("This match is void already."),
    "not_begun": Sentence("You have not begun this, or it is over and gone. Begin again."),
    "no_daily": Sentence("This bot has no deal of the day."),
    "day_to_come": Sentence("That day has not come yet."),
    "day_unplayed": Sentence("Nobody played the deal of that day here."),
    "day_running": Sentence("That day is not over yet. Its cards can be seen after 00:00 UTC."),
    "day_over": Sentence("That day is over: its tries ended at 00:00 UTC. `/daily` has the deal of today."),
    "maintenance": Sentence(
        "The bot is being looked after: nothing new begins just now. Running matches go on. Please try again later."
    ),
    "blocked_person": Sentence(
        "The host of this bot does not let you play here any more. Please ask them if that is a mistake."
    ),
    "blocked_server": Sentence(
        "The host of this bot does not serve this server any more. Please ask them if that is a mistake."
    ),
    "day_played": Sentence(
        "You have had today's deal already, before your data was erased. `/daily` has a new one after 00:00 UTC."
    ),
    "own_match": Sentence(
        "You played this match yourself, so another member of the staff, or another player, must agree."
    ),
}

NO_HELP = Sentence("Help with arranging is switched off at this table.")
UNKNOWN_BUTTON = Sentence("I do not know that button. It may come from another version of this bot.")
CANNOT_CHOOSE = Sentence("That cannot be chosen.")
NOTHING_CHOSEN = Sentence("Nothing was chosen.")
NOTHING_PLAYED_HERE = Sentence("No match of yours has ended here yet. Name the code of a table.")
UNNAMED_MEMBER = Sentence("A player")
"""The name of a person whose name shows as nothing."""
NOT_TEXT = Sentence("I cannot read that: it holds signs that are no text. Write it with plain letters and numbers.")
_NO_TEXT = re.compile(r"[\0\ud800-\udfff]")
"""Characters that no database keeps and no connection carries: NUL, and halves of surrogate pairs."""


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


def no_such_name(problem: str, names: Iterable[str]) -> str:
    """Return the answer that a typed name does not exist, with the names that do. Names may hold commas."""
    quoted = (f"`{name.replace('`', '')}`" for name in names)
    choose = say("Choose one of these: {names}.", names=clipped(alternatives(quoted), 1500))
    return f"{PROBLEMS[problem]()} {choose}"


def resting(until: str) -> str:
    """Return the answer that the person has chosen a pause; `until` is a moment ready for display."""
    # Translators: {when} counts down: "in 3 hours"
    return say("You have chosen a pause: you can sit down again {when}.", when=until)


def others_cannot_cover(who: Iterable[str]) -> str:
    """Return the people with too few chips for the stake of a table; mentions."""
    return say(
        "No longer enough chips for the stake: {who}. The host can remove them, or they can leave.", who=listed(who)
    )


def plays_enough(who: str) -> str:
    """Return the person who plays at too many tables to start or join another; a mention."""
    return say("{who} plays at as many tables as one person may. One of those matches must end first.", who=who)


def unexpected(code: str) -> str:
    """Return the answer to an unforeseen error; the log has the same code."""
    return say("Something went wrong on our side. Please look at the table and try again. (code `{code}`)", code=code)


def which_table(codes: Iterable[str]) -> str:
    """Return the question which table is meant, for a person who sits at several."""
    return say("Which table? Name its code: {codes}.", codes=alternatives(f"`{code}`" for code in codes))


def match_over(table: str) -> str:
    """Return the answer that the person sits at no table and their last one here is over."""
    return say("Your last match here, table `{table}`, is over.", table=table)


def cannot_play_here(permission: str) -> str:
    """Return the reason why no table can be opened in a channel."""
    return say(
        "I cannot play here: I need the permission **{permission}** in this channel. `/rummy doctor` tells more.",
        permission=permission,
    )
