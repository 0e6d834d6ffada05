"""What Discord allows in a message, checked on a message."""

from collections.abc import Iterator
from typing import Any

from bot.screens.base import Message
from bot.screens.ids import parse
from tests.screens.samples import payload

ROW, BUTTON, SELECT, TEXT, GALLERY = 1, 2, 3, 10, 12


def components(message: Message) -> Iterator[dict[str, Any]]:
    """All components, nested ones too."""
    yield from _inside(payload(message))


def _inside(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in found:
        yield component
        yield from _inside(component.get("components", []))
        yield from _inside([component["accessory"]] if "accessory" in component else [])


def of_type(message: Message, kind: int) -> list[dict[str, Any]]:
    """The components of a type."""
    return [component for component in components(message) if component["type"] == kind]


def rows(message: Message) -> list[list[str]]:
    """The actions of the buttons, row by row; rows of selects are left out."""
    found = []
    for row in of_type(message, ROW):
        ids = [parse(item["custom_id"]) for item in row["components"] if item["type"] == BUTTON]
        if ids:
            found.append([getattr(id, "action", str(id)) for id in ids])
    return found


def actions(message: Message) -> list[str]:
    """The actions of all buttons."""
    return [action for row in rows(message) for action in row]


def check(message: Message) -> None:
    """Fail where Discord would refuse the message, or discord.py would keep it."""
    assert message.layout.is_finished()
    assert 1 <= len(list(components(message))) <= 40
    texts = [component["content"] for component in of_type(message, TEXT)]
    assert all(texts)
    assert sum(map(len, texts)) <= 4000
    for row in of_type(message, ROW):
        kinds = [item["type"] for item in row["components"]]
        assert kinds == [SELECT] or (set(kinds) == {BUTTON} and len(kinds) <= 5)
    _check_controls(message)
    _check_pictures(message)


def _check_controls(message: Message) -> None:
    controls = [c for c in components(message) if "custom_id" in c]
    ids = [control["custom_id"] for control in controls]
    assert len(set(ids)) == len(ids)
    for id in ids:
        assert len(id) <= 100
        assert str(parse(id)) == id
    for button in of_type(message, BUTTON):
        assert 1 <= len(button["label"]) <= 20
    for select in of_type(message, SELECT):
        _check_select(select)


def _check_select(select: dict[str, Any]) -> None:
    options = select["options"]
    values = [option["value"] for option in options]
    assert 1 <= len(options) <= 25
    assert len(set(values)) == len(values)
    assert 0 <= select["min_values"] <= select["max_values"] <= len(options)
    assert len(select.get("placeholder") or "") <= 150
    assert sum(bool(option.get("default")) for option in options) <= 1
    for option in options:
        assert 1 <= len(option["label"]) <= 100
        assert 1 <= len(option["value"]) <= 100
        assert len(option.get("description") or "") <= 100


def _check_pictures(message: Message) -> None:
    shown = [item["media"]["url"] for gallery in of_type(message, GALLERY) for item in gallery["items"]]
    assert shown == [picture.url for picture in message.pictures]
    for picture, file in zip(message.pictures, message.files(), strict=True):
        assert 1 <= len(picture.alt) <= 1024
        assert file.filename == picture.name
        assert file.description == picture.alt
        assert file.fp.read() == picture.data
        assert picture.data.startswith(b"\x89PNG")
        file.close()
