"""Looking back on a match: the review of one's own seat, and the replay of all, by button and by command."""

from dataclasses import replace
from io import BytesIO
from typing import Any

from PIL import Image
from simcord.actors import MemberActor

from bot.codes import Problem
from bot.games.indian.computer import level_4
from bot.games.indian.view import indian_deal
from bot.rummy.actions import Action
from bot.rummy.ids import PlayerId, TableId
from bot.text import refusals, review
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, code_of, controls, place, result, said, table_of, words
from tests.journeys.test_data import erased
from tests.journeys.test_recent import finished
from tests.journeys.world import World

TURNS = 2
FORGED = ("review on", "review 1", "review on x", "review on -1", "review on 1 2", "replay back", "replay on 9999999")
ODD = ("review on 999999", "replay on 999999", "replay sideways", "review back 0", "replay last 7")


async def advised(world: World) -> tuple[Person, str]:
    """Return a player who has played like the coach against a computer and then left, and the code of the table. So
    their review is complete at once.
    """
    (asha,) = await table_of(world, [world.member("Asha")], "circle", computers=1, pace="none")
    turns = 0
    while result(world) is None:
        await asha.open_hand()
        if turns == TURNS or "show" in asha.can:  # the computer may have declared already
            await asha.command("rummy leave", confirm=True)
            break
        if "draw closed" not in asha.can:
            await world.wait(5)
            continue
        await asha.press(str(await _advice(world)))
        await asha.choose("discard", str((await _advice(world)).card))  # type: ignore[attr-defined]
        turns += 1
    return asha, code_of(result(world))


async def _advice(world: World) -> Action:
    """Return what the strongest computer would do in place of the player whose turn it is, if it could not drop."""
    state = await world.app.tables.find(await table(world))
    deal = state.public.deal
    assert deal is not None
    view = state.for_seat(deal.turn)
    return level_4(replace(view, deal=replace(indian_deal(view.deal), drops=None)))


def at(shown: Any, action: str) -> str:
    """Return the id of the button whose text begins so."""
    return next(str(found["custom_id"]) for name, found in controls(shown).items() if name.startswith(action))


async def press(person: MemberActor, message: Any, action: str) -> Any:
    """Return the message that the person sees after pressing a button of their own private message."""
    answer = await person.click(message, custom_id=at(message, action))
    assert answer.acknowledged
    return answer.response or message


async def test_a_review_and_a_replay_with_restarts_between_any_two_steps(world: World) -> None:
    asha, _ = await advised(world)
    end = result(world)
    assert end is not None
    shown = await press(asha.member, end, "review")
    assert shown.ephemeral
    read = [words(shown)]
    while any(name.startswith("review on") for name in controls(shown)):
        await world.restart()
        shown = await press(asha.member, shown, "review on")
        read.append(words(shown))
    assert all("🔎 Review · " in page for page in read)
    assert [page.split("Page ")[1].split()[0] for page in read] == [str(number + 1) for number in range(len(read))]
    assert "**Luck**" in read[0]
    assert review.MISSED_HEAD() in "".join(read)
    assert review.LEGEND() in read[-1]
    shown = await press(asha.member, shown, "review back")
    assert words(shown) == read[-2]
    await world.restart()
    shown = await press(asha.member, shown, "replay")
    steps = [words(shown)]
    assert {name.split()[1] for name in controls(shown) if " " in name} == {"on", "last", "moving"}
    while any(name.startswith("replay on") for name in controls(shown)):
        await world.restart()
        shown = await press(asha.member, shown, "replay on")
        steps.append(words(shown))
    assert review.DEALT() in steps[0]
    assert "🤖 Meera (" in steps[0], "the picture's words mark the computer too"
    assert "Asha discarded" in "".join(steps)
    assert "Asha left" in steps[-1]
    assert words(await press(asha.member, shown, "replay back")) == steps[-2]
    assert words(await press(asha.member, shown, "replay first")) == steps[0]
    assert words(await press(asha.member, shown, "replay last")) == steps[-1]
    moving = await press(asha.member, shown, "replay moving")
    (file,) = moving.attachments
    with Image.open(BytesIO(bytes(await file.read()))) as picture:
        assert picture.format == "GIF"
        assert 1 < picture.n_frames <= len(steps), "turns that look alike share a picture"  # type: ignore[attr-defined]
    shown = await press(asha.member, moving, "replay last")
    assert words(shown) == steps[-1]
    assert "🔎 Review · " in words(await press(asha.member, shown, "review"))


async def test_who_may_look_back(world: World) -> None:
    people, code = await finished(world)
    dropped, other = sorted((person.member for person in people), key=lambda one: _dropped(world) not in one.name)
    assert "🔎 Review · " in said(await dropped.slash(world.channel, "review"))
    assert said(await other.slash(world.channel, "review", table=code)) == review.NOTHING_DECIDED()
    chitra = world.member("Chitra")
    end = result(world)
    (answer,) = await clicks(world, end, at(end, "review"), by=chitra)
    assert said(answer) == review.NOT_PLAYED()
    assert said(await chitra.slash(world.channel, "review", table=code)) == review.NOT_PLAYED()
    assert said(await chitra.slash(world.channel, "review")) == refusals.NOTHING_PLAYED_HERE(option="table")
    assert said(await chitra.slash(world.channel, "review", table="zzzzzz")) == refusals.PROBLEMS[Problem.NO_TABLE]()
    assert "Picture 1 of" in said(await chitra.slash(world.channel, "replay", table=code))


def _dropped(world: World) -> str:
    """Return the name of the player who has dropped."""
    return next(name for name in ("Asha", "Ben") if f"{name} wins" not in words(result(world)))


async def test_a_private_table_is_replayed_for_those_who_played_alone(world: World) -> None:
    (asha,) = await table_of(world, [world.member("Asha")], private=True)
    code = await table(world)
    await asha.command("rummy leave", confirm=True)
    assert "Picture 1 of" in said(await asha.member.slash(world.channel, "replay", table=code))
    chitra = world.member("Chitra")
    assert said(await chitra.slash(world.channel, "replay", table=code)) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()


async def table(world: World) -> TableId:
    """Return the code of the only table that runs."""
    (row,) = await world.app.store.tables.open_rows()
    return row.id


async def test_nobody_looks_back_on_a_match_that_runs(world: World) -> None:
    (asha, ben) = await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0)
    code = await table(world)
    for command in ("review", "replay"):
        for person in (asha.member, ben.member):
            assert said(await person.slash(place(world), command, table=code)) == refusals.PROBLEMS[Problem.NOT_OVER]()
    await asha.open_hand()
    for forged in ("review", "replay last", "replay on 3", "replay moving"):
        (answer,) = await clicks(world, asha.shown, f"rummy:y:{code}:0:{forged}", by=asha.member)
        assert refusals.PROBLEMS[Problem.NOT_OVER]() in said(answer)


async def test_forged_ids_get_a_sentence(world: World) -> None:
    people, code = await finished(world)
    dropped = next(person for person in people if _dropped(world) in person.member.name)
    message = (await dropped.member.slash(world.channel, "review")).response
    for forged in FORGED:
        (answer,) = await clicks(world, message, f"rummy:y:{code}:0:{forged}", by=dropped.member)
        assert refusals.UNKNOWN_BUTTON() in said(answer), forged
    for forged in ODD:
        (answer,) = await clicks(world, message, f"rummy:y:{code}:0:{forged}", by=dropped.member)
        assert {"review": "🔎 Review · ", "replay": "⏯ Replay · "}[forged.split()[0]] in said(answer), forged


async def test_in_words(world: World) -> None:
    people, code = await finished(world)
    dropped = next(person for person in people if _dropped(world) in person.member.name)
    settings = (await dropped.member.slash(world.channel, "rummy settings")).response
    assert settings is not None
    await dropped.member.click(settings, custom_id="rummy:p:text_only:on")
    shown = (await dropped.member.slash(world.channel, "replay", table=code)).response
    assert shown is not None
    assert shown.attachments == []
    assert "Open card" in words(shown)


# -- the profile ------------------------------------------------------------------------------------

LEARNED = "**Reviews of"


async def test_a_profile_tells_its_owner_alone_what_reviews_found(world: World) -> None:
    people, _ = await finished(world)
    dropped = next(person.member for person in people if _dropped(world) in person.member.name)
    other = next(person.member for person in people if person.member is not dropped)
    assert LEARNED not in said(await dropped.slash(world.channel, "profile"))
    await dropped.slash(world.channel, "review")
    await dropped.slash(world.channel, "review")  # asked for again, it is counted once
    shown = (await dropped.slash(world.channel, "profile")).response
    assert shown is not None
    assert "**Reviews of 1 match**" in words(shown)
    assert "1 drop" in words(shown)
    assert LEARNED not in said(await other.slash(world.channel, "profile", player=dropped))
    await dropped.click(shown, label="Share")
    assert LEARNED not in words(world.channel.history()[-1])
    assert LEARNED not in said(await other.slash(world.channel, "profile"))


async def test_who_allows_it_has_matches_reviewed_unasked_until_they_erase_all(world: World) -> None:
    people, _ = await finished(world)
    dropped = next(person.member for person in people if _dropped(world) in person.member.name)
    settings = (await dropped.slash(world.channel, "rummy settings")).response
    assert settings is not None
    await dropped.click(settings, custom_id="rummy:p:reviewed:on")
    await world.restart()
    assert "**Reviews of 1 match**" in said(await dropped.slash(world.channel, "profile"))
    player = PlayerId(dropped.id)
    assert len(await world.app.store.reviews.of(player)) == 1
    await erased(world, dropped)
    assert await world.app.store.reviews.of(player) == ()
    assert LEARNED not in said(await dropped.slash(world.channel, "profile"))
