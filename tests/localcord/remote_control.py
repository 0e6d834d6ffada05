"""Control over a local Discord's connections, sessions and controls, for tests."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from discord.gateway import DiscordWebSocket as Op
from simcord.backend import serializers
from simcord.enums import InteractionType
from simcord.interactions import base_payload

from bot.localcord.gateway import Connection, Gateway
from bot.localcord.model.backend import Message
from bot.localcord.views import WorldEvent
from bot.localcord.world import World, WorldAction, WorldPerson

BUTTON, STRING_SELECT = 2, 3  # types of components


class SeenEvents:
    """The events that a person has seen, in order."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[WorldEvent] = asyncio.Queue()

    async def next(self, within: float) -> WorldEvent:
        """Return the next event.

        Raises:
            TimeoutError: none came within that many seconds.
        """
        return await asyncio.wait_for(self.queue.get(), within)

    def waiting(self) -> list[WorldEvent]:
        """Return all events since the last look."""
        return [self.queue.get_nowait() for _ in range(self.queue.qsize())]


@contextmanager
def events_of(person: WorldPerson) -> Iterator[SeenEvents]:
    """Yield the events that a person sees from now on."""
    seen = SeenEvents()
    with person.events(seen.queue.put_nowait):
        yield seen


def shards_up(gateway: Gateway) -> set[int]:
    """Return the shards that are connected and have identified."""
    return {connection.session.shard for connection in gateway.connections if connection.session}


def connections(gateway: Gateway, shard: int | None = None) -> list[Connection]:
    """Return the open connections: all, or those of one shard."""
    return [found for found in gateway.connections if shard is None or (found.session and found.session.shard == shard)]


def close(gateway: Gateway, code: int, shard: int | None = None) -> None:
    """Close connections with that code."""
    for connection in connections(gateway, shard):
        connection.close(code)


def ask_reconnect(gateway: Gateway) -> None:
    """Ask clients to reconnect and resume."""
    for connection in gateway.connections:
        connection.send(Op.RECONNECT)


def invalidate(gateway: Gateway) -> None:
    """Delete the sessions of all open connections and tell the clients."""
    for connection in gateway.connections:
        if connection.session is not None:
            gateway.sessions.pop(connection.session.id, None)
            connection.session = None
        connection.send(Op.INVALIDATE_SESSION, False)


def forget_sessions(gateway: Gateway) -> None:
    """Delete every session that has no connection, so that none can be resumed."""
    gateway.sessions = {id: session for id, session in gateway.sessions.items() if session.connection is not None}


def click_old(
    world: World, person: WorldPerson, message_id: int, custom_id: str, values: Sequence[str] = ()
) -> WorldAction:
    """Use a control that the message no longer shows. Clients do not offer it, but such clicks arrive."""
    message = world.model.find_message(message_id)
    assert message is not None
    return click_gone(world, person, message, custom_id, values)


def click_gone(
    world: World, person: WorldPerson, message: Message, custom_id: str, values: Sequence[str] = ()
) -> WorldAction:
    """Use a control of a message that may have been removed at the same moment."""
    model = world.model
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": STRING_SELECT if values else BUTTON}
    if values:
        data["values"] = list(values)
    record, payload = base_payload(
        model,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=message.channel_id,
        guild_id=model.get_channel(message.channel_id).guild_id,
        user_id=person.id,
        data=data,
    )
    record.source_message_id = message.id
    model.emit("INTERACTION_CREATE", {**payload, "message": dict(serializers.message_payload(model, message))})
    return world.watch(record)
