"""A past deal of the day in the terminal: the same cards, and nothing of today."""

import asyncio
import io
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.cli.main import main
from bot.rummy.actions import Leave
from bot.rummy.game import game_of
from bot.rummy.ids import PlayerId
from bot.service.daily import Daily
from bot.store.store import Store
from bot.text import buttons, terminal, words
from bot.text import daily as daily_text
from tests.known import GAMES, load
from tests.terminal.player import END, Reader, Strategy, choices, plain, typing

TODAY = datetime.now(UTC).date()
"""The command looks at the real clock."""
PAST, RUNNING = TODAY - timedelta(days=3), TODAY + timedelta(days=1)
"""A past day; even a test at midnight finds the day after it not over."""


@pytest.fixture
def dealt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the first card of the person's hand on the past day; the database holds that day and the running one."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'paplu.db'}"
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.chdir(tmp_path)
    return asyncio.run(_filled(url))


async def _filled(url: str) -> str:
    store = await Store.open(url)
    hands = []
    for day in (PAST, RUNNING):
        daily = Daily(store, GAMES, load(), _at(day))
        deal = await daily.deal(day)
        for player in (PlayerId(9_000_000_101), PlayerId(9_000_000_102)):
            solo = await daily.begin(player, deal)
            view = solo.view.deal
            assert view is not None
            hands.append(words.cards(sorted(view.hand, key=lambda card: card.sort_key), view.wild))
            while not solo.is_over:
                action = game_of(deal.rules).choose(solo.view, 3) if player % 2 else Leave()
                solo = await daily.tries.act(player, deal.place, deal, None, [action])
    await store.close()
    return hands[0]


def _at(day: date) -> Callable[[], datetime]:
    return lambda: datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def looking_at(*labels: str) -> Strategy:
    """Return the strategy to play, and then to press these buttons in their order."""
    left = [*labels]

    def strategy(lines: list[str]) -> str:
        offered = choices(lines)
        if left and left[0] in offered:
            return offered[left.pop(0)]
        return plain(lines) if left else END

    return strategy


def best_line() -> Strategy:
    """Return the strategy to look at the seed and at the best line in the end."""
    return looking_at(buttons.VERIFY(), buttons.BACK(), daily_text.BEST_LINE())


def played(monkeypatch: pytest.MonkeyPatch, strategy: Strategy, *arguments: str) -> tuple[int, str, str]:
    """Run `paplu daily` by that strategy. Return exit status, output and errors."""
    out, err = io.StringIO(), io.StringIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.setattr(sys, "stdin", Reader(out, strategy, looks_back=True))
        try:
            status = main(["daily", *arguments])
        except SystemExit as stop:
            status = int(stop.code or 0)
    return status, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("arguments", [(), ("--date", str(PAST))], ids=["newest", "named"])
def test_a_past_deal_is_played_to_its_end(
    dealt: str, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    status, out, err = played(monkeypatch, best_line(), *arguments)
    assert (status, err) == (0, "")
    assert f"{daily_text.TITLE()} · {daily_text.day_name(PAST)} · turn 1" in out
    assert all(card in out for card in dealt.split())
    assert "of 3" in out
    assert "3 people finished it. Best: " in out
    assert "\nSeed: " in out
    assert "The best result of the day: " in out
    assert f"Dealt: {dealt}" in out
    assert "**" not in out


def test_the_input_may_end_before_the_deal(dealt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, err = played(monkeypatch, typing("1"))
    assert status == 1
    assert terminal.ENDED() in err
    assert "You drew" in out


@pytest.mark.parametrize("day", [RUNNING, RUNNING + timedelta(days=9)], ids=["running", "to come"])
def test_a_day_that_is_not_over_is_refused(dealt: str, monkeypatch: pytest.MonkeyPatch, day: date) -> None:
    status, out, err = played(monkeypatch, plain, "--date", str(day))
    assert (status, out) == (2, "")
    assert err == f"paplu: {terminal.day_not_over(day)}\n"


def test_what_cannot_be_played_is_told_in_one_line(dealt: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    unplayed = PAST - timedelta(days=1)
    assert played(monkeypatch, plain, "--date", str(unplayed)) == (
        2,
        "",
        f"paplu: {terminal.day_unplayed(unplayed)}\n",
    )
    status, _, err = played(monkeypatch, plain, "--date", "yesterday")
    assert status == 2
    assert "a day is written like 2026-12-31" in err
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path / 'none.db'}")
    assert played(monkeypatch, plain) == (2, "", f"paplu: {terminal.NO_DATABASE()}\n")
    assert not (tmp_path / "none.db").exists()
    asyncio.run(_made(f"sqlite+aiosqlite:///{tmp_path / 'none.db'}"))
    assert played(monkeypatch, plain) == (2, "", f"paplu: {terminal.NO_PAST_DAY()}\n")


async def _made(url: str) -> None:
    await (await Store.open(url)).close()
