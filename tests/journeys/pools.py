"""Matches of many deals, played quickly: all but one drop each deal, by buttons or by commands."""

import re
from collections import Counter
from typing import Any

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from bot.layout import TableControlId
from bot.service.tables.state import TableState
from tests.journeys.clicks import clicks
from tests.journeys.people import Person, controls, said, table_of, words
from tests.journeys.world import World

POOL = {"rules": "circle", "format": "pool_101", "stake": 25.0, "pace": "standard"}


async def seated(world: World, *names: str, computers: int = 0, **options: Any) -> list[Person]:
    """Return a table that has started, the first of the people being its host; `options` as in `/rummy new`."""
    members = [world.member(name) for name in names]
    return await table_of(world, members, computers=computers, **{**POOL, **options})


# -- looking ----------------------------------------------------------------------------------------


async def now(world: World) -> TableState:
    """Return the newest open table, as it is stored."""
    (*_, row) = await world.app.store.tables.open_rows()
    world.app.tables.forget()
    return await world.app.tables.find(row.id)


async def totals(world: World) -> dict[str, int]:
    """Return the points of each by name."""
    state = await now(world)
    return {name: state.public.totals[seat] for seat, name in state.names.items()}


def pauses(place: ChannelHandle) -> list[Any]:
    """Return the messages with the result of a deal and the controls for the next one."""
    return [m for m in place.history() if {"next", "vote yes"} & asked(m) and "scores deal" in " ".join(controls(m))]


def asked(message: Any) -> set[str]:
    """Return the texts of a message's buttons, except for those that only show something."""
    return {name for name in controls(message) if name.split()[0] not in ("scores", "hand")}


def calls(place: ChannelHandle, word: str) -> list[Any]:
    """Return the messages that call a player by name and contain the word."""
    return [m for m in place.history() if words(m).startswith("<@") and word in words(m)]


def pinged(world: World, since: int) -> list[set[int]]:
    """Return the people that each message since that request may have pinged."""
    sent = (r for r in world.env.http_requests[since:] if r.method == "POST" and r.path.endswith("/messages"))
    allowed = [request.json.get("allowed_mentions", {}).get("users", ()) for request in sent if request.json]
    return [set(map(int, users)) for users in allowed if users]


def posted(world: World) -> Counter[tuple[str, ...]]:
    """Return how often each message exists that must be posted once, by kind and deal."""
    found: Counter[tuple[str, ...]] = Counter()
    for place in (world.channel, *world.channel.threads):
        for message in place.history():
            ids = [TableControlId.parse(str(control["custom_id"])) for control in controls(message).values()]
            found.update({id.args for id in ids if id and len(id.args) == 2 and id.args[1].isdecimal()})
    return found


# -- acting -----------------------------------------------------------------------------------------


def button(person: Person, action: str) -> tuple[Any, str]:
    """Return the newest shared message with a button that does exactly that, and the button's id."""
    for message in person.place.history()[::-1]:
        if action in controls(message):
            return message, str(controls(message)[action]["custom_id"])
    raise AssertionError(f"no button {action!r} here")


async def press(person: Person, action: str, by: MemberActor | None = None) -> InteractionResult:
    """Press the newest shared button that does exactly that."""
    message, custom_id = button(person, action)
    return await (by or person.member).click(message, custom_id=custom_id)


async def press_old(world: World, person: Person, custom_id: str) -> str:
    """Press a button that was here once. Return the one sentence that answers."""
    (answer,) = await clicks(world, person.place.history()[0], custom_id, by=person.member)
    assert answer.response is not None
    assert answer.response.ephemeral
    return said(answer)


async def next_deal(people: list[Person], *, commands: bool = False) -> None:
    """Be ready for the next deal, one player after another."""
    for person in people:
        await (person.command("rummy next") if commands else press(person, "next"))


async def drop(person: Person, *, commands: bool) -> None:
    """Leave the deal for the drop penalty."""
    if commands:
        await person.command("play drop", confirm=True)
        return
    await person.open_hand()
    await person.press("ask-drop")
    await person.press("drop")


async def pass_on(person: Person, *, commands: bool) -> None:
    """Draw a card and throw one."""
    if commands:
        await person.command("play draw", source="closed")
        await person.command("play discard", card=str(person.cards[0]))
        return
    await person.open_hand()
    await person.press("draw closed")
    await person.choose("discard", str(person.cards[0]))


MOVES = r"➡️ \*\*{}\*\* to (draw|discard|declare|take)"
"""The words of a board about the player whose turn it is."""


def mover(people: list[Person]) -> Person | None:
    """Return the player whose turn it is by the newest board.

    A player who has just acted on an open hand is not called.
    """
    boards = (words(message) for message in people[0].place.history()[::-1] if "discards" in controls(message))
    told = next(boards, "")
    return next((person for person in people if re.search(MOVES.format(re.escape(person.member.name)), told)), None)


async def turn(people: list[Person]) -> Person:
    """Open the hand of the person whose turn it is, and return that person."""
    person = mover(people)
    assert person is not None
    await person.open_hand()
    return person


async def deal_won_by(people: list[Person], winner: Person, *, commands: bool = False) -> None:
    """Let all other players drop when their turn comes."""
    for _ in range(3 * len(people)):
        person = mover(people)
        if person is None:
            return
        await (pass_on if person is winner else drop)(person, commands=commands)
    raise AssertionError("the deal does not end")


async def last_two_offered(people: list[Person]) -> None:
    """Play six deals of a pool 101, won by the first and the second in turn, so that the third and the fourth may
    rejoin.
    """
    for number in range(6):
        await deal_won_by(people, people[number % 2], commands=True)
        if number < 5:
            await next_deal(people, commands=True)
