"""What is kept of a person, for them to have; and how they are forgotten without harm to anybody's records."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

from bot.rummy.ids import Player, PlayerId
from bot.rummy.tournament import Bracket
from bot.service.state import Lobby, entropy_digest
from bot.service.tables import Tables
from bot.service.tournaments.progress import Entrant, Progress
from bot.service.tournaments.service import Tournaments
from bot.store.rows import Erased, Erasing, PersonalData
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


def renamed_in_tournament(text: str, player: PlayerId, number: PlayerId) -> str:
    """The state of a tournament with the number in the place of a person, in its bracket too.

    Raises:
        ParseError: the text is no such state.
    """
    if str(player) not in text:
        return text
    state = Progress.parse(text)

    def put(people: Iterable[Entrant]) -> tuple[Entrant, ...]:
        return tuple(replace(one, id=number, name=called(number)) if one.id == player else one for one in people)

    # An id stands alone in the bracket's text, and is longer than any other number there.
    bracket = state.bracket and Bracket.parse(re.sub(rf"\b{player}\b", str(number), str(state.bracket)))
    by_hand = {table: number if staff == player else staff for table, staff in state.by_hand.items()}
    entrants, elsewhere = put(state.entrants), put(state.elsewhere)
    ratings = state.ratings and {number if one == player else one: of for one, of in state.ratings.items()}
    after = replace(state, entrants=entrants, bracket=bracket, by_hand=by_hand, elsewhere=elsewhere, ratings=ratings)
    return str(after)


def is_in_tournament(player: PlayerId, text: str) -> bool:
    """Whether the state of a tournament names a person.

    Raises:
        ParseError: the text is no such state.
    """
    return renamed_in_tournament(text, player, PlayerId(0)) != text


ERASING = Erasing(called, renamed, renamed_in_tournament, entropy_digest)
"""What the store needs to take a person out of what it cannot read."""


class Privacy:
    """What is kept of people, on all servers at once."""

    def __init__(self, store: Store, tables: Tables, tournaments: Tournaments, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tables = tables
        self._tournaments = tournaments
        self._clock = clock

    async def kept(self, player: PlayerId) -> PersonalData | None:
        """All that is kept of a person; None: nothing is."""
        found = await self._store.kept(player)
        tables = tuple(one for one in found.tables if one.entropy or one.result or is_named(player, one.lobby))
        cups = tuple(
            cup for cup in found.tournaments if cup.entropy or cup.host == player or is_in_tournament(player, cup.state)
        )
        rest = found.settings, tables, cups, found.standings, found.balances, found.ledger, found.messages
        return replace(found, tables=tables, tournaments=cups) if any(rest) else None

    async def plays_at(self, player: PlayerId) -> tuple[str, ...]:
        """The codes of the open tables and tournaments that a person is at, which keep them from being erased."""
        tables = await self._store.tables_of(player)
        cups = await self._store.tournaments.of_player(player)
        return (*(row.id for row in tables), *(cup.row.id for cup in cups))

    async def erase(self, player: PlayerId) -> Erased:
        """Put a number in the place of a person, in all records; nothing is done while they play anywhere."""
        erased = await self._store.erase(player, self._clock(), ERASING)
        if erased.something:
            self._tables.forget()
            self._tournaments.forget()
        return erased
