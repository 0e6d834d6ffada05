"""The rules of the game in words."""

from bot.faces.face import Sections
from bot.rummy.rules import Rules
from bot.text.facts import start_facts, turn_facts
from bot.text.words import packs, players, points, times
from tests.toy.rules import HAND_SIZE, own


def short(rules: Rules) -> str:
    """Return a rule set in two lines."""
    return f"{packs(rules)}, hands of {HAND_SIZE}.\n{points(own(rules).out_points)} for three of a kind."


def full(rules: Rules) -> Sections:
    """Return all rules but the formats."""
    return (
        ("The aim", f"{players(rules)} get {HAND_SIZE} cards each. Who first holds three of a kind goes out."),
        ("Points", f"{points(own(rules).out_points)} for going out, {own(rules).pair_points} for a pair: good ones."),
        ("Time", f"The clock: {times(rules)}."),
    )


def facts(rules: Rules) -> dict[str, str]:
    """Return all values of a rule set, by label."""
    return {
        **start_facts(rules),
        "For going out": str(own(rules).out_points),
        "For a pair": str(own(rules).pair_points),
        **turn_facts(rules),
        "Rake": f"{rules.scoring.rake_percent} %",
    }
