"""A Discord server in the machine, the real bot in it, and people who see only what Discord shows them."""

import re
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import simcord
from pydantic import SecretStr
from simcord.actors import MemberActor
from simcord.components import walk_components
from simcord.env import Env
from simcord.results import InteractionResult

from bot.app import App
from bot.config import Config

TOKEN = "MTIzNDU2Nzg5.journey.token"


class World:
    """One server with one channel, and the bot with its database in a file."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.config = Config(
            _env_file=None,
            database_url=SecretStr(f"sqlite+aiosqlite:///{folder / 'paplu.db'}"),
            discord_token=SecretStr(TOKEN),
            **settings,
        )
        self.env: Env
        self.app: App

    async def __aenter__(self) -> "World":
        self.app = await self._build()
        self.env = Env(self.app.client, shard_count=1)
        await self.env.start()
        self.context = self.env.time_context()
        self.context.__enter__()
        self.guild = self.env.create_guild("Card Club")
        self.channel = self.guild.create_text_channel("rummy")
        return self

    async def _build(self) -> App:
        return await App.open(self.config, clock=lambda: self.env.now(), rest=self._rest)

    async def _rest(self, pause: Awaitable[None]) -> None:
        await self.env.external_wait(pause, reason="a pause of the bot")

    async def __aexit__(self, *_: object) -> None:
        try:
            await self.env.shutdown()
        finally:
            self.context.__exit__(None, None, None)
            await self.app.store.close()

    # -- the world ----------------------------------------------------------------------------------

    def member(self, name: str) -> MemberActor:
        """Somebody in the server."""
        return self.guild.add_member(self.env.create_user(name, global_name=name))

    async def restart(self) -> None:
        """The process ends, and another begins with the same database."""
        old = self.app
        new = await self._build()
        await self.env.restart_bot(new.client)
        self.app = new
        await old.store.close()

    async def wait(self, seconds: float) -> None:
        """Time passes."""
        await self.env.advance_time(seconds)


def controls(message: Any) -> dict[str, dict[str, Any]]:
    """The buttons and selects of a message by custom id."""
    raw = message.components
    return {c["custom_id"]: c for c in walk_components(raw) if c.get("custom_id")}


__all__ = ["TOKEN", "InteractionResult", "MemberActor", "World", "controls", "re", "simcord"]
