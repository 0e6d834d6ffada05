"""Verifying and replaying record files."""

from pathlib import Path

import pytest

from bot.cli.main import main
from bot.cli.records import read_record, replay_lines, verify_lines
from bot.rummy.errors import ParseError
from bot.service.shuffle import UnprovenError
from bot.service.tables.state import record_of
from tests.known import GAMES
from tests.service.context import ASHA, BEN, Context, desk


async def finished_record(d: Context) -> str:
    table = await d.table(ASHA, BEN, computers=1)
    await d.finish(table.id)
    stored = await d.store.tables.finished(table.id)
    assert stored is not None
    return str(record_of(stored, GAMES))


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


async def test_verify_and_replay_tell_by_their_status(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with desk() as d:
        text = await finished_record(d)
    (here / "good.txt").write_text(text, encoding="utf-8")
    (here / "bad.txt").write_text(text.replace("entropy join 102", "entropy join 103"), encoding="utf-8")
    assert [main(["verify", name]) for name in ("good.txt", "bad.txt", "missing.txt")] == [0, 1, 2]
    assert [main(["replay", name]) for name in ("good.txt", "missing.txt")] == [0, 2]
    assert len(capsys.readouterr().err.splitlines()) == 3
