"""Who may see, join and end which table: what the server an interaction comes from says about it."""

import discord

from bot.discord.answers import Answer
from bot.service.state import TableState
from bot.store.rows import TableStatus


def is_staff(answer: Answer) -> bool:
    """Whether whoever asked may manage the server they ask in."""
    return answer.interaction.guild_id is not None and answer.interaction.permissions.manage_guild


def may_steer(answer: Answer, role: int | None) -> bool:
    """Whether whoever asked may steer the tournaments of the server they ask in; `role`: the one it names for that."""
    user, allowed = answer.interaction.user, answer.interaction.permissions
    if answer.interaction.guild_id is None or not isinstance(user, discord.Member):
        return False
    return allowed.manage_guild or allowed.manage_events or (role is not None and user.get_role(role) is not None)


def is_staff_of(state: TableState, answer: Answer) -> bool:
    """Whether whoever asked may manage the server of that table, and asks there."""
    return is_staff(answer) and is_of_here(state, answer)


def may_write(answer: Answer) -> bool:
    """Whether whoever asked may write where they ask."""
    allowed, channel = answer.interaction.permissions, answer.interaction.channel
    return allowed.send_messages_in_threads if isinstance(channel, discord.Thread) else allowed.send_messages


def is_of_here(state: TableState, answer: Answer) -> bool:
    """Whether the table belongs to the server this is asked in; direct messages are no server."""
    return state.row.guild is not None and state.row.guild == answer.interaction.guild_id


def belongs(state: TableState, answer: Answer) -> bool:
    """Whether whoever asked has played there, or is invited."""
    return answer.player in state.lobby.persons or answer.player in state.lobby.invited


def may_watch(state: TableState, answer: Answer) -> bool:
    """Whether somebody may see what all at a table see."""
    if belongs(state, answer):
        return True
    return is_of_here(state, answer) and (not state.row.private or is_staff(answer))


def may_join(state: TableState, answer: Answer) -> bool:
    """Whether a lobby may be joined from here; whether its host lets them in, the lobby says."""
    return belongs(state, answer) or is_of_here(state, answer)


def is_open_to(state: TableState, answer: Answer) -> bool:
    """Whether a lobby is to be offered to whoever asks: a private one only to those invited."""
    invited = answer.player in state.lobby.invited
    return state.is_lobby and (invited or (not state.row.private and is_of_here(state, answer)))


def may_read_record(state: TableState, answer: Answer) -> bool:
    """Those who played, and for public tables members of that server."""
    if answer.player in state.lobby.persons:
        return True
    return is_of_here(state, answer) and not state.row.private and state.row.status is not TableStatus.CLOSED
