"""Chips: what people have, what moved them, and what a server plays for. Amounts are in hundredths."""

from collections.abc import Mapping

from bot.text.words import count

PLAY_MONEY = "-# Chips are play money: never bought, sold, given between people or cashed out."

DAILY = "Daily chips"
NEWER = "Newer"
OLDER = "Older"
NOTHING_MOVED = "-# Nothing older."

CAUSES: Mapping[str, str] = {
    "start": "to begin with",
    "daily": "daily chips",
    "stake": "staked",
    "rejoin": "staked to rejoin",
    "settle": "paid out",
    "refund": "returned, as there was no result",
    "entry": "entry of a tournament",
    "prize": "prize of a tournament",
    "entry_back": "entry of a tournament, returned",
    "void": "taken back, as the staff made the match void",
    "prize_back": "prize of a tournament, taken back, as it goes on",
}
"""What moved chips, in a person's own list."""
VOID_RETURNED = "returned, as the staff made the match void"
"""The same to those who get chips back."""


def amount(hundredths: int) -> str:
    """`1,250.00`."""
    return f"{'−' if hundredths < 0 else ''}{abs(hundredths) // 100:,}.{abs(hundredths) % 100:02}"


def gain(hundredths: int) -> str:
    """`+1,250.00`, `−80.00`."""
    return f"+{amount(hundredths)}" if hundredths > 0 else amount(hundredths)


def have(hundredths: int) -> str:
    """What a person has in a server."""
    return f"### 🪙 {amount(hundredths)} chips\nin this server"


def moved(cause: str, hundredths: int, table: str | None, when: str) -> str:
    """A line of a person's list; `when` counts in the reader's own client."""
    where = f" at table `{table}`" if table is not None else ""
    what = VOID_RETURNED if cause == "void" and hundredths > 0 else CAUSES[cause]
    return f"`{gain(hundredths)}` {what}{where} · {when}"


def claimed(hundredths: int) -> str:
    """The daily chips were claimed just now."""
    return f"✅ **{gain(hundredths)}** for today."


def claimed_already(when: str) -> str:
    """The daily chips of this day were claimed before; `when` is the moment from which more can be."""
    return f"You have had today's chips. The next ones come {when}."


def books(faults: int) -> str:
    """What came of proving the books."""
    return f"{count(faults, 'fault')} in the books of chips." if faults else "The books of chips are right."


# -- what a server plays for ------------------------------------------------------------------------


def server(
    chips: bool,
    rake_percent: int,
    league_points: str,
    monthly: bool,
    zone: str,
    disputes: int | None,
    daily: int | None,
    news: int | None = None,
) -> str:
    """The settings of a server."""
    lines = (
        ("Chips", "on" if chips else "off: nothing is at stake at any table"),
        ("Rake", f"{rake_percent} % of what is won; a rule set with a rake of its own keeps it"),
        ("League points", f"{league_points}, by place" if league_points else "the usual ones"),
        ("Times that people type", f"those of {zone}"),
        ("Seasons", "begin by themselves with each month" if monthly else "begun and closed by staff"),
        ("Deal of the day", f"posted each day in <#{daily}>" if daily else "played with `/daily`, posted nowhere"),
        ("News", f"of the host of this bot in <#{news}>" if news else "of the host of this bot nowhere"),
        ("Disputes", f"staff read of them in <#{disputes}>" if disputes else "staff find them with `/dispute list`"),
    )
    return "\n".join(["### Settings of this server", *(f"**{name}**: {value}" for name, value in lines)])


def one_way(days: int, tables: int) -> str:
    """Heads the pairs of people between whom chips went one way."""
    return (
        f"### Chips that went one way\nIn the last {days} days, between the same two people at {tables} tables or more "
        "with a stake. It may be skill, and it may be a gift: look at `/history`."
    )


def stream(loser: str, winner: str, hundredths: int, tables: int) -> str:
    """How much one person has lost to another, less what came back."""
    return f"{loser} → {winner}: **{amount(hundredths)} chips** at {count(tables, 'table')}"
