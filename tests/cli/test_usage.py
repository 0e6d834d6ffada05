"""How a call is refused or explained, in the language of the terminal."""

import re
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from bot.cli.main import main
from tests.cli.calls import call
from tests.languages.pseudo import pseudo_language, untranslated

FULL = Path("/dev/full")
TYPED = re.compile(r"--[\w-]+|'[^']*'|\"[^\"]*\"|paplu( [a-z]+)*|\b(ID|JSON)\b|HERE")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("score", "--help"), 0),
        (("db", "move", "--help"), 0),
        ((), 2),
        (("status", "HERE"), 2),
        (("score", "--rules"), 2),
        (("score", "--json=7"), 2),
        (("db", "prune"), 2),
        (("db", "whist"), 2),
        (("play", "--le=1"), 2),
    ],
    ids=str,
)
def test_a_call_is_explained_in_the_language_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], status: int
) -> None:
    monkeypatch.setattr("bot.cli.main.language_of", lambda _: pseudo_language())
    ended, out, err = call(capsys, *arguments)
    assert ended == status
    explained = TYPED.sub("", out + err)
    assert untranslated(explained) == []


def test_a_per_cent_sign_in_a_hosts_own_words_stands_for_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = {
        "The rummy table for Discord.": "%(prog) 100 % d",
        "a rule set, such as circle": "%s 50 % R",
        "{prog}: error: {message}": "{prog} 10 % %s {message}",
    }
    entries = "".join(f'\nmsgid "{text}"\nmsgstr "{said}"\n' for text, said in own.items())
    (tmp_path / "de.po").write_text(f'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n{entries}')
    monkeypatch.setenv("LANGUAGES_DIR", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "de")
    assert "%(prog) 100 % d" in call(capsys, "--help")[1]
    assert "%s 50 % R" in call(capsys, "score", "--help")[1]
    assert "paplu score 10 % %s" in call(capsys, "score", "--rules")[2]


def test_why_a_file_cannot_be_read_is_said_in_the_language_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "latin").write_bytes(b"\xff")
    monkeypatch.setenv("LANGUAGE", "de")
    told = {name: call(capsys, "verify", str(tmp_path / name))[2] for name in ("nothing", ".", "latin")}
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
