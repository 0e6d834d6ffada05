"""The arguments of `paplu`. Only the command that was called is imported."""

import argparse
import errno
import gc
import os
import re
import sys
from datetime import UTC, date, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from bot.console import FAULTY, OK, complain
from bot.languages.language import ENGLISH, language_of
from bot.languages.sentence import reading
from bot.localcord.arguments import add_arguments, count
from bot.rummy.errors import cause

MAX_SEED = 2**63 - 1
MAX_DEALS = 1_000_000
MAX_JOBS = 256
FEWEST_PRUNED_DAYS, MOST_PRUNED_DAYS = 8, 36_500
"""The limits of `--older-than`. A result can be disputed for seven days."""
FOR_PLAYERS = frozenset({"score", "solve", "rules", "replay", "review", "daily", "play"})
"""Commands that speak the language of the terminal; all others speak English."""
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Errors of a disk or file that has no room for the output."""


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if sys.stdout is None:  # closed by the caller, so nobody reads the output
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:  # Python would write errors to standard output
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal may lack the letters of its language
        sys.stdout.reconfigure(errors="replace")
    os.umask(0o077)  # files that commands write hold hands, seeds and ids of people
    try:
        try:
            arguments = _parser().parse_args(argv)
            with reading(language_of(os.environ) if arguments.command in FOR_PLAYERS else ENGLISH):
                return _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _print_no_more()  # the reader has seen enough
        return OK
    except OSError as error:
        if error.errno not in NO_ROOM or error.filename is not None:
            raise
        _print_no_more()
        complain(f"cannot write: {cause(error)}")
        return FAULTY
    except KeyboardInterrupt:
        return 130


def _print_no_more() -> None:
    """Redirect standard output to nowhere, so that Python reports no second error when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Version(argparse.Action):
    """The option that prints the version. The version is looked up here alone, because that takes time."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        print(f"paplu {version('paplu')}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="paplu", description="The rummy table for Discord.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    score = commands.add_parser("score", help="judge groups as submitted, or a knock")
    _add_judging(score, "GROUPS", "2H 3H 4H | KS")
    score.add_argument("--knock", metavar="CARDS", help="the hand that knocks, in a game where one does")
    score.add_argument("--against", metavar="CARDS", help="the hand of the other player")
    score.add_argument("--first-open", metavar="CARD", help="the first open card, where a knock depends on it")
    _add_judging(commands.add_parser("solve", help="arrange a hand, with the best discard"), "CARDS", "2H 3H 4H ...")
    about = commands.add_parser("rules", help="explain the rule sets")
    about.add_argument("id", nargs="?", metavar="ID", help="a rule set; without it, all are listed")
    commands.add_parser("run", help="run the bot on Discord")
    status = commands.add_parser("status", help="say how a running bot is, or what its database holds")
    status.add_argument("--address", type=_address, metavar="A", help="host:port of the bot (MONITORING_ADDRESS)")
    status.add_argument("--json", action="store_true", help="answer with JSON")
    _add_database(commands.add_parser("db", help="look after the database"))
    for name, help in (
        ("verify", "check the record of a finished match: its shuffles, its players and all that follows"),
        ("replay", "play a match again, in words"),
    ):
        record = commands.add_parser(name, help=help)
        record.add_argument("file", type=Path, metavar="FILE", help="a record, as Record gives it")
        if name == "verify":
            told = "the digest under the match's result: is this that very record?"
            record.add_argument("--digest", type=_sha256, metavar="HEX", help=told)
    reviewed = commands.add_parser("review", help="say what each decision in a record was worth, and what luck did")
    reviewed.add_argument("file", type=Path, metavar="FILE", help="a record, as Record gives it")
    reviewed.add_argument("--seat", type=count(1, 6), metavar="N", help="only this seat, counted from 1")
    reviewed.add_argument("--json", action="store_true", help="answer with JSON")
    _add_duel(commands.add_parser("duel", help="let two computer players play each other, and say who is better"))
    daily = commands.add_parser("daily", help="play the deal of a day that is over in this terminal")
    daily.add_argument("--date", type=_day, metavar="D", help="such as 2026-12-31 (the newest that is over)")
    play = commands.add_parser("play", help="play here, in a browser or a terminal, without a Discord account")
    add_arguments(play)
    _add_terminal(play)
    return parser


def _sha256(text: str) -> str:
    """Return an argument that is a SHA-256."""
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError("a digest has 64 hexadecimal digits")
    return text


def _address(text: str) -> tuple[str, int]:
    """Return an argument that is a host and a port."""
    from bot.config import host_and_port

    if (address := host_and_port(text)) is None:
        raise argparse.ArgumentTypeError("an address is written like 127.0.0.1:9464")
    return address


def _seed(text: str) -> int:
    """Return an argument that is a number, decimal or hexadecimal after `0x`."""
    digits = re.fullmatch("0x([0-9a-fA-F]{1,15})", text)
    return count(0, MAX_SEED)(str(int(digits[1], 16)) if digits else text)


def _day(text: str) -> date:
    """Return an argument that is a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("a day is written like 2026-12-31") from None


def _moment(text: str) -> datetime:
    """Return an argument that is a moment of the past, in UTC unless it names a zone."""
    try:
        moment = datetime.fromisoformat(text)
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError("a moment is written like 2026-11-28T14:05") from None
    if moment > datetime.now(UTC):
        raise argparse.ArgumentTypeError("that moment has not come yet")
    return moment


def _add_judging(parser: argparse.ArgumentParser, cards: str, example: str) -> None:
    """Add the arguments that `score` and `solve` share."""
    parser.add_argument("--rules", metavar="ID", help="a rule set, such as circle")
    parser.add_argument("--wild", metavar="W", help="the cut card: a rank, a card, JK or none")
    parser.add_argument("--json", action="store_true", help="answer with JSON")
    parser.add_argument("--batch", action="store_true", help="JSON lines from standard input")
    parser.add_argument("cards", nargs="?", metavar=cards, help=f'such as "{example}"')
    parser.set_defaults(parser=parser)


def _add_terminal(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `play --terminal` that pages do not share."""
    parser.add_argument("--terminal", action="store_true", help="play one match in this terminal against computers")
    before = parser.add_mutually_exclusive_group()
    before.add_argument(
        "--learn", action="store_true", help="with --terminal: play your first hand step by step before"
    )
    before.add_argument("--practice", action="store_true", help="with --terminal: answer puzzles instead")
    parser.add_argument("--format", metavar="F", help="with --terminal: such as points (the rule set's first)")
    parser.add_argument(
        "--level", type=count(1, 4), metavar="L", help="with --terminal: how strong the computers are, 1 to 4 (2)"
    )
    parser.add_argument(
        "--seed",
        type=count(0, MAX_SEED),
        metavar="S",
        help="with --terminal: shuffle with the SHA-256 of this number's decimal digits, to repeat a match",
    )


def _add_duel(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `duel`."""
    player = "a level from 1 to 4, or module:function, which answers a View with an Action"
    parser.add_argument("a", metavar="A", help=player)
    parser.add_argument("b", metavar="B", help="the same; all seats but one are B's")
    parser.add_argument("--rules", default="circle", metavar="ID", help="a rule set (circle)")
    parser.add_argument("--players", type=count(2, 6), default=2, metavar="N", help="at the table (2)")
    parser.add_argument("--deals", type=count(1, MAX_DEALS), default=1000, metavar="N", help="at least so many (1000)")
    parser.add_argument(
        "--seed", type=_seed, default=1, metavar="S", help="what packs are shuffled by (1); a commit as 0xd5c8092"
    )
    parser.add_argument("--format", metavar="F", help="such as pool_101 (the rule set's first)")
    parser.add_argument("--jobs", type=count(1, MAX_JOBS), default=1, metavar="N", help="processes that play (1)")
    parser.add_argument("--no-drops", action="store_true", help="nobody may drop")
    parser.add_argument("--json", action="store_true", help="answer with JSON")


def _add_database(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="WHAT", dest="what")
    upgrade = commands.add_parser("upgrade", help="bring it to this version; what it holds is copied first")
    upgrade.add_argument("--no-backup", action="store_true", help="without a copy, as one exists already")
    backup = commands.add_parser("backup", help="copy it, also while the bot runs")
    backup.add_argument("file", type=Path, metavar="FILE")
    restore = commands.add_parser("restore", help="put a copy in its place and keep what was there; stop the bot first")
    restore.add_argument("file", type=Path, metavar="FILE")
    check = commands.add_parser("check", help="read every table, replay it and compare; writes nothing")
    check.add_argument("--open", action="store_true", help="the open tables alone, which is quick")
    prune = commands.add_parser("prune", help="let the moves of matches go that were over long ago; results stay")
    at_least = count(FEWEST_PRUNED_DAYS, MOST_PRUNED_DAYS)
    prune.add_argument("--older-than", type=at_least, required=True, metavar="DAYS", help="such as 180 (8 at least)")
    prune.add_argument("--dry-run", action="store_true", help="only say what that would do")
    move = commands.add_parser(
        "move", help="copy all of it to an empty database, such as PostgreSQL; stop the bot first"
    )
    for name, dest in (("FROM", "source"), ("TO", "target")):
        move.add_argument(dest, metavar=name, help="an address, as DATABASE_URL has it")
    commands.add_parser("new-daily-key", help="draw a new key for the deals of the day that nobody can know yet")
    restored = commands.add_parser(
        "restored", help="say that you have put a copy in its place, such as with pg_restore"
    )
    restored.add_argument("--to", type=_moment, required=True, metavar="MOMENT", help="such as 2026-11-28T14:05 (UTC)")
    commands.add_parser("accept-gap", help="let all go on, as nobody has played since the copy was made")
    commands.add_parser("release", help="let the next bot account that connects have it; stop the bot first")
    commands.add_parser("rebuild-standings", help="count all finished matches again; stop the bot first")


def _run(arguments: argparse.Namespace) -> int:
    """Run the command that the arguments name."""
    match arguments.command:
        case "score":
            from bot.cli.score import run
        case "solve":
            from bot.cli.solve import run
        case "rules":
            from bot.cli.rules import run
        case "run":
            from bot.cli.run import run
        case "status":
            from bot.cli.status import run
        case "db":
            from bot.cli.database.command import run
        case "duel":
            from bot.cli.duel import run
        case "daily":
            from bot.cli.daily import run
        case "play":
            from bot.cli.play import run
        case "review":
            from bot.cli.review import run
        case _:
            from bot.cli.records import run
    gc.enable()
    return run(arguments)
