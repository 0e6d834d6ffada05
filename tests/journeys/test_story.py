"""What a thread and the card of its table tell, and where each leads."""

import re
from datetime import timedelta
from typing import Any

from sqlalchemy import insert

from bot.store import schema
from tests.journeys.people import Person, controls, table_of, two, words
from tests.journeys.pools import mover, now, posted
from tests.journeys.world import World

CARD_LINK = re.compile(r"https://discord\.com/channels/(\d+)/(\d+)/(\d+)")


def cards(world: World) -> list[Any]:
    """What the bot has written in the channel; Discord itself tells there of each new thread."""
    return [message for message in world.channel.history() if message.components]


async def drop(person: Person) -> None:
    """Drop out of the deal."""
    await person.command("play drop")
    await person.press("drop")


async def test_a_match_ends_in_its_thread_and_the_card_tells_of_it(world: World) -> None:
    people = await two(world)
    (thread,) = world.channel.threads
    (card,) = cards(world)
    assert f"<#{thread.id}>" in words(card)
    start = thread.history()[0]
    found = CARD_LINK.search(words(start))
    assert found is not None
    assert found.groups() == (str(world.guild.id), str(world.channel.id), str(card.id))
    await people[0].open_hand()
    mover = people[0] if "draw closed" in people[0].can else people[1]
    await drop(mover)
    end, (card,) = thread.history()[-1], cards(world)
    for message in (end, card):
        assert "wins!" in words(message)
        assert {"rematch", "record", "verify"} <= {name.split()[0] for name in controls(message)}
    assert f"/{card.id}" in words(end)
    assert f"<#{thread.id}>" in words(card)


async def test_a_thread_is_named_after_the_game_and_the_players(world: World) -> None:
    people = [world.member(name) for name in ("Asha", "Ben", "Cara")]
    await table_of(world, people, "circle", computers=1, format="pool_101")
    assert [thread.name for thread in world.channel.threads] == ["Pool 101 · Asha, Ben +2"]
    await table_of(world, people[:2], "circle", computers=0, format="pool_101")
    await table_of(world, people[:2], "circle", computers=0, format="pool_101")
    assert [thread.name for thread in world.channel.threads][1:] == ["Pool 101 · Asha, Ben"] * 2


async def test_the_commitment_stands_whole_on_the_card_and_once_behind_a_spoiler(world: World) -> None:
    await two(world)
    (row,) = await world.app.store.tables.open_rows()
    (card,) = cards(world)
    assert row.commitment not in words(card)
    assert row.commitment[:12] in words(card)
    (thread,) = world.channel.threads
    told = [words(message) for message in thread.history() if row.commitment[:12] in words(message)]
    assert len(told) == 1
    assert f"||`{row.commitment}`||" in told[0]


async def test_one_message_tells_a_deal_and_asks_for_the_next(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], "circle", 0, format="pool_101")
    (thread,) = world.channel.threads
    await drop(mover(people) or people[0])
    told = [message for message in thread.history() if "wins the deal" in words(message)]
    assert told == [thread.history()[-1]], "the board does not say it again"
    (message,) = told
    assert "Asha" in words(message)
    assert "20" in words(message)
    assert {name.split()[0] for name in controls(message)} >= {"next", "scores", "hand"}
    assert [m for m in thread.history() if "next" in controls(m)] == told


async def test_postings_of_an_older_version_are_sent_and_ticked(world: World) -> None:
    """A database of version 0.1 may hold a show and a sheet that nobody has seen yet."""
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], "circle", 0, format="pool_101")
    await drop(mover(people) or people[0])
    state = await now(world)
    for kind, moment in (("show", 1), ("sheet", 2)):
        row = {"of": state.id, "kind": kind, "number": 1, "created_at": world.env.now() + timedelta(seconds=moment)}
        await world.app.store.tables._execute(insert(schema.of_tables.outbox).values(**row, done=False))
    await world.restart()
    assert not await world.app.store.tables.unsent()
    assert posted(world)["show", "1"] == posted(world)["sheet", "1"] == posted(world)["deal", "1"] == 1
