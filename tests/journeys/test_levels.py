"""Computers of chosen strength: by button and by command, across a restart, and with their strength shown to all."""

import pytest

from bot.codes import Problem
from bot.text import lobby, refusals
from bot.text import words as words_text
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, add_computer, card, controls, place, result, said, words
from tests.journeys.pools import asked, calls, next_deal, now, pauses, press
from tests.journeys.world import World
from tests.known import load
from tests.service.test_between import COMPLETE, HOPELESS
from tests.stacked_packs import stack_packs


def host_of(world: World, name: str, rules: str) -> Person:
    """Return a member who is about to open a table."""
    return Person(world, world.member(name), load()[rules])


async def test_the_level_of_a_computer_is_told_in_the_lobby_and_its_sign_everywhere(world: World) -> None:
    asha = host_of(world, "Asha", "circle")
    form = (await asha.member.slash(world.channel, "rummy settings")).response
    assert form is not None
    await asha.member.click(form, custom_id="rummy:p:text_only:on")
    await asha.member.slash(world.channel, "rummy new", rules="circle", format="deals_2")
    asha.look(await asha.member.click(card(world), label="Add computer"))
    for level, name in words_text.LEVELS.items():
        assert lobby.LEVEL_ABOUT[level](level=name) in words(asha.shown)
    await asha.press("computer 4")
    assert "🤖 Meera (Expert) takes a seat." in words(asha.shown).replace("\\", "")
    await world.restart()
    await asha.press("computer 1")
    said_of_it = await asha.member.slash(world.channel, "rummy seat add", level=3)
    assert said(said_of_it) == "🤖 Lotte (Skilled) takes a seat."
    assert said(await asha.member.slash(world.channel, "rummy seat add")) == "🤖 Finn (Casual) takes a seat."
    everyone = ["🤖 Meera (Expert)", "🤖 Kabir (Beginner)", "🤖 Lotte (Skilled)", "🤖 Finn (Casual)"]
    seen = words(card(world)).replace("\\", "")
    assert all(name in seen for name in everyone)
    assert said(await asha.member.slash(world.channel, "rummy seat remove", computer=2)) == lobby.SEAT_FREED()
    assert "Beginner" not in words(card(world))
    await asha.member.click(card(world), label="Start")
    asha.place = place(world)
    board = words(asha.find("discards")[0])
    called = ["🤖 Meera", "🤖 Lotte", "🤖 Finn"]
    assert all(name in board for name in called)
    assert not any(level() in board for level in words_text.LEVELS.values())
    menu = asha.shown
    told = said(await asha.member.slash(asha.place, "rummy table"))
    assert all(name in told for name in called), "in words alone, too"
    late = await asha.member.click(menu, label="Skilled")
    assert refusals.PROBLEMS[Problem.NOT_A_LOBBY]() in said(late)


async def test_a_full_table_and_a_stranger_get_a_sentence(world: World) -> None:
    asha, ben = host_of(world, "Asha", "winzo"), world.member("Ben")
    await asha.member.slash(world.channel, "rummy new", rules="winzo", seats=2)
    asha.look(await asha.member.click(card(world), label="Add computer"))
    assert refusals.PROBLEMS[Problem.NOT_HOST]() in said(await ben.click(card(world), label="Add computer"))
    assert "🤖 Meera (Skilled)" in said(await asha.press("computer 3")).replace("\\", "")
    assert refusals.PROBLEMS[Problem.LOBBY_FULL]() in words(asha.shown)
    assert refusals.PROBLEMS[Problem.LOBBY_FULL]() in said(
        await asha.member.slash(world.channel, "rummy seat add", level=1)
    )


async def test_the_western_game_offers_the_two_that_differ(world: World) -> None:
    asha = world.member("Asha")
    await asha.slash(world.channel, "rummy new", rules="romme")
    asked = await asha.click(card(world), label="Add computer")
    assert {name for name in controls(asked.response) if name.startswith("computer")} == {"computer 1", "computer 2"}
    refused = await asha.slash(world.channel, "rummy seat add", level=4)
    assert said(refused) == refusals.PROBLEMS[Problem.NO_SUCH_LEVEL]()
    assert "🤖 Meera (Beginner)" in said(await add_computer(world, asha, "Beginner")).replace("\\", "")


@pytest.mark.parametrize("forged", ["computer 0", "computer 5", "computer 44", "computer x", "computer 2 2"])
async def test_no_other_strength_can_be_pressed(world: World, forged: str) -> None:
    asha = world.member("Asha")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    asked = await asha.click(card(world), label="Add computer")
    id = controls(asked.response)["computer 2"]["custom_id"].replace("computer 2", forged)
    (answer,) = await clicks(world, asked.response, id, by=asha)
    assert said(answer)
    assert "🤖 Meera" not in words(card(world))


# -- between deals ----------------------------------------------------------------------------------

DEALS = ("0123", "1230", "2301", "012")
"""The seats dealt in, from the first player on: the last computer is out after the third deal, the other after the
fourth.
"""


def deal_out(patch: pytest.MonkeyPatch) -> None:
    """Deal complete hands to people and hopeless ones to computers in every deal. Seats are in the order of joining."""
    hands = ([COMPLETE if seat in "01" else HOPELESS for seat in deal] for deal in DEALS)
    stack_packs(patch, *((*dealt, "2C") for dealt in hands), as_joined=True)


async def play_deal(world: World, people: list[Person], *, commands: bool) -> None:
    """Let everybody take their turns until the table waits for the next deal."""
    for _ in range(40):
        if pauses(people[0].place):
            return
        moved = [await (one.turn_by_commands() if commands else one.turn_by_buttons()) for one in people]
        if not any(moved):
            await world.wait(2)
    raise AssertionError("the deal does not end")


async def pooled(world: World, patch: pytest.MonkeyPatch) -> list[Person]:
    """Return two people, of whom one reads words, and two computers in a pool that has just started."""
    deal_out(patch)
    asha, ben = (host_of(world, name, "circle") for name in ("Asha", "Ben"))
    form = (await ben.member.slash(world.channel, "rummy settings")).response
    assert form is not None
    await ben.member.click(form, custom_id="rummy:p:text_only:on")
    await asha.member.slash(world.channel, "rummy new", rules="circle", format="pool_101", pace="slow", seats=4)
    await ben.member.click(card(world), label="Join")
    await add_computer(world, asha.member, "Expert")
    await asha.member.slash(world.channel, "rummy seat add", level=2)
    await asha.member.click(card(world), label="Start")
    people = [asha, ben]
    for person in people:
        person.place = place(world)
    return people


async def test_a_computer_far_behind_asks_people_to_share_the_pool(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await pooled(world, monkeypatch)
    for number in range(3):
        await play_deal(world, people, commands=False)
        await world.wait(1)
        if number < 2:
            await next_deal(people)
    (pause,) = pauses(people[0].place)
    assert asked(pause) == {"vote yes", "vote no"}
    assert "🤖 Meera asks to share the pool" in words(pause)
    (call,) = calls(people[0].place, "asks to share the pool")
    assert all(f"<@{person.member.id}>" in words(call) for person in people)
    await world.restart()
    await press(people[0], "vote yes")
    await people[1].command("rummy vote", agree=True)
    won = result(world)
    assert won is not None
    assert "agreed to share the pool" in words(won)


async def test_computers_of_a_pool_rejoin_and_share_it_while_nobody_waits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await pooled(world, monkeypatch)
    asha, ben = people
    for number in range(4):
        await play_deal(world, people, commands=number % 2 == 1)
        if number == 3:
            await world.restart()
        if number == 2:
            # The strongest computer has one point left, and asks for a share of the pool.
            for _ in range(100):
                if asked(pauses(asha.place)[0]) == {"vote yes", "vote no"}:
                    break
                await world.wait(1)
            await press(asha, "vote no")
        (pause,) = pauses(asha.place)
        assert asked(pause) - {"call-split"} == {"next"}, "only people are asked by a button"
        if number == 2:
            assert "🤖 Kabir is out" in words(pause)
        if number < 3:
            await next_deal(people, commands=number % 2 == 0)
    match = (await now(world)).public.match
    assert [rejoined.seat for rejoined in match.rejoins] == [2]
    assert match.active == (0, 1, 2)
    assert "🤖 Meera" in words(pause)
    await press(asha, "call-split")
    await world.restart()
    await ben.command("rummy vote", agree=True)
    won = result(world)
    assert won is not None, "the computer has agreed at once"
    assert "🤖 Meera" in words(won)
