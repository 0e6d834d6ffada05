"""Chips as people see them: shown in private, claimed once a day, switched off by staff."""

from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from bot.codes import Cause, Problem
from bot.rummy.ids import PlayerId, TableId
from bot.screens.wallet import WalletId
from bot.service.wallet import LINES
from bot.store.rows.ledger import Account, Leg, Movement
from bot.store.rows.settings import ServerSettings
from bot.text import chips, refusals, standings
from bot.text import wallet as wallet_text
from tests.journeys.clicks import clicks
from tests.journeys.people import controls, said, words
from tests.journeys.world import World

DAY = 86_400.0  # seconds


async def shown(world: World, member: MemberActor) -> Any:
    """Return the wallet on a player's screen."""
    answer = (await member.slash(world.channel, "wallet show")).response
    assert answer is not None
    assert answer.ephemeral
    return answer


async def press(member: MemberActor, wallet: Any, id: WalletId) -> str:
    """Return the words of the same message after a press of that button."""
    answer = (await member.click(wallet, custom_id=str(id))).response
    assert answer is not None
    assert answer.ephemeral
    assert answer.id == wallet.id
    return words(answer)


def staff(world: World) -> MemberActor:
    """Return a player who may manage the server."""
    role = world.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("Asha"), roles=[role])


# -- the wallet ---------------------------------------------------------------------------------------


async def test_a_wallet_is_private_and_says_what_chips_are(world: World) -> None:
    asha = world.member("Asha")
    wallet = await shown(world, asha)
    told = words(wallet)
    assert "1,000.00 chips" in told
    assert "`+1,000.00` starting chips" in told
    assert chips.PLAY_MONEY() in told
    assert set(controls(wallet)) == {"rummy:w:0:daily"}
    assert world.channel.history() == []


async def test_daily_chips_by_button_and_by_command(world: World) -> None:
    asha = world.member("Asha")
    wallet = await shown(world, asha)
    told = await press(asha, wallet, WalletId(0, claim=True))
    assert "**+100.00** for today." in told
    assert "1,100.00 chips" in told
    told = said(await asha.slash(world.channel, "wallet daily"))
    assert "You already have today's chips." in told
    midnight = (world.env.now() + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    assert f"<t:{int(midnight.timestamp())}:R>" in told
    assert "1,100.00 chips" in told
    await world.restart()
    assert "today's chips" in await press(asha, wallet, WalletId(0, claim=True))
    await world.restart(DAY)
    assert "1,200.00 chips" in said(await asha.slash(world.channel, "wallet daily"))


async def test_movements_are_paged(world: World) -> None:
    asha = world.member("Asha")
    await shown(world, asha)
    guild, now = world.guild.id, world.env.now()
    for number in range(2 * LINES):
        player, escrow = Account.player(guild, PlayerId(asha.id)), Account.escrow(guild, TableId("abc234"))
        legs = Leg(player, -100 - number), Leg(escrow, 100 + number)
        at = now + timedelta(seconds=number)
        await world.app.store.ledger.pay(Movement(f"stake {number}", Cause.STAKE, at, legs))
    wallet = await shown(world, asha)
    assert "`−1.15` staked · " in words(wallet)
    assert set(controls(wallet)) == {"rummy:w:0:daily", "rummy:w:1:show"}
    assert "`−1.07`" in await press(asha, wallet, WalletId(1))
    told = await press(asha, wallet, WalletId(2))
    assert "starting chips" in told
    assert "staked" not in told
    assert "`−1.15`" not in await press(asha, wallet, WalletId(1))


async def test_a_page_that_is_not_there_is_empty(world: World) -> None:
    asha = world.member("Asha")
    wallet = await shown(world, asha)
    (answer,) = await clicks(world, wallet, "rummy:w:99999:show", by=asha)
    assert wallet_text.NOTHING_MOVED() in said(answer)
    (answer,) = await clicks(world, wallet, "rummy:w:100000:show", by=asha)
    assert said(answer) == refusals.UNKNOWN_BUTTON()


@pytest.mark.parametrize("command", ["wallet show", "wallet daily", "rummy server"])
async def test_chips_belong_to_a_server(world: World, command: str) -> None:
    assert said(await world.member("Asha").user.slash(command)) == refusals.PROBLEMS[Problem.NO_SERVER]()


# -- the server ---------------------------------------------------------------------------------------


async def set_server(world: World, member: MemberActor, **options: Any) -> InteractionResult:
    return await member.slash(world.channel, "rummy server", **options)


async def test_staff_see_and_change_what_a_server_plays_for(world: World) -> None:
    asha = staff(world)
    told = said(await set_server(world, asha))
    assert "**Chips**: on" in told
    assert "**League points**: default" in told
    told = said(await set_server(world, asha, rake=10, league="10, 6 3 1", monthly=True))
    assert "**Rake**: 10 %" in told
    assert "10 6 3 1, by place" in told
    assert "a new one each month" in told
    assert chips.PLAY_MONEY() in told
    assert await world.app.store.servers.of(world.guild.id) == ServerSettings(
        world.guild.id, True, 10, "10 6 3 1", True
    )
    assert "default" in said(await set_server(world, asha, league="default"))
    assert world.channel.history() == []


async def test_others_get_a_sentence(world: World) -> None:
    ben = world.member("Ben")
    assert said(await set_server(world, ben)) == standings.STAFF_ONLY()
    assert said(await set_server(world, ben, chips=False)) == standings.STAFF_ONLY()
    assert await world.app.store.servers.of(world.guild.id) == ServerSettings(world.guild.id)


@pytest.mark.parametrize("league", ["1 2 3", "ten", "1 1 1 1 1 1 1", "1001", "9" * 60])
async def test_mistaken_league_points_change_nothing(world: World, league: str) -> None:
    asha = staff(world)
    assert said(await set_server(world, asha, chips=False, league=league)) == refusals.PROBLEMS[Problem.BAD_LEAGUE]()
    assert await world.app.store.servers.of(world.guild.id) == ServerSettings(world.guild.id)


async def test_chips_switched_off_vanish(world: World) -> None:
    asha = staff(world)
    wallet = await shown(world, asha)
    assert "off" in said(await set_server(world, asha, chips=False))
    for command in ("wallet show", "wallet daily"):
        assert said(await asha.slash(world.channel, command)) == refusals.PROBLEMS[Problem.CHIPS_OFF]()
    assert await press(asha, wallet, WalletId(0, claim=True)) == refusals.PROBLEMS[Problem.CHIPS_OFF]()
    await set_server(world, asha, chips=True)
    assert "1,000.00 chips" in words(await shown(world, asha))
