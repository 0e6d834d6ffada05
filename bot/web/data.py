"""Screens and forms as the page gets them: in the form of Discord's components, with their files inside."""

import base64
from typing import Any

from bot.discord.translate import modal_of, view_of
from bot.flows.answer import Press
from bot.layout import Attachment, Form, Picture, Screen
from bot.screens.felt import PageData

PNG, GIF = b"\x89PNG", b"GIF8"
MOST_VALUES = 25
"""The most values of a menu, and the most fields of a form."""


def screen_data(screen: Screen) -> list[PageData]:
    """Return the components of a screen."""
    files = {f"attachment://{one.name}": _file(one) for one in screen.parts if isinstance(one, Picture | Attachment)}
    parts = view_of(screen).to_components()
    return [_filled(part, files) for part in parts] if files else parts


def form_data(form: Form) -> PageData:
    """Return a form."""
    return dict(modal_of(form).to_dict())


def _filled(part: Any, files: dict[str, PageData]) -> Any:
    """Return a component with its files in place of their names."""
    match part:
        case {"url": str(url), **_rest} if url in files:
            return files[url]
        case dict():
            return {key: _filled(value, files) for key, value in part.items()}
        case list():
            return [_filled(value, files) for value in part]
    return part


def _file(file: Picture | Attachment) -> PageData:
    """Return a file with its address, which holds all of it; for a picture, also with its size."""
    kind = _kind(file.data)
    shown = {"filename": file.name, "description": file.alt, "size": len(file.data)}
    address = f"data:{kind};base64,{base64.b64encode(file.data).decode()}"
    return shown | {"url": address} | _size(file.data)


def _kind(data: bytes) -> str:
    if data.startswith(PNG):
        return "image/png"
    return "image/gif" if data.startswith(GIF) else "application/octet-stream"


def _size(data: bytes) -> PageData:
    if data.startswith(PNG):
        return {"width": int.from_bytes(data[16:20]), "height": int.from_bytes(data[20:24])}
    if data.startswith(GIF):
        return {"width": int.from_bytes(data[6:8], "little"), "height": int.from_bytes(data[8:10], "little")}
    return {}


def press_of(request: PageData) -> Press:
    """Return the control that the page says was used.

    Raises:
        ValueError, KeyError, TypeError: it says nothing of the kind.
    """
    values, typed = request.get("values", []), request.get("typed", {})
    if not isinstance(values, list) or not isinstance(typed, dict) or max(len(values), len(typed)) > MOST_VALUES:
        raise ValueError("values")
    written = {str(field): " ".join(map(str, of)) if isinstance(of, list) else str(of) for field, of in typed.items()}
    return Press(str(request["control"]), tuple(map(str, values)), written, is_menu=bool(request.get("menu")))
