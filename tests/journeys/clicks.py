"""Clicks that no client offers any more: on a message as it was, by another player, or several at once."""

from typing import Any

from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from tests.journeys.world import World


async def clicks(
    world: World, message: Any, *custom_ids: str, by: MemberActor, values: tuple[str, ...] = (), is_menu: bool = False
) -> list[InteractionResult]:
    """Click these, all before the bot has answered any. With `values`, or if `is_menu`, they are menus."""
    backend = world.env.backend
    stored = backend.get_message(
        message.channel_id if hasattr(message, "channel_id") else message.channel.id, message.id
    )
    records = []
    payloads = []
    for custom_id in custom_ids:
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values or is_menu else 2}
        if values or is_menu:
            data["values"] = list(values)
        record, payload = interactions.base_payload(
            backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=stored.channel_id,
            guild_id=world.guild.id,
            user_id=by.id,
            data=data,
        )
        payload["message"] = dict(serializers.message_payload(backend, stored))
        record.source_message_id = stored.id
        records.append(record)
        payloads.append(payload)
    for payload in payloads:
        backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    return [InteractionResult(world.env, record) for record in records]
