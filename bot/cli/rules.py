"""`paplu rules`: the rule sets in plain words."""

import argparse
from collections.abc import Iterator

from bot.cli.rule_sets import InputError, RuleSets
from bot.console import OK, complain, show
from bot.faces.face import face_of
from bot.games.faces import GAMES
from bot.languages.sentence import say
from bot.text.facts import title

BASE = "circle"
"""The rule set that others are compared with. Those of another game are compared with its first one."""


def run(arguments: argparse.Namespace) -> int:
    """Explain the rule sets, or one of them."""
    try:
        show(rules_lines(arguments.id, RuleSets.of_host(GAMES)))
    except InputError as error:
        return complain(error)
    return OK


def rules_lines(id: str | None, sets: RuleSets) -> Iterator[str]:
    """Yield all rule sets, one a line; or one in words, and how it differs from `circle` or the first one of its game.

    Raises:
        InputError: there is no such rule set.
    """
    if id is None:
        for rules in sets.all().values():
            yield f"{rules.id:18}{title(rules)}"
        return
    rules, base = sets.get(id), sets.get(BASE)
    if rules.game is not base.game:
        first = next(one for one in sets.all().values() if one.game is rules.game)
        base = base if first.id == rules.id else first
    own, others = face_of(rules).facts(rules), face_of(base).facts(base)
    yield f"{rules.id}: {title(rules)}"
    yield from (f"  {label}: {text}" for label, text in own.items())
    if rules.id == BASE:
        return
    yield ""
    if rules.game is not base.game:
        another, trait = say("Another game than {base}.", base=BASE), face_of(rules).trait
        yield f"{another} {trait()}" if trait else another
        return
    differing = [label for label in own if own[label] != others[label]]
    yield say("Different from {base}:", base=base.id) if differing else say("Plays like {base}.", base=base.id)
    yield from (f"  {label}: {own[label]} ({base.id}: {others[label]})" for label in differing)
