"""Whatever a person can click or type wrong gets one sentence, in private, and changes nothing."""

from typing import Any

import pytest

from bot.codes import Problem
from bot.games.indian.face import words as indian_words
from bot.rummy.errors import Refusal
from bot.text import refusals
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, card, controls, reply, result, said, table_of, words
from tests.journeys.test_matches import play_on
from tests.journeys.world import World


async def started(world: World, **options: Any) -> tuple[Person, Person]:
    """Return two people at a table; the first is the one whose turn it is."""
    asha, ben = await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0, **options)
    await asha.open_hand()
    await ben.open_hand()
    return (asha, ben) if "draw closed" in asha.can else (ben, asha)


async def journal(world: World) -> int:
    """Return how much has happened at the only table."""
    (row,) = await world.app.store.tables.open_rows()
    return (await world.app.tables.find(row.id)).lines


async def test_two_clicks_at_once_are_one_move(world: World) -> None:
    mover, _ = await started(world)
    before = await journal(world)
    id = mover.can["draw closed"]["custom_id"]
    first, second = await clicks(world, mover.shown, id, id, by=mover.member)
    assert first.acknowledged
    assert second.acknowledged
    assert await journal(world) == before + 1


async def test_click_out_of_turn(world: World) -> None:
    mover, other = await started(world)
    before = await journal(world)
    (answer,) = await clicks(world, other.shown, mover.can["draw closed"]["custom_id"], by=other.member)
    assert refusals.REFUSALS[Refusal.NOT_YOUR_TURN]() in words(answer.response)
    assert await journal(world) == before


async def test_old_button_shows_the_table_as_it_is(world: World) -> None:
    mover, other = await started(world)
    old = mover.can["draw closed"]["custom_id"]
    await mover.press("draw closed")
    await mover.choose("discard", str(mover.cards[0]))
    before = await journal(world)
    (answer,) = await clicks(world, mover.shown, old, by=mover.member)
    assert refusals.PROBLEMS[Problem.STALE]() in words(answer.response)
    assert "Waiting for" in words(answer.response)
    assert await journal(world) == before
    assert other.member


async def test_stranger(world: World) -> None:
    mover, _ = await started(world)
    stranger = world.member("Chitra")
    message, id = mover.find("hand")
    answer = await stranger.click(message, custom_id=id)
    assert answer.response is not None
    assert answer.response.ephemeral
    assert words(answer.response) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    drawn = await clicks(world, message, mover.can["draw closed"]["custom_id"], by=stranger)
    assert words(drawn[0].response) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()


async def test_finished_table(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")])
    await people[0].open_hand()
    board, _ = people[0].find("discards")
    old = controls(people[0].shown)
    await play_on(world, people)
    assert result(world) is not None
    for name, component in old.items():
        (answer,) = await clicks(
            world, board, component["custom_id"], by=people[0].member, values=("7S",) if "select" in name else ()
        )
        assert answer.response is not None, name
        assert answer.response.ephemeral
        if name in ("draw closed", "sort", "ungroup", "best"):
            assert words(answer.response) == refusals.REFUSALS[Refusal.TABLE_OVER]()


@pytest.mark.parametrize(
    ("groups", "sentence"),
    [
        ("2H 3X 4H", "`3X`"),
        ("2H 2H 2H 2H 2H 2H 2H", refusals.REFUSALS[Refusal.NOT_IN_HAND]()),
        ("hello | world", "`hello`"),
    ],
)
async def test_bad_groups(world: World, groups: str, sentence: str) -> None:
    mover, _ = await started(world)
    before = await journal(world)
    answer = await mover.command("play group", groups=groups)
    assert sentence in words(answer.response)
    assert answer.response is not None
    assert answer.response.ephemeral
    assert await journal(world) == before


async def test_bad_groups_in_the_form(world: World) -> None:
    mover, _ = await started(world)
    shown = await mover.member.click(mover.shown, custom_id=mover.can["ask-groups"]["custom_id"])
    assert shown.modal is not None
    modal = shown._interaction.modal
    assert modal is not None
    option = modal["components"][0]["component"]["options"][0]
    real, option["value"] = option["value"], "whatever"
    answer = await mover.member.submit_modal(shown, {"group-1": ["whatever"]})
    assert refusals.REFUSALS[Refusal.NOT_IN_HAND]() in words(answer.response)
    assert "Waiting" in words(answer.response) or "Your turn" in words(answer.response)
    shown = await mover.member.click(mover.shown, custom_id=mover.can["ask-groups"]["custom_id"])
    answer = await mover.member.submit_modal(shown, {"group-1": [real]})
    assert indian_words.GROUPED() in words(answer.response)


@pytest.mark.parametrize("slot", [False, True])
async def test_an_old_declaration_with_typed_text_declares_nothing(world: World, slot: bool) -> None:
    """Text in a form does not make an old control a new one: the groups shown then are not those declared now."""
    mover, _ = await started(world)
    await mover.press("draw closed")
    card = mover.cards[0]
    if slot:
        await mover.command("play finish", card=str(card))
        await mover.open_hand()
    before = await journal(world)
    shown = await mover.member.click(mover.shown, custom_id=mover.can["ask-groups"]["custom_id"])
    modal = shown._interaction.modal
    assert modal is not None
    asked = "declare-slot 00000000" if slot else f"declare-shown {card} 00000000"
    (row,) = await world.app.store.tables.open_rows()
    modal["custom_id"] = f"rummy:y:{row.id}:0:{asked}"
    answer = await mover.member.submit_modal(shown, {})
    assert refusals.PROBLEMS[Problem.STALE]() in words(answer.response)
    assert await journal(world) == before


@pytest.mark.parametrize("typed", [" ", "|", " | | "])
async def test_groups_without_cards_change_nothing(world: World, typed: str) -> None:
    mover, _ = await started(world)
    await mover.command("play best")
    before = await journal(world)
    assert said(await mover.command("play group", groups=typed)) == indian_words.no_groups_typed()
    assert await journal(world) == before


async def test_bad_cards(world: World) -> None:
    mover, _ = await started(world)
    answer = await mover.command("play discard", card="7X")
    assert "`7X`" in words(answer.response)
    answer = await mover.command("play discard", card="7S")
    assert words(answer.response) == refusals.REFUSALS[Refusal.DRAW_FIRST]()


async def test_unknown_buttons(world: World) -> None:
    mover, _ = await started(world)
    board, _ = mover.find("discards")
    for id in (
        "rummy:b:zzzzzz:0:hand",
        "rummy:b:zzzzzz:0:fly",
        "hello",
        "rummy:s:zzzzzz:1:discard",
        "rummy:m:zzzzzz:1:x",
        "rummy:c:zzzzzz:0:hand",
        "rummy:c:zzzzzz:0:fly",
        "rummy:y:zzzzzz:1:discard",
        "rummy:y:zzzzzz:1:groups",
    ):
        (answer,) = await clicks(world, board, id, by=mover.member)
        assert answer.response is not None
        assert answer.response.ephemeral, id
        assert len(words(answer.response)) < 100


async def test_no_table(world: World) -> None:
    asha = world.member("Asha")
    answer = await asha.slash(world.channel, "play hand")
    assert words(answer.response) == refusals.PROBLEMS[Problem.NOT_AT_TABLE]()
    answer = await asha.slash(world.channel, "play hand", table="not a code")
    assert words(answer.response) == refusals.PROBLEMS[Problem.NO_TABLE]()
    answer = await asha.slash(world.channel, "rummy record", table="aaaaaa")
    assert words(answer.response) == refusals.PROBLEMS[Problem.NO_TABLE]()


async def test_several_tables(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await table_of(world, [asha, ben], computers=0)
    await table_of(world, [asha, ben], computers=0)
    answer = await asha.slash(world.channel, "play hand")
    assert "Which table?" in words(answer.response)
    (menu,) = controls(reply(answer)).values()
    values = [option["value"] for option in menu["options"]]
    answer = await asha.select(reply(answer), values[1:], custom_id=menu["custom_id"])
    assert "hand-more" in controls(answer.response)
    choices = await asha.autocomplete(world.channel, "play hand", "table", "")
    assert len(choices) == 2
    answer = await asha.slash(world.channel, "play hand", table=choices[0]["value"])
    assert "hand-more" in controls(answer.response)
    answer = await asha.slash(world.channel.threads[0], "play hand")
    assert "hand-more" in controls(answer.response)


async def test_lobby_rights(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    for button in ("start", "computer", "cancel", "remove"):
        if button in controls(card(world)):
            answer = await ben.click(card(world), custom_id=controls(card(world))[button]["custom_id"])
            assert refusals.PROBLEMS[Problem.NOT_HOST]() in said(answer)
    answer = await asha.click(card(world), label="Start")
    assert said(answer) == refusals.PROBLEMS[Problem.TOO_FEW]()
    for _ in range(2):
        await asha.slash(world.channel, "rummy new", rules="winzo")
    answer = await asha.slash(world.channel, "rummy new", rules="winzo")
    assert words(answer.response) == refusals.too_many_of_yours(Problem.TOO_MANY_LOBBIES, 3)
    listed = await asha.click(reply(answer), label="My tables")
    assert said(listed).count("Waiting for players: 1 of 6 seats taken.") == 3
