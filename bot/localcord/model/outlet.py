"""The events that one gateway session may get: filtered by its intents, its rights and its shard."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
from simcord.backend import serializers
from simcord.gateway import FakeGateway
from simcord.intents import PRIVILEGED_INTENTS

from bot.localcord.model.backend import Model

Send = Callable[[str, Mapping[str, Any]], None]


class _Parsers(dict[str, Callable[[dict[str, Any]], None]]):
    """Replaces discord.py's parsers in SimCord's gateway: each one sends its event instead of parsing it."""

    def __init__(self, send: Send) -> None:
        super().__init__()
        self._send = send

    def __missing__(self, event: str) -> Callable[[dict[str, Any]], None]:
        return lambda payload: self._send(event, payload)


@dataclass
class _State:
    """The part of discord.py's connection state that SimCord's gateway reads."""

    intents: discord.Intents
    parsers: _Parsers = field(default_factory=lambda: _Parsers(lambda event, payload: None))


class Outlet:
    """The events of one session of one shard."""

    def __init__(self, model: Model, intents: discord.Intents, shard: int, shards: int, send: Send) -> None:
        self._model = model
        self._shard = shard
        self._shards = shards
        self._gate = FakeGateway(model, _State(intents, _Parsers(send)))

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event, if it is for this session."""
        if self._shard_of(event, payload) == self._shard:
            self._gate.feed(event, payload)

    def _shard_of(self, event: str, payload: Mapping[str, Any]) -> int:
        """Return the shard that an event belongs to; 0 for direct messages."""
        guild = payload.get("guild_id")
        if guild is None and event in ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"):
            guild = payload.get("id")
        return 0 if guild is None else (int(guild) >> 22) % self._shards

    def guilds(self) -> Iterator[dict[str, Any]]:
        """Yield the payload of `GUILD_CREATE` for every server of this shard."""
        for guild in list(self._model.guilds.values()):
            if (guild.id >> 22) % self._shards == self._shard:
                yield dict(serializers.guild_create_payload(self._model, guild))


def own_user(model: Model) -> dict[str, Any]:
    """Return the bot's own user."""
    return dict(serializers.user_payload(model.bot_user))


def members_chunk(model: Model, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a request for members, in one chunk."""
    guild = model.guilds[int(request["guild_id"])]
    wanted = request.get("user_ids")
    ids = {int(id) for id in (wanted if isinstance(wanted, list) else [wanted])} if wanted else None
    prefix = str(request.get("query") or "").lower()
    found = [
        dict(serializers.member_payload(model, guild, member))
        for member in guild.members.values()
        if (member.user_id in ids if ids is not None else model.users[member.user_id].name.lower().startswith(prefix))
    ]
    answer = {"guild_id": str(guild.id), "members": found[: request.get("limit") or None]}
    return {**answer, "chunk_index": 0, "chunk_count": 1, "nonce": request.get("nonce")}


def privileged(intents: discord.Intents) -> bool:
    """Return whether the intents include some that need Discord's approval, which no bot has here."""
    return any(getattr(intents, name) for name in PRIVILEGED_INTENTS)
