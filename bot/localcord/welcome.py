"""The first message in the channel of a local Discord, about the first buttons to press."""

from collections.abc import Callable, Iterator

from bot.languages.sentence import say
from bot.localcord.words import WORDS
from bot.text import buttons
from bot.text.lobby import START_NOW

Mention = Callable[[str], str]
"""Returns a command, such as `rummy new`, as a text that can be clicked."""


def welcome(mention: Mention, host: str, *, alone: bool) -> str:
    """Return the welcome if no table is open yet; `alone`: there is only one person."""
    quick, send = mention("rummy quick"), WORDS["send"]()
    if alone:
        first = say("1. Press {command}, then **{button}**.", command=quick, button=send)
    else:
        first = say(
            "1. Press {command}, then **{button}**; the others do the same, and sit down with you.",
            command=quick,
            button=send,
        )
    second = say(
        "2. Press **{button}**: computers take the empty seats, and you hold your cards, which only you can see.",
        button=START_NOW(),
    )
    new = say(
        "{command} opens a table your way. **{who}** is staff here and can run tournaments, seasons and server "
        "settings.",
        command=mention("rummy new"),
        who=host,
    )
    return "\n".join([*_head(), first, second, _lesson(mention), new, _help(mention)])


def table_ready(mention: Mention, *, alone: bool) -> str:
    """Return the welcome if a table already waits in its lobby."""
    start, join = buttons.START(), buttons.JOIN()
    if alone:
        ready = say("A table is ready below: press **{start}**.", start=start)
    else:
        # Translators: {join} and {start} are what stands on buttons
        ready = say(
            "A table is ready below: when everyone has pressed **{join}**, the host presses **{start}**.",
            join=join,
            start=start,
        )
    thread = say(
        "A thread then opens in the list of channels. There, **{button}** shows your cards, and only to you.",
        button=buttons.HAND(),
    )
    return "\n".join([*_head(), ready, thread, _lesson(mention), _help(mention)])


def _head() -> Iterator[str]:
    yield say("### Welcome to the card room")
    yield say("This is a Discord of your own: nothing leaves this machine. **Paplu** deals thirteen-card rummy here.")


def _lesson(mention: Mention) -> str:
    return say(
        "New to rummy? {command} takes you through your first hand in three minutes.", command=mention("rummy learn")
    )


def _help(mention: Mention) -> str:
    return say("-# {command} explains the rest. Type `/` to see every command.", command=mention("rummy help"))
