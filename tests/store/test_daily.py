"""The deals of the day, in the store: one try a day, ranked, and posted once a server."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.rummy.ids import PlayerId
from bot.store.errors import PlayedAlreadyError
from bot.store.rows.alarms import Shards
from bot.store.rows.daily import DailyDay, DailyLine, DailyResult, DailyShare, daily_place
from bot.store.rows.privacy import Erased, ErasureFunctions
from bot.store.rows.solo import SoloRow
from bot.store.store import Store

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY, NEXT = date(2026, 11, 21), date(2026, 11, 22)
ANN, BEN, CARL = PlayerId(9_000_000_101), PlayerId(9_000_000_102), PlayerId(9_000_000_103)
HERE, THERE = 5 << 22, 6 << 22
ERASING = ErasureFunctions("Nobody", lambda text, *_: text, lambda text, *_: text, lambda *_: ("", None))


def row(player: PlayerId, version: int = 1) -> SoloRow:
    return SoloRow(player, daily_place(DAY), "0 draw closed", NOW, version)


def result(player: PlayerId, points: int, turns: int, seconds: int = 0) -> DailyResult:
    return DailyResult(DAY, player, points, turns, NOW + timedelta(seconds=seconds))


async def test_each_day_has_a_seed_and_one_deal(store: Store) -> None:
    seeds = [await store.daily.seed(DAY + timedelta(days=i)) for i in range(3)]
    assert len(set(seeds)) == 3
    assert {len(seed) for seed in seeds} == {32}
    assert await store.daily.seed(DAY) == seeds[0]
    assert await store.daily.find_day(DAY) is None
    wanted = [DailyDay(DAY, "circle", f"title = {i}") for i in range(4)]
    opened = await asyncio.gather(*map(store.daily.open_day, wanted))
    assert len(set(opened)) == 1
    assert await store.daily.find_day(DAY) == opened[0]


async def test_a_new_key_has_a_first_day_and_earlier_days_keep_theirs(store: Store) -> None:
    days = [DAY + timedelta(days=i) for i in range(6)]
    before = [await store.daily.seed(day) for day in days]
    await store.daily.draw_key(days[2], days[0])
    first = [await store.daily.seed(day) for day in days]
    assert [one == other for one, other in zip(before, first, strict=True)] == [True] * 2 + [False] * 4
    assert len({*before, *first}) == 10
    await store.daily.draw_key(days[3], days[1])
    second = [await store.daily.seed(day) for day in days]
    assert [one == other for one, other in zip(first, second, strict=True)] == [True] * 3 + [False] * 3
    await store.daily.draw_key(days[3], days[1])
    assert await store.daily.seed(days[3]) not in (first[3], second[3])
    assert await store.daily.unranked() == {*days[:3]}


async def test_results_come_with_the_last_version_and_are_ranked(store: Store) -> None:
    results = result(ANN, 0, 9, 2), result(BEN, 0, 9, 1), result(CARL, 12, 3)
    for one in results:
        assert await store.daily.save(row(one.player), DAY, None)
        assert await store.daily.result(one.player, DAY) is None
        assert not await store.daily.save(row(one.player), DAY, one)
        assert await store.daily.save(row(one.player, 2), DAY, one)
        assert await store.daily.result(one.player, DAY) == one
    assert [await store.daily.rank(one) for one in results] == [1, 1, 3]
    assert await store.daily.rank(result(PlayerId(1), 12, 2)) == 3
    assert await store.daily.count(DAY) == 3
    assert await store.daily.best(DAY) == results[1]
    assert (await store.daily.best(NEXT), await store.daily.count(NEXT)) == (None, 0)
    assert (await store.daily.days(NEXT, 5), await store.daily.days(DAY, 5)) == ((DAY,), ())
    assert await store.daily.days_of(ANN, 5) == (DAY,)


async def test_a_server_sees_what_was_shown_to_it(store: Store) -> None:
    for one in (result(ANN, 3, 9), result(BEN, 0, 9), result(CARL, 0, 4)):
        await store.daily.save(row(one.player), DAY, one)
    shares = [
        DailyShare(DAY, guild, player, name, NOW)
        for guild, player, name in (
            (HERE, ANN, "Ann"),
            (HERE, BEN, "Ben"),
            (THERE, CARL, "Carl"),
        )
    ]
    assert [await store.daily.share(share) for share in (*shares, shares[0])] == [True, True, True, False]
    assert await store.daily.shared(DAY, HERE, 9) == (DailyLine(BEN, "Ben", 0, 9), DailyLine(ANN, "Ann", 3, 9))
    assert await store.daily.shared(DAY, HERE, 1) == (DailyLine(BEN, "Ben", 0, 9),)
    assert await store.daily.shared(NEXT, HERE, 9) == ()
    await store.daily.unshare(shares[1])
    assert [line.name for line in await store.daily.shared(DAY, HERE, 9)] == ["Ann"]


async def test_erasing_leaves_a_hash_until_the_day_is_over(store: Store) -> None:
    await store.daily.save(row(ANN), DAY, result(ANN, 3, 9))
    await store.daily.share(DailyShare(DAY, HERE, ANN, "Ann", NOW))
    kept = await store.privacy.data_of(ANN)
    assert [one.points for one in kept.daily] == [3]
    assert [one.name for one in kept.shared] == ["Ann"]
    assert (await store.privacy.erase(ANN, NOW, ERASING)).something
    kept = await store.privacy.data_of(ANN)
    assert not any((kept.solos, kept.daily, kept.shared))
    assert await store.daily.has_erased(ANN, DAY)
    assert not await store.daily.has_erased(BEN, DAY)
    with pytest.raises(PlayedAlreadyError):
        await store.daily.save(row(ANN), DAY, None)
    assert await store.daily.save(row(BEN), DAY, None)
    assert await store.privacy.erase(ANN, NOW, ERASING) == Erased()
    await store.daily.forget_erased(NEXT)
    assert not await store.daily.has_erased(ANN, DAY)


async def test_each_server_that_asked_for_it_has_one_post_a_day(store: Store) -> None:
    assert await store.daily_posts.due(DAY, NOW) == ()
    for guild in (HERE, THERE):
        await store.servers.change(guild, daily_channel=guild + 1)
    await store.servers.change(7 << 22, chips=False)
    posts = await store.daily_posts.due(DAY, NOW)
    assert [(post.of, post.channel) for post in posts] == [(str(HERE), HERE + 1), (str(THERE), THERE + 1)]
    (here,) = await store.daily_posts.due(DAY, NOW, Shards(frozenset({1}), 2))
    claims = [await store.daily_posts.claim(here, process, NOW) for process in ("one", "two")]
    assert [claim is not None for claim in claims] == [True, False]
    await store.daily_posts.mark_sent(here, 77)
    assert [post.of for post in await store.daily_posts.due(DAY, NOW)] == [str(THERE)]
    await store.servers.change(THERE, daily_channel=9)
    assert [post.channel for post in await store.daily_posts.due(DAY, NOW)] == [9]
    await store.servers.change(THERE, daily_channel=None)
    assert await store.daily_posts.due(DAY, NOW) == ()
    following = await store.daily_posts.due(NEXT, NOW)
    assert [(post.of, post.number) for post in following] == [(str(HERE), NEXT.toordinal())]
    assert await store.daily_posts.unsent(of=str(HERE)) == (replace(following[0], channel=HERE + 1),)
    assert await store.daily_posts.due(DAY, NOW) == (), "the clock of the machine was set back"
    later = DAY + timedelta(days=9)
    assert [post.number for post in await store.daily_posts.due(later, NOW)] == [later.toordinal()]
    assert {post.number for post in await store.daily_posts.unsent()} == {later.toordinal()}, "it does not grow"
