"""`paplu play`: the bot against a local Discord, in a browser."""

import argparse

from bot.cli import OK, complain
from bot.localcord.arguments import play_options


def run(arguments: argparse.Namespace) -> int:
    """Play until told to stop."""
    try:
        from bot.localcord.run import PlayError, play
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "simcord":
            raise
        return complain('the local Discord is missing: pip install "paplu[play]"')
    try:
        play(play_options(arguments))
    except PlayError as error:
        return complain(error)
    return OK
