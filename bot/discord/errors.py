"""Errors of Discord, sorted by what to do about them."""

import asyncio

import aiohttp
import discord

DISCORD_ERRORS = (
    discord.HTTPException,
    discord.RateLimited,
    discord.InteractionResponded,
    aiohttp.ClientError,
    OSError,
    asyncio.TimeoutError,
)
"""All errors that a request to Discord may raise."""
OUT_OF_REACH = (*DISCORD_ERRORS, discord.GatewayNotFound, discord.ConnectionClosed)
"""All errors that end a connection to Discord."""
UnknownTokenError = discord.LoginFailure

UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
CANNOT_EDIT_OLD = 30046
TOO_MANY_DMS = 40003
ALREADY_ANSWERED = 40060
NO_DM = 50007
MISSING_ACCESS = 50001
MISSING_PERMISSIONS = 50013
THREAD_ARCHIVED = 50083
THREAD_LOCKED = 160005
TOO_MANY_THREADS = 160006

GONE = frozenset({UNKNOWN_CHANNEL, UNKNOWN_GUILD})
"""Codes for a channel that is gone for good. All other refusals may end."""
CLOSED_DM = frozenset({NO_DM, TOO_MANY_DMS})
GONE_PERSON = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})


def code_of(error: BaseException) -> str:
    """Return the status and the code of a fault for a log. Its text may repeat what was sent."""
    if isinstance(error, discord.HTTPException):
        return f"{error.status}/{error.code}"
    return type(error).__name__


def is_code(error: BaseException, *codes: int) -> bool:
    """Return whether Discord gave one of these codes."""
    return isinstance(error, discord.HTTPException) and error.code in codes


def is_closed(error: BaseException) -> bool:
    """Return whether the channel is gone or closed to the bot. Another message would meet the same error."""
    if not isinstance(error, discord.HTTPException) or error.code == UNKNOWN_MESSAGE:
        return False
    return error.status in (401, 403, 404) or error.code == THREAD_LOCKED


def is_passing(error: BaseException) -> bool:
    """Return whether the same request may succeed a little later."""
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500
    return isinstance(error, discord.RateLimited | aiohttp.ClientError | OSError | asyncio.TimeoutError)


def is_end(error: RuntimeError) -> bool:
    """Return whether the bot has closed its connections. It is ending, and a running try was cut off."""
    return str(error) == "Session is closed"
