"""The command line: `paplu`, or `python -m bot`. Each command imports what it needs when it is called."""

import argparse
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.cli.judging import RuleSets
    from bot.rummy.record import Record

OK, FAULTY, MISUSED = 0, 1, 2
"""Exit statuses: done; a bad line or a fault found; a call that could not be understood."""


def main(argv: list[str] | None = None) -> int:
    """Run one command and answer its exit status."""
    arguments = _parser().parse_args(argv)
    try:
        status: int = arguments.command(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="paplu", description="The rummy table for Discord.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _judge(commands.add_parser("score", help="judge groups as submitted"), score, "groups", "2H 3H 4H | KS")
    _judge(commands.add_parser("solve", help="arrange 13 or 14 cards"), solve, "cards", "2H 3H 4H ...")
    about = commands.add_parser("rules", help="explain the rule sets")
    about.add_argument("id", nargs="?", metavar="ID", help="a rule set; without it, all are listed")
    about.set_defaults(command=rules)
    commands.add_parser("run", help="run the bot on Discord").set_defaults(command=run)
    _upkeep_parsers(commands)
    _play_parser(commands.add_parser("play", help="play here, in a browser, without a Discord account"))
    return parser


def _judge(parser: argparse.ArgumentParser, command: object, cards: str, example: str) -> None:
    """The arguments that `score` and `solve` share."""
    parser.add_argument("--rules", metavar="ID", help="a rule set, such as circle")
    parser.add_argument("--wild", metavar="W", help="the cut card: a rank, a card, JK or none")
    parser.add_argument("--json", action="store_true", help="answer with JSON")
    parser.add_argument("--batch", action="store_true", help="JSON lines from standard input")
    parser.add_argument("cards", nargs="?", metavar=cards.upper(), help=f'such as "{example}"')
    parser.set_defaults(command=command, parser=parser)


def _upkeep_parsers(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    database = commands.add_parser("db", help="look after the database").add_subparsers(required=True, metavar="WHAT")
    database.add_parser("upgrade", help="bring it to this version").set_defaults(command=db_upgrade)
    copy = database.add_parser("backup", help="copy it, also while the bot runs")
    copy.add_argument("file", type=Path, metavar="FILE")
    copy.set_defaults(command=db_backup)
    database.add_parser("check", help="replay every open table and compare").set_defaults(command=db_check)
    again = database.add_parser("rebuild-standings", help="count all finished matches anew; stop the bot first")
    again.set_defaults(command=db_rebuild_standings)
    for name, command, about in (
        ("verify", verify, "recompute the shuffles of a finished match"),
        ("replay", replay, "play a match again, in words"),
    ):
        parser = commands.add_parser(name, help=about)
        parser.add_argument("file", type=Path, metavar="FILE", help="a record, as Record gives it")
        parser.set_defaults(command=command)


def _play_parser(parser: argparse.ArgumentParser) -> None:
    from bot.localcord.arguments import add_arguments

    add_arguments(parser)
    parser.set_defaults(command=play)


def score(arguments: argparse.Namespace) -> int:
    """Judge groups as submitted."""
    from bot.cli.judging import score_lines, score_text

    return _one_or_batch(arguments, "score", score_text, score_lines)


def solve(arguments: argparse.Namespace) -> int:
    """Arrange 13 cards, or 14 with the best discard."""
    from bot.cli.judging import solve_lines, solve_text

    return _one_or_batch(arguments, "solve", solve_text, solve_lines)


def rules(arguments: argparse.Namespace) -> int:
    """Explain the rule sets."""
    from bot.cli.judging import InputError, rules_lines

    try:
        _print(rules_lines(arguments.id, _rule_sets()))
    except InputError as error:
        return _complain(error)
    return OK


def run(arguments: argparse.Namespace) -> int:
    """Run the bot on Discord until it is told to stop."""
    from bot.config import Config, ConfigError

    try:
        config = Config.read()
    except ConfigError as error:
        return _complain(error)
    from bot.app import run as run_bot

    return run_bot(config)


def play(arguments: argparse.Namespace) -> int:
    """Play here, in a browser, until told to stop."""
    from bot.localcord.arguments import wishes

    try:
        from bot.localcord.run import PlayError
        from bot.localcord.run import play as play_here
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "simcord":
            raise
        return _complain(RuntimeError('the local Discord is missing: pip install "paplu[play]"'))
    try:
        play_here(wishes(arguments))
    except PlayError as error:
        return _complain(error)
    return OK


def db_upgrade(arguments: argparse.Namespace) -> int:
    """Bring the database to this version."""
    from bot.cli.upkeep import upgrade_lines

    return _on_database(upgrade_lines)


def db_backup(arguments: argparse.Namespace) -> int:
    """Copy the database to a new file."""
    from bot.cli.upkeep import backup_lines

    return _on_database(lambda url: backup_lines(url, arguments.file))


def db_check(arguments: argparse.Namespace) -> int:
    """Replay every open table and compare."""
    from bot.cli.upkeep import check_lines

    return _on_database(check_lines)


def db_rebuild_standings(arguments: argparse.Namespace) -> int:
    """Count all finished matches anew."""
    from bot.cli.upkeep import rebuild_lines

    return _on_database(rebuild_lines)


def verify(arguments: argparse.Namespace) -> int:
    """Recompute the shuffles of a finished match."""
    from bot.cli.upkeep import verify_lines

    return _on_record(arguments.file, verify_lines)


def replay(arguments: argparse.Namespace) -> int:
    """Play a match again, in words."""
    from bot.cli.upkeep import replay_lines

    return _on_record(arguments.file, replay_lines)


def _on_database(work: "Callable[[str], AsyncIterator[tuple[str, bool]]]") -> int:
    """Print what there is to say of the database; status 1 where something is wrong with it."""
    import asyncio

    from bot.config import Config, ConfigError
    from bot.store.errors import StoreError

    async def lines(url: str) -> int:
        status = OK
        async for line, fine in work(url):
            print(line)
            status = status if fine else FAULTY
        return status

    try:
        return asyncio.run(lines(Config.read().database_url.get_secret_value()))
    except (ConfigError, StoreError) as error:
        return _complain(error)


def _on_record(file: Path, work: "Callable[[Record], Iterator[str]]") -> int:
    """Print what there is to say of a record; status 1 where it is not what it promises."""
    from bot.cli.upkeep import read_record
    from bot.rummy.errors import ParseError
    from bot.service.shuffle import UnprovenError

    try:
        _print(work(read_record(file)))
    except UnprovenError as error:
        _complain(error)
        return FAULTY
    except ParseError as error:
        return _complain(RuntimeError(f"{file}: {error}"))
    return OK


def _one_or_batch(arguments: argparse.Namespace, name: str, judge, lines) -> int:  # type: ignore[no-untyped-def]
    import json

    from bot.cli.judging import InputError

    if arguments.batch:
        if arguments.cards is not None:
            arguments.parser.error("--batch reads its cards from standard input")
        return _batch(name)
    if arguments.rules is None or arguments.wild is None or arguments.cards is None:
        arguments.parser.error("--rules, --wild and the cards are needed, or --batch")
    try:
        answer = judge(_rule_sets().indian(arguments.rules), arguments.wild, arguments.cards)
    except InputError as error:
        return _complain(error)
    _print([json.dumps(answer)] if arguments.json else lines(answer))
    return OK


def _batch(name: str) -> int:
    import gc

    from bot.cli.judging import batch

    # Nothing here is cyclic, and what the solver remembers is bounded; walking it costs a tenth of the time.
    gc.disable()
    status = OK
    for line, judged in batch(sys.stdin.buffer, name, _rule_sets()):
        sys.stdout.write(line + "\n")
        if not judged:
            status = FAULTY
    return status


def _rule_sets() -> "RuleSets":
    """The shipped rule sets and a host's own, from where the bot would take them."""
    from dotenv import dotenv_values

    from bot.cli.judging import RuleSets

    # Not by way of the settings: reading them all takes longer than solving a hand.
    folder = os.environ.get("RULES_DIR") or dotenv_values(".env").get("RULES_DIR")
    return RuleSets(Path(folder) if folder else None)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _complain(error: Exception) -> int:
    print(f"paplu: {error}", file=sys.stderr)
    return MISUSED


if __name__ == "__main__":
    sys.exit(main())
