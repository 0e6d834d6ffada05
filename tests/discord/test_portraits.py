"""The pictures of people at Discord: fetched once a board lacks them, and no other picture than a small PNG."""

import asyncio
import struct
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
import yarl
from aiohttp import web
from PIL import Image

from bot.discord import portraits
from bot.discord.files import place_of
from bot.discord.library import API
from bot.discord.portraits import LIFE, MOST_BYTES, RETRY, PortraitCache, loaded
from bot.localcord.avatars import avatar
from bot.render.drawing.portraits import SIDE, Portrait, portrait_of
from bot.rummy.ids import PlayerId
from bot.service.sleeper import real_sleep
from tests.waiting import until

ASHA, BEN = PlayerId(101), PlayerId(102)
NAME, OTHER = "a" * 32, "b" * 32
GOOD = avatar(3)


class Desk:
    """A cache whose pictures, questions and settings are known."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 28, tzinfo=UTC)
        self.allowed = True
        self.asked: list[int] = []
        self.fetched: list[str] = []
        self.file: bytes | None = GOOD
        self.place: yarl.URL | None = yarl.URL("http://pictures.test")
        settings: Any = SimpleNamespace(known=lambda _: None, cached=self._settings)
        self.cache = PortraitCache(lambda: self.place, self._ask, portrait_of, settings, lambda: self.now, real_sleep)
        self.cache.load = self._load

    async def _settings(self, _: int) -> Any:
        return SimpleNamespace(portrait=self.allowed)

    async def _ask(self, person: PlayerId) -> str | None:
        self.asked.append(person)
        return NAME

    async def _load(self, address: yarl.URL) -> bytes | None:
        self.fetched.append(str(address))
        return self.file

    def press(self, person: int, name: str | None) -> None:
        """Let a person press a button whose interaction names that picture."""
        picture = None if name is None else SimpleNamespace(key=name)
        self.cache.notice(SimpleNamespace(user=SimpleNamespace(id=person, avatar=picture)))  # type: ignore[arg-type]

    async def settled(self) -> None:
        """Wait until nothing is to be fetched."""
        await until(lambda: not self.cache._news.is_set(), "all pictures")


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    task = asyncio.create_task(made.cache.run())
    yield made
    task.cancel()


async def test_the_picture_that_a_press_names_stands_on_the_next_drawing(desk: Desk) -> None:
    desk.press(ASHA, NAME)
    assert not desk.fetched, "nothing is fetched before a board needs it"
    assert desk.cache.of(ASHA) is None
    await desk.settled()
    assert desk.cache.of(ASHA) == portrait_of(GOOD)
    assert portraits.SIDE == SIDE
    assert desk.fetched == [f"http://pictures.test/avatars/101/{NAME}.png?size=128"]
    assert not desk.asked


async def test_after_a_restart_the_name_is_asked_for_once(desk: Desk) -> None:
    for _ in range(2):
        desk.cache.of(BEN)
        await desk.settled()
    assert desk.asked == [BEN]
    desk.now += LIFE
    assert desk.cache.of(BEN) is None, "a picture lives for a day"
    await desk.settled()
    assert desk.cache.of(BEN) is not None
    assert desk.asked == [BEN]
    assert len(desk.fetched) == 2


async def test_a_new_picture_takes_the_place_of_the_old_one(desk: Desk) -> None:
    for name in (NAME, OTHER):
        desk.press(ASHA, name)
        assert desk.cache.of(ASHA) is None
        await desk.settled()
        assert desk.cache.of(ASHA) is not None
    assert [NAME in desk.fetched[0], OTHER in desk.fetched[1]] == [True, True]
    desk.press(ASHA, None)
    assert desk.cache.of(ASHA) is None
    await desk.settled()
    assert len(desk.fetched) == 2, "they have no picture any more"


@pytest.mark.parametrize("name", ["../" * 10, NAME + "/..", "A" * 32, "a_" * 17, ""])
async def test_a_name_that_is_none_is_never_fetched(desk: Desk, name: str) -> None:
    desk.press(ASHA, name)
    desk.cache.of(ASHA)
    await desk.settled()
    assert not desk.fetched


async def test_nobody_is_fetched_who_does_not_want_it_and_nothing_where_there_is_no_place(desk: Desk) -> None:
    desk.press(ASHA, NAME)
    desk.allowed = False
    desk.cache.of(ASHA)
    await desk.settled()
    desk.allowed, desk.place = True, None
    desk.cache.of(ASHA)
    desk.cache.of(BEN)
    await desk.settled()
    assert not desk.fetched
    assert not desk.asked


async def test_what_cannot_be_had_is_asked_for_again_an_hour_later(desk: Desk) -> None:
    desk.press(ASHA, NAME)
    desk.file = b"no picture"
    for _ in range(2):
        assert desk.cache.of(ASHA) is None
        await desk.settled()
    assert len(desk.fetched) == 1
    desk.now, desk.file = desk.now + RETRY, GOOD
    desk.cache.of(ASHA)
    await desk.settled()
    assert desk.cache.of(ASHA) is not None


async def test_memory_is_limited_and_erased_people_are_forgotten(desk: Desk) -> None:
    for person in range(1, portraits.KEPT + 3):
        desk.press(person, NAME)
        desk.cache.of(person)
        await desk.settled()
    assert len(desk.cache._kept) == portraits.KEPT
    last = PlayerId(portraits.KEPT + 2)
    assert desk.cache.of(last) is not None
    desk.cache.forget(last)
    assert desk.cache.of(last) is None


def test_pictures_come_from_discord_or_from_a_local_one_and_never_by_a_proxy() -> None:
    gateway = yarl.URL("wss://gateway.discord.gg")
    assert place_of(API, gateway) == yarl.URL("https://cdn.discordapp.com")
    assert place_of("http://127.0.0.1:9000/api/v10", yarl.URL("ws://127.0.0.1:9000/gateway/")) == yarl.URL(
        "http://127.0.0.1:9000"
    )
    assert place_of("http://proxy:8080/api/v10", gateway) is None
    assert place_of("http://127.0.0.1:8080/api/v10", gateway) is None


# -- files ------------------------------------------------------------------------------------------


def png(width: int, height: int, *, rows: bytes = b"", kind: int = 2) -> bytes:
    """Return a PNG file with that head and those rows, true or not."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def written(size: tuple[int, int], mode: str = "RGBA", format: str = "PNG") -> bytes:
    file = BytesIO()
    Image.new(mode, size, (10, 200, 60, 128)[: len(mode)]).save(file, format)
    return file.getvalue()


@pytest.mark.parametrize("file", [GOOD, written((128, 128)), written((64, 80)), written((1, 1), "RGB")])
def test_small_pictures_are_portraits(file: bytes) -> None:
    found = portrait_of(file)
    assert isinstance(found, Portrait)
    assert len(found.entries) == SIDE * SIDE
    assert min(found.entries) >= 200, "one of the colours of faces"


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\x89PNG\r\n\x1a\n",
        GOOD[:40],
        GOOD[:-40],
        written((129, 128)),
        written((128, 4000)),
        written((32, 32), "RGB", "GIF"),
        written((32, 32), "RGB", "JPEG"),
        png(60_000, 60_000, rows=b"\0" * 5_000_000),
        png(0, 128),
        png(128, 128, rows=b""),
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    ],
)
def test_all_else_is_none(file: bytes) -> None:
    assert portrait_of(file) is None


def test_damaged_files_raise_nothing() -> None:
    for at in range(8, len(GOOD)):
        for change in (0, 1, 255):
            file = bytearray(GOOD)
            file[at] ^= change or 128
            portrait_of(bytes(file))


# -- over the net -----------------------------------------------------------------------------------

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[yarl.URL]:
    app = web.Application()
    app.router.add_get("/{path:.*}", handler)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield yarl.URL(f"http://127.0.0.1:{runner.addresses[0][1]}")
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    ("response", "good"),
    [
        (lambda: web.Response(body=GOOD, content_type="image/png"), True),
        (lambda: web.Response(body=GOOD, content_type="image/gif"), False),
        (lambda: web.Response(body=GOOD, content_type="image/png", status=404), False),
        (lambda: web.Response(body=b"\0" * (MOST_BYTES + 1), content_type="image/png"), False),
        (lambda: web.Response(status=302, headers={"Location": "http://127.0.0.1:1/"}), False),
    ],
)
async def test_only_a_small_png_is_read(response: Callable[[], web.Response], good: bool) -> None:
    async def handle(_: web.Request) -> web.StreamResponse:
        return response()

    async with serving(handle) as address:
        assert await loaded(address / "x.png") == (GOOD if good else None)
