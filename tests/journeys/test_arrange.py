"""Arrange: a form with a menu for each group."""

from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.rummy.cards import group_texts
from tests.journeys.people import Person, words
from tests.journeys.pools import now
from tests.journeys.test_throws import drawn
from tests.journeys.world import World
from tests.known import indian_view


async def opened(person: Person, control: str = "ask-groups") -> InteractionResult:
    """Press the button that opens the form."""
    shown = await person.member.click(person.shown, custom_id=person.can[control]["custom_id"])
    assert shown.modal is not None
    return shown


def filled(shown: InteractionResult) -> dict[str, list[str]]:
    """Return what is chosen in each menu of the form."""
    assert shown.modal is not None
    menus: list[Any] = [label["component"] for label in shown.modal["components"]]
    return {menu["custom_id"]: [one["value"] for one in menu["options"] if one.get("default")] for menu in menus}


async def sent(person: Person, shown: InteractionResult, chosen: dict[str, list[str]]) -> str:
    """Send the form with these cards in its menus. Return the words of the answer."""
    person.look(await person.member.submit_modal(shown, chosen))
    return words(person.shown)


async def groups(world: World, person: Person) -> str:
    """Return the groups that are saved."""
    deal = indian_view((await now(world)).for_player(person.member.id))  # type: ignore[arg-type]
    assert deal is not None
    return group_texts(deal.groups)


async def test_the_form_is_filled_with_what_lies_there_and_saves_what_is_chosen(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = await drawn(world, monkeypatch, "QS")
    form = await opened(mover)
    assert filled(form) == {
        "group-1": ["7C", "8C", "9C", "TC"],
        "group-2": ["3H", "4H", "5H"],
        **{f"group-{number}": [] for number in (3, 4, 5)},
    }
    told = await sent(mover, form, {**filled(form), "group-4": ["2S", "3S", "QS"]})
    assert "Your groups are saved." in told
    assert await groups(world, mover) == "7C 8C 9C TC | 3H 4H 5H | 2S 3S QS"
    assert {"throw QS", "hand-more"} <= {*mover.can}
    told = await sent(mover, await opened(mover), {})
    assert await groups(world, mover) == "", "all menus may be empty"


async def test_a_card_chosen_twice_goes_to_the_later_group(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "2S")
    form = await opened(mover)
    told = await sent(mover, form, {"group-1": ["3H", "4H", "2S"], "group-2": ["4H", "2S#2", "3S"]})
    assert "Chosen twice, and now in the later group: 4♥." in told
    assert await groups(world, mover) == "2S 3H | 2S 3S 4H", "each copy of a card is its own"


async def test_a_card_that_is_gone_leads_back_to_the_form_as_it_was_filled(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = await drawn(world, monkeypatch, "QS")
    form = await opened(mover)
    await mover.press("throw QS")
    chosen = {"group-1": ["3H", "4H", "5H"], "group-2": ["2S", "3S", "QS"]}
    before = (await now(world)).lines
    told = await sent(mover, form, chosen)
    assert "Nothing was saved: you no longer hold Q♠." in told
    assert (await now(world)).lines == before
    again = await opened(mover, "ask-groups again")
    assert filled(again)["group-1"] == chosen["group-1"]
    assert filled(again)["group-2"] == ["2S", "3S"], "as far as the cards are still there"
    told = await sent(mover, again, filled(again))
    assert await groups(world, mover) == "3H 4H 5H | 2S 3S"


async def test_what_was_chosen_is_forgotten_after_a_quarter_of_an_hour(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = await drawn(world, monkeypatch, "QS", pace="slow")
    form = await opened(mover)
    await mover.press("throw QS")
    await sent(mover, form, {"group-1": ["2S", "3S", "QS"]})
    message = mover.shown
    await world.wait(16 * 60)
    id = mover.can["ask-groups again"]["custom_id"]
    again = await mover.member.click(message, custom_id=id)
    assert filled(again)["group-1"] == ["7C", "8C", "9C", "TC"]
