"""`paplu status` if no bot answers, or another program does."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bot.cli import status
from bot.monitoring.report import BotIdentity, NoReportError, read_report
from tests.cli.calls import call

BEAT: dict[str, Any] = {"process": "one", "shards": [0], "of": 1, "seconds_ago": 1.5}
HELD: dict[str, Any] = {
    "tables": {"playing": 1},
    "tournaments": {},
    "matches": 3,
    "alarms_overdue": 1,
    "longest_overdue_seconds": 2.5,
    "postings_unsent": 0,
    "put_back": {"to": "2026-11-01T11:00:00", "until": "2026-11-01T11:30:00", "missing": 4, "is_settled": True},
    "processes": [BEAT],
}
REPORT: dict[str, Any] = {
    "ready": True,
    "lacks": [],
    "version": "0.2.0",
    "began_at": "2026-11-01T12:00:00+00:00",
    "servers": 1,
    "shards": {"0": True},
    "answers": [0],
    "queues": {"writes": 0},
    "database": HELD,
}


@contextmanager
def answering(said: bytes, *, hangs: bool = False) -> Iterator[str]:
    """Yield the address of a program that sends this to every client, and then hangs up or stays silent."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer() -> None:
            guest, _ = door.accept()
            with guest:
                guest.recv(65536)
                guest.sendall(said)
                if hangs:
                    guest.recv(1)

        thread = Thread(target=answer)
        thread.start()
        host, port = door.getsockname()
        yield f"{host}:{port}"
        thread.join()


def http(body: bytes, *headers: str, status: int = 200) -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status} So", *headers, "", ""]).encode() + body


@pytest.mark.parametrize(
    "said",
    [
        b"SSH-2.0-OpenSSH_9.2p1\r\n",
        b"\x00\xff" * 50,
        http(b"zz\r\nno chunk", "Transfer-Encoding: chunked"),
        http(b"short", "Content-Length: 500"),
        http(b"", "X-Long: " + "x" * 70_000),
        http(b"short", "Content-Length: 500", status=503),
        http(b"null"),
    ],
)
def test_another_program_is_told_from_a_bot(said: bytes, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with answering(said) as address:
        assert call(capsys, "status", "--address", address) == (
            2,
            "",
            "paplu: another program answers there: MONITORING_ADDRESS or --address names where the bot does\n",
        )


def test_who_falls_silent_does_not_answer(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "PATIENCE", 0.2)
    (here / "paplu.db").touch()
    assert call(capsys, "db", "upgrade")[0] == 0
    with answering(http(b"{", "Content-Length: 500", status=503), hangs=True) as address:
        code, told, _ = call(capsys, "status", "--address", address)
    assert (code, told.splitlines()[0]) == (1, "No bot answers here. Its database says:")


@pytest.mark.parametrize("address", ["..:1", "x y:1", f"{'x' * 64}:1", "a/b:1", "me@host:1", ":1", "host:99999"])
def test_what_is_no_address_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, told = call(capsys, "status", "--address", address)
    assert code == 2
    assert "an address is written like 127.0.0.1:9464" in told


@pytest.mark.parametrize(
    ("bot", "status"),
    [
        ({"application": "123", "database": "HERE"}, 0),
        ({"application": "124", "database": "HERE"}, 2),
        ({"application": "123", "database": "elsewhere"}, 2),
        ({"application": None, "database": "HERE"}, 0),  # where a token names no application
        (None, 0),  # as older versions answer
    ],
)
def test_another_bot_is_told_from_this_one(
    bot: dict[str, str] | None,
    status: int,
    here: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "MTIz.none.none")
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///paplu.db")
    mine = BotIdentity.of("", "sqlite+aiosqlite:///paplu.db").database or ""
    report = json.dumps({**REPORT, "bot": bot}).replace("HERE", mine)
    with answering(http(report.encode())) as address:
        code, _, wrong = call(capsys, "status", "--address", address)
    assert (code, "another bot answers there" in wrong) == (status, status == 2)


def test_a_report_says_what_is_missing_since_the_database_was_put_back() -> None:
    told = [*status.lines(REPORT, "bot")]
    assert "The database was put back to 2026-11-01T11:00:00: 4 starts, deals and ends of tables" in " ".join(told)
    unknown = {**HELD, "put_back": {"to": "11:00", "until": None, "missing": None, "is_settled": False}}
    told = [*status.lines({**REPORT, "database": unknown}, "bot")]
    assert "The database was put back to 11:00. What ran in the copy ends soon without a result." in told


WRONG: tuple[object, ...] = (None, True, 1, 1.5, "x", [1], {"x": []}, 10**400)


def places(value: object) -> Iterator[tuple[Any, ...]]:
    """Yield the path to each value within this one."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (key,)
        yield from ((key, *rest) for rest in places(one))


@pytest.mark.parametrize("place", [*places(REPORT)], ids=str)
def test_a_report_with_a_value_of_another_kind_is_refused_or_printed(place: tuple[Any, ...]) -> None:
    refused = 0
    for wrong in WRONG:
        spoiled = inner = json.loads(json.dumps(REPORT))
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = wrong
        try:
            told = [*status.lines(read_report(json.dumps(spoiled).encode()), "bot")]
        except NoReportError:
            refused += 1
        else:
            assert told
    assert refused
