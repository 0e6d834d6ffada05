"""No card of a hand reaches anyone else before the show: not in messages, their history, or any log line."""

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from simcord import interactions
from simcord.components import walk_components
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from bot import log
from bot.flows.context import Context
from bot.rummy.cards import Card
from tests.journeys.people import Person, place, table_of, words
from tests.journeys.test_matches import play_on
from tests.journeys.world import TOKEN, World
from tests.known import indian_view

CARD_TEXT = re.compile(r"\b(?:10|[A2-9TJQK])[CDSH♣♦♠♥]\b|[A2-9TJQK][♣♦♠♥]")


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    log.configure("DEBUG", "json", stream)
    yield stream
    for handler in root.handlers[:]:
        root.removeHandler(handler)
    for handler in handlers:
        root.addHandler(handler)
    root.setLevel(level)


async def test_logs_hold_no_secret(world: World, logged: io.StringIO) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")])
    (row,) = await world.app.store.tables.open_rows()
    seed = row.seed
    await people[0].command("play group", groups="7X 7S | hello")
    await people[0].command("play discard", card="7S")
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=500, message="7S 8S", times=2)
    world.env.inject_error("POST", "/interactions/*/*/callback", status=500, message="7S 8S", times=2)
    await break_something(world, people[0])
    await play_on(world, people)
    written = logged.getvalue()
    assert "unexpected" in written, "the log was not looked at"
    assert not CARD_TEXT.findall(written)
    assert TOKEN not in written
    assert seed.hex() not in written
    assert repr(seed) not in written


async def test_logs_hold_no_form_that_names_cards(world: World, logged: io.StringIO) -> None:
    """The library logs each form that it does not know at level DEBUG; it knows none of ours."""
    backend, asha = world.env.backend, world.member("Asha")
    form = {"custom_id": "rummy:s:daily-2026-01-01:0:finish 2C", "components": []}
    record, payload = interactions.base_payload(
        backend,
        type=InteractionType.MODAL_SUBMIT,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=asha.id,
        data=form,
    )
    backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert InteractionResult(world.env, record).acknowledged
    assert not CARD_TEXT.findall(logged.getvalue())


async def break_something(world: World, person: Person) -> None:
    """Let a fault of ours carry a hand in its text."""

    async def fails(*_: Any) -> None:
        raise RuntimeError(f"cannot draw {person.member.name}'s 7S 8S 9S")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Context, "scene", fails)
        answer = await person.member.slash(world.channel, "play hand")
    assert "code `" in words(answer.response)
    assert not CARD_TEXT.findall(words(answer.response))


async def test_public_messages_hold_no_hand(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0)
    table = (await world.app.store.tables.open_rows())[0].id
    for _ in range(6):
        for person in people:
            await person.open_hand()
            if "draw closed" in person.can:
                await person.press("draw closed")
                await person.press("best")
                check(world, await hidden(world, table))
                await person.choose("discard", str(person.cards[0]))
            check(world, await hidden(world, table))


async def hidden(world: World, table: Any) -> dict[Card, int]:
    """Return the cards that cannot be seen: not open, not cut, and not seen on the open deck before."""
    state = await world.app.tables.find(table)
    deal = indian_view(state.public)
    assert deal is not None
    assert state.table is not None
    seen = (
        {under.card for under in deal.open}
        | {deal.cut}
        | {event.card for event in deal.events}
        | set(state.public.toss)
    )
    hands = [state.for_seat(seat).deal for seat in state.table.persons]
    return {card: 1 for hand in hands if hand for card in hand.hand if card not in seen}


def check(world: World, secret: dict[Card, int]) -> None:
    """Check that nothing visible to all, now or ever, names a secret card."""
    said = [words(message) for channel in (world.channel, place(world)) for message in channel.history()]
    public = (r for r in world.env.http_requests if r.path.startswith("/channels/") and isinstance(r.json, dict))
    for request in public:
        for component in walk_components((request.json or {}).get("components") or []):
            said += [str(component.get(key) or "") for key in ("content", "label", "custom_id", "options")]
            said += [str(item.get("description") or "") for item in component.get("items") or ()]
    everything = "\n".join(said)
    for card in secret:
        if card.suit is not None:
            rank = "10" if card.rank.letter == "T" else card.rank.letter
            assert f"{rank}{card.suit.symbol}" not in everything.replace("Cut card", ""), card
