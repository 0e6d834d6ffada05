"""Markup on the console, on a pipe and on a terminal."""

import io

import pytest

from bot.layout import Accent, Divider, Picture, screen
from bot.terminal.console import Console, InputEndedError


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True


MARKUP = {
    "### Two *decks*": "Two decks",
    "-# **Small** print": "Small print",
    "1\\. <@7>: **3 points** · `abc`": "1. Asha: 3 points · abc",
    "snake_case \\_kept\\_ \\* \\\\": "snake_case _kept_ * \\",
    "```\na\n```": "a",
    "one\u200b@here \x1b[31mtwo\x07": "one@here [31mtwo",
}


@pytest.mark.parametrize("markup", MARKUP)
def test_a_pipe_gets_words_alone(markup: str) -> None:
    out = io.StringIO()
    Console(io.StringIO(), out, "Asha").say(markup)
    assert out.getvalue() == f"{MARKUP[markup]}\n"


def test_a_terminal_gets_a_little_style() -> None:
    out = Terminal()
    console = Console(Terminal("x\n"), out, "Asha")
    console.say("### A **title**\n-# **small**\na **bold** word \x1b[31m")
    assert console.read() == "x"
    title, small, bold, prompt = out.getvalue().split("\n")
    assert title == "\x1b[1mA title\x1b[22m"
    assert small == "\x1b[2msmall\x1b[22m"
    assert bold == "a \x1b[1mbold\x1b[22m word [31m"
    assert prompt == "> "


def test_pictures_are_told_and_screens_stand_apart() -> None:
    out = io.StringIO()
    console = Console(io.StringIO(), out, "Asha")
    console.show(screen(Accent.GOLD, Picture("a.png", b"", "A board"), Divider(), "b").parts)
    console.skip()
    console.show(("c",))
    assert out.getvalue() == "A board\n—\nb\n\nc\n"


def test_no_line_is_left() -> None:
    console = Console(io.StringIO(" 1 \nlast"), io.StringIO(), "Asha")
    assert [console.read(), console.read()] == ["1", "last"]
    with pytest.raises(InputEndedError):
        console.read()


HAND = "▫️ 2♣ 10♦ A♥ 3♥ 8♥ (wild) 7♠ Joker"
RED = "\x1b[31m"


def printed(environ: dict[str, str], *, source: io.StringIO | None = None, out: io.StringIO | None = None) -> list[str]:
    """Return the lines that a hand takes."""
    out = out or Terminal()
    Console(source or Terminal(), out, "Asha", environ).say(HAND)
    return out.getvalue().splitlines()


def test_a_hand_stands_suit_by_suit_with_red_cards_in_red() -> None:
    clubs, diamonds, hearts, spades, jokers = printed({"TERM": "xterm"})
    assert (clubs, spades, jokers) == ("▫️ 2♣", "▫️ 7♠", "▫️ Joker")
    assert diamonds == f"▫️ {RED}10♦\x1b[39m"
    assert hearts.count(RED) == 3
    assert hearts.endswith(" (wild)")


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colours_gets_none(environ: dict[str, str]) -> None:
    assert RED not in "".join(printed(environ))
    out = Terminal()
    Console(Terminal(), out, "Asha", {"TERM": "dumb"}).say("**bold**")
    assert out.getvalue() == "bold\n"


def test_a_pipe_gets_the_hand_in_one_line_without_colours() -> None:
    assert printed({}, source=io.StringIO(), out=io.StringIO()) == [HAND]


@pytest.mark.parametrize("line", ["Set: K♦ K♠ K♥ 2♣ 3♣ 4♣", "🟩 5♥ 6♥ 7♥", "You drew 5♥."])
def test_other_lines_stay_whole(line: str) -> None:
    out = Terminal()
    Console(Terminal(), out, "Asha", {"NO_COLOR": "1"}).say(line)
    assert out.getvalue() == f"{line}\n"
