"""A process's copies in memory may be outdated, if another process has changed the same tournament."""

from pathlib import Path

import pytest

from bot.codes import Problem
from bot.service.errors import ServiceError
from tests.service.context import desk
from tests.service.tournaments import announced, people


async def test_nobody_is_told_no_for_an_outdated_copy(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    async with desk(url) as one, desk(url, "two") as two:
        cup, (asha,) = await announced(one), people(1)
        assert not (await two.tournaments.find(cup.id)).entrants
        await one.tournaments.join(cup.id, asha, one.press())
        left = await two.tournaments.leave(cup.id, asha.id, two.press())
        assert not left.entrants
        with pytest.raises(ServiceError) as no:
            await one.tournaments.leave(cup.id, asha.id, one.press())
        assert no.value.problem is Problem.NOT_SIGNED_UP


async def test_what_two_processes_change_at_once_is_kept_of_both(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    async with desk(url) as one, desk(url, "two") as two:
        cup, (asha, ben) = await announced(one), people(2)
        await two.tournaments.find(cup.id)
        await one.tournaments.join(cup.id, asha, one.press())
        both = await two.tournaments.join(cup.id, ben, two.press())
        assert list(both.entrants) == [asha.id, ben.id]
        assert (await one.tournaments.find(cup.id)).entrants == both.entrants
