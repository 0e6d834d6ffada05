"""The chips of people: the start balance, the daily chips, and all movements.

They are play money, kept for each server.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from bot.codes import Cause, Problem
from bot.rummy.ids import PlayerId
from bot.service.errors import ServiceError
from bot.store.rows.ledger import Account, LedgerLine, Leg, Movement, Stream
from bot.store.store import Store

START = 1_000_00
"""The chips with which everybody begins, in hundredths."""
DAILY = 100_00
"""The chips that everybody may claim once a day, in hundredths."""
LATELY = timedelta(days=30)
TOGETHER = 3
"""The number of stake tables at which two people must have sat together before staff are told that chips went one
way.
"""
LINES = 8
"""The most movements on a page."""


class ClaimedError(ServiceError):
    """The daily chips were claimed already."""

    def __init__(self, again_at: datetime) -> None:
        super().__init__(Problem.CLAIMED_TODAY)
        self.again_at = again_at  # UTC


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """A page of movements of a person's chips, the newest first."""

    number: int
    """The number of the page; 0 is the first."""
    lines: tuple[LedgerLine, ...]
    more: bool
    """Whether there are older movements."""


class Wallet:
    """The chips of all people, by server.

    An account is opened with its start balance when it is first needed. If the person had their data erased not long
    ago, it is opened with the chips they had then.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def balance(self, guild: int | None, player: PlayerId) -> int:
        """Return the chips of a person in a server, in hundredths.

        Raises:
            ServiceError: this is no server, or it plays without chips.
        """
        return await self._opened(await self.playing(guild), player)

    async def check_covers(self, guild: int | None, player: PlayerId, amount: int) -> None:
        """Raise ServiceError if a person has fewer chips, in hundredths. Open their account if they have none.

        It is also raised outside servers, and in a server that plays without chips.
        """
        if await self.balance(guild, player) < amount:
            raise ServiceError(Problem.CANNOT_COVER)

    async def daily(self, guild: int | None, player: PlayerId) -> int:
        """Claim the chips of this UTC day. Return the person's chips then, in hundredths.

        Raises:
            ClaimedError: they were claimed already.
            ServiceError: this is no server, or it plays without chips.
        """
        server = await self.playing(guild)
        await self._opened(server, player)
        today = self._clock().astimezone(UTC).date()
        erased = await self._store.ledger.erased(server, player, self._clock())
        was_claimed = erased is not None and erased.daily_at is not None and erased.daily_at.date() == today
        if was_claimed or not await self._mint(f"daily {today} {server} {player}", Cause.DAILY, server, player, DAILY):
            raise ClaimedError(datetime.combine(today + timedelta(days=1), time(), UTC))
        return await self._opened(server, player)

    async def latest(self, guild: int | None, player: PlayerId, page: int) -> LedgerPage:
        """Return a page of the movements of a person's chips; 0 is the newest.

        Raises:
            ServiceError: this is no server, or it plays without chips.
        """
        server = await self.playing(guild)
        lines = await self._store.ledger.movements_of(server, player, LINES + 1, page * LINES)
        return LedgerPage(page, lines[:LINES], len(lines) > LINES)

    async def streams(self, guild: int) -> tuple[Stream, ...]:
        """Return pairs of people in a server of whom one has lately won nearly all chips that moved between them."""
        return await self._store.ledger.streams(guild, self._clock() - LATELY, TOGETHER)

    async def playing(self, guild: int | None) -> int:
        """Return the same server if it plays with chips.

        Raises:
            ServiceError: this is no server, or it plays without chips.
        """
        if guild is None:
            raise ServiceError(Problem.NO_SERVER)
        if not (await self._store.servers.of(guild)).chips:
            raise ServiceError(Problem.CHIPS_OFF)
        return guild

    async def _opened(self, guild: int, player: PlayerId) -> int:
        """Return the chips of a person, after opening an account for them if needed."""
        account = Account.player(guild, player)
        found = await self._store.ledger.balance(account)
        if found is None:
            erased = await self._store.ledger.erased(guild, player, self._clock())
            begins_with = START if erased is None else erased.amount
            await self._mint(f"start {guild} {player}", Cause.START, guild, player, begins_with)
            found = await self._store.ledger.balance(account)
        return found or 0

    async def _mint(self, ref: str, cause: Cause, guild: int, player: PlayerId, amount: int) -> bool:
        legs = Leg(Account.mint(guild), -amount), Leg(Account.player(guild, player), amount)
        return await self._store.ledger.pay(Movement(ref, cause, self._clock(), legs))
