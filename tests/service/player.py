"""A process that plays tables at full speed and says after each commit what was acknowledged.

`python -m tests.service.player URL SEED` goes on until it is killed; the parent then looks at what is left.
"""

import asyncio
import random
import sys
from datetime import timedelta

from bot.rummy.errors import IllegalAction
from bot.rummy.ids import PlayerId
from bot.service.errors import ServiceError
from bot.service.lobby import Options
from tests.playing import likely
from tests.service.desk import ASHA, BEN, CARA, Desk, desk

RULES = ("circle", "winzo", "toking")


async def table_after_table(d: Desk, dice: random.Random) -> None:
    """Go on with the tables that are open, then play new ones."""
    for row in await d.store.tables_of(ASHA.id):
        await play(d, row.id, dice)
    while True:
        people = dice.choice(((ASHA,), (ASHA, BEN), (ASHA, BEN, CARA)))
        options = Options(rules_id=dice.choice(RULES))
        update = await d.table(*people, computers=dice.randint(1, 3), options=options)
        say(update.id, update.lines)
        await play(d, update.id, dice)


async def play(d: Desk, id: str, dice: random.Random) -> None:
    """Play one table to its end, by chance."""
    update = await d.tables.find(id)  # type: ignore[arg-type]
    while update.row.status.is_open:
        if update.is_lobby:
            await d.lobbies.cancel(update.id, None)
            return
        assert update.public.deal is not None
        seat = dice.choice(update.public.deal.awaited)
        player = update.players[seat]
        try:
            if player.is_computer or dice.random() < 0.03:
                due = min(alarm.due for alarm in update.alarms)
                d.now = max(d.now, due) + timedelta(seconds=1)
                await d.alarms.fire_due()
            else:
                action = likely(update.for_seat(seat), dice, 0.2)
                await d.tables.act(update.id, update.public.step, PlayerId(player.id), action)
        except (IllegalAction, ServiceError):
            continue
        finally:
            update = await d.tables.find(update.id)
            say(update.id, update.lines)


def say(id: str, lines: int) -> None:
    """One line, written before anything else happens."""
    sys.stdout.write(f"{id} {lines}\n")
    sys.stdout.flush()


async def main(url: str, seed: str) -> None:
    async with desk(url, process=seed) as d:
        newest = await d.store.next_due()
        d.now = max(d.now, newest or d.now)
        await table_after_table(d, random.Random(seed))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
