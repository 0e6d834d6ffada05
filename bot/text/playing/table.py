"""What all at a table see and look up: start, board, pings, votes, discards, scores."""

from collections.abc import Iterable, Mapping, Sequence

from bot.rummy.match.match import Match, Terms
from bot.rummy.outcome import SeatStatus
from bot.rummy.rules import Rules
from bot.text.words import STATUSES, clipped, course, duration, listed, points

VOID = "It is void: nobody wins or loses anything."
ENDED: Mapping[str, str] = {
    "host": f"The host ended this table. {VOID}",
    "staff": f"The server's staff ended this table. {VOID}",
    "idle": f"Nobody played for seven days, so this table was closed. {VOID}",
    "fault": f"A fault on our side ended this table. {VOID}",
    "vote": f"The players agreed to end this table. {VOID}",
    "round_over": "The time of this round is over: for the tournament the totals so far decide.",
    "decided": "This table of the tournament was decided without its match.",
    "cancelled": f"The tournament was called off. {VOID}",
}
"""Why a table is void."""
ENDED_IN_TOURNAMENT: Mapping[str, str] = {
    "staff": "The server's staff ended this table: for the tournament the totals so far decide.",
    "fault": "A fault on our side ended this table: for the tournament the totals so far decide, if they can be read.",
}
"""The same of a table of a tournament, which goes on from there."""

BROKEN = "This table cannot be read any more. Staff of this server can end it."


BROKEN_ASKS = "This table cannot be read any more. `/rummy end confirm:true` ends it, and every stake goes back."
BROKEN_ENDED = "This table is ended without a result, and every stake has gone back."
DEAL_OVER = "This deal is over."
TABLE_OVER = "This table is over."
BACK = "Back. Nothing was lost."
PLAYS_FIRST = "plays first"
DEALS = "deals"
NO_ROOM = "This server has as many active threads as it may have. The table plays here in the channel."
NOT_AWAY = "Nothing was done for you since your last move."
NO_DEAL_YET = "No deal is finished yet."
NOTHING_SHOWN = "Nothing is shown yet."


def broken(code: str) -> str:
    """A table cannot be read; the log tells under that code why."""
    return f"{BROKEN} (code `{code}`)"


def moved(link: str | None) -> str:
    """In the place of a message that was posted again elsewhere."""
    return f"➡️ The table goes on in {link}." if link else "⬇️ The newest board stands further down."


def no_thread(permission: str) -> str:
    """To the host: why the table plays in the channel."""
    return f"I may not open a thread here: I need the permission **{permission}**. The table plays here in the channel."


NAMED_IN_THREAD = 2
"""Players whom the name of a thread names; the others are counted."""
_NAME_ROOM, _THREAD_NAME_ROOM = 24, 100
"""Characters; Discord allows that many in the name of a thread."""


def thread_name(terms: Terms, rules: Rules, players: Sequence[str]) -> str:
    """`Pool 101 · Asha, Ben +2`."""
    named = ", ".join(clipped(name, _NAME_ROOM) for name in players[:NAMED_IN_THREAD])
    others = len(players) - NAMED_IN_THREAD
    return clipped(f"{course(terms, rules)} · {named}{f' +{others}' if others > 0 else ''}", _THREAD_NAME_ROOM)


def starts(terms: Terms, rules: Rules, name: str, tossed: bool) -> str:
    """What is played by the rules of that name, and how it was decided who begins."""
    how = "The highest card plays first, the lowest deals." if tossed else "The dealer was chosen by chance."
    return f"### {course(terms, rules)} · {name}\n{how}"


def promise(tournament: str | None) -> str:
    """Follows the commitment: where the seed of the table comes from."""
    return f"drawn from the seed of tournament `{tournament}`" if tournament else "as promised in the lobby"


def commitment_again(digest: str, promise: str) -> str:
    """The promise of the shuffle where the match begins, behind a spoiler; `promise` says where its seed comes from."""
    return f"-# Shuffle commitment, {promise}:\n-# ||`{digest}`||"


def card(link: str | None, *, of_tournament: bool = False) -> str:
    """Leads from the thread of a table to its card, or its tournament's; empty where there is none elsewhere."""
    return f"-# The card of this {'tournament' if of_tournament else 'table'}: {link}" if link else ""


def led_to(link: str | None) -> str:
    """Leads from the card of a table to its thread; empty where it has none."""
    return f"➡️ {link}" if link else ""


def awaited(waiting: str, deadline: str) -> str:
    """Tells all whose move it is, and how long they have."""
    return f"➡️ {waiting}. {deadline}".rstrip()


def declared(name: str) -> str:
    """Tells all, while the losers show, who declared."""
    return f"**{name}** declared."


def deadline(moment: str, extra: int) -> str:
    """When the table goes on without the player; the last seconds before are extra time.

    One moment, that of the turn with its extra time: it stays true however late it is read.
    """
    return f"⏳ {moment} (the last {duration(extra)} are extra time)" if extra else f"⏳ {moment}"


# -- pings ------------------------------------------------------------------------------------------


def your_turn(who: str) -> str:
    """The ping of a turn."""
    return f"{who}, your turn."


def half_time(who: str) -> str:
    """The reminder of a turn."""
    return f"{who}, half of your time is gone."


def show_call(losers: str, name: str) -> str:
    """The ping of a show."""
    return f"{losers}: **{name}** declared. Show your groups."


# -- votes ------------------------------------------------------------------------------------------


def vote_asked(name: str, agreed: int, refused: int) -> str:
    """The running vote on the board."""
    return f"🗳️ **{name}** asks to end this table without a result ({agreed} for, {refused} against)."


def ended_by_vote(name: str, agreed: Sequence[str]) -> str:
    """Who asked to end a table that is void now, and who agreed; nobody, where nobody else was there."""
    return f"**{name}** asked for it; {listed(agreed) + ' agreed' if agreed else 'nobody else was left to ask'}."


def voted(agree: bool) -> str:
    """Feedback to a vote on ending the table."""
    return f"You voted to {'end this table' if agree else 'play on'}."


def ended(table: str) -> str:
    """A table was ended by staff."""
    return f"Table `{table}` is ended."


# -- looking ----------------------------------------------------------------------------------------


def named(table: str) -> str:
    """Which table this is about."""
    return f"Table `{table}`"


def open_deck(cards: str) -> str:
    """The open deck; without cards it is empty."""
    return f"### Open deck, bottom to top\n{cards or 'empty'}"


def discarded(name: str, cards: str) -> str:
    """All that one player discarded."""
    return f"**{name}** discarded {cards}"


def standing(match: Match, total: int) -> str:
    """How one stands in a match: points, or the stack of deals."""
    return f"stack {total}" if match.has_stacks else points(total)


def scores(lines: Iterable[str]) -> str:
    """The points of all."""
    return "### Scores\n" + "\n".join(lines)


def score(
    name: str,
    standing: str,
    status: SeatStatus | None = None,
    cost: int | None = None,
    *,
    out: bool = False,
    offered: bool = False,
) -> str:
    """How one stands; `status` and `cost`: of the running deal; `out` of the match, and `offered` to come back."""
    line = f"{name}: **{standing}**"
    if out:
        return f"{line} · out, may rejoin" if offered else f"{line} · out of the match"
    if status is None:
        return line
    charged = f", {points(cost)}" if cost is not None else ""
    return f"{line} · {STATUSES[status]}{charged}"


def away(lines: Iterable[str]) -> str:
    """What was done for a player who was away."""
    told = [f"- {line}" for line in lines]
    return "\n".join(["**While you were away**", *told]) if told else NOT_AWAY


def now(waiting: str, deadline: str) -> str:
    """How the table stands, after that."""
    return f"Now: {waiting}. {deadline}".rstrip()
