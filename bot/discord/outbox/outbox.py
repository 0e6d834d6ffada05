"""The outbox, which sends a message exactly once, whatever fails.

Each message is a row: claimed before sending, marked as sent when Discord has answered. A claimed row that is not
marked may have been sent all the same, so the bot's last messages are searched for it before it is sent again.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Generic

import structlog

from bot.discord.channels import Channels
from bot.discord.messages import custom_ids
from bot.service.processes import is_gone
from bot.store.repositories.outbox import OutboxRepository
from bot.store.rows import Id
from bot.store.rows.outbox import OutboxMessage

NONCE_LIFE = timedelta(minutes=2)
"""The time for which Discord surely remembers a nonce."""
POSTING_LIFE = timedelta(days=1)
"""The age at which a posting that cannot be sent is given up, since no player waits for it any longer."""

log = structlog.get_logger()


class Outbox(Generic[Id]):
    """The postings of tables or of tournaments. One task at a time calls it for a table or tournament."""

    def __init__(
        self, channels: Channels, store: OutboxRepository[Id], clock: Callable[[], datetime], process: str
    ) -> None:
        self._channels = channels
        self._store = store
        self._clock = clock
        self._process = process

    async def claim(self, posting: OutboxMessage[Id]) -> OutboxMessage[Id] | None:
        """Claim the posting for this process. Return None if another process has it, or if it has been sent."""
        gone = posting.process is not None and is_gone(posting.process, self._process)
        return await self._store.claim(posting, self._process, self._clock(), gone=gone)

    async def send_once(
        self, channel: int, posting: OutboxMessage[Id], is_it: Callable[[str], bool], send: Callable[[], Awaitable[int]]
    ) -> int:
        """Return the id of the posting's message.

        If an earlier try may have sent it, find it by a custom id; otherwise send it.

        `posting` is as it was before it was claimed.
        """
        standing = await self._find(channel, posting, is_it) if self._may_stand(posting) else None
        return standing or await send()

    def _may_stand(self, posting: OutboxMessage[Id]) -> bool:
        """Return whether an earlier try, which the nonce no longer covers, may have posted it."""
        if posting.sent_at is None:
            return False
        return posting.process != self._process or self._clock() - posting.sent_at >= NONCE_LIFE

    async def _find(self, channel: int, posting: OutboxMessage[Id], is_it: Callable[[str], bool]) -> int | None:
        async for message in self._channels.own_messages(channel):
            if any(map(is_it, custom_ids(message.components))):
                log.info("posting found", kind=posting.kind, message=message.id)
                return message.id
        return None

    def is_stale(self, posting: OutboxMessage[Id]) -> bool:
        """Return whether it is too old for any player to wait for it."""
        return self._clock() - posting.created_at >= POSTING_LIFE

    async def give_up(self, posting: OutboxMessage[Id], code: int) -> None:
        """Drop a posting without sending it."""
        log.warning("posting given up", kind=posting.kind, code=code)
        await self._store.discard(posting)
