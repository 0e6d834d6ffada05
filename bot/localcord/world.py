"""A small Discord with people in it, their actions and their views. The bot is another process."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from discord import Locale, Permissions

from bot.languages.language import Language
from bot.languages.sentence import say
from bot.localcord.model import viewer
from bot.localcord.model.actions import Actor, Refused, started
from bot.localcord.model.backend import Interaction, Message, Model
from bot.localcord.views import JSON, ChannelView, MessageView, Response, WorldEvent, WorldEventKind

ANSWER_SECONDS = 3.0
"""The time for which Discord waits for the first response to an interaction."""
STAFF = "Staff"
"""The role of people who may do everything that staff may."""
AUTOCOMPLETE = 4  # type of interaction
KEPT_ACTIONS = 2_000


@dataclass(frozen=True, slots=True)
class EventStream:
    """Delivers the events that one person sees."""

    user: int
    put: Callable[[WorldEvent], None]
    known: set[int]
    """Channels that the person has seen."""


class WorldAction:
    """An interaction that a person started, and the bot's response to it."""

    def __init__(self, model: Model, record: Interaction) -> None:
        self.id = record.id
        self.user = record.user_id
        self.failed = False
        self.is_reported = False
        """Whether the person's streams have got the event of its response."""
        self._model = model
        self._record = record
        self._changed = asyncio.Event()

    @property
    def settled(self) -> bool:
        """Return whether the bot has sent everything it promised, or sent nothing in time."""
        return self.failed or (self._record.responded and not self._thinking)

    @property
    def _thinking(self) -> bool:
        """Return whether the bot still shows that it is thinking. It may also delete that message."""
        place = self._model.messages.get(self._record.channel_id, {})
        return self._record.loading and self._record.message_id in place

    def changed(self) -> None:
        """Record that the bot has responded, or that the time is up."""
        self._changed.set()

    async def reply(self, within: float = 60.0) -> Response:
        """Return the response, once it is settled.

        Raises:
            TimeoutError: the bot promised a response and sent none within that time.
        """
        async with asyncio.timeout(within):
            while not self.settled:
                self._changed.clear()
                await self._changed.wait()
        return viewer.reply(self._model, self._record)


class WorldPerson:
    """A person with a Discord client. Actions raise `Refused` if the client would not allow them."""

    def __init__(self, world: "World", id: int, name: str) -> None:
        self.id = id
        self.name = name
        self._world = world
        self._model = world.model
        self._actor = Actor(world.model, id)

    # -- doing --------------------------------------------------------------------------------------

    async def command(self, channel: int, name: str, options: Mapping[str, object] | None = None) -> WorldAction:
        """Call a slash command: `command(channel, "rummy new", {"pace": "blitz"})`."""
        record = await started(self._actor.command(channel, name, options or {}))
        record.command_name = name  # SimCord has only the first word, Discord shows all
        return self._world.watch(record)

    async def click(self, message: MessageView | int, custom_id: str) -> WorldAction:
        """Press a button."""
        return self._world.watch(await started(self._actor.click(self._visible(message), custom_id)))

    async def select(self, message: MessageView | int, custom_id: str, values: Sequence[str]) -> WorldAction:
        """Choose from a menu."""
        return self._world.watch(await started(self._actor.select(self._visible(message), custom_id, values)))

    async def submit(self, modal: int, values: Mapping[str, object]) -> WorldAction:
        """Send the form that the interaction with that id opened."""
        shown = self._model.interactions.get(modal)
        if shown is None or shown.user_id != self.id:
            raise Refused(say("That form is not open for this person"))
        return self._world.watch(await started(self._actor.submit(shown, values)))

    async def autocomplete(
        self, channel: int, name: str, option: str, typed: str = "", options: Mapping[str, object] | None = None
    ) -> tuple[JSON, ...]:
        """Return the choices that the bot offers for an option of a slash command."""
        record = await started(self._actor.autocomplete(channel, name, option, typed, options or {}))
        return (await self._world.watch(record).reply()).choices

    def say(self, channel: int, text: str) -> MessageView:
        """Send a message."""
        if not self._sees(channel):
            raise Refused(say("That channel is not there for this person"))
        return self._view(self._model.create_message(channel, self.id, text))

    def dismiss(self, message: MessageView | int) -> None:
        """Close a private message. The bot is not notified."""
        stored = self._visible(message)
        if not stored.is_ephemeral:
            raise Refused(say("Only private messages can be dismissed"))
        self._model.delete_message(stored.channel_id, stored.id)

    # -- seeing -------------------------------------------------------------------------------------

    def channels(self) -> list[ChannelView]:
        """Return every channel and thread this person sees."""
        return list(viewer.channels(self._model, self.id))

    def dm(self) -> int:
        """Return the channel of direct messages with the bot."""
        return self._model.get_dm_channel(self.id).id

    def visible_messages(self, channel: int, most: int | None = None, before: int | None = None) -> list[MessageView]:
        """Return the messages that this person sees in a channel, oldest first.

        Args:
            channel: their channel.
            most: the most messages, the newest ones; None for all.
            before: an id; only older messages are returned.
        """
        if not self._sees(channel):
            return []
        place = self._model.messages.get(channel, {})
        ids = sorted((id for id in place if before is None or id < before), reverse=True)
        seen = (place[id] for id in ids if viewer.can_see(self._model, place[id], self.id))
        return [self._view(message) for message in islice(seen, most)][::-1]

    def message(self, id: int) -> MessageView | None:
        """Return the message. Return None if this person does not see it."""
        try:
            return self._view(self._visible(id))
        except Refused:
            return None

    def commands(self, channel: int) -> list[JSON]:
        """Return the slash commands that this person can call in a channel, as the bot registered them."""
        return self._model.visible_commands(user_id=self.id, channel_id=channel) if self._sees(channel) else []

    @contextmanager
    def events(self, put: Callable[[WorldEvent], None]) -> Iterator[None]:
        """Call `put` with the events that this person sees from now on."""
        stream = EventStream(self.id, put, {channel.id for channel in self.channels()})
        self._world.streams.append(stream)
        try:
            yield
        finally:
            self._world.streams.remove(stream)

    def _sees(self, channel: int) -> bool:
        return viewer.can_enter(self._model, channel, self.id)

    def _visible(self, message: MessageView | int) -> Message:
        found = self._model.find_message(message if isinstance(message, int) else message.id)
        if found is None or not viewer.can_see(self._model, found, self.id):
            raise Refused(say("That message is not there for this person"))
        return found

    def _view(self, message: Message) -> MessageView:
        return viewer.message_view(self._model, message, self.id)


class World:
    """Servers, channels and people."""

    def __init__(self, model: Model, shards: int) -> None:
        self.model = model
        self.shards = shards
        """The number of shards over which its servers are spread."""
        self.servers: list[int] = []
        self.channels: list[int] = []
        """The first channel of each server."""
        self.people: list[WorldPerson] = []
        self.streams: list[EventStream] = []
        """The open streams, one for each page that is connected."""
        self._actions: OrderedDict[int, WorldAction] = OrderedDict()
        model.on_message.append(self._on_message)
        model.on_answer.append(self._on_answer)
        model.subscribers.append(self._on_event)

    @classmethod
    def create(
        cls, humans: Sequence[str] = ("Ana",), *, servers: int = 1, shards: int = 1, bot: str = "Paplu"
    ) -> "World":
        """Return a world whose people are members of every server; server i belongs to shard i modulo `shards`."""
        world = cls(Model(), shards)
        world.model.bot_user.name = bot
        for number in range(servers):
            world._add_server(number)
        for name in humans:
            world.add_person(name)
        return world

    def _add_server(self, number: int) -> None:
        name = "Card Room" if number == 0 else f"Card Room {number + 1}"
        guild = self.model.create_guild(name, shard_id=number % self.shards, shard_count=self.shards)
        self.servers.append(guild.id)
        self.channels.append(self.model.create_channel(guild.id, "rummy").id)

    def add_person(self, name: str) -> None:
        """Add a person, as a member of every server."""
        user = self.model.make_user(name.lower().replace(" ", "_"), global_name=name)
        for server in self.servers:
            self.model.add_member(server, user.id)
        self.people.append(WorldPerson(self, user.id, name))

    def make_staff(self, person: WorldPerson) -> None:
        """Let a person do everything that staff of the first server may do."""
        if not any(role.name == STAFF for role in self.model.get_guild(self.server).roles.values()):
            allowed = Permissions(manage_guild=True, manage_events=True, manage_roles=True)
            role = self.model.create_role(self.server, STAFF, permissions=allowed.value)
            self.model.add_member_role(self.server, person.id, role.id)

    @property
    def server(self) -> int:
        """Return the first server."""
        return self.servers[0]

    @property
    def channel(self) -> int:
        """Return its channel."""
        return self.channels[0]

    # -- events -------------------------------------------------------------------------------------

    def _on_message(self, what: WorldEventKind, message: Message) -> None:
        for stream in self.streams:
            if viewer.can_see(self.model, message, stream.user):
                stream.put(WorldEvent(what, viewer.message_view(self.model, message, stream.user)))

    def _on_event(self, event: str, payload: Mapping[str, Any]) -> None:
        if event in ("CHANNEL_DELETE", "THREAD_DELETE"):
            self._channel_gone(int(payload["id"]))
        elif event.startswith(("CHANNEL_", "THREAD_")) and "id" in payload:
            self._channel_changed(int(payload["id"]))

    def _channel_changed(self, id: int) -> None:
        channel = self.model.channels.get(id)
        for stream in self.streams:
            if channel is not None and viewer.can_enter(self.model, id, stream.user):
                stream.known.add(id)
                stream.put(WorldEvent(WorldEventKind.CHANNEL, viewer.channel_view(self.model, channel)))

    def _channel_gone(self, id: int) -> None:
        """Report a channel as gone to people who have seen it, and only to them."""
        for stream in self.streams:
            if id in stream.known:
                stream.known.discard(id)
                stream.put(WorldEvent(WorldEventKind.GONE, id))

    # -- actions ------------------------------------------------------------------------------------

    def watch(self, record: Interaction) -> WorldAction:
        """Watch for the response to an interaction."""
        record.initial_response_deadline = self.model.iso_after(ANSWER_SECONDS)  # SimCord's own limit is 3 s
        action = self._actions[record.id] = WorldAction(self.model, record)
        while len(self._actions) > KEPT_ACTIONS:
            self._actions.popitem(last=False)
        asyncio.get_running_loop().call_later(ANSWER_SECONDS, self._on_timeout, action, record)
        return action

    def _on_timeout(self, action: WorldAction, record: Interaction) -> None:
        if record.responded:
            return
        action.failed = True
        action.changed()
        self._report(record, WorldEvent(WorldEventKind.FAILED, record.id))

    def _on_answer(self, record: Interaction) -> None:
        action = self._actions.get(record.id)
        if action is None:
            return
        action.changed()
        if action.is_reported or not record.responded:
            return
        action.is_reported = True
        modal = viewer.modal_view(record)
        kind = WorldEventKind.ANSWERED if modal is None else WorldEventKind.MODAL
        self._report(record, WorldEvent(kind, modal or record.id))

    def _report(self, record: Interaction, event: WorldEvent) -> None:
        """Report the event of an interaction to its person. A client shows nothing for autocomplete."""
        for stream in self.streams:
            if stream.user == record.user_id and record.type != AUTOCOMPLETE:
                stream.put(event)


def locale_of(language: Language) -> str:
    """Return Discord's code of that language, or the language's own code."""
    locales = (locale.value for locale in Locale)
    return next((one for one in locales if one.partition("-")[0] == language.code), language.code)
