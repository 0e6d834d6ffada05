"""Errors in rules, records and settings: English in logs, in the language of the reader elsewhere."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.languages.sentence import reading
from bot.rummy.errors import ExplainedError
from bot.rummy.record import Record
from bot.rummy.rules import Rules
from bot.text.refusals import fault
from tests.known import GAMES
from tests.languages.pseudo import pseudo_language, untranslated

MATCH = Path(__file__).parents[1] / "stored" / "v0_1" / "records" / "finished-circle-points.txt"


def own_rules(text: str) -> Callable[[], object]:
    return lambda: Rules.parse(f'base = "circle"\n{text}', "own", GAMES, GAMES.texts)


def drawn_twice() -> object:
    text = MATCH.read_text(encoding="utf-8")
    return Record.parse(re.sub(r"(?m)^(\d draw closed)$", r"\1\n\1", text, count=1), GAMES).replay()


@pytest.mark.parametrize(
    ("read", "english", "names"),
    [
        (own_rules("min_players = 9"), "a whole number from 2 to 6, not 9", "own.toml min_players"),
        (
            own_rules('formats = ["points", "points"]'),
            "each once",
            "own.toml formats points pool_101 pool_201 deals best_of_3",
        ),
        (lambda: Record.parse("paplu record 1\ntabl x", GAMES), "line 2: 'table' expected", ""),
        (drawn_twice, ": already_drawn", ""),
    ],
)
def test_a_fault_is_english_in_logs_and_said_to_its_reader(
    read: Callable[[], object], english: str, names: str
) -> None:
    with pytest.raises(ExplainedError) as found:
        read()
    assert english in str(found.value)
    with reading(pseudo_language()):
        said = fault(found.value, GAMES)
    assert untranslated(re.sub("'[^']*'", "", said), *names.split()) == []
