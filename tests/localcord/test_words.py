"""The texts of the pages: their scripts name no other keys."""

import re
from importlib import resources
from importlib.resources.abc import Traversable

import pytest

from bot.languages.sentence import reading
from bot.localcord.welcome import table_ready, welcome
from bot.localcord.words import WORDS as LOCAL_WORDS
from bot.web.words import WORDS as WEB_WORDS
from tests.languages.pseudo import pseudo_language, untranslated

SHARED, LOCAL, WEB = (resources.files(name) for name in ("bot.page", "bot.localcord", "bot.web"))
PAGES = {"local": (LOCAL / "page", LOCAL_WORDS), "web": (WEB / "page", WEB_WORDS)}
FILLED = {"who", "needsScript", "dark"}
"""Keys that the server fills in, or that name no text."""
LOOKED_UP = {"signedOut", "notMember", "openTooOften", "tooFast", "drawn", "joker", "done"}
"""Keys that a script looks up by a code or a mark."""
NAMED = re.compile(r"(?:\bsay|pieces)\(([^)]*?)(?:,|\))|data-(?:say|aria-label|placeholder)=(\"\w+\")")


def texts_of(*folders: Traversable) -> list[str]:
    """Return the scripts and documents of these folders."""
    files = (file for folder in folders for file in folder.iterdir() if file.name.endswith((".js", ".html")))
    return [file.read_text("utf-8") for file in files]


@pytest.mark.parametrize("page", PAGES)
def test_the_page_and_its_words_name_the_same_keys(page: str) -> None:
    folder, words = PAGES[page]
    texts = texts_of(folder, SHARED)
    named = {key for text in texts for found in NAMED.findall(text) for key in re.findall(r'"(\w+)"', "".join(found))}
    looked_up = {key for key in LOOKED_UP & words.keys() if any(f'"{key}"' in text for text in texts)}
    assert (named | looked_up) - FILLED == words.keys() - FILLED


@pytest.mark.parametrize("page", PAGES)
def test_the_scripts_say_nothing_of_their_own(page: str) -> None:
    scripts = "".join(texts_of(PAGES[page][0], SHARED))
    assert re.findall(r'"(?:aria-label|alt|title|placeholder)": "[^"]+', scripts) == []


@pytest.mark.parametrize("alone", [True, False])
def test_the_first_message_is_said_in_the_language_of_the_terminal(alone: bool) -> None:
    with reading(pseudo_language()):
        told = welcome(str, "7", alone=alone) + table_ready(str, alone=alone)
    assert untranslated(told, "rummy quick", "rummy new", "rummy learn", "rummy help") == []
