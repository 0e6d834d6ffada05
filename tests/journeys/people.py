"""People at a table: they know only what Discord shows them, and act by buttons or by commands."""

import re
from collections.abc import Iterable
from typing import Any

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.results import InteractionResult

from bot.games.indian import solver
from bot.layout import SpokenId, TableControlId
from bot.rummy.cards import Card, Rank, group_texts
from bot.rummy.rules import Rules
from bot.text.choices import HAND_MORE
from tests.hand_words import held
from tests.ids import parse
from tests.journeys.world import World
from tests.known import load


def raw(message: Any) -> list[dict[str, Any]]:
    """Return the components of a message, as Discord holds them."""
    return [c if isinstance(c, dict) else c.to_dict() for c in message.components]


def controls(message: Any) -> dict[str, dict[str, Any]]:
    """Return the enabled buttons and selects of a message, by their text: `draw closed`, `discard`."""
    found = {}
    for component in walk_components(raw(message)):
        id = parse(component.get("custom_id") or "")
        if id is not None and not component.get("disabled"):
            name = id.text if isinstance(id, SpokenId) else str(component["custom_id"])
            kind = "select " if component["type"] == 3 else ""
            found[kind + name] = component
    return found


def words(message: Any) -> str:
    """Return all words of a message, alt texts included; commands that can be tapped stand as its sentences name
    them.
    """
    said = [message.content]
    for component in walk_components(raw(message)):
        said.append(str(component.get("content") or ""))
        said += [str(item.get("description") or "") for item in component.get("items") or ()]
    return _MENTION.sub(lambda one: f"`/{one[1]} " if one[2] else f"`/{one[1]}`", "\n".join(filter(None, said)))


_MENTION = re.compile(r"</([^:>]+):\d+>( `)?")
"""A command that can be tapped, with the place where typed text after it begins."""


def said(answer: InteractionResult) -> str:
    """Return the bot's answer in words; the last one if there are several."""
    assert answer.acknowledged, "no answer within time"
    message = answer.followups[-1] if answer.followups else answer.response
    assert message is not None
    return words(message)


def reply(answer: InteractionResult) -> Any:
    """Return the message of the bot's answer."""
    assert answer.response is not None, "no answer"
    return answer.response


class Person:
    """A player at a table in a thread or channel."""

    def __init__(self, world: World, member: MemberActor, rules: Rules) -> None:
        self.world = world
        self.member = member
        self.rules = rules
        self.place: ChannelHandle = world.channel
        self.shown: Any = None
        """The private message they look at."""

    # -- looking ------------------------------------------------------------------------------------

    def messages(self) -> list[Any]:
        """Return the messages that they see in the place of the table, newest first."""
        return self.place.history(viewer=self.member)[::-1]

    def find(self, action: str, place: ChannelHandle | None = None) -> tuple[Any, str]:
        """Return the newest shared message with that button, and the button's id."""
        for message in (place or self.place).history()[::-1]:
            for name, component in controls(message).items():
                if name == action or name.startswith(action + " "):
                    return message, component["custom_id"]
        raise AssertionError(f"no button {action!r} here")

    async def open_hand(self) -> None:
        """Press My hand, wherever it is nearest."""
        message, id = self.find("hand")
        self.look(await self.member.click(message, custom_id=id))

    def look(self, result: InteractionResult) -> InteractionResult:
        """Look at a private answer."""
        assert result.acknowledged, "no answer within time"
        answer = result.followups[-1] if result.followups else result.response
        if answer is not None and (answer.ephemeral or self.shown is None):
            self.shown = answer
        return result

    @property
    def can(self) -> dict[str, dict[str, Any]]:
        """Return the controls that they can use now."""
        return controls(self.shown) if self.shown is not None else {}

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards in hand, as its words name them."""
        return held(words(self.shown))

    @property
    def wild(self) -> Rank | None:
        """Return the wild rank, as the hand shows it."""
        found = re.search(r"Wild jokers: every (ace|[0-9AJQK]+)", words(self.shown))
        if found is None:
            return None
        return Rank.ACE if found[1] == "ace" else Card.parse(f"{found[1]}S").rank

    # -- acting by buttons --------------------------------------------------------------------------

    async def press(self, action: str) -> InteractionResult:
        """Press a button of the private message; one that is rarely needed stands behind ⋯."""
        if not any(name == action or name.startswith(action + " ") for name in self.can) and HAND_MORE in self.can:
            await self.press(HAND_MORE)
        name = next(name for name in self.can if name == action or name.startswith(action + " "))
        return self.look(await self.member.click(self.shown, custom_id=self.can[name]["custom_id"]))

    async def choose(self, action: str, *values: str) -> InteractionResult:
        """Choose in a menu of the private message."""
        id = self.can[f"select {action}"]["custom_id"]
        return self.look(await self.member.select(self.shown, list(values), custom_id=id))

    async def turn_by_buttons(self) -> bool:
        """Take the turn or show groups, if it is theirs to do. Return whether it was."""
        await self.open_hand()
        if "draw closed" in self.can:
            await self.press("draw closed")
        if "select discard" in self.can:
            await self._play_by_buttons()
            return True
        if "show" in self.can:
            await self.press("best")
            await self.press("show")
            return True
        return False

    async def _play_by_buttons(self) -> None:
        card, kept = solver.best_discard(self.cards, self.wild, self.rules)
        if not kept.declarable:
            await self.choose("discard", str(card))
            return
        await self.press("best")
        await self.press("ask-declare")
        await self.choose("ask-declare", str(card))
        assert "valid" in words(self.shown)
        await self.press(f"declare-shown {card}")

    # -- acting by commands -------------------------------------------------------------------------

    async def command(self, name: str, **options: Any) -> InteractionResult:
        """Type a command in the place of the table."""
        return self.look(await self.member.slash(self.place, name, **options))

    async def turn_by_commands(self) -> bool:
        """Play a turn as `turn_by_buttons` does, by commands."""
        await self.command("play hand")
        if "draw closed" in self.can:
            await self.command("play draw", source="closed")
        if "select discard" in self.can:
            await self._play_by_commands()
            return True
        if "show" in self.can:
            await self.command("play best")
            await self.command("play declare")
            return True
        return False

    async def _play_by_commands(self) -> None:
        card, kept = solver.best_discard(self.cards, self.wild, self.rules)
        offered = await self.member.autocomplete(self.place, "play discard", "card", str(card)[:1])
        assert str(card) in [choice["value"] for choice in offered]
        if not kept.declarable:
            await self.command("play discard", card=str(card))
            return
        await self.command("play group", groups=group_texts(kept.groups))
        await self.command("play finish", card=str(card))
        await self.command("play declare")


async def table_of(
    world: World, people: Iterable[MemberActor], rules: str = "winzo", computers: int = 1, **options: Any
) -> list[Person]:
    """Return a table that has started: the first of the people is its host."""
    host, *guests = people
    await host.slash(world.channel, "rummy new", rules=rules, **{"pace": "blitz", **options})
    for guest in guests:
        await guest.click(card(world), custom_id=controls(card(world))["join"]["custom_id"])
    for _ in range(computers):
        await add_computer(world, host)
    await host.click(card(world), custom_id=controls(card(world))["start"]["custom_id"])
    seated = [Person(world, member, load(world.config.rules_dir)[rules]) for member in (host, *guests)]
    for person in seated:
        person.place = place(world)
    return seated


async def add_computer(world: World, host: MemberActor, level: str = "Casual") -> InteractionResult:
    """Add a computer of that level as the host. Return the answer to the second press."""
    asked = (await host.click(card(world), label="Add computer")).response
    assert asked is not None
    return await host.click(asked, label=level)


async def two(world: World, **options: Any) -> list[Person]:
    """Return Asha and Ben at a table of their own."""
    return await table_of(world, [world.member("Asha"), world.member("Ben")], computers=0, **options)


def card(world: World) -> Any:
    """Return the newest lobby card in the channel."""
    return next(m for m in world.channel.history()[::-1] if "start" in controls(m) or "join" in controls(m))


def place(world: World) -> ChannelHandle:
    """Return the place of the newest table."""
    return world.channel.threads[-1] if world.channel.threads else world.channel


def result(world: World) -> Any | None:
    """Return the result in the channel; None if there is none yet."""
    return next((m for m in world.channel.history()[::-1] if is_result(m)), None)


def is_result(message: Any) -> bool:
    """Return whether the message is the result of a match."""
    return any(name.split()[0] == "quick" for name in controls(message)) and not message.flags.ephemeral


def code_of(message: Any) -> str:
    """Return the code of the table to which the buttons of a message belong."""
    ids = (parse(component["custom_id"]) for component in controls(message).values())
    return next(id.table for id in ids if isinstance(id, TableControlId))


async def open_more(member: MemberActor, message: Any) -> Any:
    """Press ⋯ below a shared message. Return the private answer."""
    id = next(c["custom_id"] for name, c in controls(message).items() if name == "more")
    answer = (await member.click(message, custom_id=id)).response
    assert answer is not None
    assert answer.ephemeral
    return answer
