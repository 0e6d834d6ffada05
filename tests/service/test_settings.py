"""The cache of settings: how long it trusts what it has read, and what it forgets."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.rummy.ids import PlayerId
from bot.service.settings import LIFE, PlayerSettingsCache, SettingsCache
from bot.store.rows.settings import PlayerSettings
from bot.store.store import Store
from tests.service.context import MEMORY, OneOfSeveral

ASHA, BEN = PlayerId(101), PlayerId(102)


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    made = await Store.open(MEMORY)
    yield made
    await made.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def process() -> OneOfSeveral:
    return OneOfSeveral("test")


@pytest.fixture
def cache(store: Store, clock: Clock, process: OneOfSeveral) -> PlayerSettingsCache:
    return SettingsCache(store.settings, clock, process)


async def test_a_change_by_another_process_shows_once_the_life_of_the_old_is_over(
    store: Store, cache: PlayerSettingsCache, clock: Clock
) -> None:
    assert await cache.cached(ASHA) == PlayerSettings(ASHA)
    await store.settings.change(ASHA, large=True)
    clock.now += LIFE - timedelta(microseconds=1)
    assert not (await cache.cached(ASHA)).large
    clock.now += timedelta(microseconds=1)
    assert (await cache.cached(ASHA)).large
    await store.settings.change(ASHA, large=False)
    assert not (await cache.find(ASHA)).large, "what is stored is asked for"
    assert not (await cache.cached(ASHA)).large


async def test_a_process_that_is_alone_reads_once(
    store: Store, cache: PlayerSettingsCache, clock: Clock, process: OneOfSeveral
) -> None:
    process.is_alone = True
    assert not (await cache.cached(ASHA)).large
    await store.settings.change(ASHA, large=True)
    clock.now += timedelta(days=9)
    assert not (await cache.cached(ASHA)).large
    process.is_alone = False
    assert (await cache.cached(ASHA)).large


async def test_what_is_known_is_told_without_the_database(
    store: Store, cache: PlayerSettingsCache, clock: Clock
) -> None:
    assert cache.known(ASHA) is None
    await cache.change(ASHA, large=True)
    clock.now += timedelta(days=9)
    assert cache.known(ASHA) == PlayerSettings(ASHA, large=True)
    assert cache.known(BEN) is None


async def test_one_is_forgotten_or_all_are(store: Store, cache: PlayerSettingsCache) -> None:
    for player in (ASHA, BEN):
        await cache.cached(player)
        await store.settings.change(player, large=True)
    cache.forget(ASHA)
    cache.forget(PlayerId(103))
    assert [(await cache.cached(player)).large for player in (ASHA, BEN)] == [True, False]
    cache.forget_all()
    assert (await cache.cached(BEN)).large


async def test_two_processes_change_two_settings_and_both_hold(store: Store, clock: Clock) -> None:
    one, other = (SettingsCache(store.settings, clock, OneOfSeveral(name)) for name in ("one", "other"))
    await one.cached(ASHA)
    await other.change(ASHA, large=True)
    assert await one.change(ASHA, four_colour=True) == PlayerSettings(ASHA, four_colour=True, large=True)
    await other.note_locale(ASHA, "de")
    assert await other.cached(ASHA) == PlayerSettings(ASHA, four_colour=True, large=True, locale="de")


async def test_a_locale_is_written_only_if_it_is_another(
    store: Store, cache: PlayerSettingsCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[dict[str, Any]] = []
    change = store.settings.change

    async def noted(id: int, **fields: Any) -> None:
        written.append(fields)
        await change(id, **fields)

    monkeypatch.setattr(store.settings, "change", noted)
    for locale in (None, "de", "de", "hi", None):
        await cache.note_locale(ASHA, locale)
        assert (await cache.cached(ASHA)).locale == locale
    assert written == [{"locale": "de"}, {"locale": "hi"}, {"locale": None}]
