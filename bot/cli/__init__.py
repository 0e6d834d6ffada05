"""The command line, one file a command: `main` reads the arguments and imports the command that was called."""

import sys
from collections.abc import Iterable

OK, FAULTY, MISUSED = 0, 1, 2
"""Exit statuses: done; a bad line or a fault found; a call that could not be understood."""


def show(lines: Iterable[str]) -> None:
    """Print the lines."""
    for line in lines:
        print(line)


def complain(problem: object) -> int:
    """Print why the call could not be understood; answers the exit status for that."""
    print(f"paplu: {problem}", file=sys.stderr)
    return MISUSED
