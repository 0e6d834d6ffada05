"""Commands that a message names, as mentions that can be tapped.

Discord shows a mention as it is written, so the names in it are English, and opens the command when it is tapped,
whatever it is called in the language of the client.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.layout import Component

LONGEST_TEXTS = 4_000
"""Characters that Discord allows in all texts of a message."""
MOST_WORDS = 3
"""Words of a command: its own, that of a group, that of a subcommand."""
SUBCOMMANDS = (1, 2)
"""The types of options that are subcommands and groups of them."""

_SPAN = re.compile(r"\\.|```.*?```|``.*?``|`/([^`\n]+)`|`[^`]*`", re.DOTALL)
"""What people escaped, and code; the group: what may be a command."""


class Mentions:
    """The ids of the commands, and texts in which those named as code, such as `/rummy new`, can be tapped.

    Names and titles that people give are escaped and stay as they are; in what is quoted as code, a command may be
    tapped even where a person wrote it.
    """

    def __init__(self) -> None:
        self._ids: Mapping[str, int] = {}

    def know(self, commands: Iterable[Mapping[str, Any]]) -> None:
        """These are the commands, as Discord describes them."""
        self._ids = {name: int(command["id"]) for command in commands for name in _callable(command)}

    def tappable(self, parts: Iterable[Component]) -> tuple[Component, ...]:
        """Return the parts of a message with commands mentioned, as long as Discord takes so much text.

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

        return tuple(_SPAN.sub(mentioned, part) if isinstance(part, str) else part for part in parts)

    def _mention(self, typed: str) -> str | None:
        """Return a mention of the command that is typed so, and what is typed after it; None if there is none."""
        words = typed.split(" ")
        for count in range(min(len(words), MOST_WORDS), 0, -1):
            name, rest = " ".join(words[:count]), " ".join(words[count:])
            if name in self._ids:
                return f"</{name}:{self._ids[name]}>" + (f" `{rest}`" if rest else "")
        return None


NO_MENTIONS = Mentions()
"""Knows no command: every text stays as it is."""


def _callable(command: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names that can be called: of a command without subcommands its own, else those of all of them."""
    inner = [option for option in command.get("options") or () if option["type"] in SUBCOMMANDS]
    if not inner:
        yield command["name"]
    for option in inner:
        yield from (f"{command['name']} {name}" for name in _callable(option))
