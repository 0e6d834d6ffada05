"""The arguments of `paplu play --terminal`. Imports nothing large: every command parses with them."""

import argparse

from bot.localcord.arguments import count

MAX_SEED = 2**63 - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the terminal to the command's parser."""
    parser.add_argument("--terminal", action="store_true", help="play in this terminal against computers")
    parser.add_argument("--format", metavar="F", help="with --terminal: such as points (the rule set's first)")
    parser.add_argument(
        "--seed",
        type=count(0, MAX_SEED),
        metavar="S",
        help="with --terminal: shuffle by the SHA-256 of this number's decimal digits, so that a match can be repeated",
    )


def terminal_only(arguments: argparse.Namespace) -> str | None:
    """An option that was given and goes with --terminal alone; None: none was."""
    given = {"--format": arguments.format, "--seed": arguments.seed}
    return next((option for option, value in given.items() if value is not None), None)
