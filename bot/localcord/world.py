"""A small Discord with people in it: what each of them can do and see. The bot lives elsewhere."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import islice
from types import TracebackType
from typing import Any, Self

from bot.localcord.model import seeing
from bot.localcord.model.acting import Actor, Refused
from bot.localcord.model.backend import Interaction, Message, Model
from bot.localcord.views import (
    ChannelChanged,
    ChannelGone,
    ChannelView,
    Event,
    InteractionAnswered,
    InteractionFailed,
    MessageCreated,
    MessageDeleted,
    MessageUpdated,
    MessageView,
    ModalOpened,
    Reply,
    Suggestion,
)

ANSWER_SECONDS = 3.0
"""Discord gives a bot so long to say anything."""
AUTOCOMPLETE = 4  # type of interaction
KEPT_ACTIONS = 2_000


class EventStream:
    """What happens before one person's eyes, in order; a context manager and an async iterator."""

    def __init__(self, world: "World", user: int) -> None:
        self.user = user
        self.known = {channel.id for channel in seeing.channels(world.model, user)}
        """Channels that the person has seen."""
        self._world = world
        self._queue: asyncio.Queue[Event] = asyncio.Queue()

    def put(self, event: Event) -> None:
        """Something happened."""
        self._queue.put_nowait(event)

    async def next(self, within: float | None = None) -> Event:
        """The next event.

        Raises:
            TimeoutError: none came in so many seconds.
        """
        return await asyncio.wait_for(self._queue.get(), within)

    def waiting(self) -> list[Event]:
        """All that happened since it was last looked at."""
        return [self._queue.get_nowait() for _ in range(self._queue.qsize())]

    def close(self) -> None:
        """Look away."""
        self._world.forget(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        return await self._queue.get()


class Action:
    """Something a person did, which the bot may answer."""

    def __init__(self, model: Model, record: Interaction) -> None:
        self.id = record.id
        self.user = record.user_id
        self.failed = False
        self.told = False
        """Whether the person's streams know of its answer."""
        self._model = model
        self._record = record
        self._changed = asyncio.Event()

    @property
    def answered(self) -> bool:
        """Whether the bot has said anything."""
        return self._record.responded

    @property
    def settled(self) -> bool:
        """Whether it has said all it promised, or said nothing in time."""
        return self.failed or (self._record.responded and not self._thinking)

    @property
    def _thinking(self) -> bool:
        """Whether "thinking" still stands; a bot may also delete it."""
        place = self._model.messages.get(self._record.channel_id, {})
        return self._record.loading and self._record.message_id in place

    def changed(self) -> None:
        """The bot said something, or time is up."""
        self._changed.set()

    async def reply(self, within: float = 10.0) -> Reply:
        """What it led to, once that is settled.

        Raises:
            TimeoutError: the bot promised an answer and gave none in so many seconds.
        """
        async with asyncio.timeout(within):
            while not self.settled:
                self._changed.clear()
                await self._changed.wait()
        return self.reply_now()

    def reply_now(self) -> Reply:
        """What it has led to by now."""
        return seeing.reply(self._model, self._record)


class WorldPerson:
    """Someone with a Discord client. Actions raise `Refused` where the client would not let them."""

    def __init__(self, world: "World", id: int, name: str) -> None:
        self.id = id
        self.name = name
        self._world = world
        self._model = world.model
        self._actor = Actor(world.model, id)

    # -- doing --------------------------------------------------------------------------------------

    async def command(self, channel: int, name: str, options: Mapping[str, object] | None = None) -> Action:
        """Call a slash command: `command(channel, "rummy new", {"pace": "blitz"})`."""
        record = await self._actor.command(channel, name, options or {})
        record.command_name = name  # SimCord has the first word alone, Discord shows them all
        return self._world.began(record)

    async def click(self, message: MessageView | int, custom_id: str) -> Action:
        """Press a button."""
        return self._world.began(await self._actor.click(self._visible(message), custom_id))

    async def select(self, message: MessageView | int, custom_id: str, values: Sequence[str]) -> Action:
        """Choose from a menu."""
        return self._world.began(await self._actor.select(self._visible(message), custom_id, values))

    def click_old(self, message: MessageView | int, custom_id: str, values: Sequence[str] = ()) -> Action:
        """Click what that message showed once. No client offers it, but such clicks arrive all the same."""
        return self._world.began(self._actor.force(self._visible(message), custom_id, values))

    async def submit(self, modal: int, values: Mapping[str, object]) -> Action:
        """Send the form that the interaction of that id opened."""
        shown = self._model.interactions.get(modal)
        if shown is None or shown.user_id != self.id:
            raise Refused("That form is not open for this person")
        return self._world.began(await self._actor.submit(shown, values))

    async def autocomplete(
        self, channel: int, name: str, option: str, typed: str = "", options: Mapping[str, object] | None = None
    ) -> tuple[Suggestion, ...]:
        """What is offered for an option of a slash command."""
        action = self._world.began(await self._actor.autocomplete(channel, name, option, typed, options or {}))
        return (await action.reply()).choices

    def say(self, channel: int, text: str) -> MessageView:
        """Write a message."""
        if not seeing.can_enter(self._model, channel, self.id):
            raise Refused("That channel is not there for this person")
        return self._view(self._model.create_message(channel, self.id, text))

    def dismiss(self, message: MessageView | int) -> None:
        """Close a private message; the bot is not told."""
        stored = self._visible(message)
        if not stored.is_ephemeral:
            raise Refused("Only private messages can be dismissed")
        self._model.delete_message(stored.channel_id, stored.id)

    def close_dms(self, closed: bool = True) -> None:
        """Take direct messages of the bot no longer, or again."""
        (self._model.closed_dms.add if closed else self._model.closed_dms.discard)(self.id)

    def leave(self, server: int) -> None:
        """Leave that server."""
        self._model.remove_member(server, self.id)

    # -- seeing -------------------------------------------------------------------------------------

    def channels(self) -> list[ChannelView]:
        """Every channel and thread this person sees."""
        return list(seeing.channels(self._model, self.id))

    def dm(self) -> int:
        """The channel of direct messages with the bot."""
        return self._model.get_dm_channel(self.id).id

    def visible_messages(self, channel: int) -> list[MessageView]:
        """What this person reads there, oldest first."""
        return list(seeing.messages(self._model, channel, self.id)) if self._sees(channel) else []

    def latest_messages(self, channel: int, most: int, before: int | None = None) -> list[MessageView]:
        """The newest of them, oldest first; `before` is a message's id that all of them are older than."""
        if not self._sees(channel):
            return []
        place = self._model.messages.get(channel, {})
        ids = sorted((id for id in place if before is None or id < before), reverse=True)
        seen = (place[id] for id in ids if seeing.can_see(self._model, place[id], self.id))
        return [self._view(message) for message in islice(seen, most)][::-1]

    def message(self, id: int) -> MessageView | None:
        """That message, if this person sees it."""
        try:
            return self._view(self._visible(id))
        except Refused:
            return None

    def commands(self, channel: int) -> list[dict[str, Any]]:
        """The slash commands this person can call there, as the bot registered them."""
        return self._model.visible_commands(user_id=self.id, channel_id=channel) if self._sees(channel) else []

    def events(self) -> EventStream:
        """What happens before this person's eyes from now on."""
        return self._world.events(self.id)

    def _sees(self, channel: int) -> bool:
        return seeing.can_enter(self._model, channel, self.id)

    def _visible(self, message: MessageView | int) -> Message:
        found = self._model.find_message(message if isinstance(message, int) else message.id)
        if found is None or not seeing.can_see(self._model, found, self.id):
            raise Refused("That message is not there for this person")
        return found

    def _view(self, message: Message) -> MessageView:
        return seeing.message_view(self._model, message, self.id)


class World:
    """Servers, channels and people."""

    def __init__(self, model: Model, shards: int) -> None:
        self.model = model
        self.shards = shards
        """How many shards its servers are spread over."""
        self.servers: list[int] = []
        self.channels: list[int] = []
        """The first channel of each server."""
        self.people: list[WorldPerson] = []
        self._streams: list[EventStream] = []
        self._actions: OrderedDict[int, Action] = OrderedDict()
        model.on_message.append(self._message)
        model.on_answer.append(self._answered)
        model.subscribers.append(self._happened)

    @classmethod
    def create(
        cls, humans: Sequence[str] = ("Ana",), *, servers: int = 1, shards: int = 1, bot: str = "Paplu"
    ) -> "World":
        """A world in which everybody sits in every server; server i belongs to shard i modulo `shards`."""
        world = cls(Model(), shards)
        world.model.bot_user.name = bot
        for name in humans:
            user = world.model.make_user(name.lower().replace(" ", "_"), global_name=name)
            world.people.append(WorldPerson(world, user.id, name))
        for number in range(servers):
            world._add_server(number)
        return world

    def _add_server(self, number: int) -> None:
        name = "Card Room" if number == 0 else f"Card Room {number + 1}"
        guild = self.model.create_guild(name, shard_id=number % self.shards, shard_count=self.shards)
        for person in self.people:
            self.model.add_member(guild.id, person.id)
        self.servers.append(guild.id)
        self.channels.append(self.model.create_channel(guild.id, "rummy").id)

    @property
    def server(self) -> int:
        """The first server."""
        return self.servers[0]

    @property
    def channel(self) -> int:
        """Its channel."""
        return self.channels[0]

    def user(self, id: int) -> WorldPerson:
        """The person with that id.

        Raises:
            KeyError: nobody has it.
        """
        return {person.id: person for person in self.people}[id]

    def advance(self, seconds: float) -> None:
        """Push this world's clock forward: its ids and the lives of tokens. The bot has its own clock."""
        self.model.advance_clock(seconds)

    # -- events -------------------------------------------------------------------------------------

    def events(self, user: int) -> EventStream:
        """What happens before that person's eyes from now on; close it after use."""
        stream = EventStream(self, user)
        self._streams.append(stream)
        return stream

    def forget(self, stream: EventStream) -> None:
        """Tell that stream nothing any longer."""
        if stream in self._streams:
            self._streams.remove(stream)

    def _message(self, what: str, message: Message) -> None:
        for stream in self._streams:
            if not seeing.can_see(self.model, message, stream.user):
                continue
            if what == "deleted":
                stream.put(MessageDeleted(message.channel_id, message.id))
                continue
            view = seeing.message_view(self.model, message, stream.user)
            stream.put(MessageCreated(view) if what == "created" else MessageUpdated(view))

    def _happened(self, event: str, payload: Mapping[str, Any]) -> None:
        if event in ("CHANNEL_DELETE", "THREAD_DELETE"):
            self._channel_gone(int(payload["id"]))
        elif event.startswith(("CHANNEL_", "THREAD_")) and "id" in payload:
            self._channel_changed(int(payload["id"]))

    def _channel_changed(self, id: int) -> None:
        channel = self.model.channels.get(id)
        for stream in self._streams:
            if channel is not None and seeing.can_enter(self.model, id, stream.user):
                stream.known.add(id)
                stream.put(ChannelChanged(seeing.channel_view(self.model, channel)))

    def _channel_gone(self, id: int) -> None:
        """Who had never seen it does not learn that it was there."""
        for stream in self._streams:
            if id in stream.known:
                stream.known.discard(id)
                stream.put(ChannelGone(id))

    # -- actions ------------------------------------------------------------------------------------

    def began(self, record: Interaction) -> Action:
        """Somebody did something: watch over its answer."""
        action = self._actions[record.id] = Action(self.model, record)
        while len(self._actions) > KEPT_ACTIONS:
            self._actions.popitem(last=False)
        asyncio.get_running_loop().call_later(ANSWER_SECONDS, self._time_is_up, action, record)
        return action

    def _time_is_up(self, action: Action, record: Interaction) -> None:
        if record.responded:
            return
        action.failed = True
        action.changed()
        if record.type != AUTOCOMPLETE:
            self._tell(record.user_id, InteractionFailed(record.id))

    def _answered(self, record: Interaction) -> None:
        action = self._actions.get(record.id)
        if action is None:
            return
        action.changed()
        if action.told or not record.responded:
            return
        action.told = True
        modal = seeing.modal_view(record)
        if record.type != AUTOCOMPLETE:
            self._tell(record.user_id, ModalOpened(modal) if modal else InteractionAnswered(record.id))

    def _tell(self, user: int, event: Event) -> None:
        for stream in self._streams:
            if stream.user == user:
                stream.put(event)
