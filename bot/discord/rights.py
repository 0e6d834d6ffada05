"""Who may see, join and end which table: what the server an interaction comes from says about it."""

import discord

from bot.discord.answers import Answer
from bot.service.update import Update
from bot.store.rows import Status


def is_staff(answer: Answer) -> bool:
    """Whether whoever asked may manage the server they ask in."""
    return answer.interaction.guild_id is not None and answer.interaction.permissions.manage_guild


def may_steer(answer: Answer, role: int | None) -> bool:
    """Whether whoever asked may steer the tournaments of the server they ask in; `role`: the one it names for that."""
    user, allowed = answer.interaction.user, answer.interaction.permissions
    if answer.interaction.guild_id is None or not isinstance(user, discord.Member):
        return False
    return allowed.manage_guild or allowed.manage_events or (role is not None and user.get_role(role) is not None)


def is_staff_of(update: Update, answer: Answer) -> bool:
    """Whether whoever asked may manage the server of that table, and asks there."""
    return is_staff(answer) and is_of_here(update, answer)


def may_write(answer: Answer) -> bool:
    """Whether whoever asked may write where they ask."""
    allowed, channel = answer.interaction.permissions, answer.interaction.channel
    return allowed.send_messages_in_threads if isinstance(channel, discord.Thread) else allowed.send_messages


def is_of_here(update: Update, answer: Answer) -> bool:
    """Whether the table belongs to the server this is asked in; direct messages are no server."""
    return update.row.guild is not None and update.row.guild == answer.interaction.guild_id


def belongs(update: Update, answer: Answer) -> bool:
    """Whether whoever asked has played there, or is invited."""
    return answer.player in update.lobby.persons or answer.player in update.lobby.invited


def may_watch(update: Update, answer: Answer) -> bool:
    """Whether somebody may see what all at a table see."""
    if belongs(update, answer):
        return True
    return is_of_here(update, answer) and (not update.row.private or is_staff(answer))


def may_join(update: Update, answer: Answer) -> bool:
    """Whether a lobby may be joined from here; whether its host lets them in, the lobby says."""
    return belongs(update, answer) or is_of_here(update, answer)


def is_open_to(update: Update, answer: Answer) -> bool:
    """Whether a lobby is to be offered to whoever asks: a private one only to those invited."""
    invited = answer.player in update.lobby.invited
    return update.is_lobby and (invited or (not update.row.private and is_of_here(update, answer)))


def may_read_record(update: Update, answer: Answer) -> bool:
    """Those who played, and for public tables members of that server."""
    if answer.player in update.lobby.persons:
        return True
    return is_of_here(update, answer) and not update.row.private and update.row.status is not Status.CLOSED
