"""Channels and threads in which tables can be shown, the bot's permissions there, and the threads they can have."""

from collections.abc import Iterable
from typing import Any

import discord

from bot.discord.errors import DISCORD_ERRORS, is_passing
from bot.flows.answer import CardPlace, Threads
from bot.text import doctor

THREADS = {discord.ChannelType.text: Threads.ALL, discord.ChannelType.news: Threads.PUBLIC}
"""The threads of the kinds of channels that have any. Posts of a forum are threads themselves."""
PUBLIC = ("create_public_threads", "send_messages_in_threads")
"""The permissions without which a public table has no thread."""
FEW = 3
"""The greatest number of channels to offer."""


async def place_of(interaction: discord.Interaction[Any], channel: int | None, parent: int | None) -> CardPlace:
    """Return the place for the card of a table that is opened in *channel*, or where it was asked if that is None.

    `parent`: the channel that takes messages where it was asked. In a thread, it is the channel of the thread.
    """
    here, wanted = interaction.channel, channel or parent
    if interaction.guild_id is None or wanted is None or here is None:
        return CardPlace(wanted or 0)
    if wanted == interaction.channel_id:
        return card_place(wanted, here, interaction.app_permissions)
    place = card_place(wanted, *await _fetched(interaction, wanted))
    if place.missing is not None and channel in (None, parent) and isinstance(here, discord.Thread):
        return card_place(here.id, here, interaction.app_permissions)
    return place


def card_place(id: int, channel: object, allowed: discord.Permissions) -> CardPlace:
    """Return a channel or thread as a place for cards."""
    private = ("create_private_threads", "send_messages_in_threads")
    return CardPlace(id, threads_of(channel), _missing(allowed, _needed(channel)), _missing(allowed, private))


async def channels_with(interaction: discord.Interaction[Any], threads: Threads) -> list[int]:
    """Return a few channels of the server that have such threads, and which both the person and the bot may use."""
    guild, person = interaction.guild, interaction.user
    if guild is None or guild.me is None or not isinstance(person, discord.Member):
        return []
    try:
        channels = await guild.fetch_channels()
    except DISCORD_ERRORS:
        return []
    found = list[int]()
    for channel in sorted(channels, key=lambda one: one.position):
        allowed = channel.permissions_for(guild.me)
        place = card_place(channel.id, channel, allowed)
        missing = place.missing or (place.missing_in_private if threads is Threads.ALL else _missing(allowed, PUBLIC))
        fits = threads_of(channel) in (Threads.ALL, threads)
        if fits and missing is None and channel.permissions_for(person).view_channel:
            found.append(channel.id)
    return found[:FEW]


async def permissions_of(interaction: discord.Interaction[Any], parent: int | None) -> list[tuple[str, bool, str]]:
    """Return the name of each permission of the bot, whether it has it for tables opened here, and what breaks without
    it.

    Permissions for threads are left out if there can be none.
    """
    if interaction.guild_id is None:
        return []
    channel: object = interaction.channel
    allowed = interaction.app_permissions
    if parent is not None and parent != interaction.channel_id:
        channel, allowed = await _fetched(interaction, parent)
    without = _useless(channel)
    return [
        (name(), bool(getattr(allowed, field)), breaks())
        for field, (name, breaks) in doctor.PERMISSIONS.items()
        if field not in without
    ]


def threads_of(channel: object) -> Threads:
    """Return the threads that a channel can have."""
    kind = getattr(channel, "type", None)
    return THREADS.get(kind, Threads.NONE) if isinstance(kind, discord.ChannelType) else Threads.NONE


def _useless(channel: object) -> frozenset[str]:
    """Return the permissions that mean nothing in that channel or thread."""
    if isinstance(channel, discord.Thread):
        return frozenset({"send_messages", "create_public_threads", "create_private_threads"})
    match threads_of(channel):
        case Threads.ALL:
            return frozenset()
        case Threads.PUBLIC:
            return frozenset({"create_private_threads"})
        case Threads.NONE:
            return frozenset({"send_messages_in_threads", "create_public_threads", "create_private_threads"})


def _needed(channel: object) -> tuple[str, ...]:
    """Return the permissions without which no table can be shown there."""
    writing = "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
    return ("view_channel", writing)


def _missing(allowed: discord.Permissions, needed: Iterable[str]) -> str | None:
    """Return the name of the first of these permissions that is missing."""
    return next((doctor.PERMISSIONS[field][0]() for field in needed if not getattr(allowed, field)), None)


async def _fetched(interaction: discord.Interaction[Any], channel: int) -> tuple[object, discord.Permissions]:
    """Return a channel of the server, and what the bot may do there.

    If Discord does not say, threads have the permissions of their channel, so those of the interaction count.
    """
    try:
        found = await interaction.client.fetch_channel(channel)
    except DISCORD_ERRORS as error:
        return None, interaction.app_permissions if is_passing(error) else discord.Permissions.none()
    me = None if interaction.guild is None else interaction.guild.me
    if me is None or not isinstance(found, discord.abc.GuildChannel | discord.Thread):
        return found, interaction.app_permissions
    return found, found.permissions_for(me)
