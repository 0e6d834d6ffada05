"""What staff type for a new tournament, read into a plan."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot import text
from bot.flows.lobby import typed_chips, typed_terms
from bot.flows.tournaments.times import parse_time
from bot.rummy.rules import Rules
from bot.rummy.tournament import TournamentKind
from bot.service.errors import Problem, ServiceError
from bot.service.paces import Pace
from bot.service.tournaments.plan import FEWEST, Seeding, TournamentPlan
from bot.text.refusals import UserError

USUAL_SEATS, USUAL_MATCHES, USUAL_MOST = 4, 3, 64


@dataclass(frozen=True, slots=True)
class TypedPlan:
    """A tournament as typed: times and prizes are text, `entry` is in chips; None: nothing was typed."""

    name: str
    start: str
    kind: TournamentKind
    format: str | None
    rules: str
    pace: Pace
    players: int | None
    advance: int | None
    matches: int | None
    entry: float
    prizes: str | None
    sign_up: str | None
    check_in: int
    round: int
    fewest: int | None
    most: int | None
    seeding: Seeding
    counted: bool
    help: bool
    role: int | None


def plan_of(typed: TypedPlan, rules: Mapping[str, Rules], now: datetime) -> TournamentPlan:
    """The plan that was typed; whether it can be played, the service says.

    Raises:
        ServiceError: no such rules, format, entry or prizes.
        UserError: something typed is no time.
    """
    if typed.rules not in rules:
        raise ServiceError(Problem.NO_SUCH_RULES)
    chosen = rules[typed.rules]
    start = typed_time(typed.start, now)
    return TournamentPlan(
        name=typed.name,
        start_at=start,
        sign_up_until=typed_time(typed.sign_up, now) if typed.sign_up else start,
        kind=typed.kind,
        rules_id=typed.rules,
        terms=typed_terms(chosen, typed.format, 0.0),
        pace=typed.pace,
        table_size=typed.players or min(USUAL_SEATS, chosen.max_players),
        advance=typed.advance or 1,
        matches=typed.matches or USUAL_MATCHES,
        entry=typed_chips(typed.entry),
        prizes=typed_prizes(typed.prizes) if typed.prizes else (100,),
        check_in_minutes=typed.check_in,
        fewest=typed.fewest or FEWEST,
        most=typed.most or USUAL_MOST,
        seeding=typed.seeding,
        round_minutes=typed.round,
        counted=typed.counted,
        help=typed.help,
        champion_role=typed.role,
    )


def typed_time(typed: str, now: datetime) -> datetime:
    """The moment that was typed.

    Raises:
        UserError: it is none.
    """
    moment = parse_time(typed, now)
    if moment is None:
        raise UserError(text.tournaments.bad_moment(typed))
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
