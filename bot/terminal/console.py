"""Input and output of a terminal: lines, and screens without their markup."""

import re
from collections.abc import Iterable
from typing import TextIO

from bot.layout import Attachment, Component, Divider, Picture
from bot.rummy.errors import printable

_MARKS = re.compile(r"\\(?P<literal>_|[^\w\s])|(?P<bold>\*\*)|\*|\|\||`|<@(?P<person>\d+)>")
"""Discord's markup. A character after a backslash is literal."""
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[22m"


class InputEndedError(Exception):
    """The end of the input."""


class Console:
    """A printer of texts and a reader of lines. Only output to a terminal has style."""

    def __init__(self, source: TextIO, out: TextIO, person: str) -> None:
        self._source = source
        self._out = out
        self._person = person
        self._has_style = out.isatty()
        self._prompts = source.isatty() and out.isatty()
        self._is_apart = True

    def read(self) -> str:
        """Return the next line, without the spaces around it.

        Raises:
            InputEndedError: there is none.
        """
        if self._prompts:
            self._out.write("> ")
        self._out.flush()
        line = self._source.readline()
        if not line:
            raise InputEndedError
        return line.strip()

    def say(self, markup: str) -> None:
        """Print a text, line by line."""
        for line in markup.strip().splitlines():
            if not line.startswith("```"):
                self._out.write(f"{self._plain(line)}\n")
                self._is_apart = False

    def skip(self) -> None:
        """Print an empty line unless the last line is empty."""
        if not self._is_apart:
            self._out.write("\n")
        self._is_apart = True

    def show(self, parts: Iterable[Component]) -> None:
        """Print the texts of a screen after an empty line."""
        self.skip()
        for part in parts:
            self.say(_words(part))

    def _plain(self, line: str) -> str:
        """Return the line without markup."""
        line = printable(line).rstrip()
        head, rest = next(((mark, line[len(mark) :]) for mark in ("### ", "-# ") if line.startswith(mark)), ("", line))
        is_bold = False

        def read(mark: re.Match[str]) -> str:
            nonlocal is_bold
            if mark["bold"] and self._has_style and not head:
                is_bold = not is_bold
                return _BOLD if is_bold else _PLAIN
            return mark["literal"] or (self._person if mark["person"] else "")

        read_line = _MARKS.sub(read, rest)
        style = {"### ": _BOLD, "-# ": _DIM}.get(head) if self._has_style else None
        return f"{style}{read_line}{_PLAIN}" if style else read_line


def _words(part: Component) -> str:
    """Return the text of a part of a screen; empty for controls."""
    match part:
        case str():
            return part
        case Picture() | Attachment():
            return part.alt
        case Divider():
            return "—"
    return ""
