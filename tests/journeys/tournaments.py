"""Tournaments on Discord: staff who announce them, people who press their buttons, and tables played by drops."""

from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.results import InteractionResult

from bot.rummy.ids import PlayerId
from bot.service.tournaments.state import TournamentState
from tests.journeys.people import Person, raw, said, words
from tests.journeys.pools import drop, mover, pass_on
from tests.journeys.world import World
from tests.known import shipped

USUAL = {"name": "Autumn Cup", "start": "in 60 min", "pace": "blitz", "players": 2}


def steward(world: World, name: str = "Zara", **permissions: bool) -> MemberActor:
    """Return a player who may manage events, or has the permissions given."""
    allowed = discord.Permissions(**(permissions or {"manage_events": True}))
    role = world.guild.create_role(f"staff of {name}", permissions=allowed)
    return world.guild.add_member(world.env.create_user(name, global_name=name), roles=[role])


async def announced(world: World, staff: MemberActor, **options: Any) -> InteractionResult:
    """Announce a tournament in the channel."""
    return await staff.slash(world.channel, "tournament new", **{**USUAL, **options})


# -- looking ----------------------------------------------------------------------------------------


def labels(message: Any) -> dict[str, str]:
    """Return the enabled buttons of a message: label and custom id."""
    found = [c for c in walk_components(raw(message)) if c.get("type") == 2 and not c.get("disabled")]
    return {component["label"]: component["custom_id"] for component in found}


def with_button(place: ChannelHandle, label: str) -> Any:
    """Return the newest shared message with that button."""
    return next(message for message in place.history()[::-1] if label in labels(message))


def saying(place: ChannelHandle, part: str) -> list[Any]:
    """Return the shared messages that contain the text, the newest first."""
    return [message for message in place.history()[::-1] if part in words(message)]


async def now(world: World) -> TournamentState:
    """Return the newest tournament of the server, as it is stored."""
    app = world.app
    app.tournaments.forget()
    found = (*await app.tournaments.of_guild(world.guild.id), *(await app.tournaments.past(world.guild.id))[::-1])
    return max(found, key=lambda state: state.row.created_at)


async def shown(world: World) -> None:
    """Let totals that have changed be shown."""
    await world.wait(6)


# -- taking part ------------------------------------------------------------------------------------


async def press(world: World, member: MemberActor, label: str, place: ChannelHandle | None = None) -> str:
    """Press the newest button with that label. Return the one private sentence that answers."""
    answer = await member.click(with_button(place or world.channel, label), label=label)
    message = answer.followups[-1] if answer.followups else answer.response
    assert message is not None
    assert message.ephemeral
    return said(answer)


async def typed(world: World, member: MemberActor, name: str, **options: Any) -> str:
    """Type a command of `/tournament` in the channel. Return the answer."""
    answer = await member.slash(world.channel, f"tournament {name}", **options)
    message = answer.followups[-1] if answer.followups else answer.response
    assert message is not None
    assert message.ephemeral
    return said(answer)


# -- playing ----------------------------------------------------------------------------------------


async def threads(world: World) -> dict[str, ChannelHandle]:
    """Return the threads of tables by their codes."""
    rows = await world.app.store.tables.open_rows()
    places = {thread.id: thread for thread in world.channel.threads}
    return {row.id: places[row.thread] for row in rows if row.thread is not None}


async def open_tables(world: World, members: dict[int, MemberActor]) -> list[list[Person]]:
    """Return the people at each table that is being played, the best ranked first."""
    state = await now(world)
    bracket, places = state.progress.bracket, await threads(world)
    found = []
    for table in bracket.open_tables if bracket is not None else ():
        people = [Person(world, members[player.id], shipped(state.row.rules_id)) for player in table.players]
        for person in people:
            person.place = places.get(state.progress.codes[table.number], world.channel)
        found.append(people)
    return found


async def drop_out(people: list[Person], *, spare: Person | None = None) -> None:
    """Drop on each turn until the deal is over; the spared player draws and throws."""
    for _ in range(40):
        person = mover(people)
        if person is None:
            return
        if person is spare:
            await pass_on(person, commands=True)
        else:
            await drop(person, commands=True)
    raise AssertionError("the deal does not end")


async def play_round(world: World, members: dict[int, MemberActor]) -> None:
    """Play all tables that are open now by drops; the best ranked of each wins."""
    for people in await open_tables(world, members):
        await drop_out(people, spare=people[0])


async def signed_up(world: World, names: str, **options: Any) -> tuple[MemberActor, list[MemberActor]]:
    """Return a tournament that these have joined by its card: its staff, and they."""
    staff, people = steward(world), [world.member(name) for name in names.split()]
    await announced(world, staff, **options)
    for member in people:
        assert "You are in" in await press(world, member, "Join")
    return staff, people


async def balance(world: World, member: MemberActor) -> int:
    """Return the chips of a player, in hundredths."""
    return await world.app.wallet.balance(world.guild.id, PlayerId(member.id))
