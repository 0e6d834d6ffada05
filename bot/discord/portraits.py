"""The portraits of people: their pictures at Discord, kept in memory for a day.

Interactions name the picture of the person who presses. It is fetched once a board with that person is drawn; the
drawing does not wait, and the next one has it. After a restart the API is asked for the name, once.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

import aiohttp
import discord
import structlog
import yarl

from bot.discord.errors import DISCORD_ERRORS
from bot.discord.files import fetched
from bot.rummy.ids import PlayerId
from bot.service.lru import LruDict
from bot.service.settings import PlayerSettingsCache
from bot.service.sleeper import Sleeper

LIFE = timedelta(days=1)
"""The time for which a portrait is kept."""
RETRY = timedelta(hours=1)
"""The time after which a picture that could not be had is asked for again."""
SIDE = 128
"""Width and height of the pictures that are asked for: those of portraits."""
MOST_BYTES = 64 << 10
"""The most bytes of a picture."""
KEPT = 500
"""The number of portraits in memory, 16 KiB each."""
WAITING = 200
"""The most people whose pictures are still to be fetched."""
_NAME = re.compile(r"(?:a_)?[0-9a-f]{32}")

log = structlog.get_logger()

T = TypeVar("T")
Loader = Callable[[yarl.URL], Awaitable[bytes | None]]
"""Returns the picture at an address, or None if there is no small PNG."""


@dataclass(frozen=True, slots=True)
class _Kept(Generic[T]):
    """A portrait, or None if there is none to be had for a while."""

    portrait: T | None
    until: datetime


class PortraitCache(Generic[T]):
    """The portraits of people who allow it."""

    def __init__(
        self,
        place: Callable[[], yarl.URL | None],
        ask: Callable[[PlayerId], Awaitable[str | None]],
        drawn: Callable[[bytes], T | None],
        settings: PlayerSettingsCache,
        clock: Callable[[], datetime],
        rest: Sleeper,
    ) -> None:
        """`place`: the address of pictures; None if there is none. `ask`: asks the API for the name of a picture.
        `drawn`: makes a portrait of a file, or None of one that is no portrait.
        """
        self._place = place
        self._ask = ask
        self._drawn = drawn
        self._settings = settings
        self._clock = clock
        self._rest = rest
        self.load: Loader = loaded
        self._names: LruDict[PlayerId, str | None] = LruDict()
        """The name of each person's picture; None: they have none."""
        self._kept: LruDict[PlayerId, _Kept[T]] = LruDict(KEPT)
        self._wanted: LruDict[PlayerId, None] = LruDict(WAITING)
        self._news = asyncio.Event()

    def notice(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Note the name of the picture of the person who presses."""
        person, avatar = PlayerId(interaction.user.id), interaction.user.avatar
        name = avatar.key if avatar is not None and _NAME.fullmatch(avatar.key) else None
        if self._names.get(person, name) != name:
            self._kept.pop(person, None)
        self._names[person] = name

    def of(self, person: int) -> T | None:
        """Return the portrait of a person. If it is not known, return None and fetch it for the next drawing."""
        player = PlayerId(person)
        settings = self._settings.known(player)
        if settings is not None and settings.portrait is False:
            return None
        kept = self._kept.get(player)
        if kept is None or self._clock() >= kept.until:
            self._kept.pop(player, None)
            self._wanted[player] = None
            self._news.set()
            return None
        return kept.portrait

    def forget(self, person: PlayerId) -> None:
        """Forget the picture of a person whose data was erased."""
        for known in (self._names, self._kept, self._wanted):
            known.pop(person, None)

    async def run(self) -> None:
        """Fetch the pictures that drawings have lacked, one after another."""
        while True:
            await self._rest(self._asked())
            while self._wanted:
                person, _ = self._wanted.popitem(last=False)
                await self._fetch(person)
            self._news.clear()

    async def _asked(self) -> None:
        """Wait until a drawing lacks a picture."""
        await self._news.wait()

    async def _fetch(self, person: PlayerId) -> None:
        place = self._place()
        if place is None or (await self._settings.cached(person)).portrait is False:
            return
        try:
            if person not in self._names:
                self._names[person] = await self._ask(person)
            name = self._names.get(person)
            file = name and await self.load(place / "avatars" / str(person) / f"{name}.png" % {"size": SIDE})
        except (*DISCORD_ERRORS, aiohttp.ClientError, TimeoutError) as error:
            log.info("no portrait", error=type(error).__name__)
            self._kept[person] = _Kept(None, self._clock() + RETRY)
            return
        portrait = await asyncio.to_thread(self._drawn, file) if file else None
        if self._names.get(person) == name:  # neither another picture nor erased meanwhile
            self._kept[person] = _Kept(portrait, self._clock() + (LIFE if portrait or not name else RETRY))


async def loaded(address: yarl.URL) -> bytes | None:
    """Return the PNG at that address. Return None if there is none, or a larger one than portraits are.

    Raises:
        aiohttp.ClientError: the server is out of reach.
        TimeoutError: it takes too long.
    """
    return await fetched(address, MOST_BYTES, "image/png")


async def asked(client: discord.Client, person: PlayerId) -> str | None:
    """Return the name of a person's picture. Return None if they have none."""
    name = (await client.http.get_user(person)).get("avatar")
    return name if name and _NAME.fullmatch(name) else None
