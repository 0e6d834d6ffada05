"""The answers of gin to its rule sets."""

from collections.abc import Iterator, Sequence

from bot.games.gin.rules import HAND_SIZE, PLAYERS, GinRules, own
from bot.rummy.cards import Card, Seat, packs
from bot.rummy.errors import ErrorText
from bot.rummy.judge import Judge
from bot.rummy.match.formats import Format
from bot.rummy.outcome import Bonus, Outcome, SeatStatus
from bot.rummy.rules import GameRules, Rules


class GinGameRules(GameRules):
    """The answers of gin to its rule sets."""

    id = "gin"
    own = GinRules
    table = "gin"
    # Keys that `circle`, the base of the rule set, has for the game with jokers and declarations.
    ignored = frozenset(
        (
            *("groups", "points", "pool_101", "pool_201", "deals"),
            *("jokers.printed_cut", "jokers.wild_natural_pure"),
            *("turns.lapse_first_drop", "turns.lapse_ends_first_drop"),
            *("scoring.loser_policy", "scoring.min_loser_points", "scoring.deal_show", "scoring.deal_show_min"),
            *("scoring.auto_arrange_losers", "scoring.arrange_shown"),
        )
    )
    formats = (Format.POINTS, Format.LIMIT)
    hand_size = HAND_SIZE
    counts_up = True
    often = (
        *("gin.knock_max", "gin.gin_bonus", "gin.undercut_bonus", "gin.big_gin_bonus", "gin.game_bonus"),
        *("gin.box_bonus", "gin.shutout_doubles", "gin.open_card_limits", "gin.spade_doubles", "gin.limits"),
        *("turns.turn_seconds", "turns.lapse_limit"),
    )
    package = "bot.games.gin"

    def cards(self, rules: Rules, players: int) -> tuple[Card, ...]:
        """Return one pack of 52 (H1)."""
        return packs(rules.packs_for(players), 0)

    def numbers(self, rules: Rules, format: Format) -> tuple[int, ...]:
        """Return the points at which a match may end."""
        return own(rules).limits if format is Format.LIMIT else (0,)

    def judge(self, rules: Rules) -> Judge:
        """Return the judge of hands under that rule set; only those who ask for one import it."""
        from bot.games.gin.judge import GinJudge

        return GinJudge(rules)

    def decides(self, outcome: Outcome) -> bool:
        """Return whether a player missed too many turns and so lost the whole match (H15)."""
        return SeatStatus.LAPSED in outcome.statuses

    def bonuses(
        self, rules: Rules, format: Format, outcomes: Sequence[Outcome], winners: Sequence[Seat]
    ) -> tuple[Bonus, ...]:
        """Return the points for the match, for each deal won, and for a shutout (H13); none for a single deal."""
        from bot.games.gin.codes import GinBonus

        if format is not Format.LIMIT or len(winners) != 1:
            return ()
        values = own(rules)
        (winner,) = winners
        boxes = [sum(outcome.winner == seat for outcome in outcomes) for seat in range(PLAYERS)]
        game = Bonus(GinBonus.GAME, tuple(values.game_bonus * (seat == winner) for seat in range(PLAYERS)))
        won = Bonus(GinBonus.BOXES, tuple(values.box_bonus * count for count in boxes))
        if not values.shutout_doubles or boxes[1 - winner]:
            return (game, won)
        total = sum(outcome.points[winner] for outcome in outcomes) + game.points[winner] + won.points[winner]
        return (game, won, Bonus(GinBonus.SHUTOUT, tuple(total * (seat == winner) for seat in range(PLAYERS))))

    def contradictions(self, rules: Rules) -> Iterator[tuple[str, ErrorText]]:
        """Yield values that are valid one by one but not together: the key, and what is allowed."""
        values = own(rules)
        if rules.max_players != PLAYERS:
            yield "max_players", ErrorText("2 with a table [gin]")
        if any(packs != 1 for packs in rules.packs.by_players[:1]) or rules.packs.printed_jokers:
            yield "packs", ErrorText("one pack for 2 players and no printed jokers with a table [gin]")
        if rules.turns.max_reshuffles:
            yield "turns.max_reshuffles", ErrorText("0 with a table [gin]: a deal is void when two cards are left")
        if Format.LIMIT in rules.formats and not values.limits:
            yield (
                "gin.limits",
                ErrorText("at least one number where the format {format} is played", format=Format.LIMIT),
            )
        if len(set(values.limits)) < len(values.limits):
            yield "gin.limits", ErrorText("numbers, each once")
