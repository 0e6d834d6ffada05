"""Looking after stored tables and record files."""

import sqlite3
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.upkeep import check_lines, read_record, replay_lines, verify_lines
from bot.rummy.actions import EndCause
from bot.rummy.errors import ParseError
from bot.service.shuffle import UnprovenError
from bot.service.state import record_of
from bot.service.wallet import Wallet
from tests.service.context import ASHA, BEN, Context, desk


async def finished_record(d: Context) -> str:
    table = await d.table(ASHA, BEN, computers=1)
    await d.finish(table.id)
    stored = await d.store.finished(table.id)
    assert stored is not None
    return str(record_of(stored))


async def test_a_record_file_is_verified_and_replayed(tmp_path: Path) -> None:
    async with desk() as d:
        file = tmp_path / "match.txt"
        file.write_text(await finished_record(d), encoding="utf-8")
        record = read_record(file)
        assert next(verify_lines(record)) == "toss, deal 1: as promised"
        lines = [*replay_lines(record)]
        assert lines[0].startswith("Deal 1, cut card ")
        assert sum("declared" in line or "last" in line for line in lines) >= 1 or "finished" in lines[-4]
        assert lines[-4] == f"Table {record.code}: finished."
        assert sorted(line.split(":")[0].split(", ")[1] for line in lines[-3:]) == ["101", "102", "computer-1"]


async def test_a_changed_record_is_found(tmp_path: Path) -> None:
    async with desk() as d:
        file = tmp_path / "match.txt"
        text = await finished_record(d)
        file.write_text(text.replace("entropy join 102", "entropy join 103"), encoding="utf-8")
        with pytest.raises(UnprovenError):
            list(verify_lines(read_record(file)))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"paplu record 1\n", b"x" * 100])
def test_a_file_that_is_no_record_is_a_clear_no(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "no.txt"
    file.write_bytes(content)
    with pytest.raises(ParseError):
        read_record(file)
    with pytest.raises(ParseError):
        read_record(tmp_path / "missing.txt")


async def test_check_names_the_table_that_does_not_replay(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/check.db"
    async with desk(url) as d:
        sound = await d.table(ASHA, BEN)
        spoiled = await d.table(ASHA, BEN)
        ended = await d.table(ASHA, BEN)
        await d.tables.end(ended.id, EndCause.STAFF)
    with sqlite3.connect(tmp_path / "check.db") as raw:
        raw.execute("UPDATE journal SET action = 'draw open' WHERE seq = 1 AND \"table\" = ?", (spoiled.id,))
    found = {line[:6]: fine async for line, fine in check_lines(url)}
    assert found == {sound.id: True, "table ": False, "2 open": True, "The bo": True}


async def test_check_proves_the_books(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/check.db"
    async with desk(url) as d:
        await Wallet(d.store, lambda: d.now).balance(1, ASHA.id)
    assert [line async for line in check_lines(url)][-1] == ("The books of chips are right.", True)
    with sqlite3.connect(tmp_path / "check.db") as raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        raw.execute("UPDATE balances SET amount = -5 WHERE kind = 'player'")
    found = [line async for line in check_lines(url)]
    assert not any(fine for _, fine in found[1:])
    lines = [line for line, _ in found[1:]]
    assert f"player {ASHA.id} of server 1 holds -5 hundredths" in lines
    assert lines[-1] == f"{len(lines) - 1} faults in the books of chips."


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to run commands in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return tmp_path


def test_the_database_commands_say_what_they_did(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [main(["db", command]) for command in ("check", "rebuild-standings")] == [2, 2]
    assert not [*here.iterdir()]
    assert main(["db", "upgrade"]) == 0
    assert main(["db", "check"]) == 0
    assert main(["db", "backup", "copy.db"]) == 0
    said = ["0 open tables replayed.", "The books of chips are right.", "Copied to copy.db."]
    assert capsys.readouterr().out.splitlines()[-3:] == said
    assert main(["db", "rebuild-standings"]) == 0
    assert capsys.readouterr().out == "Counted 0 matches into 0 standings.\n"
    assert main(["db", "backup", "copy.db"]) == 2
    assert "copy.db" in capsys.readouterr().err


def test_a_file_that_is_no_database_is_one_line_and_stays(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "paplu.db").write_bytes(b"not a database at all" * 99)
    assert main(["db", "check"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert (here / "paplu.db").read_bytes() == b"not a database at all" * 99


async def test_verify_and_replay_tell_by_their_status(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with desk() as d:
        text = await finished_record(d)
    (here / "good.txt").write_text(text, encoding="utf-8")
    (here / "bad.txt").write_text(text.replace("entropy join 102", "entropy join 103"), encoding="utf-8")
    assert [main(["verify", name]) for name in ("good.txt", "bad.txt", "missing.txt")] == [0, 1, 2]
    assert [main(["replay", name]) for name in ("good.txt", "missing.txt")] == [0, 2]
    assert len(capsys.readouterr().err.splitlines()) == 3
