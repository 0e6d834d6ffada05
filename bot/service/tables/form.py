"""A host's choices for a new table."""

from dataclasses import dataclass, field, replace
from typing import Self

from bot.codes import Pace, Problem
from bot.rummy.errors import ParseError
from bot.rummy.match.match import Terms, courses
from bot.rummy.rules import Rules
from bot.service.errors import ServiceError

OPEN_PACE = "auto"
"""Stands for a pace that nobody has chosen."""


@dataclass(frozen=True, slots=True)
class TableForm:
    """The choices of a host for a new table."""

    rules_id: str = "circle"
    terms: Terms = field(default_factory=Terms)
    pace: Pace | None = None
    """None if the pace follows from who sits there at the start."""
    seats: int = 6
    private: bool = False
    help: bool = True

    def __str__(self) -> str:
        """Return the choices as custom ids carry them: `circle:pool_101:0:standard:6:0:1`."""
        terms, flags = self.terms, f"{int(self.private)}:{int(self.help)}"
        return f"{self.rules_id}:{terms.course}:{terms.stake}:{self.pace or OPEN_PACE}:{self.seats}:{flags}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the form for a text; the inverse of `str`.

        Raises:
            ParseError: the text is no form. It is not checked whether such rules exist.
        """
        try:
            rules_id, course, stake, pace, seats, private, help = text.split(":")
            terms = Terms.parse(course, int(stake))
            chosen = None if pace == OPEN_PACE else Pace(pace)
            return cls(rules_id, terms, chosen, int(seats), private == "1", help == "1")
        except ValueError as error:
            raise ParseError(f"no form of a table: {error}") from None


QUICK = TableForm(seats=4)
"""The form of a table for quick play: one deal without a stake, and no chosen pace."""


def quick_form(rules: Rules) -> TableForm:
    """Return the form of a table for quick play by these rules: their first format, with at most as many seats."""
    return replace(QUICK, rules_id=rules.id, terms=courses(rules)[0], seats=min(QUICK.seats, rules.max_players))


def check_terms(terms: Terms, rules: Rules) -> None:
    """Raise ServiceError if *rules* have no such format or no such stake."""
    if not replace(terms, stake=0).fits(rules):
        raise ServiceError(Problem.NO_SUCH_FORMAT)
    if not terms.fits(rules):
        raise ServiceError(Problem.NO_SUCH_STAKE)
