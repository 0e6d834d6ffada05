"""Public texts of a table: start, board, pings, votes, discards, scores."""

from collections.abc import Iterable, Mapping, Sequence

from bot.codes import TableStatus
from bot.faces.face import face_of
from bot.languages.formats import listed, with_commas
from bot.languages.sentence import Sentence, isolated, say, say_in, sentence_in
from bot.rummy.actions import EndCause
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Match, Terms
from bot.rummy.outcome import SeatStatus
from bot.rummy.rules import Rules
from bot.text.words import STATUSES, clipped, course, duration, points

VOID = Sentence("No result: nobody wins or loses anything.")
ENDED: Mapping[EndCause | None, Sentence] = {
    EndCause.HOST: Sentence("The host ended this table."),
    EndCause.STAFF: Sentence("Staff ended this table."),
    EndCause.IDLE: Sentence("Nobody played for seven days, so this table was closed."),
    EndCause.PLACE: Sentence("This table had no place to play for three days, so it was closed."),
    EndCause.FAULT: Sentence("An error on our side ended this table."),
    EndCause.PUT_BACK: Sentence("The bot's data was put back; this table could not go on fairly."),
    None: Sentence("The players agreed to end this table."),
    EndCause.ROUND_OVER: Sentence("The time of this round is over. The totals so far decide."),
    EndCause.DECIDED: Sentence("This table was decided without playing."),
    EndCause.CANCELLED: Sentence("The tournament was called off."),
    EndCause.BEACON: Sentence("The beacon did not answer, so the cards could not be dealt."),
}
"""The reasons why a table was ended; None: its players voted for it."""
_COUNTS_ON = (EndCause.ROUND_OVER, EndCause.DECIDED)
"""The causes after which a table is not void for everybody."""
ENDED_IN_TOURNAMENT: Mapping[EndCause | None, Sentence] = {
    EndCause.STAFF: Sentence("Staff ended this table. The totals so far decide."),
    EndCause.FAULT: Sentence("An error on our side ended this table. If they can be read, the totals so far decide."),
}
"""The same reasons at a table of a tournament, which goes on from there."""

BROKEN = Sentence("This table cannot be read any more. Staff can end it.")
BROKEN_MATCH = Sentence("This match is over, and its record cannot be read any more.")
UNREADABLE = Sentence("This cannot be read any more. Please tell the person who runs this bot.")
BROKEN_ASKS = Sentence(
    "This table cannot be read any more. `/rummy end` (**{confirm}**) ends it and returns all stakes."
)
BROKEN_ENDED = Sentence("This table ended without a result. All stakes have gone back.")
DEAL_OVER = Sentence("This deal is over.")
TABLE_OVER = Sentence("This table is over.")
BACK = Sentence("Back. Nothing was lost.")
PLAYS_FIRST = sentence_in("a player", "plays first")
DEALS = sentence_in("a player", "deals")
THREAD_REFUSED = Sentence("Discord opened no thread here.")
NO_ROOM = Sentence("This server has the most active threads that Discord allows.")
PLAYS_IN_CHANNEL = Sentence("The table plays here in the channel.")
ROUND_WAITS = Sentence("The tables of this round wait until I can open threads for them.")
PRIVATE_WAITS = Sentence("So the private table waits: open your hand to go on.")
NOT_AWAY = Sentence("Nothing happened for you since your last move.")
NO_DEAL_YET = Sentence("No deal is over yet.")
NOTHING_SHOWN = Sentence("Nothing is shown yet.")


def ended_because(cause: EndCause | None, *, of_tournament: bool) -> str:
    """Return the reason why a table was ended, and the consequence."""
    if of_tournament and cause in ENDED_IN_TOURNAMENT:
        return ENDED_IN_TOURNAMENT[cause]()
    return ENDED[cause]() if cause in _COUNTS_ON else f"{ENDED[cause]()} {VOID()}"


def put_back(moment: str) -> str:
    """Return why a table ended when the data of the bot was put back to that moment, and the consequence."""
    # Translators: {moment} is a date and a time
    told = say("The bot's data was put back to {moment}; this table could not go on fairly.", moment=moment)
    return f"{told} {VOID()}"


def gone_result(moment: str) -> str:
    """Return the reply to a result that was posted after that moment, to which the data of the bot was put back."""
    # Translators: {moment} is a date and a time
    return say(
        "The bot's data was put back to {moment}. The points and chips of this result are gone with it.", moment=moment
    )


def broken(code: str, status: TableStatus | None) -> str:
    """Return the answer that a table, or what else has no status, cannot be read; the log has the reason under that
    code.
    """
    is_open, is_over = status is not None and status.is_open, status is not None and status.is_over
    told = BROKEN if is_open else BROKEN_MATCH if is_over else UNREADABLE
    # Translators: {code} is what the host of the bot looks up in the log
    return " ".join([told(), say("(code `{code}`)", code=code)])


def moved(link: str | None) -> str:
    """Return the text left in place of a message that was posted again elsewhere."""
    # Translators: {place} is a link to a channel
    return say("➡️ The table goes on in {place}.", place=link) if link else say("⬇️ The newest board is further down.")


def thread_gone(people: Sequence[str]) -> str:
    """Return the message to the players of a table whose thread is closed or gone; mentions."""
    return say("{people}: the thread of your table is closed, so it goes on here.", people=listed(people))


def no_thread(permission: str) -> str:
    """Return the reason why a table has no thread."""
    return say("I cannot open a thread here: I need the permission **{permission}**.", permission=permission)


NAMED_IN_THREAD = 2
"""The most players in the name of a thread; the others are counted."""
_NAME_ROOM, _THREAD_NAME_ROOM = 24, 100
"""Characters of a player's name, and of a thread's name, which Discord limits."""


def thread_name(terms: Terms, rules: Rules, players: Sequence[str]) -> str:
    """Return `Pool 101 · Asha, Ben +2` or `Gin to 100 · Asha, Ben`."""
    named = with_commas(isolated(clipped(name, _NAME_ROOM)) for name in players[:NAMED_IN_THREAD])
    others = len(players) - NAMED_IN_THREAD
    more = f" +{others}" if others > 0 else ""
    return clipped(f"{game_and_format(terms, rules)} · {named}{more}", _THREAD_NAME_ROOM)


def game_and_format(terms: Terms, rules: Rules) -> str:
    """Return `Gin to 100`, `21 cards` or `Pool 101`."""
    game = face_of(rules).brief
    if game is None:
        return course(terms, rules)
    if terms.format is Format.LIMIT:
        # Translators: the name of a thread, such as "Gin to 100"
        return say("{game} to {number}", game=game(), number=terms.limit)
    return game() if terms.format.is_single else f"{game()}, {course(terms, rules)}"


def starts(terms: Terms, rules: Rules, name: str, tossed: bool) -> str:
    """Return the course and the name of the rules, and how the first player was chosen."""
    how = say("The highest card plays first, the lowest deals.") if tossed else say("The dealer was chosen by chance.")
    return f"### {course(terms, rules)} · {name}\n{how}"


def commitment_again(digest: str, promise: str) -> str:
    """Return the commitment at the beginning of a match whose seed comes from another source than a lobby.

    `promise` names the source.
    """
    return f"-# {promise}\n-# ||`{digest}`||"


def card(link: str | None) -> str:
    """Return the link from the thread of a table to its card, or its tournament's; empty if there is none elsewhere."""
    # Translators: {link} is shown as the name of a channel
    return say("-# Back to {link}", link=link) if link else ""


def led_to(link: str | None) -> str:
    """Return the link from the card of a table to its thread; empty if it has none."""
    return f"➡️ {link}" if link else ""


def awaited(waiting: str, deadline: str) -> str:
    """Return the players whom the table waits for, and the deadline."""
    return f"➡️ {waiting} {deadline}".rstrip()


def declared(name: str) -> str:
    """Return the player who declared, while the losers show."""
    return say("**{who}** declared.", who=name)


def deadline(moment: str, extra: int) -> str:
    """Return when the table goes on without the player; the last seconds before are extra time.

    It is one moment, the end of the turn with its extra time, so it stays true however late it is read.
    """
    if not extra:
        return f"⏳ {moment}"
    # Translators: {moment} counts down to the end of all time: "in 2 minutes"; {time} such as "30 seconds"
    return say("⏳ {moment} (incl. {time} extra)", moment=moment, time=duration(extra))


# -- pings ------------------------------------------------------------------------------------------


def your_turn(who: str) -> str:
    """Return the ping of a turn."""
    return say("{who}, your turn.", who=who)


def half_time(who: str) -> str:
    """Return the reminder of a turn."""
    return say("{who}, half your time is left.", who=who)


def show_call(losers: str, name: str) -> str:
    """Return the ping of a show."""
    # Translators: {called} are the players who are asked, {who} is the player who declared
    return say("{called}: **{who}** declared. Show your groups.", called=losers, who=name)


# -- votes ------------------------------------------------------------------------------------------


def vote_asked(name: str, agreed: int, refused: int) -> str:
    """Return the running vote on the board."""
    return say(
        # Translators: {agreed} and {refused} are numbers of votes
        "🗳️ **{who}** asks to end this table without a result ({agreed} for, {refused} against).",
        who=name,
        agreed=agreed,
        refused=refused,
    )


def break_asked(name: str, agreed: int, others: int) -> str:
    """Return the running vote on a break; `others`: the people who are asked."""
    return say("☕ **{who}** asks for a break ({agreed} of {others} agree).", who=name, agreed=agreed, others=others)


def on_break(name: str, until: str) -> str:
    """Return the running break; `until` is a moment ready for display."""
    return say("☕ **{who}** takes a break. No clock runs; it ends {when} at the latest.", who=name, when=until)


def voted_on_break(agree: bool) -> str:
    """Return the reply to a vote on a break."""
    return say("You agreed to the break.") if agree else say("You voted against the break.")


def ended_by_vote(name: str, agreed: Sequence[str]) -> str:
    """Return the player who asked to end a table that is now void, and the people who agreed.

    `agreed`: none if no other person was there.
    """
    if not agreed:
        return say("**{who}** asked for it; nobody else was left to ask.", who=name)
    return say("**{who}** asked for it; {others} agreed.", who=name, others=listed(agreed))


def voted(agree: bool) -> str:
    """Return the reply to a vote on ending the table."""
    return say("You voted to end this table.") if agree else say("You voted to play on.")


def ended(table: str) -> str:
    """Return the reply that a table was ended by staff."""
    return say("Table `{code}` is ended.", code=table)


# -- looking ----------------------------------------------------------------------------------------


def open_deck(cards: str) -> str:
    """Return the open deck; without cards it is empty."""
    return "\n".join([say("### Open deck, bottom to top"), cards or say_in("the open deck", "empty")])


def discarded(name: str, cards: str) -> str:
    """Return the discards of one player."""
    return say("**{who}** discarded {cards}", who=name, cards=cards)


def standing(match: Match, total: int) -> str:
    """Return a player's total in a match: points, or the stack of deals."""
    return say("stack {number}", number=total) if match.has_stacks else points(total)


def scores(lines: Iterable[str]) -> str:
    """Return the points of all players."""
    return "\n".join([say("### Scores"), *lines])


def score(
    name: str,
    standing: str,
    status: SeatStatus | None = None,
    cost: int | None = None,
    *,
    out: bool = False,
    offered: bool = False,
) -> str:
    """Return the total and the state of one player.

    `status` and `cost` belong to the running deal. `out`: the player is out of the match; `offered`: they may come
    back.
    """
    line = f"{name}: **{standing}**"
    if out:
        how = say_in("a player", "out, may rejoin") if offered else say_in("a player", "out of the match")
        return f"{line} · {how}"
    if status is None:
        return line
    charged = f", {points(cost)}" if cost is not None else ""
    return f"{line} · {STATUSES[status]()}{charged}"


def away(lines: Iterable[str]) -> str:
    """Return the clock's actions for a player who was away."""
    told = [f"- {line}" for line in lines]
    return "\n".join([say("**While you were away**"), *told]) if told else NOT_AWAY()
