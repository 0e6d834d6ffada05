"""What is kept of a person, for them to have; and how they are forgotten without harm to anybody's records."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

from bot.rummy.ids import Player, PlayerId
from bot.service.tables import Tables
from bot.service.update import Lobby, entropy_digest
from bot.store.rows import Erased, Erasing, Kept
from bot.store.store import Store


def called(number: PlayerId) -> str:
    """The name of a number that stands in the place of a person."""
    return f"Player {number}"


def renamed(text: str, player: PlayerId, number: PlayerId) -> str:
    """A lobby with the number in the place of a person; the same text where it does not name them.

    Raises:
        ParseError: the text is no lobby.
    """
    if not is_named(player, text):
        return text
    lobby = Lobby.parse(text)

    def put(people: Iterable[PlayerId]) -> frozenset[PlayerId]:
        return frozenset(number if one == player else one for one in people)

    return str(
        replace(
            lobby,
            players=tuple(Player(number) if one == Player(player) else one for one in lobby.players),
            names={one: name for one, name in lobby.names.items() if one != player} | {number: called(number)},
            invited=put(lobby.invited),
            ready=put(lobby.ready),
            erased=lobby.erased | {number},
        )
    )


def is_named(player: PlayerId, text: str) -> bool:
    """Whether a person has sat in a lobby, or was invited.

    Raises:
        ParseError: the text is no lobby.
    """
    if str(player) not in text:
        return False
    lobby = Lobby.parse(text)
    return player in {*lobby.persons, *lobby.names, *lobby.invited, *lobby.ready}


ERASING = Erasing(called, renamed, entropy_digest)
"""What the store needs to take a person out of what it cannot read."""


class People:
    """What is kept of people, on all servers at once."""

    def __init__(self, store: Store, tables: Tables, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock

    async def kept(self, player: PlayerId) -> Kept | None:
        """All that is kept of a person; None: nothing is."""
        found = await self._store.kept(player)
        tables = tuple(one for one in found.tables if one.entropy or one.result or is_named(player, one.lobby))
        rest = found.settings, tables, found.standings, found.balances, found.ledger, found.messages
        return replace(found, tables=tables) if any(rest) else None

    async def erase(self, player: PlayerId) -> Erased:
        """Put a number in the place of a person, in all records; nothing is done while they sit at a table."""
        erased = await self._store.erase(player, self._clock(), ERASING)
        if erased.something:
            self._tables.forget()
        return erased
