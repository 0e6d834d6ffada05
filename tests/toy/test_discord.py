"""The game on Discord: its command and its controls, through cogs, router and outbox, with a restart between."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.components import walk_components
from simcord.env import Env

from bot.codes import Problem
from bot.faces.face import Face
from bot.layout import TableControlId
from bot.rummy.rules import Games
from bot.service import alarms
from bot.service.tables.state import TableState
from bot.text.refusals import PROBLEMS
from tests import openapi
from tests.journeys.clicks import clicks
from tests.journeys.world import World
from tests.stacked_packs import stack_packs
from tests.toy.test_played import WINNING


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: Games) -> AsyncIterator[World]:
    """Yield a server whose bot knows the game."""
    monkeypatch.setattr("bot.app.GAMES", games)
    monkeypatch.setattr(alarms, "LONGEST_SLEEP", 3600.0)
    async with World(tmp_path) as made:
        yield made
        if openapi.FILE.is_file():
            assert not openapi.wrong(made.env.http_requests)


@pytest.fixture(autouse=True)
def env(world: World) -> Env:
    """Return the environment that SimCord's plugin looks for."""
    return world.env


def components(message: Any) -> list[dict[str, Any]]:
    """Return all components of a message."""
    return list(walk_components([c if isinstance(c, dict) else c.to_dict() for c in message.components]))


def controls(message: Any) -> dict[str, str]:
    """Return the ids of its controls by their texts."""
    found = ((TableControlId.parse(c["custom_id"]), c["custom_id"]) for c in components(message) if c.get("custom_id"))
    return {id.text: text for id, text in found if id is not None}


def words(message: Any) -> str:
    """Return all words of a message."""
    said = [str(component.get("content") or "") for component in components(message)]
    for component in components(message):
        said += [str(item.get("description") or "") for item in component.get("items") or ()]
    return "\n".join(filter(None, said))


def answer(result: Any) -> Any:
    """Return the private message that answers."""
    assert result.acknowledged
    return result.followups[-1] if result.followups else result.response


async def now(world: World) -> TableState:
    """Return the only table, as it is stored."""
    (row,) = await world.app.store.tables.open_rows()
    world.app.tables.forget()
    return await world.app.tables.find(row.id)


def place(world: World) -> Any:
    """Return the place of the table."""
    return [*world.channel.threads, world.channel][0]


async def started(world: World, format: str) -> dict[str, MemberActor]:
    """Return Asha and Ben at a table, by name."""
    people = {name: world.member(name) for name in ("Asha", "Ben")}
    offered = await people["Asha"].autocomplete(world.channel, "rummy new", "rules", "thr")
    assert [choice["value"] for choice in offered] == ["toy"]
    await people["Asha"].slash(world.channel, "rummy new", rules="toy", format=format)
    card = world.channel.history()[-1]
    assert "hands of 5" in words(card)
    await people["Ben"].click(card, label="Join")
    await people["Asha"].click(world.channel.history()[-1], label="Start")
    return people


async def mover(world: World, people: dict[str, MemberActor]) -> MemberActor:
    """Return the player whose turn it is."""
    state = await now(world)
    assert state.public.deal is not None
    return people[state.names[state.public.deal.turn]]


async def test_a_match_by_controls_and_by_the_command(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, WINNING)
    people = await started(world, "limit_9")
    one = await mover(world, people)
    other = next(member for member in people.values() if member is not one)
    hand = answer(await one.slash(place(world), "play hand"))
    assert "count-pairs" in controls(hand)
    assert "coach" not in controls(hand)
    assert words(answer(await one.slash(place(world), "play coach"))) == PROBLEMS[Problem.NO_COACH]()
    pairs = answer(await one.click(hand, custom_id=controls(hand)["count-pairs"]))
    assert "1 pair" in words(pairs)
    hand = answer(await one.click(pairs, custom_id=controls(pairs)["refresh"]))
    hand = answer(await one.click(hand, custom_id=controls(hand)["draw closed"]))
    assert {"out", "discard", "out 7D 7S 7H", "sort"} <= set(controls(hand))
    refused = answer(await one.select(hand, ["7S", "7H", "2C"], custom_id=controls(hand)["out"]))
    assert "Those are not three of a kind." in words(refused)
    assert "It is not your turn yet." in words(answer(await other.slash(place(world), "play out", cards="9S 9H 9D")))
    offered = await one.autocomplete(place(world), "play out", "cards", "7")
    assert [choice["value"] for choice in offered] == ["7D 7S 7H"]
    await world.restart()
    played = answer(await one.select(refused, ["7S", "7H", "7D"], custom_id=controls(refused)["out"]))
    assert "You went out with 7♠ 7♥ 7♦." in words(played)
    state = await now(world)
    assert sorted(state.public.totals) == [1, 5]
    await world.wait(60)
    two = await mover(world, people)
    assert two is other
    assert "You hold no three of a kind." in words(answer(await two.slash(place(world), "play out")))
    await two.slash(place(world), "play draw", source="closed")
    played = answer(await two.slash(place(world), "play out"))
    assert "You went out with 7♦ 7♠ 7♥." in words(played)
    await world.wait(60)
    three = await mover(world, people)
    assert three is one
    await three.slash(place(world), "play draw", source="closed")
    await three.slash(place(world), "play out", cards="7S 7H 7D")
    await world.wait(5)
    said = "\n".join(words(message) for message in (*place(world).history(), *world.channel.history()))
    assert "wins!" in said
    assert ": 11 points" in said


async def test_its_command_is_refused_at_a_table_of_another_game(world: World) -> None:
    asha = world.member("Asha")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    await asha.slash(world.channel, "rummy seat add")
    await asha.click(world.channel.history()[-1], label="Start")
    told = answer(await asha.slash(place(world), "play out"))
    assert "That belongs to another game." in words(told)
    assert await asha.autocomplete(place(world), "play out", "cards", "") == []


async def test_controls_carry_only_what_the_game_lists(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, WINNING)
    one = await mover(world, await started(world, "points"))
    hand = answer(await one.slash(place(world), "play hand"))
    draw, before = controls(hand)["draw closed"], await now(world)
    for said in ("lapse", "bank 5", "reshuffle 2C", "place 7S 7H 7D", "declare"):
        (result,) = await clicks(world, hand, draw.replace("draw closed", said), by=one)
        assert "I do not know that button." in words(answer(result))
    assert (await now(world)).table == before.table
    (result,) = await clicks(world, hand, draw, by=one)
    assert "You drew 7♦." in words(answer(result))


def test_command_names_are_unique_across_games(games: Games) -> None:
    # A game that builds on another takes over its commands as they are.
    commands = {command for game in games if isinstance(game.face, Face) for command in game.face.commands}
    names = [command.name.text for command in commands]
    topics = [topic for game in games if isinstance(game.face, Face) for topic in game.face.help_topics]
    assert len(set(names)) == len(names)
    assert len(set(topics)) == len(topics)
    assert "out" in names
