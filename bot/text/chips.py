"""Chips: amounts, and how they went between people. Amounts are in hundredths."""

from bot.languages.formats import hundredths as written
from bot.languages.sentence import Sentence, say_many

PLAY_MONEY = Sentence("-# Chips are play money: never bought, sold, given between people or cashed out.")


def amount(hundredths: int) -> str:
    """Return `1,250.00`."""
    return f"{'−' if hundredths < 0 else ''}{written(abs(hundredths))}"


def gain(hundredths: int) -> str:
    """Return `+1,250.00`, `−80.00`."""
    return f"+{amount(hundredths)}" if hundredths > 0 else amount(hundredths)


def one_way(days: int, tables: int) -> str:
    """Return the heading of the pairs of people between whom chips went one way."""
    return say_many(
        tables,
        "### Chips that went one way\n"
        "Between the same two people, at {number} table or more with a stake, in the last {days} days. It may be "
        "skill or a gift: `/history` shows the matches.",
        "### Chips that went one way\n"
        "Between the same two people, at {number} tables or more with a stake, in the last {days} days. It may "
        "be skill or a gift: `/history` shows the matches.",
        days=days,
    )


def stream(loser: str, winner: str, hundredths: int, tables: int) -> str:
    """Return the chips that one person has lost to another, less those that came back."""
    return say_many(
        tables,
        "{loser} → {winner}: **{amount} chips** at {number} table",
        "{loser} → {winner}: **{amount} chips** at {number} tables",
        loser=loser,
        winner=winner,
        amount=amount(hundredths),
    )
