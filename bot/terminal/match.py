"""The match that is played in a terminal, made from the arguments."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.flows.lobby import typed_terms
from bot.rummy.game import game_of
from bot.rummy.ids import USUAL_LEVEL
from bot.rummy.match.match import courses
from bot.rummy.rules import Rules
from bot.service.errors import ServiceError
from bot.service.tables.form import TableForm
from bot.text import terminal


class MatchError(Exception):
    """A match that cannot be played. The message says what can be."""


@dataclass(frozen=True)
class MatchOptions:
    """The terms of a match and the number of opponents."""

    rules: Mapping[str, Rules]
    options: TableForm
    computers: int
    level: int
    """The level of all computers."""
    seed: int | None
    """A number that determines the seed of the shuffle; None for a random seed."""
    learns: bool = False
    """Whether the person plays the lesson of the game first, if it has one."""


def match_of(
    sets: Mapping[str, Rules],
    rules: Rules,
    format: str | None,
    computers: int | None,
    level: int | None,
    seed: int | None,
) -> MatchOptions:
    """Return a match with the rule set *rules*, which is one of *sets*.

    None stands for the first format, the fewest computers, the usual level and a random seed.

    Raises:
        MatchError: it does not play that format, does not seat that many, or has no computers of that level.
    """
    try:
        terms = typed_terms(rules, format, 0)
    except ServiceError:
        raise MatchError(terminal.formats(rules.id, (terms.course for terms in courses(rules)))) from None
    least, most = max(1, rules.min_players - 1), rules.max_players - 1
    computers = least if computers is None else computers
    if not least <= computers <= most:
        raise MatchError(terminal.computers(rules.id, least, most))
    level, levels = USUAL_LEVEL if level is None else level, game_of(rules).levels
    if level not in levels:
        raise MatchError(terminal.levels(rules.id, levels))
    return MatchOptions(sets, TableForm(rules.id, terms, seats=1 + computers), computers, level, seed)
