"""The ids of controls on messages that version 0.1 has sent, and the present ids that they stand for.

| pattern                             | what it was          |
|-------------------------------------|----------------------|
| `rummy:b:{table}:{step}:{action}`   | a button of a table  |
| `rummy:s:{table}:{step}:{action}`   | a menu of a table    |
| `rummy:m:{table}:{step}:{action}`   | a form of a table    |

Cards in an action were joined by hyphens, and values of menus counted the melds on the table from 1.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.layout import MAX_ID, TableControlId
from bot.rummy.ids import USUAL_LEVEL, TableId

_PATTERN = re.compile(
    r"rummy:(?P<kind>[bsm]):(?P<table>[a-z0-9]{6}):(?P<step>0|[1-9][0-9]{0,5})"
    r":(?P<action>[A-Za-z0-9-]+(?: [A-Za-z0-9-]+){0,3})"
)

_BUTTONS = {
    "group": "ask-groups",
    "ungroup": "group",
    "done": "show",
    "declare": "declare-shown",
    "declare-now": "declare-slot",
    "place-best": "best",
    "place-set": "place set",
    "split": "call-split",
    "end": "call-end",
    "computer": f"computer {USUAL_LEVEL}",  # there was one strength
}
_MENUS = {"group": "make-group", "declare-card": "ask-declare"}
_FORMS = {"group": "groups"}

_OWN_BUTTONS = frozenset(
    ["refresh", "sort", "best", "ungroup", "draw", "done", "drop", "ask-drop", "ask-declare", "declare", "declare-now"]
)
"""Buttons that stood under a hand, or a question about one, and nowhere else."""


def parse_old(text: str) -> TableControlId | None:
    """Return the control that an id of version 0.1 stands for; None if it is none of these."""
    match = _PATTERN.fullmatch(text) if len(text) <= MAX_ID else None
    if match is None:
        return None
    word, _, rest = match["action"].partition(" ")
    is_button = match["kind"] == "b"
    names = {"b": _BUTTONS, "s": _MENUS, "m": _FORMS}[match["kind"]]
    if word == "next" and rest == "no":
        word, rest = "decline", ""
    if word in ("place", "place-set", "lay-off"):
        rest = rest.replace("-", " ")
    said = " ".join(filter(None, (names.get(word, word), rest)))
    is_own = not is_button or word in _OWN_BUTTONS
    return TableControlId(TableId(match["table"]), int(match["step"]), said, is_own)


def read_old(text: str, values: Sequence[str]) -> tuple[TableControlId, tuple[str, ...]] | None:
    """Return the present control id and the chosen values; None if the id is not of version 0.1."""
    id = parse_old(text)
    if id is None:
        return None
    if id.word == "swap":
        return id, tuple(map(_from_zero, values))
    if id.word == "lay-off":
        # The menu named the cards, and its value the meld and the side: `3 low`.
        cards = " ".join(id.args)
        where = (_from_zero(value).replace(" high", "") for value in values)
        return replace(id, text="lay-off"), tuple(f"{meld} {cards}" for meld in where)
    return id, tuple(values)


def _from_zero(value: str) -> str:
    """Return `2 7S` of `3 7S`."""
    number, space, rest = value.partition(" ")
    is_number = number.isascii() and number.isdecimal() and 0 < len(number) < 4
    return f"{int(number) - 1}{space}{rest}" if is_number else value
