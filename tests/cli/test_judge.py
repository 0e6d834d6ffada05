"""The commands score, solve and rules: in process, and as a person or a program calls them."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from bot.cli.judge import FromRequest, batch
from bot.cli.rule_sets import RuleSets
from bot.cli.score import score_request
from bot.cli.solve import solve_request
from tests.cli.calls import answer, call
from tests.known import GAMES

HAND = "2H 3H 4H 5C 6C QD 8D 8S 5C 2D 2C KS QS"
DECLARABLE = "2H 3H 4H 5C 6C JK 8C 9D 9C 9S KH KD KS"


def lines(judge: FromRequest, *requests: object) -> list[tuple[dict[str, Any], bool]]:
    raw = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in requests]
    return [(json.loads(line), judged) for line, judged in batch(raw, judge, RuleSets(GAMES))]


def test_score_judges_as_submitted(capsys: pytest.CaptureFixture[str]) -> None:
    groups = "2H 3H 4H | 5C 6C QD | KS | QS"
    assert answer(capsys, "score", "--rules", "circle", "--wild", "QD", groups) == {
        "rules": "circle",
        "wild": "QD",
        "groups": [
            {"cards": ["2H", "3H", "4H"], "kind": "pure_sequence"},
            {"cards": ["5C", "6C", "QD"], "kind": "impure_sequence"},
            {"cards": ["KS"], "kind": "invalid"},
            {"cards": ["QS"], "kind": "invalid"},
        ],
        "valid": False,
        "reason": "card_count",
        "points": 10,
    }


def test_solve_thirteen(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "solve", "--rules", "circle", "--wild", "QD", HAND)
    assert (found["points"], found["raw"], found["declarable"], found["discard"]) == (19, 19, False, None)
    assert sorted(found["deadwood"]) == ["2C", "2D", "5C", "KS"]
    laid = [card for group in found["groups"] for card in group["cards"]]
    assert sorted(laid + found["deadwood"]) == sorted(HAND.split())


def test_solve_fourteen_names_the_discard(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "solve", "--rules", "winzo", "--wild", "none", DECLARABLE + " 3S")
    assert (found["discard"], found["declarable"]) == ("3S", True)
    assert (found["raw"], found["points"], found["deadwood"]) == (0, 0, [])


@pytest.mark.parametrize(("wild", "points"), [("Q", 10), ("10", 20), ("t", 20), ("QD", 10), ("none", 20)])
def test_ways_to_name_the_wild_card(capsys: pytest.CaptureFixture[str], wild: str, points: int) -> None:
    found = answer(capsys, "score", "--rules", "circle", "--wild", wild, "KS | QS")
    assert (found["wild"], found["points"]) == (wild, points)


@pytest.mark.parametrize(("rules", "points"), [("circle", 10), ("winzo", 20)])
def test_a_printed_joker_as_cut_card(capsys: pytest.CaptureFixture[str], rules: str, points: int) -> None:
    assert answer(capsys, "score", "--rules", rules, "--wild", "JK", "KS AS")["points"] == points


def test_any_form_of_card_is_read_and_one_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "score", "--rules", "circle", "--wild", "none", "10♥ th JK1 pj")
    assert found["groups"][0]["cards"] == ["TH", "TH", "JK", "JK"]


def test_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "solve", "--rules", "circle", "--wild", "QD", HAND)
    assert status == 0
    assert "pure sequence" in out
    assert "19 points" in out


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "--version") == (0, f"paplu {version('paplu')}\n", "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["score", "--rules", "circle", "--wild", "Q", "2H 3H XX"], "not a card: 'XX'"),
        (["score", "--rules", "circle", "--wild", "Q", "2H " + "X" * 9999], "…"),
        (["score", "--rules", "nope", "--wild", "Q", "2H"], "no rule set 'nope'"),
        (["score", "--rules", "circle", "--wild", "Z", "2H"], "wild is a rank"),
        (["score", "--rules", "circle", "--wild", "", "2H"], "wild is a rank"),
        (["solve", "--rules", "circle", "--wild", "Q", "2H 3H"], "13 or 14 cards, not 2"),
        (["solve", "--rules", "circle", "2H 3H"], "--wild"),
        (["solve", "--batch", "2H"], "standard input"),
        (["rules", "nope"], "no rule set"),
        (["juggle"], "juggle"),
        ([], "COMMAND"),
    ],
)
def test_a_call_that_cannot_be_understood(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    status, out, err = call(capsys, *arguments)
    assert (status, out) == (2, "")
    assert complaint in err
    assert "Traceback" not in err


def test_a_batch_answers_every_line_in_order() -> None:
    found = lines(
        score_request,
        {"id": "a", "rules": "circle", "wild": "none", "groups": [["2H", "3H", "4H"], ["KS"], []]},
        b"  ",
        b"",
        {"id": 7, "rules": "winzo", "wild": "none", "groups": []},
    )
    assert [(one["id"], judged) for one, judged in found] == [("a", True), (7, True)]
    assert found[0][0]["points"] == 19
    assert len(found[0][0]["groups"]) == 2


def test_a_batch_of_solve() -> None:
    [(found, judged)] = lines(solve_request, {"id": 1, "rules": "circle", "wild": "QD", "cards": HAND.split()})
    assert judged
    assert next(iter(found)) == "id"
    assert found["raw"] == 19


GOOD = {"id": "x", "rules": "circle", "wild": "Q", "cards": HAND.split()}


@pytest.mark.parametrize(
    ("line", "id", "error"),
    [
        (b"{", None, "not JSON"),
        (b"\xff\xfe", None, "not UTF-8"),
        (b"[1]", None, "not a JSON object"),
        (b"NaN", None, "not JSON"),
        (b'{"id": NaN}', None, "not JSON"),
        (b'{"id": 1e999}', None, "missing"),
        (b"[" * 100_000, None, "not JSON"),
        (b'{"id": ' + b"9" * 10_000 + b"}", None, "not JSON"),
        ({**GOOD, "rules": "nope"}, "x", "no rule set"),
        ({**GOOD, "rules": 1}, "x", "rules: a text"),
        ({**GOOD, "wild": None}, "x", "wild: missing"),
        ({**GOOD, "cards": "2H"}, "x", "cards: a list"),
        ({**GOOD, "cards": [1]}, "x", "cards: a list"),
        ({**GOOD, "cards": ["ZZ"]}, "x", "not a card: 'ZZ'"),
        ({**GOOD, "cards": ["2H"]}, "x", "13 or 14"),
        ({**GOOD, "cards": ["2H"] * 100_000}, "x", "13 or 14"),
        ({**GOOD, "id": [1, {"a": None}], "wild": "?"}, [1, {"a": None}], "wild is"),
        ({"id": "x"}, "x", "rules: missing"),
        ({}, None, "rules: missing"),
    ],
)
def test_a_bad_line_is_told_and_the_rest_go_on(line: object, id: object, error: str) -> None:
    (bad, judged), (_, last) = lines(solve_request, line, GOOD)
    assert not judged
    assert last
    assert list(bad) == ["id", "error"]
    assert bad["id"] == id
    assert error in bad["error"]


def test_groups_of_a_batch_are_lists_of_lists() -> None:
    for groups in (None, "2H", [["2H"], "3H"], [[["2H"]]], {"a": 1}):
        [(bad, judged)] = lines(score_request, {"id": 1, "rules": "circle", "wild": "Q", "groups": groups})
        assert not judged
        assert "groups: a list of lists" in bad["error"]


@pytest.mark.parametrize(
    ("id", "told", "differs"),
    [
        ("winzo", "Stake of one deal: the boot, for 80 points", True),
        ("winzo", "Formats without a drop: none (circle: Deals rummy and Best of three; being out ", True),
        ("winzo", "The last one left: wins the deal", True),
        ("toking", "A sorted hand is shown: suit by suit (circle: in one row)", True),
        ("toking", "Leaving costs: what a drop would cost then; without a drop,", False),
        ("toking", "Seconds for a turn, at the pace Blitz: 30", False),
        ("toking", "Reshuffles in a deal: no limit", False),
    ],
)
def test_rules_say_what_differs_and_what_does_not(
    capsys: pytest.CaptureFixture[str], id: str, told: str, differs: bool
) -> None:
    status, out, _ = call(capsys, "rules", id)
    assert status == 0
    own, _, other = out.partition("Different from circle:")
    assert f"  {told.partition(' (circle')[0]}" in own
    assert (f"  {told}" in other) == differs


def test_rules_are_listed_and_compared(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "rules")
    assert status == 0
    ids = ["circle", "circle_detailed", "gin", "oklahoma", "romme", "toking", "twentyone", "winzo"]
    assert [line.split()[0] for line in out.splitlines()] == ids
    _, out, _ = call(capsys, "rules", "winzo")
    told, differences = out.split("Different from circle:")
    assert "Printed jokers in each pack: 2" in told
    assert "Printed jokers in each pack: 2 (circle: 1)" in differences
    assert "Reshuffles" not in differences
    status, _, err = call(capsys, "solve", "--rules", "romme", "--wild", "Q", "2H 3H 4H 5C 6C 7C QD 8D 5D 2D 2C 2S KS")
    assert (status, len(err.splitlines())) == (2, 1)
    _, out, _ = call(capsys, "rules", "romme")
    assert "Jokers in all: 3" in out
    formats = "Single deal; Best of three; Best of five; Best of seven; To 100 points; To 200 points; To 300 points"
    assert f"Formats: {formats}; To 500 points" in out
    assert "drop" not in out.lower()
    _, out, _ = call(capsys, "rules", "circle_detailed")
    assert "Plays like circle." in out
    _, out, _ = call(capsys, "rules", "circle")
    assert "circle:" in out
    assert "Different" not in out


def test_a_rule_set_is_compared_within_its_game(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "rules", "oklahoma")
    _, differences = out.split("Different from gin:")
    assert "A spade as the first open card: doubles the deal (gin: counts as any)" in differences
    _, out, _ = call(capsys, "rules", "gin")
    assert "Another game than circle." in out


def test_a_folder_of_house_rules(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "harsh.toml").write_text('base = "circle"\nname = "Harsh"\n[scoring]\nmin_loser_points = 9\n')
    monkeypatch.setenv("RULES_DIR", str(tmp_path))
    assert answer(capsys, "score", "--rules", "harsh", "--wild", "none", "2H 3H 4H")["points"] == 9
    (tmp_path / "bad.toml").write_text("base = 3")
    status, _, err = call(capsys, "score", "--rules", "harsh", "--wild", "none", "2H")
    assert status == 2
    assert "bad.toml: base" in err


def test_a_folder_named_in_the_file_of_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "harsh.toml").write_text('base = "circle"\n[scoring]\nmin_loser_points = 9\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULES_DIR", raising=False)
    harsh = ["score", "--rules", "harsh", "--wild", "none", "2H 3H 4H"]
    assert call(capsys, *harsh)[0] == 2
    (tmp_path / ".env").write_text("RULES_DIR=house\n")
    assert answer(capsys, *harsh)["points"] == 9


def paplu(*arguments: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    call = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(call, input=stdin, capture_output=True, check=False, timeout=120)


def test_exit_statuses_of_a_batch() -> None:
    good = json.dumps(GOOD).encode() + b"\n"
    done = paplu("solve", "--batch", stdin=good * 2)
    assert (done.returncode, done.stdout.count(b"\n"), done.stderr) == (0, 2, b"")
    done = paplu("solve", "--batch", stdin=good + b"oops\n\n" + good.strip())
    assert (done.returncode, done.stdout.count(b"\n"), done.stderr) == (1, 3, b"")


def test_a_reader_that_leaves_is_no_error() -> None:
    command = [sys.executable, "-m", "bot", "solve", "--batch"]
    run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout is not None
    run.stdout.close()
    _, err = run.communicate(json.dumps(GOOD).encode() + b"\n", timeout=120)
    assert err == b""


def test_neither_libraries_nor_the_catalogue_are_imported() -> None:
    late = {"discord", "sqlalchemy", "PIL", "pydantic", "structlog", "aiohttp", "prometheus_client", "bot.text"}
    code = (
        "import sys; from bot.cli.main import main; "
        f"main(['solve', '--rules', 'circle', '--wild', 'Q', '{HAND}']); "
        f"print(sorted({late!r} & sys.modules.keys()))"
    )
    environment = {**os.environ, "PYTHONPATH": "."}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment)
    assert done.stdout.endswith(b"[]\n")


# -- knocks -----------------------------------------------------------------------------------------

KNOCKER = "9C 9D 9S 5H 6H 7H KC KD KS 4C"
AGAINST = "KH 8H 2C 2D 2S AC AD QS 6C 3D"
ALL_MELDS = "QC QD QS 5H 6H 7H 8H KC KD KS KH"


def test_a_knock_gives_both_sides_what_is_laid_off_and_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "score", "--rules", "gin", "--knock", KNOCKER, "--against", AGAINST)
    assert (found["winner"], found["points"], found["ending"]) == ("knocker", 17, "knock")
    assert (found["knocker"]["deadwood"], found["knocker"]["left"]) == (["4C"], 4)
    assert (found["opponent"]["laid_off"], found["opponent"]["left"]) == (["8H", "KH"], 21)
    assert found["opponent"]["groups"] == [{"cards": ["AD", "2D", "3D"], "kind": "sequence"}]
    status, out, _ = call(capsys, "score", "--rules", "gin", "--knock", KNOCKER, "--against", AGAINST)
    assert status == 0
    assert "laid off          8H KH" in out
    assert out.endswith("The knocker gets 17 points.\n")


def test_the_first_open_card_decides_where_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ("--knock", KNOCKER, "--against", AGAINST)
    assert answer(capsys, "score", "--rules", "oklahoma", "--first-open", "JS", *hands)["points"] == 34
    assert answer(capsys, "score", "--rules", "oklahoma", "--first-open", "JH", *hands)["points"] == 17
    big = answer(capsys, "score", "--rules", "gin", "--knock", ALL_MELDS, "--against", "2C 2D 2S 3C 3D 3S 9C 5D 3H 4S")
    assert (big["ending"], big["points"]) == ("big_gin", 49)


def test_a_hand_without_wild_cards_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "solve", "--rules", "gin", KNOCKER)
    assert (found["points"], found["deadwood"], "wild" in found) == (4, ["4C"], False)
    eleven = answer(capsys, "solve", "--rules", "gin", f"{KNOCKER} TD")
    assert (eleven["discard"], eleven["points"]) == ("TD", 4)
    _, out, _ = call(capsys, "solve", "--rules", "gin", f"{KNOCKER} TD")
    assert out.endswith("left over         4C\nDeadwood: 4 points.\n")


def test_a_batch_of_knocks_and_hands() -> None:
    knock = {"id": 1, "rules": "gin", "knock": KNOCKER.split(), "against": AGAINST.split()}
    found = lines(score_request, knock, {**knock, "rules": "oklahoma", "first_open": "3C"}, {**knock, "knock": "9C"})
    assert [judged for _, judged in found] == [True, False, False]
    assert found[0][0]["points"] == 17
    assert found[1][0]["error"] == "no knock: 4 points of deadwood, where 3 is the most"
    assert found[2][0]["error"] == "knock: a list of cards"
    [(solved, judged)] = lines(solve_request, {"id": 1, "rules": "gin", "cards": KNOCKER.split()})
    assert (judged, solved["points"]) == (True, 4)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--knock", KNOCKER], "--knock and --against"),
        (["--against", AGAINST], "--knock and --against"),
        (["--knock", KNOCKER, "--against", AGAINST, "2H"], "--knock and --against"),
        (["--knock", "9C", "--against", AGAINST], "a knock shows 10 cards"),
        (["--knock", KNOCKER, "--against", KNOCKER], "there are not so many of it"),
        (["--knock", KNOCKER.replace("4C", "JK"), "--against", AGAINST], "JK: there are not so many of it"),
        (["--knock", AGAINST, "--against", KNOCKER], "no knock: "),
        (["--knock", KNOCKER + " TD", "--against", AGAINST], "where 0 is the most"),
        (["--knock", KNOCKER.replace("4C", "XX"), "--against", AGAINST], "not a card"),
        (["2H 3H 4H"], "--knock and --against"),
        (["--wild", "Q", "2H"], "groups are not declared in this game"),
    ],
)
def test_a_knock_that_cannot_be_judged(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    status, out, err = call(capsys, "score", "--rules", "gin", *arguments)
    assert (status, out) == (2, "")
    assert complaint in err


@pytest.mark.parametrize(
    ("rules", "complaint"), [("circle", "nobody knocks"), ("oklahoma", "--first-open is needed"), ("romme", "judged")]
)
def test_rule_sets_in_which_that_knock_is_none(capsys: pytest.CaptureFixture[str], rules: str, complaint: str) -> None:
    hands = ("--knock", KNOCKER, "--against", AGAINST, "--wild", "none")
    status, _, err = call(capsys, "score", "--rules", rules, *hands)
    assert status == 2
    assert complaint in err
