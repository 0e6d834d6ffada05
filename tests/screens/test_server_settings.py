"""The settings of a server fit into a message, with the chips that went one way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.server_settings import server_settings
from bot.store.rows.ledger import Stream
from bot.store.rows.settings import ServerSettings
from bot.text import chips as chips_text
from tests.screens.limits import check
from tests.screens.samples import written

MOST = (1 << 63) - 1


@pytest.mark.parametrize("chips", [True, False])
@pytest.mark.parametrize("league", ["", "1000 1000 1000 1000 1000 1000"])
def test_settings_of_a_server_fit(chips: bool, league: str) -> None:
    screen = server_settings(ServerSettings(1, chips, 50, league, not chips))
    check(screen)
    said = written(screen)
    assert chips_text.PLAY_MONEY() in said
    assert "50 %" in said
    assert league in said
    assert ("**Chips**: off" in said) == (not chips)


@given(st.lists(st.builds(Stream, st.text(), st.text(), st.integers(3, 10**6), st.integers(1, MOST)), max_size=30))
def test_chips_that_went_one_way_fit_and_name_nobody_in_markup(streams: list[Stream]) -> None:
    screen = server_settings(ServerSettings(1), sorted(streams, key=lambda stream: -stream.amount))
    check(screen)
    assert ("went one way" in written(screen)) is bool(streams)


def test_a_stream_of_chips_names_both_and_how_much() -> None:
    said = written(server_settings(ServerSettings(1), [Stream("Asha", "**Ben**", 5, 1_000_00)]))
    assert r"Asha → \*\*Ben\*\*: **1,000.00 chips** at 5 tables" in said
