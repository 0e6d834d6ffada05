"""Wallets fit into messages and explain what chips are."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codes import Cause
from bot.rummy.ids import TableId
from bot.screens.wallet import WalletId, wallet
from bot.service.wallet import LINES, LedgerPage
from bot.store.rows.ledger import LedgerLine
from bot.text import chips as chips_text
from bot.text import wallet as wallet_text
from tests.ids import parse
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
        cause = (wallet_text.VOID_RETURNED if is_returned else wallet_text.CAUSES[line.cause])()
        assert f"`{chips_text.gain(line.amount)}` {cause}" in said


@pytest.mark.parametrize(
    ("number", "more", "pages"), [(0, False, []), (0, True, [1]), (3, True, [2, 4]), (3, False, [2])]
)
def test_buttons_lead_to_the_pages_beside(number: int, more: bool, pages: list[int]) -> None:
    ids = [parse(button.id) for button in buttons(wallet(5, LedgerPage(number, (), more)))]
    assert ids == [WalletId(0, claim=True), *map(WalletId, pages)]
