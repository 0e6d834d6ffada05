"""Gin: a match to a limit with a first turn of passes, a knock, gin, big gin and a restart in mid-turn; and leaving."""

import pytest

from bot.games.gin.codes import GinRefusal
from bot.games.gin.face import words as gin_words
from bot.rummy.cards import Card, in_suit_order, parse_cards
from bot.rummy.record import Record
from bot.service.shuffle import verify
from tests.journeys.people import Person, result, said, words
from tests.journeys.pools import next_deal, seated, totals, turn
from tests.journeys.test_tables import text_of
from tests.journeys.tournaments import balance
from tests.journeys.world import World
from tests.known import GAMES
from tests.stacked_packs import stack_packs

DEALS = (
    ("9C 9D 9S 5H 6H 7H KC KD KS 4C", "KH 8H 2C 2D 2S AC AD QS 6C 3D", "JH TH"),
    ("2C 2D 2S 4C 4D 4S JC JD JS 3H", "QC QD QS 5H 6H 7H KC KD KS 9C", "KH"),
    ("QC QH QS 4H 5H 6H KD KH KS 2H", "KC QD JH TS 9C 8D 7H 5S 3C AD", "3H"),
)
"""The hands in the order of play, then the open card and the cards drawn."""


@pytest.fixture(autouse=True)
def _stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the packs in that order."""
    stack_packs(monkeypatch, *DEALS)


def labels(person: Person) -> list[str]:
    """Return the labels of the buttons on the private message."""
    return [str(component["label"]) for component in person.can.values() if component.get("label")]


async def _knocks(world: World, people: list[Person]) -> tuple[Person, Person]:
    """Return both pass; the first player draws and knocks, with a restart in between."""
    first = await turn(people)
    second = next(person for person in people if person is not first)
    assert labels(first)[:2] == ["Take J♥", "Pass"]
    assert "draw closed" not in first.can
    assert said(await first.command("play knock")) == gin_words.REFUSALS[GinRefusal.TAKE_OR_PASS]()
    await first.open_hand()
    await first.press("pass")
    assert await turn(people) is second
    await second.command("play pass")
    await first.open_hand()
    assert "draw open" not in first.can
    assert labels(first)[0] == "Closed"
    await first.press("draw closed")
    assert "can knock with 4" in words(first.shown)
    offered = [Card.parse(option["value"]) for option in first.can["select discard"]["options"]]
    assert offered == [Card.parse("TH"), *in_suit_order(parse_cards(DEALS[0][0]))]
    await world.restart()
    await first.open_hand()
    assert "Knock 4" in labels(first)
    assert "Gin" not in labels(first)
    await first.press("knock TH")
    return first, second


async def test_a_match_to_a_limit(world: World) -> None:
    people = await seated(world, "Asha", "Ben", rules="gin", format="limit_100", stake=10.0, pace="standard")
    first, second = await _knocks(world, people)
    told = "\n".join(words(message) for message in first.place.history())
    assert f"{first.member.name} knocked with 4, one card face down." in told
    assert "Laid off 8♥ K♥" in told
    assert "10♥" not in told
    assert await totals(world) == {first.member.name: 17, second.member.name: 0}
    await next_deal(people)
    assert await turn(people) is first
    await first.press("pass")
    await second.open_hand()
    await second.press("draw open")
    assert "K♥" not in [option["label"] for option in second.can["select discard"]["options"]]
    await second.press("knock 9C")
    assert any("**Gin!**" in words(message) for message in first.place.history())
    assert await totals(world) == {first.member.name: 17, second.member.name: 28}
    await next_deal(people)
    assert await turn(people) is second
    await second.press("draw open")
    assert "Big gin" in labels(second)
    await second.command("play knock")
    end = words(result(world))
    assert f"{second.member.name} wins!" in end
    assert f"{second.member.name}: 282 points" in end
    assert f"{first.member.name}: 42 points" in end
    assert "Game 100, Boxes 50" in end
    assert await balance(world, second.member) == 1000_00 + 10_00
    assert await world.app.store.ledger.faults() == ()
    assert f"1: {second.member.name}," in said(await first.member.slash(world.channel, "standings", format="limit_100"))
    assert "everything matches" in said(await first.member.slash(world.channel, "rummy verify"))
    record = Record.parse(await text_of(world, await first.member.slash(world.channel, "rummy record")), GAMES)
    assert verify(record)
    assert record.digest in said(await first.member.slash(world.channel, "rummy verify"))
    assert sorted(record.replay().match.totals) == [42, 282]


async def test_leaving_gives_the_other_the_match(world: World) -> None:
    people = await seated(world, "Asha", "Ben", rules="gin", format="limit_100", stake=0.0)
    first = await turn(people)
    other = next(person for person in people if person is not first)
    await first.command("rummy leave")
    assert "The other player gets **29 points**" in words(first.shown)
    await first.press("leave")
    end = words(result(world))
    assert f"{other.member.name} wins!" in end
    assert f"{other.member.name}: 308 points" in end  # (29 + 100 + 25), twice


async def test_a_turn_in_words(world: World) -> None:
    people = await seated(world, "Asha", "Ben", rules="oklahoma", format="points", stake=0.0)
    first = await turn(people)
    form = (await first.member.slash(world.channel, "rummy settings")).response
    assert form is not None
    await first.member.click(form, custom_id="rummy:p:text_only:on")
    await first.command("play hand")
    assert first.shown.attachments == []
    told = words(first.shown)
    assert "✔ 5♥ 6♥ 7♥ | ✔ 9♣ 9♦ 9♠ | ✔ K♣ K♦ K♠ | ▫️ 4♣" in told
    assert "**4 deadwood** · Knock with 10 or less" in told
    await first.press("draw open")
    assert "You drew J♥." in words(first.shown)
    await first.press("knock 4C")
    assert "You threw 4♣ face down and knocked." in words(first.shown)
    assert "undercut" not in words(result(world)).lower()
