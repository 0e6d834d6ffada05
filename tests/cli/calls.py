"""Commands called in process, as their tests do it."""

import json
from typing import Any

import pytest

from bot.cli.main import main


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the status of that call of `paplu`, its output, and its errors."""
    try:
        status = main(list(arguments))
    except SystemExit as stop:
        status = int(stop.code or 0)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Return the answer of the call as JSON."""
    status, out, err = call(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found
