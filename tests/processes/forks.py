"""Processes that begin as copies of one which has imported everything already; they are processes like others."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from tests.waiting import until

ROOT = Path(__file__).parents[2]
GUARD = Path(__file__).parent / "guard"
PYTHON_PATH = f"{GUARD}{os.pathsep}{ROOT}"
KEPT = ("PATH", "HOME", "LANG", "TMPDIR")
"""Variables of this machine's environment that a process needs."""


def kept() -> dict[str, str]:
    """Return an environment without any setting of this machine's own, in which a process finds its modules."""
    of_this_machine = {key: os.environ[key] for key in KEPT if key in os.environ}
    return {**of_this_machine, "PYTHONPATH": PYTHON_PATH, "PYTHONDONTWRITEBYTECODE": "1"}


class Forked:
    """A process that a template has started; it is used as asyncio's own."""

    def __init__(self, template: "Template", pid: int) -> None:
        self._template = template
        self.pid = pid

    @property
    def returncode(self) -> int | None:
        """Return its exit status, below 0 the signal that killed it; None: it runs."""
        return self._template.status_of(self.pid)

    async def wait(self) -> int:
        """Wait for its exit status."""
        await until(lambda: self.returncode is not None, "the end of a process")
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, sign: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, sign)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Let it die at once."""
        self.send_signal(signal.SIGKILL)


class Template:
    """The process that forks; one serves all tests of this process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.processes.template"],
            env=kept(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        self._said = self._process.stdout.fileno()
        self._rest = b""
        self._started: list[int] = []
        self._ended: dict[int, int] = {}

    def start(self, code: str, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Forked:
        """Run that code in a process of its own, in the folder of the log; its output goes to the end of the log."""
        request = {"code": code, "arguments": arguments, "environment": dict(environment), "log": str(log)}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        os.set_blocking(self._said, True)
        while not self._started:
            self._read()
        return Forked(self, self._started.pop())

    def status_of(self, pid: int) -> int | None:
        """Return the status with which a process has ended; None: it runs."""
        os.set_blocking(self._said, False)
        try:
            while self._read():
                """There may be more."""
        except BlockingIOError:
            """All is read."""
        return self._ended.get(pid)

    def _read(self) -> bytes:
        part = os.read(self._said, 1 << 16)
        assert part, "the template has died"
        *lines, self._rest = (self._rest + part).split(b"\n")
        for answer in map(json.loads, lines):
            if "status" in answer:
                self._ended[answer["pid"]] = answer["status"]
            else:
                self._ended.pop(answer["pid"], None)  # of another process that had this number
                self._started.append(answer["pid"])
        return part


@cache
def template() -> Template:
    """Return the template of this process."""
    return Template()


def forked(code: str, *arguments: str, log: Path) -> Forked:
    """Run that code in a process of its own; its output goes to that file, which is emptied before."""
    log.write_bytes(b"")
    return template().start(code, arguments, {**kept(), "GUARD_FILE": f"{log}.guard"}, log)
