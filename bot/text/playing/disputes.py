"""Disputes about finished matches: what players and staff read of them."""

from collections.abc import Iterable

from bot.text.chips import gain
from bot.text.words import count

REASON = "Why"
SAY = "What was wrong with this result?"
SAY_ABOUT = "The staff of this server read it."
SAY_HINT = "My turn was over although I had pressed Declare in time."
SAID = "✅ The staff of this server will read it. All who played read their answer at the table."
SAID_TO_NOBODY = (
    "✅ Your dispute is kept. The staff of this server find it with `/dispute list`: they have not chosen a channel in "
    "which I could tell them."
)
ONCE = "-# A result can be disputed for seven days, by each player once."

ANSWER = "Answer a dispute"
ANSWER_ABOUT = "All who played read it. The result stands."
ANSWER_HINT = "We have looked at the record. The clock was right."
ANSWERED = "✅ All who played are told."

VOID = "Make this match void"
VOID_ABOUT = "All who played read it. This cannot be taken back."
VOID_HINT = "The bot stood still while it was Asha's turn."
VOIDS = (
    "The match will count in no standings and no rating, and every chip that it moved goes back. What a winner has "
    "spent already, the mint gives."
)
VOIDS_IN_TOURNAMENT = (
    "While its tournament is being played, this table is played again, and in a knock-out all later rounds too; or "
    "decide it by hand with `/tournament advance`. Once the tournament is over, its places and prizes stand."
)
VOIDED = "✅ The match is void. All who played are told."

NONE_WAITING = "No dispute and no report waits for the staff here."
WAITING = "### ⚖️ Disputes and reports that wait for the staff"
NO_CHANNEL = "-# I tell staff of new disputes and reports where `/rummy server` says; no channel is chosen yet."
UNREADABLE = "⚠️ The record of this match cannot be read."
ERASED = "A player who had their data erased"
NO_OTHERS = "-# They have played no other match together here that is not void."
TOGETHER_ALT = "the other matches that these people played together"
LOG_ALT = "all that was said in this dispute"
PLAYED_IT = " (played this match)"

EVENTS = {
    "raised": "disputes the result",
    "answered": "answered for the staff",
    "voided": "made the match void",
    "reported": "reports the table",
    "closed": "has looked at the reports",
}
"""What a person did in a dispute, or about a report."""


def about(table: str) -> str:
    """Above what the staff see of a dispute."""
    return f"### ⚖️ Dispute about table `{table}`"


def event(who: str, did: str, when: str, words: str) -> str:
    """An event in a dispute; the words are quoted."""
    return f"**{who}** {EVENTS[did]} · {when}" + (f"\n> {words}" if words else "")


def logged(when: str, who: str, did: str, words: str) -> str:
    """An event in the file of all that was said in a dispute."""
    return f"{when} UTC  {who} {EVENTS[did]}" + (f"\n  {words}" if words else "")


def one_of_staff(id: int) -> str:
    """Names one of the staff where no mention shows who it is."""
    return f"the member {id}"


def waiting(table: str, when: str, people: str) -> str:
    """A dispute in the list of those that wait."""
    return f"`{table}` · {people} · {when}"


def broken(table: str) -> str:
    """A dispute in that list whose table cannot be read."""
    return f"`{table}` · ⚠️ cannot be read"


def more(number: int) -> str:
    """Ends a list that has room for no more."""
    return f"… and {number} more"


def proof(shuffles: int) -> str:
    """What verifying the record came to."""
    return f"✅ Verify: {count(shuffles, 'shuffle')} worked out again from the seed, all as promised."


def no_proof(where: str) -> str:
    """What verifying found."""
    return f"⚠️ **Verify: the shuffle is NOT as promised.** What differs: {where}."


def together(name: str, matches: int, won: int, chips: int) -> str:
    """What one person has played here with the others of a match; chips in hundredths."""
    return f"{name}: {count(matches, 'match', 'matches')} with the others here, {won} won, {gain(chips)} chips"


def line(when: str, course: str, table: str, stake: str, results: Iterable[str], *, void: bool) -> str:
    """A match in the file of those that people played together."""
    head = f"{when} UTC  table {table}  {course}  stake {stake}{'  void' if void else ''}"
    return "\n".join([head, *(f"  {one}" for one in results)])


def answered(people: str, words: str) -> str:
    """Tells all who played what the staff have answered."""
    return f"### ⚖️ The staff have answered a dispute\n{people}\n> {words}"


def voided(people: str, words: str, by_player: str) -> str:
    """Tells all who played that their match is void; `by_player` names one of the staff who played it."""
    by = f"\nIt was made void by {by_player}, who played this match." if by_player else ""
    return f"### ⚖️ The staff have made this match void\n{people}\n> {words}{by}"


GONE_BACK = "It counts in no standings and no rating any more."
CHIPS_BACK = "Every chip that it moved has gone back."
AGAIN = (
    "While its tournament is being played, this table is played again; once that is over, its places and prizes stand."
)


def table(code: str) -> str:
    """Which table a message is about."""
    return f"-# Table `{code}`"
