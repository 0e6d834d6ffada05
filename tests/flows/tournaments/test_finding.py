"""The tournament that a command means."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.flows.tournaments.flow import TournamentFlow
from bot.service.errors import ServiceError

GUILD, CHANNEL = 1, 2
ANSWER: Any = SimpleNamespace(guild=GUILD, parent_channel=CHANNEL)


def tournament(code: str, name: str) -> Any:
    return SimpleNamespace(id=code, plan=SimpleNamespace(name=name), row=SimpleNamespace(guild=GUILD, channel=CHANNEL))


class Known:
    """Tournaments of one server, all of them open."""

    def __init__(self, *known: Any) -> None:
        self._known = {one.id: one for one in known}

    async def of_guild(self, guild: int) -> tuple[Any, ...]:
        return tuple(self._known.values())

    async def find(self, id: str) -> Any:
        return self._known[id]


def flow(*known: Any) -> TournamentFlow:
    unused: Any = None
    tournaments: Any = Known(*known)
    return TournamentFlow(unused, tournaments, unused, unused, {}, unused)


@pytest.mark.parametrize("typed", ["Winter", " winter ", "abc234", "`ABC234`"])
async def test_a_name_that_looks_like_a_code_is_a_name(typed: str) -> None:
    winter: Any = tournament("abc234", "Winter")
    assert await flow(winter, tournament("def567", "Sunday")).find(ANSWER, typed) is winter


async def test_a_name_that_nobody_gave_is_refused() -> None:
    with pytest.raises(ServiceError):
        await flow(tournament("abc234", "Winter")).find(ANSWER, "Summer Cup")
