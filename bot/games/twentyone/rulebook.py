"""What the rule sets of this game ask of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.games.twentyone.codes import TwentyOneBonus
from bot.games.twentyone.judge import TwentyOneJudge
from bot.games.twentyone.rules import HAND_SIZE, TwentyOneRules, own
from bot.games.twentyone.view import TwentyOneHand, settled
from bot.rummy.cards import Card, Seat, packs
from bot.rummy.errors import ErrorText
from bot.rummy.match.formats import Format
from bot.rummy.outcome import Bonus, Outcome
from bot.rummy.rules import DropRules, GameRules, Rules

_PACKS = 3
"""Copies of a card, which value cards are counted to."""


class TwentyOneGameRules(GameRules):
    """What the rule sets of this game ask of it."""

    id = "twentyone"
    own = TwentyOneRules
    table = "twentyone"
    # What `circle`, the base of the rule set, has for thirteen cards.
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
    package = "bot.games.twentyone"

    def cards(self, rules: Rules, players: int) -> tuple[Card, ...]:
        """Whole packs, each with its printed jokers (T1)."""
        return packs(rules.packs_for(players), rules.packs.printed_jokers)

    def drops(self, rules: Rules, format: Format) -> DropRules | None:
        """Return what a drop costs (T7); None where the rule set has none."""
        values = own(rules)
        return DropRules(values.first_drop, values.middle_drop) if values.drops else None

    def most(self, rules: Rules) -> int:
        """Return a full count, and the dearest settlement with one other (T10)."""
        values = own(rules)
        return rules.scoring.full_count + (values.value_of_marriages[-1] if values.value_points else 0)

    def bonuses(
        self, rules: Rules, format: Format, outcomes: Sequence[Outcome], winners: Sequence[Seat]
    ) -> tuple[Bonus, ...]:
        """Return what the value cards of those still in at the end change (T8)."""
        hands = [hand for hand in outcomes[-1].shown if isinstance(hand, TwentyOneHand)] if outcomes else []
        if not own(rules).value_points or len(hands) < 2:
            return ()
        change = dict(zip((hand.seat for hand in hands), settled(tuple(hand.value for hand in hands)), strict=True))
        seats = range(len(outcomes[-1].points))
        return (Bonus(TwentyOneBonus.VALUE, tuple(change.get(Seat(seat), 0) for seat in seats)),)

    def without_help(self, rules: Rules) -> Rules:
        """Nobody's hand is arranged."""
        return replace(rules, own=replace(own(rules), help_losers=False))

    def judge(self, rules: Rules) -> TwentyOneJudge:
        """Return what judges hands under that rule set."""
        return TwentyOneJudge(rules)

    def contradictions(self, rules: Rules) -> Iterator[tuple[str, ErrorText]]:
        """Values that are fine one by one and cannot be played together: the key, and what is allowed."""
        if any(count != _PACKS for count in rules.packs.by_players) or rules.packs.printed_jokers > 1:
            allowed = ErrorText("three packs with one printed joker each, or none, with a table [twentyone]")
            yield "packs", allowed
