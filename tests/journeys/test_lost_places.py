"""Tables that lose the place where they play: private ones never go on where everybody reads along."""

import itertools
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from bot.codes import Problem, TableStatus
from bot.rummy.ids import TableId
from bot.service.tables.state import TableState
from bot.service.tables.waiting import WaitingTables, has_lost_place
from bot.store.errors import StoreFailedError
from bot.store.rows.alarms import AlarmKind
from bot.text import refusals, waiting
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, controls, place, reply, said, table_of, two, words
from tests.journeys.test_regained import deny, give_back
from tests.journeys.tournaments import announced, steward, typed
from tests.journeys.world import World
from tests.known import load

PRIVATE = discord.ChannelType.private_thread.value


async def private(world: World, **options: Any) -> list[Person]:
    """Return Asha and Ben at a private table, each looking at their hand."""
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo", pace="standard", private=True, **options)
    card = world.channel.history()[-1]
    await asha.slash(world.channel, "rummy seat add", user=ben)
    await ben.slash(world.channel, "rummy join")
    await asha.click(card, custom_id=controls(card)["start"]["custom_id"])
    people = [Person(world, member, load(world.config.rules_dir)["winzo"]) for member in (asha, ben)]
    for person in people:
        person.place = place(world)
        await person.open_hand()
    return people


async def table(world: World) -> TableState:
    """Return the only open table."""
    (row,) = await world.app.store.tables.open_rows()
    return await world.app.tables.find(row.id)


def mover(people: list[Person]) -> Person:
    """Return whose turn it is."""
    return next(person for person in people if "draw closed" in person.can)


async def lost(world: World, people: list[Person]) -> tuple[Person, Person]:
    """Delete the private thread, and draw a card, by which the bot finds it gone. Return who drew, and the other."""
    first = mover(people)
    world.env.backend.delete_channel(people[0].place.id)
    first.look(await first.member.slash(world.channel, "play draw", source="closed"))
    await world.wait(30)
    return first, next(person for person in people if person is not first)


async def pressed(member: MemberActor, shown: InteractionResult, action: str) -> InteractionResult:
    """Press a button of a private answer."""
    assert shown.response is not None
    return await member.click(shown.response, custom_id=controls(shown.response)[action]["custom_id"])


def told(channel: ChannelHandle, since: int) -> str:
    """Return all words in a channel after that number of messages."""
    return "\n".join(words(message) for message in channel.history()[since:])


@pytest.mark.usefixtures("rare_beats")
async def test_a_private_table_without_its_thread_waits_and_goes_on_in_another(world: World) -> None:
    people = await private(world)
    since = len(world.channel.history())
    first, other = await lost(world, people)
    call = told(world.channel, since)
    assert "waits for you" in call
    assert first.member.mention in call
    assert other.member.mention in call
    assert len(world.channel.history()) == since + 1, "nothing of the table is shown to all"
    state = await table(world)
    assert [alarm.kind for alarm in state.alarms] == [AlarmKind.IDLE]
    step = state.row.step
    await world.wait(3600)
    assert (await table(world)).row.step == step, "no time runs out"
    await other.member.slash(world.channel, "play hand")
    for command, options in (("play discard", {"card": "2S"}), ("play break", {})):
        assert said(await first.member.slash(world.channel, command, **options)) == waiting.REFUSED()

    hall = world.guild.create_text_channel("hall")
    look = first.look(await first.member.slash(hall, "play hand"))
    assert "go-on" in controls(look.response)
    await first.press("go-on")
    (thread,) = hall.threads
    assert thread._channel.type == PRIVATE
    assert {person.member.id for person in people} <= {*thread._channel.thread_members}
    await world.wait(2)
    assert any("discards" in controls(message) for message in thread.history())
    state = await table(world)
    assert not state.waits
    turn = state.alarm(AlarmKind.TURN)
    assert turn is not None
    left = turn.due - world.env.now()
    assert left > timedelta(seconds=state.rules.turns.turn_seconds - 10), "a full turn"
    assert not told(world.channel, since), "the call is gone"
    assert "Seat 1" not in told(hall, 0)


async def test_a_private_table_that_plays_in_a_channel_already_plays_on(world: World) -> None:
    """Earlier versions began there."""
    people = await private(world)
    since = len(world.channel.history())
    await world.app.tables.move_to((await table(world)).id, world.channel.id, None)
    await world.restart()
    for person in people:
        person.place = world.channel
    assert any([await person.turn_by_buttons() for person in people])
    await world.wait(2)
    assert not (await table(world)).waits
    assert any("discards" in controls(message) for message in world.channel.history()[since:])


async def test_where_one_of_them_cannot_read_it_a_private_table_does_not_go_on(world: World) -> None:
    first, other = await lost(world, await private(world))
    hidden = discord.PermissionOverwrite(view_channel=False)
    hall = world.guild.create_text_channel("hall", overwrites={other.member: hidden})
    first.look(await first.member.slash(hall, "play hand"))
    answer = said(await first.press("go-on"))
    assert other.member.mention in answer
    assert first.member.mention not in answer
    assert not hall.threads
    world.env.inject_error("PUT", "/channels/*/thread-members/*", status=403, code=50001, times=None)
    first.look(await first.member.slash(world.channel, "play hand"))
    assert other.member.mention in said(await first.press("go-on"))
    assert not world.channel.threads
    assert (await table(world)).waits


def shut(world: World, thread: ChannelHandle) -> None:
    """Take the bot out of a private thread. Discord then refuses each of its requests there."""
    for method, path in itertools.product(("GET", "POST", "PATCH", "DELETE"), ("", "/*")):
        world.env.inject_error(method, f"/channels/{thread.id}{path}", status=403, code=50001, times=None)
    world.env.backend.remove_thread_member(thread.id, world.env.backend.bot_user.id)


async def test_a_private_table_waits_when_the_bot_is_taken_out_of_its_thread(world: World) -> None:
    people = await private(world)
    first, since = mover(people), len(world.channel.history())
    shut(world, people[0].place)
    await world.wait(2)
    state = await table(world)
    assert state.waits, "nobody has done anything"
    assert [alarm.kind for alarm in state.alarms] == [AlarmKind.IDLE]
    assert len(world.channel.history()) == since + 1
    call = told(world.channel, since)
    assert all(person.member.mention in call for person in people)
    assert "your private table waits for you" in call
    refused = said(await first.member.slash(world.channel, "play draw", source="closed"))
    assert "This table waits" in refused

    hall = world.guild.create_text_channel("hall")
    first.look(await first.member.slash(hall, "play hand"))
    await first.press("go-on")
    await world.wait(2)
    assert not (await table(world)).waits
    (thread,) = hall.threads
    assert any("discards" in controls(message) for message in thread.history())
    assert len(world.channel.history()) == since, "nothing of the table was ever shown to all"


async def test_it_goes_on_by_itself_when_the_bot_is_let_into_its_thread_again(world: World) -> None:
    people = await private(world)
    thread = people[0].place
    shut(world, thread)
    await world.wait(2)
    assert (await table(world)).waits
    world.env.backend.faults.clear()
    world.env.backend.add_thread_member(thread.id, world.env.backend.bot_user.id)
    await world.wait(2)
    state = await table(world)
    assert (state.waits, state.row.thread) == (False, thread.id)
    assert "goes on" in told(thread, 0)


async def test_where_the_bot_still_sees_the_thread_it_was_taken_out_of_the_table_plays_on(world: World) -> None:
    """It may manage threads, or the thread is a public one."""
    people = await private(world)
    world.env.backend.remove_thread_member(people[0].place.id, world.env.backend.bot_user.id)
    await world.wait(2)
    assert not (await table(world)).waits
    assert any([await person.turn_by_buttons() for person in people])


async def test_a_thread_that_the_bot_opened_as_it_was_killed_is_taken_at_the_next_try(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = await lost(world, await private(world))

    async def end(*_: Any, **__: Any) -> None:
        raise StoreFailedError("the process ends here")

    with monkeypatch.context() as patched:
        patched.setattr(WaitingTables, "put", end)
        first.look(await first.member.slash(world.channel, "play hand"))
        await first.press("go-on")
    (thread,) = world.channel.threads
    await world.restart()
    other.look(await other.member.slash(world.channel, "play hand"))
    await other.press("go-on")
    await world.wait(2)
    assert len(world.channel.threads) == 1
    assert (await table(world)).row.thread == thread.id
    assert not (await table(world)).waits


async def test_a_thread_that_was_opened_in_vain_is_deleted_later_if_not_at_once(world: World) -> None:
    first, _ = await lost(world, await private(world))
    world.env.inject_error("PUT", "/channels/*/thread-members/*", status=403, code=50001, times=None)
    for method in ("DELETE", "PATCH"):
        world.env.inject_error(method, "/channels/*", status=500, times=None)
    first.look(await first.member.slash(world.channel, "play hand"))
    await first.press("go-on")
    await world.wait(130)
    assert len(world.channel.threads) == 1
    world.env.backend.faults.clear()
    await world.wait(130)
    assert not world.channel.threads


async def test_it_goes_on_in_public_once_all_have_agreed(world: World) -> None:
    first, other = await lost(world, await private(world))
    first.look(await first.member.slash(world.channel, "play hand"))
    assert "1 of 2 players agree" in said(await first.press("go-public"))
    assert (await table(world)).waits
    other.look(await other.member.slash(world.channel, "play hand"))
    await other.press("go-public")
    state = await table(world)
    assert not state.waits
    thread = world.channel.threads[-1]
    assert thread._channel.type == discord.ChannelType.public_thread.value
    await world.wait(2)
    assert any("discards" in controls(message) for message in thread.history())
    for person in (first, other):
        person.place = thread
        await person.open_hand()
    assert any("select discard" in person.can for person in (first, other))


async def test_the_last_to_agree_cannot_take_it_where_another_does_not_see_it(world: World) -> None:
    first, other = await lost(world, await private(world))
    first.look(await first.member.slash(world.channel, "play hand"))
    await first.press("go-public")
    hidden = discord.PermissionOverwrite(view_channel=False)
    den = world.guild.create_text_channel("den", overwrites={first.member: hidden})
    other.look(await other.member.slash(den, "play hand"))
    assert first.member.mention in said(await other.press("go-public"))
    assert not den.threads
    assert (await table(world)).waits


async def test_the_clock_starts_once_all_have_been_told(world: World) -> None:
    first, _ = await lost(world, await private(world))
    hall = world.guild.create_text_channel("hall")
    first.look(await first.member.slash(hall, "play hand"))
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=5)
    await first.press("go-on")
    (thread,) = hall.threads
    state = await table(world)
    assert state.row.thread == thread.id
    assert [alarm.kind for alarm in state.alarms] == [AlarmKind.IDLE]
    await world.wait(90)
    assert not (await table(world)).waits
    assert "your table goes on here" in told(thread, 0)


async def test_a_slower_press_moves_no_table_that_is_played_again(world: World) -> None:
    first, _ = await lost(world, await private(world))
    hall = world.guild.create_text_channel("hall")
    first.look(await first.member.slash(hall, "play hand"))
    await first.press("go-on")
    before = await table(world)
    assert not before.waits
    await world.app.services.waiting.put(before.id, world.channel.id, None, public=True)
    after = await table(world)
    assert (after.row.channel, after.row.thread) == (before.row.channel, before.row.thread)
    assert after.is_kept_private


async def test_after_three_days_it_is_closed_and_every_stake_goes_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.tables.deadlines.PLACE_WAIT", timedelta(minutes=5))
    people = await private(world, stake=1.0)
    since = len(world.channel.history())
    await lost(world, people)
    id = (await table(world)).id
    await world.wait(310)
    state = await world.app.tables.find(id)
    assert state.row.status is TableStatus.VOID
    assert await world.app.store.ledger.faults() == ()
    assert "Every stake has gone back" in told(world.channel, since)
    assert not [message for message in world.channel.history()[since:] if message.attachments]
    assert "wins" not in told(world.channel, since)
    assert not await world.app.store.tables.unsent()


async def test_who_leaves_while_it_waits_ends_it_and_its_result_stays_private(world: World) -> None:
    people = await private(world)
    since = len(world.channel.history())
    first, other = await lost(world, people)
    id = (await table(world)).id
    first.look(await first.member.slash(world.channel, "play hand"))
    await first.press("ask-leave")
    await first.press("leave")
    await world.wait(2)
    assert (await world.app.tables.find(id)).row.status is TableStatus.FINISHED
    assert "is over. `/history` has its result." in told(world.channel, since)
    assert "wins" not in told(world.channel, since)
    assert not await world.app.store.tables.unsent()
    assert other.member.name in said(await other.member.slash(world.channel, "history"))


async def test_without_a_private_thread_it_does_not_begin_in_the_channel(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo", pace="blitz", private=True)
    card = world.channel.history()[-1]
    await asha.slash(world.channel, "rummy seat add", user=ben)
    await ben.slash(world.channel, "rummy join")
    deny(world, world.channel, create_private_threads=True)
    await asha.click(card, custom_id=controls(card)["start"]["custom_id"])
    await world.wait(2)
    assert (await table(world)).waits
    said_to_all = told(world.channel, 0)
    assert "**Create Private Threads**" in said_to_all
    assert "plays first" not in said_to_all
    give_back(world, world.channel)
    await pressed(asha, await asha.slash(world.channel, "play hand"), "go-on")
    await world.wait(2)
    assert "plays first" in told(world.channel.threads[-1], 0)
    assert "plays first" not in told(world.channel, 0)


async def test_it_goes_on_by_itself_when_the_bot_may_write_in_its_thread_again(world: World) -> None:
    people = await private(world)
    first = mover(people)
    deny(world, world.channel, send_messages_in_threads=True)
    await first.press("draw closed")
    await world.wait(30)
    assert (await table(world)).waits
    give_back(world, world.channel)
    await world.wait(2)
    assert not (await table(world)).waits
    assert any("goes on" in words(message) for message in people[0].place.history())


async def test_strangers_cannot_forge_a_way_on(world: World) -> None:
    """Not even the staff move a private match, and at one that has its place, or is over, nothing happens."""
    people = await private(world)
    hall = world.guild.create_text_channel("hall")
    asha, zed, zara = people[0].member, world.member("Zed"), steward(world, manage_guild=True)
    await zed.slash(hall, "rummy new", rules="winzo")
    await world.wait(2)
    (message,) = hall.history()
    rows = await world.app.store.tables.open_rows()
    (code,) = [row.id for row in rows if row.host == asha.id]
    (lobby,) = [row.id for row in rows if row.id != code]

    async def forge(by: MemberActor) -> set[str]:
        before = (state := await world.app.tables.find(code)).row, state.lobby, state.alarms
        answers = set()
        for word, kind, step in itertools.product(("go-on", "go-public"), "cy", (state.row.step, 0, 999)):
            (answer,) = await clicks(world, message, f"rummy:{kind}:{code}:{step}:{word}", by=by)
            assert answer.response is not None
            assert answer.response.ephemeral
            answers.add(said(answer))
        after = await world.app.tables.find(code)
        assert (after.row, after.lobby, after.alarms) == before
        assert not hall.threads
        return answers

    refused = {refusals.PROBLEMS[Problem.NOT_AT_TABLE]()}
    assert await forge(zed) == await forge(zara) == refused
    world.env.backend.delete_channel(people[0].place.id)
    await world.wait(30)
    assert (await world.app.tables.find(code)).waits
    assert await forge(zed) == await forge(zara) == refused
    shown = await zara.slash(world.channel, "rummy table", table=code)
    assert waiting.PRIVATE() in said(shown)
    assert not controls(shown.response), "nothing is offered that is refused"
    await asha.slash(world.channel, "rummy leave", table=code, confirm=True)
    await world.wait(2)
    assert (await world.app.tables.find(code)).row.status.is_over
    assert await forge(zed) == await forge(zara) == refused
    for forged in (f"rummy:y:{lobby}:0:go-on", "rummy:y:zzzzzz:0:go-on"):
        (answer,) = await clicks(world, message, forged, by=asha)
        assert said(answer) in (refusals.PROBLEMS[Problem.NOT_HOST](), refusals.PROBLEMS[Problem.NO_TABLE]())
    assert (await world.app.tables.find(lobby)).row.channel == hall.id


# -- public tables ------------------------------------------------------------------------------------


async def test_a_public_table_whose_channel_is_gone_is_moved_by_a_player_or_the_staff(world: World) -> None:
    staff = steward(world, manage_guild=True)
    hall = world.guild.create_text_channel("hall")
    people = await two(world, pace="standard")
    for person in people:
        await person.open_hand()
    world.env.backend.delete_channel(people[0].place.id)
    world.env.backend.delete_channel(world.channel.id)
    await mover(people).member.slash(hall, "play draw", source="closed")
    await world.wait(30)
    state = await table(world)
    assert "Its channel is gone" in said(await people[0].member.slash(hall, "play hand"))
    shown = await staff.slash(hall, "rummy table", table=state.id)
    assert "Its channel is gone" in said(shown)
    assert [*controls(shown.response)] == ["go-on"]
    answer = await pressed(staff, shown, "go-on")
    assert f"<#{hall.threads[-1].id}>" in said(answer)
    await world.wait(2)
    assert any("discards" in controls(message) for message in hall.threads[-1].history())


async def test_the_question_which_table_names_those_that_wait(world: World) -> None:
    people = await private(world)
    asha = people[0].member
    await lost(world, people)
    code = (await table(world)).id
    await table_of(world, [asha])
    await asha.slash(world.channel, "play hand")
    hall = world.guild.create_text_channel("hall")
    (menu,) = controls(reply(await asha.slash(hall, "play hand"))).values()
    (waits,) = [option for option in menu["options"] if code in option["value"]]
    assert waits["description"] == waiting.REFUSED()


async def test_a_table_whose_channel_is_deleted_says_so_before_anybody_acts(world: World) -> None:
    hall = world.guild.create_text_channel("hall")
    people = await two(world, pace="none")
    world.env.backend.delete_channel(world.channel.id)
    await world.wait(2)
    assert (await table(world)).waits
    assert "Its channel is gone" in said(await people[0].member.slash(hall, "rummy table"))


async def test_a_table_whose_thread_is_deleted_goes_on_in_its_channel_before_anybody_acts(world: World) -> None:
    people = await two(world, pace="none")
    since = len(world.channel.history())
    world.env.backend.delete_channel(people[0].place.id)
    await world.wait(2)
    assert (await table(world)).row.thread is None
    assert any("discards" in controls(message) for message in world.channel.history()[since:])


@pytest.mark.usefixtures("rare_beats")
async def test_the_place_of_a_table_that_waits_is_tried_now_and_then_for_as_long_as_it_waits(world: World) -> None:
    first, _ = await lost(world, await private(world))
    hall = world.guild.create_text_channel("hall")
    first.look(await first.member.slash(hall, "play hand"))
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await first.press("go-on")
    await world.wait(2400)
    assert (await table(world)).waits
    world.env.backend.faults.clear()
    await world.wait(130)
    assert not (await table(world)).waits
    assert "your table goes on here" in told(hall.threads[0], 0)


# -- lobbies ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["host", "staff"])
@pytest.mark.parametrize("private", [False, True])
async def test_a_lobby_whose_channel_is_gone_is_moved_by_its_host_or_the_staff(
    world: World, by: str, private: bool
) -> None:
    staff, asha, ben = steward(world, manage_guild=True), world.member("Asha"), world.member("Ben")
    hall = world.guild.create_text_channel("hall")
    await asha.slash(world.channel, "rummy new", rules="winzo", private=private)
    code = (await table(world)).id
    world.env.backend.delete_channel(world.channel.id)
    await world.wait(2)
    mover = asha if by == "host" else staff
    shown = await mover.slash(hall, *["play hand"] if by == "host" else ["rummy table"], table=code)
    assert "Its channel is gone" in said(shown)
    assert "go-on" in controls(shown.response)
    answer = await pressed(mover, shown, "go-on")
    await world.wait(2)
    (card,) = [message for message in hall.history() if "start" in controls(message)]
    assert f"/{hall.id}/{card.id}" in said(answer)
    state = await table(world)
    assert (state.row.channel, state.waits) == (hall.id, False)
    assert "start" in controls((await asha.slash(hall, "rummy table")).response)
    if not private:
        await ben.click(card, custom_id=controls(card)["join"]["custom_id"])
        await asha.click(hall.history()[-1], custom_id=controls(card)["start"]["custom_id"])
        await world.wait(2)
        assert "plays first" in told(hall.threads[-1], 0)


async def test_nobody_else_moves_a_lobby(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    hall = world.guild.create_text_channel("hall")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    code = (await table(world)).id
    await ben.slash(world.channel, "rummy join")
    world.env.backend.delete_channel(world.channel.id)
    await world.wait(2)
    shown = await ben.slash(hall, "rummy table", table=code)
    assert said(await pressed(ben, shown, "go-on")) == refusals.PROBLEMS[Problem.NOT_HOST]()
    assert (await table(world)).waits
    assert not hall.history()


async def test_the_question_which_table_names_a_lobby_without_a_channel(world: World) -> None:
    asha = world.member("Asha")
    hall, den = (world.guild.create_text_channel(name) for name in ("hall", "den"))
    codes: list[TableId] = []
    for channel in (hall, world.channel):
        await asha.slash(channel, "rummy new", rules="winzo")
        codes = [row.id for row in await world.app.store.tables.open_rows() if row.id not in codes] + codes
    world.env.backend.delete_channel(world.channel.id)
    await world.wait(2)
    (menu,) = controls(reply(await asha.slash(den, "rummy table"))).values()
    (waits,) = [option for option in menu["options"] if codes[0] in option["value"]]
    assert waits["description"] == waiting.REFUSED()
    assert waiting.REFUSED() in said(await asha.slash(den, "tables"))


# -- tournaments --------------------------------------------------------------------------------------


async def test_a_tournament_whose_channel_is_gone_says_so(world: World) -> None:
    zara = steward(world)
    await announced(world, zara)
    hall = world.guild.create_text_channel("hall")
    assert "Its channel is gone" not in said(await zara.slash(hall, "tournament show"))
    world.env.backend.delete_channel(world.channel.id)
    assert "Its channel is gone. Type `/tournament move`" in said(await zara.slash(hall, "tournament show"))


@pytest.mark.parametrize("reason", ["permission", "number"])
async def test_the_tables_of_a_round_wait_for_threads_of_their_own(world: World, reason: str) -> None:
    zara = steward(world)
    await announced(world, zara)
    people = [world.member(name) for name in ("Asha", "Ben", "Chitra", "Dev")]
    for person in people:
        await person.slash(world.channel, "tournament join")
    if reason == "permission":
        deny(world, world.channel, create_public_threads=True)
    else:
        path = f"/channels/{world.channel.id}/threads"
        world.env.inject_error("POST", path, status=400, code=160006, times=4)
    await typed(world, zara, "start")
    await world.wait(5)
    rows = await world.app.store.tables.open_rows()
    states = [await world.app.tables.find(row.id) for row in rows]
    assert len(states) == 2
    assert all(state.waits for state in states)
    said_to_all = told(world.channel, 0)
    assert said_to_all.count("The tables of this round wait") == 1
    assert ("**Create Public Threads**" if reason == "permission" else "active threads") in said_to_all
    assert "This table waits" in said(await people[0].slash(world.channel, "play hand"))
    if reason == "permission":
        give_back(world, world.channel)
    await world.wait(300)
    assert len(world.channel.threads) == 2
    for thread in world.channel.threads:
        assert "plays first" in told(thread, 0)
    assert "plays first" not in told(world.channel, 0)
    assert not [(await world.app.tables.find(row.id)).id for row in rows if (await world.app.tables.find(row.id)).waits]
    assert place(world) is not None


async def test_a_thread_whose_opening_was_not_confirmed_is_found_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    zara = steward(world)
    await announced(world, zara)
    people = [world.member(name) for name in ("Asha", "Ben", "Chitra", "Dev")]
    for person in people:
        await person.slash(world.channel, "tournament join")
    deny(world, world.channel, create_public_threads=True)
    await typed(world, zara, "start")
    await world.wait(5)
    relocation = world.app.announcers.tables._relocation
    put, fails = relocation.put, [True]

    async def lose(*place: Any) -> None:
        if fails:
            fails.clear()
            raise StoreFailedError("nobody knows that there is a thread")
        await put(*place)

    monkeypatch.setattr(relocation, "put", lose)
    give_back(world, world.channel)
    await world.wait(300)
    assert not fails
    assert len(world.channel.threads) == 2
    assert not [row for row in await world.app.store.tables.open_rows() if has_lost_place(row)]
