"""The file of a database that is deleted or replaced while it is open."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.store.errors import StoreFailedError
from bot.store.store import Store

NOW = datetime(2026, 11, 23, tzinfo=UTC)


@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_confirmed_before_the_file_is_back(tmp_path: Path, replaced: bool) -> None:
    file, elsewhere = tmp_path / "paplu.db", tmp_path / "elsewhere.db"
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await store.alarms.beat("one", NOW)
    file.rename(elsewhere)
    if replaced:
        shutil.copy(elsewhere, file)
    for attempt in (store.alarms.beat("one", NOW), store.alarms.next_due(), store.alarms.next_due()):
        with pytest.raises(StoreFailedError, match="deleted or replaced"):
            await attempt
    assert file.exists() == replaced
    elsewhere.rename(file)
    await store.alarms.beat("one", NOW)
    assert await store.alarms.next_due() is None
    await store.close()
