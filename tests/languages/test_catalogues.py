"""The catalogues hold every sentence of the code, and each translation fits its sentence."""

import ast
import re
from collections.abc import Container, Iterator

import pytest

from bot.languages.files import A_BUTTON, EntryKey, entries, texts
from bot.languages.language import Language
from bot.languages.names import A_PUBLISHER, A_RULE_SET
from bot.render.drawing.scripts import clusters
from tests.known import load
from tests.languages import catalogues
from tests.languages.catalogues import KEYWORDS, ROOT, TRANSLATED

SHORT = 14
"""The most letters of each button that has little room."""


@pytest.mark.parametrize("language", TRANSLATED, ids=lambda language: language.code)
def test_a_catalogue_is_up_to_date_and_its_placeholders_agree(language: Language) -> None:
    assert [*catalogues.faults(language)] == []


@pytest.mark.parametrize("language", TRANSLATED, ids=lambda language: language.code)
def test_what_stands_on_a_button_is_as_short_as_a_phone_has_room_for(language: Language) -> None:
    """Texts that are short in English stay short. Indian scripts need several characters for one letter."""
    long = []
    for (context, english), message in entries(catalogues.read(language)).items():
        room = max(SHORT, seen(english))
        long += [said for said in texts(message.string) if context == A_BUTTON and seen(said) > room]
    assert long == []


@pytest.mark.parametrize("language", TRANSLATED, ids=lambda language: language.code)
def test_a_sentence_names_a_button_as_it_is_labelled(language: Language) -> None:
    said = entries(catalogues.read(language))
    labels = {text: texts(message.string)[0] for (context, text), message in said.items() if context == A_BUTTON}
    for message in said.values():
        for english, translated in zip(texts(message.id), texts(message.string), strict=False):
            named = {labels[found] for found in re.findall(r"\*\*([^*]+)\*\*", english) if labels.get(found)}
            assert [label for label in named if translated and f"**{label}**" not in translated] == [], translated


def seen(label: str) -> int:
    """Return the letters that people see; a placeholder stands for a number or a card."""
    return len(clusters(re.sub("{[a-z]+}", "10", label)))


def test_every_sentence_is_a_literal_that_is_found() -> None:
    known = entries(catalogues.template())
    assert list(_unfound(known)) == []


def test_what_a_rule_file_names_is_an_entry() -> None:
    known = entries(catalogues.template())
    for rules in load().values():
        assert (A_RULE_SET, rules.name) in known
        assert not rules.sheet or (A_PUBLISHER, rules.sheet) in known


def _unfound(known: Container[EntryKey]) -> Iterator[str]:
    """Yield calls with texts that no catalogue can hold: variables, text with values in it, calls in such text."""
    for folder in ("bot", "cogs"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if file.parent.name == "languages":
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
                    key = _key(node.func.id, node.args)
                    if key is None or key not in known:
                        yield f"{file.relative_to(ROOT)} line {node.lineno}: {node.func.id} {key}"


def _key(name: str, given: list[ast.expr]) -> EntryKey | None:
    texts = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    match name, texts:
        case (("say" | "Sentence" | "ErrorText"), [text]):
            return "", text
        case (("say_in" | "sentence_in"), [context, text]):
            return context, text
        case "say_many", [one, _]:
            return "", one
    return None
