"""Fixtures that the tests of `bot/discord` share."""

from collections.abc import AsyncIterator

import pytest

from bot.store.store import Store


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """Yield an empty database in memory."""
    opened = await Store.open("sqlite+aiosqlite://")
    yield opened
    await opened.close()
