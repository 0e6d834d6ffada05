"""The errors of the service, besides the rules' own refusals."""

from collections.abc import Iterable
from datetime import datetime

from bot.codes import Problem
from bot.rummy.errors import ExplainedError
from bot.rummy.ids import PlayerId


class ServiceError(Exception):
    """A person's request that cannot be carried out; nothing was changed."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.value)
        self.problem = problem


class CorruptError(ExplainedError):
    """A stored table or tournament cannot be read, or its journal does not replay."""


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

    def __init__(self, problem: Problem, owner: int) -> None:
        super().__init__(problem)
        self.owner = owner
        """The person or server whose limit is reached."""
