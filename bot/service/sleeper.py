"""Pauses of services."""

from collections.abc import Awaitable, Callable

Sleeper = Callable[[Awaitable[None]], Awaitable[None]]
"""Waits for a pause. Tests that move the clock replace `real_sleep` to tell a pause from work."""


async def real_sleep(wait: Awaitable[None]) -> None:
    """Wait."""
    await wait
