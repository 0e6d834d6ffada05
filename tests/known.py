"""The games and rule sets that tests play, by short names."""

from dataclasses import replace

from bot import text
from bot.games.face import Face
from bot.games.faces import GAMES
from bot.games.indian.game import IndianGame
from bot.games.western.game import WesternGame
from bot.rummy.errors import RefusalCode
from bot.rummy.game import Game
from bot.rummy.rules import Rules

__all__ = ["GAMES", "INDIAN", "REFUSALS", "WESTERN", "load", "shipped", "with_own"]

shipped = GAMES.shipped
load = GAMES.load

REFUSALS: dict[RefusalCode, str] = {
    code: sentence
    for sentences in (text.REFUSALS, *(game.face.refusals for game in GAMES if isinstance(game.face, Face)))
    for code, sentence in sentences.items()
}
"""The sentence for each refusal, whichever game it is of."""

INDIAN: Game = next(game for game in GAMES if isinstance(game, IndianGame))
WESTERN: Game = next(game for game in GAMES if isinstance(game, WesternGame))


def with_own(rules: Rules, table: str = "", /, **changes: object) -> Rules:
    """The rule set with other values of its own game: in that table of them, or among them."""
    if not table:
        return replace(rules, own=replace(rules.own, **changes))  # type: ignore[type-var]
    changed = replace(getattr(rules.own, table), **changes)
    return replace(rules, own=replace(rules.own, **{table: changed}))  # type: ignore[type-var]
