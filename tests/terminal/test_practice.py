"""Puzzles in the terminal, in place of a match."""

import pytest

from bot.cli.main import main
from bot.text import practice, terminal
from tests.terminal.player import play, typing


def test_puzzles_are_answered_one_after_another_until_it_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = typing("Gin rummy", "1", practice.NEXT(), "Indian rummy", terminal.ENOUGH())
    status, out, _ = play(monkeypatch, strategy, "--practice", looks_back=True)
    assert status == 0
    choice, first, answered, second, other = out.split("\n\n")
    assert choice.startswith("🧩 Puzzles.")
    assert "Gin rummy\nPuzzle 1 of" in first
    assert "Not the best move." in answered
    assert "\nYour move: " in answered, "both moves are played on at once"
    assert "\nThe best move: " in answered
    assert "comes again" not in answered, "nothing is stored"
    assert "Gin rummy\nPuzzle 2 of" in second
    assert "Indian rummy\nPuzzle 1 of" in other
    assert "<t:" not in out


@pytest.mark.parametrize("options", [["--practice"], ["--terminal", "--practice", "--learn"]])
def test_practice_goes_with_the_terminal_and_without_a_lesson(
    capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    try:
        status = main(["play", *options])
    except SystemExit as stop:
        status = int(stop.code or 0)
    assert status == 2
    assert "--practice" in capsys.readouterr().err
