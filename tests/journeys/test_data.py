"""The stored data of people, exported and erased."""

import json
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.codes import BlockKind, Problem
from bot.rummy.ids import PlayerId
from bot.screens.privacy import DataId
from bot.text import endings, privacy, refusals
from tests.journeys.clicks import clicks
from tests.journeys.people import card, controls, result, said, table_of, words
from tests.journeys.test_recent import finished
from tests.journeys.world import World

COMMANDS = ("rummy data export", "rummy data erase")


async def asked(world: World, member: MemberActor) -> Any:
    """Return the question on a player's screen."""
    answer = (await member.slash(world.channel, "rummy data erase")).response
    assert answer is not None
    assert answer.ephemeral
    assert "Erase everything" in words(answer)
    return answer


def erase_of(question: Any) -> str:
    """Return the confirming button, which stands after the other."""
    keep, erase = controls(question)
    assert keep.endswith(":keep")
    assert erase.endswith(":erase")
    return erase


async def erased(world: World, member: MemberActor) -> str:
    question = await asked(world, member)
    answer = await member.click(question, custom_id=erase_of(question))
    assert answer.response is not None
    assert controls(answer.response) == {}
    return said(answer)


async def file_of(world: World, member: MemberActor) -> dict[str, Any]:
    answer = (await member.slash(world.channel, "rummy data export")).response
    assert answer is not None
    assert answer.ephemeral
    (attachment,) = answer.attachments
    assert attachment.filename == f"paplu-{world.env.now():%Y-%m-%d}.json"
    found: dict[str, Any] = json.loads(bytes(await attachment.read()))
    return found


@pytest.mark.parametrize("command", COMMANDS)
async def test_of_a_stranger_nothing_is_kept(world: World, command: str) -> None:
    asha = world.member("Asha")
    assert said(await asha.slash(world.channel, command)) == privacy.NOTHING()
    assert said(await asha.user.slash(command)) == privacy.NOTHING()
    assert world.channel.history() == []


async def test_a_finished_match_is_forgotten_without_harm(world: World) -> None:
    (asha, ben), code = await finished(world)
    kept = await file_of(world, asha.member)
    (table,) = kept["tables"]
    assert (table["table"], table["name"], table["seats"]) == (code, "Asha", 2)
    assert table["handle"] == asha.member.user.name
    assert table["moves"] in (0, 1)
    assert set(kept["about"]) == set(kept) - {"about"}
    assert str(ben.member.id) not in json.dumps(kept)
    assert "Ben" not in json.dumps(kept)
    assert await erased(world, asha.member) == privacy.erased("erased player")
    assert said(await asha.member.slash(world.channel, "rummy data export")) == privacy.NOTHING()
    assert "erased player" in said(await ben.member.slash(world.channel, "history"))
    told = said(await ben.member.slash(world.channel, "rummy verify", table=code))
    assert "everything matches" in told
    assert endings.REMOVED() in told
    assert str(asha.member.id) not in told
    told = said(await ben.member.slash(world.channel, "rummy rematch", table=code))
    assert "waits for one more player to sit down" in told
    rematch = controls(card(world))["start"]["custom_id"].split(":")[2]
    await asha.member.slash(world.channel, "rummy join", table=rematch)
    assert len(await world.app.store.tables.of_player(PlayerId(asha.member.id))) == 1


async def test_a_question_is_answered_after_a_restart(world: World) -> None:
    (asha, _), _ = await finished(world)
    question = await asked(world, asha.member)
    erase = erase_of(question)
    await world.restart()
    told = said(await asha.member.click(question, custom_id=erase))
    assert told == privacy.erased("erased player")
    (again,) = await clicks(world, question, erase, by=asha.member)
    assert said(again) == privacy.NOTHING()


async def test_a_person_who_decides_against_it_keeps_everything(world: World) -> None:
    (asha, _), _ = await finished(world)
    question = await asked(world, asha.member)
    keep = next(id for id in controls(question) if id.endswith(":keep"))
    assert said(await asha.member.click(question, custom_id=keep)) == privacy.KEPT()
    assert (await file_of(world, asha.member))["tables"]


async def test_nobody_erases_another_person(world: World) -> None:
    (asha, ben), _ = await finished(world)
    question = await asked(world, asha.member)
    (answer,) = await clicks(world, question, erase_of(question), by=ben.member)
    assert said(answer) == refusals.PROBLEMS[Problem.NOT_YOURS]()
    assert (await file_of(world, asha.member))["tables"]
    assert (await file_of(world, ben.member))["tables"]


async def test_an_old_question_erases_nothing(world: World) -> None:
    (asha, _), _ = await finished(world)
    question = await asked(world, asha.member)
    await world.wait(16 * 60)
    (answer,) = await clicks(world, question, erase_of(question), by=asha.member)
    assert said(answer) == privacy.OLD_QUESTION()
    future = str(DataId(PlayerId(asha.member.id), 99_999_999_999, erase=True))
    (answer,) = await clicks(world, question, future, by=asha.member)
    assert said(answer) == privacy.OLD_QUESTION()
    assert (await file_of(world, asha.member))["tables"]


async def test_at_an_open_table_nothing_is_erased(world: World) -> None:
    (asha, ben), _ = await finished(world)
    question = await asked(world, asha.member)
    people = await table_of(world, [asha.member, ben.member], computers=0)
    told = privacy.STILL_SEATED()
    assert said(await asha.member.slash(world.channel, "rummy data erase")) == told
    (answer,) = await clicks(world, question, erase_of(question), by=asha.member)
    assert said(answer) == told
    await people[0].command("rummy leave", confirm=True)
    assert result(world) is not None
    assert await erased(world, asha.member) == privacy.erased("erased player")


async def test_who_is_blocked_reads_that_and_erases_all_else(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    for member in (asha, ben):
        form = (await member.slash(world.channel, "rummy settings")).response
        assert form is not None
        await member.click(form, custom_id="rummy:p:text_only:on")
    admission = world.app.services.admission
    await admission.block(BlockKind.PERSON, asha.id)
    blocked = (await file_of(world, asha))["blocked"]
    assert blocked == admission.blocks[0].at.isoformat(timespec="seconds")
    assert (await file_of(world, ben))["blocked"] is None
    question = await asked(world, asha)
    assert privacy.BLOCK_STAYS() in words(question)
    erase = erase_of(question)
    told = said(await asha.click(question, custom_id=erase))
    assert told == privacy.erased(None, is_blocked=True)
    (again,) = await clicks(world, question, erase, by=asha)
    for answer in (again, await asha.slash(world.channel, "rummy data erase")):
        assert said(answer) == privacy.BLOCK_ALONE()
    kept = await file_of(world, asha)
    assert (kept["blocked"], kept["settings"]) == (blocked, None)
    assert said(await asha.slash(world.channel, "rummy quick")) == refusals.PROBLEMS[Problem.BLOCKED_PERSON]()


async def test_settings_alone_go_at_once(world: World) -> None:
    asha = world.member("Asha")
    form = (await asha.slash(world.channel, "rummy settings")).response
    assert form is not None
    await asha.click(form, custom_id="rummy:p:text_only:on")
    assert (await file_of(world, asha))["settings"]["text_only"] is True
    assert await erased(world, asha) == privacy.erased(None)
    form = (await asha.slash(world.channel, "rummy settings")).response
    assert "rummy:p:text_only:on" in controls(form)
