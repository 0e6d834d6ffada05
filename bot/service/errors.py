"""The errors of the service, besides the rules' own refusals."""

from collections.abc import Iterable
from datetime import datetime

from bot.codes import Problem, TableStatus
from bot.error_fields import LoggableError
from bot.rummy.errors import IllegalAction, ParseError, RulesError
from bot.rummy.ids import PlayerId


class ServiceError(Exception):
    """A person's request that cannot be carried out; nothing was changed."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.value)
        self.problem = problem


class CorruptError(LoggableError):
    """A stored table, tournament or deal cannot be read, or its journal does not replay."""

    def __init__(self, what: str, reason: Exception | str, status: TableStatus | None = None) -> None:
        """`reason` is an error, or a text without cards. `status`: that of a table, if it is known."""
        super().__init__(what, reason)
        self.status = status

    @property
    def line(self) -> str:
        """Return what cannot be read, and why. The text of another error stays out: it may name a card."""
        what, reason = self.args
        return f"{what}: {reason if isinstance(reason, str) else _reason(reason)}"


def _reason(error: Exception) -> str:
    match error:
        case IllegalAction():
            return f"its moves do not play through ({error})"
        case RulesError():
            return "its rules cannot be read"
        case ParseError():
            return "one of its texts cannot be read"
    return "it holds an unknown value"


class OthersLackError(ServiceError):
    """Players other than the person who asks have too few chips for the stake."""

    def __init__(self, players: Iterable[PlayerId]) -> None:
        super().__init__(Problem.OTHER_CANNOT_COVER)
        self.players = tuple(players)


class PausedError(ServiceError):
    """The person has chosen not to sit down anywhere until then."""

    def __init__(self, until: datetime) -> None:
        super().__init__(Problem.RESTING)
        self.until = until


class NoSuchNameError(ServiceError):
    """A typed name that does not exist, with the names that do."""

    def __init__(self, problem: Problem, names: Iterable[str]) -> None:
        super().__init__(problem)
        self.names = tuple(names)


class QuotaUsedError(ServiceError):
    """The limit of tables or tournaments that may be open at once is reached."""

    def __init__(self, problem: Problem, owner: int, most: int) -> None:
        super().__init__(problem)
        self.owner = owner
        """The person or server whose limit is reached."""
        self.most = most
