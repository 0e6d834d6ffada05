"""The deal of the day: played once, in private, and shown to others on request."""

import asyncio
from datetime import date, timedelta
from functools import partial

from bot.codes import Problem
from bot.faces.controls import Scene
from bot.flows.answer import Answer, Press
from bot.flows.context import Context
from bot.flows.solo import SoloFlow, SoloPlace
from bot.languages.sentence import reading
from bot.layout import Screen, SoloControlId
from bot.rummy.actions import Drop
from bot.rummy.errors import IllegalAction, ParseError, RulesError
from bot.rummy.ids import Player
from bot.screens.daily import (
    DayView,
    Promise,
    ask_drop_daily,
    ask_leave_daily,
    daily_best,
    daily_discards,
    daily_hand,
    daily_intro,
    daily_names,
    daily_over,
    daily_proof,
    daily_record,
    daily_result,
    daily_review,
    daily_shared,
)
from bot.screens.hand import drawn_hand
from bot.screens.solo import solo_scene
from bot.service.daily import A_PERSON, Daily, DayDeal, day_at
from bot.service.errors import CorruptError
from bot.service.review import Reviews
from bot.service.solo import Solo
from bot.text import daily as daily_text
from bot.text import refusals, review, standings
from bot.text.refusals import UserError

AFTERWARDS = frozenset(("share", "line", "record", "verify", "review", "day", "today"))
"""The requests that a person may make about a day that is over."""
WORDS_FOR_DAYS = {"today": 0, "yesterday": 1}
"""The words for days, with the days since."""


class DailyFlow(SoloFlow):
    """The deals of all days; `rummy:s:daily-2026-12-31:…`."""

    PLACE = "daily"

    def __init__(self, context: Context, daily: Daily, reviews: Reviews) -> None:
        super().__init__(context, daily.tries)
        self._daily = daily
        self._reviews = reviews

    async def show(self, answer: Answer, typed: str | None = None) -> None:
        """Show today's deal as it stands for the person. Of a day that was typed, show the result."""
        await self._show_day(answer, self._daily.today if typed is None else self._day_typed(typed))

    async def days(self) -> tuple[date, ...]:
        """Return the newest days that are over, the newest first."""
        return await self._daily.past_days(25)

    def _day_typed(self, typed: str) -> date:
        word = typed.strip().casefold()
        if word in WORDS_FOR_DAYS:
            return self._daily.today - timedelta(days=WORDS_FOR_DAYS[word])
        day = day_at(f"daily-{word}")
        if day is None:
            raise UserError(daily_text.BAD_DAY())
        return day

    async def _show_day(self, answer: Answer, day: date, note: str | None = None) -> None:
        deal = await self._daily.deal(day)
        solo = await self._daily.find(answer.player, deal)
        if solo is None and day == self._daily.today:
            erased = await self._daily.has_erased(answer.player)
            note = refusals.PROBLEMS[Problem.DAY_PLAYED]() if erased else note
            await answer.show(daily_intro(day, await self._promise(deal), note, playable=not erased))
        elif solo is None:
            await answer.show(await self._day(answer, deal, None, note))
        else:
            await self._show(answer, SoloPlace(deal.place, deal), solo, note)

    async def _promise(self, deal: DayDeal) -> Promise:
        day, tomorrow = deal.day, deal.day + timedelta(days=1)
        is_ranked = await self._daily.is_ranked(day)
        promised = await self._daily.commitment(day), await self._daily.commitment(tomorrow)
        return Promise(*promised, is_ranked, deal.round)

    # -- presses ------------------------------------------------------------------------------------

    async def pressed(self, answer: Answer, id: SoloControlId, press: Press) -> None:
        """Answer a press. For a day that is over, answer only the requests that are possible then."""
        day = day_at(id.place)
        if day is None:
            raise UserError(refusals.UNKNOWN_BUTTON())
        match id.word:
            case "today":
                await self._show_day(answer, self._daily.today)
            case "day":
                await self._show_day(answer, day)
            case word if day < self._daily.today and word not in AFTERWARDS:
                await answer.show(daily_over(day))
            case "play":
                deal = await self._daily.deal(day)
                self._context.tables.check_may_begin(answer.guild)
                solo = await self._daily.begin(answer.player, deal)
                await self._show(answer, SoloPlace(deal.place, deal), solo, None)
            case "share":
                await self._share(answer, await self._daily.deal(day))
            case "line":
                await self._best_line(answer, await self._daily.deal(day))
            case "record":
                await self._record(answer, await self._daily.deal(day))
            case "verify":
                await self._verify(answer, await self._daily.deal(day))
            case "review":
                await self._review(answer, await self._daily.deal(day), _page(id.args))
            case _:
                await super().pressed(answer, id, press)

    async def _place(self, answer: Answer, name: str) -> SoloPlace:
        return SoloPlace(name, await self._deal_at(name))

    async def _deal_at(self, name: str) -> DayDeal:
        day = day_at(name)
        if day is None:
            raise UserError(refusals.UNKNOWN_BUTTON())
        return await self._daily.deal(day)

    async def _asked(self, answer: Answer, place: SoloPlace, id: SoloControlId, press: Press) -> bool:
        solo = await self._found(answer, place)
        if solo.is_over:  # it ended on another device, or that answer was lost
            await self._show(answer, place, solo, None)
            return True
        scene, day = await self._scene(answer, place, solo), (await self._deal_at(place.name)).day
        match id.word:
            case "discards":
                await answer.show(daily_discards(scene, day))
            case "ask-leave":
                await answer.show(ask_leave_daily(scene))
            case "ask-drop":
                if refusal := scene.view.refusal(Drop()):
                    raise IllegalAction(refusal)
                await answer.show(ask_drop_daily(scene))
            case _:
                return False
        return True

    # -- what is shown ------------------------------------------------------------------------------

    async def _scene(self, answer: Answer, place: SoloPlace, solo: Solo) -> Scene:
        settings = await self._context.settings.cached(answer.player)
        names = daily_names(solo.view, answer.name)
        return solo_scene(solo, place.name, names, settings, is_lesson=False)

    async def _screen(self, answer: Answer, place: SoloPlace, solo: Solo, note: str | None) -> Screen:
        deal = await self._deal_at(place.name)
        if solo.is_over or deal.day != self._daily.today:
            return await self._day(answer, deal, solo, note)
        return daily_hand(await self._scene(answer, place, solo), deal.day, solo.turn, note)

    async def _day(self, answer: Answer, deal: DayDeal, solo: Solo | None, note: str | None) -> Screen:
        """Return the screen with the result of a day."""
        own = await self._daily.own(answer.player, deal.day)
        finished = solo if own is not None and solo is not None else None
        is_public = self._daily.is_public(deal.day)
        view = DayView(
            day=deal.day,
            me=answer.player,
            table=await self._daily.table(deal.day, answer.guild),
            own=own,
            scene=None if finished is None else await self._scene(answer, SoloPlace(deal.place, deal), finished),
            story=None if finished is None else await asyncio.to_thread(deal.story, finished),
            begun=solo is not None,
            over=is_public,
            promise=None if is_public or deal.day != self._daily.today else await self._promise(deal),
            words=(await self._context.settings.cached(answer.player)).text_only,
            shares=answer.guild is not None and answer.may_write(),
        )
        return daily_result(view, note)

    async def _share(self, answer: Answer, deal: DayDeal) -> None:
        """Show the person's result to all in the channel, once in each server."""
        if (sentence := await self._shared(answer, deal)) is not None:
            await self._show_day(answer, deal.day, sentence)

    async def _shared(self, answer: Answer, deal: DayDeal) -> str | None:
        """Show the result to all in the channel.

        Return the sentence for why that is impossible; None if it was shown.
        """
        own, solo = await self._daily.own(answer.player, deal.day), await self._daily.find(answer.player, deal)
        if own is None or solo is None:
            return daily_text.NO_RESULT()
        if answer.guild is None:
            return daily_text.ONLY_IN_SERVERS()
        if not answer.may_write():
            return standings.CANNOT_SHARE()
        share = await self._daily.share(deal.day, answer.guild, answer.player, answer.name)
        if share is None:
            return daily_text.ALREADY_SHARED()
        with reading(await self._context.readers.of_all(answer)):
            story = await asyncio.to_thread(deal.story, solo)
            shown = daily_shared(answer.name, own, story, self._daily.today)
        if await answer.share(shown):
            return None
        await self._daily.unshare(share)
        return standings.NOT_SHARED()

    async def _best_line(self, answer: Answer, deal: DayDeal) -> None:
        solo = await self._daily.best(deal)
        best = (await self._daily.table(deal.day, None)).best
        if solo is None or best is None:
            raise UserError(daily_text.NOBODY_FINISHED())
        story = await asyncio.to_thread(deal.story, solo)
        words = (await self._context.settings.cached(answer.player)).text_only
        await answer.show(daily_best(deal.day, best, solo.view, story, words=words))

    async def _record(self, answer: Answer, deal: DayDeal) -> None:
        solo = await self._daily.best(deal)
        if solo is None:
            raise UserError(daily_text.NOBODY_FINISHED())
        await answer.show(daily_record(deal.day, await self._daily.record(deal, solo, A_PERSON)))

    async def _verify(self, answer: Answer, deal: DayDeal) -> None:
        """Show the seed of a day that is over."""
        if not self._daily.is_public(deal.day):
            raise UserError(daily_text.SEED_SOON())
        has_best = (await self._daily.table(deal.day, None)).best is not None
        digest = await self._daily.commitment(deal.day)
        await answer.show(daily_proof(deal.day, deal.dice.seed.hex(), digest, deal.round, has_best=has_best))

    async def _review(self, answer: Answer, deal: DayDeal, page: int) -> None:
        """Show a page of the review of the person's own try."""
        solo = await self._daily.find(answer.player, deal)
        if solo is None or not solo.is_over:
            raise UserError(daily_text.NO_RESULT())
        record = await self._daily.record(deal, solo, Player(answer.player))
        try:
            # A person has one try at a place, and it is over: their id is enough to name the review.
            found = await self._reviews.of_record(record, solo.seat, answer.player)
        except (ParseError, RulesError) as error:
            raise CorruptError(f"deal of {deal.day}", error) from error
        if found is None or not found.decisions:
            raise UserError(review.NOTHING_DECIDED())
        settings = await self._context.settings.cached(answer.player)
        hand = partial(drawn_hand, settings=settings, help=False)
        await answer.show(await asyncio.to_thread(daily_review, deal.day, found, page, hand))


def _page(words: tuple[str, ...]) -> int:
    """Return the page in the words of a button; 0 is the first.

    There are no words, or two: how the button leads there, and the number.
    """
    number = words[-1] if len(words) == 2 else "0"
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 7 else 0
