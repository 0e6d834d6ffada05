"""Scenes in other languages: longer words, and other scripts."""

from collections.abc import Callable, Mapping
from functools import partial

from bot.languages.language import Language, Languages
from bot.languages.saying import reading
from tests.render import leagues, scenes

DRAWN = {**scenes.SCENES, **leagues.SCENES}
SHOWN = ("hand", "table_six", "sheet_pool", "profile")
"""Where there is the least room for words."""


def _read_in(language: Language, draw: Callable[[], bytes]) -> bytes:
    with reading(language):
        return draw()


SCENES: Mapping[str, Callable[[], bytes]] = {
    f"{name}_{code}": partial(_read_in, Languages()[code], DRAWN[name]) for code in ("de", "hi", "ta") for name in SHOWN
}
