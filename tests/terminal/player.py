"""A person at the terminal who reads the output and types lines by a plain strategy."""

import io
import re
import sys
from collections.abc import Callable

import pytest

from bot.cli.main import main
from bot.text import terminal

CHOICE = re.compile(r"^(\d+)\. (.*)$")

Strategy = Callable[[list[str]], str]
"""Returns the line to type after these lines were printed last; the last of them are choices."""

END = "\x04"
"""Stands for the end of the input, in place of a line."""
FIRST = ("Rejoin", "Next deal", "Done", "Place best", "Closed", "Discard…")
"""Choices that are made before all others."""


class Reader(io.StringIO):
    """Standard input whose every line answers the last lines of standard output."""

    def __init__(self, out: io.StringIO, strategy: Strategy, *, looks_back: bool = False) -> None:
        super().__init__()
        self._looks_back = looks_back
        self._out = out
        self._strategy = strategy
        self._seen = 0
        self.typed: list[str] = []

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self._out.seek(self._seen)
        lines = self._out.read().splitlines()
        self._seen = self._out.tell()
        line = END if terminal.ENOUGH() in choices(lines) and not self._looks_back else self._strategy(lines)
        if line == END:
            return ""
        self.typed.append(line)
        return f"{line}\n"


def choices(lines: list[str]) -> dict[str, str]:
    """Return the labels of the last question, each with its number."""
    found: dict[str, str] = {}
    for line in lines:
        if choice := CHOICE.match(line):
            if choice[1] == "1":
                found.clear()
            found[choice[2]] = choice[1]
    return found


def plain(lines: list[str]) -> str:
    """Draw from the closed deck, put down what the solver finds, discard the first card; agree to go on."""
    offered = choices(lines)
    for label in FIRST:
        if label in offered:
            return offered[label]
    return "1"


def losing(lines: list[str]) -> str:
    """Throw the card just drawn in each turn; else as `plain`."""
    throws = [number for label, number in choices(lines).items() if label.startswith("Throw ")]
    return throws[0] if throws else plain(lines)


def typing(*lines: str) -> Strategy:
    """Type these lines, or for the label of a choice its number; then the input ends."""
    left = iter(lines)

    def strategy(printed: list[str]) -> str:
        line = next(left, END)
        return choices(printed).get(line, line)

    return strategy


def play(
    monkeypatch: pytest.MonkeyPatch, strategy: Strategy, *arguments: str, looks_back: bool = False
) -> tuple[int, str, list[str]]:
    """Run `paplu play --terminal` by that strategy. Return exit status, output and the typed lines.

    `looks_back`: the strategy goes on once the match is over; otherwise the input ends there.
    """
    out = io.StringIO()
    reader = Reader(out, strategy, looks_back=looks_back)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stdin", reader)
    try:
        status = main(["play", "--terminal", *arguments])
    finally:
        monkeypatch.undo()
    return status, out.getvalue(), reader.typed
