"""A minute after its start the bot uploads the faces of cards. From then on messages and controls show them."""

import re
from typing import Any

import pytest
from simcord.components import walk_components

from bot.discord import card_emoji
from bot.rummy.cards import Card
from tests.journeys.people import raw, two, words
from tests.journeys.test_words import mover_of
from tests.journeys.world import World

MARK = re.compile(r"<:([\w]+)_[0-9a-f]{6}:\d+>")


@pytest.fixture
def takes_emoji() -> bool:
    return True


def uploads(world: World) -> int:
    """Return how many emoji the bot has uploaded."""
    return sum(sent.method == "POST" and sent.path.endswith("/emojis") for sent in world.env.http_requests)


def beside(control: dict[str, Any]) -> str:
    """Return the name of the emoji beside a label, without its digest."""
    return str(control["emoji"]["name"])[:-7]


async def test_cards_are_emoji_except_in_words(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_emoji, "PAUSE_SECONDS", 0.0)
    people = await two(world, rules="circle", pace="relaxed")
    mover = await mover_of(people)
    assert not MARK.search(words(mover.shown)), "none is known yet"
    await world.wait(61)
    assert uploads(world) == len(card_emoji.FACES)

    await mover.open_hand()
    await mover.press("draw closed")
    # A joker would be asked about.
    thrown = [name for name in mover.can if name.startswith("throw ")][-1]
    card = Card.parse(thrown.removeprefix("throw "))
    assert beside(mover.can[thrown]) == card_emoji.stem_of(card)
    for option in mover.can["select discard"]["options"]:
        assert beside(option) == card_emoji.stem_of(Card.parse(option["value"]))
    pictures = [item for part in walk_components(raw(mover.shown)) for item in part.get("items") or ()]
    assert pictures
    assert not MARK.search(str(pictures)), "a description stays in words"
    assert not re.search(r"[2-9AJQK][♣♦♠♥]", words(mover.shown).replace(str(pictures[0]["description"]), ""))

    await mover.press(thrown)
    other = next(person for person in people if person is not mover)
    await world.app.context.settings.change(other.member.id, text_only=True)
    await world.wait(6)  # boards of one table are some seconds apart
    board, _ = mover.find("more")
    assert card_emoji.stem_of(card) in MARK.findall(words(board))
    await other.open_hand()
    assert not MARK.search(words(other.shown)), "people who want words alone have none"
    assert not any("emoji" in control for control in other.can.values())

    await world.restart()
    await world.wait(61)
    assert world.app.card_emoji.are_known
    assert uploads(world) == len(card_emoji.FACES), "they are found, not uploaded again"
