"""Live messages of tables and tournaments: edited, or posted again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any, Generic

from bot.discord.channels import ChannelClosedError, Channels
from bot.discord.errors import CANNOT_EDIT_OLD, DISCORD_ERRORS, THREAD_ARCHIVED, UNKNOWN_MESSAGE, is_code
from bot.languages.sentence import language
from bot.layout import Screen
from bot.rummy.ids import PlayerId
from bot.screens.board import moved
from bot.service.lru import LruDict
from bot.service.processes import Processes
from bot.service.tables.service import TABLES_KEPT
from bot.store.repositories.subjects import SubjectRepository
from bot.store.rows import Id
from bot.store.rows.outbox import MessageRef

STANDING = TABLES_KEPT
"""The number of tables or tournaments for which the places of messages are kept."""
SHOWN = 4 * TABLES_KEPT
"""The number of messages whose looks are kept. Few tables have more than four."""
BOARD_LIFE = timedelta(minutes=50)
"""The age at which a board is posted again. Discord throttles edits of messages over an hour old (30046)."""

Places = tuple[MessageRef[Id], ...]
"""The places of the messages of one table or tournament."""


class LiveMessages(Generic[Id]):
    """A keeper of live messages. One task at a time calls it for a table or tournament."""

    def __init__(
        self,
        channels: Channels,
        store: SubjectRepository[Id, Any],
        clock: Callable[[], datetime],
        processes: Processes | None,
    ) -> None:
        """`processes`: None if others write to the store besides, so that it is asked each time."""
        self._channels = channels
        self._store = store
        self._clock = clock
        self._processes = processes
        self._shown: LruDict[int, object] = LruDict(SHOWN)
        """The looks and the language of each message, by its id."""
        self._tried: LruDict[str, None] = LruDict()
        self._standing: LruDict[Id, Places[Id] | None] = LruDict(STANDING)
        """The places of messages, kept while they are shown or no other process posts; None: not read yet."""

    @property
    def _is_alone(self) -> bool:
        """Whether this is the only process that posts messages."""
        return self._processes is not None and self._processes.is_alone

    @contextmanager
    def showing(self, of: Id) -> Iterator[None]:
        """Read the places of the messages from the database only once while their table or tournament is being shown.

        As long as no other process posts messages, they are read once for all.
        """
        if not self._is_alone:
            self._standing.pop(of, None)
        self._standing[of] = self._standing.get(of)
        try:
            yield
        finally:
            if not self._is_alone:
                self._standing.pop(of, None)

    async def messages_of(self, of: Id) -> Places[Id]:
        """Return the live messages of a table or tournament."""
        known = self._standing.get(of)
        if known is None:
            known = await self._store.messages_of(of)
            if of in self._standing and self._standing[of] is None:
                self._standing[of] = known
        return known

    async def message_of(self, of: Id, kind: str) -> MessageRef[Id] | None:
        """Return the live message of this kind."""
        return next((message for message in await self.messages_of(of) if message.kind == kind), None)

    async def _set(self, message: MessageRef[Id]) -> None:
        await self._store.set_message(message)
        self._changed(message.of, lambda known: (*(one for one in known if one.kind != message.kind), message))

    async def _delete(self, message: MessageRef[Id]) -> None:
        if self._is_alone:  # a transaction of its own would cost as much as a move
            self._store.delete_message_soon(message)
        else:
            await self._store.delete_message(message)
        self._shown.pop(message.message, None)
        self._changed(message.of, lambda known: tuple(one for one in known if one != message))

    def _changed(self, of: Id, change: Callable[[Places[Id]], Places[Id]]) -> None:
        """Note what was just written. An answer that is still being read may be older, and is not kept."""
        known = self._standing.pop(of, None)
        if known is not None:
            self._standing[of] = change(known)

    def forget(self) -> None:
        """Redraw every message when it is kept next."""
        self._shown.clear()

    def forget_places(self) -> None:
        """Forget the places of messages, so that they are read again."""
        self._standing.clear()

    async def keep(
        self,
        of: Id,
        kind: str,
        channel: int,
        build: Callable[[], Screen],
        looks: object,
        *,
        fresh: bool,
        persons: tuple[PlayerId, ...] = (),
    ) -> None:
        """Edit the message of that kind, or post it if no message is fit to be edited.

        A message that `looks` as it was shown last is left alone. `fresh`: an old message is not fit. If it moves to
        another channel, these `persons` are pinged.
        """
        known = await self.message_of(of, kind)
        fits = known is not None and known.channel == channel and not (fresh and self._is_old(known))
        if known is None or not fits or not await self._edit(known, build, looks):
            persons = () if known is not None and known.channel == channel else persons
            self._shown[await self._repost(of, kind, channel, build(), known, persons)] = _in_language(looks)

    async def _edit(self, known: MessageRef[Id], build: Callable[[], Screen], looks: object) -> bool:
        """Return whether the message shows that screen now. If not, it has to be posted again."""
        if not self.shows(known, looks):
            try:
                await self._channels.edit(known.channel, known.message, build())
            except DISCORD_ERRORS as error:
                if is_code(error, UNKNOWN_MESSAGE, CANNOT_EDIT_OLD, THREAD_ARCHIVED):
                    return False
                raise
            self._shown[known.message] = _in_language(looks)
        return True

    def _is_old(self, known: MessageRef[Id]) -> bool:
        return self._clock() - known.posted_at >= BOARD_LIFE

    async def _repost(
        self,
        of: Id,
        kind: str,
        channel: int,
        screen: Screen,
        known: MessageRef[Id] | None,
        persons: tuple[PlayerId, ...],
    ) -> int:
        """Post the message and delete its predecessor, so that no old message names the player in turn."""
        # Another try after a lost answer must not post a second one. If the first arrived after all, its text is older.
        once = f"{of}-{kind.replace(' ', '')}-{known.message % 10**9 if known else 0}"
        again = once in self._tried
        self._tried[once] = None
        id = await self.post(of, kind, channel, screen, once, persons)
        self._tried.pop(once, None)
        if again:
            await self._channels.edit_if_there(channel, id, screen)
        if known is not None and not await self._channels.delete(known.channel, known.message):
            with suppress(ChannelClosedError):
                pointer = moved(f"<#{channel}>" if known.channel != channel else None)
                await self._channels.edit_if_there(known.channel, known.message, pointer)
        return id

    async def post(
        self, of: Id, kind: str, channel: int, screen: Screen, nonce: str, persons: tuple[PlayerId, ...] = ()
    ) -> int:
        """Post the message and note its place. Return its id."""
        id = await self._channels.send(channel, screen, persons, nonce)
        await self._set(MessageRef(of, kind, channel, id, self._clock()))
        return id

    async def adopt(self, message: MessageRef[Id], looks: object) -> None:
        """Keep that message from now on, which has just been posted."""
        await self._set(message)
        self._shown[message.message] = _in_language(looks)

    def shows(self, known: MessageRef[Id], looks: object) -> bool:
        """Return whether the message already looks like that."""
        return self._shown.get(known.message) == _in_language(looks)

    async def update(self, known: MessageRef[Id], screen: Screen, looks: object) -> None:
        """Edit the message, if it still exists."""
        with suppress(ChannelClosedError):
            await self._channels.edit_if_there(known.channel, known.message, screen)
        self._shown[known.message] = _in_language(looks)

    async def leave(self, known: MessageRef[Id], screen: Screen) -> None:
        """Redraw the message a last time, if possible, and stop keeping it."""
        with suppress(ChannelClosedError):
            await self._channels.edit_if_there(known.channel, known.message, screen)
        await self._delete(known)

    async def remove(self, known: MessageRef[Id]) -> None:
        """Delete the message."""
        await self._channels.delete(known.channel, known.message)
        await self._delete(known)


def _in_language(looks: object) -> object:
    """Return the looks of a message together with the present language."""
    return looks, language().code
