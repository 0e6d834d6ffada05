"""The answers of twenty-one-card rummy to its rule sets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.games.twentyone.codes import TwentyOneBonus
from bot.games.twentyone.rules import HAND_SIZE, TwentyOneRules, own
from bot.rummy.cards import Card, Seat, packs
from bot.rummy.errors import ErrorText
from bot.rummy.judge import Judge
from bot.rummy.match.formats import Format
from bot.rummy.outcome import Bonus, Outcome
from bot.rummy.rules import DropRules, GameRules, Rules

_PACKS = 3
"""Packs, and so copies of each card; the values of value cards are counted up to this number."""


class TwentyOneGameRules(GameRules):
    """The answers of twenty-one-card rummy to its rule sets."""

    id = "twentyone"
    own = TwentyOneRules
    table = "twentyone"
    # Keys that `circle`, the base of the rule set, has for thirteen cards.
    ignored = frozenset(
        (
            *("groups", "points", "pool_101", "pool_201", "deals"),
            *("jokers.printed_cut", "jokers.wild_natural_pure"),
            *("turns.lapse_first_drop", "turns.lapse_ends_first_drop"),
            *("scoring.loser_policy", "scoring.min_loser_points", "scoring.deal_show", "scoring.deal_show_min"),
            *("scoring.auto_arrange_losers", "scoring.arrange_shown"),
        )
    )
    formats = (Format.POINTS,)
    hand_size = HAND_SIZE
    face_up = 2
    counts_up = True
    settles = True
    often = (
        *("scoring.full_count", "twentyone.drops", "twentyone.first_drop", "twentyone.middle_drop"),
        *("twentyone.six_dublees", "twentyone.value_points", "twentyone.value_of_kind", "twentyone.value_of_marriages"),
        *("twentyone.deal_show", "turns.turn_seconds", "turns.lapse_limit"),
    )
    package = "bot.games.twentyone"

    def cards(self, rules: Rules, players: int) -> tuple[Card, ...]:
        """Return whole packs, each with its printed jokers (T1)."""
        return packs(rules.packs_for(players), rules.packs.printed_jokers)

    def drops(self, rules: Rules, format: Format) -> DropRules | None:
        """Return the cost of a drop (T7); None if the rule set has no drop."""
        values = own(rules)
        return DropRules(values.first_drop, values.middle_drop) if values.drops else None

    def most(self, rules: Rules) -> int:
        """Return the full count plus the largest settlement with one other player (T10)."""
        values = own(rules)
        return rules.scoring.full_count + (values.value_of_marriages[-1] if values.value_points else 0)

    def bonuses(
        self, rules: Rules, format: Format, outcomes: Sequence[Outcome], winners: Sequence[Seat]
    ) -> tuple[Bonus, ...]:
        """Return the points for the value cards of those still in at the end (T8)."""
        from bot.games.twentyone.view import TwentyOneHand, settled

        hands = [hand for hand in outcomes[-1].shown if isinstance(hand, TwentyOneHand)] if outcomes else []
        if not own(rules).value_points or len(hands) < 2:
            return ()
        change = dict(zip((hand.seat for hand in hands), settled(tuple(hand.value for hand in hands)), strict=True))
        seats = range(len(outcomes[-1].points))
        return (Bonus(TwentyOneBonus.VALUE, tuple(change.get(Seat(seat), 0) for seat in seats)),)

    def without_help(self, rules: Rules) -> Rules:
        """Return the rules for a table without help: no hand is arranged."""
        return replace(rules, own=replace(own(rules), help_losers=False))

    def judge(self, rules: Rules) -> Judge:
        """Return the judge of hands under that rule set; only those who ask for one import it."""
        from bot.games.twentyone.judge import TwentyOneJudge

        return TwentyOneJudge(rules)

    def contradictions(self, rules: Rules) -> Iterator[tuple[str, ErrorText]]:
        """Yield values that are valid one by one but not together: the key, and what is allowed."""
        if any(count != _PACKS for count in rules.packs.by_players) or rules.packs.printed_jokers > 1:
            allowed = ErrorText("three packs with one printed joker each, or none, with a table [twentyone]")
            yield "packs", allowed
