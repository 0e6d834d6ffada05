"""Custom ids, both ways: a control carries all it needs, so it works after any restart.

The class of an id is in the module of the screens that show its controls. This module has the ids that several
subjects use, and the parts that ids are made of. `docs/IDS.md` lists all ids with their texts.

The text of a control of a table is an action, as records have it (`draw closed`, `vote yes`, `call-end`), or a request.
A menu adds the values that were chosen: `discard` and `7S`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.layout import ControlId, Part, TableControlId, flag, one_of
from bot.rummy.ids import PlayerId
from bot.screens.old_ids import parse_old
from bot.store.rows.settings import PLAYER_SETTINGS

PLAYERS_BELOW = 1 << 63

AS_IN_DISCORD = "discord"
"""A word in place of a language's code: the language of a person's Discord, or of the server there."""

CALL = "hand call"
"""The button of a message that calls a player, which has no other distinguishing mark."""


RULES = "[A-Za-z0-9_-]{1,40}"
"""The pattern of a rule set's id."""


def _player(text: str) -> PlayerId:
    if int(text) >= PLAYERS_BELOW:
        raise ValueError(text)  # the database could not hold it
    return PlayerId(int(text))


_PLAYERS = "0|[1-9][0-9]{0,18}"
PlayerNumber = Annotated[PlayerId, Part(_PLAYERS, _player)]
PlayerOrNobody = Annotated[
    PlayerId | None, Part(_PLAYERS, lambda text: _player(text) or None, lambda player: str(player or 0))
]
PageNumber = Annotated[int, Part("0|[1-9][0-9]{0,4}", int)]


@dataclass(frozen=True, slots=True)
class QuickId(ControlId):
    """A button that leads to a match at once, of a game or of any."""

    PREFIX: ClassVar[str] = "rummy:q"

    game: Annotated[
        str,
        Part(
            "play(?: [a-z]{1,12})?", lambda text: text.removeprefix("play").strip(), lambda game: f"play {game}".strip()
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class HelpId(ControlId):
    """The menu of the topics of help; its value is the id of one."""

    PREFIX: ClassVar[str] = "rummy:v"

    word: Annotated[str, Part("topic", str)] = "topic"


def can_name_rules(id: str) -> bool:
    """Return whether the id of a rule set fits into a custom id; a host's file may be called anything."""
    return re.fullmatch(RULES, id) is not None


class RulesPart(StrEnum):
    """The parts of a rule set that are shown one at a time."""

    GAME = "game"
    FORMATS = "formats"


@dataclass(frozen=True, slots=True)
class RulesId(ControlId):
    """A button below a rule set's text: the part it leads to."""

    PREFIX: ClassVar[str] = "rummy:r"

    rules: Annotated[str, Part(RULES, str)]
    part: Annotated[RulesPart, one_of(RulesPart)]


@dataclass(frozen=True, slots=True)
class SettingId(ControlId):
    """A button that switches a preference on or off; the value is the new one."""

    PREFIX: ClassVar[str] = "rummy:p"

    field: Annotated[str, Part("|".join(PLAYER_SETTINGS), str)]
    on: Annotated[bool, flag("on", "off")]


@dataclass(frozen=True, slots=True)
class LanguageId(ControlId):
    """The menu of a person's languages; its value is the code of one, or `AS_IN_DISCORD`."""

    PREFIX: ClassVar[str] = "rummy:m"

    word: Annotated[str, Part("language", str)] = "language"


@dataclass(frozen=True, slots=True)
class LookId(ControlId):
    """The menu of looks; its value is one of `Look`."""

    PREFIX: ClassVar[str] = "rummy:c"

    word: Annotated[str, Part("look", str)] = "look"


class Limit(StrEnum):
    """The limits that a player sets for themselves."""

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


def table_control(text: str) -> TableControlId | None:
    """Return the id if it belongs to a control of a table; else None."""
    return TableControlId.parse(text) or parse_old(text)


def parse(text: str, kinds: Iterable[type[ControlId]]) -> ControlId | None:
    """Return the custom id if it is of one of these kinds; else None."""
    return next(filter(None, (kind.parse(text) for kind in kinds)), None) or parse_old(text)
