"""Standings, profiles, seasons and what was played: numbers as they are shown, and the sentences around them."""

from collections.abc import Iterable
from fractions import Fraction

from bot.rummy.rules import Format
from bot.text.words import FORMATS, count, listed

DEALS = "deals_"
"""How the ids of the formats with so many deals begin."""
OFFERED = ("points", "pool_101", "pool_201", "deals_2", "deals_3", "deals_6", "best_of_3")
"""Ids of the formats that everybody knows; a server's own rules may have more deals."""

ALL_FORMATS = "All formats"
ALL_SEASONS = "All time"
NOBODY_YET = (
    "Nobody stands here yet. Open a table with `/rummy new` and finish a match among people: "
    "all who play it come into the standings."
)
NO_SUCH_PAGE = "There is no such page any more. Here is the last one."
WHAT_COUNTS = (
    "-# League points: whoever comes behind you in a match gives you one, winning gives one more. "
    "A server may count otherwise. Tables with computers are unrated and outside the league."
)

# -- numbers ----------------------------------------------------------------------------------------


def decimal(number: Fraction) -> str:
    """`3`, `1.5`, `0.33`: at most two decimals, and none that say nothing."""
    text = f"{float(number):.2f}"
    return text.rstrip("0").rstrip(".")


def league(sixtieths: int) -> str:
    """League points."""
    return decimal(Fraction(sixtieths, 60))


def league_points(sixtieths: int) -> str:
    """`1 league point`, `4.5 league points`."""
    number = league(sixtieths)
    return f"{number} league point" if number == "1" else f"{number} league points"


def won(hundredths: int) -> str:
    """Chips won, or lost: `+2.7`, `−1`, `0`."""
    sign = {1: "+", -1: "−"}.get((hundredths > 0) - (hundredths < 0), "")
    return sign + decimal(Fraction(abs(hundredths), 100))
