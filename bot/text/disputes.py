"""Disputes about finished matches: the texts for players and staff."""

from collections.abc import Iterable, Mapping

from bot.codes import DisputeEvent
from bot.languages.sentence import Sentence, say, say_in, say_many, sentence_in
from bot.text.chips import gain

REASON = Sentence("Why")
SAY = Sentence("What was wrong with this result?")
SAY_ABOUT = Sentence("Only the staff of this server read it.")
SAY_HINT = Sentence("My turn was over although I had pressed Declare in time.")
SAID = Sentence("✅ Sent to the staff. They answer at the table, where all players can read it.")
SAID_TO_NOBODY = Sentence("✅ Dispute sent. The staff see it in `/dispute list`.")
ONCE = Sentence("-# Each player can dispute a result once, within seven days.")

ANSWER_BUTTON = sentence_in("a button", "Answer…")
VOID_BUTTON = sentence_in("a button", "Doesn't count…")
AS_IT_STANDS = sentence_in("a button", "Keep the result")

ANSWER = Sentence("Answer a dispute")
ANSWER_ABOUT = Sentence("All players read your answer. The result stands.")
ANSWER_HINT = Sentence("We have looked at the record. The clock was right.")
ANSWERED = Sentence("✅ The players have been told.")

VOID = Sentence("This match doesn't count")
VOID_ABOUT = Sentence("All players read your reason. You cannot undo this.")
VOID_HINT = Sentence("The bot stood still while it was Asha's turn.")
VOIDS = Sentence(
    "The match will no longer count in standings or ratings, and all chips go back. If a winner has spent "
    "theirs, the bot makes up the difference."
)
VOIDS_IN_TOURNAMENT = Sentence(
    "If its tournament is still running, this table is played again, and in a knock-out all later rounds "
    "too. Or decide it yourself with `/tournament advance`. If the tournament is over, its places and prizes "
    "stand."
)
VOIDED = Sentence("✅ The match doesn't count any more. The players have been told.")

NONE_WAITING = Sentence("No open disputes or reports.")
ABOUT = Sentence("### ⚖️ Dispute")
WAITING = Sentence("### ⚖️ Open disputes and reports")
NO_CHANNEL = Sentence("-# No channel for new reports yet: choose one with `/rummy server`.")
UNREADABLE = Sentence("⚠️ The record of this match cannot be read.")
ERASED = Sentence("A player who erased their data")
NO_OTHERS = Sentence("-# This is their first match together here.")
TOGETHER_ALT = Sentence("other matches of these players")
LOG_ALT = Sentence("everything said in this dispute")

EVENTS: Mapping[DisputeEvent, Sentence] = {
    DisputeEvent.RAISED: Sentence("{who} disputes the result"),
    DisputeEvent.ANSWERED: Sentence("{who} answered for the staff"),
    DisputeEvent.VOIDED: Sentence("{who} decided that the match doesn't count"),
    DisputeEvent.REPORTED: Sentence("{who} reports the table"),
    DisputeEvent.CLOSED: Sentence("{who} has looked at the reports"),
}
"""A person's acts in a dispute, or about a report."""


def event(who: str, did: DisputeEvent, when: str, words: str) -> str:
    """Return an event in a dispute; the words are quoted."""
    done = EVENTS[did](who=f"**{who}**")
    return f"{done} · {when}" + (f"\n> {words}" if words else "")


def logged(when: str, who: str, did: DisputeEvent, words: str) -> str:
    """Return an event in the file with all texts of a dispute."""
    return f"{when} UTC  {EVENTS[did](who=who)}" + (f"\n  {words}" if words else "")


def one_of_staff(id: int) -> str:
    """Return the name of a member of the staff where a mention would not show."""
    return say("member {id}", id=id)


def who_played(name: str) -> str:
    """Return the name of a member of the staff who played the match themselves."""
    return say("{who} (played this match)", who=name)


def waiting(number: int, when: str, people: str) -> str:
    """Return a dispute in the list of waiting ones; its button has the same number."""
    return f"**{number}** · {people} · {when}"


def broken(table: str) -> str:
    """Return a dispute in that list whose table cannot be read."""
    return say("`{table}` · ⚠️ cannot be read", table=table)


def more(number: int) -> str:
    """Return the end of a list that has no more room."""
    return say_many(number, "… and {number} more", "… and {number} more")


def proof(shuffles: int) -> str:
    """Return the result of verifying the record."""
    return say_many(
        shuffles,
        "✅ Shuffle checked: it matches.",
        "✅ All {number} shuffles checked: they match.",
    )


def no_proof(where: str) -> str:
    """Return the fault that verifying the record found."""
    return say("⚠️ **The shuffle does NOT match what was published.** The difference: {where}.", where=where)


def together(name: str, matches: int, won: int, chips: int) -> str:
    """Return a person's matches with the others of a match in this server; chips in hundredths."""
    return say_many(
        matches,
        # Translators: {won} is how many of the matches {who} has won, {chips} such as "+25.00"
        "{who}: {number} match with the others here, {won} won, {chips} chips",
        "{who}: {number} matches with the others here, {won} won, {chips} chips",
        who=name,
        won=won,
        chips=gain(chips),
    )


def line(when: str, course: str, table: str, stake: str, results: Iterable[str], *, void: bool) -> str:
    """Return a match in the file of matches played together."""
    parts = [f"{when} UTC", say("table {table}", table=table), course, say("stake {chips}", chips=stake)]
    parts += [say_in("a match", "doesn't count")] if void else []
    return "\n".join(["  ".join(parts), *(f"  {one}" for one in results)])


def answered(people: str, words: str) -> str:
    """Return the message to all players with the staff's answer."""
    return "\n".join([say("### ⚖️ The staff have answered a dispute"), people, f"> {words}"])


def voided(people: str, words: str, by_player: str) -> str:
    """Return the message to all players that their match is void; `by_player` names a member of the staff who played
    it.
    """
    by = [say("{who}, who played this match, decided that it doesn't count.", who=by_player)] if by_player else []
    return "\n".join([say("### ⚖️ The staff decided: this match doesn't count"), people, f"> {words}", *by])


GONE_BACK = Sentence("It no longer counts in standings or ratings.")
CHIPS_BACK = Sentence("All chips have gone back.")
AGAIN = Sentence(
    "If its tournament is still running, this table is played again. If it is over, its places and prizes stand."
)
