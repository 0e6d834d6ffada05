"""The games and rule sets that tests play, by short names."""

from dataclasses import replace

from bot.faces.face import Face
from bot.games.faces import GAMES
from bot.games.gin.game import GinGame
from bot.games.gin.view import GinView
from bot.games.indian.game import IndianGame
from bot.games.indian.view import IndianView
from bot.games.twentyone.game import TwentyOneGame
from bot.games.western.game import WesternGame
from bot.games.western.rules import WesternRules
from bot.games.western.view import WesternView
from bot.rummy.errors import RefusalCode
from bot.rummy.game import Game
from bot.rummy.rules import Rules
from bot.rummy.view import View
from bot.text import refusals

__all__ = [
    "GAMES",
    "GIN",
    "INDIAN",
    "REFUSALS",
    "TWENTYONE",
    "WESTERN",
    "gin_view",
    "indian_view",
    "load",
    "shipped",
    "western_rules",
    "western_view",
    "with_own",
]

shipped = GAMES.shipped
load = GAMES.load

REFUSALS: dict[RefusalCode, str] = {
    code: str(sentence)
    for sentences in (refusals.REFUSALS, *(game.face.refusals for game in GAMES if isinstance(game.face, Face)))
    for code, sentence in sentences.items()
}
"""The sentence for each refusal, whichever game it is of."""

GIN: Game = next(game for game in GAMES if isinstance(game, GinGame))
INDIAN: Game = next(game for game in GAMES if isinstance(game, IndianGame))
TWENTYONE: Game = next(game for game in GAMES if isinstance(game, TwentyOneGame))
WESTERN: Game = next(game for game in GAMES if isinstance(game, WesternGame))


def with_own(rules: Rules, table: str = "", /, **changes: object) -> Rules:
    """Return the rule set with other values of its own game, in that game's table or among the others."""
    if not table:
        return replace(rules, own=replace(rules.own, **changes))  # type: ignore[type-var]
    changed = replace(getattr(rules.own, table), **changes)
    return replace(rules, own=replace(rules.own, **{table: changed}))  # type: ignore[type-var]


def western_rules(rules: Rules) -> WesternRules | None:
    """Return the western values of a rule set; None: it is for another game."""
    return rules.own if isinstance(rules.own, WesternRules) else None


def western_view(view: View) -> WesternView | None:
    """Return the deal if it is one of the western game; else None."""
    return view.deal if isinstance(view.deal, WesternView) else None


def gin_view(view: View) -> GinView | None:
    """Return the deal if it is one of gin; else None."""
    return view.deal if isinstance(view.deal, GinView) else None


def indian_view(view: View) -> IndianView | None:
    """Return the deal if it is one of the Indian game; else None."""
    return view.deal if isinstance(view.deal, IndianView) else None
