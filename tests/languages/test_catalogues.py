"""The catalogues hold what the code says, and each translation fits its sentence."""

import ast
from collections.abc import Container, Iterator

import pytest

from bot.languages.files import EntryKey, entries
from bot.languages.language import Language
from tests.languages import catalogues
from tests.languages.catalogues import KEYWORDS, ROOT, TRANSLATED


@pytest.mark.parametrize("language", TRANSLATED, ids=lambda language: language.code)
def test_a_catalogue_is_up_to_date_and_its_placeholders_agree(language: Language) -> None:
    assert [*catalogues.faults(language)] == []


def test_every_sentence_is_a_literal_that_is_found() -> None:
    known = entries(catalogues.template())
    assert list(_unfound(known)) == []


def _unfound(known: Container[EntryKey]) -> Iterator[str]:
    """Calls that say what no catalogue can hold: variables, text with values in it, calls in such text."""
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
        case (("say" | "Sentence"), [text]):
            return "", text
        case (("say_in" | "sentence_in"), [context, text]):
            return context, text
        case "say_many", [one, _]:
            return "", one
    return None
