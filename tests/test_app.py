"""The bot is built by constructors: they receive all that an object uses, and nothing is set on it afterwards."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.app import App
from bot.config import Config


def classes(module: ModuleType) -> Iterator[type]:
    """Yield the classes that a module defines and whose attributes can be set as usual."""
    for found in list(vars(module).values()):
        is_own = isinstance(found, type) and found.__module__ == module.__name__
        if is_own and found.__setattr__ is object.__setattr__:
            yield found


@pytest.fixture
def set_outside(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of attributes that modules set on objects of classes of other modules, from now on."""
    found: list[str] = []

    def note(self: Any, name: str, value: object) -> None:
        home, by = type(self), sys._getframe(1).f_globals["__name__"]
        is_ours = by.partition(".")[0] in ("bot", "cogs", "tests") and not name.startswith("__")
        if is_ours and by not in {one.__module__ for one in home.__mro__}:
            found.append(f"{by} sets {home.__name__}.{name}")
        object.__setattr__(self, name, value)

    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("bot", "cogs"):
            for one in classes(module):
                monkeypatch.setattr(one, "__setattr__", note)
    return found


async def test_no_part_of_the_bot_is_changed_by_another_while_it_is_built(
    set_outside: list[str], tmp_path: Path
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    app = await App.open(Config.model_validate({"database_url": url, "owner_server": 1, "backup_dir": tmp_path}))
    app.watched()
    await app.store.close()
    assert set_outside == []
    app.client.shard_count = 3
    assert set_outside == ["tests.test_app sets RummyBot.shard_count"]
