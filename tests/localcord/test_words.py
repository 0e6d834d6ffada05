"""The texts of the page: its scripts name no other keys."""

import re
from importlib import resources

import pytest

from bot.languages.sentence import reading
from bot.localcord.welcome import table_ready, welcome
from bot.localcord.words import WORDS
from tests.languages.pseudo import pseudo_language, untranslated

SCRIPTS = resources.files("bot.localcord") / "page"
FILES = [file for file in SCRIPTS.iterdir() if file.name.endswith(".js")]
NAMED = re.compile(r"(?:\bsay|pieces)\(([^)]*?)(?:,|\))|data-(?:say|aria-label|placeholder)=(\"\w+\")")


def test_the_page_and_its_words_name_the_same_keys() -> None:
    texts = [file.read_text("utf-8") for file in SCRIPTS.iterdir() if file.name.endswith((".js", ".html"))]
    named = {key for text in texts for found in NAMED.findall(text) for key in re.findall(r'"(\w+)"', "".join(found))}
    assert named - {"dark"} == WORDS.keys() - {"who", "needsScript"}, "the server fills these in"


def test_the_scripts_say_nothing_of_their_own() -> None:
    scripts = "".join(file.read_text("utf-8") for file in FILES)
    assert re.findall(r'"(?:aria-label|alt|title|placeholder)": "[^"]+', scripts) == []


@pytest.mark.parametrize("alone", [True, False])
def test_the_first_message_is_said_in_the_language_of_the_terminal(alone: bool) -> None:
    with reading(pseudo_language()):
        told = welcome(str, "7", alone=alone) + table_ready(str, alone=alone)
    assert untranslated(told, "rummy quick", "rummy new", "rummy learn", "rummy help") == []
