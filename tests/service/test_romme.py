"""A table of the western game through the service: computers, people, restarts in mid-turn, the clock."""

import pytest

from bot.codes import Problem, TableStatus
from bot.games.western import placement
from bot.games.western.actions import Place, Undo
from bot.games.western.view import WesternView, western_deal
from bot.rummy.actions import Discard, Draw, Lapse, Source
from bot.rummy.cards import JOKER, Seat
from bot.rummy.deal_view import EventKind
from bot.rummy.errors import IllegalAction
from bot.rummy.ids import PlayerId
from bot.rummy.match.match import Terms
from bot.service.errors import ServiceError
from bot.service.shuffle import verify
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState, record_of
from bot.service.wallet import START
from bot.store.rows.ledger import Account
from tests.known import GAMES, western_view
from tests.service.context import ASHA, BEN, CARA, Context, desk

ROMME = TableForm("romme")


def seen(state: TableState, seat: Seat | None = None) -> WesternView:
    view = state.public if seat is None else state.for_seat(seat)
    return western_deal(view.deal)


async def until_it_can_place(d: Context, state: TableState) -> TableState:
    """Play on until a person has drawn and holds a meld to place."""
    while state.row.status.is_open:
        deal = western_view(state.public)
        assert deal is not None
        player = state.players[deal.turn]
        if deal.phase == "discard" and not player.is_computer:
            plan = placement.best(seen(state, deal.turn))
            if plan is not None and plan.steps and isinstance(plan.steps[0], Place):
                return state
            hand = [card for card in seen(state, deal.turn).hand if card != JOKER]
            state = await d.tables.act(state.id, None, PlayerId(player.id), Discard(hand[0]))
        elif player.is_computer:
            await d.later(2)
            state = await d.tables.find(state.id)
        else:
            state = await d.tables.act(state.id, None, PlayerId(player.id), Draw(Source.CLOSED))
    raise AssertionError("nobody could place anything")


@pytest.mark.parametrize("course", ["points", "best_of_3", "limit_100"])
async def test_a_table_plays_to_its_end_with_computers(course: str) -> None:
    async with desk() as d:
        options = TableForm("romme", Terms.parse(course))
        table = await d.table(ASHA, BEN, computers=1, options=options)
        over = await d.finish(table.id)
        assert over.row.status is TableStatus.FINISHED
        assert over.public.match.winners
        d.tables.forget()
        again = await d.tables.find(table.id)
        assert again.table == over.table
        kept = await d.store.matches.of(table.id)
        assert kept is not None
        assert kept.match.format == course
        assert sum(result.place == 1 for result in kept.results) == len(over.public.match.winners)


async def test_a_restart_in_mid_turn_changes_nothing_and_the_step_can_be_taken_back() -> None:
    async with desk() as d:
        table = await until_it_can_place(d, await d.table(ASHA, BEN, options=ROMME))
        turn = seen(table).turn
        player = PlayerId(table.players[turn].id)
        plan = placement.best(seen(table, turn))
        assert plan is not None
        placed = await d.tables.act(table.id, table.public.step, player, plan.steps[0])
        assert len(seen(placed).melds) == len(seen(table).melds) + 1
        d.tables.forget()
        again = await d.tables.find(table.id)
        assert again.table == placed.table
        with pytest.raises(ServiceError) as stale:
            await d.tables.act(table.id, table.public.step, player, plan.steps[0])
        assert stale.value.problem is Problem.STALE
        back = await d.tables.act(table.id, again.public.step, player, Undo())
        assert seen(back, turn).hand == seen(table, turn).hand
        with pytest.raises(IllegalAction):
            await d.tables.act(table.id, None, player, Undo())


async def test_a_step_does_not_move_the_deadline() -> None:
    async with desk() as d:
        table = await until_it_can_place(d, await d.table(ASHA, BEN, options=ROMME))
        turn = seen(table).turn
        plan = placement.best(seen(table, turn))
        assert plan is not None
        placed = await d.tables.act(table.id, None, PlayerId(table.players[turn].id), plan.steps[0])
        assert [alarm.due for alarm in placed.alarms] == [alarm.due for alarm in table.alarms]
        assert all(alarm.step == placed.public.step for alarm in placed.alarms)
        await d.later(3600 * 24)
        kinds = [event.kind for event in seen(await d.tables.find(table.id)).events]
        assert EventKind.LAPSED in kinds


async def test_those_who_never_answer_are_out_of_the_deal() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, options=ROMME)
        await d.later(3600)
        over = await d.tables.find(table.id)
        assert over.row.status is TableStatus.FINISHED
        assert sorted(over.public.outcomes[0].statuses) == ["in", "lapsed"]
        with pytest.raises(IllegalAction):
            await d.tables.act(table.id, None, ASHA.id, Lapse())


@pytest.mark.parametrize("course", ["points", "best_of_3", "limit_100"])
async def test_the_winner_gets_all_entries(course: str) -> None:
    async with desk() as d:
        options = TableForm("romme", Terms.parse(course, stake=10_00))
        table = await d.table(ASHA, BEN, CARA, options=options)
        over = await d.finish(table.id)
        winners = over.public.match.winners
        for seat, player in enumerate(over.players):
            balance = await d.store.ledger.balance(Account.player(1, PlayerId(player.id)))
            assert balance == START - 10_00 + (30_00 // len(winners) if seat in winners else 0)
        assert await d.store.ledger.faults() == ()


async def test_every_shuffle_of_the_western_game_can_be_checked() -> None:
    async with desk() as d:
        over = await d.finish((await d.table(ASHA, BEN, CARA, options=ROMME)).id)
        stored = await d.store.tables.load(over.id)
        assert stored is not None
        record = record_of(stored, GAMES)
        assert verify(record)[:2] == (("dealer", 1), ("packs", 1))
        assert record.replay() == over.table
