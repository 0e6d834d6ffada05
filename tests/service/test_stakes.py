"""Tables with a stake: who may sit down, how much is held, and when the stake is gone."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.codes import Cause, Problem, TableStatus
from bot.rummy.actions import Drop, Leave
from bot.rummy.ids import Player, PlayerId, TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import MAX_STAKE, Terms
from bot.service.errors import OthersLackError, ServiceError
from bot.service.tables.form import TableForm
from bot.service.tables.lobby import Person
from bot.service.tables.state import TableState, rules_of
from bot.service.wallet import START
from bot.store.rows.ledger import Account, Leg, Movement
from tests.known import GAMES, shipped
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk
from tests.service.test_lobby import says

GUILD = 1  # where the desk opens its lobbies
POINT = TableForm(terms=Terms(stake=50))
"""Half a chip a point: 40 chips are held from each."""
POOL = TableForm(terms=Terms(Format.POOL_101, stake=25_00))


async def balance(d: Context, person: Person) -> int:
    return await d.wallet.balance(GUILD, person.id)


async def spend(d: Context, person: Person, left: int) -> None:
    """Leave a player with that many hundredths."""
    gone = await balance(d, person) - left
    legs = Leg(Account.player(GUILD, person.id), -gone), Leg(Account.house(GUILD), gone)
    await d.store.ledger.pay(Movement(f"spent {person.id}", Cause.SETTLE, d.now, legs))


async def switch(d: Context, *, chips: bool) -> None:
    await d.store.servers.change(GUILD, chips=chips)


def stake(state: TableState) -> int:
    return state.lobby.terms.stake


@pytest.mark.parametrize(("options", "held"), [(POINT, 40_00), (POOL, 25_00)])
async def test_the_stake_is_held_from_the_start_and_paid_out_at_the_end(options: TableForm, held: int) -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, BEN, options=options)
        assert await balance(d, ASHA) == await balance(d, BEN) == START
        await d.lobbies.start(lobby.id, ASHA.id, d.press())
        assert await balance(d, ASHA) == await balance(d, BEN) == START - held
        await d.finish(lobby.id)
        assert await balance(d, ASHA) + await balance(d, BEN) == 2 * START
        assert await balance(d, ASHA) != START
        assert await d.store.ledger.faults() == ()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (TableForm("winzo", Terms(Format.POOL_101)), Problem.NO_SUCH_FORMAT),
        (TableForm("circle", Terms(Format.DEALS, 5)), Problem.NO_SUCH_FORMAT),
        (TableForm(terms=Terms(stake=-1)), Problem.NO_SUCH_STAKE),
        (TableForm(terms=Terms(stake=MAX_STAKE + 1)), Problem.NO_SUCH_STAKE),
        (TableForm(terms=Terms(stake=12_51)), Problem.CANNOT_COVER),
        (TableForm(terms=Terms(Format.DEALS, 2, START + 1)), Problem.CANNOT_COVER),
    ],
)
async def test_what_cannot_be_played_for_opens_no_lobby(options: TableForm, problem: Problem) -> None:
    async with desk() as d:
        with pytest.raises(ServiceError, match=problem):
            await d.lobby(ASHA, options=options)
        assert not await d.store.tables.open_rows()


async def test_all_that_one_has_may_be_at_stake() -> None:
    async with desk() as d:
        assert (await d.lobby(ASHA, options=TableForm(terms=Terms(stake=12_50)))).is_lobby


async def test_without_a_server_or_its_chips_there_is_no_stake() -> None:
    async with desk() as d:
        with pytest.raises(ServiceError, match="no_server"):
            await d.lobbies.open(ASHA, None, 2, POINT, d.press())
        await switch(d, chips=False)
        with pytest.raises(ServiceError, match="chips_off"):
            await d.lobby(ASHA, options=POINT)
        assert (await d.lobby(ASHA, computers=1)).is_lobby


async def test_only_who_can_cover_the_stake_sits_down() -> None:
    async with desk() as d:
        await spend(d, BEN, 39_99)
        lobby = await d.lobby(ASHA, options=POINT)
        await says(d, lobby.id, Problem.CANNOT_COVER, d.lobbies.join(lobby.id, BEN, d.press()))
        await says(d, lobby.id, Problem.COMPUTERS_HAVE_NO_CHIPS, d.lobbies.add_computer(lobby.id, ASHA.id, d.press()))
        await d.lobbies.join(lobby.id, CARA, d.press())


async def test_who_cannot_cover_the_stake_any_more_is_named() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, BEN, CARA, options=POOL)
        await spend(d, BEN, 0)
        with pytest.raises(OthersLackError) as caught:
            await d.lobbies.start(lobby.id, ASHA.id, d.press())
        assert caught.value.players == (BEN.id,)
        assert (await d.tables.find(lobby.id)).is_lobby
        await spend(d, ASHA, 0)
        await says(d, lobby.id, Problem.CANNOT_COVER, d.lobbies.start(lobby.id, ASHA.id, d.press()))
        assert await balance(d, CARA) == START


async def test_the_stake_vanishes_where_chips_are_switched_off() -> None:
    async with desk() as d:
        lobby = await d.lobby(ASHA, BEN, options=POINT)
        await switch(d, chips=False)
        table = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        assert (stake(table), table.public.match.terms.stake) == (0, 0)
        assert table.row.status is TableStatus.PLAYING
        await switch(d, chips=True)
        assert await balance(d, ASHA) == START


async def test_where_the_stake_has_vanished_all_may_sit_down() -> None:
    async with desk() as d:
        await spend(d, BEN, 0)
        lobby = await d.lobby(ASHA, options=POINT)
        await switch(d, chips=False)
        assert stake(await d.lobbies.join(lobby.id, BEN, d.press())) == 0
        await d.lobbies.add_computer(lobby.id, ASHA.id, d.press())


@pytest.mark.parametrize(("rules", "rake"), [("circle", 5), ("winzo", shipped("winzo").scoring.rake_percent)])
async def test_a_table_keeps_the_rake_it_began_with(rules: str, rake: int) -> None:
    async with desk() as d:
        await d.store.servers.change(GUILD, rake_percent=5)
        lobby = await d.lobby(ASHA, BEN, options=replace(POINT, rules_id=rules))
        await d.store.servers.change(GUILD, rake_percent=50)
        assert rules_of(lobby.row.rules, rules, GAMES).scoring.rake_percent == rake
        table = await d.lobbies.start(lobby.id, ASHA.id, d.press())
        assert table.public.deal is not None
        await d.tables.act(table.id, None, PlayerId(table.players[table.public.deal.turn].id), Drop())
        lost = 2 * START - await balance(d, ASHA) - await balance(d, BEN)
        assert await d.store.ledger.balance(Account.house(GUILD)) == lost > 0


async def finished(d: Context, options: TableForm) -> TableId:
    table = await d.table(ASHA, BEN, options=options)
    await d.finish(table.id)
    return table.id


async def test_a_rematch_is_for_the_same_stake_and_all_who_press_cover_it() -> None:
    async with desk() as d:
        over = await finished(d, POINT)
        await spend(d, BEN, 0)
        await says(d, over, Problem.CANNOT_COVER, d.rematches.press(over, BEN, d.press()))
        lobby = await d.rematches.press(over, ASHA, d.press())
        assert lobby.lobby.terms == POINT.terms
        await says(d, lobby.id, Problem.CANNOT_COVER, d.rematches.press(over, BEN, d.press()))


@pytest.mark.parametrize(("rules", "rake"), [("circle", 50), ("winzo", shipped("winzo").scoring.rake_percent)])
async def test_a_rematch_pays_the_rake_of_today(rules: str, rake: int) -> None:
    async with desk() as d:
        over = await finished(d, replace(POINT, rules_id=rules))
        await d.store.servers.change(GUILD, rake_percent=50)
        again = await d.rematches.press(over, ASHA, d.press())
        assert rules_of(again.row.rules, rules, GAMES).scoring.rake_percent == rake


async def test_the_last_press_names_whose_chips_are_gone() -> None:
    async with desk() as d:
        over = await finished(d, POINT)
        lobby = await d.rematches.press(over, ASHA, d.press())
        await spend(d, ASHA, 0)
        with pytest.raises(OthersLackError) as caught:
            await d.rematches.press(over, BEN, d.press())
        assert caught.value.players == (ASHA.id,)
        assert BEN.id not in (await d.tables.find(lobby.id)).lobby.ready


async def test_people_come_and_go_though_others_lack_chips() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA, options=POINT)
        await d.finish(table.id)
        lobby = await d.rematches.press(table.id, ASHA, d.press())
        await d.rematches.press(table.id, BEN, d.press())
        await spend(d, ASHA, 0)
        left = await d.lobbies.leave(lobby.id, CARA.id, d.press())
        assert left.is_lobby
        assert left.lobby.persons == (ASHA.id, BEN.id)
        await says(d, lobby.id, Problem.CANNOT_COVER, d.lobbies.start(lobby.id, ASHA.id, d.press()))
        assert (await d.lobbies.join(lobby.id, DEV, d.press())).is_lobby
        assert (await d.lobbies.remove(lobby.id, ASHA.id, Player(DEV.id), d.press())).is_lobby


async def test_leaving_starts_a_rematch_without_the_stake_where_chips_are_off() -> None:
    async with desk() as d:
        table = await d.table(ASHA, BEN, CARA, options=POINT)
        await d.finish(table.id)
        lobby = await d.rematches.press(table.id, ASHA, d.press())
        await d.rematches.press(table.id, BEN, d.press())
        await switch(d, chips=False)
        started = await d.lobbies.leave(lobby.id, CARA.id, d.press())
        assert (started.row.status, stake(started)) == (TableStatus.PLAYING, 0)


async def test_a_rematch_without_chips_has_no_stake() -> None:
    async with desk() as d:
        over = await finished(d, POINT)
        await switch(d, chips=False)
        first = await d.rematches.press(over, ASHA, d.press())
        assert stake(first) == 0
        assert (await d.rematches.press(over, BEN, d.press())).row.status is TableStatus.PLAYING


async def test_staff_see_between_whom_chips_went_one_way() -> None:
    async with desk() as d:
        for _ in range(3):
            table = await d.table(ASHA, BEN, CARA, options=POINT)
            for loser in (ASHA, CARA):
                await d.tables.act(table.id, None, loser.id, Leave())
        for winner, loser in ((DEV, CARA), (CARA, DEV)) * 2:
            table = await d.table(winner, loser, options=POINT)
            await d.tables.act(table.id, None, loser.id, Leave())
        unstaked = [await d.table(ASHA, DEV) for _ in range(3)]
        for table in unstaked:
            await d.tables.act(table.id, None, ASHA.id, Leave())
        found = await d.wallet.streams(GUILD)
        assert [(one.winner, one.tables) for one in found] == [("Ben", 3), ("Ben", 3)]
        assert {one.loser for one in found} == {"Asha", "Cara"}
        lost = START - await balance(d, ASHA)
        assert [one.amount for one in found if one.loser == "Asha"] == [lost]
        assert await d.wallet.streams(2) == ()
        # What comes back makes it a game.
        table = await d.table(ASHA, BEN, options=POINT)
        await d.tables.act(table.id, None, BEN.id, Leave())
        assert [one.loser for one in await d.wallet.streams(GUILD)] == ["Cara"]
        d.now += timedelta(days=31)
        assert await d.wallet.streams(GUILD) == ()
