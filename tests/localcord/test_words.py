"""What the page says: its scripts name no other keys."""

import re
from importlib import resources

from bot.localcord.words import WORDS

SCRIPTS = resources.files("bot.localcord") / "page"
NAMED = re.compile(r"(?:\bsay|pieces)\(([^)]*?)(?:,|\))|data-(?:say|aria-label|placeholder)=(\"\w+\")")


def test_the_page_and_its_words_name_the_same_keys() -> None:
    texts = [file.read_text("utf-8") for file in SCRIPTS.iterdir() if file.name.endswith((".js", ".html"))]
    named = {key for text in texts for found in NAMED.findall(text) for key in re.findall(r'"(\w+)"', "".join(found))}
    assert named - {"dark"} == WORDS.keys() - {"who", "needsScript"}, "the server fills these in"
