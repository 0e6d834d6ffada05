"""The process dies at any moment of a pool for an entry, pauses included: nothing is lost, nothing happens twice."""

import asyncio
import random

import pytest

from bot.faces.controls import card_of_value
from bot.localcord.views import MessageView
from bot.localcord.world import World
from bot.rummy.actions import Discard, Drop, Next, Rejoin
from bot.rummy.ids import PlayerId
from bot.rummy.match.match import MatchEnd
from bot.rummy.view import Stage
from bot.service.tables.state import TableState, restored
from bot.service.wallet import START
from bot.store.rows.ledger import Account
from bot.store.store import Store
from tests.known import GAMES
from tests.processes import journals
from tests.processes.bots import Killer
from tests.processes.conftest import Spawner
from tests.processes.players import DEAL_SECONDS, Attempt, Control, Player, controls, posted, result, seated, words
from tests.waiting import until, until_read

KILLS = 6
ENTRY = 25.0
DEALS = 8


@pytest.fixture
def humans() -> list[str]:
    return ["Asha", "Ben", "Cara"]


async def test_a_pool_killed_at_random(world: World, bots: Spawner, seed: int) -> None:
    bot = bots()
    await bot.start()
    players = await seated(world, rules="circle", computers=0, format="pool_101", stake=ENTRY, pace="standard")
    (table,) = await journals.tables(bot.database)
    killer = Killer(bot, random.Random(seed), KILLS)
    for player in players:
        player.disturb = killer
    async with asyncio.timeout(DEALS * DEAL_SECONDS):
        while (state := restored(await journals.stored(bot.database, table), GAMES)).row.status.is_open:
            view = state.public
            matters = view.offers or view.is_splitting
            # At the latest where it matters most, one kill is sure.
            killer.share = (0.4 if killer.kills else 1.0) if matters else 0.05
            await play_on(state, players)
    await until(lambda: result(players[0]), "the result")
    assert killer.kills
    assert not [player.failures for player in players if player.failures], bot.log
    await check(bot.database, await journals.check(bot.database, table, players), players)
    await until(lambda: not waiting(players[0]), "the end of all calls")
    once = {("start", "0"), *(("deal", str(deal)) for deal in range(1, DEALS + 1)), ("result", "0")}
    assert posted(players[0]) == dict.fromkeys(once, 1)
    assert "share the pool" in words(result(players[0]) or pytest.fail("no result"))


async def play_on(state: TableState, players: list[Player]) -> None:
    """Do what the table waits for: Cara always drops, the others win in turn, Asha at the end."""
    asha, ben, cara = players
    view = state.public
    number = len(view.outcomes) + 1
    if view.stage is Stage.BETWEEN:
        if view.is_splitting:
            await press(ben, "vote yes")
        elif number == DEALS + 1:
            await press(asha, "call-split")
        elif view.offers:
            await tried(cara, str(Rejoin()), "rejoin")
        else:
            seat = view.awaited[0]
            await tried(of(state, players, seat), str(Next()), "next")
        return
    assert view.deal is not None
    mover = of(state, players, view.deal.turn)
    winner = ben if number in (2, 4, 6) else asha
    if not await mover.open_hand():
        return
    if mover is not winner and "draw closed" in mover.can:
        await mover.press(mover.can["hand-more"])
        if "ask-drop" in mover.can and await mover.press(mover.can["ask-drop"]) is not None and "drop" in mover.can:
            await mover.attempt(str(Drop()), mover.can["drop"], lambda: "You dropped" in mover.said)
    elif "draw closed" in mover.can:
        await mover.attempt("draw closed", mover.can["draw closed"], lambda: "select discard" in mover.can)
    elif "select discard" in mover.can:
        menu = mover.can["select discard"]
        card = card_of_value(menu.values[0])
        await mover.attempt(str(Discard(card)), menu, lambda: "select discard" not in mover.can, menu.values[0])


def of(state: TableState, players: list[Player], seat: int) -> Player:
    """Return the player on that seat."""
    return next(player for player in players if player.person.id == state.players[seat].id)


def shared(player: Player, action: str) -> Control | None:
    """Return the newest shared button with exactly that text."""
    found = (controls(message).get(action) for message in player.shared())
    return next((control for control in found if control is not None), None)


async def press(player: Player, action: str) -> None:
    """Press that button if it is there already."""
    if (button := shared(player, action)) is None:
        await asyncio.sleep(0.05)
    else:
        await player.press(button)


async def tried(player: Player, action: str, name: str) -> None:
    """Press the button, and remember the attempt: its answer may be lost."""
    if shared(player, name) is not None:
        player.attempts.append(Attempt(action))
    await press(player, name)


def waiting(player: Player) -> list[MessageView]:
    """Return the messages that still call a player, or still offer the choices of a pause."""
    offered = {"next", "decline", "rejoin", "call-split", "vote yes"}
    called = [message for message in player.shared() if "your turn" in message.text]
    return called + [message for message in player.shared() if offered & set(controls(message))]


async def check(database: str, state: TableState, players: list[Player]) -> None:
    """Check the result by the rules and by the books."""
    match = state.public.match
    asha, ben, cara = (state.seat_of(PlayerId(player.person.id)) for player in players)
    assert None not in (asha, ben, cara)
    totals = [match.totals[seat] for seat in (asha, ben, cara) if seat is not None]
    assert totals == [60, 100, 101]
    assert [rejoin.seat for rejoin in match.rejoins] == [cara]
    assert match.end is MatchEnd.SPLIT
    store = await Store.open(database)
    try:
        assert await store.ledger.faults() == ()

        async def all_sent() -> bool:
            return not await store.tables.unsent()

        # People see a message a moment before the bot has written down that it was sent.
        await until_read(all_sent, "the note that all was sent")
        guild = state.row.guild or 0
        held = [await store.ledger.balance(Account.player(guild, PlayerId(player.person.id))) for player in players]
        kept = await store.matches.of(state.id)
    finally:
        await store.close()
    # Four entries: two for Asha's drops left, the rest in halves.
    assert held == [START + 50_00, START, START - 50_00]
    assert kept is not None
    assert kept.match.deals == DEALS
