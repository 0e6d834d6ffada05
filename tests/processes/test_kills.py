"""The process dies at any moment: nothing acknowledged is lost, nothing happens twice, every button still works."""

import random
from collections.abc import Iterator

import pytest

from bot.layout import TableControlId
from bot.localcord.views import MessageView, WorldEvent
from bot.localcord.world import World
from tests.ids import parse
from tests.localcord import remote_control, visible
from tests.localcord.faults import FaultyDiscord
from tests.processes import journals
from tests.processes.bots import Killer
from tests.processes.conftest import Spawner
from tests.processes.players import (
    Control,
    Player,
    add_computer,
    controls,
    enter,
    lobby,
    play_out,
    posted,
    seated,
    use,
    words,
)
from tests.waiting import until

KILLS = 4
SAFE = (
    "hand",
    "hand-more",
    "refresh",
    "discards",
    "scores",
    "rules",
    "more",
    "settings",
    "ask-leave",
    "ask-end",
    "ask-drop",
)
"""Buttons that show something and change nothing."""
AT_ONCE = ("leave", "call-end", "call-break")
"""Buttons that act whenever they are pressed: a question came before them, or the others are asked."""


async def test_killed_at_random(world: World, bots: Spawner, seed: int) -> None:
    bot = bots()
    await bot.start()
    players = await seated(world)
    (table,) = await journals.tables(bot.database)
    killer = Killer(bot, random.Random(seed), KILLS)
    for player in players:
        player.disturb = killer
    end = await play_out(players)
    assert "wins" in words(end)
    assert killer.kills
    assert not [player.failures for player in players if player.failures], bot.log
    await journals.check(bot.database, table, players)
    assert posted(players[0]) == {("start", "0"): 1, ("result", "1"): 1}
    await bot.kill()
    await bot.start()
    for control in all_controls(end):
        action = await players[0].person.click(control.message, control.custom_id)
        assert not (await action.reply()).failed, control.custom_id


async def test_killed_in_the_lobby(world: World, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    asha, ben = (Player(world, person, "winzo") for person in world.people)
    opened = await asha.person.command(world.channel, "rummy new", {"rules": "winzo", "pace": "standard"})
    await opened.reply()
    for player, action in ((ben, "join"), (asha, "start")):
        await bot.kill()
        await bot.start()
        await use(player, action)
        assert len(cards(asha)) <= 1
    await enter([asha, ben])
    await until(lambda: not cards(asha))


async def test_killed_while_the_card_is_posted(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    slow = server.faults.delay("POST", "/channels/*/messages", 5.0, done=True)
    asha = Player(world, world.people[0], "winzo")
    await asha.person.command(world.channel, "rummy new", {"rules": "winzo", "pace": "standard"})
    await until(lambda: slow.hits)
    await bot.kill()
    await bot.start()
    await add_computer(asha)
    assert len(cards(asha)) == 1


def cards(player: Player) -> list[MessageView]:
    """Return the cards of open lobbies in the channel."""
    seen = player.person.visible_messages(player.channel)
    return [message for message in seen if not message.private and "join" in controls(message)]


@pytest.mark.parametrize("remembered", [True, False], ids=["at once", "later"])
async def test_killed_before_a_posting_is_ticked(
    world: World, server: FaultyDiscord, bots: Spawner, remembered: bool
) -> None:
    """Discord itself recognises for a while a message that is sent again; after that the bot finds it."""
    bot = bots()
    await bot.start()
    players = await lobby(world, computers=0)
    slow = server.faults.delay("POST", "/channels/*/messages", 5.0, done=True)
    await use(players[0], "start")
    await until(lambda: slow.hits)
    await bot.kill()
    if not remembered:
        world.model.nonces.clear()
    await bot.start()
    await enter(players)
    assert posted(players[0])["start", "0"] == 1


async def test_killed_while_people_wait_and_meet(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    asha, ben = (Player(world, person, "circle") for person in world.people)
    await (await asha.person.command(world.channel, "rummy quick", {"wait": 15})).reply()
    await bot.kill()
    await bot.start()
    slow = server.faults.delay("POST", "/channels/*/messages", 5.0, done=True)
    await ben.person.command(world.channel, "rummy quick")
    await until(lambda: slow.hits)
    await bot.kill()
    await bot.start()

    def calls() -> list[MessageView]:
        return [message for message in asha.shared() if "you have company" in words(message)]

    await until(calls)
    await use(asha, "start")
    await enter([asha, ben])
    asha.place = world.channel
    assert len(calls()) == 1


async def test_every_old_button_answers(world: World, bots: Spawner) -> None:
    """Every control that anybody was ever shown is answered after a kill, from the form of a new table to the hand.

    A control whose moment has passed changes nothing; a hand can be arranged at any time.
    """
    bot = bots()
    await bot.start()
    asha, ben = world.people
    with remote_control.events_of(asha) as hers, remote_control.events_of(ben) as his:
        form = (await (await asha.command(world.channel, "rummy new")).reply()).message
        assert form is not None
        players = await seated(world, computers=0)
        (table,) = await journals.tables(bot.database)  # it may be over after a lucky turn
        for _ in range(3):
            for player in players:
                await player.turn()
                await look_around(player)
        shown = {asha: everything(form, *hers.waiting()), ben: everything(*his.waiting())}
    await bot.kill()
    await bot.start()
    before = await journals.stored(bot.database, table)
    for player in players:
        await player.open_hand()
        assert player.shown is not None
        for control in shown[player.person] - set(player.can.values()):
            if may_act(control.custom_id, before.row.step):
                continue
            stands = player.person.message(control.message)
            # An older private message of the table goes when the hand comes in another.
            goes = stands is None or (stands.private and isinstance(parse(control.custom_id), TableControlId))
            place = player.shown if goes else control.message
            reply = await remote_control.click_old(
                world, player.person, place, control.custom_id, control.values[:1]
            ).reply()
            assert not reply.failed, control.custom_id
            if reply.message is not None and reply.message.private:
                player.shown = reply.message.id
    after = await journals.stored(bot.database, table)
    happened = [line.action for line in after.journal[len(before.journal) :]]
    assert not [action for action in happened if action.split()[0] not in ("group", "sort")]
    await journals.check(bot.database, table, players)


async def look_around(player: Player) -> None:
    """Open everything that can be opened from the board and from the hand."""
    for name in ("discards", "scores", "rules", "more"):
        if button := player.find(name):
            await player.press(button)
    for name in ("settings", "ask-leave"):
        if name in player.can:
            await player.press(player.can[name])


def everything(*seen: MessageView | WorldEvent) -> set[Control]:
    """Return every control of these messages."""
    messages = [item if isinstance(item, MessageView) else item.about for item in seen]
    return {control for item in messages if isinstance(item, MessageView) for control in all_controls(item)}


def all_controls(message: MessageView) -> Iterator[Control]:
    """Yield the controls of a message that can be used, also those of no table."""
    for button in visible.buttons(message):
        if not button.disabled:
            yield Control(message.id, button.custom_id)
    for menu in visible.selects(message):
        if not menu.disabled:
            yield Control(message.id, menu.custom_id, menu.values)


def may_act(custom_id: str, step: int) -> bool:
    """Return whether that control does something at that step of the table."""
    id = parse(custom_id)
    if not isinstance(id, TableControlId) or id.word in SAFE:
        return False
    return id.step == step or id.text in AT_ONCE
