"""Command line: processor time to start `score` and `solve`, and the cost of a hand in a batch."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable

from bot.rummy.cards import Rank
from tests.bench.solver import mix

HANDS = 4000
CALLS = 15
FORBIDDEN = ("discord", "sqlalchemy", "PIL", "pydantic", "aiohttp", "prometheus_client")

HAND = "2H 3H 4H 5C 6C QD 8D 8S 5C 2D 2C KS QS"


def _processor(arguments: list[str], stdin: bytes = b"") -> float:
    """Return milliseconds of processor time, user and system, of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], input=stdin, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _median(measure: Callable[[], float], calls: int = CALLS) -> float:
    return sorted(measure() for _ in range(calls))[calls // 2]


def _requests() -> bytes:
    lines = []
    for number, (cards, wild) in enumerate(mix(HANDS, 13, seed=5)):
        name = wild.letter if isinstance(wild, Rank) else "none"
        request = {"id": number, "rules": "circle", "wild": name, "cards": [str(card) for card in cards]}
        lines.append(json.dumps(request))
    return "\n".join(lines).encode()


def _imported(command: str) -> list[str]:
    code = (
        f"import sys; from bot.cli.main import main; main(['{command}', '--rules', 'circle', '--wild', 'Q', "
        f"'{HAND}']); print(*({{*{FORBIDDEN!r}}} & sys.modules.keys()), file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment)
    return done.stderr.decode().split()


def run() -> None:
    base = _median(lambda: _processor(["-c", "pass"]))
    print(f"{'python -c pass':24} {base:6.1f} ms")
    for command in ("score", "solve"):
        arguments = ["-m", "bot", command, "--rules", "circle", "--wild", "Q", "--json", HAND]
        start = _median(lambda arguments=arguments: _processor(arguments))  # type: ignore[misc]
        heavy = ", ".join(_imported(command)) or "none"
        print(f"{'paplu ' + command:24} {start:6.1f} ms   ratio {start / base:4.1f}   heavy imports: {heavy}")
    requests = _requests()
    empty = _median(lambda: _processor(["-m", "bot", "solve", "--batch"]), 5)
    full = _median(lambda: _processor(["-m", "bot", "solve", "--batch"], requests), 5)
    print(f"{'solve --batch':24} {1000 * (full - empty) / HANDS:6.1f} µs a hand beyond start, {HANDS} hands")
