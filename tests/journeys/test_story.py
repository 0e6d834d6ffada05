"""The story that a thread and the card of its table tell, and their links."""

import re
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from bot.store import schema
from bot.store.errors import StoreFailedError
from tests.journeys.people import Person, controls, open_more, said, table_of, two, words
from tests.journeys.pools import mover, now, posted
from tests.journeys.world import World

CARD_LINK = re.compile(r"https://discord\.com/channels/(\d+)/(\d+)/(\d+)")


def cards(world: World) -> list[Any]:
    """Return the bot's messages in the channel; Discord itself announces each new thread there."""
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
        assert [name.split()[0] for name in controls(message)] == ["rematch", "review", "quick", "more"]
    menu = await open_more(mover.member, end)
    assert list(controls(menu)) == ["replay", "record", "verify", "dispute", "report"]
    assert f"/{card.id}" in words(end)
    assert f"<#{thread.id}>" in words(card)


async def test_a_thread_is_named_after_the_game_and_the_players(world: World) -> None:
    people = [world.member(name) for name in ("Asha", "Ben", "Cara")]
    await table_of(world, people, "circle", computers=1, format="pool_101")
    assert [thread.name for thread in world.channel.threads] == ["Pool 101 · Asha, Ben +1"]
    await table_of(world, people[:2], "circle", computers=0, format="pool_101")
    await table_of(world, people[:2], "circle", computers=0, format="pool_101")
    assert [thread.name for thread in world.channel.threads][1:] == ["Pool 101 · Asha, Ben"] * 2


async def test_the_commitment_stands_behind_a_spoiler_on_the_card_and_once_in_the_thread(world: World) -> None:
    asha, ben = world.member("Asha"), world.member("Ben")
    await asha.slash(world.channel, "rummy new", rules="winzo")
    (lobby,) = await world.app.store.tables.open_rows()
    first = words(cards(world)[0])
    assert first.splitlines()[-1] == f"-# Shuffle fixed: ||`{lobby.commitment}`||", "public before anyone joins"
    await ben.click(cards(world)[0], label="Join")
    await asha.click(cards(world)[0], label="Start")
    (row,) = await world.app.store.tables.open_rows()
    (card,) = cards(world)
    assert f"-# Shuffle fixed: ||`{row.commitment}`||" in words(card)
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


# -- private hands ----------------------------------------------------------------------------------


def hands(person: Person) -> list[Any]:
    """Return the private hands that they see."""
    return [message for message in person.messages() if message.flags.ephemeral]


async def test_a_hand_that_is_opened_again_replaces_the_older_one(world: World) -> None:
    asha, _ = await two(world)
    for _ in range(4):
        await asha.open_hand()
        await asha.command("play hand")
    assert [message.id for message in hands(asha)] == [asha.shown.id]


async def test_an_open_hand_is_redrawn_when_it_is_no_longer_true(world: World) -> None:
    names = ("Asha", "Ben", "Cara")
    people = await table_of(world, [world.member(name) for name in names], computers=0, pace="standard")
    for person in people:
        await person.open_hand()
    first = next(person for person in people if "draw closed" in person.can)
    since = len(world.env.http_requests)
    await first.press("draw closed")
    await first.choose("discard", str(first.cards[0]))
    second = next(person for person in people if "draw closed" in person.can)
    (third,) = (person for person in people if person not in (first, second))
    await world.wait(6)
    name = second.member.name
    for person in (first, third):
        assert f"Waiting for **{name}** to draw a card" in words(hands(person)[0])
    redraws = [r for r in world.env.http_requests[since:] if r.method == "PATCH" and r.path.endswith("/@original")]
    assert len(redraws) <= 4, "at most once in 5 seconds a person"
    for person in (second, third):
        await person.command("play drop", confirm=True)
    await world.wait(6)
    assert "wins the deal" in words(hands(first)[0])


async def test_a_question_in_a_direct_message_is_not_overwritten(world: World) -> None:
    people = await table_of(world, [world.member("Asha"), world.member("Ben")], "circle", 0, pace="standard")
    asha = mover(people) or people[0]
    (other,) = (person for person in people if person is not asha)
    form = await asha.member.slash(world.channel, "rummy settings")
    assert form.response is not None
    await asha.member.click(form.response, label="Hand by DM")
    await asha.command("play hand")
    await asha.press("draw closed")
    user = asha.member.user
    (hand,) = user.dm_channel.history()
    word = next(word for word in ("hand-more", "ask-declare") if word in controls(hand))
    await user.click(hand, custom_id=controls(hand)[word]["custom_id"])
    (asked,) = user.dm_channel.history()
    assert word not in controls(asked)
    told = words(asked)
    world.app.context.direct_hands._seen.clear()  # type: ignore[attr-defined]
    world.app.announcers.tables.announce(await now(world))
    await world.wait(10)
    assert [words(message) for message in user.dm_channel.history()] == [told], "the redraw came late"
    await other.command("rummy leave", confirm=True)
    await world.wait(10)
    asked, over = user.dm_channel.history()
    assert words(asked) == told
    assert "wins the deal" in words(over), "the deal's end is news"


async def test_a_database_that_is_lost_for_a_moment_leaves_the_hand_with_its_buttons(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await two(world)
    for person in people:
        await person.open_hand()
    asha = next(person for person in people if "draw closed" in person.can)

    async def lost(*_: Any) -> Any:
        raise StoreFailedError("gone")

    with monkeypatch.context() as broken:
        for name in ("load", "commit", "version"):
            broken.setattr(world.app.store.tables, name, lost)
        world.app.tables.forget()
        answer = await asha.member.click(asha.shown, custom_id=asha.can["draw closed"]["custom_id"])
    assert "Something went wrong" in said(answer)
    (sentence, hand) = hands(asha)
    assert "draw closed" in controls(hand), "the hand is as it was"
    assert not controls(sentence)
    await asha.press("draw closed")
    assert "select discard" in asha.can
