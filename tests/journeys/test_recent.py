"""Finished matches that are found without their code, and why a match has no result."""

from collections.abc import Sequence

from simcord.actors import MemberActor

from bot.codes import Problem
from bot.rummy.actions import EndCause
from bot.rummy.errors import Refusal
from bot.text import endings, refusals, table
from tests.journeys.people import Person, code_of, controls, place, result, said, table_of, words
from tests.journeys.world import World


async def finished(world: World, members: Sequence[MemberActor] = ()) -> tuple[list[Person], str]:
    """Return two people whose match is over, and the code of its table."""
    pair = members or [world.member("Asha"), world.member("Ben")]
    people = await table_of(world, pair, computers=0)
    for person in people:
        await person.command("play drop", confirm=True)  # the second comes too late
    end = result(world)
    assert end is not None
    return people, code_of(end)


async def test_the_newest_match_here_needs_no_code(world: World) -> None:
    first, _ = await finished(world)
    await world.wait(5)
    people, code = await finished(world, [person.member for person in first])
    asha = people[0].member
    for where in (world.channel, place(world)):
        answer = await asha.slash(where, "rummy record")
        assert f"table `{code}`" in said(answer)
        assert "everything matches" in said(await asha.slash(where, "rummy verify"))
    assert "waits for 1 more" in said(await asha.slash(world.channel, "rummy rematch"))


async def test_what_is_too_late_is_told_that_the_match_is_over(world: World) -> None:
    members = [world.member("Asha"), world.member("Ben")]
    people, code = await finished(world, members)
    for command in ("rummy rejoin", "rummy next", "play hand", "rummy leave"):
        assert said(await people[1].command(command)) == refusals.MATCH_OVER()
    assert said(await people[1].command("rummy rejoin", table=code)) == refusals.REFUSALS[Refusal.TABLE_OVER]()
    assert (
        said(await world.member("Chitra").slash(people[0].place, "rummy rejoin"))
        == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    )


async def test_recent_tables_are_offered_the_newest_first(world: World) -> None:
    (asha, ben), code = await finished(world)
    await ben.member.slash(world.channel, "rummy new", rules="winzo", pace="blitz")
    (offered,) = await asha.member.autocomplete(world.channel, "rummy record", "table", "")
    assert offered["value"] == code
    assert offered["name"].startswith("Points rummy · Ben · finished, ")
    assert [c["value"] for c in await asha.member.autocomplete(world.channel, "rummy rematch", "table", "")] == [code]
    both = await ben.member.autocomplete(world.channel, "rummy verify", "table", "")
    assert [choice["value"] for choice in both][1:] == [code]
    assert await asha.member.autocomplete(world.channel, "rummy record", "table", "zzz") == []


async def test_who_left_finds_the_match_as_well(world: World) -> None:
    people = await table_of(world, [world.member(name) for name in ("Asha", "Ben", "Chitra")], computers=0)
    await people[2].command("rummy leave", confirm=True)
    assert "waits" not in said(await people[2].member.slash(world.channel, "rummy record"))
    for person in people[:2]:
        if result(world) is None:
            await person.command("play drop", confirm=True)
    answer = await people[2].member.slash(world.channel, "rummy record")
    assert answer.response is not None
    assert answer.response.attachments


async def test_nothing_was_played_here(world: World) -> None:
    await finished(world)
    stranger = world.member("Chitra")
    for command in ("rummy record", "rummy rematch"):
        answer = await stranger.slash(world.channel, command)
        assert said(answer) == refusals.NOTHING_PLAYED_HERE(option="table")


async def test_the_result_of_a_void_table_says_who_ended_it(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0, stake=5.0)
    await people[0].command("rummy end", confirm=True)
    board, id = people[1].find("vote")
    assert "vote yes" in controls(board)
    await people[1].member.click(board, custom_id=id)
    await world.restart()
    assert f"{table.ENDED[None]()} {table.VOID()} **Asha** asked for it; Ben agreed." in words(result(world))
    assert endings.REFUNDED() in words(result(world))
    assert "asks to end" not in words(people[1].find("discards")[0])
    await world.restart()
    people = await table_of(world, [world.member("Dev")], computers=1)
    await people[0].command("rummy end", confirm=True)
    assert f"{table.ENDED[EndCause.HOST]()} {table.VOID()} **Dev** asked for it; nobody else was left to ask." in words(
        result(world)
    )
