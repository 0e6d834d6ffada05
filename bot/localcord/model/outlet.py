"""What one gateway session may hear: events by its intents, contents by its rights, servers by its shard."""

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
    """Stands where SimCord looks for the library's parsers: each sends its event away."""

    def __init__(self, send: Send) -> None:
        super().__init__()
        self._send = send

    def __missing__(self, event: str) -> Callable[[dict[str, Any]], None]:
        return lambda payload: self._send(event, payload)


@dataclass
class _State:
    """The little of a connection state that SimCord's gateway looks at."""

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
        """Direct messages, and what is done in them, belong to shard 0."""
        guild = payload.get("guild_id")
        if guild is None and event in ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"):
            guild = payload.get("id")
        return 0 if guild is None else (int(guild) >> 22) % self._shards

    def guilds(self) -> Iterator[dict[str, Any]]:
        """Every server of this shard, as `GUILD_CREATE` tells of it."""
        for guild in list(self._model.guilds.values()):
            if (guild.id >> 22) % self._shards == self._shard:
                yield dict(serializers.guild_create_payload(self._model, guild))


def me(model: Model) -> dict[str, Any]:
    """The bot's own user."""
    return dict(serializers.user_payload(model.bot_user))


def members(model: Model, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a request for members, in one chunk."""
    guild = model.guilds[int(asked["guild_id"])]
    wanted = asked.get("user_ids")
    ids = {int(id) for id in (wanted if isinstance(wanted, list) else [wanted])} if wanted else None
    prefix = str(asked.get("query") or "").lower()
    found = [
        dict(serializers.member_payload(model, guild, member))
        for member in guild.members.values()
        if (member.user_id in ids if ids is not None else model.users[member.user_id].name.lower().startswith(prefix))
    ]
    answer = {"guild_id": str(guild.id), "members": found[: asked.get("limit") or None]}
    return {**answer, "chunk_index": 0, "chunk_count": 1, "nonce": asked.get("nonce")}


def privileged(intents: discord.Intents) -> bool:
    """Whether it asks for intents that need Discord's approval; nobody has it here."""
    return any(getattr(intents, name) for name in PRIVILEGED_INTENTS)
