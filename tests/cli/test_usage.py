"""How a call is refused or explained, in the language of the terminal."""

import re

import pytest

from tests.cli.calls import call
from tests.languages.pseudo import pseudo_language, untranslated

TYPED = re.compile(r"--[\w-]+|'[^']*'|paplu( [a-z]+)*")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("score", "--help"), 0),
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
    assert [word for word in untranslated(explained) if not word.isupper()] == []
