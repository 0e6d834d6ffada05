"""Restarts at any moment, and time: deadlines, reminders, long plays, boards that grow old."""

from typing import Any

import pytest

from bot.discord.outbox.live import BOARD_LIFE
from bot.flows.open_screens import CALLED_AFTER
from bot.games.indian import solver
from bot.text import table
from tests.journeys.people import Person, card, controls, is_result, place, result, table_of, words
from tests.journeys.test_matches import play_on
from tests.journeys.world import World
from tests.stacked_packs import stack_packs

LACKING = "AH 2H 3H 4H 5S 6S 7S 8C 8D 8H 2C 2D KS"
"""A hand that lacks a two to be declared, which its player draws in the third turn."""
OTHERS = "3C 5C 7C TC 4D 6D TD QD 3S TS QS 6H JH"


async def test_restart_between_any_two_actions(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, (LACKING, OTHERS, "9S 4C QC 5D JC KH 2S"))
    people = await table_of(world, [world.member("Asha"), world.member("Ben")])
    for _ in range(300):
        if result(world) is not None:
            break
        for person in people:
            await turn_with_restarts(world, person)
        await world.wait(2)
    assert "wins" in words(result(world))
    started = [m for m in place(world).history() if "Shuffle fixed" in words(m)]
    assert len(started) == 1
    assert len([m for m in world.channel.history() if is_result(m)]) == 1


async def turn_with_restarts(world: World, person: Person) -> None:
    """Take a turn by buttons, with a new process before each click."""
    press, choose = person.press, person.choose

    async def press_after(action: str) -> Any:
        await world.restart()
        return await press(action)

    async def choose_after(action: str, *values: str) -> Any:
        await world.restart()
        return await choose(action, *values)

    person.press, person.choose = press_after, choose_after  # type: ignore[method-assign]
    try:
        await world.restart()
        await person.turn_by_buttons()
    finally:
        person.press, person.choose = press, choose  # type: ignore[method-assign]


async def test_lobby_survives(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    await world.restart()
    await ben.click(card(world), label="Join")
    await world.restart()
    await asha.click(card(world), label="Start")
    assert place(world).is_thread


@pytest.mark.usefixtures("rare_beats")
async def test_buttons_live_beyond_sixteen_minutes(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], pace="slow", computers=0)
    for person in people:
        await person.open_hand()
    old, _ = people[0].find("discards")
    for _ in range(9):
        for person in people:
            await person.press("refresh")
            await person.press("sort")
        await world.wait(120)
    assert world.env.now().minute >= 16
    mover = next(p for p in people if "draw closed" in p.can)
    await mover.press("draw closed")
    assert "select discard" in mover.can
    await world.wait(20 * 60)
    await mover.choose("discard", str(mover.cards[0]))
    await world.wait(20 * 60)
    other = next(p for p in people if p is not mover)
    assert "draw closed" not in other.can, "an old private message cannot be changed without a fresh click"
    await other.press("refresh")
    await other.press("draw closed")
    await world.wait(20)
    new, _ = people[0].find("discards")
    assert new.id != old.id, "boards are posted again before they are an hour old"
    assert old.id not in [m.id for m in place(world).history()], "no old one goes on telling whose turn it is"
    await play_on(world, people)


@pytest.mark.usefixtures("rare_beats")
async def test_board_is_posted_anew(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], pace="slow", computers=0)
    first, _ = people[0].find("discards")
    await world.wait(BOARD_LIFE.total_seconds() + 1)
    for person in people:
        await person.turn_by_buttons()
    second, _ = people[0].find("discards")
    assert second.id != first.id
    assert "discards" in controls(first)


async def test_ping_reminder_and_lapse(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], pace="standard", computers=0)
    assert pings(world) == [], "they are looking at the hand that has just come to them"
    await world.wait(CALLED_AFTER.total_seconds() + 1)
    (ping,) = pings(world)
    assert "your turn" in words(ping)
    await world.wait(10)
    assert any("half your time" in words(m) for m in pings(world))
    await world.wait(120)
    assert ping.id not in [m.id for m in pings(world)]
    assert len(pings(world)) <= 2
    board, _ = people[0].find("discards")
    assert "ran out of time" in words(board)
    lapsed = next(p for p in people if p.member.name in words(board).split("ran out of time")[0].splitlines()[-1])
    answer = await lapsed.command("play back")
    assert "While you were away" in words(answer.response)


async def test_a_valid_hand_that_was_looked_at_is_declared_when_time_runs_out(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], pace="standard", computers=0)
    looker = await looking(people)
    assert "If your time runs out, they are declared for you." in words(looker.shown)
    await world.restart()
    await world.wait(121)
    await looker.open_hand()
    assert "Time ran out. The groups you had checked were declared" in words(looker.shown)
    assert f"{looker.member.name} ran out of time" not in words(people[0].find("discards")[0])


async def looking(people: list[Person]) -> Person:
    """Return the first player who looks at a valid declaration instead of declaring it."""
    for _ in range(100):
        for person in people:
            await person.open_hand()
            if "draw closed" not in person.can:
                continue
            await person.press("draw closed")
            card, kept = solver.best_discard(person.cards, person.wild, person.rules)
            if not kept.declarable:
                await person.choose("discard", str(card))
                continue
            await person.press("best")
            await person.press("ask-declare")
            await person.choose("ask-declare", str(card))
            return person
    raise AssertionError("nobody could declare")


async def test_hands_are_refreshed_when_the_turn_comes(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0)
    for person in people:
        await person.open_hand()
    mover = next(p for p in people if "draw closed" in p.can)
    other = next(p for p in people if p is not mover)
    await mover.press("draw closed")
    await mover.choose("discard", str(mover.cards[0]))
    assert "draw closed" in other.can


async def test_time_down_does_not_count(world: World) -> None:
    await table_of(world, [world.member("Asha"), world.member("Ben")], pace="standard", computers=0)
    await world.wait(10)
    await world.restart(down_seconds=3600)
    back = [m for m in place(world).history() if table.BACK() in words(m)]
    assert len(back) == 1
    board = next(m for m in place(world).history()[::-1] if "discards" in controls(m))
    assert "ran out of time" not in words(board)
    await world.restart()
    assert len([m for m in place(world).history() if table.BACK() in words(m)]) == 1


async def test_idle_lobby_closes(world: World) -> None:
    asha = world.member("Asha")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    opened = card(world)
    await world.wait(31 * 60)
    assert list(controls(opened_now(world, opened.id))) == ["verify"]


def opened_now(world: World, id: int) -> Any:
    """Return the message as it is now."""
    return next(m for m in world.channel.history() if m.id == id)


def pings(world: World) -> list[Any]:
    """Return the calls and reminders that are still there."""
    return [m for m in place(world).history() if "Play my turn" in str([c.get("label") for c in controls(m).values()])]
