"""The conversation of a match in a terminal, until the match or the input is over."""

import asyncio
import os
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
"""Exit statuses: the match was played to its end; the input ended before."""

ENOUGH = "enough"
"""The id of the button that ends the look back at a match."""

T = TypeVar("T")


def play(match: MatchOptions) -> int:
    """Play the match over the standard streams. Return the exit status."""
    return converse(lambda: TerminalTable.open(match), learns=match.learns)


def converse(opened: Callable[[], Coroutine[Any, Any, TerminalTable]], *, learns: bool = False) -> int:
    """Play at the table that *opened* returns, over the standard streams. Return the exit status.

    With *learns*, the person plays the lesson of the game first.
    """
    configure("ERROR")
    source, out = sys.stdin or StringIO(), sys.stdout
    for stream in (source, out):
        if isinstance(stream, TextIOWrapper):
            # Over a pipe, the same input gives the same bytes on every machine.
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    console = Console(source, out, terminal.PLAYER(), os.environ)
    # Lines are read between runs of the event loop, so that Ctrl-C ends the wait for a line.
    with asyncio.Runner() as runner:
        table = runner.run(opened())
        try:
            _Match(runner, table, console).play(learns=learns)
        except LeftError:
            return CUT_SHORT
        except InputEndedError:
            print(f"paplu: {terminal.ENDED()}", file=sys.stderr)
            return CUT_SHORT
        finally:
            runner.run(table.close())
    return OVER


class LeftError(Exception):
    """The person has typed `q`."""


class _Match:
    """The conversation with the person."""

    def __init__(self, runner: asyncio.Runner, table: TerminalTable, console: Console) -> None:
        self._run = runner.run
        self._table = table
        self._console = console
        self._to_table = table.aside
        self._question: Question
        self._is_listed = False
        """Whether the controls have been listed in this turn."""
        self._news: list[str | Screen] = []
        """The beginning of the match, until the person has seen it."""

    def play(self, *, learns: bool) -> None:
        """Ask and answer until the match is over. With *learns*, a lesson comes first.

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
        """Offer the review of the match, or puzzles, until the person has seen enough or the input ends."""
        enough = self._to_table = Button(terminal.ENOUGH(), ENOUGH)
        self._question = Question(self._table.to_look_back, enough)
        self._console.skip()
        self._console.say(self._table.LOOK_BACK())
        with suppress(InputEndedError, LeftError):
            while (press := self._ask()).id != ENOUGH:
                self._take(self._run(self._table.press(press)))

    def _tell_news(self, lesson: Button | None = None) -> None:
        """Show the beginning of the match when the person first comes to the table, and offer the lesson."""
        news, self._news = self._news, []
        self._tell(news)
        if lesson is not None:
            self._question = replace(self._question, controls=(*self._question.controls, lesson))

    # -- asking -------------------------------------------------------------------------------------

    def _ask(self) -> Press:
        """Return the press that the person makes on the last screen."""
        while True:
            control, rest = self._answer(self._list, self._question.chosen)
            press = self._pick(control, rest) if isinstance(control, Menu) else Press(control.id)
            if press is not None:
                return press

    def _list(self, console: Console) -> None:
        """Show the controls: to a person as a list only once a turn, and then in one line."""
        if self._is_listed and console.prompts:
            self._question.in_brief(console)
        else:
            self._question.show(console)
        self._is_listed = True

    def _pick(self, menu: Menu, rest: str) -> Press | None:
        """Return the person's choice in a menu, from *rest* of the line if it is not empty; None if they go back."""
        try:
            if rest:
                return picked(menu, rest)
        except WrongLineError as error:
            self._console.say(str(error))
        return self._answer(partial(show_menu, menu), partial(picked, menu))

    def _answer(self, show: Callable[[Console], None], read: Callable[[str], T]) -> T:
        """Return what *read* makes of the next line. After a wrong line, show the question again."""
        while True:
            show(self._console)
            line = self._console.read()
            match line.casefold():
                case "?":
                    self._console.say(terminal.words())
                    self._is_listed = False
                    continue
                case "q":
                    raise LeftError
            try:
                return read(line)
            except WrongLineError as error:
                self._console.say(str(error))

    def _fill(self, form: Form) -> None:
        """Ask for a form until it is accepted or left unchanged."""
        before = self._question
        while self._question is before and (press := filled(form, self._console)) is not None:
            self._go_on(press)

    # -- showing ------------------------------------------------------------------------------------

    def _go_on(self, press: Press) -> None:
        """Press, and show what happened at the table if computers played, or else the answer."""
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
        """Show what happened at the table, followed by the hand."""
        self._question = Question((), self._to_table)
        self._is_listed = False
        self._console.skip()
        for seen in news:
            if isinstance(seen, str):
                self._console.say(seen)
            else:
                self._console.show(seen.parts)
        if not self._run(self._table.is_over()):
            self._take(self._run(self._table.press(Press(self._table.control("hand")))))

    def _show(self, screen: Screen) -> None:
        """Show a screen. If it has no controls, the question stays."""
        self._console.show(screen.parts)
        self._question = Question.of(screen, self._to_table) or self._question
