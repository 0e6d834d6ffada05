"""Two presses of one person at nearly the same time: both are answered, and one private hand stands, the newest."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from bot.layout import TableControlId
from bot.localcord.views import MessageView
from bot.localcord.world import World, WorldAction
from tests.ids import parse
from tests.localcord import remote_control
from tests.processes.bots import Bot
from tests.processes.conftest import Spawner
from tests.processes.players import Control, Player, controls
from tests.processes.tables import opened
from tests.waiting import until

ROUNDS = 6
"""The number of times that each pair is pressed."""
APART = 0.05
"""The most seconds between the two presses."""

Press = Callable[[], Awaitable[WorldAction]]
"""Uses a control or a command that was chosen before."""


def used(player: Player, control: Control) -> Press:
    """Return the use of a control, even if its message is removed before. In a menu, it is the first value."""
    world, person, message = player.world, player.person, player.world.model.find_message(control.message)
    assert message is not None

    async def press() -> WorldAction:
        return remote_control.click_gone(world, person, message, control.custom_id, control.values[:1])

    return press


def typed(player: Player, name: str, **options: object) -> Press:
    """Return the call of a command."""
    return lambda: player.person.command(player.place, name, options)


def my_hand(player: Player) -> Press:
    """Return a press of **My hand** on the board."""
    button = player.find("hand")
    assert button is not None
    return used(player, button)


def draw(player: Player) -> Press:
    """Return a draw on the private hand."""
    return used(player, player.can["draw closed"])


def discard(player: Player) -> Press:
    """Return a discard on the private hand, as if the card had been drawn."""
    id = parse(player.can["draw closed"].custom_id)
    assert isinstance(id, TableControlId)
    cards = tuple(map(str, player.cards))
    return used(
        player, Control(player.can["draw closed"].message, str(replace(id, step=id.step + 1, text="discard")), cards)
    )


def best(player: Player) -> Press:
    """Return a press on the private hand that changes it alone."""
    return used(player, player.can["best"])


def typed_hand(player: Player) -> Press:
    """Return the command for the hand."""
    return typed(player, "play hand")


def typed_draw(player: Player) -> Press:
    """Return the command for a draw."""
    return typed(player, "play draw", source="closed")


PAIRS = (
    (my_hand, my_hand),
    (my_hand, draw),
    (draw, discard),
    (typed_draw, my_hand),
    (typed_draw, best),
    (typed_hand, draw),
)


@pytest.mark.usefixtures("slow_clients")
async def test_one_hand_stands_after_two_presses_at_once(world: World, bots: Spawner, seed: int) -> None:
    bot, dice = bots(), random.Random(seed)
    await bot.start()
    players = (await opened(world, world.people)).players
    for pair in PAIRS * ROUNDS:
        mover = await whose_turn(players)
        presses = [chosen(mover) for chosen in dice.sample(pair, 2)]
        apart = dice.choice((0.0, dice.uniform(0.0, APART)))
        about = f"{pair[0].__name__} and {pair[1].__name__}, {1000 * apart:.0f} ms apart"
        with remote_control.events_of(mover.person) as seen:
            assert await answered(bot, presses, apart), about
            shown = [event.about for event in seen.waiting() if isinstance(event.about, MessageView)]
        standing = [message for message in mover.person.visible_messages(mover.place) if message.private]
        newest = max(message.id for message in shown if message.private)
        assert [message.id for message in standing] == [newest], about
        assert "hand-more" in controls(standing[0]), about
        mover.shown = newest
        await mover.turn(declares=False)


async def whose_turn(players: Sequence[Player]) -> Player:
    """Return the player who draws now. Their hand is open."""
    for player in players:
        assert await player.open_hand()
        if "draw closed" in player.can:
            return player
    raise AssertionError("nobody draws")


async def answered(bot: Bot, presses: list[Press], apart: float) -> bool:
    """Press both, and wait until the bot is done with them. Return whether both were answered."""
    first = await presses[0]()
    await asyncio.sleep(apart)
    second = await presses[1]()
    await until(lambda: all(f"id={action.id} " in bot.log for action in (first, second)), "both")
    return all(action.settled and not action.failed for action in (first, second))
