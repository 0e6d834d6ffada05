"""Listeners of the client and of the leases, for tests that build those alone."""

from collections.abc import Iterable

from bot.discord.client import AnyInteraction
from bot.store.rows.alarms import Shards


class HeardClient:
    """A listener that notes which shards have come and gone, and what has changed.

    It agrees to every number of shards.
    """

    def __init__(self) -> None:
        self.shards: list[str] = []
        self.changed: list[int] = []
        """Servers in which permissions of the bot may have changed."""
        self.added_by: list[int] = []
        """Servers that have added the bot."""

    async def logged_in(self, application: int) -> None:
        pass

    async def registered(self) -> None:
        pass

    async def agree_count(self, advised: int) -> int:
        return advised

    async def connected(self, shard: int) -> None:
        self.shards.append(f"{shard} up")

    def disconnected(self, shard: int) -> None:
        self.shards.append(f"{shard} down")

    async def press(self, interaction: AnyInteraction) -> None:
        pass

    async def typing(self, interaction: AnyInteraction) -> None:
        pass

    async def failed(self, interaction: AnyInteraction, error: Exception) -> None:
        pass

    async def joined(self, server: int) -> None:
        pass

    async def added(self, server: int) -> None:
        self.added_by.append(server)

    async def left(self, server: int) -> None:
        pass

    def channel_lost(self, channel: int) -> None:
        """Ignore it."""

    def thread_joined(self, thread: int, server: int) -> None:
        """Ignore it."""

    def permissions_changed(self, server: int) -> None:
        self.changed.append(server)


class QuietLeases:
    """A listener that connects nothing, and lets every handover go on at once."""

    may_move = True

    def open_shard(self, shard: int) -> None:
        pass

    async def close_shard(self, shard: int) -> None:
        pass

    def held(self, shard: int, served: frozenset[int]) -> None:
        pass

    def kept(self, shard: int) -> None:
        pass

    def served(self, shard: int) -> Iterable[int]:
        return ()

    async def idle(self, shards: Shards) -> None:
        pass

    async def up(self, shard: int) -> None:
        pass

    def down(self, shard: int) -> None:
        pass

    def alone(self) -> None:
        pass
