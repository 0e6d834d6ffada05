"""The answers of the Indian game to its rule sets."""

from collections.abc import Iterator
from dataclasses import replace

from bot.games.indian.rules import HAND_SIZE, IndianRules, own
from bot.rummy.cards import Card, packs
from bot.rummy.errors import ErrorText
from bot.rummy.judge import Judge
from bot.rummy.match.formats import Format
from bot.rummy.rules import DropRules, GameRules, PoolRules, Rules


class IndianGameRules(GameRules):
    """The answers of the Indian game to its rule sets."""

    id = "indian"
    own = IndianRules
    formats = (Format.POINTS, Format.POOL_101, Format.POOL_201, Format.DEALS, Format.BEST_OF_3)
    hand_size = HAND_SIZE
    face_up = 2
    often = (
        *("scoring.full_count", "scoring.loser_policy", "points.first_drop", "points.middle_drop"),
        *("pool_101.limit", "pool_101.first_drop", "pool_101.middle_drop"),
        *("pool_201.limit", "pool_201.first_drop", "pool_201.middle_drop"),
        *("jokers.printed_cut", "jokers.pick", "jokers.wild_natural_pure", "turns.turn_seconds", "turns.lapse_limit"),
    )
    package = "bot.games.indian"

    def cards(self, rules: Rules, players: int) -> tuple[Card, ...]:
        """Return whole packs, each with its printed jokers."""
        return packs(rules.packs_for(players), rules.packs.printed_jokers)

    def numbers(self, rules: Rules, format: Format) -> tuple[int, ...]:
        """Return the numbers of deals that a match of the format `deals` may have."""
        return own(rules).deals.counts if format is Format.DEALS else (0,)

    def pool(self, rules: Rules, format: Format) -> PoolRules | None:
        """Return the limits of a pool; None for the other formats."""
        return {Format.POOL_101: own(rules).pool_101, Format.POOL_201: own(rules).pool_201}.get(format)

    def drops(self, rules: Rules, format: Format) -> DropRules | None:
        """Return the cost of a drop, in points and in pools; None in the other formats (B12, B13)."""
        if pool := self.pool(rules, format):
            return DropRules(pool.first_drop, pool.middle_drop)
        return own(rules).points if format is Format.POINTS else None

    def contradictions(self, rules: Rules) -> Iterator[tuple[str, ErrorText]]:
        """Yield values that are valid one by one but not together: the key, and what is allowed."""
        counts = own(rules).deals.counts
        if Format.DEALS in rules.formats and not counts:
            yield (
                "deals.counts",
                ErrorText("at least one number where the format {format} is played", format=Format.DEALS),
            )
        if len(set(counts)) < len(counts):
            yield "deals.counts", ErrorText("numbers, each once")
        yield from self._endless_pools(rules)
        if 0 < own(rules).groups.max_set_size < 3:
            yield "groups.max_set_size", ErrorText("0 (no limit) or a whole number from 3 to {most}", most=HAND_SIZE)

    def _endless_pools(self, rules: Rules) -> Iterator[tuple[str, ErrorText]]:
        """Yield pools in which lapsing out costs nothing: with all players away they would never end."""
        for format in rules.formats:
            if pool := self.pool(rules, format):
                word = "first_drop" if own(rules).turns.lapse_first_drop else "middle_drop"
                if not getattr(pool, word):
                    allowed = ErrorText("a whole number from 1 to 1000, because lapsing out costs that much")
                    yield f"{format}.{word}", allowed

    def without_help(self, rules: Rules) -> Rules:
        """Return the rules for a table without help: no hand is arranged.

        Older rules that do not distinguish stay as they are (D7).
        """
        values = own(rules)
        if not values.scoring.arrange_shown:
            return rules
        return replace(rules, own=replace(values, scoring=replace(values.scoring, auto_arrange_losers=False)))

    def judge(self, rules: Rules) -> Judge:
        """Return the judge of hands under that rule set; only those who ask for one import it."""
        from bot.games.indian.judge import IndianJudge

        return IndianJudge(rules)
