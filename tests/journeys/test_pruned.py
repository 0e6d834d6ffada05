"""Looking back on a match whose moves are no longer kept, by button and by command."""

from datetime import timedelta

from bot.codes import Problem
from bot.store.prune import prune
from bot.text import refusals
from tests.journeys.clicks import clicks
from tests.journeys.people import controls, result, said
from tests.journeys.test_recent import finished
from tests.journeys.world import World

GONE = refusals.PROBLEMS[Problem.PRUNED]()


async def test_everything_that_looks_back_says_so(world: World) -> None:
    people, code = await finished(world)
    asha, end = people[0].member, result(world)
    assert end is not None
    done = await prune(world.app.store, world.app.clock() + timedelta(days=1), lambda *_: None)
    assert done.tables == 1
    pressed = [str(found["custom_id"]) for found in controls(end).values()]
    assert len(pressed) >= 4
    for id in pressed:
        (answer,) = await clicks(world, end, id, by=asha)
        assert GONE in said(answer), id
    for command in ("review", "replay", "rummy record", "rummy verify", "rummy scores", "rummy rematch"):
        assert GONE in said(await asha.slash(world.channel, command, table=code)), command
    assert "Asha" in said(await asha.slash(world.channel, "history"))
    await world.restart()
    assert GONE in said(await asha.slash(world.channel, "replay"))
