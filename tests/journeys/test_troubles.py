"""Refusals of Discord: closed direct messages, missing permissions, deleted threads, faults of every kind."""

import re
from typing import Any

import discord
import pytest

from bot.codes import Problem
from bot.rummy.ids import TableId
from bot.store.rows.outbox import OutboxMessage
from bot.text import refusals
from tests.journeys.people import Person, card, controls, is_result, place, raw, result, said, two, words
from tests.journeys.test_matches import play_on
from tests.journeys.world import World

# -- direct messages --------------------------------------------------------------------------------


async def choose_dm(world: World, person: Person) -> None:
    form = await person.member.slash(world.channel, "rummy settings")
    assert form.response is not None
    await person.member.click(form.response, label="Hand by DM")


async def test_hand_by_direct_message(world: World) -> None:
    people = await two(world)
    for person in people:
        await choose_dm(world, person)
    await people[0].command("play sort")
    await people[0].open_hand()
    mover = people[0] if "draw closed" in people[0].can else people[1]
    dm = mover.member.user.dm_channel
    await mover.command("play sort")
    (hand,) = dm.history()
    assert "draw closed" in controls(hand)
    await mover.member.user.click(hand, custom_id=controls(hand)["draw closed"]["custom_id"])
    (hand,) = dm.history()
    menu = controls(hand)["select discard"]
    await mover.member.user.select(hand, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    (hand,) = dm.history()
    assert "Waiting for" in words(hand)
    answer = await mover.member.user.slash("play hand")
    assert "hand-more" in controls(answer.response)


async def test_closed_direct_messages(world: World) -> None:
    people = await two(world)
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=1)
    await choose_dm(world, people[0])
    await people[0].command("play sort")
    assert people[0].member.user.dm_channel.history() == []
    await people[0].open_hand()
    assert "hand-more" in people[0].can
    await play_on(world, people)


# -- places -----------------------------------------------------------------------------------------


async def test_no_thread_permission(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, times=None)
    people = await two(world)
    assert world.channel.threads == []
    told = [m for m in world.channel.history() if "Create Public Threads" in words(m)]
    assert len(told) == 1
    await play_on(world, people)


async def test_too_many_threads(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006, times=None)
    people = await two(world)
    assert any("the most active threads" in words(m) for m in world.channel.history())
    await play_on(world, people)


async def test_deleted_thread(world: World) -> None:
    people = await two(world)
    world.env.backend.delete_channel(place(world).id)
    for person in people:
        person.place = world.channel
        answer = await person.command("play hand")
        assert "hand-more" in controls(answer.response)
        if "draw closed" in person.can:
            await person.command("play draw", source="closed")
    await world.wait(20)
    board = [m for m in world.channel.history() if "discards" in controls(m)]
    assert len(board) == 1
    await play_on(world, people)


async def test_deleted_channel(world: World) -> None:
    people = await two(world)
    hall = world.guild.create_text_channel("hall")
    await people[0].open_hand()
    thread = place(world)
    world.env.backend.delete_channel(thread.id)
    world.env.backend.delete_channel(world.channel.id)
    sent = len(world.env.http_requests)
    for person in people:
        person.place = hall
        await person.command("play hand")
        if "draw closed" in person.can:
            await person.command("play draw", source="closed")
            await person.command("play discard", card=str(person.cards[0]))
    await world.wait(2)
    writes = [r for r in world.env.http_requests[sent:] if r.path.startswith(f"/channels/{world.channel.id}")]
    assert len(writes) <= 1


# -- faults -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(500, 0), (503, 0), (429, 0), (400, 50035)])
async def test_faults_while_playing(world: World, status: int, code: int) -> None:
    people = await two(world)
    for method, path in (
        ("PATCH", "/channels/*/messages/*"),
        ("POST", "/channels/*/messages"),
        ("DELETE", "/channels/*/messages/*"),
    ):
        world.env.inject_error(method, path, status=status, code=code, times=3)
    for person in people:
        await person.turn_by_buttons()
    await world.wait(60)
    await play_on(world, people)


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (404, 10015), (401, 50027), (500, 0), (400, 40060)])
async def test_dead_tokens(world: World, status: int, code: int) -> None:
    people = await two(world)
    await people[0].open_hand()
    await people[0].press("hand-more")
    lines = (await world.app.tables.find((await world.app.store.tables.open_rows())[0].id)).lines
    world.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code, times=1)
    await people[0].member.click(people[0].shown, custom_id=people[0].can["sort"]["custom_id"])
    now = (await world.app.tables.find((await world.app.store.tables.open_rows())[0].id)).lines
    assert now == lines + 1, "the move stands although its answer was lost"
    await people[0].open_hand()
    await play_on(world, people)


async def test_result_comes_although_discord_stumbles(world: World) -> None:
    people = await two(world)
    host = people[0]
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=2)
    for person in people[1:]:
        await person.command("rummy leave", confirm=True)
    await host.command("rummy end", confirm=True)
    await world.wait(30)
    assert result(world) is not None
    assert len([m for m in world.channel.history() if is_result(m)]) == 1


# -- postings ---------------------------------------------------------------------------------------


async def test_posting_that_stands_is_not_posted_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dies(posting: OutboxMessage[TableId], message: int) -> None:
        raise RuntimeError("killed between Discord's answer and the mark")

    monkeypatch.setattr(world.app.store.tables, "mark_sent", dies)
    await two(world)
    starts = [m for m in place(world).history() if "Shuffle fixed" in words(m)]
    assert len(starts) == 1
    assert await world.app.store.tables.unsent()
    await world.restart(30)
    assert [m.id for m in place(world).history() if "Shuffle fixed" in words(m)] == [starts[0].id]
    assert not await world.app.store.tables.unsent()


async def test_posting_that_was_never_sent_is_sent(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=30)
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    await ben.slash(world.channel, "rummy join")
    await asha.slash(world.channel, "rummy start")
    assert await world.app.store.tables.unsent()
    world.env.backend.faults.clear()
    await world.restart()
    assert len([m for m in place(world).history() if "Shuffle fixed" in words(m)]) == 1
    assert [thread.name for thread in world.channel.threads] == ["Points rummy · Asha, Ben"]
    assert len(world.channel.threads) == 1


async def test_a_sheet_that_comes_late_shows_its_own_deal(world: World) -> None:
    people = await two(world, rules="circle", format="pool_101")
    world.env.inject_error("POST", f"/channels/{place(world).id}/messages", status=500, times=None)
    for _ in range(2):
        for person in people:
            await person.command("play drop", confirm=True)  # of one it is not the turn, or the deal is over
        for person in people:
            await person.command("rummy next")
    world.env.backend.faults.clear()
    await world.restart()
    told = [words(message) for message in place(world).history()]
    sheets = [said for said in told if "wins the deal" in said]
    assert [re.findall(r"Pool 101 · after deal \d", sheet) for sheet in sheets] == [
        ["Pool 101 · after deal 1"],
        ["Pool 101 · after deal 2"],
    ]
    assert "20 points" in sheets[0]
    assert "40 points" not in sheets[0]


# -- secrets ----------------------------------------------------------------------------------------


async def test_private_table(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo", private=True)
    answer = await ben.click(card(world), label="Join")
    assert refusals.PROBLEMS[Problem.NOT_INVITED]() in said(answer)
    await asha.slash(world.channel, "rummy seat add", user=ben)
    await ben.click(card(world), label="Join")
    await asha.click(card(world), label="Start")
    thread = world.channel.threads[0]
    assert thread._channel.type == discord.ChannelType.private_thread.value
    stranger = world.member("Chitra")
    answer = await stranger.slash(world.channel, "rummy table")
    assert refusals.PROBLEMS[Problem.NO_TABLE]() in words(answer.response)
    (row,) = await world.app.store.tables.open_rows()
    answer = await stranger.slash(world.channel, "rummy table", table=row.id)
    assert refusals.PROBLEMS[Problem.NOT_AT_TABLE]() in words(answer.response)
    assert raw(card_or_board(thread))
    await asha.slash(thread, "rummy leave", confirm=True)
    await world.env.settle()
    assert [m for m in thread.history() if is_result(m)]
    assert not [m for m in world.channel.history() if is_result(m)]


def card_or_board(thread: Any) -> Any:
    return next(m for m in thread.history()[::-1] if "discards" in controls(m))
