"""The names of people and computers at tables and in tournaments, and how they are stored."""

import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated

from pydantic import PlainSerializer, PlainValidator

from bot.rummy.ids import COMPUTER_SIGN, DisplayName, PlayerId, one_line

UNKNOWN = DisplayName("A player")
"""The name of a person whose name was not stored."""
_COMPUTER = "Computer "


def _flat(name: DisplayName) -> str | list[str]:
    """Return the name with its handle, or the name alone, as version 0.1 wrote it."""
    return [str(name), name.handle] if name.handle else str(name)


def _nested(value: object) -> DisplayName:
    """Return the value for a text; the inverse of `_flat`.

    Raises:
        ValueError: the value is no name.
    """
    match value:
        case str():
            return DisplayName(value)
        case [str() as name, str() as handle]:
            return DisplayName(name, handle)
    raise ValueError("no name")


StoredName = Annotated[DisplayName, PlainValidator(_nested), PlainSerializer(_flat)]
"""A name within JSON."""


def computer_name(number: int) -> DisplayName:
    """Return the name under which a computer is stored, by its number at the table."""
    return DisplayName(f"{_COMPUTER}{number}")


def computer_number(name: str) -> int | None:
    """Return the number of a computer, by its stored name. Return None if no computer has that name."""
    number = name.removeprefix(_COMPUTER)
    return int(number) if number != name and number.isdecimal() else None


def namesakes(names: Mapping[PlayerId, DisplayName]) -> frozenset[PlayerId]:
    """Return the people whose names look like the name of another of them, or have the sign of computers."""
    looks = {person: look(name) for person, name in names.items()}
    times = Counter(looks.values())
    return frozenset(person for person, look in looks.items() if times[look] > 1 or COMPUTER_SIGN in look)


@lru_cache(4096)
def look(name: str) -> str:
    """Return the common form of names that readers cannot tell apart: one line, without case."""
    return one_line(unicodedata.normalize("NFKC", name)).casefold()
