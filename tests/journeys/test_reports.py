"""A table is reported: its players read nothing of it, the staff read it once, and get the record after the match."""

from typing import Any

import pytest
from simcord.builders import ChannelHandle

from bot.codes import Problem
from bot.text import disputes, refusals, standings
from bot.text import reports as reports_text
from tests.journeys.people import card, code_of, controls, place, said, two, words
from tests.journeys.pools import pinged
from tests.journeys.test_disputes import fill, of, staff
from tests.journeys.world import World

TITLE = "### 🚩 Report"


def files(message: Any) -> list[str]:
    return [one.filename for one in message.attachments]


def everything(*places: ChannelHandle) -> str:
    return "\n".join(words(message) for place in places for message in place.history())


async def test_players_and_spectators_report_a_running_table_from_its_menu(world: World) -> None:
    chitra, room = staff(world), world.guild.create_text_channel("staff-room")
    await chitra.slash(world.channel, "rummy server", disputes=room)
    asha, ben = await two(world)
    dev, since = world.member("Dev"), len(world.env.http_requests)
    board, more = ben.find("more")
    menu = (await dev.click(board, custom_id=more)).response
    assert set(controls(menu)) == {"report"}  # who watches has no seat to leave
    told = await fill(dev, menu, "report", "@everyone **they** <@1> \u200b talk\nabout cards")
    table = code(world)
    assert reports_text.received(has_channel=True) in said(told)
    own = (await ben.member.click(board, custom_id=more)).response
    assert {"ask-leave", "report"} <= set(controls(own))
    await fill(ben.member, own, "report", "")
    reports = of(room, TITLE)
    assert len(reports) == 2
    assert "@\u200beveryone \\*\\*they\\*\\* \\<@1\\> talk about cards" in words(reports[0])
    assert f"**{reports_text.HIDDEN()}** reports the table" in words(reports[0])  # the staff who play read it too
    case = next(part["custom_id"] for name, part in controls(reports[0]).items() if name == "case")
    assert f"<@{dev.id}>** reports the table" in said(await chitra.click(reports[0], custom_id=case))
    assert reports_text.STILL_OPEN() in words(reports[1])
    assert not any("paplu-" in name for one in reports for name in files(one))
    assert pinged(world, since) == []
    assert "report" not in everything(world.channel, place(world)).lower()
    again = (await dev.click(board, custom_id=more)).response
    assert again is not None
    id = controls(again)["report"]["custom_id"]
    assert refusals.PROBLEMS[Problem.REPORTED_ALREADY]() in said(await dev.click(again, custom_id=id))

    await world.restart(60)
    assert len(of(room, TITLE)) == 2
    await asha.command("rummy leave", confirm=True)
    await world.restart(60)
    *_, record = of(room, TITLE)
    assert len(of(room, TITLE)) == 3
    assert f"paplu-{table}.txt" in files(record)
    close = next(part["custom_id"] for name, part in controls(record).items() if name == "close-report")
    assert standings.STAFF_ONLY() in said(await ben.member.click(record, custom_id=close))
    assert reports_text.CLOSED() in said(await chitra.click(record, custom_id=close))
    assert disputes.NONE_WAITING() in said(await chitra.slash(world.channel, "dispute list"))


async def test_reports_by_command_wait_in_the_list_where_no_channel_is_chosen(world: World) -> None:
    chitra = staff(world)
    asha, _ = await two(world)
    table, dev = code(world), world.member("Dev")
    asked = await dev.slash(place(world), "rummy report")
    told = await dev.submit_modal(asked, {"words": ""})
    assert reports_text.received(has_channel=False) in said(told)
    listed = said(await chitra.slash(world.channel, "dispute list"))
    assert "**1** · " in listed
    assert reports_text.WAITS() in listed
    assert refusals.PROBLEMS[Problem.NOT_DISPUTED]() in said(await asha.command("dispute show", table=table))
    assert TITLE in said(await chitra.slash(world.channel, "dispute show", table=table))
    assert reports_text.CLOSED() in said(await chitra.slash(world.channel, "dispute close", table=table))
    assert refusals.PROBLEMS[Problem.NOT_REPORTED]() in said(
        await chitra.slash(world.channel, "dispute close", table=table)
    )


async def test_a_lobby_is_reported_and_a_stranger_reports_no_private_table(world: World) -> None:
    chitra, room = staff(world), world.guild.create_text_channel("staff-room")
    await chitra.slash(world.channel, "rummy server", disputes=room)
    asha, dev = world.member("Asha"), world.member("Dev")
    await asha.slash(world.channel, "rummy new", private=True)
    table = code_of(card(world))
    assert refusals.PROBLEMS[Problem.NOT_AT_TABLE]() in said(
        await dev.slash(world.channel, "rummy report", table=table)
    )
    await asha.submit_modal(await asha.slash(world.channel, "rummy report", table=table), {"words": "a test"})
    (report,) = of(room, TITLE)
    assert "a test" in words(report)


@pytest.mark.parametrize(("status", "error"), [(500, 0), (400, 50035), (403, 0)])
async def test_a_report_that_discord_refuses_withholds_no_deal(world: World, status: int, error: int) -> None:
    chitra, room = staff(world), world.guild.create_text_channel("staff-room")
    await chitra.slash(world.channel, "rummy server", disputes=room)
    people = await two(world, rules="circle", format="pool_101")
    path = f"/channels/{room.id}/messages"
    world.env.inject_error("POST", path, status=status, code=error, times=None)
    await people[1].member.submit_modal(await people[1].command("rummy report"), {"words": ""})
    tried = len(world.env.http_requests)
    for person in people:
        await person.turn_by_buttons()
    assert path not in {request.path for request in world.env.http_requests[tried:]}  # boards and calls would wait
    for person in people:
        await person.command("play drop", confirm=True)  # of one it is not the turn, or the deal is over
    await world.wait(5)
    assert [said for said in map(words, place(world).history()) if "wins the deal" in said]
    assert of(room, TITLE) == []
    world.env.backend.faults.clear()
    await world.restart(60)
    assert len(of(room, TITLE)) == 1


def code(world: World) -> str:
    """Return the code of the only table."""
    (table,) = world.app.tables._kept
    return str(table)
