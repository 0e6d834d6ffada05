"""Puzzles in the terminal. Answers are stored as long as it runs."""

from typing import Self

from bot.languages.sentence import language
from bot.layout import Button, Screen
from bot.screens.practice import practice_button
from bot.store.store import Store
from bot.terminal.match import MatchOptions
from bot.terminal.table import ME, MEMORY, TerminalTable
from bot.text import terminal


class TerminalPractice(TerminalTable):
    """One puzzle after another. No match is played, so that it is over from the beginning."""

    LOOK_BACK = terminal.PRACTICE

    @classmethod
    async def open(cls, match: MatchOptions) -> Self:
        """Return the choice of a game."""
        self = cls(await Store.open(MEMORY), match)
        self.lesson = None
        await self._store.settings.change(ME, text_only=True, language=language().code)
        return self

    async def is_over(self) -> bool:
        """Return True, because there is no match."""
        return True

    @property
    def to_look_back(self) -> tuple[Button, ...]:
        """Return a button for the puzzles of each game."""
        return tuple(practice_button(title, game) for game, title in self._puzzles.items())

    def control(self, request: str) -> str:
        """Return the id of the control for the next puzzle."""
        return practice_button(request).id

    async def play_on(self) -> list[str | Screen]:
        """Return nothing. The answers to presses show everything."""
        return []
