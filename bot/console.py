"""Exit statuses and printing, for the command line and the process of the bot."""

import sys
from collections.abc import Iterable

from bot.languages.error_text import error_sentence
from bot.rummy.errors import printable

OK, FAULTY, MISUSED = 0, 1, 2
"""Exit statuses: success; a bad line or a fault found; a call that could not be understood."""


def show(lines: Iterable[str]) -> None:
    """Print the lines without control characters, which a foreign file may hold."""
    for line in lines:
        print(printable(line))


def complain(problem: object) -> int:
    """Print why the call could not be understood. Return the exit status for that."""
    lines = error_sentence(problem).split("\n")
    print("paplu: " + "\n".join(map(printable, lines)), file=sys.stderr)
    return MISUSED


def plural(number: int, noun: str, nouns: str = "") -> str:
    """Return `1 deal`, `2 deals`. `nouns` is the plural if it takes more than an s."""
    return f"{number} {noun if number == 1 else nouns or f'{noun}s'}"
