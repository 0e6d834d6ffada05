"""Commands in messages, as mentions that can be tapped.

Discord shows a mention as it is written, so the names in it are English. A tap opens the command, whatever its name in
the language of the client.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.layout import Component

LONGEST_TEXTS = 4_000
"""The number of characters that Discord allows in all texts of a message."""
MOST_WORDS = 3
"""The greatest number of words of a command: its own, that of a group, that of a subcommand."""
SUBCOMMANDS = (1, 2)
"""The types of options that are subcommands and groups of them."""

SPAN = re.compile(r"\\.|```.*?```|``.*?``|`/([^`\n]+)`|`[^`]*`", re.DOTALL)
"""Escaped characters and code. The group is text that may be a command."""


class Mentions:
    """The ids of the commands, with which commands named as code, such as `/rummy new`, become mentions.

    Names and titles that people give are escaped and stay as they are. A command in a quotation of code becomes a
    mention even if a person wrote it.
    """

    def __init__(self) -> None:
        self._ids: Mapping[str, int] = {}

    def know(self, commands: Iterable[Mapping[str, Any]]) -> None:
        """Learn the ids of the commands from Discord's description of them."""
        self._ids = {name: int(command["id"]) for command in commands for name in _callable(command)}

    def tappable(self, parts: Iterable[Component]) -> tuple[Component, ...]:
        """Return the parts of a message with mentions of commands, as long as Discord takes that much text.

        The rest stays.
        """
        parts = tuple(parts)
        room = LONGEST_TEXTS - sum(len(part) for part in parts if isinstance(part, str))

        def mentioned(span: re.Match[str]) -> str:
            nonlocal room
            said = self._mention(span[1]) if span[1] is not None else None
            if said is None or len(said) - len(span[0]) > room:
                return span[0]
            room -= len(said) - len(span[0])
            return said

        return tuple(SPAN.sub(mentioned, part) if isinstance(part, str) else part for part in parts)

    def _mention(self, typed: str) -> str | None:
        """Return a mention of the command in that text, followed by the rest of the text.

        Return None if it names no command.
        """
        words = typed.split(" ")
        for count in range(min(len(words), MOST_WORDS), 0, -1):
            name, rest = " ".join(words[:count]), " ".join(words[count:])
            if name in self._ids:
                return f"</{name}:{self._ids[name]}>" + (f" `{rest}`" if rest else "")
        return None


NO_MENTIONS = Mentions()
"""A set of no commands. Every text stays as it is."""


def _callable(command: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names that can be called: those of all subcommands, or that of the command if it has none."""
    inner = [option for option in command.get("options") or () if option["type"] in SUBCOMMANDS]
    if not inner:
        yield command["name"]
    for option in inner:
        yield from (f"{command['name']} {name}" for name in _callable(option))
