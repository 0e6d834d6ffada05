"""Plays a match in a terminal, question by question, until it is over or no line is left."""

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import StringIO, TextIOWrapper
from typing import Any, TypeVar

from bot.flows.answer import Press
from bot.layout import Button, Form, Menu, Screen
from bot.log import configure
from bot.screens.lesson import begin_button
from bot.terminal.console import Console, InputEndedError
from bot.terminal.match import MatchOptions
from bot.terminal.questions import Question, WrongLineError, filled, picked, show_menu
from bot.terminal.table import TerminalTable
from bot.text import lesson as lesson_text
from bot.text import terminal

OVER, CUT_SHORT = 0, 1
"""Exit statuses: the match was played to its end, or the input ended before."""

ENOUGH = "enough"
"""Pressed by a person who has seen enough of a match that is over."""

T = TypeVar("T")


def play(match: MatchOptions) -> int:
    """Play that match over the standard streams; answers the exit status."""
    return converse(lambda: TerminalTable.open(match), learns=match.learns)


def converse(opened: Callable[[], Coroutine[Any, Any, TerminalTable]], *, learns: bool = False) -> int:
    """Play at the table that is opened so, over the standard streams; answers the exit status.

    `learns`: the person plays the lesson of the game first.
    """
    configure("ERROR")
    source, out = sys.stdin or StringIO(), sys.stdout
    for stream in (source, out):
        if isinstance(stream, TextIOWrapper):
            # Over a pipe the same input gives the same bytes on every machine.
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    console = Console(source, out, terminal.PLAYER())
    # Lines are read between the runs of the loop, so that Ctrl-C ends the wait for one.
    with asyncio.Runner() as runner:
        table = runner.run(opened())
        try:
            _Match(runner, table, console).play(learns=learns)
        except InputEndedError:
            print(f"paplu: {terminal.ENDED()}", file=sys.stderr)
            return CUT_SHORT
        finally:
            runner.run(table.close())
    return OVER


class _Match:
    """The conversation with the person."""

    def __init__(self, runner: asyncio.Runner, table: TerminalTable, console: Console) -> None:
        self._run = runner.run
        self._table = table
        self._console = console
        self._to_table = table.aside
        self._question: Question
        self._news: list[str | Screen] = []
        """How the match began, as long as the person has not seen it."""

    def play(self, *, learns: bool) -> None:
        """Ask and answer until the match is over; `learns`: with a lesson before the match.

        Raises:
            InputEndedError: no line is left.
        """
        self._news = self._run(self._table.play_on())
        lesson = begin_button(self._table.lesson, lesson_text.FIRST_HAND()) if self._table.lesson is not None else None
        if learns and lesson is not None:
            self._go_on(Press(lesson.id))
        else:
            self._tell_news(lesson)
        while self._news or not self._run(self._table.is_over()):
            self._go_on(self._ask())
        self._look_back()

    def _look_back(self) -> None:
        """Offer what can be seen of the match, until the person has seen enough or no line is left."""
        enough = self._to_table = Button(terminal.ENOUGH(), ENOUGH)
        self._question = Question(self._table.to_look_back, enough)
        self._console.skip()
        self._console.say(terminal.LOOK_BACK())
        with suppress(InputEndedError):
            while (press := self._ask()).id != ENOUGH:
                self._take(self._run(self._table.press(press)))

    def _tell_news(self, lesson: Button | None = None) -> None:
        """Show how the match began, when the person first comes to the table; a lesson is offered there."""
        news, self._news = self._news, []
        self._tell(news)
        if lesson is not None:
            self._question = replace(self._question, controls=(*self._question.controls, lesson))

    # -- asking -------------------------------------------------------------------------------------

    def _ask(self) -> Press:
        """Return what the person does on the screen shown last."""
        while True:
            control, rest = self._answer(self._question.show, self._question.chosen)
            press = self._pick(control, rest) if isinstance(control, Menu) else Press(control.id)
            if press is not None:
                return press

    def _pick(self, menu: Menu, rest: str) -> Press | None:
        """Return what the person chooses in a menu, perhaps in the same line; None if they go back."""
        try:
            if rest:
                return picked(menu, rest)
        except WrongLineError as error:
            self._console.say(str(error))
        return self._answer(partial(show_menu, menu), partial(picked, menu))

    def _answer(self, show: Callable[[Console], None], read: Callable[[str], T]) -> T:
        """Return what a line says; after a wrong line the question is asked again."""
        while True:
            show(self._console)
            try:
                return read(self._console.read())
            except WrongLineError as error:
                self._console.say(str(error))

    def _fill(self, form: Form) -> None:
        """Ask for a form until it is accepted, or left as it is."""
        before = self._question
        while self._question is before and (press := filled(form, self._console)) is not None:
            self._go_on(press)

    # -- showing ------------------------------------------------------------------------------------

    def _go_on(self, press: Press) -> None:
        """Show what the press leads to: where computers played then, all that was seen; else its answer."""
        if self._news and press.id == self._to_table.id:
            self._tell_news()
            return
        answered = self._run(self._table.press(press))
        if news := self._run(self._table.play_on()):
            self._tell(news)
        else:
            self._take(answered)

    def _take(self, answered: Iterable[Screen | Form]) -> None:
        for shown in answered:
            if isinstance(shown, Form):
                self._fill(shown)
            else:
                self._show(shown)

    def _tell(self, news: Iterable[str | Screen]) -> None:
        """Show what all at the table have seen, and then the hand."""
        self._question = Question((), self._to_table)
        self._console.skip()
        for seen in news:
            if isinstance(seen, str):
                self._console.say(seen)
            else:
                self._console.show(seen.parts)
        if not self._run(self._table.is_over()):
            self._take(self._run(self._table.press(Press(self._table.control("hand")))))

    def _show(self, screen: Screen) -> None:
        """Show a screen; one without controls leaves the question as it was."""
        self._console.show(screen.parts)
        self._question = Question.of(screen, self._to_table) or self._question
