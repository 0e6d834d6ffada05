"""The staff's choices for a tournament."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, ClassVar

from pydantic import Field, PlainSerializer, PlainValidator

from bot.codes import Pace, Problem, Seeding
from bot.rummy.ids import one_line
from bot.rummy.match.match import MAX_STAKE, Terms
from bot.rummy.rules import Rules
from bot.rummy.tournament.plan import MAX_ENTRANTS, MAX_MATCHES, BracketPlan, TournamentKind
from bot.service.errors import ServiceError
from bot.service.json_text import JsonText

LONGEST_NAME = 60  # characters
FEWEST = 2  # players
MOST_PRIZES = 10
LONGEST_ROUND = 31 * 24 * 60  # minutes
LONGEST_CHECK_IN = 24 * 60  # minutes
FURTHEST = timedelta(days=366)
"""The longest time before the start of a tournament at which it may be announced."""


Time = Annotated[datetime, PlainValidator(datetime.fromisoformat), PlainSerializer(datetime.isoformat)]
Course = Annotated[
    Terms, Field(alias="format"), PlainValidator(Terms.parse), PlainSerializer(lambda terms: terms.course)
]


@dataclass(frozen=True, slots=True)
class TournamentPlan(JsonText):
    """The plan of a tournament. Times are in UTC."""

    name: str
    start_at: Time
    sign_up_until: Time
    kind: TournamentKind = TournamentKind.KNOCK_OUT
    rules_id: str = "circle"
    terms: Course = field(default_factory=Terms)
    """The course without a stake: chips are played for by `entry` and `prizes`."""
    pace: Pace = Pace.STANDARD
    table_size: int = 4
    """The most players at a table."""
    advance: int = 1
    """Number of players of a table who advance, in a knock-out."""
    matches: int = 3
    """Number of matches that each plays, in a league."""
    entry: int = 0
    """Each player's entry, in hundredths."""
    prizes: tuple[int, ...] = (100,)
    """Percent of all entries, by place."""
    check_in_minutes: int = 0
    """Minutes between the opening of check-in and the start; 0 if there is no check-in."""
    fewest: int = FEWEST
    most: int = 64
    seeding: Seeding = Seeding.RANDOM
    round_minutes: int = 0
    """Minutes after which a round is ended; 0 for never."""
    help: bool = True
    """Whether the solver arranges hands for people."""
    counted: bool = True
    """Whether its matches count in the standings of the server."""
    champion_role: int | None = None
    """The role that the champion keeps until there is another one."""
    computers: int = 0
    """Number of computers that play too, as far as there is room. With computers there is no entry to pay."""
    coach: bool = False
    """Whether players may ask the coach. A match counts in no standings once a player has asked."""

    @property
    def check_in_at(self) -> datetime | None:
        """Return when check-in opens. Return None if there is none."""
        return self.start_at - timedelta(minutes=self.check_in_minutes) if self.check_in_minutes else None

    @property
    def for_bracket(self) -> BracketPlan:
        """Return the part of the plan that the bracket needs."""
        if self.kind is TournamentKind.LEAGUE:
            return BracketPlan.league(self.table_size, self.matches, self.fewest, self.most)
        return BracketPlan(self.kind, self.table_size, self.advance, 0, self.fewest, self.most)

    def _flat(self, values: dict[str, Any]) -> dict[str, Any]:
        for word in ("computers", "coach"):
            if not values[word]:
                del values[word]  # as version 0.1 wrote it
        return values

    what: ClassVar[str] = "plan"


def held_at(plan: TournamentPlan, start: datetime, now: datetime) -> TournamentPlan:
    """Return the same tournament at another time.

    If that leaves no time for sign-up, people sign up until the start. If check-in would be open already, there is
    none, and everybody who signs up counts as present.
    """
    until = start - (plan.start_at - plan.sign_up_until)
    is_ahead = start - timedelta(minutes=plan.check_in_minutes) > now
    return replace(
        plan,
        start_at=start,
        sign_up_until=until if until > now else start,
        check_in_minutes=plan.check_in_minutes if is_ahead else 0,
    )


def checked(plan: TournamentPlan, rules: Rules, now: datetime) -> TournamentPlan:
    """Return the plan with its name tidied and its times in UTC.

    Raises:
        ServiceError: such a tournament cannot be played; the error says why.
    """
    plan = replace(
        plan,
        name=" ".join(plan.name.split()),
        start_at=plan.start_at.astimezone(UTC),
        sign_up_until=plan.sign_up_until.astimezone(UTC),
    )
    if fault := _fault(plan, rules, now):
        raise ServiceError(fault)
    return plan


def _fault(plan: TournamentPlan, rules: Rules, now: datetime) -> Problem | None:
    if not (plan.name == one_line(plan.name) and 1 <= len(plan.name) <= LONGEST_NAME):
        return Problem.BAD_TOURNAMENT_NAME
    return _time_fault(plan, now) or _table_fault(plan, rules) or _chips_fault(plan) or _coach_fault(plan)


def _time_fault(plan: TournamentPlan, now: datetime) -> Problem | None:
    if not now < plan.start_at <= now + FURTHEST:
        return Problem.BAD_START
    if not now < plan.sign_up_until <= plan.start_at:
        return Problem.BAD_SIGN_UP
    opens = plan.check_in_at
    if not 0 <= plan.check_in_minutes <= LONGEST_CHECK_IN or (opens is not None and opens <= now):
        return Problem.BAD_CHECK_IN
    return None if 0 <= plan.round_minutes <= LONGEST_ROUND else Problem.BAD_ROUND_TIME


def _table_fault(plan: TournamentPlan, rules: Rules) -> Problem | None:
    if rules.min_players > FEWEST:
        return Problem.NOT_FOR_TWO
    if plan.pace is Pace.NONE:
        return Problem.NEEDS_CLOCK
    if plan.terms.stake or not plan.terms.fits(rules):
        return Problem.NO_SUCH_FORMAT
    if not 2 <= plan.table_size <= rules.max_players:
        return Problem.TOO_MANY_SEATS
    if plan.kind is TournamentKind.KNOCK_OUT and not 1 <= plan.advance < plan.table_size:
        return Problem.BAD_ADVANCE
    if plan.kind is TournamentKind.LEAGUE and not 1 <= plan.matches <= MAX_MATCHES:
        return Problem.BAD_MATCHES
    fits = FEWEST <= plan.fewest <= plan.most <= MAX_ENTRANTS and 0 <= plan.computers < plan.most
    return None if fits else Problem.BAD_PLAYERS


def _chips_fault(plan: TournamentPlan) -> Problem | None:
    if not 0 <= plan.entry <= MAX_STAKE:
        return Problem.NO_SUCH_STAKE
    if plan.entry and plan.computers:
        return Problem.COMPUTERS_HAVE_NO_CHIPS
    shares = plan.prizes
    fair = 1 <= len(shares) <= MOST_PRIZES and all(share > 0 for share in shares) and sum(shares) == 100
    return None if fair and list(shares) == sorted(shares, reverse=True) else Problem.BAD_PRIZES


def _coach_fault(plan: TournamentPlan) -> Problem | None:
    if plan.coach and not plan.help:
        return Problem.COACH_NEEDS_HELP
    return Problem.COACH_NOT_FOR_CHIPS if plan.coach and plan.entry else None
