"""Discord's limits of a screen, checked on the screen and on its form for Discord."""

from collections.abc import Iterator
from typing import Any

from bot.discord.translate import sendable
from bot.layout import Attachment, Button, Menu, Picture, Row, Screen, TableControlId
from tests.ids import parse


def texts(screen: Screen) -> str:
    """Return all texts, a line each."""
    return "\n".join(part for part in screen.parts if isinstance(part, str))


def pictures(screen: Screen) -> list[Picture]:
    """Return the pictures."""
    return [part for part in screen.parts if isinstance(part, Picture)]


def attachments(screen: Screen) -> list[Attachment]:
    """Return the files to download."""
    return [part for part in screen.parts if isinstance(part, Attachment)]


def menus(screen: Screen) -> list[Menu]:
    """Return the menus."""
    return [part for part in screen.parts if isinstance(part, Menu)]


def button_rows(screen: Screen) -> list[tuple[Button, ...]]:
    """Return the buttons, row by row."""
    return [part.buttons for part in screen.parts if isinstance(part, Row)]


def buttons(screen: Screen) -> list[Button]:
    """Return all buttons."""
    return [button for row in button_rows(screen) for button in row]


def labelled(screen: Screen) -> dict[str, Button]:
    """Return all buttons by their labels."""
    return {button.label: button for button in buttons(screen)}


def rows(screen: Screen) -> list[list[str]]:
    """Return the actions of the buttons, row by row."""
    ids = ([parse(button.id) for button in row] for row in button_rows(screen))
    return [[id.text if isinstance(id, TableControlId) else str(id) for id in row] for row in ids]


def actions(screen: Screen) -> list[str]:
    """Return the actions of all buttons."""
    return [action for row in rows(screen) for action in row]


MOST_ON_HAND = 7
"""The most controls of a hand, besides those that throw a card by one press."""


def hand_controls(screen: Screen) -> list[str]:
    """Return the texts of the controls of a hand, besides those that throw a card by one press."""
    found = map(parse, [*(button.id for button in buttons(screen)), *(menu.id for menu in menus(screen))])
    return [id.text for id in found if isinstance(id, TableControlId) and id.word != "throw"]


def payload(screen: Screen) -> list[dict[str, Any]]:
    """Return the components as they go to Discord."""
    return sendable(screen)[0].to_components()


def check(screen: Screen) -> None:
    """Fail if Discord would refuse the screen, or discord.py would store it."""
    assert sendable(screen)[0].is_finished()
    assert 1 <= len(list(_components(payload(screen)))) <= 40
    shown = [part for part in screen.parts if isinstance(part, str)]
    assert all(shown)
    assert sum(map(len, shown)) <= 4000
    assert all(1 <= len(row) <= 5 for row in button_rows(screen))
    _check_controls(screen)
    _check_files(screen)


def _components(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in found:
        yield component
        yield from _components(component.get("components", []))


def _check_controls(screen: Screen) -> None:
    ids = [*(button.id for button in buttons(screen)), *(menu.id for menu in menus(screen))]
    assert len(set(ids)) == len(ids)
    for id in ids:
        assert len(id) <= 100
        assert str(parse(id)) == id
    for button in buttons(screen):
        assert 1 <= len(button.label) <= 20
    for menu in menus(screen):
        _check_menu(menu)


def _check_menu(menu: Menu) -> None:
    values = [choice.value for choice in menu.choices]
    assert 1 <= len(menu.choices) <= 25
    assert len(set(values)) == len(values)
    assert 1 <= menu.most <= len(menu.choices)
    assert len(menu.hint or "") <= 150
    assert sum(choice.chosen for choice in menu.choices) <= 1
    for choice in menu.choices:
        assert 1 <= len(choice.label) <= 100
        assert 1 <= len(choice.value) <= 100
        assert len(choice.about or "") <= 100


def _check_files(screen: Screen) -> None:
    shown = [part for part in screen.parts if isinstance(part, Picture | Attachment)]
    for part, file in zip(shown, sendable(screen)[1], strict=True):
        assert 1 <= len(part.alt) <= 1024
        assert file.filename == part.name
        assert file.description == part.alt
        assert file.fp.read() == part.data
        assert isinstance(part, Attachment) or part.data.startswith((b"\x89PNG", b"GIF89a"))
        file.close()
