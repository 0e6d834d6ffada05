"""Twenty-one cards: a declaration after a restart, the show, and the settlement; and a deal in words."""

import pytest

from bot.rummy.record import Record
from bot.service.shuffle import verify
from bot.text import review as looking_back
from tests.journeys.people import Person, result, words
from tests.journeys.pools import seated, turn
from tests.journeys.test_review import press
from tests.journeys.test_tables import text_of
from tests.journeys.tournaments import balance
from tests.journeys.world import World
from tests.known import GAMES
from tests.stacked_packs import stack_packs

FIRST = "2C 3C 4C 6D 7D 8D TH JH QH QS KS AS 9C TC JK 2H 2S 2D 3H 4H 5H"
SECOND = "4S 5S 6S 9H 9H 9H KD KD KD TD TD JD JC QC 7C 8C 3S 3S 8H 7H 6C"
REST = "5S KC QD"
"""The cut card, the open card, and the cards drawn."""


@pytest.fixture(autouse=True)
def _stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the packs in that order."""
    stack_packs(monkeypatch, (FIRST, SECOND, REST))


async def _turn(people: list[Person]) -> tuple[Person, Person]:
    """Return whose turn it is, looking at their hand; and the other one."""
    first = await turn(people)
    return first, next(person for person in people if person is not first)


async def test_a_deal_is_declared_shown_and_settled(world: World) -> None:
    people = await seated(world, "Asha", "Ben", rules="twentyone", format="points", stake=0.1, pace="standard")
    first, second = await _turn(people)
    await first.press("draw closed")
    assert len(first.can["select discard"]["options"]) == 22
    await world.restart()
    await first.open_hand()
    await first.press("best")
    await first.press("ask-declare")
    await first.choose("ask-declare", "QD")
    assert "valid" in words(first.shown)
    await first.press("declare-shown QD")
    await second.open_hand()
    assert "declared" in words(second.shown)
    await second.press("show")
    told = "\n".join(words(message) for message in first.place.history())
    assert f"{second.member.name} showed their groups (−8 points)." in told
    end = words(result(world))
    # A marriage is worth more than the points of the deal.
    assert f"{second.member.name} wins!" in end
    assert f"The most points in all, though {first.member.name} won the deal." in end
    assert "Value" in end
    assert await world.app.store.ledger.faults() == ()
    record = Record.parse(await text_of(world, await first.member.slash(world.channel, "rummy record")), GAMES)
    assert verify(record)
    totals = record.replay().match.totals
    assert sum(totals) == 0
    changes = [await balance(world, person.member) - 1000_00 for person in (first, second)]
    assert sorted(changes) == sorted(10 * points for points in totals)

    review = await press(first.member, result(world), "review")
    assert looking_back.NOTHING_FOUND() in words(review)
    replay = await press(first.member, review, "replay")
    assert replay.attachments
    last = words(await press(first.member, replay, "replay last"))
    assert "Picture 2 of 2" in last


async def test_a_hand_in_words_names_its_value_cards(world: World) -> None:
    people = await seated(world, "Asha", "Ben", rules="twentyone", format="points", stake=0.0)
    first, second = await _turn(people)
    await first.press("coach")
    await first.press("coach sure")
    await first.press("coach why")
    assert "of 3 pure sequences" in words(first.shown)
    form = (await second.member.slash(world.channel, "rummy settings")).response
    assert form is not None
    await second.member.click(form, custom_id="rummy:p:text_only:on")
    await second.command("play hand")
    assert "100 value points: 4♠ 5♠ 6♠" in words(second.shown)
    await second.command("play group", groups="4S 5S 6S | 9H 9H 9H")
    assert "*tunnela*" in words(second.shown)
