"""The western game: a match of three to a limit, with a lay-off, a swap, a restart in mid-turn and a Rummy."""

from pathlib import Path

import pytest

from bot.games.western.codes import WesternRefusal
from bot.games.western.face import words as western_words
from bot.games.western.melds import Shape
from bot.rummy.cards import parse_cards
from bot.rummy.errors import Refusal
from bot.screens.lobby import NewField
from bot.text import hand, refusals
from tests.journeys.people import Person, card, result, said, words
from tests.journeys.pools import next_deal, now, seated, totals, turn
from tests.journeys.test_formats import choose
from tests.journeys.world import World
from tests.known import western_view
from tests.stacked_packs import stack_packs

FIRST_DEAL = (
    "7S 8S JK 2C 3C 4C 5C 2D 3D 4D 2H 3H 4H",
    "9S TS 5C 5D 5H 2S 2S 3S 3S 4S 4S 6D 6H",
    "2C 2D 2H 3C 3D 3H 4C 4D 4H 6C 6D 6H 8C",
    "KH QH JD 9C QD",
)
"""The hands in the order of play, then the open card and the cards drawn."""
SECOND_DEAL = (
    "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
    "KC KC KD KD KH KH QC QC QD QD QH QH JC",
    "2C 2C 2D 2D 2H 2H 3C 3C 3D 3D 3H 3H 4C",
    "9H 9D",
)


async def test_a_match_to_a_limit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, FIRST_DEAL, SECOND_DEAL)
    people = await seated(world, "Asha", "Ben", "Cara", rules="romme", format="limit_100", stake=0.0)
    first = await _places_by_buttons(people)
    second = await _swaps_and_lays_off(world, people)
    third = await turn(people)
    await third.press("draw closed")
    assert "best" in third.can
    await third.choose("discard", "9C")
    assert await turn(people) is first
    await first.press("draw closed")
    await first.press("best")
    await first.choose("discard", "QD")
    assert hand.YOU_WIN_DEAL() in words(first.shown)
    after_one = {first.member.name: 0, second.member.name: 30, third.member.name: 53}
    assert await totals(world) == after_one
    await world.restart()
    await next_deal(people)
    await _rummy(people, second)
    end = words(result(world))
    assert f"{second.member.name} wins" in end
    assert f"{second.member.name}: 5 points" in end
    assert f"{third.member.name}: 183 points" in end
    assert "ended after deal 2" in end


async def _places_by_buttons(people: list[Person]) -> Person:
    person = await turn(people)
    assert "drop" not in person.can
    assert said(await person.command("play place", cards="7S 8S JK")) == refusals.REFUSALS[Refusal.DRAW_FIRST]()
    await person.open_hand()
    await person.press("draw closed")
    await person.choose("pick", "7S", "8S", "JK")
    await person.press("place 7S 8S JK")
    assert "You placed 7♠ 8♠ Joker." in words(person.shown)
    await person.press("undo")
    await person.choose("pick", "7S", "8S", "JK")
    await person.press("place 7S 8S JK")
    await person.choose("discard", "QH")
    return person


async def _swaps_and_lays_off(world: World, people: list[Person]) -> Person:
    """Swap and lay off by command, with a restart while a joker is owed."""
    person = await turn(people)
    await person.command("play draw", source="closed")
    refused = said(await person.command("play swap", card="9S", meld="1"))
    assert refused == western_words.REFUSALS[WesternRefusal.PLACE_FIRST]()
    offered = await person.member.autocomplete(person.place, "play place", "cards", "5")
    assert [choice["value"] for choice in offered] == ["5C 5H 5D"]
    await person.command("play place", cards="5C 5D 5H")
    offered = await person.member.autocomplete(person.place, "play swap", "meld", "")
    assert [choice["value"] for choice in offered] == ["1", "2"]
    assert said(await person.command("play swap", card="9S", meld="x")) == western_words.NO_MELD_NAMED()
    await person.command("play swap", card="9S", meld="1")
    assert western_words.owed() in words(person.shown)
    assert (
        said(await person.command("play discard", card="JD")) == western_words.REFUSALS[WesternRefusal.JOKER_UNUSED]()
    )
    await world.restart()
    assert await turn(people) is person
    assert western_words.owed() in words(person.shown)
    await person.choose("pick", "JK")
    await person.choose("lay-off", "1 JK")
    assert western_words.owed() not in words(person.shown)
    await person.command("play layoff", card="TS", meld="1")
    await person.command("play undo")
    await person.command("play layoff", card="TS", meld="1")
    assert "laid off 10♠ on meld 1." in words((person.find("more"))[0])
    await person.command("play discard", card="JD")
    return person


async def _rummy(people: list[Person], lucky: Person) -> None:
    assert await turn(people) is lucky
    await lucky.press("draw closed")
    assert "You can go out: put down " in words(lucky.shown)
    await lucky.press("best")
    await lucky.choose("discard", "9D")
    assert any("has a Rummy" in words(message) for message in lucky.place.history())


async def _owing(people: list[Person]) -> Person:
    """Return the second player, who has swapped a joker and not used it."""
    first = await turn(people)
    await first.press("draw closed")
    await first.command("play place", cards="7S 8S JK")
    await first.choose("discard", "QH")
    second = await turn(people)
    await second.press("draw closed")
    await second.command("play place", cards="5C 5D 5H")
    await second.command("play swap", card="9S", meld="1")
    return second


async def test_leaving_in_mid_turn_gives_the_joker_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, FIRST_DEAL)
    people = await seated(world, "Asha", "Ben", "Cara", rules="romme", format="limit_100", stake=0.0)
    second = await _owing(people)
    await second.command("rummy leave")
    assert "now **59**" in words(second.shown)
    await second.press("leave")
    third = await turn(people)
    assert "**#1** 7♠ 8♠ Joker (9♠)" in words(third.shown)
    board = words(third.find("more")[0])
    for line in (f"{second.member.name} took back a step.", f"{second.member.name} left (59 points)."):
        assert line in board


async def test_the_clock_takes_back_what_cannot_stay(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_packs(monkeypatch, FIRST_DEAL)
    people = await seated(world, "Asha", "Ben", "Cara", rules="romme", format="limit_100", stake=0.0)
    second = await _owing(people)
    await world.wait(61)
    told = said(await second.command("play back"))
    assert "- Time ran out. Your last step was taken back. J♦ was thrown." in told
    third = await turn(people)
    assert "**#1** 7♠ 8♠ Joker (9♠)" in words(third.shown)
    await world.wait(61)
    told = said(await third.command("play back"))
    assert "- Time ran out. A card was drawn for you. 9♣ was thrown." in told


async def test_each_game_says_what_belongs_to_the_other(world: World) -> None:
    (asha,) = await seated(world, "Asha", rules="romme", format="best_of_5", stake=0.0, computers=1)
    other_game = refusals.REFUSALS[Refusal.OTHER_GAME]()
    for name, options in (("best", {}), ("declare", {}), ("group", {"groups": "2H 3H"})):
        assert said(await asha.command(f"play {name}", **options)).startswith((other_game, "It is not your turn"))
    state = await now(world)
    assert state.public.match.terms.deals == 5
    (ben,) = await seated(world, "Ben", rules="circle", format="points", stake=0.0, computers=1)
    for name, options in (("place", {}), ("undo", {}), ("swap", {"card": "7S", "meld": "1"})):
        assert said(await ben.command(f"play {name}", **options)) == other_game


async def test_a_table_by_the_form(world: World) -> None:
    asha = world.member("Asha")
    form = (await asha.slash(world.channel, "rummy new")).response
    form = await choose(asha, form, NewField.RULES, "romme")
    form = await choose(asha, form, NewField.FORMAT, "limit_200")
    await asha.click(form, label="Open lobby")
    assert "To 200 points · Rommé" in words(card(world))


async def test_cards_that_make_a_sequence_too_are_placed_as_a_set(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A house rule lets a meld have more jokers than other cards."""
    house = 'base = "romme"\nname = "Many jokers"\n[romme]\nmore_jokers = true\n'
    (tmp_path / "many.toml").write_text(house, encoding="utf-8")
    world.config = world.config.model_copy(update={"rules_dir": tmp_path})
    await world.restart()
    stack_packs(monkeypatch, ("5H JK JK 2C 3D 4C 6C 2D 8D 4D 2H TH 4H", *FIRST_DEAL[1:]))
    people = await seated(world, "Asha", "Ben", "Cara", rules="many", format="limit_100", stake=0.0)
    person = await turn(people)
    await person.press("draw closed")
    await person.choose("pick", "5H", "JK", "JK#2")
    assert "place set 5H JK JK" in person.can
    await person.press("place set 5H JK JK")
    board = western_view((await now(world)).public)
    assert board is not None
    (meld,) = board.melds
    assert (meld.cards, meld.shape) == (parse_cards("5H JK JK"), Shape.SET)
