"""The way from nothing to the first discard with few presses, and what the others in the channel see of it."""

import pytest

from tests.ids import parse
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, card, controls, place, said, words
from tests.journeys.world import World
from tests.known import load


def player(world: World, name: str) -> Person:
    """Return a member who looks at the channel."""
    return Person(world, world.member(name), load()["circle"])


async def draws_and_throws(world: World, one: Person) -> None:
    """Draw, then throw a card, with two presses; the turn of a computer comes first."""
    for _ in range(30):
        if "draw closed" in one.can:
            break
        await world.wait(2)
    await one.press("draw closed")
    await one.choose("discard", str(one.cards[0]))
    assert "draw closed" not in one.can


async def test_the_first_discard_comes_with_the_fourth_press(world: World) -> None:
    asha = player(world, "Asha")
    asha.look(await asha.member.slash(world.channel, "rummy quick"))
    assert "don't count" in words(asha.shown)
    await asha.press("start")
    assert "hand-more" in asha.can, "the hand stands where the button stood"
    await draws_and_throws(world, asha)


@pytest.mark.parametrize("game", ["romme", "gin", "twentyone"])
async def test_the_fourth_press_discards_in_other_games_too(world: World, game: str) -> None:
    asha = Person(world, world.member("Asha"), load()[game])
    asha.look(await asha.member.slash(world.channel, "rummy quick", game=game))
    await asha.press("start")
    for _ in range(30):
        if draws := sorted({"draw closed", "draw open"} & asha.can.keys()):
            break
        await world.wait(2)
    await asha.press(draws[0])  # the first turn of gin offers the open card alone; a pass would be a turn of its own
    await asha.press(next(id for id in asha.can if id.startswith("throw ")))
    assert not {"select discard", *draws} & asha.can.keys()


async def test_a_waiting_player_gets_the_hand_without_a_press(world: World) -> None:
    asha, ben = player(world, "Asha"), player(world, "Ben")
    asha.look(await asha.member.slash(world.channel, "rummy quick"))
    assert "Start now" in str(card(world).components)
    ben.look(await ben.member.slash(world.channel, "rummy quick"))
    assert "2/4" in words(card(world))
    await world.wait(60)
    for one in (asha, ben):
        assert "hand-more" in one.can
    assert place(world) is not world.channel


async def test_play_now_in_the_help_and_below_a_card(world: World) -> None:
    asha, ben = player(world, "Asha"), player(world, "Ben")
    asha.look(await asha.member.slash(world.channel, "rummy help"))
    id = next(id for id in asha.can if id.startswith("rummy:q"))
    assert parse(id) is not None
    await asha.press(id)
    assert "start" in asha.can
    answer = await ben.member.click(card(world), label="Start now")
    assert "You have no seat" in said(answer)
    ben.look(await ben.member.click(card(world), label="Join"))
    result = await ben.member.click(card(world), label="Start now")
    ben.look(result)
    assert "hand-more" in controls(ben.shown)


async def test_play_now_at_a_table_opens_in_its_channel_and_not_in_its_thread(world: World) -> None:
    asha, ben = player(world, "Asha"), player(world, "Ben")
    asha.look(await asha.member.slash(world.channel, "rummy quick"))
    await asha.press("start")
    thread = place(world)
    (row,) = await world.app.store.tables.open_rows()
    (answer,) = await clicks(world, thread.history()[-1], f"rummy:c:{row.id}:0:quick", by=ben.member)
    assert f"<#{world.channel.id}>" in said(answer)
    assert "1/4" in words(card(world))


async def test_what_is_typed_in_the_thread_of_a_table_opens_in_its_channel(world: World) -> None:
    asha, ben = player(world, "Asha"), player(world, "Ben")
    asha.look(await asha.member.slash(world.channel, "rummy quick"))
    await asha.press("start")
    answer = await ben.member.slash(place(world), "rummy quick")
    assert f"<#{world.channel.id}>" in said(answer)
    await ben.member.slash(place(world), "rummy new", seats=2)
    assert {row.channel for row in await world.app.store.tables.open_rows()} == {world.channel.id}


async def test_who_wants_to_be_told_is_mentioned_when_a_table_opens_for_all(world: World) -> None:
    asha, ben = world.member("Asha"), player(world, "Ben")
    form = await asha.slash(world.channel, "tellme")
    assert form.response is not None
    assert "You are told" in said(await asha.click(form.response, label="Tell me"))
    await ben.member.slash(world.channel, "rummy new", seats=3)
    told = next(message for message in world.channel.history() if "A table of" in words(message))
    assert f"<@{asha.id}>" in words(told)
    assert "no longer told" in said(await asha.click(told, label="Stop telling me"))
    assert "You're in" in said(await asha.click(told, label="Join"))


async def test_who_waits_is_called_once_to_a_table_with_company(world: World) -> None:
    asha, ben = player(world, "Asha"), player(world, "Ben")
    asha.look(await asha.member.slash(world.channel, "rummy quick"))
    answer = await asha.member.click(asha.shown, label="Wait 15 min")
    assert "You are waiting for people" in said(answer)
    await world.wait(60)
    assert len(world.channel.threads) == 0, "nobody plays for who waits"
    ben.look(await ben.member.slash(world.channel, "rummy quick"))
    await world.restart()
    await world.wait(10)
    (call,) = (message for message in world.channel.history() if "you have company" in words(message))
    assert f"<@{asha.member.id}>" in words(call)
    assert f"<@{ben.member.id}>" not in words(call)
    assert "2/4" in words(card(world))
    await world.wait(60)
    assert place(world) is not world.channel
    assert sum("you have company" in words(message) for message in world.channel.history()) == 1
