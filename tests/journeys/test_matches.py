"""Whole matches, by buttons and by commands, under every rule set."""

import pytest

from tests.journeys.people import Person, controls, open_more, result, table_of, words
from tests.journeys.world import World

RULES = ("winzo", "circle", "circle_detailed", "toking")


async def play_on(world: World, people: list[Person], *, commands: bool = False, restarts: bool = False) -> None:
    """Play until the result is in the channel."""
    for _ in range(300):
        for person in people:
            if result(world) is not None:
                return
            await (person.turn_by_commands() if commands else person.turn_by_buttons())
            if restarts:
                await world.restart()
        await world.wait(2)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("rules", RULES)
async def test_match_by_buttons(world: World, rules: str) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], rules)
    await play_on(world, people)
    end = result(world)
    assert end is not None
    assert "wins" in words(end)
    assert [name.split()[0] for name in controls(end)] == ["rematch", "review", "quick", "more"]
    menu = await open_more(people[0].member, end)
    assert list(controls(menu)) == ["replay", "record", "verify", "dispute", "report"]


@pytest.mark.parametrize("rules", RULES)
async def test_match_by_commands(world: World, rules: str) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], rules)
    await play_on(world, people, commands=True)
    assert "wins" in words(result(world))
