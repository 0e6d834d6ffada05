"""The way into the page in a browser: keys that work once, and sessions of browsers."""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.codes import Problem
from bot.rummy.ids import DisplayName, PlayerId, TableId
from bot.service.errors import ServiceError
from bot.store.repositories.web import WebRepository
from bot.store.rows.web import WebKey, WebSession

KEY_LASTS = timedelta(minutes=10)
SESSION_LASTS = timedelta(days=30)
"""The time for which a session lasts after its last use."""
MOST_KEYS, KEYS_WITHIN = 30, timedelta(hours=1)
"""The unused keys that one person may have made within that time."""
NOTED_EVERY = timedelta(hours=1)
"""The time between two notes that a session is in use."""
NUMBER_BITS = 52
"""The bits of a session's number: JavaScript can count so far."""


@dataclass(frozen=True, slots=True)
class WebPlace:
    """A person, and the place where they asked for the page. They act there."""

    player: PlayerId
    name: DisplayName
    guild: int | None
    channel: int


class WebDoor:
    """Lets people into the page."""

    def __init__(self, rows: WebRepository, clock: Callable[[], datetime], origin: str) -> None:
        """`origin`: the public address of the page, such as `https://play.example.org`."""
        self._rows = rows
        self._clock = clock
        self.origin = origin

    async def link(self, place: WebPlace) -> str:
        """Return an address that lets that person in once, for `KEY_LASTS`.

        The key stands behind `#`, so no server, log or preview sees it.

        Raises:
            ServiceError: they have asked for too many.
        """
        key, name = secrets.token_urlsafe(32), place.name
        row = WebKey(_hash(key), place.player, place.guild, place.channel, name, name.handle, self._clock())
        if not await self._rows.add_key(row, MOST_KEYS, KEYS_WITHIN):
            raise ServiceError(Problem.TOO_MANY_KEYS)
        return f"{self.origin}/#k={key}"

    async def who(self, key: str) -> WebPlace | None:
        """Return the person whom a key lets in. Return None if it lets nobody in any more."""
        found = await self._rows.key(_hash(key), self._clock() - KEY_LASTS)
        return None if found is None else _place(found)

    async def enter(self, key: str) -> tuple[int, str] | None:
        """Use a key up. Return the number and the secret of a new session; None if the key lets nobody in any more."""
        now, hash = self._clock(), _hash(key)
        found = await self._rows.key(hash, now - KEY_LASTS)
        if found is None:
            return None
        number, secret = secrets.randbits(NUMBER_BITS), secrets.token_urlsafe(32)
        session = WebSession(
            number, _hash(secret), found.player, found.guild, found.channel, found.name, found.handle, now, now
        )
        entered = await self._rows.use_key(hash, now - KEY_LASTS, session, now - SESSION_LASTS)
        return (number, secret) if entered else None

    async def session(self, number: int, secret: str) -> WebPlace | None:
        """Return the person of a session. Return None if it has ended, or if that is not its secret."""
        now, found = self._clock(), await self._rows.session(number)
        if found is None or now - found.used_at >= SESSION_LASTS:
            return None
        if not hmac.compare_digest(found.hash, _hash(secret)):
            return None
        if now - found.used_at >= NOTED_EVERY:
            await self._rows.note_use(number, now)
        return _place(found)

    async def note_looks(self, looks: Mapping[int, TableId], lasts: timedelta) -> None:
        """Store at which table a visible page of each session looks, and that it holds for that time."""
        await self._rows.note_looks(looks, self._clock() + lasts)

    async def end(self, player: PlayerId) -> int:
        """End all sessions of a person. Return their number."""
        return await self._rows.end(player)


def _place(row: WebKey | WebSession) -> WebPlace:
    return WebPlace(row.player, DisplayName(row.name, row.handle), row.guild, row.channel)


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode(errors="surrogateescape")).digest()
