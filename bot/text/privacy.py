"""The data of a person: the file they get, and the question before an erasure."""

from collections.abc import Iterable, Mapping, Sequence

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
        "What you chose with /rummy settings, and in 'locale' the language in which your Discord was last seen, if it "
        "is another than English; null where nothing is kept."
    ),
    "tables": Sentence(
        "Tables you sat at or were invited to, the oldest first. 'name' is what you were called there, 'result' how "
        "you did in a finished match, 'moves' the number of your actions, 'entropy' what you added to the shuffle. "
        "/rummy record has every move and card. Others at the table are left out."
    ),
    "tournaments": Sentence("Tournaments you were in or announced, the oldest first."),
    "standings": Sentence(
        "What is counted for you by server, season (0: over all) and format (empty: all). 'points' are those of all "
        "deals, here and in results, and fewer are better: those of a game in which points are good count below 0."
    ),
    "chips": Sentence("What you have on each server."),
    "movements": Sentence("What moved your chips, the oldest first."),
    "disputes": Sentence(
        "What you said against results of matches and in reports of tables, or answered as a member of the staff, the "
        "oldest first."
    ),
    "alone": Sentence("What you have played alone, and when you last did."),
    "days": Sentence("The deals of the day that you finished, with points and turns."),
    "reviews": Sentence(
        "What reviews of your matches found: deals, those you won by declaring and your turns in them, discards and "
        "the win chances that these lost, chances missed, wrong declarations, drops and those of good hands."
    ),
    "shown": Sentence("In which servers you pressed Share under such a deal, and what you were called there."),
    "messages": Sentence(
        "Where the messages are that are for you alone: your hand by direct message, and invitations."
    ),
    "unreadable": Sentence(
        "Codes of tables and tournaments whose data cannot be read any more. This file leaves them out."
    ),
    "blocked": Sentence("Since when the host of this bot has blocked you; null where they have not."),
}
"""A line about each part of the file."""

MOST_NAMED = 20
"""The number of codes that the note above the file names; the file has all."""

KEEP = sentence_in("a button", "Keep everything")
ERASE = sentence_in("a button", "Erase for good")
KEPT = Sentence("Nothing was erased.")
OLD_QUESTION = Sentence("That question is too old. Use `/rummy data erase` again and answer within 15 minutes.")

ASK_ERASE = Sentence(
    "**Erase everything that is kept about you, on every server?** This cannot be taken back.\n"
    "**What goes**: your Discord id, every name you had at a table, your settings, what you added to shuffles, and "
    "what you said in disputes and reports.\n"
    "**What stays, without you**: the matches of others. In their records and standings you are “erased player” "
    "from then on, with a number, and your chips and places belong to that number.\n"
    "**What stays for 30 days**: a keyed hash of your id, which names you to nobody, with what you have in chips on "
    "each server and when you last claimed the daily ones. Come back in that time, and you have as much as now; later "
    "you begin from the start. So nobody gets new chips by erasing.\n"
    "**What stays until the day is over**: such a hash again, if you have begun today's deal of the day. So nobody "
    "plays it twice by erasing. Your results in it go, and your name with them.\n"
    "**What stays until your pause is over**: that you have chosen it, if you have. So nobody ends one early by "
    "erasing.\n"
    "**What is out of reach**: messages that stand in channels, files others have saved, and a host's backups.\n"
    "-# `/rummy data export` gives you a copy first."
)
REPORT_STAYS = Sentence(
    "**What stays until a report is dealt with**, for 30 days at most: such a hash again, with your number, if you "
    "have reported a table, or sat at one that someone has reported, and the staff have yet to close that. So nobody "
    "reports a table twice, or closes a report about themselves, by erasing."
)
BLOCK_STAYS = Sentence(
    "**What stays until the host lifts it**: that the host has blocked you. So nobody ends a block by erasing."
)
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


def still_seated(codes: Iterable[str]) -> str:
    """Return the answer that the person still sits at tables."""
    # Translators: {tables} are codes of tables
    return say(
        "You still play at {tables}. Play to the end, or leave there; then ask again.",
        tables=listed(f"`{code}`" for code in codes),
    )


def still_disputed(codes: Iterable[str]) -> str:
    """Return the answer that a dispute still waits."""
    # Translators: {tables} are codes of tables
    return say(
        "The result at {tables} is disputed, and the staff of the server have not answered yet. Please ask again once "
        "they have, or in 30 days at the latest.",
        tables=listed(f"`{code}`" for code in codes),
    )
