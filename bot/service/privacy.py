"""A person's stored data: a copy for them, and its erasure without harm to the records of others."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

from bot.rummy.ids import ERASED, Player, PlayerId
from bot.rummy.tournament.bracket import Bracket
from bot.service.tables.service import Tables
from bot.service.tables.state import Lobby, entropy_digest
from bot.service.tournaments.progress import Entrant, Progress
from bot.service.tournaments.service import Tournaments
from bot.store.rows.privacy import Erased, ErasureFunctions, PersonalData
from bot.store.store import Store


def renamed(text: str, player: PlayerId, number: PlayerId) -> str:
    """Return a lobby's text with the number in place of a person. Return the same text if it does not name them.

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
            names={one: name for one, name in lobby.names.items() if one != player} | {number: ERASED},
            invited=put(lobby.invited),
            ready=put(lobby.ready),
            coached=put(lobby.coached),
            erased=lobby.erased | {number},
        )
    )


def is_named(player: PlayerId, text: str) -> bool:
    """Return whether a person has sat in a lobby, or was invited.

    Raises:
        ParseError: the text is no lobby.
    """
    if str(player) not in text:
        return False
    lobby = Lobby.parse(text)
    return player in {*lobby.persons, *lobby.names, *lobby.invited, *lobby.ready}


def renamed_in_tournament(text: str, player: PlayerId, number: PlayerId) -> str:
    """Return a tournament's state with the number in place of a person, also in its bracket.

    Raises:
        ParseError: the text is no such state.
    """
    if str(player) not in text:
        return text
    state = Progress.parse(text)

    def put(people: Iterable[Entrant]) -> tuple[Entrant, ...]:
        return tuple(replace(one, id=number, name=ERASED) if one.id == player else one for one in people)

    # An id is a word of its own in the bracket's text, and longer than any other number there.
    bracket = state.bracket and Bracket.parse(re.sub(rf"\b{player}\b", str(number), str(state.bracket)))
    by_hand = {table: number if staff == player else staff for table, staff in state.by_hand.items()}
    entrants, elsewhere = put(state.entrants), put(state.elsewhere)
    ratings = state.ratings and {number if one == player else one: of for one, of in state.ratings.items()}
    after = replace(state, entrants=entrants, bracket=bracket, by_hand=by_hand, elsewhere=elsewhere, ratings=ratings)
    return str(after)


def is_in_tournament(player: PlayerId, text: str) -> bool:
    """Return whether the state of a tournament names a person.

    Raises:
        ParseError: the text is no such state.
    """
    return renamed_in_tournament(text, player, PlayerId(0)) != text


ERASING = ErasureFunctions(str(ERASED), renamed, renamed_in_tournament, entropy_digest)
"""The functions by which the store removes a person from texts that it cannot read."""


class Privacy:
    """The data kept of people, on all servers at once."""

    def __init__(self, store: Store, tables: Tables, tournaments: Tournaments, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tables = tables
        self._tournaments = tournaments
        self._clock = clock

    async def data_of(self, player: PlayerId) -> PersonalData | None:
        """Return all that is stored of a person; None if nothing is."""
        data = await self._store.privacy.data_of(player)
        tables = tuple(one for one in data.tables if one.entropy or one.result or is_named(player, one.lobby))
        tournaments = tuple(
            one for one in data.tournaments if one.entropy or one.host == player or is_in_tournament(player, one.state)
        )
        kept = replace(data, tables=tables, tournaments=tournaments)
        return kept if kept.can_be_erased or kept.blocked_at is not None else None

    async def plays_at(self, player: PlayerId) -> tuple[str, ...]:
        """Return the codes of the person's open tables and tournaments. They prevent an erasure."""
        tables = await self._store.tables.of_player(player)
        tournaments = await self._store.tournaments.of_player(player)
        return (*(row.id for row in tables), *(one.row.id for one in tournaments))

    async def disputed_at(self, player: PlayerId) -> tuple[str, ...]:
        """Return the codes of the person's tables whose dispute waits for an answer. They prevent an erasure."""
        return await self._store.disputes.waiting_with(player, self._clock())

    async def erase(self, player: PlayerId) -> Erased:
        """Put a number in place of a person, in all records.

        Do nothing while they play anywhere, or while a dispute about one of their matches waits for an answer. A block
        by the host stays.
        """
        erased = await self._store.privacy.erase(player, self._clock(), ERASING)
        if erased.something:
            self._tables.forget()
            self._tournaments.forget()
        return erased
