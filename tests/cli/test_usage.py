"""The answers to wrong calls and the explanations: to operators in English, to players in the language of the
terminal.
"""

import gc
import re
import signal
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from bot.__main__ import main as started
from bot.cli.main import main
from tests.cli.calls import call
from tests.languages.pseudo import pseudo_language, untranslated

FULL = Path("/dev/full")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("score", "--help"), 0),
        (("db", "move", "--help"), 0),
        ((), 2),
        (("status", "HERE"), 2),
        (("db", "prune"), 2),
        (("db", "upgrade"), 2),
        (("verify", "nothing"), 2),
        (("duel", "1", "1", "--deals", "2"), 0),
        (("run",), 2),
    ],
    ids=str,
)
def test_operators_read_english_whatever_their_terminal_speaks(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: tuple[str, ...],
    status: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    english = call(capsys, *arguments)
    assert english[0] == status
    monkeypatch.setattr("bot.cli.main.language_of", lambda _: pseudo_language())
    told = call(capsys, *arguments)
    assert _without_seconds(told) == _without_seconds(english)


@pytest.mark.parametrize(("command", "work"), [("rules", "bot.cli.rules.run"), ("run", "bot.process.run")])
def test_garbage_is_looked_for_as_soon_as_a_command_is_imported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, work: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setattr(sys, "argv", ["paplu", command])
    monkeypatch.setattr(work, lambda _: 7 if gc.isenabled() else 0)
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert started() == 7
    finally:
        signal.signal(signal.SIGTERM, before)
        gc.enable()


def _without_seconds(told: tuple[int, str, str]) -> list[str]:
    return [re.sub(r"\d+(\.\d+)? (s|ms)\b", "", str(part)) for part in told]


def test_players_read_their_own_language(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.main.language_of", lambda _: pseudo_language())
    told = call(capsys, "score", "--rules", "circle", "2H 3H 4H | KS")[1]
    assert untranslated(re.sub("[2-9TJQKA][HSCD]", "", told)) == []


def test_why_a_file_cannot_be_read_is_said_in_the_language_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "latin").write_bytes(b"\xff")
    monkeypatch.setenv("LANGUAGE", "de")
    told = {name: call(capsys, "replay", str(tmp_path / name))[2] for name in ("nothing", ".", "latin")}
    assert told["nothing"].endswith(": lässt sich nicht lesen: Datei oder Ordner nicht gefunden\n")
    assert told["."].endswith(": das ist ein Ordner\n")
    assert told["latin"].endswith(": kein Text in UTF-8\n")


def test_a_terminal_without_the_letters_of_its_language_ends_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = BytesIO()
    monkeypatch.setattr("sys.stdout", TextIOWrapper(printed, encoding="ascii"))
    monkeypatch.setenv("LANGUAGE", "hi")
    assert main(["rules", "circle"]) == 0
    assert printed.getvalue().startswith(b"circle: ?")


def test_a_complaint_for_which_no_stream_is_open_is_no_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", None)
    assert call(capsys, "rules", "whist")[:2] == (2, "")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", [("rules", "circle"), ("--version",)], ids=str)
def test_an_answer_for_which_there_is_no_room_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)
        assert main(list(arguments)) == 1
        monkeypatch.undo()
    assert capsys.readouterr().err == "paplu: cannot write: No space left on device\n"
