"""A first hand in the terminal: before a match by an option, or from it by an offer."""

import re

import pytest

from bot.cli.main import main
from bot.text import lesson as lesson_text
from bot.text import terminal
from tests.terminal.player import Strategy, choices, plain, play


def taught() -> Strategy:
    """Let the lesson do its steps, then go to the table and play."""
    is_over = False

    def strategy(lines: list[str]) -> str:
        nonlocal is_over
        offered = choices(lines)
        if lesson_text.AGAIN() in offered:
            is_over = True
            return "0"
        return plain(lines) if is_over else offered.get(lesson_text.DO_IT()) or offered[terminal.MORE()]

    return strategy


@pytest.mark.parametrize(("rules", "steps"), [("circle", 9), ("romme", 10), ("gin", 8)])
def test_a_lesson_before_a_match(monkeypatch: pytest.MonkeyPatch, rules: str, steps: int) -> None:
    status, out, _ = play(monkeypatch, taught(), "--learn", "--rules", rules, "--seed", "4")
    assert status == 0
    assert [int(number) for number in re.findall(rf"^(\d+) of {steps} · ", out, re.MULTILINE)] == [*range(1, steps + 1)]
    lesson, _, match = out.partition("That is rummy!")
    assert lesson.startswith(lesson_text.FIRST_HAND())
    assert "wins the deal" in lesson
    assert "Shuffle commitment" in match, "how the match began is told where the person comes to it"
    assert re.search(r"^🏆 .* wins!$", match, re.MULTILINE)


def test_a_step_by_hand_and_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(("1 1 2 4", "1 8 9 10 11", "0"))
    status, out, _ = play(monkeypatch, lambda lines: next(answers, None) or plain(lines), "--learn", "--seed", "4")
    assert status == 0
    assert "is neither a sequence nor a set" in out
    assert "4♥ 5♥ 6♥ 7♥ is a pure sequence." in out
    assert "2 of 9 · The joker" in out


def test_a_match_offers_the_lesson_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def curious(lines: list[str]) -> str:
        offered = choices(lines)
        asked.append(lesson_text.FIRST_HAND() in offered)
        if asked[-1]:
            return offered[lesson_text.FIRST_HAND()]
        return "0" if asked[-2:-1] == [True] or "My hand" in offered else plain(lines)

    status, out, _ = play(monkeypatch, curious, "--seed", "4")
    assert status == 0
    assert asked[0]
    assert not any(asked[1:])
    assert "1 of 9 · A pure sequence" in out


def test_pages_take_no_such_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--learn"]) == 2
    assert "--learn needs --terminal" in capsys.readouterr().err
