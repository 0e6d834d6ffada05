"""Discord fails in the middle of moves: the table plays on, and messages that must be posted once are posted once."""

import random

import pytest

from bot.localcord.world import World
from tests.localcord import remote_control
from tests.localcord.faults import FaultyDiscord
from tests.processes import journals
from tests.processes.conftest import Spawner
from tests.processes.players import Player, controls, enter, lobby, play_out, posted, seated, use, words
from tests.waiting import until

CALLBACK = "/interactions/*/callback"
MESSAGES = "/channels/*/messages"
MESSAGE = "/channels/*/messages/*"


class Trouble:
    """Breaks a request or the gateway's connection now and then, chosen by these dice."""

    def __init__(self, server: FaultyDiscord, players: list[Player], dice: random.Random) -> None:
        self.server = server
        self.players = players
        self.dice = dice
        self.made = 0

    async def __call__(self) -> bool:
        over = any("rematch" in player.can for player in self.players)
        if not over and self.dice.random() < 0.3:
            self.made += 1
            # More would pile up: the bot sends few messages, and waits ever longer between its tries.
            self._break(self.dice.randrange(5 if len(self.server.faults.waiting) > 2 else 11))
        return False

    def _break(self, what: int) -> None:
        faults, gateway, done = self.server.faults, self.server.gateway, self.dice.random() < 0.5
        match what:
            case 0:
                faults.limit("POST", CALLBACK, retry_after=0.2)
            case 1:
                faults.drop("POST", CALLBACK, done=done)
            case 2:
                faults.fail("POST", CALLBACK, done=done)
            case 3:
                remote_control.close(gateway, 4000)
            case 4:
                remote_control.ask_reconnect(gateway)
            case 5:
                faults.limit("PATCH", MESSAGE, retry_after=0.3, times=2)
            case 6:
                faults.limit("POST", MESSAGES, retry_after=0.2, is_global=True)
            case 7:
                faults.fail("POST", MESSAGES, done=done)
            case 8:
                faults.drop("PATCH", MESSAGE, done=done)
            case 9:
                faults.drop("POST", MESSAGES, done=done)
            case _:
                faults.fail("PATCH", MESSAGE, done=done)


async def test_troubles_in_mid_move(world: World, server: FaultyDiscord, bots: Spawner, seed: int) -> None:
    bot = bots()
    await bot.start()
    players = await seated(world, computers=0)
    (table,) = await journals.tables(bot.database)
    trouble = Trouble(server, players, random.Random(seed))
    for player in players:
        player.disturb = trouble
    end = await play_out(players)
    assert trouble.made
    assert "wins" in words(end)
    await journals.check(bot.database, table, players)
    assert posted(players[0]) == {("start", "0"): 1, ("result", "1"): 1}


@pytest.mark.parametrize("status", [None, 500, 503], ids=["dropped", "500", "503"])
async def test_messages_whose_answers_are_lost(
    world: World, server: FaultyDiscord, bots: Spawner, status: int | None
) -> None:
    """Every other message was sent without an answer: start and board are posted once all the same."""
    bot = bots()
    await bot.start()
    players = await lobby(world, computers=0)
    for _ in range(3):
        if status is None:
            server.faults.drop("POST", MESSAGES, done=True)
        else:
            server.faults.fail("POST", MESSAGES, status=status, done=True)
        server.faults.delay("POST", MESSAGES, 0)  # the next one is well
    await use(players[0], "start")
    await enter(players)
    await until(lambda: len(server.faults.waiting) < 2, "the last fault")
    host = players[0]

    def boards() -> int:
        seen = [*host.shared(), *host.person.visible_messages(host.channel)]
        return sum("discards" in controls(message) for message in seen)

    def calls() -> int:
        seen = [*host.shared(), *host.person.visible_messages(host.channel)]
        return sum("your turn" in words(message) for message in seen)

    await until(lambda: boards() == 1, "the one board")
    await until(lambda: calls() == 1, "the one call")
    assert posted(host) == {("start", "0"): 1}
    await play_out(players)


async def test_process_that_stood_still(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    """A machine slept in the middle of a move: its session comes back, and so do the clicks made meanwhile."""
    server.gateway.heartbeat_seconds = 2.0
    bot = bots()
    await bot.start()
    players = await seated(world, computers=0)
    (table,) = await journals.tables(bot.database)
    mover = await mover_of(players)
    before = len((await journals.stored(bot.database, table)).journal)
    bot.freeze()
    draw = mover.can["draw closed"]
    clicks = [await mover.person.click(draw.message, draw.custom_id) for _ in range(2)]
    assert (await clicks[1].reply()).failed
    await until(lambda: not remote_control.connections(server.gateway))
    bot.thaw()
    await until(lambda: remote_control.shards_up(server.gateway), "the return")
    await mover.turn()
    assert len((await journals.stored(bot.database, table)).journal) == before + 2
    end = await play_out(players)
    assert "wins" in words(end)


async def test_answers_that_break(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    """The move stands whatever became of its answer, and the next click shows it."""
    bot = bots()
    await bot.start()
    players = await seated(world, computers=0)
    (table,) = await journals.tables(bot.database)
    for done in (False, True):
        for break_it in (server.faults.drop, server.faults.fail):
            mover = await mover_of(players)
            before = len((await journals.stored(bot.database, table)).journal)
            break_it("POST", CALLBACK, done=done)
            draw = mover.can["draw closed"]
            await (await mover.person.click(draw.message, draw.custom_id)).reply()
            assert await mover.open_hand()
            assert "select discard" in mover.can
            assert len((await journals.stored(bot.database, table)).journal) == before + 1
            await mover.turn(declares=False)


async def test_ban_like_answer(world: World, server: FaultyDiscord, bots: Spawner) -> None:
    """A 429 without `Via` is raised at once by the library; the table plays on all the same."""
    bot = bots()
    await bot.start()
    players = await seated(world, computers=0)
    mover = await mover_of(players)
    server.faults.limit("PATCH", MESSAGE, via=False, times=2)
    server.faults.limit("POST", CALLBACK, via=False)
    await mover.turn(declares=False)
    for player in players:
        player.failures.clear()
    other = await mover_of(players)
    assert other is not mover
    assert not other.failures


async def mover_of(players: list[Player]) -> Player:
    """Return the player whose turn it is, with their hand open."""
    for player in players:
        await player.open_hand()
        if "draw closed" in player.can:
            return player
    raise AssertionError("it is nobody's turn")
