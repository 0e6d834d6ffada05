"""Live messages of tables and tournaments: edited where they stand, or posted again."""

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
"""Tables or tournaments of which is kept where their messages stand."""
SHOWN = 4 * TABLES_KEPT
"""Messages of which is kept how they look: few tables have more than four."""
BOARD_LIFE = timedelta(minutes=50)
"""Discord throttles edits of messages over an hour old (30046): post a new one before."""

Places = tuple[MessageRef[Id], ...]
"""Where the messages of one table or tournament stand."""


class LiveMessages(Generic[Id]):
    """Keeps live messages. One task at a time calls it for a table or tournament."""

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
        """How each message looks and in which language, by its id."""
        self._tried: LruDict[str, None] = LruDict()
        self._standing: LruDict[Id, Places[Id] | None] = LruDict(STANDING)
        """Where messages stand, of what is being shown or was since no other process posts any; None: not read yet."""

    @property
    def _is_alone(self) -> bool:
        """Whether nobody else posts messages."""
        return self._processes is not None and self._processes.is_alone

    @contextmanager
    def showing(self, of: Id) -> Iterator[None]:
        """While one is being shown, the database is asked only once where its messages stand.

        As long as no other process posts messages, it is asked once for all.
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
        """Return where the live messages of a table or tournament stand."""
        known = self._standing.get(of)
        if known is None:
            known = await self._store.messages_of(of)
            if of in self._standing and self._standing[of] is None:
                self._standing[of] = known
        return known

    async def message_of(self, of: Id, kind: str) -> MessageRef[Id] | None:
        """Return where the live message of this kind stands."""
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
        """Note what was just written; an answer that is still being read may be older, and is not kept."""
        known = self._standing.pop(of, None)
        if known is not None:
            self._standing[of] = change(known)

    def forget(self) -> None:
        """Redraw every message when it is kept next."""
        self._shown.clear()

    def forget_places(self) -> None:
        """Read again where messages stand."""
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
        """Edit the message of that kind where it stands, or post it where there is none fit to be edited.

        One that `looks` as it was shown last is left alone; `fresh`: one that is old is not fit. Where
        its channel is another than before, it pings these `persons`.
        """
        known = await self.message_of(of, kind)
        fits = known is not None and known.channel == channel and not (fresh and self._is_old(known))
        if known is None or not fits or not await self._edit(known, build, looks):
            persons = () if known is not None and known.channel == channel else persons
            self._shown[await self._repost(of, kind, channel, build(), known, persons)] = _said(looks)

    async def _edit(self, known: MessageRef[Id], build: Callable[[], Screen], looks: object) -> bool:
        """Return whether it shows that screen now; if not, it has to be posted again."""
        if not self.shows(known, looks):
            try:
                await self._channels.edit(known.channel, known.message, build())
            except DISCORD_ERRORS as error:
                if is_code(error, UNKNOWN_MESSAGE, CANNOT_EDIT_OLD, THREAD_ARCHIVED):
                    return False
                raise
            self._shown[known.message] = _said(looks)
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
        """Post it and delete its predecessor, so that no old message goes on telling whose turn it is."""
        # A try after a lost answer must not post a second one; where the first arrived after all, it has older words.
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
        """Post it and note where it stands; answers the message's id."""
        id = await self._channels.send(channel, screen, persons, nonce)
        await self._set(MessageRef(of, kind, channel, id, self._clock()))
        return id

    async def adopt(self, message: MessageRef[Id], looks: object) -> None:
        """Keep that message from now on, which has just been posted."""
        await self._set(message)
        self._shown[message.message] = _said(looks)

    def shows(self, known: MessageRef[Id], looks: object) -> bool:
        """Return whether it looks so already."""
        return self._shown.get(known.message) == _said(looks)

    async def update(self, known: MessageRef[Id], screen: Screen, looks: object) -> None:
        """Edit it where it stands, if it still does."""
        with suppress(ChannelClosedError):
            await self._channels.edit_if_there(known.channel, known.message, screen)
        self._shown[known.message] = _said(looks)

    async def leave(self, known: MessageRef[Id], screen: Screen) -> None:
        """Show it a last time, where possible, and stop keeping it."""
        with suppress(ChannelClosedError):
            await self._channels.edit_if_there(known.channel, known.message, screen)
        await self._delete(known)

    async def remove(self, known: MessageRef[Id]) -> None:
        """Delete it."""
        await self._channels.delete(known.channel, known.message)
        await self._delete(known)


def _said(looks: object) -> object:
    """Return what a message shows, in the language in which it is said now."""
    return looks, language().code
