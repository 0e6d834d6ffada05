"""The languages of readers, and the notes for times when nobody presses anything."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.codes import Look
from bot.flows.readers import Readers
from bot.languages.language import Languages
from bot.rummy.ids import PlayerId
from bot.service.server_settings import ServerSettingsCache
from bot.service.settings import PlayerSettingsCache, SettingsCache
from bot.store.rows.settings import PlayerSettings, ServerSettings
from bot.store.store import Store
from tests.service.context import MEMORY, OneOfSeveral

ASHA, BEN = PlayerId(101), PlayerId(102)
GUILD = 7


@dataclass
class Desk:
    """A process with its caches."""

    store: Store
    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    process: OneOfSeveral = field(default_factory=lambda: OneOfSeveral("test"))
    settings: PlayerSettingsCache = field(init=False)
    servers: ServerSettingsCache = field(init=False)
    readers: Readers = field(init=False)

    def __post_init__(self) -> None:
        self.settings = SettingsCache(self.store.settings, lambda: self.now, self.process)
        self.servers = ServerSettingsCache(self.store.servers, lambda: self.now, self.process)
        self.readers = Readers(self.settings, self.servers, Languages(), self.store.tournaments)

    async def person(self, player: PlayerId, locale: str | None = None) -> str:
        return (await self.readers.of_person(player, locale)).language.code

    async def server(self, opener: PlayerId | None = None) -> str:
        return (await self.readers.of_server(GUILD, opener)).language.code


def press(player: PlayerId, locale: str, guild_locale: str = "en-US") -> Any:
    return SimpleNamespace(player=player, locale=locale, guild=GUILD, guild_locale=guild_locale)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    store = await Store.open(MEMORY)
    yield Desk(store)
    await store.close()


async def test_a_person_reads_what_they_chose_else_what_discord_speaks(desk: Desk) -> None:
    assert (await desk.person(ASHA), await desk.person(ASHA, "fr"), await desk.person(ASHA, "de")) == ("en", "en", "de")
    await desk.readers.note(press(ASHA, "de"))
    assert (await desk.person(ASHA), await desk.person(ASHA, "en-GB")) == ("de", "en")
    await desk.settings.change(ASHA, language="ta", locale="de")
    assert (await desk.person(ASHA), await desk.person(ASHA, "hi")) == ("ta", "ta")
    assert desk.readers.guess(press(ASHA, "hi")).language.code == "ta"
    assert desk.readers.guess(press(BEN, "hi")).language.code == "hi"


async def test_all_read_the_language_of_the_server_else_that_of_who_opened_it(desk: Desk) -> None:
    await desk.readers.note(press(ASHA, "de"))
    assert (await desk.server(), await desk.server(ASHA), await desk.server(BEN)) == ("en", "de", "en")
    await desk.readers.note(press(BEN, "en-US", "hi"))
    assert await desk.server(ASHA) == "hi"
    await desk.servers.change(GUILD, language="en")
    assert await desk.server(ASHA) == "en"
    await desk.servers.change(GUILD, language=None)
    assert await desk.server(ASHA) == "hi"
    assert (await desk.readers.of_server(None, ASHA)).language.code == "de"


async def test_a_note_leaves_the_rest_and_is_written_only_where_something_has_changed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.settings.change(ASHA, large=True)
    await desk.servers.change(GUILD, rake_percent=5)
    await desk.readers.note(press(ASHA, "de", "hi"))
    assert await desk.store.settings.of(ASHA) == PlayerSettings(ASHA, large=True, locale="de")
    assert await desk.store.servers.of(GUILD) == ServerSettings(GUILD, rake_percent=5, locale="hi")
    await desk.readers.note(press(BEN, "en-US", "hi"))
    assert await desk.store.settings.of(BEN) == PlayerSettings(BEN)

    async def asked(*_: object) -> None:
        raise AssertionError("nothing has changed")

    for settings in (desk.store.settings, desk.store.servers):
        for name in ("of", "change"):
            monkeypatch.setattr(settings, name, asked)
    await desk.readers.note(press(ASHA, "de", "hi"))
    assert await desk.server(ASHA) == "hi"


async def test_what_was_chosen_through_another_process_shows_a_minute_later(desk: Desk) -> None:
    assert (await desk.person(ASHA), await desk.server()) == ("en", "en")
    other = Desk(desk.store)
    await other.settings.change(ASHA, language="hi")
    await other.servers.change(GUILD, language="de")
    desk.now += timedelta(minutes=1)
    assert (await desk.person(ASHA), await desk.server()) == ("hi", "de")


async def test_who_works_alone_reads_what_is_chosen_once(desk: Desk) -> None:
    other = Desk(desk.store)
    assert (await desk.person(ASHA), await desk.server()) == ("en", "en")
    await other.settings.change(ASHA, language="de")
    await other.servers.change(GUILD, language="hi")
    desk.process.is_alone, desk.now = True, desk.now + timedelta(hours=1)
    assert (await desk.person(ASHA), await desk.server()) == ("en", "en")
    desk.settings.forget_all()
    desk.servers.forget_all()
    assert (await desk.person(ASHA), await desk.server()) == ("de", "hi")
    await other.settings.change(ASHA, language="ta")
    desk.process.is_alone = False
    assert await desk.person(ASHA) == "de"
    desk.now += timedelta(hours=1)
    assert await desk.person(ASHA) == "ta"


async def test_own_pictures_have_the_look_of_the_person_and_public_ones_that_of_the_server(desk: Desk) -> None:
    assert (await desk.readers.of_person(ASHA)).look is (await desk.readers.of_server(GUILD, ASHA)).look is Look.FELT
    await desk.settings.change(ASHA, look=Look.MIDNIGHT)
    await desk.servers.change(GUILD, look="paper")
    assert (await desk.readers.of_person(ASHA)).look is desk.readers.guess(press(ASHA, "en")).look is Look.MIDNIGHT
    assert (await desk.readers.of_server(GUILD, ASHA)).look is Look.PAPER
    assert (await desk.readers.of_server(None, ASHA)).look is Look.MIDNIGHT
