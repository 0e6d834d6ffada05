"""The words are true, and can be read without pictures."""

from dataclasses import replace
from typing import Any

import pytest

from bot.games.indian.declaration import Reason
from bot.games.indian.face import words as indian_words
from bot.service import shuffle
from bot.store.rows.subjects import StoredTable
from tests.journeys.people import Person, controls, result, said, table_of, words
from tests.journeys.test_tables import finished, press
from tests.journeys.world import World


async def mover_of(people: list[Person]) -> Person:
    """Return whose turn it is."""
    for person in people:
        await person.open_hand()
    return next(person for person in people if "draw closed" in person.can)


async def seated(world: World, *names: str, **options: Any) -> list[Person]:
    return await table_of(world, [world.member(name) for name in names], computers=0, **options)


# -- wrong declarations -----------------------------------------------------------------------------


@pytest.mark.parametrize("names", [("Asha", "Ben"), ("Asha", "Ben", "Chitra")])
async def test_a_wrong_declaration_is_called_wrong(world: World, names: tuple[str, ...]) -> None:
    mover = await mover_of(await seated(world, *names))
    await mover.command("play draw", source="closed")
    card = str(mover.cards[0])
    await mover.press("group")
    await mover.press("ask-declare")
    await mover.choose("ask-declare", card)
    await mover.press(f"declare-shown {card}")
    told = words(mover.shown)
    assert "Your declaration was wrong" in told
    assert indian_words.REASONS[Reason.CARD_COUNT]() in told
    assert "80 points" in told
    assert "valid." not in told
    if len(names) == 3:
        await mover.open_hand()
        assert words(mover.shown).count("Your declaration was wrong") == 1
        assert "You declared wrongly" not in words(mover.shown), "once is enough"


async def test_a_drop_is_told_once(world: World) -> None:
    mover = await mover_of(await seated(world, "Asha", "Ben", "Chitra"))
    await mover.press("ask-drop")
    await mover.press("drop")
    assert words(mover.shown).count("You dropped out of this deal. It costs you 20 points.") == 1
    assert words(mover.shown).count("You dropped") == 1


async def test_a_declaration_that_came_too_late_is_called_so(world: World) -> None:
    mover = await mover_of(await seated(world, "Asha", "Ben", "Chitra"))
    await mover.command("play draw", source="closed")
    await mover.command("play finish", card=str(mover.cards[0]))
    await world.wait(120)
    await mover.open_hand()
    assert "Time ran out. You did not declare (80 points)." in words(mover.shown)


async def test_a_wrong_declaration_from_the_finish_slot(world: World) -> None:
    mover = await mover_of(await seated(world, "Asha", "Ben", "Chitra"))
    await mover.command("play draw", source="closed")
    card = str(mover.cards[0])
    await mover.command("play finish", card=card)
    assert "Your declaration was wrong" in said(await mover.command("play declare", groups=str(mover.cards[0])))


# -- the shuffle ------------------------------------------------------------------------------------


async def test_a_shuffle_that_is_not_as_promised(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await finished(world)
    read = world.app.store.tables.finished

    async def another_seed(table: Any) -> StoredTable | None:
        stored = await read(table)
        assert stored is not None
        return replace(stored, row=replace(stored.row, seed=shuffle.new_secrets().seed))

    monkeypatch.setattr(world.app.store.tables, "finished", another_seed)
    told = said(await press(world, people[0], "verify"))
    assert "The shuffle is NOT as promised" in told
    assert "SHA-256 differs from the commitment" in told
    assert result(world) is not None


# -- without pictures -------------------------------------------------------------------------------


async def test_text_only(world: World) -> None:
    asha, _ = await seated(world, "Asha", "Ben", rules="circle")
    form = (await asha.member.slash(world.channel, "rummy settings")).response
    assert form is not None
    await asha.member.click(form, label="Text only")
    for command in ("rummy table", "rummy scores", "rummy discards", "play hand", "rummy rules"):
        answer = await asha.command(command)
        assert answer.response is not None
        assert answer.response.attachments == [], command
    table = await asha.command("rummy table")
    assert "Asha" in said(table)
    assert "to draw" in said(table)
    public = asha.find("discards")[0]
    assert public.attachments, "the others' board keeps its picture"
    assert "discards" in controls(public)
