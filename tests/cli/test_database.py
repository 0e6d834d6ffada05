"""Looking after the database."""

import re
import sqlite3
import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.cli.database.command import check_lines
from bot.cli.database.prune import prune_lines
from bot.cli.main import main
from bot.rummy.actions import EndCause
from bot.service.wallet import Wallet
from bot.store.prune import Pruned
from tests.service.context import ASHA, BEN, desk


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


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE journal SET action = 'draw open' WHERE seq = 1 AND \"table\" = ?",
        "UPDATE tables SET lobby = '{' WHERE id = ?",
        "UPDATE tables SET digest = 'other' WHERE id = ?",
        "UPDATE tables SET seed = zeroblob(32) WHERE id = ?",
        "UPDATE tables SET pace = 'slowly', opened_at = 'yesterday' WHERE id = ?",
        "UPDATE tables SET rules = CAST(x'ff' AS TEXT) WHERE id = ?",
        "UPDATE tables SET rules = '', lobby = '{' WHERE id = ?",
        "UPDATE tables SET rules = CAST(rules AS BLOB) WHERE id = ?",
        "UPDATE tables SET seed = 'seed' WHERE id = ?",
    ],
)
async def test_check_reads_tables_that_ended_too(tmp_path: Path, spoil: str) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/check.db"
    async with desk(url) as d:
        tables = [await d.table(ASHA, BEN) for _ in range(3)]
        await d.tables.end(tables[0].id, EndCause.STAFF)
        for table in tables[1:]:
            await d.finish(table.id)
    first, *_ = [line async for line in check_lines(url)]
    assert first == ("0 open tables replayed, and 3 ended tables read.", True)
    with sqlite3.connect(tmp_path / "check.db") as raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        raw.execute(spoil, (tables[1].id,))
    fault, *others = [line async for line in check_lines(url)]
    assert fault[0].startswith(f"table {tables[1].id}: ")
    assert not fault[1]
    assert others[0] == ("0 open tables replayed, and 3 ended tables read.", True)
    first, *_ = [line async for line in check_lines(url, only_open=True)]
    assert first == ("0 open tables replayed.", True)


async def test_check_shows_a_person_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/check.db"
    async with desk(url) as d:
        for _ in range(2):
            await d.lobbies.cancel((await d.lobby(ASHA)).id, ASHA.id)
    monkeypatch.setattr("bot.cli.database.bar.PAUSE", 0.0)
    for is_person, shown in ((True, ["50 %", "100 %"]), (False, [])):
        monkeypatch.setattr(sys.stderr, "isatty", lambda is_person=is_person: is_person)
        first, *_ = [line async for line in check_lines(url)]
        assert first == ("0 open tables replayed, and 2 ended tables read.", True)
        drawn = capsys.readouterr().err
        assert re.findall(r"\d+ %", drawn) == shown
        assert drawn.endswith("\n") is is_person


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


def test_a_new_daily_key_says_from_when_it_counts(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["db", "new-daily-key"]) == 2
    (here / "paplu.db").touch()
    today = datetime.now(UTC).date()
    assert main(["db", "new-daily-key"]) == 0
    told = [date.fromisoformat(day) for day in re.findall(r"\d{4}-\d\d-\d\d", capsys.readouterr().out)]
    first, since, until = told
    assert since in (today, today + timedelta(days=1))
    assert first - since in (timedelta(days=2), timedelta(days=3)), "the day begins at another time by another clock"
    assert until == first - timedelta(days=1)


def test_the_database_commands_say_what_they_did(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [main(["db", command]) for command in ("check", "rebuild-standings", "upgrade")] == [2, 2, 2]
    assert f"there is no database {here}/paplu.db: nothing to upgrade" in capsys.readouterr().err
    assert not [*here.iterdir()]
    (here / "paplu.db").touch()
    for told in ("The database was empty. It is at version", "The database is at version"):
        assert main(["db", "upgrade"]) == 0
        assert capsys.readouterr().out.startswith(told)
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


@pytest.mark.parametrize(("shrunk", "told", "dry"), [("Would shrink", "Would keep", True), ("Shrunk", "Kept", False)])
async def test_pruning_says_how_many_tables_it_keeps_and_why(
    monkeypatch: pytest.MonkeyPatch, shrunk: str, told: str, dry: bool
) -> None:
    async def pruned(*_: object, dry: bool) -> Pruned:
        kept = Pruned(tables=8, rows=9, open=1, young=2, unsent=3, running=4, disputed=5, reviewed=6)
        return kept if dry else replace(kept, tables=7)

    monkeypatch.setattr("bot.cli.database.prune.prune", pruned)
    async with desk() as d:
        lines = [line async for line, _ in prune_lines(d.store, 30, dry=dry)]
    assert lines[:7] == [
        f"{shrunk} {8 if dry else 7} tables: 9 rows of moves, shuffles and messages.",
        f"{told} 1 table whose match is not over.",
        f"{told} 2 tables that ended less than 30 days ago.",
        f"{told} 3 tables with messages that wait to be posted.",
        f"{told} 4 tables whose tournament is not over.",
        f"{told} 5 tables whose dispute waits for an answer.",
        f"{told} 6 tables for profiles whose people let matches be reviewed.",
    ]


def test_pruning_says_what_it_would_do_and_what_it_did(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "paplu.db").touch()
    assert main(["db", "upgrade"]) == 0
    capsys.readouterr()
    for told, more in (("Would shrink", ["--dry-run"]), ("Shrunk", [])):
        assert main(["db", "prune", "--older-than", "30", *more]) == 0
        assert capsys.readouterr().out == f"{told} 0 tables: 0 rows of moves, shuffles and messages.\n"
    with pytest.raises(SystemExit):  # those can still be disputed
        main(["db", "prune", "--older-than", "7"])
    with pytest.raises(SystemExit):
        main(["db", "prune"])
