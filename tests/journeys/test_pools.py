"""Pools to their end: rejoining and sharing by buttons and by commands, restarts, and whatever is pressed too late."""

import re

from bot.codes import Problem
from bot.rummy.errors import Refusal
from bot.text import between, refusals
from bot.text import table as table_text
from tests.journeys.clicks import clicks
from tests.journeys.people import controls, result, said, words
from tests.journeys.pools import (
    asked,
    button,
    calls,
    deal_won_by,
    last_two_offered,
    mover,
    next_deal,
    now,
    pauses,
    pinged,
    posted,
    press,
    press_old,
    seated,
    totals,
)
from tests.journeys.world import World


def listed(names: str) -> set[str]:
    return set(names.replace(" and ", ", ").split(", "))


def refused(refusal: Refusal) -> str:
    return refusals.REFUSALS[refusal]()


async def test_a_pool_to_its_end_with_a_restart_at_every_deal(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", "Dev")
    asha, ben, cara, dev = people
    for number, winner in enumerate((asha, ben, asha, ben, asha)):
        await deal_won_by(people, winner, commands=number % 2 == 1)
        await world.restart()
        (pause,) = pauses(asha.place)
        assert asked(pause) == {"next"}
        since = len(world.env.http_requests)
        await next_deal(people[:2], commands=number % 2 == 0)
        await world.restart()
        (pause,) = pauses(asha.place)
        ready, waiting = words(pause).split("Ready: ")[1].split(". Waiting for ")
        assert ({"Asha", "Ben"}, {"Cara", "Dev"}) == (listed(ready), listed(waiting.removesuffix(".")))
        assert not pinged(world, since), "nobody is called to a deal that comes by itself"
        await next_deal(people[2:], commands=number % 2 == 1)
        assert not pauses(asha.place)
        assert len(pinged(world, since)) <= 1, "who has just pressed needs no call"
    assert await totals(world) == {"Asha": 40, "Ben": 60, "Cara": 100, "Dev": 100}
    since = len(world.env.http_requests)
    await deal_won_by(people, ben)
    # Cara and Dev may rejoin.
    assert pinged(world, since)[-1] == {cara.member.id, dev.member.id}
    await world.restart()
    assert not calls(asha.place, ""), "one message tells the deal and calls those who may rejoin"
    (pause,) = pauses(asha.place)
    assert asked(pause) == {"rejoin", "decline", "next"}
    old = {name: control["custom_id"] for name, control in controls(pause).items()}
    assert "61 points for 25.00 chips" in words(pause)
    called = re.search(r"<@(\d+)> and <@(\d+)> are out and may rejoin", words(pause))
    assert called is not None
    assert set(map(int, called.groups())) == {cara.member.id, dev.member.id}  # in the order of their seats
    assert "back in at 61 points for 25.00 chips" in said(await press(cara, "rejoin"))
    await world.restart()
    assert "stay out" in said(await press(dev, "decline"))
    # Three are left, and may share.
    (pause,) = pauses(asha.place)
    assert asked(pause) == {"next", "call-split"}
    assert "Asha: 60 points, 2 drops left → **50.00 chips**" in words(pause)
    assert "Cara: 61 points, 1 drop left → **25.00 chips**" in words(pause)
    old |= {name: control["custom_id"] for name, control in controls(pause).items()}
    since = len(world.env.http_requests)
    assert said(await press(ben, "call-split")).startswith(between.SPLIT_ASKED())
    assert pinged(world, since) == [{asha.member.id, cara.member.id}]
    await world.restart()
    (pause,) = pauses(asha.place)
    assert "Ben asks to share the pool" in words(pause)
    old |= {name: control["custom_id"] for name, control in controls(pause).items()}
    assert said(await asha.command("rummy vote", agree=True)) == between.SPLIT_AGREED()
    assert said(await press(cara, "vote no")) == between.SPLIT_REFUSED()
    assert not calls(asha.place, "share")
    assert said(await asha.command("rummy split")) == refused(Refusal.SPLIT_ASKED)
    await next_deal([asha, ben])
    assert not pauses(asha.place)
    # Buttons from before change nothing while the seventh deal runs.
    before = (await now(world)).lines
    assert await press_old(world, dev, old["decline"]) == refused(Refusal.NOT_BETWEEN)
    for name in ("rejoin", "call-split"):
        told = await press_old(world, cara, old[name])
        assert told.startswith(refusals.PROBLEMS[Problem.STALE]()), name
        assert "Wild jokers" in told
    for name in ("next", "vote yes", "vote no"):
        assert "\n" not in await press_old(world, cara, old[name]), name
    assert (await now(world)).lines == before
    # The seventh deal, and the pool is shared.
    await deal_won_by([asha, ben, cara], asha, commands=True)
    await world.restart()
    assert await totals(world) == {"Asha": 60, "Ben": 80, "Cara": 81, "Dev": 120}
    assert said(await cara.command("rummy split")).startswith(between.SPLIT_ASKED())
    await world.restart()
    assert said(await press(asha, "vote yes")) == between.SPLIT_AGREED()
    await world.restart()
    assert said(await ben.command("rummy vote", agree=True)) == between.SPLIT_DONE()
    await world.restart()
    end = words(result(world))
    first = next(line for line in end.splitlines() if "share the pool!" in line)
    assert listed(first.removeprefix("### 🏆 ").removesuffix(" share the pool!")) == {"Asha", "Ben", "Cara"}
    for line in ("Asha: 60 points", "Ben: 80 points", "Cara: 81 points", "Dev: 120 points"):
        assert line in end
    for won in ("Asha **+41.67**", "Ben **+16.67**", "Cara **−33.34**", "Dev **−25.00**"):
        assert won in end
    assert not pauses(asha.place)
    assert not calls(asha.place, "")
    sheets = {("deal", str(deal)): 1 for deal in range(1, 8)}
    assert posted(world) == {("start", "0"): 1, **sheets, ("result", "0"): 1}
    assert not await world.app.store.tables.unsent()
    assert await world.app.store.ledger.faults() == ()
    for person, chips in zip(people, ("1,041.67", "1,016.67", "966.66", "975.00"), strict=True):
        assert f"{chips} chips" in said(await person.command("wallet show"))
    table = said(await dev.command("standings"))
    assert "Asha, 2.33 league points, 1 of 1 won, 57 % of deals won" in table
    assert "4: Dev, 0 league points, 0 of 1 won, 0 % of deals won" in table
    for name, custom_id in old.items():
        told = await press_old(world, cara, custom_id)
        assert told == refused(Refusal.TABLE_OVER) or name.split()[0] in ("scores", "hand"), name


async def test_rejoining_too_often_too_late_or_as_another_player(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", "Dev")
    asha, ben, cara, dev = people
    await last_two_offered(people)
    rejoin = button(asha, "rejoin")[1]
    before = (await now(world)).lines
    assert said(await press(asha, "rejoin", world.member("Esha"))) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    assert said(await press(ben, "rejoin")) == refused(Refusal.STILL_IN)
    assert said(await press(cara, "next")) == between.rejoin_or_not(), "it is for those who are in"
    assert said(await asha.command("rummy split")) == refused(Refusal.REJOIN_OPEN)
    elsewhere = rejoin.replace((await now(world)).id, "zzzzzz")
    assert await press_old(world, cara, elsewhere) == refusals.PROBLEMS[Problem.NO_TABLE]()
    assert (await now(world)).lines == before
    assert said(await press(asha, "next")).startswith("You are ready for the next deal. First ")
    answers = await clicks(world, asha.place.history()[0], rejoin, rejoin, by=cara.member)
    assert {said(answer).splitlines()[0] for answer in answers} == {
        between.rejoined(61, 25_00),
        refused(Refusal.STILL_IN),
    }
    assert "950.00 chips" in said(await cara.command("wallet show")), "charged once"
    (pause,) = pauses(asha.place)
    assert f"### <@{dev.member.id}> is out and may rejoin" in words(pause), "Cara has answered"
    await world.wait(61)
    (pause,) = pauses(asha.place)
    assert "rejoin" not in controls(pause)
    before = (await now(world)).lines
    assert (await press_old(world, dev, rejoin)).startswith(refusals.PROBLEMS[Problem.STALE]())
    assert said(await dev.command("rummy rejoin")) == refused(Refusal.REJOIN_LATE)
    assert said(await dev.command("rummy next")) == refused(Refusal.OUT_OF_MATCH)
    await dev.open_hand()
    assert between.OUT_OF_MATCH() in words(dev.shown)
    assert set(dev.can) == {"scores"}
    assert (await now(world)).lines == before
    assert "975.00 chips" in said(await dev.command("wallet show"))
    await world.wait(31)
    assert not pauses(asha.place)
    assert mover([asha, ben, cara]) is not None
    assert await world.app.store.ledger.faults() == ()


async def test_a_call_that_is_old_names_who_is_still_asked_and_calls_nobody_again(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", "Dev", pace="slow")
    asha, _, cara, dev = people
    await last_two_offered(people)
    await world.wait(51 * 60)
    since = len(world.env.http_requests)
    await press(cara, "rejoin")
    (pause,) = pauses(asha.place)
    assert f"### <@{dev.member.id}> is out and may rejoin" in words(pause)
    assert "rejoin" in controls(pause)
    assert not pinged(world, since)


async def test_a_vote_on_sharing_is_for_those_who_are_left(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", "Dev")
    asha, ben, cara, dev = people
    await last_two_offered(people)
    await cara.command("rummy rejoin")
    await dev.command("rummy next")
    before = (await now(world)).lines
    assert said(await press(dev, "call-split")) == refused(Refusal.OUT_OF_MATCH)
    assert said(await press(asha, "call-split", world.member("Esha"))) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    assert (await now(world)).lines == before
    assert said(await press(asha, "call-split")).startswith(between.SPLIT_ASKED())
    yes = button(asha, "vote yes")[1]
    for person in (asha, ben, cara):
        await person.open_hand()
        assert "asks to share the pool" in words(person.shown)
        assert ("vote yes" in person.can) == (person is not asha)
    before = (await now(world)).lines
    assert said(await press(dev, "vote yes")) == refused(Refusal.OUT_OF_MATCH)
    assert said(await press(asha, "vote no")) == refused(Refusal.NO_VOTE)
    assert said(await ben.command("rummy next")) == refused(Refusal.VOTE_RUNNING)
    assert (await now(world)).lines == before
    (call,) = calls(asha.place, "share the pool")
    assert f"<@{ben.member.id}>" in words(call)
    answers = await clicks(world, asha.place.history()[0], yes, yes, by=ben.member)
    (call,) = calls(asha.place, "share the pool")
    assert f"<@{ben.member.id}>" not in words(call)
    assert {said(answer) for answer in answers} == {between.SPLIT_AGREED(), refused(Refusal.ALREADY_VOTED)}
    await world.restart(down_seconds=300)
    (back,) = [message for message in asha.place.history() if table_text.BACK() in words(message)]
    assert "Asha asks to share the pool" in words(back)
    await world.wait(50)
    assert "vote yes" in controls(pauses(asha.place)[0]), "time down does not count"
    await world.wait(11)
    assert not calls(asha.place, "share the pool")
    assert await press_old(world, cara, yes) == refused(Refusal.NO_VOTE)
    (pause,) = pauses(asha.place)
    assert asked(pause) == {"next"}
    await world.wait(31)
    assert not pauses(asha.place)
    assert await world.app.store.ledger.faults() == ()


async def test_the_remaining_players_are_asked_again_to_share_when_one_leaves(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", "Dev")
    asha, ben, cara, dev = people
    await last_two_offered(people)
    await cara.command("rummy rejoin")
    await dev.command("rummy next")
    await press(ben, "call-split")
    await cara.command("rummy leave", confirm=True)
    assert not calls(asha.place, "share the pool")
    since = len(world.env.http_requests)
    assert said(await press(ben, "call-split")).startswith(between.SPLIT_ASKED())
    assert pinged(world, since) == [{asha.member.id}]
    (call,) = calls(asha.place, "share the pool")
    assert "Asha: 60 points, 2 drops left → **62.50 chips**" in words(call)
    assert said(await press(asha, "vote yes")) == between.SPLIT_DONE()
    end = words(result(world))
    assert "Cara: 61 points" in end
    assert "Cara **−50.00**" in end
    assert await world.app.store.ledger.faults() == ()


async def test_a_vote_on_ending_is_answered_where_the_next_deal_waits(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", "Dev", stake=0.0)
    asha, ben, cara, _ = people
    await deal_won_by(people, asha, commands=True)
    await asha.command("rummy end", confirm=True)
    (pause,) = pauses(asha.place)
    assert "Asha** asks to end this table without a result (0 for, 0 against)" in words(pause)
    for person, votes in ((ben, "1 for"), (cara, "2 for")):
        await person.member.click(pause, custom_id=controls(pause)["vote yes"]["custom_id"])
        (pause,) = pauses(asha.place) or (None,)
        assert pause is None or votes in words(pause)
    assert "**Asha** asked for it; Ben and Cara agreed." in words(result(world)).replace("Cara and Ben", "Ben and Cara")


async def test_double_clicks_on_next_deal_count_once(world: World) -> None:
    people = await seated(world, "Asha", "Ben", stake=0.0)
    asha, ben = people
    await deal_won_by(people, asha)
    onward = button(asha, "next")[1]
    (pause,) = pauses(asha.place)
    before = (await now(world)).lines
    first = {said(answer) for answer in await clicks(world, pause, onward, onward, by=asha.member)}
    assert refused(Refusal.ALREADY_READY) in first
    assert len(first) == 2
    assert (await now(world)).lines == before + 1
    second = [said(answer) for answer in await clicks(world, pause, onward, onward, by=ben.member)]
    assert [("Wild jokers" in told, told == refused(Refusal.NOT_BETWEEN)) for told in second] in (
        [(True, False), (False, True)],
        [(False, True), (True, False)],
    )
    assert (await now(world)).public.deal_number == 2
    assert posted(world)["deal", "1"] == 1
