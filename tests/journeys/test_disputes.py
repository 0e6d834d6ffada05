"""A disputed result: a player disputes it, the staff look at it, and all players get the answer once."""

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.codes import Problem
from bot.text import disputes, refusals, standings
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, code_of, controls, open_more, place, result, said, two, words
from tests.journeys.world import World


def staff(world: World) -> MemberActor:
    """Return a member who may manage the server."""
    role = world.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True, send_messages=True))
    return world.guild.add_member(world.env.create_user("Chitra"), roles=[role])


async def played(world: World, **options: Any) -> tuple[Person, Person, Any]:
    """Let Asha and Ben play until Asha leaves, so that the result is in the channel."""
    asha, ben = await two(world, **options)
    await asha.command("rummy leave", confirm=True)
    found = result(world)
    assert found is not None
    return asha, ben, found


async def fill(member: MemberActor, message: Any, action: str, typed: str) -> Any:
    """Press a button that asks by a form, and send the form."""
    id = next(part["custom_id"] for name, part in controls(message).items() if name.split()[0] == action)
    asked = await member.click(message, custom_id=id)
    assert asked.modal is not None, said(asked)
    return await member.submit_modal(asked, {"words": typed})


def of(place: ChannelHandle, start: str) -> list[Any]:
    """Return the messages there that begin so."""
    return [message for message in place.history() if words(message).strip().startswith(start)]


async def test_a_dispute_by_buttons_from_the_result_to_a_void_match(world: World) -> None:
    chitra, room = staff(world), world.guild.create_text_channel("staff-room")
    assert "<#" in said(await chitra.slash(world.channel, "rummy server", disputes=room))
    asha, ben, over = await played(world, stake=1.0)
    outsider = world.member("Dev")
    assert "dispute" not in controls(await open_more(outsider, over))
    menu = await open_more(ben.member, over)
    id = controls(menu)["dispute"]["custom_id"]
    (forged,) = await clicks(world, over, id, by=outsider)
    assert refusals.PROBLEMS[Problem.NOT_AT_TABLE]() in said(forged)

    told = await fill(ben.member, menu, "dispute", "@everyone **lost** <@1> \u200b my turn\nwas short")
    assert told.response.ephemeral
    assert disputes.SAID() in said(told)
    (case,) = of(room, "### ⚖️ Dispute\n")
    assert "@\u200beveryone \\*\\*lost\\*\\* \\<@1\\> my turn was short" in words(case)
    assert "All 2 shuffles checked: they match" in words(case)
    assert len(case.attachments) == 2
    assert "already disputed this result" in said(
        await ben.member.click(await open_more(ben.member, over), custom_id=id)
    )

    for action in ("answer-dispute", "void-match"):
        refused = next(part["custom_id"] for name, part in controls(case).items() if name == action)
        assert standings.STAFF_ONLY() in said(await ben.member.click(case, custom_id=refused))
    await fill(chitra, case, "answer-dispute", "we look at it")
    (answered,) = of(place(world), "### ⚖️ The staff have answered")
    assert {user.id for user in answered.mentions} == {asha.member.id, ben.member.id}
    await world.restart(60)
    await fill(chitra, case, "void-match", "the clock was wrong")
    (voided,) = of(place(world), "### ⚖️ The staff decided: this match doesn't count")
    assert disputes.CHIPS_BACK() in words(voided)
    redrawn = [
        one
        for one in (*world.channel.history(), *place(world).history())
        if "Doesn't count: the staff's decision" in words(one)
    ]
    assert redrawn
    assert "dispute" not in controls(await open_more(ben.member, redrawn[0]))
    assert over.id in {one.id for one in redrawn}
    for person in (asha, ben):
        assert "1,000.00 chips" in said(await person.member.slash(world.channel, "wallet show"))
    assert await world.app.store.disputes.faults() == ()
    await world.restart(60)
    assert len(of(place(world), "### ⚖️")) == 3  # the answer, the void match, and its result
    assert len(of(room, "### ⚖️")) == 1


async def test_a_dispute_by_commands_where_no_channel_is_chosen(world: World) -> None:
    chitra = staff(world)
    asha, ben, over = await played(world)
    code = code_of(over)
    told = said(await ben.command("dispute result", why="no"))
    assert disputes.SAID_TO_NOBODY() in told
    assert "no" in said(await ben.command("dispute show"))
    shown = said(await asha.command("dispute show"))
    assert "disputes the result" in shown
    assert "\n> " not in shown  # what Ben said is for Ben and the staff
    assert standings.STAFF_ONLY() in said(await ben.command("dispute list"))
    listed = await chitra.slash(world.channel, "dispute list")
    assert "**1** · Asha and Ben" in said(listed)
    assert code not in said(listed), "its button has the number"
    offered = await chitra.autocomplete(world.channel, "dispute void", "table", "")
    assert [choice["value"] for choice in offered] == [code]
    assert disputes.VOIDED() in said(await chitra.slash(world.channel, "dispute void", table=code, words="right"))
    assert disputes.NONE_WAITING() in said(await chitra.slash(world.channel, "dispute list"))
    for command in ("dispute void", "dispute answer"):
        assert refusals.PROBLEMS[Problem.VOID_ALREADY]() in said(
            await chitra.slash(world.channel, command, table=code, words="again")
        )
    assert standings.STAFF_ONLY() in said(
        await ben.member.slash(world.channel, "dispute answer", table=code, words="again")
    )


@pytest.mark.parametrize("typed", ["", "   ", "\u200b"])
async def test_a_form_without_words_changes_nothing(world: World, typed: str) -> None:
    _, ben, over = await played(world)
    assert refusals.PROBLEMS[Problem.BAD_WORDS]() in said(
        await fill(ben.member, await open_more(ben.member, over), "dispute", typed)
    )
    assert refusals.PROBLEMS[Problem.NOT_DISPUTED]() in said(await ben.command("dispute show"))
