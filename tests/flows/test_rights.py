"""Rights to see, join, end and read a table."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.codes import TableStatus
from bot.flows.answer import Answer
from bot.flows.rights import (
    ends_by_vote,
    is_open_to,
    is_staff_of,
    managed_by,
    may_join,
    may_read_record,
    may_watch,
    server_of,
)
from bot.languages.language import Languages
from bot.languages.sentence import reading
from bot.rummy.ids import PlayerId, TournamentId
from bot.service.tables.state import TableState
from bot.text import standings, tournaments
from bot.text.refusals import UserError
from tests.flows.answers import GUILD, FakeAnswer
from tests.screens.samples import opened, people, playing, waiting

HOST, PLAYER, GUEST, OTHER = map(PlayerId, (101, 102, 201, 202))
ELSEWHERE = 9

ASKS: dict[str, FakeAnswer] = {
    "host": FakeAnswer(HOST),
    "player": FakeAnswer(PLAYER),
    "player in direct messages": FakeAnswer(PLAYER, guild=None),
    "player elsewhere": FakeAnswer(PLAYER, guild=ELSEWHERE),
    "guest": FakeAnswer(GUEST),
    "guest in direct messages": FakeAnswer(GUEST, guild=None),
    "member": FakeAnswer(OTHER),
    "staff": FakeAnswer(OTHER, is_staff=True),
    "staff who hosts": FakeAnswer(HOST, is_staff=True),
    "staff elsewhere": FakeAnswer(OTHER, guild=ELSEWHERE, is_staff=True),
    "stranger": FakeAnswer(OTHER, guild=ELSEWHERE),
    "stranger in direct messages": FakeAnswer(OTHER, guild=None),
}
BELONG = {
    "host",
    "player",
    "player in direct messages",
    "player elsewhere",
    "guest",
    "guest in direct messages",
    "staff who hosts",
}
PLAYED = BELONG - {"guest", "guest in direct messages"}
INVITED = {"guest", "guest in direct messages"}
HERE = {"host", "player", "guest", "member", "staff", "staff who hosts"}
STAFF = {"staff", "staff who hosts"}
NOBODY: set[str] = set()


def lobby(**row: Any) -> TableState:
    return _with(waiting(people(2)), **row)


def table(**row: Any) -> TableState:
    return _with(playing(opened("circle", people(2), random.Random(1))), **row)


def _with(state: TableState, **row: Any) -> TableState:
    """Return the state with a guest who was invited, and other values in its row."""
    lobby = replace(state.lobby, invited=frozenset({GUEST}))
    return replace(state, lobby=lobby, row=replace(state.row, **{"guild": GUILD, "host": HOST, **row}))


CASES: list[tuple[Callable[[TableState, Answer], bool], str, TableState, set[str]]] = [
    (may_watch, "a public table", table(), BELONG | HERE),
    (may_watch, "a private table", table(private=True), BELONG | STAFF),
    (may_watch, "a private lobby", lobby(private=True), BELONG | STAFF),
    (may_watch, "a table of direct messages", table(guild=None), BELONG),
    (may_join, "a public lobby", lobby(), BELONG | HERE),
    (may_join, "a private lobby", lobby(private=True), BELONG | HERE),
    (may_join, "a lobby of direct messages", lobby(guild=None), BELONG),
    (is_open_to, "a public lobby", lobby(), HERE | INVITED),
    (is_open_to, "a private lobby", lobby(private=True), INVITED),
    (is_open_to, "a lobby of direct messages", lobby(guild=None), INVITED),
    (is_open_to, "a table in play", table(), NOBODY),
    (may_read_record, "a public match", table(status=TableStatus.FINISHED), PLAYED | HERE),
    (may_read_record, "a private match", table(status=TableStatus.FINISHED, private=True), PLAYED),
    (may_read_record, "a match of direct messages", table(status=TableStatus.VOID, guild=None), PLAYED),
    (may_read_record, "a closed lobby", lobby(status=TableStatus.CLOSED), PLAYED),
    (is_staff_of, "a table", table(), STAFF),
    (is_staff_of, "a private table", table(private=True), STAFF),
    (is_staff_of, "a table of direct messages", table(guild=None), NOBODY),
    (ends_by_vote, "a table", table(), {"host", "staff who hosts"}),
    (ends_by_vote, "a lobby", lobby(), NOBODY),
    (ends_by_vote, "a table of a tournament", table(tournament=TournamentId("abc234")), NOBODY),
]


@pytest.mark.parametrize("who", ASKS)
@pytest.mark.parametrize(("may", "about", "state", "allowed"), CASES, ids=lambda part: getattr(part, "__name__", None))
def test_who_may_and_who_may_not(
    may: Callable[[TableState, Answer], bool], about: str, state: TableState, allowed: set[str], who: str
) -> None:
    assert may(state, ASKS[who]) is (who in allowed), about


def test_the_host_who_has_left_asks_nobody() -> None:
    left = table()
    assert left.table is not None
    gone = replace(left, table=replace(left.table, left=frozenset({left.seat_of(HOST)})))  # type: ignore[arg-type]
    assert not ends_by_vote(gone, ASKS["host"])


@pytest.mark.parametrize(("asks", "server"), [("staff", GUILD), ("staff elsewhere", ELSEWHERE)])
def test_staff_manage_the_server_in_which_they_ask(asks: str, server: int) -> None:
    assert managed_by(ASKS[asks]) == server_of(ASKS[asks]) == server


def test_a_member_manages_no_server() -> None:
    assert server_of(ASKS["member"]) == GUILD
    with pytest.raises(UserError, match=re.escape(standings.STAFF_ONLY())):
        managed_by(ASKS["member"])


def test_direct_messages_are_no_server_in_the_language_of_the_reader() -> None:
    for language in (Languages()["en"], Languages()["de"]):
        with reading(language):
            for ask in (server_of, managed_by):
                with pytest.raises(UserError, match=re.escape(standings.ONLY_SERVERS())):
                    ask(ASKS["player in direct messages"])
            with pytest.raises(UserError, match=re.escape(tournaments.ONLY_SERVERS())):
                server_of(ASKS["player in direct messages"], tournaments.ONLY_SERVERS)
