"""Deals rummy and best of three: no drop, ties, and shows that are posted once."""

import pytest

from bot.games.indian.rules import HAND_SIZE
from bot.rummy.cards import CARDS, card_texts
from bot.rummy.errors import Refusal
from bot.text import hand, refusals
from tests.journeys.people import Person, controls, result, said, words
from tests.journeys.pools import next_deal, now, pauses, posted, seated, totals, turn
from tests.journeys.world import World
from tests.stacked_packs import stack_packs

DEALS = "deals_2"
BEST = "best_of_3"


def deal_suits(patch: pytest.MonkeyPatch, *players: int) -> None:
    """Deal a suit from ace to king to everybody, so that the first player can declare; `players` by deal."""
    suits = [card_texts(CARDS[at : at + HAND_SIZE]) for at in range(0, len(CARDS), HAND_SIZE)]
    stack_packs(patch, *((*suits[:number], "") for number in players))


async def play_deal(world: World, people: list[Person], *, commands: bool) -> Person:
    """Play a deal: the first player declares in the first turn, the others show after a restart. Return the winner."""
    winner = await turn(people)
    await winner.press("hand-more")
    assert "ask-drop" not in winner.can, "there is no drop to offer"
    await winner.press("hand")
    assert said(await winner.command("play drop", confirm=True)) == refusals.REFUSALS[Refusal.NO_DROPS]()
    assert said(await winner.command("play drop")) == refusals.REFUSALS[Refusal.NO_DROPS]()
    assert await (winner.turn_by_commands() if commands else winner.turn_by_buttons())
    await world.restart()
    for person in people:
        if person is not winner:
            assert await (person.turn_by_commands() if commands else person.turn_by_buttons())
    return winner


async def test_deals_are_tied_and_the_tie_is_broken_among_the_tied(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_suits(monkeypatch, 3, 3, 2)
    people = await seated(world, "Asha", "Ben", "Cara", format=DEALS)
    first = await play_deal(world, people, commands=False)
    await next_deal(people)
    second = await play_deal(world, people, commands=True)
    (third,) = (person for person in people if person not in (first, second))
    stacks = {first.member.name: 162, second.member.name: 162, third.member.name: 156}
    assert await totals(world) == stacks
    (pause,) = pauses(first.place)
    assert "Rejoin" not in words(pause)
    assert "call-split" not in controls(pause)
    for command, refusal in (("rejoin", Refusal.NO_REJOIN), ("split", Refusal.NO_SPLIT)):
        assert said(await third.command(f"rummy {command}")) == refusals.REFUSALS[refusal]()
    await world.restart()
    await next_deal(people, commands=True)
    await third.open_hand()
    assert hand.NOT_DEALT_IN() in words(third.shown)
    assert not third.shown.attachments
    assert await play_deal(world, [first, second], commands=False) is first
    end = words(result(world))
    name = first.member.name
    assert f"{name} wins" in end
    assert f"{name}: stack 164" in end
    assert f"{name} **+50.00**" in end
    assert posted(world) == {("start", "0"): 1, ("deal", "1"): 1, ("deal", "2"): 1, ("result", "3"): 1}
    assert await world.app.store.ledger.faults() == ()


async def test_best_of_three_is_three_deals_and_the_fewest_points(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_suits(monkeypatch, 2)
    people = await seated(world, "Asha", "Ben", format=BEST)
    first = await play_deal(world, people, commands=True)
    await next_deal(people)
    second = await play_deal(world, people, commands=False)
    assert second is not first
    await world.restart()
    await next_deal(people)
    assert (await now(world)).public.deal_number == 3
    assert await play_deal(world, people, commands=True) is first
    end = words(result(world))
    assert f"{first.member.name} wins" in end
    assert f"{first.member.name}: 2 points" in end
    assert f"{first.member.name} **+25.00**" in end
    assert posted(world)["deal", "2"] == posted(world)["result", "3"] == 1
    assert not pauses(first.place)
    assert await world.app.store.ledger.faults() == ()
