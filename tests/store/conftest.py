"""One contract, three databases: an SQLite file, SQLite in memory, PostgreSQL."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.store import Store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the path of the SQLite database of this test."""
    return tmp_path / "paplu.db"


@pytest.fixture
def sqlite(file: Path) -> str:
    """Return the address of a fresh SQLite database."""
    return f"sqlite+aiosqlite:///{file}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """Return a fresh database that several stores can open, of each kind."""
    address: str = request.getfixturevalue(request.param)
    return address


@pytest.fixture(params=["sqlite", "memory", "postgresql"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """Yield an open store of each kind."""
    address = "sqlite+aiosqlite://" if request.param == "memory" else request.getfixturevalue(request.param)
    opened = await Store.open(address)
    yield opened
    await opened.close()
