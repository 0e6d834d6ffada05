"""A table that waits for the round of a beacon, as its players see it in Discord."""

from typing import Any

import pytest
from simcord.actors import MemberActor

from bot import app
from bot.codes import Problem
from bot.rummy.beacon import Chain
from bot.rummy.ids import TableId
from bot.text import beacon, endings, lobby, table
from bot.text.refusals import PROBLEMS
from bot.text.tournaments import STEER_ONLY
from tests.journeys.people import card, code_of, controls, place, said, words
from tests.journeys.tournaments import press, saying, signed_up, typed, with_button
from tests.journeys.world import World
from tests.own_beacon import OwnBeacon, chain_of


@pytest.fixture
def own() -> OwnBeacon:
    return OwnBeacon()


@pytest.fixture
def settings(own: OwnBeacon, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    def built(url: str, chain: Chain) -> OwnBeacon:
        assert (url, chain) == ("http://127.0.0.1:1/chain", own.chain)
        return own

    monkeypatch.setattr(app, "HttpBeacon", built)
    return {"beacon_url": "http://127.0.0.1:1/chain", "beacon_key": str(chain_of())}


async def started(world: World) -> tuple[MemberActor, MemberActor, Any, TableId]:
    """Return two people at a table, the answer to the press of Start, and the table's code."""
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="circle")
    await ben.slash(world.channel, "rummy join", word="sea salt")
    code = TableId(code_of(card(world)))
    answer = await asha.click(card(world), custom_id=controls(card(world))["start"]["custom_id"])
    return asha, ben, answer, code


async def test_the_round_is_named_first_and_the_private_answer_becomes_the_hand(world: World) -> None:
    asha, ben, answer, code = await started(world)
    assert "Cards in a few seconds" in said(answer)
    (first,) = place(world).history()
    number = (await world.app.tables.find(code)).public.rounds[0].number
    for told in (f"round {number}", "Ben: `sea salt`", "(drawn)", "Shuffle fixed", "1\\. <@"):
        assert told in words(first)
    assert "The highest card plays first" not in words(first)
    refused = await world.member("Chitra").slash(world.channel, "rummy join", table=code)
    assert PROBLEMS[Problem.NOT_A_LOBBY]() in said(refused)
    assert "Cards in a few seconds" in said(
        await ben.click(first, custom_id=controls(first)["hand start 0"]["custom_id"])
    )
    await world.wait(20)
    tossed = place(world).history()[1]
    assert "plays first" in words(tossed)
    assert first.id == place(world).history()[0].id
    assert place(world).history()[0].edited_at is None
    assert "Cards in a few seconds" not in words(answer.response)
    assert "more" in str(controls(answer.response)), "the answer to Start has become the hand"
    state = await world.app.tables.find(code)
    assert state.public.rounds[0].message == first.id
    assert not state.public.rounds[0].is_late
    await asha.slash(place(world), "rummy leave", table=code, confirm=True)
    proof = said(await ben.slash(world.channel, "rummy verify", table=code))
    assert f"round {number}" in proof
    assert beacon.OWN_CHAIN() in proof
    assert endings.proof() in proof


async def test_all_who_do_not_want_to_wait_sit_in_a_lobby_without_a_beacon(world: World, own: OwnBeacon) -> None:
    own.is_away = True
    asha, ben, _, code = await started(world)
    await world.wait(50)
    missing = place(world).history()[-1]
    assert "The beacon has not answered" in words(missing)
    press = controls(missing)["without"]["custom_id"]
    assert "Ben" in said(await asha.click(missing, custom_id=press))
    assert lobby.rematch_waits(1) in said(await ben.click(missing, custom_id=press))
    assert (await world.app.tables.find(code)).is_without_beacon
    assert any(table.VOID() in words(one) for one in place(world).history())
    fresh = next(one for one in world.channel.history()[::-1] if beacon.NO_BEACON() in words(one))
    dealt = await asha.click(fresh, custom_id=controls(fresh)["rematch"]["custom_id"])
    assert "Cards in a few seconds" not in said(dealt)


async def test_staff_put_the_question_about_a_missing_round_away(
    world: World, own: OwnBeacon, rare_beats: None
) -> None:
    own.is_away = True
    staff, (asha, *_) = await signed_up(world, "Asha Ben")
    await typed(world, staff, "start")
    await world.wait(700)
    asked = with_button(world.channel, "Wait")
    assert STEER_ONLY() in await press(world, asha, "Wait")
    await staff.click(asked, label="Wait")
    assert asked.id not in [message.id for message in world.channel.history()]
    own.is_away = False
    await world.wait(120)
    assert saying(place(world), "plays first")
