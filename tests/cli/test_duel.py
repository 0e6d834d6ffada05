"""Duels: their output, the same cards for both sides, and the answer to wrong arguments and players."""

import io
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.cli.duel_play import Duellist, DuelTerms, play_pack
from bot.cli.main import main
from bot.rummy.errors import ParseError
from bot.rummy.game import game_of
from bot.rummy.match.match import Terms
from bot.rummy.record import Record
from tests.cli.calls import answer, call
from tests.known import GAMES, shipped, with_own

PLAYERS = "tests.cli.players"


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    sides = {side: {key: value for key, value in found[side].items() if not key.endswith("_ms")} for side in "ab"}
    return found | sides


def test_the_same_call_plays_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("2", "1", "--deals", "10", "--seed", "5")
    found = answer(capsys, "duel", *arguments)
    assert without_times(answer(capsys, "duel", *arguments)) == without_times(found)
    assert without_times(answer(capsys, "duel", *arguments[:-1], "6")) != without_times(found)
    assert (found["deals"], found["packs"], found["players"], found["fair"]) == (10, 5, 2, 0.5)
    assert found["a"]["won"] + found["b"]["won"] == 10
    low, high = found["won_interval"]
    assert low < found["won"] < high


def test_a_seed_may_be_the_hash_of_a_commit(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("2", "1", "--deals", "2", "--seed")
    found = answer(capsys, "duel", *arguments, "0xd5c8092")
    assert found["seed"] == 0xD5C8092
    assert without_times(answer(capsys, "duel", *arguments, str(0xD5C8092))) == without_times(found)


@pytest.mark.parametrize("players", [2, 3])
def test_a_player_against_itself_is_exactly_fair(capsys: pytest.CaptureFixture[str], players: int) -> None:
    """Each pack is played from every seat, so that like players share its deals alike."""
    found = answer(capsys, "duel", "2", "2", "--deals", "12", "--players", str(players))
    assert found["won"] == pytest.approx(1 / players, abs=1e-4)
    assert found["won_interval"] == [found["won"], found["won"]]
    assert found["points_less"] == pytest.approx(0)


def test_several_processes_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("2", "1", "--deals", "6", "--players", "3")
    assert without_times(answer(capsys, "duel", *arguments, "--jobs", "2")) == without_times(
        answer(capsys, "duel", *arguments)
    )
    status, out, err = call(capsys, "duel", f"{PLAYERS}:cheats", "2", "--jobs", "2")
    assert (status, err.count("\n")) == (1, 1)
    assert Record.parse(out, GAMES).entries


def test_the_figures_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capsys, "duel", "2", "1", "--deals", "10")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == [
        "level 2 (A) against 1 × level 1 (B)",
        "rules circle, format points",
        "10 deals, 5 packs played from every seat, seed 1",
    ]
    assert "95 % interval" in lines[3]
    assert "draw closed" in out
    assert "processor time: mean" in out


def test_one_pack_tells_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    out = call(capsys, "duel", "2", "2", "--deals", "1")[1]
    assert "unknown after one pack" in out
    assert "2 deals, 1 pack played from every seat" in out
    assert "A, level 2: 1 deal won" in out
    assert answer(capsys, "duel", "2", "2", "--deals", "1")["won_interval"] == [None, None]


def test_matches_of_many_deals_are_counted_as_matches(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "duel", "3", "2", "--deals", "1", "--players", "3", "--format", "pool_101")
    assert (found["matches"], found["format"]) == (3, "pool_101")
    assert found["deals"] > 3
    assert "of 3 matches" in call(capsys, "duel", "3", "2", "--deals", "1", "--players", "3", "--format", "pool_101")[1]


def test_drops_can_be_switched_off(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("3", "2", "--deals", "12", "--players", "4")
    assert "drop" in answer(capsys, "duel", *arguments)["a"]["done"]
    assert "drop" not in answer(capsys, "duel", *arguments, "--no-drops")["a"]["done"]


def test_the_western_game_is_played_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "duel", "4", "1", "--deals", "6", "--rules", "romme")
    assert found["deals"] == 6
    assert found["a"]["name"] == "level 4, which plays as level 2 there"
    low, high = found["won_interval"]
    assert 0 <= low <= found["won"] <= high <= 1


def test_no_decision_takes_longer_than_the_longest(capsys: pytest.CaptureFixture[str]) -> None:
    sides = [answer(capsys, "duel", "3", "1", "--deals", "2", "--seed", str(seed)) for seed in range(3)]
    for side in (found[letter] for found in sides for letter in "ab"):
        assert side["mean_ms"] <= side["p99_ms"] <= side["longest_ms"]


def test_functions_are_players(capsys: pytest.CaptureFixture[str]) -> None:
    levels = answer(capsys, "duel", "2", "1", "--deals", "4")
    named = answer(
        capsys, "duel", "bot.games.indian.computer:level_2", "bot.games.indian.computer:level_1", "--deals", "4"
    )
    assert (named["won"], named["points_less"]) == (levels["won"], levels["points_less"])


def test_a_player_may_lie_in_the_folder_of_the_call(
    capsys: pytest.CaptureFixture[str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "from bot.games.indian.computer import level_2\n\ndef choose(view):\n    return level_2(view)\n"
    (here / "own_player.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    assert answer(capsys, "duel", "own_player:choose", "2", "--deals", "2")["won"] == 0.5


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("5", "2"), "a level from 1 to 4"),
        (("2", "strong"), "a level from 1 to 4"),
        (("2", ":"), "a level from 1 to 4"),
        (("2", "no.such.module:choose"), "ModuleNotFoundError"),
        (("2", f"{PLAYERS}:none_such"), "AttributeError"),
        (("2", f"{PLAYERS}:NOT_CALLABLE"), "no function"),
        (("2", "2", "--rules", "none_such"), "no rule set 'none_such'"),
        (("2", "2", "--players", "1"), "from 2 to 6"),
        (("2", "2", "--players", "7"), "from 2 to 6"),
        (("2", "2", "--format", "pool"), "circle plays points, pool_101"),
        (("2", "2", "--format", "deals_4"), "circle plays points, pool_101"),
        (("2", "2", "--deals", "0"), "a number from 1"),
        (("2", "2", "--seed", "-1"), "a number from 0"),
        (("2", "2", "--seed", "0xseed"), "a number from 0"),
        (("2", "2", "--seed", "0x" + 20 * "f"), "a number from 0"),
        (("2",), "B"),
    ],
)
def test_wrong_arguments_are_told_in_a_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str
) -> None:
    status, out, err = call(capsys, "duel", *arguments)
    assert (status, out) == (2, "")
    assert why in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_rule_set_that_is_for_fewer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    (here / "few.toml").write_text('base = "circle"\nname = "Few"\nmax_players = 3\n', encoding="utf-8")
    monkeypatch.setenv("RULES_DIR", str(here))
    status, out, err = call(capsys, "duel", "2", "2", "--rules", "few", "--players", "4")
    assert (status, out, err) == (2, "", "paplu: --players: few is for 2 to 3\n")


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("cheats", "not_in_hand"),
        ("fails", "failed: LookupError: nothing found"),
        ("answers_nothing", "answered None, which is no action"),
    ],
)
def test_a_foul_ends_the_duel_with_its_record(capsys: pytest.CaptureFixture[str], player: str, why: str) -> None:
    status, out, err = call(capsys, "duel", f"{PLAYERS}:{player}", "2", "--deals", "50")
    assert status == 1
    assert err.startswith(f"paplu: {PLAYERS}:{player} on seat ")
    assert err.count("\n") == 1
    assert why in err
    record = Record.parse(out, GAMES)
    if player == "cheats":
        with pytest.raises(ParseError, match=why):
            record.replay()
    else:
        assert record.replay().deal is not None


class Screen(io.StringIO):
    """A terminal that a person looks at."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_to_a_person(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    main(["duel", "2", "1", "--deals", "4", "--json"])
    assert "2 of 4 deals" in screen.getvalue()
    assert screen.getvalue().endswith("\r\033[K")
    assert json.loads(capsys.readouterr().out)["deals"] == 4


def test_points_that_are_good_are_told_as_scored(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("duel", "2", "1", "--rules", "gin", "--deals", "10", "--seed", "3")
    found = answer(capsys, *arguments)
    assert found["net"] == found["points_less"]
    assert found["a"]["points_a_deal"] <= 0
    status, out, _ = call(capsys, *arguments)
    assert status == 0
    assert f"A scored {found['points_less']:.2f} points more a deal than B" in out
    assert f"deals won, {-found['a']['points_a_deal']:.2f} points a deal" in out
    assert "paid" not in out


def test_what_is_settled_besides_the_points_counts() -> None:
    rules = shipped("twentyone")
    found = []
    for value_points in (True, False):
        setting = DuelTerms(with_own(rules, value_points=value_points), Terms(), 2, 3, drops=False)
        a, b = (Duellist(str(level), partial(game_of(rules).choose, level=level)) for level in (2, 1))
        found.append(play_pack(setting, a, b, 0))
    assert found[0].won == found[1].won
    assert found[0].net != found[1].net
    assert found[0].net == -found[0].points
