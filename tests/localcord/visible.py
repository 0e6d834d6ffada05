"""The buttons, menus and fields that a person of a local Discord sees."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.localcord.views import JSON, MessageView, ModalView, walk

BUTTON, SELECTS = 2, (3, 5, 6, 7, 8)
"""Types of components."""


@dataclass(frozen=True, slots=True)
class ButtonView:
    """A button; it may be disabled."""

    label: str
    custom_id: str
    disabled: bool


@dataclass(frozen=True, slots=True)
class SelectView:
    """A menu."""

    custom_id: str
    values: tuple[str, ...]
    disabled: bool


def buttons(message: MessageView) -> list[ButtonView]:
    """Return the buttons of a message, without links."""
    return [
        ButtonView(part.get("label") or "", part["custom_id"], bool(part.get("disabled")))
        for part in walk(message.components)
        if part.get("type") == BUTTON and part.get("custom_id")
    ]


def selects(message: MessageView) -> list[SelectView]:
    """Return the menus of a message."""
    return [_select(part) for part in walk(message.components) if part.get("type") in SELECTS]


def _select(part: JSON) -> SelectView:
    values = tuple(option["value"] for option in part.get("options") or ())
    return SelectView(part["custom_id"], values, bool(part.get("disabled")))


def fields(modal: ModalView) -> Sequence[str]:
    """Return the custom ids of the fields of a form."""
    return [part["custom_id"] for part in walk(modal.components) if part.get("custom_id")]
