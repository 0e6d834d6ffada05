"""The data of a person: the file they get, and the question before an erasure."""

from collections.abc import Mapping, Sequence

from bot.languages.formats import listed
from bot.languages.sentence import Sentence, say, say_in, sentence_in

FILE = Sentence("This file holds everything the bot keeps about you, from every server where you have played.")
FILE_ALT = Sentence("everything kept about you")
LOG = Sentence("-# The host's log is not in it. That log has your id beside each command and button press.")
NOTHING = Sentence("The bot keeps nothing about you. Come and play: `/rummy new` opens a table.")

ABOUT: Mapping[str, Sentence] = {
    "player": Sentence(
        "Your Discord id. Ids are written as text, times are in UTC, chips in whole chips with two decimals."
    ),
    "settings": Sentence(
        "Your choices in /rummy settings. 'locale' is the language of your Discord when last seen, if not "
        "English. null: nothing is kept."
    ),
    "tables": Sentence(
        "Tables you sat at or were invited to, oldest first. 'name' is your name there, 'result' your result in "
        "a finished match, 'moves' the number of your actions, 'entropy' what you added to the shuffle. /rummy "
        "record has every move and card. Other players are left out."
    ),
    "tournaments": Sentence("Tournaments you were in or announced, oldest first."),
    "standings": Sentence(
        "Your numbers by server, season (0: all) and format (empty: all). 'points' are the points of all deals, "
        "here and in results; low is good, so points of games in which high score wins are below 0."
    ),
    "chips": Sentence("Your chips on each server."),
    "movements": Sentence("Changes of your chips, oldest first."),
    "disputes": Sentence("Your words in disputes and reports, and your answers as a member of staff, oldest first."),
    "alone": Sentence("Your games alone, and when you last played them."),
    "days": Sentence("Deals of the day that you finished, with points and turns."),
    "reviews": Sentence(
        "Findings of reviews of your matches: deals, those you won by declaring and your turns in them, discards "
        "and the win chances they lost, missed chances, wrong declarations, drops and drops of good hands."
    ),
    "practice": Sentence(
        "Puzzles you have practised, and turning points of your matches that will come: right answers in a row to "
        "each, to all, when each comes again, and when you answered it last."
    ),
    "avoided": Sentence("Players you avoid, newest first. Only you see this list."),
    "browsers": Sentence("Browsers in which you have opened the page, and your name there."),
    "told": Sentence(
        "Servers in which you are told of new tables: of which game (null: any), not between which hours, and when you "
        "were told last."
    ),
    "waits": Sentence(
        "Servers in which you wait for people to play with, for which rules, where, and until when. Once that time is "
        "over, you no longer wait."
    ),
    "shown": Sentence("Servers in which you shared such a deal, and your name there."),
    "messages": Sentence("Places of messages that only you see: your hand by direct message, and invitations."),
    "unreadable": Sentence(
        "Codes of tables and tournaments whose data cannot be read any more. This file leaves them out."
    ),
    "blocked": Sentence("Since when the host of this bot has blocked you; null if not."),
}
"""A line about each part of the file."""

MOST_NAMED = 20
"""The number of codes that the note above the file names; the file has all."""

KEEP = sentence_in("a button", "Keep everything")
ERASE = sentence_in("a button", "Erase for good")
KEPT = Sentence("Nothing was erased.")
OLD_QUESTION = Sentence("That question is too old. Use `/rummy data erase` again and answer within 15 minutes.")

ASK_ERASE = Sentence(
    "**Erase everything about you, on every server?** You cannot undo this.\n"
    "**Erased**: your Discord id, your names at tables, your settings, what you added to shuffles, and what "
    "you wrote in disputes and reports.\n"
    "**Stays without you**: the matches of others. There you become “erased player” with a number, and your "
    "chips and places go to that number.\n"
    "**Stays for 30 days**: a keyed hash of your id, which names you to nobody, with your chips on each "
    "server and your last daily claim. If you come back in that time, you have the same chips. So nobody "
    "gets new chips by erasing.\n"
    "**Stays until the day is over**: the same kind of hash, if you have started today's deal of the day. So "
    "nobody plays it twice by erasing. Your results in it are erased.\n"
    "**Stays until your pause is over**: your pause, if you are taking one.\n"
    "**Out of reach**: messages in channels, files that others have saved, and the host's backups.\n"
    "-# `/rummy data export` gives you a copy first."
)
REPORT_STAYS = Sentence(
    "**Stays until a report is closed**, at most 30 days: the same kind of hash, with your number, if you "
    "have reported a table or sat at a reported one. So nobody reports a table twice, or closes a report "
    "about themselves, by erasing."
)
BLOCK_STAYS = Sentence("**Stays until the host lifts it**: the host's block on you. So nobody ends a block by erasing.")
BLOCK_ALONE = Sentence(
    "The bot keeps only that its host has blocked you, and since when. That stays until the host lifts the block."
)


def file(unreadable: Sequence[str] = ()) -> str:
    """Return the note above the file, which leaves out the tables and tournaments of the codes in `unreadable`."""
    return "\n".join([FILE(), *([_left_out(unreadable)] if unreadable else []), LOG()])


def _left_out(codes: Sequence[str]) -> str:
    named = [f"`{code}`" for code in codes[:MOST_NAMED]]
    # Translators: {tables} are codes of tables and tournaments
    return say(
        "⚠️ The data of {tables} cannot be read any more, so it is not in the file.",
        tables=listed(named if len(codes) <= MOST_NAMED else [*named, "…"]),
    )


def nothing(*, is_blocked: bool = False) -> str:
    """Return the answer that there is no data to get or to erase."""
    return BLOCK_ALONE() if is_blocked else NOTHING()


def ask_erase(*, is_blocked: bool) -> str:
    """Return the question before an erasure."""
    return "\n".join([ASK_ERASE(), REPORT_STAYS(), *([BLOCK_STAYS()] if is_blocked else [])])


def erased_name() -> str:
    """Return the name of a person whose data was erased."""
    return say_in("a name", "erased player")


def erased(called: str | None, *, is_blocked: bool = False) -> str:
    """Return the reply after an erasure; `called` is the new name in old matches, None if there are none."""
    done = (
        say("✅ Erased. Only the host's block on you stays.")
        if is_blocked
        else say("✅ Erased: nothing here names you any more.")
    )
    if called is None:
        return done
    place = say("In the matches of others you are **{name}** now.", name=called)
    return f"{done} {place}"


STILL_SEATED = Sentence(
    "You still play at a table or in a tournament: `/tables` and `/tournament list` show where. Play to the end, or "
    "leave there; then ask again."
)
STILL_DISPUTED = Sentence(
    "The result of one of your matches is disputed, and the staff of the server have not answered yet. Please ask "
    "again once they have, or in 30 days at the latest."
)
