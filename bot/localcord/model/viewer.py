"""One person's view of the model, as plain values."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from simcord.backend import serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.models import Channel, Interaction, Message, User
from simcord.enums import ChannelType

from bot.localcord.model.backend import Model
from bot.localcord.views import LOADING, ChannelView, MessageView, ModalView, Response

KINDS: dict[int, str] = {
    ChannelType.TEXT: "text",
    ChannelType.PUBLIC_THREAD: "thread",
    ChannelType.PRIVATE_THREAD: "private thread",
    ChannelType.DM: "dm",
}


def can_see(model: Model, message: Message, user: int) -> bool:
    """Return whether that person sees the message."""
    return message_accessible(model, message.channel_id, message, user)


def can_enter(model: Model, channel: int, user: int) -> bool:
    """Return whether that person sees the channel."""
    return channel_accessible(model, channel, user)


def message_view(model: Model, message: Message, user: int) -> MessageView:
    """Return a message as that person sees it. The caller has checked `can_see`."""
    payload: dict[str, Any] = deepcopy(dict(serializers.message_payload(model, message, for_user=user)))
    metadata = message.interaction_metadata or {}
    author = model.users[message.author_id]
    return MessageView(
        id=message.id,
        channel=message.channel_id,
        author=author.id,
        author_name=name_of(author),
        from_bot=author.bot,
        content=message.content,
        components=payload["components"],
        attachments=payload["attachments"],
        flags=message.flags,
        private=message.is_ephemeral,
        loading=bool(message.flags & LOADING),
        kind=message.type,
        created=message.timestamp,
        edited=message.edited_timestamp,
        pings=user in message.ping_user_ids or message.mention_everyone,
        asked_by=(metadata.get("user") or {}).get("global_name"),
        command=metadata.get("name"),
        names={str(id): name_of(model.users[id]) for id in message.mention_user_ids if id in model.users},
    )


def name_of(user: User) -> str:
    """Return the name of a person."""
    return user.global_name or user.name


def channel_view(model: Model, channel: Channel) -> ChannelView:
    """Return a channel as a value."""
    meta = channel.thread_metadata
    name = channel.name or model.bot_user.name
    archived = bool(meta and meta.archived)
    kind = KINDS.get(channel.type, "text")
    return ChannelView(channel.id, kind, name, channel.guild_id, channel.parent_id, archived)


def channels(model: Model, user: int) -> Iterator[ChannelView]:
    """Yield every channel and thread that person sees."""
    for channel in list(model.channels.values()):
        if can_enter(model, channel.id, user):
            yield channel_view(model, channel)


def modal_view(record: Interaction) -> ModalView | None:
    """Return the form that an interaction opened."""
    if record.modal is None:
        return None
    modal = deepcopy(record.modal)
    return ModalView(record.id, modal.get("title", ""), modal["components"])


def reply(model: Model, record: Interaction) -> Response:
    """Return the response to an interaction so far."""
    if record.response_kind is None:
        return Response("failed")
    message = model.messages.get(record.channel_id, {}).get(record.message_id or 0)
    seen = message_view(model, message, record.user_id) if message and can_see(model, message, record.user_id) else None
    choices = tuple({key: choice[key] for key in ("name", "value")} for choice in record.autocomplete_choices or ())
    return Response(str(record.response_kind), seen, modal_view(record), choices)
