"""The time around a match: rematch, records, ending, leaving, settings, staff, direct messages."""

from typing import Any

import discord
import pytest

from bot.codes import Problem
from bot.rummy.record import Record
from bot.service.shuffle import verify
from bot.text import asks, lobby, refusals
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, card, code_of, controls, open_more, place, result, said, table_of, words
from tests.journeys.test_matches import play_on
from tests.journeys.world import World
from tests.known import GAMES, load


async def finished(world: World) -> list[Person]:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")])
    await play_on(world, people)
    return people


async def press(world: World, person: Person, word: str) -> Any:
    """Press that button under the result, or behind its ⋯."""
    end = result(world)
    assert end is not None
    if word not in {name.split()[0] for name in controls(end)}:
        end = await open_more(person.member, end)
    id = next(c["custom_id"] for name, c in controls(end).items() if name.split()[0] == word)
    return await person.member.click(end, custom_id=id)


async def code(world: World) -> str:
    """Return the code of the finished table."""
    return code_of(result(world))


async def test_record_and_verify(world: World) -> None:
    people = await finished(world)
    answer = record = await press(world, people[0], "record")
    (file,) = answer.response.attachments
    stored = world.env.backend.cdn
    assert file.filename.endswith(".txt")
    found = await world.app.store.tables.finished(Record.parse(await text_of(world, answer), GAMES).code)
    assert found is not None
    assert verify(Record.parse(await text_of(world, answer), GAMES))
    assert stored is not None
    answer = await press(world, people[1], "verify")
    assert "everything matches" in said(answer)
    assert found.row.seed.hex() in said(answer)
    assert found.row.commitment in said(answer)
    assert Record.parse(await text_of(world, record), GAMES).digest in said(answer)
    for shared in (*place(world).history(), *world.channel.history()):
        assert found.row.seed.hex() not in words(shared), "the values are behind Verify"
    stranger = world.member("Chitra")
    answer = await stranger.slash(world.channel, "rummy record", table=await code(world))
    assert answer.response is not None
    assert answer.response.attachments, "a public table's record is for all of the server"


async def text_of(world: World, answer: Any) -> str:
    """Return the text of the attached file."""
    attachment = answer.response.attachments[0]
    return bytes(await attachment.read()).decode()


async def test_rematch(world: World) -> None:
    people = await finished(world)
    before = len(world.channel.threads)
    assert "waits for 1 more" in said(await press(world, people[0], "rematch"))
    assert "Rematch" in words(world.channel.history()[-1])
    (waits,) = [message for message in private(world, people[0]) if "waits for 1 more" in words(message)]
    people[1].look(await press(world, people[1], "rematch"))
    assert len(world.channel.threads) == before + 1
    assert "hand-more" in people[1].can, "the last press brings the hand"
    await world.wait(6)
    (answered,) = [message for message in private(world, people[0]) if message.id == waits.id]
    assert "hand-more" in controls(answered), "the answer to the first press has become the hand"
    assert code_of(answered) == code_of(people[1].shown)
    for shared in (*place(world).history(), *world.channel.history()):
        assert "hand-more" not in controls(shared)


def private(world: World, person: Person) -> list[Any]:
    """Return the private messages that the person sees in the channel."""
    return [message for message in world.channel.history(viewer=person.member) if message.flags.ephemeral]


@pytest.mark.parametrize("minutes", [1, 16])
async def test_the_hand_comes_to_who_has_joined_a_short_while_ago(world: World, minutes: int) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    rules = load(world.config.rules_dir)["winzo"]
    guest = Person(world, ben, rules)
    await asha.slash(world.channel, "rummy new", rules="winzo")
    assert said(await ben.click(card(world), label="Join")) == lobby.JOINED()
    await world.wait(60 * minutes)
    host = Person(world, asha, rules)
    host.look(await asha.click(card(world), label="Start"))
    assert "hand-more" in host.can, "who starts the match gets their hand"
    await world.wait(30)
    (answered,) = private(world, guest)
    assert ("hand-more" in controls(answered)) is (minutes < 15)
    assert f"<@{ben.id}>" in words(place(world).history()[0]), "all are called in the thread, too"
    guest.place = place(world)
    await guest.open_hand()
    hands = [message for message in private(world, guest) if "hand-more" in controls(message)]
    hands += [message for message in guest.messages() if "hand-more" in controls(message)]
    assert [message.id for message in hands] == [guest.shown.id], "one private hand a person"


async def test_running_table_gives_no_record(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")])
    (row,) = await world.app.store.tables.open_rows()
    assert said(await people[0].command("rummy record", table=row.id)) == refusals.PROBLEMS[Problem.NOT_OVER]()
    answer = await people[0].command("rummy verify")
    assert row.commitment in said(answer)
    assert row.seed.hex() not in said(answer)


async def test_host_ends_by_vote(world: World) -> None:
    asha, ben, chitra = await table_of(world, [world.member(n) for n in ("Asha", "Ben", "Chitra")], computers=0)
    assert refusals.PROBLEMS[Problem.NOT_HOST]() in said(await ben.command("rummy end", confirm=True))
    await asha.command("rummy end")
    await asha.press("call-end")
    board, yes = ben.find("vote yes")
    await ben.member.click(board, custom_id=yes)
    assert result(world) is None
    await chitra.member.click(board, custom_id=yes)
    assert result(world) is not None
    assert "No result" in words(result(world))


async def test_vote_runs_out(world: World) -> None:
    asha, ben = await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0, pace="slow")
    await asha.command("rummy end", confirm=True)
    board, no = ben.find("vote no")
    assert no
    await ben.command("play sort")
    await world.wait(61)
    assert not any("vote" in name for name in controls(world.env and ben.find("discards")[0]))
    assert board


def staff(world: World, name: str) -> Any:
    """Return a player who may manage the server."""
    role = world.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user(name), roles=[role])


async def test_staff_ends_any_table(world: World) -> None:
    await table_of(world, [world.member("Asha"), world.member("Ben")])
    chitra = staff(world, "Chitra")
    answer = await chitra.slash(place(world), "rummy end", confirm=True)
    assert "ended" in said(answer)
    assert "No result" in words(result(world))
    await chitra.slash(world.channel, "rummy new", rules="winzo")
    stranger = world.member("Dev")
    assert said(await stranger.slash(world.channel, "rummy end")) == refusals.PROBLEMS[Problem.NOT_HOST]()
    assert "cancelled" in said(await chitra.slash(world.channel, "rummy end")) or result(world)


async def test_staff_is_asked_first(world: World) -> None:
    await table_of(world, [world.member("Asha"), world.member("Ben")])
    chitra = staff(world, "Chitra")
    asked = await chitra.slash(place(world), "rummy end")
    assert said(asked).startswith(asks.end_by_staff())
    assert result(world) is None
    end = controls(asked.response)["end-by-staff"]["custom_id"]
    board = next(m for m in place(world).history() if "discards" in controls(m))
    (refused,) = await clicks(world, board, end, by=world.member("Dev"))
    assert said(refused) == refusals.PROBLEMS[Problem.NOT_HOST]()
    await world.restart()
    assert "is ended" in said(await chitra.click(asked.response, custom_id=end))
    assert "Staff ended" in words(result(world))


async def test_staff_who_host_are_asked_as_players_first(world: World) -> None:
    boss, ben = await table_of(world, [staff(world, "Boss"), world.member("Ben")], computers=0)
    await boss.command("rummy end")
    assert "The other player must agree" in words(boss.shown)
    await boss.press("ask-end-by-staff")
    assert words(boss.shown).startswith(asks.end_by_staff())
    await boss.command("rummy end", confirm=True)
    assert result(world) is None
    assert ben.find("vote no")
    message, _ = ben.find("vote no")
    asking = f"rummy:c:{(await world.app.store.tables.open_rows())[0].id}:0:ask-end-by-staff"
    (refused,) = await clicks(world, message, asking, by=ben.member)
    assert said(refused) == refusals.PROBLEMS[Problem.NOT_HOST]()
    await boss.command("rummy end")
    await boss.press("ask-end-by-staff")
    await boss.press("end-by-staff")
    assert "Staff ended" in words(result(world))


async def test_everybody_leaves(world: World) -> None:
    asha, ben = await table_of(world, [world.member("Asha"), world.member("Ben")])
    await ben.command("rummy leave")
    assert "leave" in ben.can
    await ben.press("leave")
    await ben.command("play hand", table=(await world.app.store.tables.open_rows())[0].id)
    assert words(ben.shown) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    await asha.command("rummy leave", confirm=True)
    await world.wait(5)
    assert result(world) is not None


async def test_drop(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")])
    for person in people:
        await person.open_hand()
    mover = next((p for p in people if "draw closed" in p.can), None)
    while mover is None:
        await world.wait(2)
        for person in people:
            await person.open_hand()
        mover = next((p for p in people if "draw closed" in p.can), None)
    await mover.press("ask-drop")
    await mover.press("drop")
    assert "You dropped" in words(mover.shown)


async def test_lobby_by_commands(world: World) -> None:
    asha, ben, chitra = (world.member(name) for name in ("Asha", "Ben", "Chitra"))
    choices = await asha.autocomplete(world.channel, "rummy new", "rules", "")
    assert len(choices) >= 3
    await asha.slash(world.channel, "rummy new", rules="toking", seats=4)
    await ben.slash(world.channel, "rummy join")
    await chitra.slash(world.channel, "rummy join")
    await asha.slash(world.channel, "rummy seat add")
    await asha.slash(world.channel, "rummy seat remove", user=chitra)
    assert "Chitra" not in words(card(world))
    await asha.slash(world.channel, "rummy seat remove", computer=1)
    await asha.slash(world.channel, "rummy leave")
    assert f"<@{ben.id}> · host" in words(card(world))
    await ben.slash(world.channel, "rummy end")
    assert list(controls(world.channel.history()[-1])) == ["verify"]


async def test_removing_by_the_menu(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    await ben.click(card(world), label="Join")
    answer = await asha.click(await open_more(asha, card(world)), label="Remove…")
    menu = controls(answer.response)["select remove"]
    assert answer.response is not None
    await asha.select(answer.response, [str(ben.id)], custom_id=menu["custom_id"])
    assert f"<@{ben.id}>" not in words(card(world))


async def test_settings(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")])
    answer = await people[0].member.slash(world.channel, "rummy settings")
    assert answer.response is not None
    await people[0].member.click(answer.response, label="Text only")
    await people[0].open_hand()
    assert not people[0].shown.attachments


@pytest.mark.parametrize("command", ["rummy help", "rummy doctor", "rummy settings", "rummy rules", "rummy table"])
async def test_looking(world: World, command: str) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")])
    answer = await people[0].command(command)
    assert answer.response is not None
    assert answer.response.ephemeral
    assert len(said(answer)) > 20


async def test_doctor_names_what_is_missing(world: World) -> None:
    everyone = world.guild.default_role
    barred = world.guild.create_text_channel(
        "barred", overwrites={everyone: discord.PermissionOverwrite(send_messages=False, create_public_threads=False)}
    )
    asha = world.member("Asha")
    answer = await asha.slash(barred, "rummy doctor")
    assert "❌ **Create Public Threads**" in said(answer)
    assert "❌ **Send Messages**" in said(answer)
    answer = await asha.slash(barred, "rummy new", rules="winzo")
    assert "**Send Messages**" in said(answer)
    assert not await world.app.store.tables.open_rows()


async def test_playing_in_direct_messages(world: World) -> None:
    asha = world.env.create_user("Asha")
    world.guild.add_member(asha)
    await asha.slash("rummy new", rules="winzo")
    await asha.slash("rummy seat add")
    await asha.slash("rummy start")
    answer = await asha.slash("play hand")
    assert "hand-more" in controls(answer.response)
    assert any("discards" in controls(m) for m in asha.dm_channel.history())


async def test_people_who_are_gone_lapse(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0)
    world.guild.remove_member(people[1].member)
    await world.wait(600)
    assert result(world) is not None or "ran out of time" in words(people[0].find("discards")[0])


async def test_board_in_direct_messages_stays_a_board(world: World) -> None:
    asha = world.env.create_user("Asha")
    world.guild.add_member(asha)
    for command in ("rummy new", "rummy seat add", "rummy start"):
        await asha.slash(command, **({"rules": "winzo"} if command == "rummy new" else {}))
    board = next(m for m in asha.dm_channel.history() if "discards" in controls(m))
    answer = await asha.click(board, custom_id=controls(board)["hand"]["custom_id"])
    assert answer.response is not None
    assert answer.response.id != board.id
    assert "hand-more" in controls(answer.response)
