"""Deals played alone: the same for everybody who plays the same, whatever happens in between."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from bot.codes import Problem
from bot.rummy.actions import Action, Discard, Draw, Drop, Lapse, Source
from bot.rummy.cards import Card
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.game import game_of
from bot.rummy.ids import Player, PlayerId
from bot.rummy.match.match import Terms
from bot.rummy.record import Entry
from bot.rummy.rules import Rules
from bot.rummy.table import Chance, Table
from bot.rummy.view import View
from bot.service.errors import CorruptError, ServiceError
from bot.service.shuffle import Dice
from bot.service.solo import Solo, Solos
from bot.store.rows.solo import SoloRow
from bot.store.store import Store
from tests.known import shipped

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
ANN, BEN = PlayerId(101), PlayerId(102)
PLACE = "daily-test"
CLOSED = Draw(Source.CLOSED)


@dataclass(frozen=True)
class Dealt:
    """A deal against two computers, by these dice."""

    rules: Rules
    dice: Dice

    def opening(self, player: Player) -> Table:
        computers = (Player(number, is_computer=True) for number in (1, 2))
        return Table.open(self.rules, Terms(), (player, *computers))

    def shuffled(self, chance: Chance) -> Entry:
        return self.dice.answer(chance)

    def chosen(self, view: View) -> Action:
        return game_of(view.rules).choose(view)


DICE = Dice(bytes(32), "")
CIRCLE, ROMME = (Dealt(shipped(id), DICE) for id in ("circle", "romme"))


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = await Store.open("sqlite+aiosqlite://")
    yield opened
    await opened.close()


def solos(store: Store) -> Solos:
    """Return the deals as a process sees them that has just started."""
    return Solos(store, lambda: NOW)


async def played_out(store: Store, script: Dealt, player: PlayerId) -> list[Solo]:
    """Return the deal after each decision of a person who plays like a computer; each decision is made by another
    process.
    """
    found = [await solos(store).begin(player, PLACE, script)]
    while not found[-1].is_over:
        solo = found[-1]
        action = game_of(script.rules).choose(solo.view)
        found.append(await solos(store).act(player, PLACE, script, solo.view.step, [action]))
    return found


@pytest.mark.parametrize("script", [CIRCLE, ROMME], ids=["circle", "romme"])
async def test_who_does_the_same_sees_the_same(store: Store, script: Dealt) -> None:
    first, second = await played_out(store, script, ANN), await played_out(store, script, BEN)
    assert [solo.entries for solo in first] == [solo.entries for solo in second]
    assert len(first) > 4
    for solo in first[:-1]:
        deal = solo.view.deal
        assert deal is not None
        assert solo.seat in deal.awaited
    assert first[-1].view.outcomes
    assert await solos(store).find(ANN, PLACE, script) == first[-1]


async def test_nothing_is_played_twice_or_out_of_date(store: Store) -> None:
    here = solos(store)
    with pytest.raises(ServiceError) as unbegun:
        await here.act(ANN, PLACE, CIRCLE, None, [CLOSED])
    assert unbegun.value.problem is Problem.NOT_BEGUN
    solo = await here.begin(ANN, PLACE, CIRCLE)
    assert await solos(store).begin(ANN, PLACE, CIRCLE) == solo
    step = solo.view.step
    both = [other.act(ANN, PLACE, CIRCLE, step, [CLOSED]) for other in (here, solos(store))]
    done = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(isinstance(one, ServiceError) for one in done) == [False, True]
    with pytest.raises(ServiceError) as stale:
        await here.act(ANN, PLACE, CIRCLE, step, [CLOSED])
    assert stale.value.problem is Problem.STALE
    drawn = await solos(store).find(ANN, PLACE, CIRCLE)
    assert drawn is not None
    assert drawn.own == (CLOSED,)


async def test_what_the_rules_refuse_changes_nothing(store: Store) -> None:
    here = solos(store)
    solo = await here.begin(ANN, PLACE, CIRCLE)
    deal = solo.view.deal
    assert deal is not None
    absent = next(card for card in map(Card.parse, ("2C", "3C", "4C", "5C", "6C", "7C")) if card not in deal.hand)
    for actions, refusal in (
        ([Discard(deal.hand[0])], Refusal.DRAW_FIRST),
        ([CLOSED, Discard(absent), CLOSED], Refusal.NOT_IN_HAND),
        ([Lapse()], Refusal.NOT_NOW),
    ):
        with pytest.raises(IllegalAction) as refused:
            await here.act(ANN, PLACE, CIRCLE, solo.view.step, actions)
        assert refused.value.refusal is refusal
        assert await solos(store).find(ANN, PLACE, CIRCLE) == solo
    over = await here.act(ANN, PLACE, CIRCLE, None, [Drop()])
    assert over.is_over
    with pytest.raises(IllegalAction):
        await here.act(ANN, PLACE, CIRCLE, None, [CLOSED])


async def test_begun_anew_it_is_another_deal(store: Store) -> None:
    here, other = solos(store), replace(CIRCLE, dice=Dice(bytes([1] * 32), ""))
    first = await here.begin(ANN, PLACE, CIRCLE)
    await here.forget(ANN, PLACE)
    assert await here.find(ANN, PLACE, CIRCLE) is None
    second = await here.begin(ANN, PLACE, other)
    assert first.view.deal != second.view.deal
    assert await solos(store).find(ANN, PLACE, other) == second


async def test_what_was_tried_is_kept_and_changes_nothing_else(store: Store) -> None:
    here = solos(store)
    solo = await here.begin(ANN, PLACE, CIRCLE)
    looked = await here.look(ANN, PLACE, CIRCLE, solo.view.step, [CLOSED])
    assert looked.own == (CLOSED,)
    assert await solos(store).find(ANN, PLACE, CIRCLE) == solo
    tried = await here.note_tried(ANN, PLACE, CIRCLE, [CLOSED, Drop()])
    assert tried == replace(solo, tried=(CLOSED, Drop()))
    assert await solos(store).find(ANN, PLACE, CIRCLE) == tried
    drawn = await solos(store).act(ANN, PLACE, CIRCLE, solo.view.step, [CLOSED])
    assert (drawn.own, drawn.tried) == ((CLOSED,), (CLOSED, Drop()))
    assert await solos(store).find(ANN, PLACE, CIRCLE) == drawn
    with pytest.raises(ServiceError) as stale:
        await here.look(ANN, PLACE, CIRCLE, solo.view.step, [CLOSED])
    assert stale.value.problem is Problem.STALE


@pytest.mark.parametrize("journal", ["tried fly", "", "0 fly", "0 draw closed", "dealer next", "0 drop\x000"])
async def test_what_cannot_be_played_again_is_told(store: Store, journal: str) -> None:
    await store.solos.save(SoloRow(ANN, PLACE, journal, NOW, 1))
    with pytest.raises(CorruptError, match=PLACE):
        await solos(store).find(ANN, PLACE, CIRCLE)
