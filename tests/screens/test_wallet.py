"""Wallets and server settings fit into messages and say what chips are."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.ids import TableId
from bot.screens.ids import WalletId, parse
from bot.screens.wallet import server, wallet
from bot.service.wallet import LINES, LedgerPage
from bot.store.rows.chips import Cause, LedgerLine, Stream
from bot.store.rows.settings import ServerSettings
from bot.text import chips as chips_text
from tests.screens.limits import buttons, check
from tests.screens.samples import written

MOST = (1 << 63) - 1
NOW = datetime(2026, 1, 2, tzinfo=UTC)
MOVED = st.builds(
    LedgerLine,
    guild=st.just(1),
    ref=st.text(),
    cause=st.sampled_from(Cause),
    amount=st.integers(-MOST, MOST),
    at=st.just(NOW),
    table=st.none() | st.just(TableId("abc234")),
)
PAGES = st.builds(
    LedgerPage,
    number=st.integers(0, 99_998),
    lines=st.lists(MOVED, max_size=LINES).map(tuple),
    more=st.booleans(),
)


@given(st.integers(0, MOST), PAGES, st.none() | st.just("A note."))
def test_a_wallet_fits_and_says_what_chips_are(balance: int, page: LedgerPage, note: str | None) -> None:
    screen = wallet(balance, page, note)
    check(screen)
    said = written(screen)
    assert chips_text.amount(balance) in said
    assert chips_text.PLAY_MONEY() in said
    assert (note or "") in said
    for line in page.lines:
        is_returned = line.cause == "void" and line.amount > 0
        cause = (chips_text.VOID_RETURNED if is_returned else chips_text.CAUSES[line.cause])()
        assert f"`{chips_text.gain(line.amount)}` {cause}" in said


@pytest.mark.parametrize(
    ("number", "more", "pages"), [(0, False, []), (0, True, [1]), (3, True, [2, 4]), (3, False, [2])]
)
def test_buttons_lead_to_the_pages_beside(number: int, more: bool, pages: list[int]) -> None:
    ids = [parse(button.id) for button in buttons(wallet(5, LedgerPage(number, (), more)))]
    assert ids == [WalletId(0, claim=True), *map(WalletId, pages)]


@pytest.mark.parametrize("chips", [True, False])
@pytest.mark.parametrize("league", ["", "1000 1000 1000 1000 1000 1000"])
def test_settings_of_a_server_fit(chips: bool, league: str) -> None:
    screen = server(ServerSettings(1, chips, 50, league, not chips))
    check(screen)
    said = written(screen)
    assert chips_text.PLAY_MONEY() in said
    assert "50 %" in said
    assert league in said
    assert ("off" in said) == (not chips)


@given(st.lists(st.builds(Stream, st.text(), st.text(), st.integers(3, 10**6), st.integers(1, MOST)), max_size=30))
def test_chips_that_went_one_way_fit_and_name_nobody_in_markup(streams: list[Stream]) -> None:
    screen = server(ServerSettings(1), sorted(streams, key=lambda stream: -stream.amount))
    check(screen)
    assert ("went one way" in written(screen)) is bool(streams)


def test_a_stream_of_chips_names_both_and_how_much() -> None:
    said = written(server(ServerSettings(1), [Stream("Asha", "**Ben**", 5, 1_000_00)]))
    assert r"Asha → \*\*Ben\*\*: **1,000.00 chips** at 5 tables" in said
