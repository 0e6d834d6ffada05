"""Scenes in other languages: longer words, and other scripts."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from bot.languages.language import Language, Languages
from bot.languages.sentence import reading
from tests.render import gin, leagues, scenes, tournaments, twentyone, western

DRAWN = {
    **scenes.SCENES,
    **leagues.SCENES,
    **tournaments.SCENES,
    **western.SCENES,
    **gin.SCENES,
    **twentyone.SCENES,
}
SHOWN = ("hand", "table_six", "sheet_pool", "profile", "standings", "points_table", "round_live")
"""The languages with the least room for words."""
LONGEST = ("show", "table_rejoin", "toss_six", "western_show_rummy", "gin_show", "twentyone_hand")
"""The language whose longest words may lack room: Tamil."""


def _read_in(language: Language, draw: Callable[[], bytes]) -> bytes:
    with reading(language):
        return draw()


def _scenes(code: str, names: Iterable[str]) -> Mapping[str, Callable[[], bytes]]:
    return {f"{name}_{code}": partial(_read_in, Languages()[code], DRAWN[name]) for name in names}


SCENES = {**_scenes("de", SHOWN), **_scenes("hi", SHOWN), **_scenes("ta", SHOWN + LONGEST)}
