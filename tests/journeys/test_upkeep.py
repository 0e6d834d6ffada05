"""The jobs that the bot does by itself while people play."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.journeys.people import table_of
from tests.journeys.world import World

HOUR = 3600.0


@pytest.mark.usefixtures("rare_beats")
async def test_copies_are_made_while_people_play(world: World, tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    changed = {"backup_dir": copies, "backup_hours": 1, "backups_kept": 1}
    world.config = world.config.model_copy(update=changed)
    await world.restart()
    await world.wait(61)
    (first,) = copies.iterdir()
    await table_of(world, [world.member("Asha")], computers=1, pace="none")
    await world.restart()
    await world.wait(61)
    assert [*copies.iterdir()] == [first], "a restart makes none before its time"
    await world.wait(HOUR)
    (second,) = copies.iterdir()
    assert second.name > first.name
    with closing(sqlite3.connect(second)) as raw:
        assert raw.execute("SELECT COUNT(*) FROM tables").fetchone() == (1,)
