"""A match of many deals goes on: people leave, disappear or do nothing, and its thread is deleted."""

from typing import Any

from bot.codes import Problem
from bot.rummy.cards import Seat
from bot.rummy.errors import Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.outcome import SeatStatus
from bot.service.tables.state import TableState
from bot.text import between, refusals
from tests.journeys.people import Person, controls, result, said, words
from tests.journeys.pools import (
    asked,
    button,
    calls,
    deal_won_by,
    drop,
    last_two_offered,
    mover,
    next_deal,
    now,
    pass_on,
    pauses,
    pinged,
    posted,
    press,
    seated,
    totals,
)
from tests.journeys.world import World


async def test_leaving_in_the_pause(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara")
    asha, ben, cara = people
    await deal_won_by(people, asha)
    await cara.command("rummy leave")
    assert "25.00 chips" in words(cara.shown)
    await cara.press("leave")
    assert said(await press(cara, "next")) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    (pause,) = pauses(asha.place)
    assert "Cara" not in words(pause).split("### Next deal")[1]
    since = len(world.env.http_requests)
    await next_deal([asha, ben])
    await deal_won_by([asha, ben], ben)
    assert cara.member.id not in set().union(*pinged(world, since))
    await ben.command("rummy leave", confirm=True)
    end = words(result(world))
    assert "Asha wins" in end
    assert "Chips: Asha **+50.00** · Ben **−25.00** · Cara **−25.00**" in end
    for name in ("Ben", "Cara"):
        assert f"{name}: 20 points, left the table" in end
    assert not pauses(asha.place)
    assert posted(world) == {("start", "0"): 1, ("deal", "1"): 1, ("deal", "2"): 1, ("result", "0"): 1}
    assert await world.app.store.ledger.faults() == ()


async def test_leaving_the_rejoin_window_decides_it(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", "Dev")
    asha, ben, cara, dev = people
    await last_two_offered(people)
    await cara.command("rummy leave", confirm=True)
    (pause,) = pauses(asha.place)
    assert f"### <@{dev.member.id}> is out and may rejoin" in words(pause)
    await dev.command("rummy leave", confirm=True)
    (pause,) = pauses(asha.place)
    assert asked(pause) == {"next", "call-split"}
    await next_deal([asha, ben])
    await ben.command("rummy leave", confirm=True)
    assert "Asha wins" in words(result(world))
    assert await world.app.store.ledger.faults() == ()


async def test_a_member_who_is_gone_lapses_and_the_match_goes_on(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", rules="toking", pace="blitz")
    asha, ben, cara = people
    await deal_won_by(people, asha)
    world.guild.remove_member(cara.member)
    await next_deal([asha, ben])
    assert len(pauses(asha.place)) == 1, "the next deal waits for Cara"
    for _ in range(30):
        state = await now(world)
        if len(state.public.outcomes) == 2:
            break
        person = mover([asha, ben])
        if person is None:
            await world.wait(5)
        else:
            await (drop if person is ben else pass_on)(person, commands=True)
    assert await totals(world) == {"Asha": 0, "Ben": 40, "Cara": 40}
    assert state.public.outcomes[1].statuses[seat_of(state, cara)] is SeatStatus.LAPSED
    assert "Cara" in words(pauses(asha.place)[0])


def seat_of(state: TableState, person: Person) -> Seat:
    seat = state.seat_of(PlayerId(person.member.id))
    assert seat is not None
    return seat


async def test_a_thread_deleted_in_the_deal(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara")
    asha, ben, _ = people
    await deal_won_by(people, asha)
    await next_deal(people)
    first = mover(people)
    assert first is not None
    moved(world, people)
    await first.command("play drop", confirm=True)
    await deal_won_by(people, asha if first is not asha else ben)
    (pause,) = pauses(world.channel)
    assert asked(pause) == {"next"}
    await next_deal(people)
    assert not pauses(world.channel)
    assert mover(people) is not None
    assert posted(world)["deal", "2"] == 1


async def test_a_thread_deleted_in_the_pause(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara")
    asha, ben, _ = people
    await deal_won_by(people, asha)
    moved(world, people)
    assert "You are ready" in said(await asha.command("rummy next"))
    (pause,) = pauses(world.channel)
    assert "Ready: Asha" in words(pause)
    await world.wait(31)
    assert not pauses(world.channel)
    assert mover(people) is not None
    assert len([m for m in world.channel.history() if "discards" in controls(m)]) == 1
    await deal_won_by(people, ben)
    assert len(pauses(world.channel)) == 1
    assert posted(world) == {("deal", "1"): 1, ("deal", "2"): 1}, "what tells the deal came along"


async def test_a_thread_deleted_while_a_player_may_rejoin(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", "Dev")
    asha, ben, cara, dev = people
    await last_two_offered(people)
    moved(world, people)
    since = len(world.env.http_requests)
    await cara.command("rummy rejoin")
    assert dev.member.id in set().union(*pinged(world, since)), "who is called is called where the table is now"
    assert "stay out" in said(await press(dev, "decline"))
    assert len(pauses(world.channel)) == 1
    await press(asha, "call-split")
    await press(ben, "vote yes")
    assert said(await press(cara, "vote yes")) == between.SPLIT_DONE()
    assert result(world) is not None
    assert not pauses(world.channel)
    assert all("it goes on here" in words(message) for message in calls(world.channel, ""))
    assert await world.app.store.ledger.faults() == ()


def moved(world: World, people: list[Person]) -> None:
    """Delete the thread; all people go to the channel."""
    world.env.backend.delete_channel(people[0].place.id)
    for person in people:
        person.place = world.channel


async def test_everyone_away(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", rules="toking", pace="blitz")
    asha, *_ = people
    for _ in range(60):
        if result(world) is not None:
            break
        await world.wait(60)
    end = words(result(world))
    assert "wins" in end or "share" in end
    assert not pauses(asha.place)
    assert not calls(asha.place, "")
    deals = max(int(deal) for kind, deal in posted(world) if kind == "result")
    sheets = {("deal", str(deal)): 1 for deal in range(1, deals)}
    assert posted(world) == {("start", "0"): 1, **sheets, ("result", str(deals)): 1}
    assert await world.app.store.ledger.faults() == ()
    assert not await world.app.store.tables.unsent()


# -- hands that come by themselves ------------------------------------------------------------------


async def prefer(world: World, person: Person, label: str) -> None:
    form = await person.member.slash(world.channel, "rummy settings")
    assert form.response is not None
    await person.member.click(form.response, label=label)


async def test_direct_messages_and_words_in_a_pool(world: World) -> None:
    people = await seated(world, "Asha", "Ben", "Cara", "Dev")
    asha, ben, cara, dev = people
    await prefer(world, asha, "Hand by DM")
    await prefer(world, cara, "Hand by DM")
    await prefer(world, dev, "Hand by DM")
    await prefer(world, ben, "Text only")
    await last_two_offered(people)
    assert [len(hands(person)) for person in (asha, cara, dev)] == [6, 6, 6]
    assert "Next deal" not in words(hands(cara)[-1])
    assert "Rejoin at 61 points for 25.00 chips?" in words(hands(cara)[-1])
    offer = controls(hands(cara)[-1])
    assert set(offer) == {"rejoin", "decline", "scores"}
    await cara.member.user.click(hands(cara)[-1], custom_id=offer["rejoin"]["custom_id"])
    await dev.member.user.click(hands(dev)[-1], custom_id=controls(hands(dev)[-1])["decline"]["custom_id"])
    assert between.OUT_OF_MATCH() in words(hands(dev)[-1])
    assert "Next deal" in words(hands(asha)[-1])
    for person in (asha, ben):
        await person.command("rummy next")
    assert [len(hands(person)) for person in (asha, cara, dev)] == [7, 7, 6], "no hand for an eliminated player"
    await ben.open_hand()
    assert not ben.shown.attachments
    assert "▫️ " in words(ben.shown)
    await dev.open_hand()
    assert between.OUT_OF_MATCH() in words(dev.shown)
    assert not dev.shown.attachments
    await deal_won_by([asha, ben, cara], asha, commands=True)
    assert len(hands(dev)) == 6
    assert said(await dev.command("rummy rejoin")) == refusals.REFUSALS[Refusal.REJOIN_LATE]()
    assert button(asha, "call-split")


def hands(person: Person) -> list[Any]:
    """Return the hands in their direct messages, one for each deal; only the last one has controls."""
    return [m for m in person.member.user.dm_channel.history() if m.components]
