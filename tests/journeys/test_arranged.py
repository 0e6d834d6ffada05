"""Where help is on, a hand is shown as well laid as can be until its player lays it otherwise."""

import pytest

from bot.games.indian.codes import IndianEnding
from tests.journeys.people import words
from tests.journeys.pools import now
from tests.journeys.test_throws import drawn
from tests.journeys.world import World

READY = "3H 4H 5H 7C 8C 9C TC 2S 2D 2C 9D TD JD"
"""A hand that can be declared whatever is drawn to it."""
LAID = "Pure sequence: 3♥ 4♥ 5♥"


async def recorded(world: World) -> list[str]:
    """Return the actions of players that only arrange a hand."""
    state = await now(world)
    (stored,) = [table for table in await world.app.store.tables.open_tables() if table.row.id == state.id]
    return [line.action for line in stored.journal if line.action.split()[0] in ("group", "sort")]


async def test_a_hand_is_shown_arranged_and_nothing_is_recorded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "QS")
    assert LAID in words(mover.shown)
    assert await recorded(world) == []
    await mover.press("group")
    assert LAID not in words(mover.shown), "all is taken apart"
    await mover.press("best")
    assert LAID in words(mover.shown)
    assert [line.split()[0] for line in await recorded(world)] == ["group", "group"]


async def test_who_sorts_gets_a_sorted_hand(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "QS")
    await mover.press("sort")
    assert LAID not in words(mover.shown)
    await world.restart()
    await mover.open_hand()
    assert LAID not in words(mover.shown)


async def test_where_help_is_off_a_hand_is_sorted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "QS", help=False)
    assert LAID not in words(mover.shown)
    assert "no pure sequence yet" in words(mover.shown)


async def test_a_pure_sequence_is_shown_although_it_saves_nothing_yet(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = await drawn(world, monkeypatch, "2C", hand="QH KH JH TC JC 4D 5D 7D 8S 2H 6S 9D 4S")
    assert "Pure sequence: J♥ Q♥ K♥" in words(mover.shown)
    assert "no pure sequence yet" not in words(mover.shown)


async def test_declare_starts_from_what_is_shown(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "QS", hand=READY)
    await mover.press("ask-declare")
    await mover.choose("ask-declare", "QS")
    assert "These groups are **valid**" in words(mover.shown)
    await mover.press("declare-shown QS")
    assert "your declaration is valid" in words(mover.shown)


async def test_the_clock_declares_what_was_shown_if_a_card_lies_in_the_slot(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = await drawn(world, monkeypatch, "QS", hand=READY)
    await mover.command("play finish", card="QS")
    assert "These groups are **valid**" in words(mover.shown)
    assert [line.split()[0] for line in await recorded(world)] == ["group"], "saved with the card"
    table = (await now(world)).id
    await world.wait(200)
    deal = (await world.app.tables.find(table)).public.deal
    assert deal is not None
    assert deal.outcome is not None
    assert deal.outcome.ending is IndianEnding.DECLARED
    assert deal.outcome.winner == deal.first
