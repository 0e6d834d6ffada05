"""The process dies at any moment: nothing acknowledged is lost, nothing happens twice, every button still works."""

import asyncio
import random

from bot.play.views import MessageView
from bot.play.world import Action, Person, World
from tests.processes import journals
from tests.processes.bots import Bot, until
from tests.processes.conftest import Spawner
from tests.processes.players import Control, Player, controls, enter, lobby, play_out, posted, seated, use, words

KILLS = 4
SAFE = ("hand", "refresh", "discards", "scores", "rules", "more", "settings", "ask-leave", "ask-end", "ask-drop")
"""Buttons that show something and change nothing."""


class Killer:
    """Kills the process now and then while it works on a click, and starts it again."""

    def __init__(self, bot: Bot, dice: random.Random) -> None:
        self.bot = bot
        self.dice = dice
        self.kills = 0

    async def __call__(self) -> bool:
        if self.kills >= KILLS or self.dice.random() > 0.2:
            return False
        self.kills += 1
        await asyncio.sleep(self.dice.random() * 0.03)
        await self.bot.kill()
        await self.bot.start()
        return True


async def test_killed_at_random(world: World, bots: Spawner, seed: int) -> None:
    bot = bots()
    await bot.start()
    players = await seated(world)
    (table,) = await journals.tables(bot.database)
    killer = Killer(bot, random.Random(seed))
    for player in players:
        player.disturb = killer
    end = await play_out(players)
    assert "wins" in words(end)
    assert killer.kills
    assert not [player.failures for player in players if player.failures], bot.log
    await journals.check(bot.database, table, players)
    assert posted(players[0]) == {("start", "0"): 1, ("show", "1"): 1, ("result", "1"): 1}


async def test_killed_in_the_lobby(world: World, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    asha, ben = (Player(world, person, "winzo") for person in world.people)
    opened = await asha.person.command(world.channel, "rummy new", {"rules": "winzo", "pace": "blitz"})
    await opened.reply()
    dice = random.Random()
    for action in ("join", "start"):
        await bot.kill()
        await bot.start()
        await use(ben if action == "join" else asha, action)
        await asyncio.sleep(dice.random() * 0.1)
        assert len(cards(asha)) == (1 if action != "start" else 0)
    await enter([asha, ben])


async def test_killed_while_the_card_is_posted(world: World, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    slow = bot.server.faults.delay("POST", "/channels/*/messages", 5.0, done=True)
    asha = Player(world, world.people[0], "winzo")
    await asha.person.command(world.channel, "rummy new", {"rules": "winzo", "pace": "blitz"})
    await until(lambda: slow.hits)
    await bot.kill()
    await bot.start()
    await use(asha, "computer")
    assert len(cards(asha)) == 1


def cards(player: Player) -> list[MessageView]:
    """The cards of open lobbies in the channel."""
    seen = player.person.visible_messages(player.channel)
    return [message for message in seen if not message.private and "join" in controls(message)]


async def test_killed_before_a_posting_is_ticked(world: World, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    players = await lobby(world, computers=0)
    slow = bot.server.faults.delay("POST", "/channels/*/messages", 5.0, done=True)
    await use(players[0], "start")
    await until(lambda: slow.hits)
    await bot.kill()
    await bot.start()
    await enter(players)
    assert posted(players[0])["start", "0"] == 1


async def test_every_old_button_answers(world: World, bots: Spawner) -> None:
    bot = bots()
    await bot.start()
    players = await seated(world, computers=0)
    (table,) = await journals.tables(bot.database)
    old: dict[str, Control] = {}
    for _ in range(3):
        for player in players:
            await player.open_hand()
            old |= {control.custom_id: control for name, control in player.can.items() if name not in SAFE}
            await player.turn()
    await bot.kill()
    await bot.start()
    before = await journals.stored(bot.database, table)
    for player in players:
        seen = [m for place in (player.channel, player.place) for m in player.person.visible_messages(place)]
        for message in seen:
            for action in await press_all(player.person, message):
                assert not (await action.reply()).failed
        await press_old(player, old)
    after = await journals.stored(bot.database, table)
    assert [line.action for line in after.journal] == [line.action for line in before.journal]
    await journals.check(bot.database, table, players)


async def press_all(person: Person, message: MessageView) -> list[Action]:
    """Press every button of a message that changes nothing."""
    found = {name: control for name, control in controls(message).items() if name.split()[0] in SAFE}
    return [await person.click(control.message, control.custom_id) for control in found.values()]


async def press_old(player: Player, old: dict[str, Control]) -> None:
    """Press what messages once showed, when its step has passed: it is answered, and nothing happens."""
    await player.open_hand()
    assert player.shown is not None
    current = {control.custom_id for control in player.can.values()}
    for custom_id, control in old.items():
        stale = ("draw", "discard", "drop", "declare", "done")
        if custom_id in current or not any(word in custom_id for word in stale):
            continue
        action = player.person.click_old(player.shown, custom_id, control.values[:1])
        assert not (await action.reply()).failed, custom_id
