"""What the tests of what speaks to Discord share."""

from collections.abc import AsyncIterator

import pytest

from bot.store.store import Store


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """An empty database in memory."""
    opened = await Store.open("sqlite+aiosqlite://")
    yield opened
    await opened.close()
