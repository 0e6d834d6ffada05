"""A person at the terminal who reads what is printed and types what a plain strategy says."""

import io
import re
import sys
from collections.abc import Callable

import pytest

from bot.cli.main import main
from bot.text import terminal

CHOICE = re.compile(r"^(\d+)\. (.*)$")

Strategy = Callable[[list[str]], str]
"""What to type when these lines were printed last, of which the last ones are choices."""

END = "\x04"
"""In the place of a line: there is none."""
FIRST = ("Rejoin", "Next deal", "Done", "Place best", "Closed", "Discard…")
"""What is chosen before all else."""


class Reader(io.StringIO):
    """Standard input whose every line is an answer to what stands on standard output."""

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
    """Return the labels of the question that was asked last, each with its number."""
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


def typing(*lines: str) -> Strategy:
    """Type these lines; then the input ends."""
    left = iter(lines)
    return lambda _: next(left, END)


def play(
    monkeypatch: pytest.MonkeyPatch, strategy: Strategy, *arguments: str, looks_back: bool = False
) -> tuple[int, str, list[str]]:
    """Run `paplu play --terminal` by that strategy; answers exit status, output and what was typed.

    `looks_back`: the strategy goes on once the match is over; else the input ends there.
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
