"""The answers of this game to its rule sets."""

from bot.rummy.cards import Card, packs
from bot.rummy.match.formats import Format
from bot.rummy.rules import GameRules, Rules
from tests.toy.rules import HAND_SIZE, ToyRules, own


class ToyGameRules(GameRules):
    """The answers of this game to its rule sets."""

    id = "toy"
    own = ToyRules
    table = "toy"
    formats = (Format.POINTS, Format.BEST_OF_3, Format.LIMIT)
    hand_size = HAND_SIZE
    counts_up = True
    package = "tests.toy"

    def cards(self, rules: Rules, players: int) -> tuple[Card, ...]:
        """Return whole packs without jokers."""
        return packs(rules.packs_for(players), 0)

    def numbers(self, rules: Rules, format: Format) -> tuple[int, ...]:
        """Return the points at which a match may end."""
        return own(rules).goals if format is Format.LIMIT else (0,)
