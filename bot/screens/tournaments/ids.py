"""Custom ids of the controls of tournaments."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.layout import ControlId, Part, one_of
from bot.rummy.ids import TournamentId
from bot.screens.ids import PageNumber

_TOURNAMENT = Part("[a-z0-9]{6}", TournamentId)
_POSTED = Part(
    "-|[a-z_]{1,20}-(?:0|[1-9][0-9]{0,3})-(?:0|[1-9][0-9]?)",
    lambda name: "" if name == "-" else name,
    lambda name: name or "-",
)


class TournamentButton(StrEnum):
    """The purpose of a button of a tournament."""

    JOIN = "join"
    LEAVE = "leave"
    QUIT = "quit"
    CHECK_IN = "checkin"
    SHOW = "show"
    MINE = "mine"
    CANCEL = "cancel"
    ASK_CANCEL = "ask-cancel"
    RESUME = "resume"
    WAIT = "wait"
    VERIFY = "verify"


@dataclass(frozen=True, slots=True)
class TournamentButtonId(ControlId):
    """A button of a tournament."""

    PREFIX: ClassVar[str] = "rummy:o"

    tournament: Annotated[TournamentId, _TOURNAMENT]
    word: Annotated[TournamentButton, one_of(TournamentButton)]
    page: PageNumber = 0
    """The page of the bracket that is shown; 0 is the first."""
    posted: Annotated[str, _POSTED] = ""
    """The posting below which it is: kind, number and part."""


class TournamentsWord(StrEnum):
    """The purpose of a control that concerns all tournaments of a server."""

    LIST = "list"
    PICK = "pick"
    SERIES = "series"
    PICK_SERIES = "pick-series"


@dataclass(frozen=True, slots=True)
class TournamentsId(ControlId):
    """A control about all tournaments of a server."""

    PREFIX: ClassVar[str] = "rummy:l"

    word: Annotated[TournamentsWord, one_of(TournamentsWord)]


class SeriesWord(StrEnum):
    """The purpose of a control that concerns the repetition of a tournament."""

    REPEAT = "repeat"
    HOURS = "hours"
    DAYS = "days"
    END = "end"


@dataclass(frozen=True, slots=True)
class SeriesId(ControlId):
    """A control about repeating a tournament."""

    PREFIX: ClassVar[str] = "rummy:a"

    tournament: Annotated[TournamentId, _TOURNAMENT]
    """Any one of its series."""
    word: Annotated[SeriesWord, one_of(SeriesWord)]
