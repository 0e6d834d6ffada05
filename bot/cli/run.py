"""`paplu run`: the bot on Discord."""

import argparse
import gc

from bot.config import Config, ConfigError
from bot.console import complain


def run(arguments: argparse.Namespace) -> int:
    """Run the bot until it is told to stop."""
    try:
        config = Config.read()
    except ConfigError as error:
        return complain(error)
    # Imported here because it takes a while; a wrong setting is reported at once.
    gc.disable()
    from bot.process import run as run_bot

    gc.enable()
    return run_bot(config)
