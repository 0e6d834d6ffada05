"""Computers of several strengths at real tables: their seats, and the level of each decision."""

from dataclasses import replace

import pytest

from bot.codes import Problem
from bot.rummy.actions import DEALER, Action
from bot.rummy.cards import Seat
from bot.rummy.errors import ParseError
from bot.rummy.game import game_of
from bot.rummy.ids import LEVELS, Player
from bot.rummy.record import Record
from bot.service.errors import ServiceError
from bot.service.seating_proof import fault_of
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from bot.store.rows.matches import MatchFilter
from tests.known import GAMES
from tests.service.context import ASHA, BEN, Context, desk


async def with_levels(d: Context, *levels: int, options: TableForm | None = None) -> TableState:
    """Return a lobby of one person and computers of these levels."""
    lobby = await d.lobby(ASHA, options=options)
    for level in levels:
        lobby = await d.lobbies.add_computer(lobby.id, ASHA.id, d.press(), level)
    return lobby


def levels(state: TableState) -> list[int | None]:
    """Return the levels of the players, in the order they joined."""
    return [player.level for player in state.lobby.players]


async def test_a_computer_sits_down_at_the_level_that_was_chosen_and_keeps_it() -> None:
    async with desk() as d:
        lobby = await with_levels(d, *LEVELS)
        await d.lobbies.remove(lobby.id, ASHA.id, Player(2, is_computer=True), d.press())
        started = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        assert levels(started) == [None, 1, 3, 4]
        d.tables.forget()
        again = await d.tables.find(lobby.id)
        assert again.players == started.players
        assert {player.id: player.level for player in again.players} == {ASHA.id: None, 1: 1, 3: 3, 4: 4}


@pytest.mark.parametrize(("rules", "level"), [("circle", 0), ("circle", 5), ("romme", 3), ("romme", 4)])
async def test_a_game_offers_the_levels_that_differ_and_no_others(rules: str, level: int) -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, options=TableForm(rules_id=rules))
        assert level not in game_of(lobby.rules).levels
        with pytest.raises(ServiceError) as caught:
            await d.lobbies.add_computer(lobby.id, ASHA.id, d.press(), level)
        assert caught.value.problem is Problem.NO_SUCH_LEVEL
        assert len((await d.tables.find(lobby.id)).lobby.players) == 1


async def test_computers_keep_their_levels_in_a_rematch_and_in_the_record() -> None:
    async with desk() as d:
        lobby = await with_levels(d, 1, 4)
        table = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        over = await d.finish(table.id)
        record = await d.tables.record(over.id)
        assert [str(player) for player in record.players] == ["101", "computer-1-level-1", "computer-2-level-4"]
        assert Record.parse(str(record), GAMES) == record
        assert record.shuffle is not None
        assert fault_of(record.players, 6, record.shuffle.entropy, 2) is None
        twice = replace(record.players[2], id=1)
        fault = fault_of((*record.players[:2], twice), 6, record.shuffle.entropy, 2)
        assert str(fault) == "a player sits on two seats"
        with pytest.raises(ParseError):
            Record.parse(str(record).replace("level-4", "level-9"), GAMES)
        rematch = await d.rematches.press(over.id, ASHA, d.press())
        assert levels(rematch) == [None, 1, 4]
        (finished,) = await d.store.matches.history(MatchFilter(over.row.guild))
        assert {result.player: result.level for result in finished.results if result.player} == {ASHA.id: None}
        assert {result.name: result.level for result in finished.results if not result.player} == {
            "Computer 1": 1,
            "Computer 2": 4,
        }


def differing(d: TableState, seat: Seat) -> set[Action]:
    """Return the choices of computers of all levels there."""
    return {game_of(d.rules).choose(d.for_seat(seat), level) for level in LEVELS}


async def test_every_computer_plays_at_its_own_level() -> None:
    """Each of its moves is that of its level; a position where levels differ is found on the way."""
    async with desk() as d:
        lobby = await with_levels(d, 1, 3)
        await d.lobbies.join(lobby.id, BEN, d.press())
        table = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        told_apart: set[int] = set()
        while len(told_apart) < 2 and table.row.status.is_open:
            deal = table.public.deal
            assert deal is not None
            seat = deal.awaited[0]
            player = table.players[seat]
            wanted = game_of(table.rules).choose(table.for_seat(seat), player.strength)
            if player.is_computer and len(differing(table, seat)) > 1:
                told_apart.add(player.strength)
            before, table = table, await d.move(table.id)
            if player.is_computer:
                stored = await d.store.tables.load(table.id)
                assert stored is not None
                assert (str(seat), str(wanted)) in [
                    (line.actor, line.action) for line in stored.journal[before.lines :]
                ]
        assert told_apart == {1, 3}


async def test_computers_finish_a_deal_without_people_at_their_levels() -> None:
    async with desk() as d:
        lobby = await with_levels(d, 1, 4)
        await d.lobbies.join(lobby.id, BEN, d.press())
        table = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        over = await d.finish(table.id)
        record = await d.tables.record(over.id)
        before = record.opening()
        for entry, after in zip(record.entries, record.tables(), strict=True):
            player = None if entry.seat == DEALER else before.players[entry.seat]
            if player is not None and player.is_computer:
                view = before.view(entry.seat)
                assert entry.action == game_of(record.rules).choose(view, player.strength)
            before = after
