"""The deal of the day: invitation, result, what is shown to others, and the best line afterwards."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from bot.text.words import count, points

TITLE = "Deal of the day"
PLAY = "Play"
SHARE = "Share"
TODAY = "Today's deal"
STANDING = "Result"
MY_RESULT = "My result"
BEST_LINE = "Best line"
RECORD = "Record"
DISCARDS = "Discards"
LEAVE = "Leave…"
BACK = "Back"

HOW = (
    "Everybody on this bot gets the same cards today: thirteen-card rummy, one deal, alone against two computers. They "
    "always do the same when they see the same, so only what you do makes a difference. The fewest points are best, "
    "then the fewest turns.\n"
    "**You play it once.** There is no clock: stop when you like, and come back with `/daily`, here or in direct "
    "messages."
)

INVITATION = (
    "The same thirteen cards for everybody, one deal against two computers, once, in private and without a clock. Who "
    "has the fewest points?"
)

Sign = tuple[str, bool]
"""What a turn did (`nearer`, `same`, `further`), and whether the card came from the open deck."""

SIGNS: Mapping[Sign, str] = {
    ("nearer", False): "🟦",
    ("nearer", True): "🔵",
    ("same", False): "⬜",
    ("same", True): "⚪",
    ("further", False): "🟧",
    ("further", True): "🟠",
}
ENDS: Mapping[str, tuple[str, str]] = {
    "won": ("🏆", "won"),
    "beaten": ("🏁", "a computer was first"),
    "wrong": ("❌", "declared wrongly"),
    "dropped": ("🏳️", "dropped"),
}
"""How a deal ended for the person: the sign, and the words."""
LEGEND = (
    "-# A sign for each turn. Square: a card of the closed deck; circle: of the open deck. Blue: nearer to a "
    "declaration; white: as near as before; orange: further away. 🏆 won · 🏁 a computer was first · "
    "❌ declared wrongly · 🏳️ dropped"
)

PROMISE = (
    "-# The cards come from a secret seed. Its fingerprint (SHA-256) is shown a day ahead, the seed itself after the "
    "day."
)
NOT_FINISHED = "You did not finish this deal by 00:00 UTC, so you have no result."
NOT_PLAYED = "You did not play this deal."
ALREADY_SHARED = "You have shown your result here already."
NO_RESULT = "Finish the deal first; then you can show your result."
ONLY_IN_SERVERS = "Press this in a server: there is nobody else here."
BAD_DAY = "Write a day like this: 2026-12-31."
RECORD_ALT = "record of the best try at a deal of the day"
COMPUTER = "Computer"
BEST = "Best result"


def day_name(day: date) -> str:
    """`23 November 2026`."""
    return f"{day.day} {day:%B %Y}"


def head(day: date) -> str:
    """Heads all that is about a day."""
    return f"### {TITLE} · {day_name(day)}"


def running_head(day: date, turn: int) -> str:
    """Stands above the hand."""
    return f"-# {TITLE} · {day_name(day)} · turn {turn}"


def until(when: str) -> str:
    """When the tries end; `when` counts down in the reader's own client."""
    return f"It ends at 00:00 UTC, {when}. A try that is not finished by then has no result."


def promises(today: str, tomorrow: str) -> str:
    """The commitments of today and tomorrow."""
    return f"{PROMISE}\n-# Today: `{today}`\n-# Tomorrow: `{tomorrow}`"


def revealed(seed: str, commitment: str) -> str:
    """The seed of a day that is over."""
    return f"-# The seed of the day: `{seed}`\n-# It was promised as `{commitment}`"


SEED_SOON = "-# The day is over. Its seed is published in a moment."


def result(cost: int, turns: int) -> str:
    """`12 points in 7 turns`."""
    return f"{points(cost)} {in_turns(turns)}"


def in_turns(turns: int) -> str:
    """`in 7 turns`."""
    return f"in {count(turns, 'turn')}"


def own(cost: int, turns: int, place: int, of: int, streak: int) -> str:
    """How a person did, and where they stand among all."""
    lines = [f"**{result(cost, turns)}** · place {place} of {of}"]
    if streak > 1:
        lines.append(f"🔥 {days(streak)}")
    return " · ".join(lines)


def days(streak: int) -> str:
    """A streak."""
    return f"{streak} days in a row"


def signs(turns: Iterable[Sign | None], end: str) -> str:
    """One line: a sign for each turn that did not end the deal, and one for the end."""
    return "".join([*(SIGNS[turn] for turn in turns if turn is not None), ENDS[end][0]])


def signs_in_words(turns: Sequence[Sign | None], end: str) -> str:
    """The same for those who cannot see signs."""
    said = [f"{i}. {'open' if is_open else 'closed'}, {what}" for i, (what, is_open) in _numbered(turns)]
    return "; ".join([*said, ENDS[end][1]])


def _numbered(turns: Sequence[Sign | None]) -> Iterable[tuple[int, Sign]]:
    return ((i, turn) for i, turn in enumerate(turns, 1) if turn is not None)


def all_did(finished: int, best: str) -> str:
    """How many have finished, and the best result."""
    return f"{count(finished, 'person', 'people')} finished it. Best: {best}."


def nobody_finished() -> str:
    """Nobody has."""
    return "Nobody finished it."


def table(lines: Iterable[str]) -> str:
    """Who has shown their result in a server."""
    return "\n".join(["**Shown here**", *lines])


def line(place: int, name: str, cost: int, turns: int) -> str:
    """One of those."""
    return f"{place}\\. {name}: {result(cost, turns)}"


def shared(name: str, day: date, cost: int, turns: int, streak: int) -> str:
    """What all see of a result."""
    row = f" · 🔥 {days(streak)}" if streak > 1 else ""
    return f"**{name}** · {TITLE.lower()}, {day_name(day)}\n**{result(cost, turns)}**{row}"


def over(day: date) -> str:
    """To a person who presses a button of a day that is over."""
    return f"The day is over: tries at the deal of {day_name(day)} ended at 00:00 UTC."


def ask_drop(cost: int) -> str:
    """Whether to drop."""
    return f"**Drop?** Your try ends with **{points(cost)}**. You cannot play this deal again."


def ask_leave(cost: str) -> str:
    """Whether to leave; `cost` says what that costs."""
    return f"**Leave this deal for good?** Your try ends, and you cannot play this deal again. {cost}"


def best_head(cost: int, turns: int) -> str:
    """Heads the best line."""
    return f"The best result of the day: **{result(cost, turns)}**"


def dealt(cards: str) -> str:
    """What everybody was dealt."""
    return f"Dealt: {cards}"


def best_turn(number: int, sign: Sign | None, drawn: str, thrown: str | None, *, is_open: bool) -> str:
    """A turn of the best line."""
    mark = f" {SIGNS[sign]}" if sign is not None else ""
    then = f", threw {thrown}" if thrown is not None else ""
    return f"{number}\\. {'took' if is_open else 'drew'} {drawn}{then}{mark}"


def record(day: date, digest: str, file: str) -> str:
    """Presents the file with the record of the best try."""
    return (
        f"The record of the best try at the deal of {day_name(day)}; a number stands in the place of the person. To "
        f"check it:\n```\npaplu verify {file} --digest {digest}\n```"
    )


def choice(day: date) -> str:
    """A day to choose."""
    return f"{day} · {day_name(day)}"
