"""Custom ids, both ways: a control carries all it needs, so it works after any restart.

| pattern                          | class        | what it is                                    |
|----------------------------------|--------------|-----------------------------------------------|
| `rummy:c:{table}:{step}:{text}`  | `TableControlId` | a control of a table                      |
| `rummy:y:{table}:{step}:{text}`  | `TableControlId` | the same, on a screen of one player alone |
| `rummy:n:{form}:{field}`         | `NewTableId` | the form of `/rummy new`, as far as filled in |
| `rummy:r:{rules}:{part}`         | `RulesId`    | a part of a rule set's text                   |
| `rummy:q:{word}`                 | `QuickId`    | a match at once                               |
| `rummy:p:{field}:{value}`        | `SettingId`  | what a player prefers                         |
| `rummy:g:{limit}:{number}`       | `LimitId`    | limits that players set themselves            |
| `rummy:t:{season}:{format}:{page}:{turn}` | `StandingsId` | a page of standings                 |
| `rummy:h:{player}:{format}:{page}:{turn}` | `HistoryId`   | a page of what was played           |
| `rummy:u:{player}:{word}`        | `ProfileId`  | a player's profile                            |
| `rummy:e:{number}:{word}`        | `SeasonId`   | a season of the server                        |
| `rummy:w:{page}:{word}`          | `WalletId`   | a person's own chips                          |
| `rummy:d:{player}:{asked}:{word}`| `DataId`     | whether to erase what is kept of a person     |
| `rummy:o:{tournament}:{word}:{page}:{posted}` | `TournamentButtonId` | a button of a tournament          |
| `rummy:l:{word}`                 | `TournamentsId` | the tournaments of the server              |
| `rummy:a:{tournament}:{word}`    | `SeriesId`   | a tournament that is repeated                 |
| `rummy:s:{place}:{step}:{text}`  | `SoloControlId` | a control of a deal that one plays alone   |

Those from standings to chips, and `rummy:l`, name no server: they are about the one in which they are pressed.

The text of a control is that of an action, as records have it (`draw closed`, `vote yes`, `rejoin`, `call-end`), or a
request. Using a menu says its text and the values that were chosen: `discard` and `7S`. What a game asks for besides
stands in its face; these requests are common to all:
    in a lobby `join`, `leave`, `computer` (asks how strong; with a level, as `computer 3`, it seats one), `remove`
    (lists the players; with a value it removes one), `start`, `cancel`, `rules`; and `rematch`, which here too carries
    the finished table;
    at a finished table `quick` (a match at once, in the same channel);
    at a table `hand` (also every way back to the hand; under a call to the table `hand call`), `refresh`, `discards`,
    `scores`, `rules`, `more` (⋯), `back` (I'm back), `settings`, `table` (the board, privately), `ask-leave`,
    `ask-drop`, `coach` (`coach sure`: without being asked again), `ask-end`, `ask-end-by-staff`, `end-by-staff`,
    `decline` (a player who is out stays out), `verify`, `record`, `dispute`, `report`; for staff `case` (a dispute or
    report as it stands), `close-report`, `answer-dispute`, `void-match`. `dispute`, `report` and the last two ask by a
    form.
Buttons of a tournament:
    `join`, `leave` (asks first once it runs), `quit` (leaves, asked and sure), `checkin`, `show` (card and bracket,
    privately), `mine` (where one's own table is), `cancel`, `verify`. *posted* names the posting under which a button
    stands, else `-`.
All tournaments of the server:
    `list`, the menu `pick` (its value is the code of one), `series`, the menu `pick-series`.
A tournament that is repeated, or may be:
    `repeat` (asks how often), the menus `hours` and `days` (their values say how often), `end`.
A lesson, besides what any deal asks for:
    `begin` (also goes on; with the code of a lobby, leaves that), `do` with the number of a step, `over`, `stop`,
    `ask-drop`.
Fields of the new-table form:
    selects `rules`, `format`, `stake`, `pace`, `seats` (the chosen value replaces that of the form) and buttons
    `private`, `help` (pressing one turns it over), `open`.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, get_args

from bot.layout import ControlId, Part, SoloControlId, TableControlId, flag, one_of
from bot.rummy.errors import ParseError
from bot.rummy.ids import PlayerId, TournamentId
from bot.screens.old_ids import parse_old
from bot.service.tables.form import TableForm

ANY_FORMAT = "all"
"""Stands in a custom id where no format is meant in particular."""
PLAYERS_BELOW = 1 << 63

AS_IN_DISCORD = "discord"
"""Stands for the language of a person's Discord, or of the server there, in the place of a code."""

CALL = "hand call"
"""The button of a message that calls a player, which has no other distinguishing mark."""


def _player_or_nobody(text: str) -> PlayerId:
    if int(text) >= PLAYERS_BELOW:
        raise ValueError(text)  # the database could not hold it
    return PlayerId(int(text))


def _player(text: str) -> PlayerId | None:
    return _player_or_nobody(text) or None


_PLAYERS = "0|[1-9][0-9]{0,18}"
_POSTED = "-|[a-z_]{1,20}-(?:0|[1-9][0-9]{0,3})-(?:0|[1-9][0-9]?)"

PageNumber = Annotated[int, Part("0|[1-9][0-9]{0,4}", int)]
FormatName = Annotated[
    str,
    Part("[a-z0-9_]{1,12}", lambda name: "" if name == ANY_FORMAT else name, lambda name: name or ANY_FORMAT),
]


class NewField(StrEnum):
    """A control of the form for a new table; first those of its words, in their order."""

    RULES = "rules"
    FORMAT = "format"
    STAKE = "stake"
    PACE = "pace"
    SEATS = "seats"
    PRIVATE = "private"
    HELP = "help"
    OPEN = "open"


_RULES = "[A-Za-z0-9_-]{1,40}"


@dataclass(frozen=True, slots=True)
class NewTableId(ControlId):
    """The form for a new table as filled in so far, and which of its controls this is.

    Whether there are such rules, and whether they play that format, the service says.
    """

    PREFIX: ClassVar[str] = "rummy:n"

    text: Annotated[str, Part(f"{_RULES}:[a-z0-9_]{{1,12}}:(?:0|[1-9][0-9]{{0,7}}):[a-z]{{1,10}}:[0-9]:[01]:[01]", str)]
    """That of a `TableForm`, whose words the controls change: a word for each, in the order of `NewField`."""
    field: Annotated[NewField, one_of(NewField)]

    @property
    def form(self) -> TableForm | None:
        """Return the form as it was shown. None: no form has such a text."""
        try:
            return TableForm.parse(self.text)
        except ParseError:
            return None

    def chosen(self, value: str | None) -> TableForm | None:
        """The form after its control was used; `value` is what a menu gives. None: it cannot give that."""
        words = self.text.split(":")
        place = [*NewField].index(self.field)
        match self.field:
            case NewField.OPEN:
                return self.form
            case NewField.PRIVATE | NewField.HELP:
                words[place] = "0" if words[place] == "1" else "1"
            case _:
                words[place] = value or ""
        changed = NewTableId.parse(":".join([self.PREFIX, *words, self.field]))
        return changed.form if changed is not None else None


@dataclass(frozen=True, slots=True)
class QuickId(ControlId):
    """A button that leads to a match at once."""

    PREFIX: ClassVar[str] = "rummy:q"

    word: Annotated[str, Part("play", str)] = "play"


def can_name_rules(id: str) -> bool:
    """Return whether the id of a rule set fits into a custom id; a host's file may be called anything."""
    return re.fullmatch(_RULES, id) is not None


class RulesPart(StrEnum):
    """What is told of a rule set at once."""

    GAME = "game"
    FORMATS = "formats"


@dataclass(frozen=True, slots=True)
class RulesId(ControlId):
    """A button below a rule set's text: the part it leads to."""

    PREFIX: ClassVar[str] = "rummy:r"

    rules: Annotated[str, Part(_RULES, str)]
    part: Annotated[RulesPart, one_of(RulesPart)]


class Setting(StrEnum):
    """What a player may prefer."""

    DM = "dm"
    FOUR_COLOUR = "four_colour"
    LARGE = "large"
    TEXT_ONLY = "text_only"
    REVIEWED = "reviewed"


@dataclass(frozen=True, slots=True)
class SettingId(ControlId):
    """A button that switches a preference on or off: the value is what will be."""

    PREFIX: ClassVar[str] = "rummy:p"

    field: Annotated[Setting, one_of(Setting)]
    on: Annotated[bool, flag("on", "off")]


@dataclass(frozen=True, slots=True)
class LanguageId(ControlId):
    """The menu of a person's languages; its value is the code of one, or `AS_IN_DISCORD`."""

    PREFIX: ClassVar[str] = "rummy:m"

    word: Annotated[str, Part("language", str)] = "language"


class Limit(StrEnum):
    """What a player asks of themselves."""

    MENUS = "menus"
    REMIND = "remind"
    PAUSE = "pause"
    SURE = "sure"
    """The pause that they were asked about."""


@dataclass(frozen=True, slots=True)
class LimitId(ControlId):
    """A control of the limits that a player sets; the menus carry their number as a value."""

    PREFIX: ClassVar[str] = "rummy:g"

    what: Annotated[Limit, one_of(Limit)]
    number: PageNumber = 0


class Turn(StrEnum):
    """How a person comes to a page, or what they do with it."""

    OPEN = "open"
    BACK = "back"
    NEXT = "next"
    MINE = "mine"
    """To the page on which the person who presses stands."""
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class StandingsId(ControlId):
    """A button of the standings: the page it leads to."""

    PREFIX: ClassVar[str] = "rummy:t"

    season: PageNumber
    """0: over all."""
    format: FormatName
    """Empty: all."""
    page: PageNumber
    """0 is the first."""
    turn: Annotated[Turn, one_of(Turn)] = Turn.OPEN


@dataclass(frozen=True, slots=True)
class HistoryId(ControlId):
    """A button below what was played: the page it leads to."""

    PREFIX: ClassVar[str] = "rummy:h"

    player: Annotated[PlayerId | None, Part(_PLAYERS, _player, lambda player: str(player or 0))]
    """None: everybody."""
    format: FormatName
    """Empty: all."""
    page: PageNumber
    """0 is the first."""
    turn: Annotated[Turn, Part("back|next", Turn)] = Turn.NEXT


@dataclass(frozen=True, slots=True)
class ProfileId(ControlId):
    """A button of a player's profile."""

    PREFIX: ClassVar[str] = "rummy:u"

    player: Annotated[PlayerId, Part(_PLAYERS, _player_or_nobody)]
    word: Annotated[str, Part("share", str)] = "share"


@dataclass(frozen=True, slots=True)
class SeasonId(ControlId):
    """A button of a season: `show`, `close`, `share`."""

    PREFIX: ClassVar[str] = "rummy:e"

    number: Annotated[int, Part("[1-9][0-9]{0,4}", int)]
    word: Annotated[str, Part("show|close|share", str)]


@dataclass(frozen=True, slots=True)
class WalletId(ControlId):
    """A button below a person's chips: the page it leads to, or the claim of today's chips."""

    PREFIX: ClassVar[str] = "rummy:w"

    page: PageNumber
    """0 is the newest."""
    claim: Annotated[bool, flag("daily", "show")] = False


@dataclass(frozen=True, slots=True)
class DataId(ControlId):
    """An answer to the question whether to erase what is kept of a person."""

    PREFIX: ClassVar[str] = "rummy:d"

    player: Annotated[PlayerId, Part(_PLAYERS, _player_or_nobody)]
    asked: Annotated[int, Part("0|[1-9][0-9]{0,10}", int)]
    """When it was asked, in unix seconds."""
    erase: Annotated[bool, flag("erase", "keep")]


class TournamentButton(StrEnum):
    """What a button of a tournament does."""

    JOIN = "join"
    LEAVE = "leave"
    QUIT = "quit"
    CHECK_IN = "checkin"
    SHOW = "show"
    MINE = "mine"
    CANCEL = "cancel"
    VERIFY = "verify"


@dataclass(frozen=True, slots=True)
class TournamentButtonId(ControlId):
    """A button of a tournament."""

    PREFIX: ClassVar[str] = "rummy:o"

    tournament: Annotated[TournamentId, Part("[a-z0-9]{6}", TournamentId)]
    word: Annotated[TournamentButton, one_of(TournamentButton)]
    page: PageNumber = 0
    """Of the bracket that is shown; 0 is the first."""
    posted: Annotated[str, Part(_POSTED, lambda name: "" if name == "-" else name, lambda name: name or "-")] = ""
    """The posting it stands under: kind, number and part."""


class TournamentsWord(StrEnum):
    """What a control does that is about all tournaments of a server."""

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
    """What a control does that is about repeating a tournament."""

    REPEAT = "repeat"
    HOURS = "hours"
    DAYS = "days"
    END = "end"


@dataclass(frozen=True, slots=True)
class SeriesId(ControlId):
    """A control about repeating a tournament."""

    PREFIX: ClassVar[str] = "rummy:a"

    tournament: Annotated[TournamentId, Part("[a-z0-9]{6}", TournamentId)]
    """Any one of its series."""
    word: Annotated[SeriesWord, one_of(SeriesWord)]


AnyId = (
    TableControlId
    | NewTableId
    | RulesId
    | QuickId
    | SettingId
    | LanguageId
    | LimitId
    | StandingsId
    | HistoryId
    | ProfileId
    | SeasonId
    | WalletId
    | DataId
    | TournamentButtonId
    | TournamentsId
    | SeriesId
    | SoloControlId
)
KINDS: tuple[type[AnyId], ...] = get_args(AnyId)


def table_control(text: str) -> TableControlId | None:
    """Return what an id says, if it is that of a control of a table."""
    return TableControlId.parse(text) or parse_old(text)


def parse(text: str) -> AnyId | None:
    """Return what any custom id of ours says; None if it is not ours."""
    for kind in KINDS:
        if found := kind.parse(text):
            return found
    return parse_old(text)
