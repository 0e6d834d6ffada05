"""SIGKILL at random points of random games: what was acknowledged is there, once, and the tables go on."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from bot.service.update import restored
from bot.store.store import Store

ROUNDS = 8


def killed_after(url: str, seed: int, seconds: float) -> dict[str, int]:
    """Let a process play and kill it; answers how many journal lines of each table it acknowledged."""
    command = [sys.executable, "-m", "tests.service.player", url, str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()  # it plays
        time.sleep(seconds)
        child.send_signal(signal.SIGKILL)
        said = child.stdout.read()
    assert child.returncode == -signal.SIGKILL
    acknowledged: dict[str, int] = {}
    for line in said.splitlines(keepends=True):
        if line.endswith("\n"):
            id, lines = line.split()
            acknowledged[id] = max(acknowledged.get(id, 0), int(lines))
    return acknowledged


async def test_nothing_acknowledged_is_lost_and_nothing_is_doubled(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/killed.db"
    dice = random.Random()
    acknowledged: dict[str, int] = {}
    for seed in range(ROUNDS):
        acknowledged |= killed_after(url, seed, dice.uniform(0.05, 0.8))
        store = await Store.open(url)
        try:
            for id, lines in acknowledged.items():
                stored = await store.load(id)  # type: ignore[arg-type]
                assert stored is not None
                assert len(stored.journal) >= lines
                restored(stored)  # raises unless the journal leads to where the row stands
        finally:
            await store.close()
    assert sum(acknowledged.values()) > 200
