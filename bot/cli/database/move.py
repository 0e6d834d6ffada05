"""`paplu db move`: a copy of a whole database to another place."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta

from bot.cli.database.bar import Bar
from bot.console import plural
from bot.service.beats import BEAT_SECONDS, GAP
from bot.service.processes import is_gone, new_name
from bot.store import move as store_move
from bot.store.address import parse_url, safe_name
from bot.store.errors import DatabaseInUseError

SILENCE = timedelta(minutes=1)
"""The time without a beat after which no process works with a database."""


async def move_lines(
    source: str, target: str, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> AsyncIterator[tuple[str, bool]]:
    """Copy a database to an empty one, and report what it holds.

    Args:
        source: its address.
        target: the address of the empty one.
        pause: waits that many seconds.

    Raises:
        DatabaseUnusableError: one of them cannot be used; a bot is connected with one of them; or the target is not
            empty.
    """
    for address in (source, target):
        await check_unused(address, pause)
    bar = Bar()
    try:
        moved = await store_move.move(source, target, bar.show)
    finally:
        bar.close()
    for name, content in moved.items():
        if content.rows:
            yield f"{name}: {plural(content.rows, 'row')}, digest {content.digest:032x}", True
    rows = sum(content.rows for content in moved.values())
    place = safe_name(parse_url(target))
    yield (
        f"Moved {plural(rows, 'row')} to {place}. {'It' if rows == 1 else 'Each'} was read again and is the same.",
        True,
    )


async def check_unused(address: str, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Raise DatabaseInUseError if a bot works with the database.

    If a bot has written its beat lately, wait for the next beat: a bot that was killed writes none.
    """
    before = await _beats(address)
    if not before or datetime.now(UTC) - max(at for _, at in before) > GAP:
        return
    await pause(2 * BEAT_SECONDS)
    if await store_move.beating(address) - before:
        raise DatabaseInUseError(f"a bot works with {safe_name(parse_url(address))}: stop it first")


async def check_silent(address: str) -> None:
    """Raise DatabaseInUseError if a process has written its beat to the database within `SILENCE`."""
    lately = datetime.now(UTC) - SILENCE
    if any(at > lately for _, at in await _beats(address)):
        name = safe_name(parse_url(address))
        raise DatabaseInUseError(
            f"a bot has worked with {name} within the last minute: stop it first, and try again after a minute"
        )


async def _beats(address: str) -> frozenset[tuple[str, datetime]]:
    """Return the last beat of each process, but for those that have surely ended."""
    mine = new_name()
    return frozenset(beat for beat in await store_move.beating(address) if not is_gone(beat[0], mine))
