"""A turn is two presses: draw, and throw a card by its button. A card that is rarely thrown on purpose asks first."""

import pytest
from simcord.components import walk_components

from bot.codes import Problem
from bot.text import refusals
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, raw, two, words
from tests.journeys.pools import now
from tests.journeys.test_words import mover_of
from tests.journeys.world import World
from tests.stacked_packs import stack_packs

FIRST, SECOND = "3H 4H 5H 7C 8C 9C 2S 3S QD KD 9D 6S TC", "2C 4C 6C 8D JD KD 2H 6H 8H TH QH 4S JS"
CUT, OPEN = "AD", "5D"
"""Aces are wild."""


async def drawn(world: World, patch: pytest.MonkeyPatch, card: str, *, hand: str = FIRST, **options: object) -> Person:
    """Return the first player of two, who holds that hand and has drawn that card."""
    stack_packs(patch, (hand, SECOND, f"{CUT} {OPEN} {card}"))
    mover = await mover_of(await two(world, **{"rules": "circle", "pace": "standard", **options}))
    await mover.open_hand()
    await mover.press("draw closed")
    return mover


def thrown(person: Person) -> list[str]:
    """Return the buttons that throw a card."""
    return [name for name in person.can if name.startswith("throw ")]


def columns(person: Person, *labels: str) -> list[int]:
    """Return the places of buttons in their rows, by labels."""
    rows = [part["components"] for part in walk_components(raw(person.shown)) if part["type"] == 1]
    return [row.index(one) for label in labels for row in rows for one in row if one.get("label") == label]


async def lines(world: World) -> int:
    """Return how much has happened at the table."""
    return (await now(world)).lines


async def test_two_presses_are_a_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "QS")
    assert thrown(mover) == ["throw QS", "throw QD"], "the card just drawn, and the dearest outside all groups"
    await mover.press("throw QS")
    assert "You discarded Q♠" in words(mover.shown)
    deal = (await now(world)).public.deal
    assert deal is not None
    assert str(deal.top) == "QS"


async def test_one_card_has_one_button(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "JC", hand="3H 4H 5H 7C 8C 9C 2S 3S 4D 2D 9D 6S 5C")
    assert thrown(mover) == ["throw JC"]


async def test_where_help_is_off_only_the_drawn_card_has_a_button(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = await drawn(world, monkeypatch, "QS", help=False)
    assert thrown(mover) == ["throw QS"]


async def test_no_button_throws_a_hand_away_that_can_be_declared(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "QS", hand="3H 4H 5H 7C 8C 9C TC 2S 2D 2C 9D TD JD")
    assert "You can declare" in words(mover.shown)
    assert thrown(mover) == []
    assert "select discard" in mover.can


@pytest.mark.parametrize(("card", "why"), [("AS", "It is a joker."), ("6H", "your pure sequence 3♥ 4♥ 5♥ 6♥")])
async def test_a_card_that_is_rarely_thrown_on_purpose_asks_first(
    world: World, monkeypatch: pytest.MonkeyPatch, card: str, why: str
) -> None:
    mover = await drawn(world, monkeypatch, card)
    await mover.press("best")
    before = await lines(world)
    label = f"Throw {card[0]}{'♠ (wild)' if card == 'AS' else '♥'}"
    pressed = columns(mover, label)
    await mover.press(f"throw {card}")
    assert why in words(mover.shown)
    assert columns(mover, label) != pressed, "what confirms stands elsewhere"
    await mover.press("hand")
    assert await lines(world) == before
    await mover.press(f"throw {card}")
    await mover.press(f"discard {card}")
    deal = (await now(world)).public.deal
    assert deal is not None
    assert str(deal.top) == card


async def test_a_typed_command_does_not_ask(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "AS")
    await mover.command("play discard", card="AS")
    assert "You discarded A♠" in words(mover.shown)


async def test_gin_offers_no_button_for_the_open_card_just_taken(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, ("3H 4H 5H 7C 8C 9C 2S 3S QD KD", "2C 4C 6C 8D JD 2H 6H 8H TH QH", "KS 5D"))
    people = await two(world, rules="gin", format="limit_100", pace="standard")
    for person in people:
        await person.open_hand()
    mover = next(person for person in people if "draw open" in person.can)
    await mover.press("draw open")
    assert thrown(mover) == ["throw QD"], "the king just taken must stay"
    await mover.press("throw QD")
    assert "You discarded Q♦" in words(mover.shown)


async def test_an_old_button_throws_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "QS")
    id = mover.can["throw QS"]["custom_id"]
    await mover.press("throw QD")
    before = await lines(world)
    (answer,) = await clicks(world, mover.shown, id, by=mover.member)
    assert refusals.PROBLEMS[Problem.STALE]() in words(answer.response)
    assert await lines(world) == before


# -- a button for each card -------------------------------------------------------------------------


async def with_card_buttons(person: Person) -> None:
    """Switch the setting on, behind ⋯, and come back to the hand."""
    await person.press("settings")
    person.look(await person.member.click(person.shown, label="Cards as buttons"))
    await person.press("hand")


async def test_who_likes_it_gets_a_button_for_each_card(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "2S")
    await with_card_buttons(mover)
    assert len(set(thrown(mover))) == 14, "equal cards too have buttons of their own"
    laid = ["7C", "8C", "9C", "TC", "3H", "4H", "5H"]
    assert thrown(mover)[:7] == [f"throw {card}" for card in laid], "in the order of the picture"
    assert "select discard" not in mover.can
    assert {"throw 2S", "throw 2S 2"} <= {*thrown(mover)}
    rows = [part["components"] for part in walk_components(raw(mover.shown)) if part["type"] == 1]
    assert max(map(len, rows)) == 5
    await mover.press("throw 2S 2")
    assert "You discarded 2♠" in words(mover.shown)


async def test_the_button_of_a_pure_sequence_asks_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = await drawn(world, monkeypatch, "QS")
    await with_card_buttons(mover)
    for card, label in (("3H", "3♥"), ("4H", "4♥")):
        pressed = columns(mover, label)
        before = await lines(world)
        await mover.press(f"throw {card}")
        assert "your pure sequence 3♥ 4♥ 5♥" in words(mover.shown)
        assert columns(mover, f"Throw {label}") != pressed, "what confirms stands elsewhere"
        assert await lines(world) == before
        await mover.press("hand")


async def test_a_hand_of_twenty_one_keeps_the_menu(world: World) -> None:
    mover = await mover_of(await two(world, rules="twentyone", format="points", stake=0.0, pace="standard"))
    await mover.open_hand()
    await with_card_buttons(mover)
    await mover.press("draw closed")
    assert "select discard" in mover.can
    assert len(thrown(mover)) <= 2
