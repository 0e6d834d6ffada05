"""Fixtures that the tests of the terminal share."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog


@pytest.fixture(autouse=True)
def _kept_logging() -> Iterator[None]:
    """Restore the logging, which a match sends to standard error."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play in a folder without settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULES_DIR", raising=False)
