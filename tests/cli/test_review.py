"""`paplu review`: sound records in words and as JSON, and files that are none."""

import json
from pathlib import Path

import pytest

from bot.cli.main import main
from bot.text import review
from tests.cli.test_records import STORED


def reviewed(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> tuple[int, str, str]:
    status = main(["review", str(file), *options])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize("name", ["finished-circle-points", "finished-with-computers", "finished-romme-points"])
def test_records_of_version_0_1_are_reviewed(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, out, _ = reviewed(capsys, STORED / f"{name}.txt")
    assert status == 0
    assert out.startswith("Review of seat ")
    assert "**" not in out
    status, again, _ = reviewed(capsys, STORED / f"{name}.txt", "--seat", "1", "--json")
    (one,) = json.loads(again)
    assert (status, one["seat"]) == (0, 1)
    assert {"grade", "dealt", "drawn", "given_away", "deals", "decisions", "turning_points"} <= set(one)
    assert all(decision["cost"] >= 0 for decision in one["decisions"])
    assert reviewed(capsys, STORED / f"{name}.txt", "--seat", "1", "--json")[1] == again


def test_what_is_no_sound_record_gets_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole = (STORED / "finished-circle-points.txt").read_text(encoding="utf-8")
    actions = whole.split("\nactions\n")[1].split("\nresult\n")[0].splitlines()
    file = tmp_path / "match.txt"
    broken = {
        "": 2,
        "no record": 2,
        whole.replace("paplu record 1", "paplu record 2"): 2,
        whole.replace(actions[3], "0 discard 9Z"): 2,
        whole.replace("\n" + "\n".join(actions[5:]), ""): 1,
        whole.replace(actions[2], "3 draw closed"): 1,
    }
    for written, status in broken.items():
        file.write_text(written, encoding="utf-8")
        found, out, err = reviewed(capsys, file)
        assert (found, out, err.count("\n")) == (status, "", 1), written[-200:]
        assert err.startswith("paplu: ")
    file.write_bytes(b"\xff\xfe\x00")
    assert reviewed(capsys, file)[0] == 2
    assert reviewed(capsys, tmp_path / "nothing.txt")[0] == 2


def test_a_seat_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = reviewed(capsys, STORED / "finished-circle-points.txt", "--seat", "6")
    assert (status, out) == (1, "")
    assert "no seat 6" in err
    assert review.NO_REVIEW() not in err
