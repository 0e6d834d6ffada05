"""A revision that changes what a running process reads is for an upgrade with every process stopped."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.store import migrate
from bot.store.errors import DatabaseInUseError
from bot.store.store import Store

MORE = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{before}"
offline = {offline}


def upgrade() -> None:
    op.create_table("more", sa.Column("id", sa.Integer(), primary_key=True))
"""


def later(monkeypatch: pytest.MonkeyPatch, folder: Path, *, offline: bool) -> None:
    """Set up the code of a later version, with one more revision."""
    before = migrate.head()
    shutil.copytree(migrate.MIGRATIONS, folder)
    (folder / "versions" / "9999_more.py").write_text(MORE.format(before=before, offline=offline))
    monkeypatch.setattr(migrate, "MIGRATIONS", folder)
    migrate.head.cache_clear()


@pytest.mark.parametrize(("offline", "silent", "upgrades"), [(True, 5, False), (True, 120, True), (False, 5, True)])
async def test_an_offline_revision_waits_for_the_end_of_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, offline: bool, silent: int, upgrades: bool
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    store = await Store.open(url)
    await store.alarms.beat("one", datetime.now(UTC) - timedelta(seconds=silent))
    try:
        later(monkeypatch, tmp_path / "migrations", offline=offline)
        if upgrades:
            await (await Store.open(url)).close()
        else:
            with pytest.raises(DatabaseInUseError, match="stop every process"):
                await Store.open(url)
        assert await older_sees_newer(store, monkeypatch) == upgrades
    finally:
        migrate.head.cache_clear()
        await store.close()


async def older_sees_newer(store: Store, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a process of the version before, which runs on, notices the upgrade."""
    monkeypatch.undo()
    migrate.head.cache_clear()
    return await store.roster.is_newer()
