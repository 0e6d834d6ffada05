"""The worked cases of the rule sheets."""

import json
from pathlib import Path

import pytest

from tests import vectors

FILE = Path(__file__).parent / "vectors.json"


def test_all_cases_in_reach_hold() -> None:
    outcome = vectors.run(json.loads(FILE.read_text(encoding="utf-8"))["vectors"])
    assert outcome.mismatches == []
    assert outcome.passed["group"] >= 180
    assert outcome.passed["declaration"] >= 60
    assert outcome.passed["loser_score"] >= 50


def test_a_mismatch_is_named_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {"id": "w1", "type": "deal_show", "hand_score": 30, "expect": {"circle": 16, "romme": 1}}
    strange = {"id": "w2", "type": "juggling", "expect": {}}
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps({"vectors": [wrong, strange]}), encoding="utf-8")
    assert vectors.main([str(file)]) == 1
    printed = capsys.readouterr().out
    assert "w1 [circle]: expected 16, got 15" in printed
    assert "1 rule set romme" in printed
    assert "1 type juggling" in printed


def test_a_vector_that_cannot_be_read_is_a_mismatch() -> None:
    outcome = vectors.run([{"id": "x", "type": "group", "cards": ["ZZ"], "wild": "", "expect": {"circle": []}}])
    assert len(outcome.mismatches) == 1
