"""What the page says: its scripts name no other keys, and its language is the browser's."""

import re
from importlib import resources

import pytest

from bot.localcord.words import WORDS, language_for

SCRIPTS = resources.files("bot.localcord") / "page"
NAMED = re.compile(r"(?:\bsay|pieces)\(([^)]*?)(?:,|\))|data-(?:say|aria-label|placeholder)=(\"\w+\")")


def test_the_page_and_its_words_name_the_same_keys() -> None:
    texts = [file.read_text("utf-8") for file in SCRIPTS.iterdir() if file.name.endswith((".js", ".html"))]
    named = {key for text in texts for found in NAMED.findall(text) for key in re.findall(r'"(\w+)"', "".join(found))}
    assert named - {"dark"} == WORDS.keys() - {"who", "needsScript"}, "the server fills these in"


@pytest.mark.parametrize(
    ("accepted", "code"),
    [("de-AT,de;q=0.9,en;q=0.8", "de"), ("fr,hi;q=0.5,en;q=0.9", "en"), ("ta", "ta"), ("", "en"), ("fr;q=x,*", "en")],
)
def test_the_language_is_the_one_the_browser_asks_for(accepted: str, code: str) -> None:
    assert language_for(accepted).code == code
