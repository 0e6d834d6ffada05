"""Custom ids, both ways: a control carries all it needs, so it works after any restart.

| pattern                          | class        | what it is                                    |
|----------------------------------|--------------|-----------------------------------------------|
| `rummy:c:{table}:{step}:{text}`  | `TableControlId` | a control of a table                      |
| `rummy:y:{table}:{step}:{text}`  | `TableControlId` | the same, on a screen of one player alone |
| `rummy:n:{form}:{field}`         | `NewTableId` | the form of `/rummy new`, as far as filled in |
| `rummy:p:{field}:{value}`        | `SettingId`  | what a player prefers                         |
| `rummy:t:{season}:{format}:{page}:{turn}` | `StandingsId` | a page of standings                 |
| `rummy:h:{player}:{format}:{page}:{turn}` | `HistoryId`   | a page of what was played           |
| `rummy:u:{player}:{word}`        | `ProfileId`  | a player's profile                            |
| `rummy:e:{number}:{word}`        | `SeasonId`   | a season of the server                        |
| `rummy:w:{page}:{word}`          | `WalletId`   | a person's own chips                          |
| `rummy:d:{player}:{asked}:{word}`| `DataId`     | whether to erase what is kept of a person     |
| `rummy:o:{tournament}:{word}:{page}:{posted}` | `TournamentButtonId` | a button of a tournament          |

Those from standings to chips name no server: they are about the one in which they are pressed.

The text of a control is that of an action, as records have it (`draw closed`, `vote yes`, `rejoin`, `call-end`), or a
request. Using a menu says its text and the values that were chosen: `discard` and `7S`. What a game asks for besides
stands in its face; these requests are common to all:
    in a lobby `join`, `leave`, `computer`, `remove` (lists the players; with a value it removes one), `start`,
    `cancel`, `rules`; and `rematch`, which here too carries the finished table;
    at a table `hand` (also every way back to the hand; under a call to the table `hand call`), `refresh`, `discards`,
    `scores`, `rules`, `more` (⋯), `back` (I'm back), `settings`, `table` (the board, privately), `ask-leave`,
    `ask-drop`, `ask-end`, `end-by-staff`, `decline` (a player who is out stays out), `verify`, `record`.
Buttons of a tournament:
    `join`, `leave` (asks first once it runs), `quit` (leaves, asked and sure), `checkin`, `show` (card and bracket,
    privately), `mine` (where one's own table is), `cancel`, `verify`. *posted* names the posting under which a button
    stands, else `-`.
Fields of the new-table form:
    selects `rules`, `format`, `stake`, `pace`, `seats` (the chosen value replaces that of the form) and buttons
    `private`, `help` (pressing one turns it over), `open`.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Self, get_args

from bot.layout import ControlId, TableControlId
from bot.rummy.ids import PlayerId, TournamentId
from bot.screens.old_ids import parse_old

_FORMAT = r"(?P<format>[a-z0-9_]{1,12})"
_PAGE = r"(?P<page>0|[1-9][0-9]{0,4})"
_PLAYER = r"(?P<player>0|[1-9][0-9]{0,18})"

ANY_FORMAT = "all"
"""Stands in a custom id where no format is meant in particular."""
PLAYERS_BELOW = 1 << 63

CALL = "hand call"
"""The button of a message that calls a player, which has no other distinguishing mark."""


class _PlayerControlId(ControlId):
    """The id of a control that is about one player."""

    __slots__ = ()

    @classmethod
    def _match(cls, text: str) -> re.Match[str] | None:
        match = super()._match(text)
        # The database could not hold a larger number.
        return match if match is None or int(match["player"]) < PLAYERS_BELOW else None


class NewField(StrEnum):
    """A control of the form for a new table."""

    RULES = "rules"
    FORMAT = "format"
    STAKE = "stake"
    PACE = "pace"
    SEATS = "seats"
    PRIVATE = "private"
    HELP = "help"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class NewTableId(ControlId):
    """The form for a new table as filled in so far, and which of its controls this is.

    Its values are as typed: whether there are such rules, such a format and such a pace, the service says.
    """

    rules: str
    format: str
    """`Terms.course`."""
    stake: int
    """Hundredths of a chip."""
    pace: str
    seats: int
    private: bool
    help: bool
    field: NewField

    PATTERN: ClassVar[str] = (
        r"rummy:n:(?P<rules>[A-Za-z0-9_-]{1,40}):(?P<format>[a-z0-9_]{1,12}):(?P<stake>0|[1-9][0-9]{0,7})"
        r":(?P<pace>[a-z]{1,10}):(?P<seats>[0-9]):(?P<private>[01]):(?P<help>[01])"
        r":(?P<field>rules|format|stake|pace|seats|private|help|open)"
    )

    def _text(self) -> str:
        flags = f"{int(self.private)}:{int(self.help)}"
        return f"rummy:n:{self.rules}:{self.format}:{self.stake}:{self.pace}:{self.seats}:{flags}:{self.field}"

    def chosen(self, value: str | None) -> "NewTableId | None":
        """The form after its control was used; `value` is what a select gives. None: it cannot give that."""
        match self.field:
            case NewField.PRIVATE:
                form = replace(self, private=not self.private)
            case NewField.HELP:
                form = replace(self, help=not self.help)
            case NewField.SEATS:
                form = replace(self, seats=int(value) if value and re.fullmatch("[0-9]", value) else 10)
            case NewField.STAKE:
                form = replace(self, stake=int(value) if value and re.fullmatch("[0-9]{1,8}", value) else -1)
            case NewField.RULES:
                form = replace(self, rules=value or "")
            case NewField.FORMAT:
                form = replace(self, format=value or "")
            case NewField.PACE:
                form = replace(self, pace=value or "")
            case NewField.OPEN:
                form = self
        try:
            return NewTableId.parse(str(form))
        except ValueError:
            return None

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        return cls(
            rules=match["rules"],
            format=match["format"],
            stake=int(match["stake"]),
            pace=match["pace"],
            seats=int(match["seats"]),
            private=match["private"] == "1",
            help=match["help"] == "1",
            field=NewField(match["field"]),
        )


def can_name_rules(id: str) -> bool:
    """Whether the id of a rule set fits into a custom id; a host's file may be called anything."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", id) is not None


class Setting(StrEnum):
    """What a player may prefer."""

    DM = "dm"
    FOUR_COLOUR = "four_colour"
    LARGE = "large"
    TEXT_ONLY = "text_only"


@dataclass(frozen=True, slots=True)
class SettingId(ControlId):
    """A button that switches a preference on or off: the value is what will be."""

    field: Setting
    on: bool

    PATTERN: ClassVar[str] = r"rummy:p:(?P<field>dm|four_colour|large|text_only):(?P<value>on|off)"

    def _text(self) -> str:
        return f"rummy:p:{self.field}:{'on' if self.on else 'off'}"

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        return cls(Setting(match["field"]), match["value"] == "on")


class Turn(StrEnum):
    """How somebody comes to a page, or what they do with it."""

    OPEN = "open"
    BACK = "back"
    NEXT = "next"
    MINE = "mine"
    """To the page on which whoever presses stands."""
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class StandingsId(ControlId):
    """A button of the standings: the page it leads to."""

    season: int
    """0: over all."""
    format: str
    """Empty: all."""
    page: int
    """0 is the first."""
    turn: Turn = Turn.OPEN

    PATTERN: ClassVar[str] = (
        rf"rummy:t:(?P<season>0|[1-9][0-9]{{0,4}}):{_FORMAT}:{_PAGE}:(?P<turn>open|back|next|mine|share)"
    )

    def _text(self) -> str:
        return f"rummy:t:{self.season}:{self.format or ANY_FORMAT}:{self.page}:{self.turn}"

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        return cls(int(match["season"]), _format_in(match), int(match["page"]), Turn(match["turn"]))


@dataclass(frozen=True, slots=True)
class HistoryId(_PlayerControlId):
    """A button below what was played: the page it leads to."""

    player: PlayerId | None
    """None: everybody."""
    format: str
    """Empty: all."""
    page: int
    """0 is the first."""
    turn: Turn = Turn.NEXT

    PATTERN: ClassVar[str] = rf"rummy:h:{_PLAYER}:{_FORMAT}:{_PAGE}:(?P<turn>back|next)"

    def _text(self) -> str:
        return f"rummy:h:{self.player or 0}:{self.format or ANY_FORMAT}:{self.page}:{self.turn}"

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        player = PlayerId(int(match["player"])) if match["player"] != "0" else None
        return cls(player, _format_in(match), int(match["page"]), Turn(match["turn"]))


def _format_in(match: re.Match[str]) -> str:
    return "" if match["format"] == ANY_FORMAT else match["format"]


@dataclass(frozen=True, slots=True)
class ProfileId(_PlayerControlId):
    """A button of a player's profile."""

    player: PlayerId
    word: str = "share"

    PATTERN: ClassVar[str] = rf"rummy:u:{_PLAYER}:(?P<word>share)"

    def _text(self) -> str:
        return f"rummy:u:{self.player}:{self.word}"

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        return cls(PlayerId(int(match["player"])), match["word"])


@dataclass(frozen=True, slots=True)
class SeasonId(ControlId):
    """A button of a season: `show`, `close`, `share`."""

    number: int
    word: str

    PATTERN: ClassVar[str] = r"rummy:e:(?P<number>[1-9][0-9]{0,4}):(?P<word>show|close|share)"

    def _text(self) -> str:
        return f"rummy:e:{self.number}:{self.word}"

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        return cls(int(match["number"]), match["word"])


@dataclass(frozen=True, slots=True)
class WalletId(ControlId):
    """A button below somebody's chips: the page it leads to, or the claim of today's chips."""

    page: int
    """0 is the newest."""
    claim: bool = False

    PATTERN: ClassVar[str] = rf"rummy:w:{_PAGE}:(?P<word>show|daily)"

    def _text(self) -> str:
        return f"rummy:w:{self.page}:{'daily' if self.claim else 'show'}"

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        return cls(int(match["page"]), match["word"] == "daily")


@dataclass(frozen=True, slots=True)
class DataId(_PlayerControlId):
    """An answer to the question whether to erase what is kept of a person."""

    player: PlayerId
    asked: int
    """When it was asked, in unix seconds."""
    erase: bool

    PATTERN: ClassVar[str] = rf"rummy:d:{_PLAYER}:(?P<asked>0|[1-9][0-9]{{0,10}}):(?P<word>erase|keep)"

    def _text(self) -> str:
        return f"rummy:d:{self.player}:{self.asked}:{'erase' if self.erase else 'keep'}"

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        return cls(PlayerId(int(match["player"])), int(match["asked"]), match["word"] == "erase")


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

    tournament: TournamentId
    word: TournamentButton
    page: int = 0
    """Of the bracket that is shown; 0 is the first."""
    posted: str = ""
    """The posting it stands under: kind, number and part."""

    PATTERN: ClassVar[str] = (
        rf"rummy:o:(?P<tournament>[a-z0-9]{{6}}):(?P<word>join|leave|quit|checkin|show|mine|cancel|verify):{_PAGE}"
        r":(?P<posted>-|[a-z_]{1,20}-(?:0|[1-9][0-9]{0,3})-(?:0|[1-9][0-9]?))"
    )

    def _text(self) -> str:
        return f"rummy:o:{self.tournament}:{self.word}:{self.page}:{self.posted or '-'}"

    @classmethod
    def _read(cls, match: re.Match[str]) -> Self:
        posted = "" if match["posted"] == "-" else match["posted"]
        return cls(TournamentId(match["tournament"]), TournamentButton(match["word"]), int(match["page"]), posted)


AnyId = (
    TableControlId
    | NewTableId
    | SettingId
    | StandingsId
    | HistoryId
    | ProfileId
    | SeasonId
    | WalletId
    | DataId
    | TournamentButtonId
)
KINDS: tuple[type[AnyId], ...] = get_args(AnyId)


def table_control(text: str) -> TableControlId | None:
    """What an id says, if it is that of a control of a table."""
    return TableControlId.parse(text) or parse_old(text)


def parse(text: str) -> AnyId | None:
    """What any custom id of ours says; None: it is not ours."""
    for kind in KINDS:
        if found := kind.parse(text):
            return found
    return parse_old(text)
