"""The clock plays a move that a player has looked at and found good, and no other player sees it."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.games.indian.actions import Declare, Finish, Group
from bot.games.indian.codes import IndianEventKind
from bot.games.indian.solver import best_discard
from bot.games.indian.view import indian_deal
from bot.rummy.actions import Action, Discard, Leave, Sort
from bot.rummy.cards import Seat
from bot.rummy.deal_view import EventKind, Phase
from bot.rummy.game import game_of
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.outcome import SeatStatus
from bot.rummy.record import Record
from bot.screens.board import board
from bot.screens.hand import hand as hand_screen
from bot.screens.menus import away
from bot.service.cache import Draft
from bot.service.errors import ServiceError
from bot.service.tables.preview import Preview
from bot.service.tables.state import TableState, record_of
from bot.store.rows.alarms import AlarmKind
from bot.store.rows.settings import PlayerSettings
from tests.known import GAMES
from tests.screens.samples import written
from tests.service.context import ASHA, BEN, CARA, Context, desk, whose

TURN = 60 + 60 + 1  # seconds, with all extra time


async def ready(d: Context) -> tuple[TableState, tuple[Action, ...]]:
    """Return a table whose next player can declare, and how; the groups are not saved."""
    state = await d.table(ASHA, BEN, CARA)
    while True:
        seat = turn_of(state)
        view = state.for_seat(seat)
        action = game_of(state.rules).choose(view)
        if isinstance(action, Finish):
            deal = indian_deal(view.deal)
            return state, (action, Declare(best_discard(deal.hand, deal.wild, deal.rules)[1].groups))
        state = await d.move(state.id)


def turn_of(state: TableState) -> Seat:
    assert state.public.deal is not None
    return state.public.deal.turn


def kinds(state: TableState, seat: Seat) -> list[object]:
    """Return the kinds of public events of that seat in the deal."""
    views = (state.last_deal, state.public)
    return [e.kind for view in views if view and view.deal for e in view.deal.events if e.seat == seat]


def hand(state: TableState, player: PlayerId) -> str:
    return written(hand_screen(state, player, PlayerSettings(player, text_only=True)))


async def reread(d: Context, id: TableId) -> TableState:
    """Return the table as another process reads it."""
    d.tables.forget()
    return await d.tables.find(id)


async def test_the_clock_declares_what_was_looked_at(tmp_path: Path) -> None:
    async with desk(f"sqlite+aiosqlite:///{tmp_path}/kept.db") as d:
        state, actions = await ready(d)
        player, seat, told, public = whose(state), turn_of(state), len(d.heard.updates), state.public
        await d.tables.preview(state.id, player, actions)
        kept = await reread(d, state.id)
        assert (kept.public, kept.lines, kept.public.step) == (public, state.lines, state.public.step)
        assert len(d.heard.updates) == told, "nothing is redrawn for anybody"
        assert str(actions[1]) not in repr(kept) + repr(kept.row)
        await d.tables.act(state.id, None, player, Sort())
        await d.later(TURN)
        after = await reread(d, state.id)
        assert EventKind.LAPSED not in kinds(after, seat)
        assert kinds(after, seat)[-2:] == [IndianEventKind.FINISHED, IndianEventKind.DECLARED]
        deal = after.public.deal
        assert deal is not None
        assert deal.seats[seat].status is SeatStatus.IN
        assert (deal.phase, deal.seats[seat].bank) == (Phase.SHOW, 0)
        assert "Time ran out. The groups you had checked were declared, finishing with " in hand(after, player)
        others = [person.id for person in (ASHA, BEN, CARA) if person.id != player]
        assert not any("had checked" in hand(after, other) for other in others)
        assert not any("had checked" in written(screen) for screen in (board(after), away(after, others[0])))
        await d.finish(state.id)
        stored = await d.store.tables.finished(state.id)
        assert stored is not None
        record = record_of(stored, GAMES)
        own = [str(entry.action) for entry in record.entries if entry.seat == seat]
        assert own[-3:] == ["bank 60", *map(str, actions)]
        assert Record.parse(str(record), GAMES).replay() == (await reread(d, state.id)).table


async def test_who_declared_by_the_clock_is_told_at_the_end_too() -> None:
    async with desk() as d:
        state, actions = await ready(d)
        player = whose(state)
        await d.tables.preview(state.id, player, actions)
        await d.later(TURN)
        over = await d.finish(state.id)
        assert "Time ran out. " in hand(over, player)
        assert "Time ran out. " in written(away(over, player))


async def test_what_the_clock_played_is_told_before_another_preview_takes_its_place() -> None:
    async with desk() as d:
        state, actions = await ready(d)
        player, seat = whose(state), turn_of(state)
        other = next(one.id for one in (ASHA, BEN, CARA) if one.id != player)
        played = Preview(state.seat_of(other) or Seat(0), 1, 0, actions, is_played=True)
        await d.tables.change(state.id, lambda before: Draft(replace(before, preview=played)))
        await d.tables.preview(state.id, player, actions)
        assert (await reread(d, state.id)).preview == played
        own = replace(played, seat=seat)
        await d.tables.change(state.id, lambda before: Draft(replace(before, preview=own)))
        await d.tables.preview(state.id, player, actions)
        kept = (await reread(d, state.id)).preview
        assert kept is not None
        assert not kept.is_played


@pytest.mark.parametrize("how", ["discard", "leave", "finish with another card"])
async def test_what_ends_a_turn_withdraws_the_preview(how: str) -> None:
    async with desk() as d:
        state, actions = await ready(d)
        player, seat = whose(state), turn_of(state)
        finish = actions[0]
        assert isinstance(finish, Finish)
        await d.tables.preview(state.id, player, actions)
        deal = indian_deal(state.for_seat(seat).deal)
        another = next(card for card in deal.hand if card != finish.card)
        ended: dict[str, Action] = {
            "discard": Discard(finish.card),
            "leave": Leave(),
            "finish with another card": Finish(another),
        }
        await d.tables.act(state.id, None, player, ended[how])
        after = await reread(d, state.id)
        assert (after.preview, after.row.preview) == (None, None)
        await d.later(TURN)
        assert IndianEventKind.DECLARED not in kinds(await reread(d, state.id), seat)
        if how == "finish with another card":  # nothing valid is known then (D6)
            assert IndianEventKind.WRONG in kinds(await reread(d, state.id), seat)


@pytest.mark.parametrize("how", ["had checked", "saved", "saved in the slot"])
async def test_a_card_in_the_finish_slot_costs_nothing_that_doing_nothing_would_not(how: str) -> None:
    async with desk() as d:
        state, actions = await ready(d)
        player, seat = whose(state), turn_of(state)
        finish, declare = actions
        assert isinstance(declare, Declare)
        if how == "had checked":
            await d.tables.preview(state.id, player, actions)
        if how == "saved":
            await d.tables.act(state.id, None, player, Group(declare.groups))
        await d.tables.act(state.id, None, player, finish)
        if how == "saved in the slot":
            await d.tables.act(state.id, None, player, Group(declare.groups))
        await d.later(TURN)
        after = await reread(d, state.id)
        assert kinds(after, seat)[-2:] == [IndianEventKind.FINISHED, IndianEventKind.DECLARED]
        assert after.public.deal is not None
        assert after.public.deal.seats[seat].bank == 0
        assert "Time ran out. Your groups were declared." in hand(after, player)
        others = [person.id for person in (ASHA, BEN, CARA) if person.id != player]
        assert not any("Your groups were declared" in hand(after, other) for other in others)


async def test_groups_that_are_not_valid_are_not_declared_out_of_the_finish_slot() -> None:
    async with desk() as d:
        state, (finish, declare) = await ready(d)
        player, seat = whose(state), turn_of(state)
        assert isinstance(declare, Declare)
        await d.tables.act(state.id, None, player, Group(declare.groups[1:]))
        await d.tables.act(state.id, None, player, finish)
        await d.later(TURN)
        after = await reread(d, state.id)
        assert IndianEventKind.WRONG in kinds(after, seat)
        assert "Time ran out. You did not declare (80 points)." in hand(after, player)


async def test_the_last_preview_counts_with_the_groups_that_were_shown() -> None:
    async with desk() as d:
        state, actions = await ready(d)
        player, seat = whose(state), turn_of(state)
        await d.tables.preview(state.id, player, (actions[0], Declare(())))
        await d.tables.preview(state.id, player, actions)
        await d.tables.act(state.id, None, player, Group(()))
        due = state.alarm(AlarmKind.TURN)
        kept = (await reread(d, state.id)).alarm(AlarmKind.TURN)
        assert due is not None
        assert kept is not None
        assert kept.due == due.due, "no time is added"
        await d.later(TURN)
        assert IndianEventKind.DECLARED in kinds(await reread(d, state.id), seat)


async def test_what_cannot_be_played_is_not_kept() -> None:
    async with desk() as d:
        state, actions = await ready(d)
        player = whose(state)
        waiting = next(person for person in (ASHA, BEN, CARA) if person.id != player)
        await d.tables.preview(state.id, waiting.id, actions)
        await d.tables.preview(state.id, player, actions[1:])
        assert (await reread(d, state.id)).preview is None
        with pytest.raises(ServiceError):
            await d.tables.preview(state.id, PlayerId(999), actions)
