"""Deals played alone, in the store: one version follows another, even if two processes write."""

import asyncio
from dataclasses import replace

from bot.rummy.ids import PlayerId
from bot.store.rows.solo import SoloRow
from bot.store.store import Store
from tests.store.samples import NOW

ANN, BEN = PlayerId(101), PlayerId(102)
ROW = SoloRow(ANN, "lesson-indian", "0 draw closed", NOW, 1)


async def test_each_person_has_their_own_at_each_place(store: Store) -> None:
    others = replace(ROW, player=BEN), replace(ROW, place="daily-1")
    for row in (ROW, *others):
        assert await store.solos.save(row)
    for row in (ROW, *others):
        assert await store.solos.find(row.player, row.place) == row
    await store.solos.delete(ANN, ROW.place)
    assert await store.solos.find(ANN, ROW.place) is None
    assert await store.solos.find(BEN, ROW.place) == others[0]
    assert await store.solos.find(ANN, "daily-1") == others[1]


async def test_of_two_that_build_on_the_same_one_is_written(store: Store) -> None:
    begun = await asyncio.gather(store.solos.save(ROW), store.solos.save(replace(ROW, journal="0 drop")))
    assert sorted(begun) == [False, True]
    first, second = (replace(ROW, version=2, journal=line) for line in ("0 drop", "0 leave"))
    assert sorted(await asyncio.gather(store.solos.save(first), store.solos.save(second))) == [False, True]
    assert await store.solos.find(ANN, ROW.place) in (first, second)
    assert not await store.solos.save(replace(ROW, version=4))
