"""What staff type for a new tournament, read into what a plan holds."""

from collections.abc import Callable, Mapping
from datetime import datetime

from bot import text
from bot.flows.tournaments.times import parse_time
from bot.rummy.rules import Rules
from bot.service.errors import Problem, ServiceError
from bot.service.tournaments.plan import TournamentPlan
from bot.text.refusals import UserError

USUAL_SEATS, USUAL_MATCHES, USUAL_MOST = 4, 3, 64

ReadPlan = Callable[[Mapping[str, Rules], datetime], TournamentPlan]
"""Reads what was typed into a plan, by these rule sets and as of now, in the server's zone.

Whether it can be played, the service says.

It may raise ServiceError (no such rules, format, entry or prizes) and UserError (what was typed is no time).
"""


def typed_time(typed: str, now: datetime) -> datetime:
    """The moment that was typed; `now` in the zone in which times are meant.

    Raises:
        UserError: it is none, or could be several.
    """
    moment = parse_time(typed, now)
    if moment is None:
        raise UserError(text.tournaments.bad_moment(typed, str(now.tzinfo)))
    return moment


def typed_prizes(typed: str) -> tuple[int, ...]:
    """Percentages by place: `50 30 20`, `50, 30, 20`, `50% 30% 20%`.

    Raises:
        ServiceError: those are none.
    """
    words = typed.replace(",", " ").replace("%", " ").split()
    if not words or not all(word.isascii() and word.isdecimal() and len(word) <= 3 for word in words):
        raise ServiceError(Problem.BAD_PRIZES)
    return tuple(map(int, words))
