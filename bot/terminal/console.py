"""Input and output of a terminal: lines, and screens without their markup."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TextIO

from bot.layout import Attachment, Component, Divider, Link, Picture
from bot.rummy.errors import printable

_MARKS = re.compile(r"\\(?P<literal>_|[^\w\s])|(?P<bold>\*\*)|\*|\|\||`|<@(?P<person>\d+)>")
"""Discord's markup. A character after a backslash is literal."""
_MOMENT = "<t:"
"""The beginning of a moment in Discord's markup. Time stands still here, so that nothing comes again then."""
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[22m"
_RED, _UNCOLOURED = "\x1b[31m", "\x1b[39m"
_CARD = re.compile(r"(?:10|[2-9AJQK])(?P<suit>[♣♦♥♠])")
_LOOSE = re.compile(r"(?P<sign>[^\w\s]\S* )?(?P<cards>(?:(?:(?:10|[2-9AJQK])[♣♦♥♠]|Joker)(?: \([^)]*\))?(?: |$))+)")
"""A line of cards alone, after a sign if there is one."""
_ONE = re.compile(r"\S+(?: \([^)]*\))?")
_FEW = 5
"""The most cards that stand on one line whatever their suits."""


class InputEndedError(Exception):
    """The end of the input."""


class Console:
    """A printer of texts and a reader of lines. Only output to a terminal has style."""

    def __init__(
        self, source: TextIO, out: TextIO, person: str, environ: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """`environ`: of it, `TERM` and `NO_COLOR` say what style the terminal takes."""
        self._source = source
        self._out = out
        self._person = person
        self._has_style = out.isatty() and environ.get("TERM") != "dumb"
        self._has_colour = self._has_style and not environ.get("NO_COLOR")
        self.prompts = source.isatty() and out.isatty()
        """Whether a person types and reads, and no program."""
        self._is_apart = True

    def read(self) -> str:
        """Return the next line, without the spaces around it.

        Raises:
            InputEndedError: there is none.
        """
        if self.prompts:
            self._out.write("> ")
        self._out.flush()
        line = self._source.readline()
        if not line:
            raise InputEndedError
        return line.strip()

    def say(self, markup: str) -> None:
        """Print a text, line by line, without the lines that count down to a moment."""
        for line in markup.strip().splitlines():
            if not line.startswith("```") and _MOMENT not in line:
                for part in _by_suit(line) if self.prompts else (line,):
                    self._out.write(f"{self._coloured(self._plain(part))}\n")
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

    def _coloured(self, line: str) -> str:
        """Return the line with its red cards in red, if the terminal has colours."""
        return _CARD.sub(_red, line) if self._has_colour else line

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


def _red(card: re.Match[str]) -> str:
    return f"{_RED}{card[0]}{_UNCOLOURED}" if card["suit"] in "♦♥" else card[0]


def _by_suit(line: str) -> Iterable[str]:
    """Return a line of many cards alone suit by suit, the jokers last; or the line as it is."""
    loose = _LOOSE.fullmatch(line.strip())
    cards = _ONE.findall(loose["cards"]) if loose else []
    if loose is None or len(cards) <= _FEW:
        return (line,)
    suits = {suit: [card for card in cards if suit in card] for suit in "♣♦♥♠"}
    jokers = [card for card in cards if not any(suit in card for suit in suits)]
    return [f"{loose['sign'] or ''}{' '.join(one)}" for one in (*suits.values(), jokers) if one]


def _words(part: Component) -> str:
    """Return the text of a part of a screen; empty for controls."""
    match part:
        case str():
            return part
        case Picture() | Attachment():
            return part.alt
        case Divider():
            return "—"
        case Link(label, address):
            return f"{label}: {address}"
    return ""
