"""A Discord server in the machine with the real bot in it."""

from collections.abc import Awaitable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from simcord.actors import MemberActor
from simcord.backend import Backend
from simcord.env import Env

from bot.app import App
from bot.config import Config
from bot.discord.card_emoji import CARD_EMOJI

TOKEN = "MTIzNDU2Nzg5.journey.token"
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""The time at which every world begins."""
SETTLE_SECONDS = 120.0
"""The time for which the bot may be busy, since the machine may be busy too."""
MINUTE = 60.0


@cache
def _config(**settings: Any) -> Config:
    """Return settings without a database. They are read from several places, which takes as long as to build a bot."""
    return Config.model_validate({"discord_token": TOKEN, **settings})


class World:
    """One server with one channel, and the bot with its database in a file."""

    def __init__(self, folder: Path, *, emoji: bool = False, **settings: Any) -> None:
        """`emoji`: whether Discord takes the emoji of cards. Without them all cards are text."""
        url = f"sqlite+aiosqlite:///{folder / 'paplu.db'}"
        self.config = _config(**settings).model_copy(update={"database_url": SecretStr(url)})
        self.emoji = emoji
        self.env: Env
        self.app: App
        self.locales: dict[int, str] = {}
        """The language of each person's Discord; without one it is American English."""
        self.guild_locale = "en-US"

    async def __aenter__(self) -> "World":
        self.app = await self._build()
        CARD_EMOJI.set(self.app.card_emoji)
        self.env = Env(self.app.client, shard_count=1, settle_timeout=SETTLE_SECONDS)
        self._speak(self.env.backend)
        if not self.emoji:
            self.env.inject_error("GET", "/applications/*/emojis", status=403, code=50001, times=None)
        await self.env.start()
        self.guild = self.env.create_guild("Card Club")
        self.channel = self.guild.create_text_channel("rummy")
        return self

    def _speak(self, backend: Backend) -> None:
        """Add the language of the person's Discord to interactions, as SimCord does not have it."""
        emit = backend.emit

        def emit_spoken(event: str, payload: Mapping[str, Any]) -> None:
            if event == "INTERACTION_CREATE":
                user = (payload.get("member") or payload)["user"]
                payload = {**payload, "locale": self.locales.get(int(user["id"]), payload["locale"])}
                if "guild_locale" in payload:
                    payload["guild_locale"] = self.guild_locale
            emit(event, payload)

        backend.emit = emit_spoken  # type: ignore[method-assign]

    async def _build(self) -> App:
        return await App.open(self.config, clock=self._now, rest=self._rest)

    def _now(self) -> datetime:
        return self.env.now() if hasattr(self, "env") else BEGINNING

    async def _rest(self, pause: Awaitable[None]) -> None:
        await self.env.external_wait(pause, reason="a pause of the bot")

    async def __aexit__(self, kind: object, *_: object) -> None:
        try:
            await self.env.shutdown()
        finally:
            await self.app.store.close()
        if kind is None:
            self.env.raise_errors()

    def member(self, name: str) -> MemberActor:
        """Return a player in the server."""
        return self.guild.add_member(self.env.create_user(name, global_name=name))

    async def restart(self, down_seconds: float = 0.0) -> None:
        """End the process, and begin another one after that time with the same database."""
        old = self.app
        new = await self._build()

        start = new.loops.start

        def start_later() -> None:
            self.env.backend.clock.advance(down_seconds)
            start()

        new.loops.start = start_later  # type: ignore[method-assign]
        await self.env.restart_bot(new.client)
        self.app = new
        await old.store.close()

    async def wait(self, seconds: float) -> None:
        """Time passes: a minute at once, since SimCord gives all that happens in one go `SETTLE_SECONDS` to end."""
        while seconds > MINUTE:
            await self.env.advance_time(MINUTE)
            seconds -= MINUTE
        await self.env.advance_time(seconds)
