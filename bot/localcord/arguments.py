"""The arguments of `paplu play`. Imports nothing large: every command parses with them."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

NAMES = ("Asha", "Ben", "Chitra", "Dev", "Elif", "Farid")
MAX_DIGITS = 100
PORT = 8013
"""The port of the pages without `--port`."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The arguments, parsed."""

    humans: int | None
    computers: int | None
    rules: str | None
    port: int
    keep: Path | None
    verbose: bool
    browser: bool

    @property
    def opens_table(self) -> bool:
        """Return whether a table should be open when the page is."""
        return self.computers is not None or self.rules is not None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument("--humans", type=count(1, len(NAMES)), metavar="N", help="players with a page each (1)")
    parser.add_argument("--computers", type=count(0, 5), metavar="N", help="open a table with that many computers")
    parser.add_argument("--rules", metavar="ID", help="open a table by that rule set, such as circle")
    parser.add_argument("--port", type=count(0, 65535), metavar="P", help=f"0: any free one ({PORT})")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="go on from this file, and save there")
    parser.add_argument("--verbose", action="store_true", help="show what the bot logs")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="do not open a page")


def play_options(arguments: argparse.Namespace) -> PlayOptions:
    """Return the options in parsed arguments."""
    given = {field.name: getattr(arguments, field.name) for field in fields(PlayOptions)}
    return PlayOptions(**{**given, "port": PORT if arguments.port is None else arguments.port})


def page_only(arguments: argparse.Namespace) -> str | None:
    """Return an option that was given and only matters to pages; None if none was."""
    given = {
        "--humans": arguments.humans is not None,
        "--port": arguments.port is not None,
        "--keep": arguments.keep is not None,
        "--verbose": arguments.verbose,
        "--no-browser": not arguments.browser,
    }
    return next((option for option, is_given in given.items() if is_given), None)


def count(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of arguments that takes whole numbers from `least` to `most`."""

    def number(text: str) -> int:
        is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS
        if not is_number or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a number from {least} to {most}")
        return int(text)

    return number
