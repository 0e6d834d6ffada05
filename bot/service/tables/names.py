"""What people and computers are called at tables and in tournaments, and how that is stored."""

from typing import Annotated

from pydantic import PlainSerializer, PlainValidator

from bot.rummy.ids import DisplayName

UNKNOWN = DisplayName("A player")
"""A person whose name was not stored."""
_COMPUTER = "Computer "


def _flat(name: DisplayName) -> str | list[str]:
    """Return a name alone, as version 0.1 wrote it, or with the handle."""
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
    """Return what a computer is called, by its number at the table."""
    return DisplayName(f"{_COMPUTER}{number}")


def computer_number(name: str) -> int | None:
    """Return the value for a text; the inverse of `computer_name`; None if no computer is called so."""
    number = name.removeprefix(_COMPUTER)
    return int(number) if number != name and number.isdecimal() else None
