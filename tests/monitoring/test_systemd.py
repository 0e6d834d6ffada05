"""The messages of a process to systemd, at a socket that a test listens at in its place."""

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.monitoring.systemd import supervised
from tests.waiting import until


class Systemd:
    """A socket as systemd has it."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)
        self.told: list[str] = []

    def hear(self) -> list[str]:
        """Return all that it was told."""
        while True:
            try:
                self.told.append(self._socket.recv(1000).decode())
            except BlockingIOError:
                return self.told

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    name = str(tmp_path / "notify")
    is_file = request.param == "file"
    monkeypatch.setenv("NOTIFY_SOCKET", name if is_file else f"@{name}")
    monkeypatch.setenv("WATCHDOG_USEC", "100000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    systemd = Systemd(name if is_file else f"\0{name}")
    yield systemd
    systemd.close()


async def test_it_is_told_of_the_start_each_beat_and_the_end(systemd: Systemd) -> None:
    async with supervised():
        await until(lambda: systemd.hear().count("WATCHDOG=1") >= 3, "the beats")
    assert systemd.hear()[0] == "READY=1"
    assert systemd.told[-1] == "STOPPING=1"
    assert set(systemd.told) == {"READY=1", "WATCHDOG=1", "STOPPING=1"}


async def test_a_loop_that_stands_still_does_not_beat(systemd: Systemd) -> None:
    async with supervised():
        await until(lambda: systemd.hear().count("WATCHDOG=1") >= 1, "the first beat")
        beaten = len(systemd.hear())
        time.sleep(0.5)  # noqa: ASYNC251
        assert len(systemd.hear()) == beaten


@pytest.mark.parametrize(("name", "value"), [("WATCHDOG_USEC", None), ("WATCHDOG_USEC", "0"), ("WATCHDOG_PID", "1")])
async def test_without_a_watchdog_for_this_process_there_is_no_beat(
    systemd: Systemd, monkeypatch: pytest.MonkeyPatch, name: str, value: str | None
) -> None:
    monkeypatch.delenv(name)
    if value is not None:
        monkeypatch.setenv(name, value)
    async with supervised():
        await asyncio.sleep(0.2)
    assert systemd.hear() == ["READY=1", "STOPPING=1"]


@pytest.mark.parametrize("address", ["", "/nowhere/at/all"])
async def test_the_bot_runs_without_systemd(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    monkeypatch.setenv("WATCHDOG_USEC", "100000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    async with supervised():
        await asyncio.sleep(0.1)
