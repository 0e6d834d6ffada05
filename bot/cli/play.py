"""`paplu play`: the bot with a local Discord in a browser, or a match in the terminal."""

import argparse
from dataclasses import replace

from bot.console import OK, complain
from bot.languages.sentence import say
from bot.localcord import PlayError
from bot.localcord.arguments import page_only, play_options


def run(arguments: argparse.Namespace) -> int:
    """Serve pages until interrupted, or play one match in the terminal."""
    if arguments.terminal:
        return _in_terminal(arguments)
    for option in ("format", "level", "seed"):
        if getattr(arguments, option) is not None:
            return complain(say("{option} needs --terminal", option=f"--{option}"))
    for option in ("learn", "practice"):
        if getattr(arguments, option):
            return complain(say("{option} needs --terminal", option=f"--{option}"))
    if arguments.rules is not None and (problem := _wrong_rules(arguments.rules)):
        return complain(problem)
    try:
        options = play_options(arguments)
    except PlayError as error:
        return complain(error)
    print(say("Starting …"), flush=True)  # the imports take a while
    try:
        from bot.localcord.run import play
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "simcord":
            raise
        return complain(say("the local Discord is missing: {command}", command='pip install ".[play]"'))
    try:
        play(options)
    except PlayError as error:
        return complain(error)
    return OK


def _wrong_rules(id: str) -> str:
    """Return an error if there is no such rule set; else an empty text."""
    from bot.cli.rule_sets import InputError, RuleSets
    from bot.games.faces import GAMES

    try:
        RuleSets.of_host(GAMES).get(id)
    except InputError as error:
        return str(error)
    return ""


def _in_terminal(arguments: argparse.Namespace) -> int:
    """Play one match against computers, or practice with puzzles."""
    if option := page_only(arguments):
        return complain(say("{option} does not go with --terminal", option=option))
    # Imported here because it takes a while; wrong arguments are reported at once.
    from bot.cli.rule_sets import InputError, RuleSets
    from bot.games.faces import GAMES
    from bot.service.tables.form import TableForm
    from bot.terminal.match import MatchError, match_of
    from bot.terminal.practice import TerminalPractice
    from bot.terminal.run import converse, play

    try:
        sets = RuleSets.of_host(GAMES)
        rules = sets.get(TableForm().rules_id if arguments.rules is None else arguments.rules)
        asked = arguments.format, arguments.computers, arguments.level, arguments.seed
        match = replace(match_of(sets.all(), rules, *asked), learns=arguments.learn)
    except (InputError, MatchError) as error:
        return complain(error)
    return converse(lambda: TerminalPractice.open(match)) if arguments.practice else play(match)
