"""The worked cases of the rule sheets."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import vectors

Vector = dict[str, Any]

FILE = Path(__file__).parent / "vectors.json"


def test_all_cases_in_reach_hold() -> None:
    outcome = vectors.run(json.loads(FILE.read_text(encoding="utf-8"))["vectors"])
    assert outcome.mismatches == []
    assert outcome.passed["group"] >= 180
    assert outcome.passed["declaration"] >= 60
    assert outcome.passed["loser_score"] >= 50
    assert outcome.passed["penalty"] >= 23
    assert outcome.passed["pool"] >= 7
    assert outcome.passed["winnings"] >= 7
    assert outcome.passed["western"] >= 16
    assert not outcome.not_run


def test_a_mismatch_is_named_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {"id": "w1", "type": "deal_show", "hand_score": 30, "expect": {"circle": 16, "square": 1}}
    strange = {"id": "w2", "type": "juggling", "expect": {}}
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps({"vectors": [wrong, strange]}), encoding="utf-8")
    assert vectors.main([str(file)]) == 1
    printed = capsys.readouterr().out
    assert "w1 [circle]: expected 16, got 15" in printed
    assert "1 rule set square" in printed
    assert "1 type juggling" in printed


def test_a_vector_that_cannot_be_read_is_a_mismatch() -> None:
    outcome = vectors.run([{"id": "x", "type": "group", "cards": ["ZZ"], "wild": "", "expect": {"circle": []}}])
    assert len(outcome.mismatches) == 1


POOL: Vector = {"id": "p", "type": "pool", "limit": 101}
WON: Vector = {"id": "w", "type": "winnings", "fee": 0}
LOST: Vector = {"id": "d", "type": "penalty", "expect": {}}


@pytest.mark.parametrize(
    "vector",
    [
        {**POOL, "op": "split", "pool": 150, "entry": 25, "drops": [3, 1, 0], "expect": [91.67, 41.67, 16.66]},
        {**POOL, "op": "split", "pool": 150, "entry": 25, "drops": [3, 1, 0], "expect": [91.666, 41.666, 16.667]},
        {**POOL, "op": "rejoin_score", "active": [80, 20], "expect": None},
        {**POOL, "op": "rejoin_score", "active": [71, 20], "expect": 72},
        {**POOL, "op": "eliminated", "score": 100, "expect": False},
        {**POOL, "op": "drops_left", "score": 101, "expect": 0},
        {**WON, "kind": "points", "value": 0.05, "points": [80, 33], "fee": 0.65, "expect": 5},
        {**WON, "kind": "winzo", "boot": 0.5, "points": [33, 20], "rake": 0.1, "expect": 0.297},
        {**WON, "kind": "winzo_loss", "boot": 0.5, "points": [33], "expect": 0.21},
        {**WON, "kind": "pool", "entry": 12.5, "players": 6, "fee": 7.5, "expect": 67.5},
        {**LOST, "event": "middle_drop", "format": "pool201", "expect": {"toking": 50}},
        {**LOST, "event": "middle_drop", "format": "best_of_3", "expect": {"circle": "not_allowed"}},
        {**LOST, "event": "lapsed_out_at_first_in_first_turn", "format": "pool201", "expect": {"toking": 25}},
        {**LOST, "event": "lapsed_out_at_third", "format": "best_of_3", "expect": {"circle": 80}},
        {**LOST, "event": "leave_before_draw", "format": "best_of_2", "expect": {"circle_detailed": 80, "toking": 80}},
    ],
)
def test_money_and_penalties_of_every_format(vector: Vector) -> None:
    outcome = vectors.run([vector])
    assert outcome.mismatches == []
    assert outcome.passed[vector["type"]] == len(vector["expect"] if vector["type"] == "penalty" else [1])


@pytest.mark.parametrize(
    "vector",
    [
        {**POOL, "op": "split", "pool": 150, "entry": 25, "drops": [3, 1, 0], "expect": [91.69, 41.67, 16.66]},
        {**POOL, "op": "split", "pool": 150, "entry": 25, "drops": [3, 1, 0], "expect": [91.67, 41.67]},
        {**POOL, "op": "rejoin_score", "active": [71], "expect": None},
        {**POOL, "op": "juggle", "expect": None},
        {"id": "g", "type": "western", "kind": "juggle", "expect": None},
        {**POOL, "op": "eliminated", "score": 1, "limit": 301, "expect": False},
        {**WON, "kind": "juggle", "expect": None},
        {**WON, "kind": "pool", "entry": 12.5, "players": 6, "expect": None},
        {**LOST, "event": "juggle", "format": "points", "expect": {"circle": 20}},
        {**LOST, "event": "first_drop", "format": "pool301", "expect": {"circle": 20}},
        {**LOST, "event": "first_drop", "format": "pool101", "expect": {"winzo": 20}},
        {**LOST, "event": "first_drop", "format": "best_of_3", "expect": {"circle": 20}},
    ],
)
def test_what_is_unknown_or_wrong_of_a_known_type_is_a_mismatch(vector: Vector) -> None:
    assert len(vectors.run([vector]).mismatches) == 1
