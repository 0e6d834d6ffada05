"""The ages of interactions, whatever the clocks of Discord and of the machine say."""

import pytest
from discord.utils import DISCORD_EPOCH

from bot.discord.ages import PERIOD_SECONDS, Ages


class Clocks:
    """The clock of the machine, which may go fast, and that of Discord."""

    def __init__(self, apart: float, pace: float = 1.0) -> None:
        self.discord = 1_000_000.0
        self._apart = apart
        self._pace = pace

    def now(self) -> float:
        return (self.discord + self._apart) * self._pace

    def time_of_day(self) -> float:
        return DISCORD_EPOCH / 1000 + self.discord + self._apart

    def made(self) -> int:
        """Return the id of an interaction that Discord makes now."""
        return int(self.discord * 1000) << 22


@pytest.mark.parametrize("apart", [0.0, 3_000.0, -3_000.0])
def test_an_interaction_is_as_old_as_it_was_read_later_than_the_quickest(apart: float) -> None:
    clocks = Clocks(apart)
    ages = Ages(clocks.now, clocks.time_of_day)
    assert ages.of(clocks.made()) == 0
    clocks.discord += 7
    late = clocks.made()
    clocks.discord += 2
    assert ages.of(late) == pytest.approx(2, abs=0.01)
    assert ages.of(clocks.made()) == pytest.approx(0, abs=0.01)


def test_a_clock_that_goes_fast_makes_no_interaction_old() -> None:
    clocks = Clocks(0.0, pace=1.00005)  # 4 s a day
    ages = Ages(clocks.now, clocks.time_of_day)
    oldest = 0.0
    for _ in range(86_400 // 60):
        oldest = max(oldest, ages.of(clocks.made()))
        clocks.discord += 60
    assert oldest < 2 * PERIOD_SECONDS * 0.00005 + 0.01


@pytest.mark.parametrize("apart", [5_000.0, -5_000.0])
def test_ids_that_tell_no_time_make_no_interaction_old(apart: float) -> None:
    """A Discord that counts its ids would otherwise have every press acknowledged first, and no form could open."""
    clocks = Clocks(apart)
    ages = Ages(clocks.now, clocks.time_of_day)
    counted = clocks.made()
    assert ages.of(counted) == 0
    clocks.discord += 2
    assert ages.of(counted + 1) == 0
