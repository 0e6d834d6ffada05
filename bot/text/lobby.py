"""Before the first card: the form, the lobby's card, and the answers to what people do there."""

from collections.abc import Mapping

from bot.rummy.ids import Player
from bot.rummy.rules import Rules
from bot.text import rules as rule_sets
from bot.text.words import PACES, count, times

NEW_TABLE = "### A new table"
REMATCH = "Rematch"
PRIVATE = "🔒 private, by invitation"
PUBLIC = "everybody may join"
REMATCH_WAITS = "-# It starts when everybody has pressed Rematch."
NOBODY_TO_REMOVE = "There is nobody to remove."
WHO_GOES = "**Who shall go?**"

CLOSED: Mapping[str, str] = {
    "started": "The cards are dealt.",
    "closed": "This table was closed before it began. `/rummy new` opens another.",
}
"""What became of a lobby."""

COMPUTER_SEATED = "A computer takes a seat."
SEAT_FREED = "Done. The seat is free."
STARTED = "The cards are dealt. Press **My hand**, or use `/play hand`."
REMATCH_BEGINS = "The rematch begins."


# -- the form and the card --------------------------------------------------------------------------


def about(rules: Rules) -> str:
    """A rule set in two lines, and whose it is."""
    return f"{rule_sets.short(rules)}\n-# {rule_sets.credit(rules)}"


def clock(pace: str, rules: Rules) -> str:
    """`Standard: 60 seconds a turn, …`; the times of the rules are already those of the pace."""
    return f"⏳ {PACES[pace]}: {times(rules)}"


def help_line(help: bool) -> str:
    """Whether the solver arranges hands at a table."""
    return "🧭 Best arranges your hand on request" if help else "🚫 no help with arranging"


def seats(taken: int, most: int) -> str:
    """How many seats are taken."""
    return f"**Seats {taken}/{most}**"


def seat(player: Player, name: str, *, host: bool, ready: bool | None) -> str:
    """One who sits there; `ready`: has pressed for a rematch, None where it is none."""
    sign = "🤖" if player.is_computer else "👤"
    if ready is not None:
        sign = "✅" if ready else "⌛"
    return f"{sign} {name}{' · host' if host else ''}"


def commitment(table: str, digest: str) -> str:
    """The promise of a shuffle on a lobby's card."""
    return f"-# Table `{table}` · shuffle commitment, fixed before anyone joined:\n`{digest}`"


# -- answers ----------------------------------------------------------------------------------------


def opened(table: str) -> str:
    """A lobby was opened."""
    return f"Your table `{table}` is open. Its card stands in this channel."


def joined(table: str) -> str:
    """A person sat down."""
    return f"You sit at table `{table}`."


def left(table: str) -> str:
    """A person stood up."""
    return f"You left table `{table}`."


def cancelled(table: str) -> str:
    """A lobby was closed by its host."""
    return f"Table `{table}` is cancelled."


def invited(guest: str, table: str, private: bool) -> str:
    """Somebody may sit down; `guest` is a mention."""
    how = f"`/rummy join {table}`" if private else "**Join**"
    return f"{guest} is invited and may sit down with {how}."


def invitation(guest: str, host: str, table: str) -> str:
    """Said to somebody who is invited; `guest` is a mention."""
    return f"{guest}, **{host}** would like you to play at table `{table}`."


def rematch_waits(table: str, missing: int) -> str:
    """A person pressed for a rematch."""
    return f"You are in. The rematch, table `{table}`, waits for {count(missing, 'more player')}."
