"""The deal of a past day, played again in the terminal. It is not stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Self

from bot.games.faces import GAMES
from bot.languages.sentence import language
from bot.layout import Button, Screen, SoloControlId
from bot.rummy.ids import USUAL_LEVEL, PlayerId, TableId
from bot.rummy.rules import Rules
from bot.service.daily import Daily, DayDeal, DayTable, OwnDay, begins
from bot.service.solo import Solo, Solos
from bot.service.tables.form import TableForm
from bot.store.rows.daily import DailyDay
from bot.store.store import Store
from bot.terminal.match import MatchOptions
from bot.terminal.table import ME, MEMORY, TerminalTable
from bot.text import buttons, daily, terminal
from bot.text import review as review_text


@dataclass(frozen=True)
class PastDay:
    """A deal to play again."""

    deal: DayDeal
    people: Store = field(repr=False)
    """The database with the results of people."""


class _Again(Daily):
    """The deals of the day as they were on one day. Only the seed is known by now."""

    def __init__(self, store: Store, past: PastDay, rules: Mapping[str, Rules], now: datetime) -> None:
        super().__init__(store, GAMES, rules, lambda: now, self._seed)
        self._past = past

    async def _seed(self, day: date) -> bytes:
        return self._past.deal.dice.seed

    def is_public(self, day: date) -> bool:
        return True

    async def own(self, player: PlayerId, day: date) -> OwnDay | None:
        """Return the result with its rank among those of that day."""
        own = await super().own(player, day)
        people = self._past.people.daily
        if own is None or day in await people.unranked():
            return own if own is None else OwnDay(own.result, None, 0)
        return OwnDay(own.result, await people.rank(own.result), own.streak)

    async def table(self, day: date, guild: int | None) -> DayTable:
        """Return the results of people, with the person who plays again among them."""
        people, own = self._past.people.daily, await super().own(ME, day)
        if day in await people.unranked():
            return DayTable(0, None, (), is_ranked=False)
        return DayTable(await people.count(day) + (own is not None), await people.best(day), ())

    async def best(self, deal: DayDeal) -> Solo | None:
        """Return the best try of the people."""
        best = await self._past.people.daily.best(deal.day)
        tries = Solos(self._past.people, self._clock)
        return None if best is None else await tries.find(best.player, deal.place, deal)


class TerminalDay(TerminalTable):
    """A deal of the day that is played like a table."""

    def __init__(self, store: Store, match: MatchOptions, past: PastDay) -> None:
        self._past = past
        self._again = _Again(store, past, match.rules, begins(past.deal.day) + timedelta(hours=12))
        super().__init__(store, match, self._again)
        self.lesson = None

    @classmethod
    async def open_day(cls, past: PastDay) -> Self:
        """Return the deal at the person's first decision."""
        deal, store = past.deal, await Store.open(MEMORY)
        options = MatchOptions({deal.rules.id: deal.rules}, TableForm(deal.rules.id), 0, USUAL_LEVEL, None)
        self = cls(store, options, past)
        self.id = TableId(deal.place)
        await store.settings.change(ME, text_only=True, language=language().code)
        await store.daily.open_day(DailyDay(deal.day, deal.rules.id, deal.rules.text()))
        await self._again.begin(ME, deal)
        return self

    async def close(self) -> None:
        """Close the table and the database of the deal."""
        await super().close()
        await self._past.people.close()

    async def is_over(self) -> bool:
        """Return whether the deal is over."""
        solo = await self._again.find(ME, self._past.deal)
        return solo is None or solo.is_over

    @property
    def aside(self) -> Button:
        """Return the button for 0, which leads to the hand."""
        return Button(terminal.HAND(), self.control("hand"))

    @property
    def to_look_back(self) -> tuple[Button, ...]:
        """Return the buttons for the review, for the best line of play, and for the seed."""
        return (
            Button(review_text.BUTTON(), self.control("review")),
            Button(daily.BEST_LINE(), self.control("line")),
            Button(buttons.VERIFY(), self.control("verify")),
        )

    def control(self, request: str) -> str:
        """Return the id of a control of the deal."""
        return str(SoloControlId(self._past.deal.place, 0, request))

    async def play_on(self) -> list[str | Screen]:
        """Return nothing. The answers to presses show everything."""
        return []
