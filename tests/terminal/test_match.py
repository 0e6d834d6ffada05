"""Whole matches in the terminal, and the answer when a match cannot go on."""

import hashlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli.main import main
from bot.rummy.match.formats import Format
from bot.rummy.match.match import courses
from bot.service.tables import deadlines
from tests.known import GAMES, load
from tests.terminal.player import Strategy, choices, losing, plain, play, typing

ROOT = Path(__file__).parents[2]
MARKUP = re.compile(r"\x1b|⏳|\*\*|###|-#|`|<t:|<@|\\| \.|  ")
"""Codes that only a terminal or only Discord understands; and deadlines, or the gaps that they would leave."""
SETS = sorted(load())


def shortest() -> Iterator[tuple[str, str]]:
    """Yield the match with the fewest deals, or the lowest limit, of each game and format; the rule sets take turns."""
    for game in GAMES:
        sets = [(id, rules) for id, rules in sorted(load().items()) if rules.game is game]
        formats = {terms.format for _, rules in sets for terms in courses(rules)} - {Format.POINTS}
        for number, format in enumerate(sorted(formats)):
            found = [(id, [terms.course for terms in courses(rules) if terms.format is format]) for id, rules in sets]
            having = [(id, matches[0]) for id, matches in found if matches]
            yield having[number % len(having)]


def fed(
    lines: bytes, *arguments: str, hash_seed: str = "0", code: str = "", encoding: str = "utf-8"
) -> subprocess.CompletedProcess[bytes]:
    """Return a process of its own that reads those lines from a pipe."""
    call = ["-c", code] if code else ["-m", "bot", "play", "--terminal", *arguments]
    environment = {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": encoding}
    return subprocess.run(
        [sys.executable, *call], input=lines, env={**os.environ, **environment}, capture_output=True, timeout=120
    )


# -- to the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SETS)
def test_a_deal_by_every_rule_set_comes_to_its_end(monkeypatch: pytest.MonkeyPatch, rules: str) -> None:
    others = str(min(2, load()[rules].max_players - 1))
    status, out, _ = play(monkeypatch, plain, "--rules", rules, "--computers", others, "--seed", "4")
    assert status == 0
    assert re.search(r"^🏆 .* wins!$", out, re.MULTILINE)
    assert not MARKUP.search(out)
    assert "\n\n\n" not in out
    thrown = out.count("\nPlayer discarded ") + out.count("\nPlayer knocked ") + out.count("\nPlayer went gin")
    assert 0 < thrown == out.count("\nYou drew ")


@pytest.mark.parametrize(("rules", "course"), [*shortest()])
def test_a_match_in_every_format_comes_to_its_end(monkeypatch: pytest.MonkeyPatch, rules: str, course: str) -> None:
    status, out, _ = play(monkeypatch, plain, "--rules", rules, "--format", course, "--seed", "3")
    assert status == 0
    assert re.search(r"^🏆 .* (wins|share the first place)!$", out, re.MULTILINE)
    assert not MARKUP.search(out)
    assert out.count("Seat 1: ") == 1
    assert "1. Next deal" in out
    deals = {int(number) for number in re.findall(r"after deal (\d+)\.", out)}
    assert deals == set(range(1, max(deals) + 1))


def test_a_person_who_is_out_may_rejoin(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("--rules", "circle", "--format", "pool_101", "--computers", "2", "--seed", "7")
    status, out, _ = play(monkeypatch, losing, *arguments)
    assert status == 0
    assert "\nRejoin at 51 points?\n1. Rejoin\n2. No, thanks\n" in out
    assert "\nNext deal\n1. Next deal\n" in out
    assert not MARKUP.search(out)


def test_the_same_lines_give_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("--rules", "winzo", "--computers", "3", "--seed", "4")
    status, out, typed = play(monkeypatch, plain, *arguments)
    run = fed("".join(f"{line}\n" for line in typed).encode(), *arguments, hash_seed="1")
    assert run.returncode == status == 0
    assert (run.stdout, run.stderr) == (out.encode(), b"")


def test_a_seed_is_the_digest_of_its_digits_and_said_to_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    _, out, _ = play(monkeypatch, typing(), "--seed", "12")
    digest = hashlib.sha256(hashlib.sha256(b"12").digest()).hexdigest()
    assert f'Shuffle commitment, its seed is known: the SHA-256 of "12":\n{digest}\n' in out
    assert play(monkeypatch, typing(), "--seed", "012")[1] == out
    assert play(monkeypatch, typing(), "--seed", "13")[1] != out


def test_without_a_seed_the_cards_are_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (play(monkeypatch, typing())[1] for _ in range(2))
    assert first != second
    assert "its seed is drawn by chance and secret until the end" in first


def test_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "ROUND_SECONDS", 100_000)
    reads = 0

    def slow(lines: list[str]) -> str:
        nonlocal reads
        reads += 1
        return plain(lines)

    status, out, _ = play(monkeypatch, slow, "--computers", "1", "--seed", "4")
    assert status == 0
    assert reads > 5
    assert "missed" not in out


# -- lines ------------------------------------------------------------------------------------------


WRONG = ("", "x", "99", "-1", "1.", "١", "9" * 5000, "1 1", "\x1b[31m", "0 0")


def printed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[str]:
    """Return the output after those lines, with a seed by which the person draws first."""
    status, out, typed = play(monkeypatch, typing(*lines), "--seed", "5")
    assert (status, len(typed)) == (1, len(lines))
    return out.splitlines()


def test_a_wrong_line_gets_a_sentence_and_the_question_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = printed(monkeypatch)
    question = before[-8:]
    assert (question[0], question[-1]) == ("1. Closed", "0. Table")
    said = printed(monkeypatch, *WRONG)
    assert said == before + ["Type a number from 0 to 7.", *question] * len(WRONG)


def test_lines_that_are_no_text_are_wrong_lines() -> None:
    run = fed(b"\xff\xfe\x00\n\xf0\n1\n", "--seed", "5")
    assert run.stdout.decode().count("Type a number from 0 to 7.") == 2
    assert "You drew 7♦." in run.stdout.decode()
    assert (run.returncode, run.stderr) == (1, b"paplu: the input ended before the match did.\n")


def test_the_locale_does_not_change_the_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(monkeypatch, typing("1"), "--seed", "5")[1]
    assert out.count("♦") > 1
    assert fed(b"1\n", "--seed", "5", encoding="latin-1").stdout == out.encode()


def test_closed_output_is_no_error() -> None:
    command = f"{shlex.quote(sys.executable)} -m bot play --terminal --seed 5 >&- <&-"
    run = subprocess.run(command, shell=True, cwd=ROOT, stderr=subprocess.PIPE, timeout=120, check=False)
    assert (run.returncode, run.stderr) == (1, b"paplu: the input ended before the match did.\n")


def test_a_menu_says_what_it_takes_and_leads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = printed(monkeypatch, "1")
    said = printed(monkeypatch, "1", "Discard…", "13", "1 2", "0", "3 99", "0")
    question, menu = drawn[-9:], said[len(drawn) : len(drawn) + 13]
    assert (menu[0], menu[-1]) == ("1. 7♦ · just drawn", "0. Back")
    again = ["Type a number from 0 to 12.", *menu]
    assert said == [*drawn, *menu, *again, *again, *question, *again, *question]


def test_several_cards_are_chosen_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    said = printed(monkeypatch, "Arrange…", "1, 2  3", "", "", "", "")
    assert "Your groups are saved." in said
    assert "▫️ A♣ 10♣ J♣ · not valid yet" in said
    wrong = "Type one or several numbers from 1 to 13, with spaces between them, or 0."
    for typed in ("1 14", "x", "\x1b[31m"):
        again = printed(monkeypatch, "Arrange…", typed)
        assert again.count(wrong) == 1
        assert not MARKUP.search("\n".join(again))


def test_a_form_that_is_left_as_it_is_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = printed(monkeypatch, "Arrange…")
    assert "1. A♣" in opened
    assert "Group 1 now: Q♥ (wild) K♥ A♥" in opened or "Group 1 now: K♥ A♥ Q♥ (wild)" in opened
    for lines in (["", "", "", "", ""], ["0"], ["1", "0"]):
        assert printed(monkeypatch, "Arrange…", *lines)[-8:] == printed(monkeypatch)[-8:]


def test_the_coach_answers_right_above_the_controls_and_asks_nothing_first(monkeypatch: pytest.MonkeyPatch) -> None:
    said = printed(monkeypatch, "Coach", "Why?", "Closed", "Coach", "Why?")
    first, why, second, _ = (at for at, line in enumerate(said) if line.startswith("🧭"))
    assert "1. Closed" in said[first:why], "the controls of the hand follow"
    assert re.search(r"[0-9]+ of the [0-9]+ unseen cards help", said[why + 1])
    assert said[second].startswith("🧭 Throw ")
    assert said[second + 1].startswith("1. Throw ")


@pytest.mark.parametrize("lines", [[], ["1"], ["1", "1"], ["7"], ["0", "4"]])
def test_the_end_of_the_input_before_the_end_of_the_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str]
) -> None:
    printed(monkeypatch, *lines)
    assert capsys.readouterr().err == "paplu: the input ended before the match did.\n"


# -- what can be done -------------------------------------------------------------------------------


def by(*steps: str) -> Strategy:
    """Return a strategy that chooses labels with these beginnings, one after another, and then plays plainly."""
    left = list(steps)

    def strategy(lines: list[str]) -> str:
        offered = choices(lines)
        if left and (found := next((number for label, number in offered.items() if label.startswith(left[0])), None)):
            left.pop(0)
            return found
        return plain(lines)

    return strategy


def declaring() -> Strategy:
    """Arrange the hand after each draw, and declare as soon as it is valid."""
    looked = False

    def strategy(lines: list[str]) -> str:
        nonlocal looked
        offered = choices(lines)
        if any(line.startswith("You drew ") for line in lines):
            looked = False
            return offered["Best"]
        if "Finish with…" in offered:
            return "0" if looked else "1"
        if "1. Finish with…" not in lines and any(label.endswith("valid without it") for label in offered):
            return "1"
        if "Finish and declare" in offered:
            return offered["Finish and declare"]
        if "Declare…" in offered and not looked:
            return offered["Declare…"]
        if "Back" in offered and not looked:
            looked = True
            return "0"
        return plain(lines)

    return strategy


def test_a_person_can_declare(monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, _ = play(monkeypatch, declaring(), "--seed", "2")
    assert status == 0
    assert "✅ These groups are valid.\n1. " in out
    assert "Player declared." in out
    assert "🏆 Player wins!" in out


def test_cards_are_put_down_swapped_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = by("Closed", "Choose cards to put down…", "", "Back", "Place best", "Undo")
    status, out, _ = play(monkeypatch, steps, "--rules", "romme", "--seed", "1")
    assert status == 0
    for told in ("You chose ", "You placed ", "Your last step is taken back.", "You laid off ", "You took the joker "):
        assert told in out


def test_a_person_can_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, typed = play(
        monkeypatch, by("Table", "More…", "Leave…", "Leave"), "--computers", "2", "--seed", "5", "--format", "pool_101"
    )
    assert (status, len(typed)) == (0, 4)
    assert "Leave this table for good?" in out


def test_a_person_can_end_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, typed = play(monkeypatch, by("Table", "More…", "End table…", "End table"), "--seed", "5")
    assert (status, len(typed)) == (0, 4)
    assert "No result: nobody wins or loses anything." in out


def test_what_all_can_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, _ = play(
        monkeypatch, by("Table", "Discards", "Scores", "Rules", "My hand", "More…", "Drop…", "Drop"), "--seed", "5"
    )
    assert status == 0
    for told in ("Open deck, bottom to top", "Scores\n", "The aim\n", "Drop out of this deal?", "Player dropped"):
        assert told in out


# -- arguments --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--rules", "whist"],
            "no rule set 'whist'; there are circle, circle_detailed, gin, oklahoma, romme, ",
        ),
        (["--rules", ""], "circle"),
        (["--format", "limit_200"], "circle plays points, "),
        (["--rules", "romme", "--format", "pool_101"], "romme plays points, "),
        (["--computers", "0"], "circle takes 1 to 5"),
        (["--computers", "6"], "0 to 5"),
        (["--level", "5"], "1 to 4"),
        (["--rules", "romme", "--level", "4"], "romme has 1 (Beginner) and 2 (Casual)"),
        (["--seed", "-1"], "0 to 9223372036854775807"),
        (["--seed", str(2**63)], "0 to 9223372036854775807"),
        (["--seed", "x"], "0 to 9223372036854775807"),
        (["--seed", "9" * 5000], "0 to 9223372036854775807"),
        (["--port", "8013"], "--port"),
        (["--keep", "file"], "--keep"),
        (["--humans", "1"], "--humans"),
        (["--verbose"], "--verbose"),
        (["--no-browser"], "--no-browser"),
    ],
)
def test_arguments_that_cannot_be_played(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = called(["play", "--terminal", *arguments])
    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    assert said in printed.err


@pytest.mark.parametrize("arguments", [["--seed", "1"], ["--format", "points"], ["--level", "4"]])
def test_arguments_for_the_terminal_alone(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert called(["play", *arguments]) == 2
    assert f"{arguments[0]} needs --terminal" in capsys.readouterr().err


def called(arguments: list[str]) -> int:
    try:
        return main(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)


def test_computers_play_at_the_level_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {level: play(monkeypatch, plain, "--level", level, "--seed", "5")[1] for level in "14"}
    assert all("🤖 Meera" in text for text in told.values())
    assert told["1"] != told["4"]


def test_formats_go_by_their_names_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Best of three · " in play(monkeypatch, typing(), "--format", "Best of three")[1]


def test_a_host_s_rule_set_is_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gentle.toml").write_text('base = "circle"\nname = "Gentle *house*"\n[points]\nfirst_drop = 7\n')
    monkeypatch.setenv("RULES_DIR", str(tmp_path))
    status, out, _ = play(monkeypatch, typing("More…", "Drop…", "Drop"), "--rules", "gentle", "--seed", "6")
    assert status == 0
    assert "Points rummy · Gentle *house*\n" in out
    assert "It costs you 7 points." in out


def test_neither_discord_nor_a_browser_is_needed() -> None:
    code = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("discord", "simcord", "aiohttp", "cogs", "playwright"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
from bot.cli.main import main
status = main(["play", "--terminal", "--seed", "6"])
unwanted = ("bot.discord", "bot.app", "bot.process", "bot.localcord.run")
assert not [name for name in sys.modules if name.startswith(unwanted)]
sys.exit(10 + status)
"""
    run = fed(b"6\n3\n1\n", code=code)
    assert (run.returncode, run.stderr) == (10, b"")


def test_q_leaves_and_a_question_mark_lists_the_controls_again(monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, typed = play(monkeypatch, typing("?", "closed", "q"), "--seed", "4", "--rules", "circle")
    assert (status, typed) == (1, ["?", "closed", "q"])
    assert "Type a number, a card to throw such as 7C, or: closed, open, best" in out
    assert out.count("1. Closed") == 2
    assert "You drew" in out
