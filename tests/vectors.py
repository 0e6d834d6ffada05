"""Worked cases against the code: `python -m tests.vectors FILE`.

A file holds `vectors`, each with `id`, `type`, `expect` and the fields of its type. `CHECKS` has one checker for each
type: it returns the code's result for a vector under one rule set. A type or rule set that is not in reach is counted
as not run, by name.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.games.indian import declaration, melds
from bot.games.indian.rules import LoserPolicy, wild_rank
from bot.rummy.cards import Card, Groups, Rank
from bot.rummy.errors import RummyError
from bot.rummy.rules import Rules
from tests import vector_deals, vector_gin, vector_matches, vector_romme, vector_tables, vector_twentyone
from tests.known import WESTERN, shipped, with_own

Vector = dict[str, Any]


@dataclass
class Outcome:
    """The results of a file."""

    passed: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    not_run: Counter[str] = field(default_factory=Counter)
    mismatches: list[str] = field(default_factory=list)


INDIAN = ("winzo", "circle", "circle_detailed", "toking")
RULE_SETS = (*INDIAN, "romme", "gin", "oklahoma", "twentyone")


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


def _groups(texts: list[list[str]]) -> Groups:
    return tuple(map(_cards, texts))


def wild_of(vector: Vector, rules: Rules) -> Rank | None:
    """Return the wild rank; `wild` is the cut card, or empty for none."""
    return wild_rank(Card.parse(vector["wild"]), rules) if vector["wild"] else None


def check_group(vector: Vector, rules: Rules) -> Any:
    if rules.game is WESTERN:
        return vector_romme.readings(vector, rules)
    cards = _cards(vector["cards"])
    return [str(kind) for kind in melds.readings(cards, wild_of(vector, rules), rules)]


def check_declaration(vector: Vector, rules: Rules) -> Any:
    hand = _cards(vector["hand"]) if vector.get("hand") is not None else None
    judged = declaration.judge(_groups(vector["groups"]), wild_of(vector, rules), rules, hand)
    return {"valid": judged.valid, "reason": str(judged.reason)}


CHECKS: dict[str, Callable[[Vector, Rules], Any]] = {
    "group": check_group,
    "declaration": check_declaration,
    **vector_tables.CHECKS,
    **vector_deals.CHECKS,
    **vector_matches.CHECKS,
    **vector_romme.CHECKS,
    **vector_gin.CHECKS,
    **vector_twentyone.CHECKS,
}
"""The code's result for a vector, in the form of its `expect`."""

WITHOUT_RULES = frozenset({"toss", "flow", "reshuffle", "pool", "winnings", "western"})
"""Types whose `expect` holds in every rule set that has the rule."""

VARIANTS: dict[str, Callable[[Rules], Rules]] = {
    "max_set_4": lambda rules: with_own(rules, "groups", max_set_size=4),
    "literal_001": lambda rules: with_own(rules, "jokers", wild_natural_pure=False),
    "any_valid_group": lambda rules: with_own(rules, "scoring", loser_policy=LoserPolicy.ANY_VALID_GROUP),
}
"""Options that `alt` may name, as switches of a rule set."""

NOT_RUN: dict[str, Callable[[Vector], str | None]] = {"winnings": vector_matches.fee}
"""Types with some vectors about things that the game does not have: the reason, or None."""

ONLY_UNDER = {"literal_001": ("circle", "circle_detailed")}
"""The rule sets to which an option belongs, if not all: elsewhere the same cut card may make other jokers."""


CANNOT_BE_RUN = (AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError, RummyError)
"""The errors of a checker for a vector that makes no sense, or for which the code lacks what the checker needs."""


def _cases(vector: Vector) -> Iterator[tuple[str, Any, Rules | None]]:
    """Yield the expected results with their rules; None if the rule set is not in reach."""
    expect = vector["expect"]
    if "rules" in vector:
        id = vector["rules"]
        yield id, expect, shipped(id) if id in RULE_SETS else None
        return
    if vector["type"] in WITHOUT_RULES:
        yield "", expect, shipped("circle")
        return
    for id, wanted in expect.items():
        if wanted is not None:
            yield id, wanted, shipped(id) if id in RULE_SETS else None
    for option, wanted in vector.get("alt", {}).items():
        yield from _alternatives(vector, option, wanted)


def _alternatives(vector: Vector, option: str, wanted: Any) -> Iterator[tuple[str, Any, Rules | None]]:
    if option not in VARIANTS:
        yield f"option {option}", wanted, None
        return
    for id in ONLY_UNDER.get(option, INDIAN):
        if vector["expect"].get(id) is not None:
            yield f"{id} with {option}", wanted, VARIANTS[option](shipped(id))


def run(vectors: list[Vector]) -> Outcome:
    """Return every vector against the code."""
    outcome = Outcome()
    for vector in vectors:
        _run_one(vector, outcome)
    return outcome


def _run_one(vector: Vector, outcome: Outcome) -> None:
    name, kind = vector.get("id", "?"), vector.get("type", "?")
    if kind not in CHECKS:
        outcome.not_run[f"type {kind}"] += 1
        return
    if kind in NOT_RUN and (why := NOT_RUN[kind](vector)):
        outcome.not_run[why] += 1
        return
    try:
        cases = list(_cases(vector))
    except (KeyError, AttributeError, TypeError) as error:
        _mismatch(outcome, kind, f"{name}: cannot be read: {error!r}")
        return
    for under, wanted, rules in cases:
        label = f"{name} [{under}]" if under else name
        if rules is None:
            outcome.not_run[under if under.startswith("option") else f"rule set {under}"] += 1
            continue
        try:
            got = CHECKS[kind](vector, rules)
        except CANNOT_BE_RUN as error:
            _mismatch(outcome, kind, f"{label}: cannot be run: {error!r}")
        else:
            if _agrees(got, wanted):
                outcome.passed[kind] += 1
            else:
                _mismatch(outcome, kind, f"{label}: expected {wanted!r}, got {got!r}")


def _agrees(got: Any, wanted: Any) -> bool:
    if isinstance(got, vector_matches.Chips):
        return got.is_about(wanted)
    return bool(got == wanted)


def _mismatch(outcome: Outcome, kind: str, text: str) -> None:
    outcome.failed[kind] += 1
    outcome.mismatches.append(text)


def main(argv: list[str]) -> int:
    """Run a file, and print mismatches and the counts by type."""
    if len(argv) != 1:
        print("usage: python -m tests.vectors FILE", file=sys.stderr)
        return 2
    try:
        vectors = json.loads(Path(argv[0]).read_text(encoding="utf-8"))["vectors"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{argv[0]}: cannot be read: {error!r}", file=sys.stderr)
        return 2
    outcome = run(vectors)
    for text in outcome.mismatches:
        print(f"mismatch: {text}")
    for kind in sorted(outcome.passed | outcome.failed):
        print(f"{kind:20} {outcome.passed[kind]:4} passed {outcome.failed[kind]:4} failed")
    for why in sorted(outcome.not_run):
        print(f"{'not run':20} {outcome.not_run[why]:4} {why}")
    return 1 if outcome.mismatches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
