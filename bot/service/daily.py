"""The deal of the day: the same cards for everybody, alone against two computers that always act alike.

The host's database holds a secret key, and may get a new one for the days to come. The seed of a day is the
HMAC-SHA-256 of the date (`2026-11-23`) under the key of that day. The SHA-256 of the seed, its commitment, is shown a
day ahead. The shuffles are those of a table whose only line of entropy is `daily 2026-11-23`. With a beacon, a second
line holds its first round after 00:00 UTC: nobody knows the cards before. A day lasts from 00:00 to 24:00 UTC; then its
tries end, and the seed is published.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from bot.codes import Problem
from bot.rummy.actions import Action
from bot.rummy.entropy import Secrets
from bot.rummy.game import choice, game_of
from bot.rummy.ids import Player, PlayerId, TableId
from bot.rummy.match.match import Terms
from bot.rummy.record import Entry, Record, Shuffle
from bot.rummy.rules import Games, Rules
from bot.rummy.table import Chance, Table
from bot.rummy.view import View
from bot.service.beacon import ANSWER_SECONDS, Beacon, first_of
from bot.service.errors import ServiceError
from bot.service.lru import LruDict
from bot.service.processes import SHUFFLE
from bot.service.seating_proof import OPPONENTS, daily_line, round_line
from bot.service.shuffle import Dice
from bot.service.solo import Script, Solo, Solos
from bot.service.tables.state import rules_of
from bot.service.turns import Story, story_of
from bot.store.errors import PlayedAlreadyError
from bot.store.rows.daily import DailyDay, DailyLine, DailyResult, DailyShare, daily_place
from bot.store.rows.solo import SoloRow
from bot.store.store import Store

TERMS = Terms()
"""One deal for points, with nothing at stake."""
A_PERSON = Player(1)
"""The player that stands for the person in a record that others may read."""
CLOCKS_DIFFER = timedelta(seconds=10)
"""The most that the clocks of two processes differ. A seed is published that long after its day."""
SHOWN_TO_SERVER = 10
DAY_WAITS = 600.0
"""The seconds for which a day waits for its round. Then it has none."""
ASKED_AT_ONCE, PAUSE = 5, 0.2
"""How often a person who opens a day waits for the answer of the beacon, and for how many seconds each time."""
LONGEST_STREAK = 5000
"""The most days in a streak."""

Seeds = Callable[[date], Awaitable[bytes]]


def day_of(moment: datetime) -> date:
    """Return the day in UTC."""
    return moment.astimezone(UTC).date()


def begins(day: date) -> datetime:
    """Return when the deal of that day opens."""
    return datetime.combine(day, time(), UTC)


def ends(day: date) -> datetime:
    """Return when that day ends."""
    return begins(day) + timedelta(days=1)


def day_at(place: str) -> date | None:
    """Return the day that is played at that place. Return None if the place names no day."""
    try:
        day = date.fromisoformat(place.removeprefix("daily-"))
    except ValueError:
        return None
    return day if daily_place(day) == place else None


@dataclass(frozen=True, slots=True)
class DayDeal:
    """The deal of a day: the script that everybody plays by."""

    day: date
    rules: Rules
    dice: Dice
    round: str | None = None
    """See `DailyDay`."""

    @property
    def place(self) -> str:
        """Return the place at which people play it."""
        return daily_place(self.day)

    def players(self, player: Player) -> tuple[Player, ...]:
        """Return the players in the order they joined."""
        return (player, *OPPONENTS)

    def opening(self, player: Player) -> Table:
        """Return the table before the first card."""
        return Table.open(self.rules, TERMS, self.players(player))

    def shuffled(self, chance: Chance) -> Entry:
        """Return the shuffle that the seed of the day gives."""
        return self.dice.answer(chance)

    def chosen(self, view: View) -> Action:
        """Return the action of a computer. It never drops, so that everybody has a deal to play."""
        return choice(view if view.deal is None else replace(view, deal=replace(view.deal, drops=None)))

    def story(self, solo: Solo) -> Story:
        """Return a try that is over, turn by turn."""
        return story_of(self.opening(solo.table.players[solo.seat]), solo)

    def record(self, solo: Solo, player: Player) -> Record:
        """Return a try as a record, with that player in the person's place; it holds the seed."""
        proof = Shuffle(Secrets(self.dice.seed).commitment, self.dice.seed, _lines(self.day, self.round))
        players = self.players(player)
        return Record(TableId(self.place), self.rules, TERMS, players, solo.entries, proof).counted()


@dataclass(frozen=True, slots=True)
class DayTable:
    """The results of all people on a day."""

    finished: int
    best: DailyResult | None
    shared: tuple[DailyLine, ...]
    """The results shared with one server, the best first."""
    is_ranked: bool = True
    """Whether the day has standings. If not, nothing above is told."""


@dataclass(frozen=True, slots=True)
class OwnDay:
    """The result of one person on a day."""

    result: DailyResult
    place: int | None
    """None on a day without standings."""
    streak: int
    """Days in a row up to this one that the person has finished, without those that have no standings."""


def _lines(day: date, round: str | None) -> tuple[str, ...]:
    """Return the lines of entropy of a day."""
    return (daily_line(day), round) if round else (daily_line(day),)


class Tries(Solos):
    """The tries at the deals of the day. Each result is stored together with the last action."""

    async def _stored(self, row: SoloRow, script: Script, solo: Solo) -> bool:
        assert isinstance(script, DayDeal)
        if script.day != day_of(self._clock()):
            raise ServiceError(Problem.DAY_OVER)
        put_back = await self._store.put_backs.newest()
        if put_back is not None and put_back.settled_at is not None and script.day == day_of(put_back.settled_at):
            raise ServiceError(Problem.DAY_CLOSED)
        try:
            return await self._store.daily.save(row, script.day, _result_of(row, script, solo))
        except PlayedAlreadyError:
            raise ServiceError(Problem.DAY_PLAYED) from None


def _result_of(row: SoloRow, deal: DayDeal, solo: Solo) -> DailyResult | None:
    """Return the result of a try. Return None if the try goes on."""
    if not solo.is_over:
        return None
    return DailyResult(deal.day, row.player, solo.table.match.totals[solo.seat], solo.turns, row.changed_at)


class Daily:
    """The deals of all days, and the results of all people."""

    def __init__(
        self,
        store: Store,
        games: Games,
        rules: Mapping[str, Rules],
        clock: Callable[[], datetime],
        seeds: Seeds | None = None,
        beacon: Beacon | None = None,
        shuffle: Callable[[], int] = lambda: SHUFFLE,
    ) -> None:
        """`seeds` returns the seed of a day; None takes it from the database. `shuffle`: see `Processes`."""
        self._store = store
        self._games = games
        self._rules = next((one for one in rules.values() if game_of(one).daily == one.id), None)
        self._clock = clock
        self._seeds = seeds or store.daily.seed
        self._deals: LruDict[date, DayDeal] = LruDict(100)
        self._beacon = beacon
        self._shuffle = shuffle
        self._asked: LruDict[date, float] = LruDict(2)
        """The time at which this process asked for the round of each day first."""
        self.tries = Tries(store, clock)

    # -- days and deals -----------------------------------------------------------------------------

    @property
    def today(self) -> date:
        """Return the day that is played now."""
        return day_of(self._clock())

    def is_public(self, day: date) -> bool:
        """Return whether the day is over for all processes, and its seed may be known."""
        return day < day_of(self._clock() - CLOCKS_DIFFER)

    async def is_ranked(self, day: date) -> bool:
        """Return whether the results of that day count in standings and streaks."""
        return day not in await self._store.daily.unranked()

    async def draw_key(self) -> date:
        """Draw a new key for the deals of all days whose commitment nobody has seen. Return the first of them.

        The deals until then stay as they were promised, without standings.
        """
        first = day_of(self._clock() + CLOCKS_DIFFER) + timedelta(days=2)
        await self._store.daily.draw_key(first, self.today)
        return first

    async def commitment(self, day: date) -> str:
        """Return the SHA-256 of the seed of a day."""
        return Secrets(await self._seeds(day)).commitment

    async def deal(self, day: date) -> DayDeal:
        """Return the deal of a day.

        Raises:
            ServiceError: the day has not come, nobody played on it, no game here has a deal of the day, or the round of
                today is still awaited.
        """
        if day > self.today:
            raise ServiceError(Problem.DAY_TO_COME)
        if (known := self._deals.get(day)) is not None:
            return known
        found = await (self._open(day) if day == self.today else self._store.daily.find_day(day))
        if found is None:
            raise ServiceError(Problem.DAY_UNPLAYED)
        rules = rules_of(found.rules, found.rules_id, self._games)
        secrets = Secrets(await self._seeds(day))
        dice = Dice.of(secrets, secrets.digest(_lines(day, found.round)))
        self._deals[day] = DayDeal(day, rules, dice, found.round)
        return self._deals[day]

    async def _open(self, day: date) -> DailyDay:
        if self._rules is None:
            raise ServiceError(Problem.NO_DAILY)
        found = await self._store.daily.find_day(day)
        if found is not None:
            return found
        # The first process that stores the day decides for all.
        return await self._store.daily.open_day(
            DailyDay(day, self._rules.id, self._rules.text(), await self._round(day))
        )

    async def _round(self, day: date) -> str | None:
        """Return the round of a day, as `DailyDay` keeps it.

        Raises:
            ServiceError: it has not come yet.
        """
        # A process of an older version would deal cards without the round.
        if self._beacon is None or self._shuffle() < SHUFFLE:
            return None
        chain, now = self._beacon.chain, self._clock().timestamp()
        number = first_of(chain, day)
        late = now - chain.time_of(number)
        if late >= 0:
            since = self._asked.get(day, now)
            self._asked[day] = since
            for _ in range(ASKED_AT_ONCE):
                if signature := self._beacon.signature(number):
                    return round_line(chain, number, signature)
                await asyncio.sleep(PAUSE)
            if late >= DAY_WAITS and now - since >= ANSWER_SECONDS:
                return ""
        raise ServiceError(Problem.DAY_SOON)

    async def find(self, player: PlayerId, deal: DayDeal) -> Solo | None:
        """Return a person's try. Return None if they have not begun it or had it erased."""
        return await self.tries.find(player, deal.place, deal)

    async def begin(self, player: PlayerId, deal: DayDeal) -> Solo:
        """Return a person's try. Begin it if they have not.

        Raises:
            ServiceError: the day is over, or the person played it before they had their data erased.
        """
        if deal.day != self.today:
            raise ServiceError(Problem.DAY_OVER)
        return await self.tries.begin(player, deal.place, deal)

    async def has_erased(self, player: PlayerId) -> bool:
        """Return whether the person has begun today's deal and had their data erased since."""
        return await self._store.daily.has_erased(player, self.today)

    # -- how people did -----------------------------------------------------------------------------

    async def own(self, player: PlayerId, day: date) -> OwnDay | None:
        """Return a person's result. Return None if they have not finished."""
        result = await self._store.daily.result(player, day)
        if result is None:
            return None
        days, unranked = await self._store.daily.days_of(player, LONGEST_STREAK), await self._store.daily.unranked()
        if day in unranked:
            return OwnDay(result, None, 0)
        return OwnDay(result, await self._store.daily.rank(result), streak(days, day, unranked))

    async def table(self, day: date, guild: int | None) -> DayTable:
        """Return the results of all, and those shared with that server."""
        if not await self.is_ranked(day):
            return DayTable(0, None, (), is_ranked=False)
        shared = () if guild is None else await self._store.daily.shared(day, guild, SHOWN_TO_SERVER)
        return DayTable(await self._store.daily.count(day), await self._store.daily.best(day), shared)

    async def best(self, deal: DayDeal) -> Solo | None:
        """Return the try with the best result of a past day. Return None if nobody has finished.

        Raises:
            ServiceError: the day is not over.
        """
        if not self.is_public(deal.day):
            raise ServiceError(Problem.DAY_RUNNING)
        best = await self._store.daily.best(deal.day)
        return None if best is None else await self.find(best.player, deal)

    async def record(self, deal: DayDeal, solo: Solo, player: Player) -> Record:
        """Return the record of a try on a past day, with the day's seed.

        Raises:
            ServiceError: the day is not over.
        """
        if not self.is_public(deal.day):
            raise ServiceError(Problem.DAY_RUNNING)
        return await asyncio.to_thread(deal.record, solo, player)

    async def past_days(self, limit: int) -> tuple[date, ...]:
        """Return the past days that at least one person finished, the newest first."""
        return await self._store.daily.days(self.today, limit)

    async def share(self, day: date, guild: int, player: PlayerId, name: str) -> DailyShare | None:
        """Record that a person shares their result with a server. Return None if they have done so before."""
        share = DailyShare(day, guild, player, name, self._clock())
        return share if await self._store.daily.share(share) else None

    async def unshare(self, share: DailyShare) -> None:
        """Delete a record of a shared result: it was not posted."""
        await self._store.daily.unshare(share)


def streak(days: Sequence[date], last: date, unranked: Collection[date] = ()) -> int:
    """Return the length of the streak that ends on `last`. Days without standings neither count nor break it."""
    finished, day, length = {*days}, last, 0
    while day in finished or day in unranked:
        length += day not in unranked
        day -= timedelta(days=1)
    return length
