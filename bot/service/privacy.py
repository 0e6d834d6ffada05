"""A person's stored data: a copy for them, and its erasure without harm to the records of others."""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

import structlog

from bot.error_fields import error_fields
from bot.rummy.entropy import Secrets
from bot.rummy.errors import ParseError
from bot.rummy.ids import ERASED, Player, PlayerId, TableId, TournamentId
from bot.rummy.tournament.bracket import Bracket
from bot.service.errors import CorruptError, ServiceError
from bot.service.tables.service import Tables
from bot.service.tables.state import Lobby, entropy_digest
from bot.service.tournaments.progress import Entrant, Progress
from bot.service.tournaments.service import Tournaments
from bot.store.rows.privacy import Erased, ErasureFunctions, PersonalData, PersonalTable, PersonalTournament
from bot.store.rows.subjects import EntropyLine
from bot.store.store import Store

log = structlog.get_logger()


def renamed(text: str, player: PlayerId, number: PlayerId) -> str:
    """Return a lobby's text with the number in place of a person. Return the same text if it does not name them, and an
    empty one if it cannot be read: it may name them anywhere.
    """
    try:
        lobby = Lobby.parse(text)
    except ParseError:
        return ""
    if player not in _people(lobby):
        return text

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
    return player in _people(Lobby.parse(text))


def _people(lobby: Lobby) -> set[PlayerId]:
    return {*lobby.persons, *lobby.names, *lobby.invited, *lobby.ready}


def renamed_in_tournament(text: str, player: PlayerId, number: PlayerId) -> str:
    """Return a tournament's state with the number in place of a person, also in its bracket. Return an empty text if it
    cannot be read: it may name them anywhere.
    """
    try:
        return _renamed_state(text, player, number)
    except ParseError:
        return ""


def _renamed_state(text: str, player: PlayerId, number: PlayerId) -> str:
    state = Progress.parse(text)
    if str(player) not in text:
        return text

    def put(people: Iterable[Entrant]) -> tuple[Entrant, ...]:
        return tuple(replace(one, id=number, name=ERASED, word=None) if one.id == player else one for one in people)

    # An id is a word of its own in the bracket's text, and longer than any other number there.
    bracket = state.bracket and Bracket.parse(re.sub(rf"\b{player}\b", str(number), str(state.bracket)))
    by_hand = {table: number if staff == player else staff for table, staff in state.by_hand.items()}
    everybody = state.entrants, state.elsewhere, state.waiting, state.passed
    entrants, elsewhere, waiting, passed = map(put, everybody)
    ratings = state.ratings and {number if one == player else one: of for one, of in state.ratings.items()}
    after = replace(state, entrants=entrants, elsewhere=elsewhere, waiting=waiting, passed=passed)
    return str(replace(after, bracket=bracket, by_hand=by_hand, ratings=ratings))


def is_in_tournament(player: PlayerId, text: str) -> bool:
    """Return whether the state of a tournament names a person.

    Raises:
        ParseError: the text is no such state.
    """
    return _renamed_state(text, player, PlayerId(0)) != text


def kept_digest(lines: Sequence[EntropyLine], veil: bytes | None) -> tuple[str, bytes | None]:
    """Return what stays in place of lines of entropy and of the veil with which they were hashed."""
    return entropy_digest(Secrets(b"", veil), lines), None if veil is None else sha256(veil).digest()


ERASING = ErasureFunctions(str(ERASED), renamed, renamed_in_tournament, kept_digest)
"""The functions by which the store removes a person from texts that it cannot read."""


def _read(data: PersonalData) -> PersonalData:
    """Return the data with the tables and tournaments that name the person after all, and the codes of those that
    cannot be read.
    """
    player, unreadable = data.player, [*data.unreadable]

    def named(one: PersonalTable | PersonalTournament) -> bool:
        try:
            if isinstance(one, PersonalTable):
                return is_named(player, one.lobby) or bool(one.entropy or one.result)
            return is_in_tournament(player, one.state) or bool(one.entropy or one.host == player)
        except ParseError as error:
            log.error("table unreadable", table=one.id, **error_fields(error))
            unreadable.append(one.id)
            return False

    tables, tournaments = tuple(filter(named, data.tables)), tuple(filter(named, data.tournaments))
    return replace(data, tables=tables, tournaments=tournaments, unreadable=tuple(unreadable))


class Privacy:
    """The data kept of people, on all servers at once."""

    def __init__(self, store: Store, tables: Tables, tournaments: Tournaments, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tables = tables
        self._tournaments = tournaments
        self._clock = clock

    async def data_of(self, player: PlayerId) -> PersonalData | None:
        """Return all that is stored of a person; None if nothing is.

        Tables and tournaments that cannot be read are named by their codes alone.
        """
        # Thousands of matches take a moment, and no turn may wait for that.
        kept = await asyncio.to_thread(_read, await self._store.privacy.data_of(player))
        return kept if kept.can_be_erased or kept.blocked_at is not None else None

    async def plays_at(self, player: PlayerId) -> tuple[str, ...]:
        """Return the codes of the person's open tables and tournaments. They prevent an erasure."""
        tables = await self._store.tables.of_player(player)
        tournaments = await self._store.tournaments.of_player(player)
        codes = (*(row.id for row in tables), *(one.row.id for one in tournaments))
        return tuple([code for code in codes if await self._is_readable(code)])

    async def _is_readable(self, code: str) -> bool:
        """Return whether the table or tournament of that code can be read. Nobody plays, or leaves, at another one."""
        for find in (lambda: self._tables.find(TableId(code)), lambda: self._tournaments.find(TournamentId(code))):
            try:
                await find()
            except CorruptError:
                return False
            except ServiceError:
                continue  # that was none of its codes
        return True

    async def disputed_at(self, player: PlayerId) -> tuple[str, ...]:
        """Return the codes of the person's tables whose dispute waits for an answer. They prevent an erasure."""
        return await self._store.disputes.waiting_with(player, self._clock())

    async def erase(self, player: PlayerId) -> Erased:
        """Put a number in place of a person, in all records.

        Do nothing while they play anywhere, or while a dispute about one of their matches waits for an answer. A block
        by the host stays. A table or tournament that cannot be read prevents nothing: its text is emptied.
        """
        now = self._clock()
        erased = await self._store.privacy.erase(player, now, ERASING)
        if erased.sits_at and not any([await self._is_readable(code) for code in erased.sits_at]):
            erased = await self._store.privacy.erase(player, now, ERASING, unreadable=erased.sits_at)
        if erased.something:
            self._tables.forget()
            self._tournaments.forget()
        return erased
