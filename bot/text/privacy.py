"""What is kept of a person: the file they get, and the question before it is erased."""

from collections.abc import Iterable, Mapping

from bot.text.words import listed

FILE = "All that is kept about you, on every server where you have played, is in this file."
FILE_ALT = "all that is kept about you"
NOTHING = "Nothing is kept that names you. Come and play: `/rummy new` opens a table."

ABOUT: Mapping[str, str] = {
    "player": "Your Discord id. Ids are written as text, times are in UTC, chips in whole chips with two decimals.",
    "settings": "What you chose with /rummy settings; null where you never did.",
    "tables": (
        "Tables you sat at or were invited to, the oldest first. 'name' is what you were called there, 'result' how "
        "you did in a finished match, 'moves' the number of your actions, 'entropy' what you added to the shuffle. "
        "/rummy record has every move and card. Others at the table are left out."
    ),
    "tournaments": "Tournaments you were in or announced, the oldest first.",
    "standings": "What is counted for you by server, season (0: over all) and format (empty: all).",
    "chips": "What you have on each server.",
    "movements": "What moved your chips, the oldest first.",
    "disputes": "What you said against results of matches, or answered as a member of the staff, the oldest first.",
    "alone": "What you have played alone, and when you last did.",
    "days": "The deals of the day that you finished, with points and turns.",
    "reviews": (
        "What reviews of your matches found: deals, those you won by declaring and your turns in them, discards and "
        "the win chances that these lost, chances missed, wrong declarations, drops and those of good hands."
    ),
    "shown": "In which servers you pressed Share under such a deal, and what you were called there.",
    "messages": "Where the messages are that are for you alone: your hand by direct message, and invitations.",
}
"""A line about each part of the file."""

KEEP = "Keep everything"
ERASE = "Erase for good"
KEPT = "Nothing was erased."
OLD_QUESTION = "You were asked that a while ago. Use `/rummy data erase` again, and answer within 15 minutes."

ASK_ERASE = (
    "**Erase everything that is kept about you, on every server?** This cannot be taken back.\n"
    "**What goes**: your Discord id, every name you had at a table, your settings, what you added to shuffles, and "
    "what you said in disputes.\n"
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


def erased(called: str | None) -> str:
    """It is done; `called` is the name in the person's place, where there is a place."""
    place = f" Where you have played, you are **{called}** now." if called is not None else ""
    return f"✅ Nothing here names you any more.{place}"


def still_seated(codes: Iterable[str]) -> str:
    """Why it cannot be done yet."""
    return (
        f"You still play at {listed(f'`{code}`' for code in codes)}. Play to the end, or leave there; then ask again."
    )


def still_disputed(codes: Iterable[str]) -> str:
    """Why it cannot be done yet."""
    return (
        f"The result at {listed(f'`{code}`' for code in codes)} is disputed, and the staff of the server have not "
        "answered yet. Please ask again once they have, or in 30 days at the latest."
    )
