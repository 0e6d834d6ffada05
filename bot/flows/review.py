"""Matches that are over: the review of one's own seat, and the replay of all seats."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import structlog

from bot.codes import Problem
from bot.error_fields import error_fields
from bot.flows.answer import Answer
from bot.flows.context import Context
from bot.flows.rights import may_read_record
from bot.flows.routes import Route, on
from bot.languages.sentence import language, look
from bot.layout import Screen, TableControlId
from bot.rummy.errors import ParseError, RulesError
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.review import Review
from bot.screens.hand import drawn_hand
from bot.screens.review import moving as moving_screen
from bot.screens.review import moving_file
from bot.screens.review import nothing as nothing_screen
from bot.screens.review import replay as replay_screen
from bot.screens.review import review as review_screen
from bot.service.errors import CorruptError, ServiceError
from bot.service.lru import LruDict
from bot.service.practice import Practice
from bot.service.review import Reviews
from bot.service.tables.state import TableState
from bot.text import refusals
from bot.text import review as review_text
from bot.text.refusals import UserError

log = structlog.get_logger()

LAST_PLACE = 1 << 20
"""A number greater than every step of a match."""
MOVING_KEPT = 4
"""The number of pictures that move in memory; each has up to 8 MiB, and mostly one."""


class ReviewFlow:
    """Answers about matches that are over, all of them private."""

    def __init__(self, context: Context, reviews: Reviews, practice: Practice) -> None:
        self._context = context
        self._reviews = reviews
        self._practice = practice
        self._moving: LruDict[tuple[object, ...], bytes] = LruDict(MOVING_KEPT)
        self._newest: LruDict[PlayerId, int] = LruDict()
        """The last answer to each person that looks back."""
        self._tasks: set[asyncio.Task[None]] = set()

    def routes(self) -> Iterator[Route]:
        """Yield the routes of this flow."""
        yield on(TableControlId, lambda answer, id, _: self.review_pressed(answer, id.table, id.args), "review")
        yield on(TableControlId, lambda answer, id, _: self.replay_pressed(answer, id.table, id.args), "replay")

    async def review(self, answer: Answer, table: TableId, page: int = 0) -> None:
        """Show a page of the person's own review; 0 is the first."""
        state = await self._context.tables.find(table)
        if answer.player not in state.lobby.persons:
            raise UserError(review_text.NOT_PLAYED())
        with _reading(state):
            # What cannot be completed later is shown when it is complete.
            work = self._reviews.of if answer.redraws else self._reviews.completed
            found = await work(table, answer.player)
        has_hand = state.seat_of(answer.player) is not None
        if (nothing := review_text.nothing(found)) or found is None:
            await answer.show(nothing_screen(state, nothing, has_hand=has_hand))
            return
        settings = await self._context.settings.cached(answer.player)
        hand = partial(drawn_hand, settings=settings, help=False)
        gravest = await self._reviews.gravest(state, answer.player)

        def shown(found: Review) -> Screen:
            return review_screen(state, found, page, hand, gravest, has_hand=has_hand)

        self._newest[answer.player] = answer.id
        # Drawing a hand and two choices takes a moment, and no turn may wait for that.
        await answer.show(await asyncio.to_thread(shown, found))
        if answer.redraws:
            task = asyncio.create_task(self._complete(answer, table, found, shown), name="review")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _complete(self, answer: Answer, table: TableId, first: Review, shown: Callable[[Review], Screen]) -> None:
        """Redraw a review once it is complete, unless its person looks at something else by then. Then look for puzzles
        among its turning points.
        """
        try:
            found = await self._reviews.completed(table, answer.player)
            assert found is not None
            if first.further is not None:
                screen = await asyncio.to_thread(shown, found)
                if self._newest.get(answer.player) == answer.id:
                    await answer.redraw(screen)
            await self._practice.collect(table, answer.player, found)
        except Exception as error:
            log.error("review not completed", table=table, **error_fields(error))

    async def replay(self, answer: Answer, table: TableId, place: int = 0) -> None:
        """Show one step of a match, with all hands open, to people who may read its record; 0 is the first."""
        state = await self._readable(answer, table)
        with _reading(state):
            frame = await self._reviews.frame(table, place)
        settings = await self._context.settings.cached(answer.player)
        own = answer.player in state.lobby.persons
        self._newest[answer.player] = answer.id
        # Drawing a picture of all hands takes a moment, and no turn may wait for that.
        await answer.show(await asyncio.to_thread(replay_screen, state, frame, settings, own=own))

    async def moving(self, answer: Answer, table: TableId) -> None:
        """Show the deal that decided a match as a picture that moves, to people who may read its record."""
        state = await self._readable(answer, table)
        with _reading(state):
            frames = await self._reviews.last_deal(table)
        settings = await self._context.settings.cached(answer.player)
        key = (table, state.row.version, settings.four_colour, look(), language().code)
        file = self._moving.get(key)
        self._newest[answer.player] = answer.id
        if file is None:
            # It takes a second, and no turn may wait for that.
            file = await asyncio.to_thread(moving_file, state, frames, settings)
            self._moving[key] = file
        await answer.show(moving_screen(state, frames, file))

    async def _readable(self, answer: Answer, table: TableId) -> TableState:
        """Return the table.

        Raises:
            ServiceError: the person may not read its record.
        """
        state = await self._context.tables.find(table)
        if not may_read_record(state, answer):
            raise ServiceError(Problem.NOT_AT_TABLE)
        return state

    # -- pressed ------------------------------------------------------------------------------------

    async def review_pressed(self, answer: Answer, table: TableId, words: tuple[str, ...]) -> None:
        """Show the page in the words of a button.

        There are no words, or two: how the button leads there, and the number.
        """
        await self.review(answer, table, _number(words[1:]) if words else 0)

    async def replay_pressed(self, answer: Answer, table: TableId, words: tuple[str, ...]) -> None:
        """Show the step in the words of a button: none, `first`, `last`, or how the button leads there and the
        number; `moving`: the deciding deal as a picture that moves.
        """
        if words == ("moving",):
            await self.moving(answer, table)
        elif words[:1] == ("last",):
            await self.replay(answer, table, LAST_PLACE)
        else:
            await self.replay(answer, table, _number(words[1:]) if words[:1] in (("back",), ("on",)) else 0)


@contextmanager
def _reading(state: TableState) -> Iterator[None]:
    """Raise CorruptError where the stored data of the table cannot be read."""
    try:
        yield
    except (ParseError, RulesError) as error:
        raise CorruptError(f"table {state.id}", error, state.row.status) from error


def _number(words: tuple[str, ...]) -> int:
    """Return the number in these words.

    Raises:
        UserError: there is none.
    """
    word = words[0] if len(words) == 1 else ""
    if not (word.isascii() and word.isdecimal() and len(word) < 7):
        raise UserError(refusals.UNKNOWN_BUTTON())
    return int(word)
