"""After the cards: points, the result, and the shuffle to check."""

from collections.abc import Iterable

from bot.rummy.match import Terms
from bot.text.help import PROVES, PROVES_NOT, SHUFFLE
from bot.text.words import clipped, count, course, points

MATCH_OVER = "### The match is over."
HALVED = " · halved, had no turn"
LEFT = " · left"
RECORD_ALT = "record of a match"


def wins(name: str, how: str) -> str:
    """Who won the match, and how the last deal ended."""
    return f"### 🏆 {name} wins!\n{how}"


def deal_points(name: str, cost: int, *, won: bool, halved: bool) -> str:
    """What a deal cost one player."""
    return f"{'🏆 ' if won else ''}{name}: **{points(cost)}**{HALVED if halved else ''}"


def total(name: str, cost: int, *, left: bool) -> str:
    """What a match cost one player."""
    return f"{name}: {points(cost)}{LEFT if left else ''}"


def played(terms: Terms, rules: str, table: str) -> str:
    """What was played, and where."""
    return f"-# {course(terms)} · {rules} · table `{table}`"


def seed(seed: str, digest: str) -> str:
    """What was promised, once it may be known."""
    return f"-# The shuffle's seed, promised as `{digest}`:\n`{seed}`"


def record_of(table: str, file: str) -> str:
    """Said with a record."""
    return f"The record of table `{table}`. `paplu verify {file}` checks its shuffles."


# -- the shuffle ------------------------------------------------------------------------------------

CHECKABLE = f"### A shuffle you can check\n{SHUFFLE}"
PROOF = f"{PROVES}\n{PROVES_NOT}"


UNREADABLE = (
    "❌ **The record of this table does not play through**, so its shuffle cannot be shown to be as promised. "
    "Please tell whoever runs this bot."
)


def not_as_promised(where: str) -> str:
    """The one answer that matters; `where` says what differs."""
    return f"**The shuffle is NOT as promised.** What differs: {where}."


def checked(what: Iterable[str]) -> str:
    """What was worked out again from the seed."""
    return f"✅ Worked out again, and all as promised: {clipped('; '.join(what), 600)}."


def promised(digest: str, seed: str | None) -> str:
    """The commitment, and the seed once it may be known."""
    then = f"Seed `{seed}`" if seed else "The seed is secret until the match is over."
    return f"Commitment `{digest}`\n{then}"


def entropy(lines: list[str], most: int) -> str:
    """What people added to the shuffle, at most so many lines of it."""
    if not lines:
        return "Nobody has added to the shuffle yet."
    cut = len(lines) - most
    rest = f"\n… and {count(cut, 'line')} more: the record file holds them all." if cut > 0 else ""
    shown = "\n".join(line.replace("`", "") for line in lines[:most])
    head = "What people added to the shuffle, in order (what, who, Discord's number of the click or command):"
    return f"{head}\n```\n{clipped(shown, 1900)}\n```{rest}"
