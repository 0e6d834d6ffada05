"""The bot as a process of its own, to be started, watched and killed."""

import asyncio
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.localcord.server import LocalDiscord
from tests.processes.forks import Forked, kept, template
from tests.waiting import PATIENCE, until

COMMAND = (sys.executable, "-m", "bot", "run")

Process = asyncio.subprocess.Process | Forked


@dataclass(frozen=True, slots=True)
class Code:
    """Python code that a copy of the template runs instead of a command, so that it need not import the bot first."""

    text: str


Command = Sequence[str] | Code


def paplu(*arguments: str) -> Code:
    """Return the code of a call of `paplu`, without the time that importing takes."""
    return Code(f"from bot.cli.main import main; raise SystemExit(main({list(arguments)}))")


PLAIN = paplu("run")
"""The bot that `COMMAND` starts."""

_HURRIED = """
from bot.cli.main import main
from bot.service.tables import deadlines

deadlines.ROUND_SECONDS = deadlines.ACTION_SECONDS = 0.3
raise SystemExit(main(["run"]))
"""
HURRIED = Code(_HURRIED)
"""The bot with computers that think a short time."""

_PATIENT = """
from bot.cli.main import main
from bot.discord import gate, library

gate.KEPT_SECONDS = library.GOODBYE_SECONDS = 60.0
raise SystemExit(main(["run"]))
"""
PATIENT = Code(_PATIENT)
"""The bot as a host starts it, except for limits that a busy machine would break; `slow_clients` waits as long."""


def cpu_seconds(process: Process) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Bot:
    """One process. What it logs lies in a file, and so does every connection it tried to make elsewhere."""

    def __init__(
        self,
        server: LocalDiscord,
        folder: Path,
        name: str = "bot",
        *,
        command: Command = COMMAND,
        **settings: str,
    ) -> None:
        self.server = server
        self.folder = folder
        self.log_file = folder / f"{name}.log"
        self.guard_file = folder / f"{name}.guard"
        self.settings = settings
        self.command = command
        self.expected: tuple[str, ...] = ()
        """The faults that it may write in its log: its test brings them about."""
        self.process: Process | None = None

    @property
    def database(self) -> str:
        """Return the address of the database that all processes of a test share."""
        return self.settings.get("DATABASE_URL") or f"sqlite+aiosqlite:///{self.folder / 'paplu.db'}"

    @property
    def shards(self) -> set[int]:
        """Return the shards it serves."""
        told = self.settings.get("SHARD_IDS")
        return set(map(int, told.split(","))) if told and told != "auto" else set(range(self.server.world.shards))

    def environment(self) -> Mapping[str, str]:
        """Return the environment of the process: the guard, and none of this machine's own settings."""
        return {
            **kept(),
            "GUARD_FILE": str(self.guard_file),
            "DISCORD_TOKEN": self.server.token,
            "DISCORD_API_URL": self.server.api_url,
            "DATABASE_URL": self.database,
            "MONITORING_ADDRESS": "",
            **self.settings,
        }

    async def spawn(self) -> None:
        """Start it, without waiting for anything."""
        environment = self.environment()
        if isinstance(self.command, Code):
            self.process = template().start(self.command.text, (), environment, self.log_file)
            return
        with self.log_file.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.command, cwd=self.folder, env=environment, stdout=log, stderr=log
            )

    async def start(self) -> None:
        """Start it and wait until its shards have identified."""
        identified = self.server.gateway.identified
        before = Counter(identified)
        await self.spawn()

        def up() -> bool:
            assert self.running, self.log
            return {shard for shard, _ in Counter(identified) - before} >= self.shards

        await until(up, "the start")

    @property
    def running(self) -> bool:
        """Return whether it lives."""
        return self.process is not None and self.process.returncode is None

    @property
    def log(self) -> str:
        """Return everything that it has logged."""
        return self.log_file.read_text(encoding="utf-8") if self.log_file.exists() else ""

    @property
    def strayed(self) -> str:
        """Return every connection it tried to make to somewhere else."""
        return self.guard_file.read_text(encoding="utf-8") if self.guard_file.exists() else ""

    @property
    def cpu_seconds(self) -> float:
        """Return the processor time that it has used."""
        assert self.process is not None
        return cpu_seconds(self.process)

    def freeze(self) -> None:
        """Freeze the process, like a machine that sleeps; `thaw` wakes it."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    async def kill(self) -> None:
        """Let it die at once, in the middle of whatever it does."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def stop(self) -> int:
        """Ask it to end, as a terminal does, and answer its exit status."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGINT)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def wait(self) -> int:
        """Wait until it ends by itself, and answer its exit status."""
        assert self.process is not None
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


class Killer:
    """Kills a process now and then, and starts it again: while it works on a click, or on its consequences."""

    def __init__(self, bot: Bot, dice: random.Random, most: int) -> None:
        self.bot = bot
        self.dice = dice
        self.most = most
        self.share = 0.2
        """The share of clicks at which it kills, until it has killed often enough."""
        self.kills = 0

    async def __call__(self) -> bool:
        if self.kills >= self.most or self.dice.random() > self.share:
            return False
        self.kills += 1
        await asyncio.sleep(self.dice.random() * self.dice.choice((0.03, 0.5)))
        await self.bot.kill()
        await self.bot.start()
        return True
