"""A process that plays tables at full speed, and prints after each commit what was acknowledged.

It goes on until it is killed; its parent then looks at the database. If told so, it plays pools for an entry instead,
in which most players drop most deals, rejoin and share.
"""

import random
import sys
from datetime import timedelta

from bot.rummy.actions import Action, CallSplit, Drop, Leave, Next, Rejoin, Vote
from bot.rummy.cards import Seat
from bot.rummy.errors import IllegalAction
from bot.rummy.ids import PlayerId, TableId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import Terms
from bot.rummy.view import Stage
from bot.service.errors import ServiceError
from bot.service.tables.form import TableForm
from bot.service.tables.state import TableState
from tests.playing import likely
from tests.service.context import ASHA, BEN, CARA, DEV, Context, desk

RULES = ("circle", "winzo", "toking")
POOLS = ("circle", "toking")
EVERYBODY = (ASHA, BEN, CARA, DEV)
ENTRY = 1_00
STAKED = "staked"


async def table_after_table(d: Context, dice: random.Random, *, staked: bool) -> None:
    """Go on with the tables that are open, then play new ones."""
    for row in await d.store.tables.open_rows():
        await play(d, row.id, dice)
    while True:
        state = await (pool(d, dice) if staked else single(d, dice))
        say(state.id, state.lines)
        await play(d, state.id, dice)


async def single(d: Context, dice: random.Random) -> TableState:
    """Return a table for one deal, with computers."""
    people = dice.choice(((ASHA,), (ASHA, BEN), (ASHA, BEN, CARA)))
    return await d.table(*people, computers=dice.randint(1, 3), options=TableForm(rules_id=dice.choice(RULES)))


async def pool(d: Context, dice: random.Random) -> TableState:
    """Return a pool for an entry."""
    options = TableForm(dice.choice(POOLS), Terms(Format.POOL_101, stake=ENTRY))
    return await d.table(*EVERYBODY[: dice.randint(2, 4)], options=options)


async def play(d: Context, id: TableId, dice: random.Random) -> None:
    """Play one table to its end, by chance."""
    state = await d.tables.find(id)
    while state.row.status.is_open:
        if state.is_lobby:
            await d.lobbies.cancel(state.id, None)
            return
        seat, action = some_move(state, dice)
        player = state.players[seat]
        try:
            if player.is_computer or dice.random() < 0.03:
                due = min(alarm.due for alarm in state.alarms)
                d.now = max(d.now, due) + timedelta(seconds=1)
                await d.alarms.fire_due()
            else:
                await d.tables.act(state.id, state.public.step, PlayerId(player.id), action)
        except (IllegalAction, ServiceError):
            continue
        finally:
            state = await d.tables.find(state.id)
            say(state.id, state.lines)


def some_move(state: TableState, dice: random.Random) -> tuple[Seat, Action]:
    """Return a move that a player might make next; not all of them are allowed."""
    view = state.public
    assert view.deal is not None
    if view.stage is Stage.BETWEEN:
        seat = dice.choice(view.awaited or view.persons)
        return seat, dice.choice((Next(), Rejoin(), Rejoin(), CallSplit(), Vote(True), Vote(True), Vote(False)))
    seat = dice.choice(view.deal.awaited)
    own = state.for_seat(seat)
    if view.match.pool is not None and own.allows(Drop()) and dice.random() < 0.6:
        return seat, dice.choice((Drop(),) * 40 + (Leave(),))
    return seat, likely(own, dice, 0.2)


def say(id: str, lines: int) -> None:
    """Write one line before anything else happens."""
    sys.stdout.write(f"{id} {lines}\n")
    sys.stdout.flush()


async def main(url: str, seed: str, kind: str = "") -> None:
    async with desk(url, process=seed) as d:
        newest = await d.store.alarms.next_due()
        d.now = max(d.now, newest or d.now)
        await table_after_table(d, random.Random(seed), staked=kind == STAKED)
