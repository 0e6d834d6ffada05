"""The names of postings in the ids of their buttons. By its name a posting is found that may have been sent."""

from dataclasses import replace

from bot.layout import Button, Row, Screen, TableControlId
from bot.rummy.ids import TableId
from bot.screens.ids import table_control

NAMED = frozenset({"hand", "scores", "rematch", "quick", "leave"})
"""The requests of buttons that may carry a name. A request is the first word of an id, whatever follows."""


def with_name(screen: Screen, of: TableId, kind: str, number: int) -> Screen:
    """Return the screen with the name of the posting in the id of one of its buttons, or of an added button.

    Only `is_named` reads it: a button does what its first word says.
    """
    name = f"{kind} {number}"
    for i, part in enumerate(screen.parts):
        for button in part.buttons if isinstance(part, Row) else ():
            id = table_control(button.id)
            if isinstance(part, Row) and id is not None and id.text in NAMED:
                named = replace(button, id=str(replace(id, text=f"{id.text} {name}")))
                buttons = tuple(named if one is button else one for one in part.buttons)
                return replace(screen, parts=(*screen.parts[:i], Row(buttons), *screen.parts[i + 1 :]))
    added = Row((Button("Scores", str(TableControlId(of, 0, f"scores {name}"))),))
    return replace(screen, parts=(*screen.parts, added))


def is_named(custom_id: str, of: TableId, kind: str, number: int | None = None) -> bool:
    """Return whether a button with that custom id stands under that posting. None: under any of that kind."""
    id = table_control(custom_id)
    if id is None or id.table != of:
        return False
    return id.args[:1] == (kind,) if number is None else id.args == (kind, str(number))
