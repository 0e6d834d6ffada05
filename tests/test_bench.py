"""A benchmark that looks for faults ends with status 1 where it met one, and says so last."""

import tempfile
from pathlib import Path

import pytest

from tests.bench import gin, gin_strength
from tests.bench.__main__ import main, verdict


def test_faults_make_a_verdict() -> None:
    assert verdict({}) == verdict({"moves lost": 0}) == ("all as it should be", 0)
    line, status = verdict({"moves lost": 2, "moves doubled": 0, "presses unanswered": 1})
    assert (line, status) == ("NOT AS IT SHOULD BE: 2 moves lost, 1 presses unanswered", 1)


@pytest.mark.parametrize(("found", "last", "ends"), [(0, "all as it should be", 0), (3, "NOT AS IT SHOULD BE: 3", 1)])
def test_the_command_ends_as_what_was_found(
    found: int, last: str, ends: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gin, "run", lambda matches: {f"wrong of {matches}": found})
    assert main(["gin", "5"]) == ends
    assert capsys.readouterr().out.splitlines()[-1].startswith(last)


def test_what_only_measures_says_nothing_of_faults(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gin, "run", lambda: print("1 ms"))
    assert main(["gin"]) == 0
    assert capsys.readouterr().out == "1 ms\n"


def test_a_part_that_was_played_is_not_played_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(gin_strength, "DEALS", 2)
    monkeypatch.setattr(gin_strength, "PAIRINGS", [gin_strength.Pairing("2", "simple", "points")])
    gin_strength.run(1)
    alone = capsys.readouterr().out
    monkeypatch.setattr(gin_strength, "play_pack", lambda *_: pytest.fail("played again"))
    gin_strength.run(1)
    assert capsys.readouterr().out == alone
    assert "2 against simple, points" in alone
    assert " of 2 deals; mean " in alone
