"""The one answer to an interaction: in time, to the right person, whatever Discord says to it."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Self

import discord
import structlog

from bot.discord.faults import ALREADY_ANSWERED, FAULTS, code_of, is_code, is_passing
from bot.discord.reading import is_private
from bot.rummy.ids import PlayerId, TableId
from bot.screens import Message
from bot.service.recent import Recent

WATCH_SECONDS = 1.5
"""After this long without an answer one is promised; Discord forgets the click after 3 s."""
TRIES = 3
"""At once, one after another: there are no three seconds to wait in."""
TOKEN_LIFE = timedelta(minutes=14)
"""Discord accepts a token for 15 minutes."""
KEPT_HANDS = 20_000
NOBODY = discord.AllowedMentions.none()
"""Whom an answer pings."""

log = structlog.get_logger()

_CURRENT: ContextVar["Answer | None"] = ContextVar("answer", default=None)


def current() -> "Answer | None":
    """The answer that is being worked on here; None: nobody asked for what happens now."""
    return _CURRENT.get()


class Answer:
    """An interaction that is answered once; a context manager that watches the time meanwhile.

    A click on a message that the person alone can see changes that message. Any other gets a new private one: a
    personal answer never overwrites a shared message.
    """

    def __init__(self, interaction: discord.Interaction[Any], watch_seconds: float = WATCH_SECONDS) -> None:
        self.interaction = interaction
        self.edits = is_private(interaction)
        self.answered = False
        self._deferred = False
        self._lock = asyncio.Lock()
        self._watch_seconds = watch_seconds
        self._watch: asyncio.Task[None] | None = None
        self.over = asyncio.Event()
        """Set once nothing more will be said in answer."""

    @property
    def player(self) -> PlayerId:
        """Who asked."""
        return PlayerId(self.interaction.user.id)

    @property
    def name(self) -> str:
        """What they are called here."""
        return self.interaction.user.display_name

    async def __aenter__(self) -> Self:
        self._watch = asyncio.create_task(self._promise_in_time(), name="answer watchdog")
        _CURRENT.set(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _CURRENT.set(None)
        self.over.set()
        if self._watch is not None:
            self._watch.cancel()

    async def _promise_in_time(self) -> None:
        await asyncio.sleep(self._watch_seconds)
        await self.promise()

    async def promise(self) -> None:
        """Tell Discord that the answer comes later; its visibility is chosen now."""
        async with self._lock:
            if self.answered or self._deferred:
                return
            try:
                if self.edits:
                    await self.interaction.response.defer()
                else:
                    await self.interaction.response.defer(ephemeral=True, thinking=True)
                self._deferred = True
            except FAULTS as error:
                log.warning("no promise", error=code_of(error))

    async def accept(self) -> None:
        """Answer a click without a word: the clicked message is about to change for all."""
        async with self._lock:
            if self.answered:
                return
            try:
                if not self._deferred:
                    await self.interaction.response.defer()
                elif not self.edits:
                    await self.interaction.delete_original_response()  # else it says "thinking" for ever
                self.answered = True
            except FAULTS as error:
                log.warning("not accepted", error=code_of(error))

    async def show(self, message: Message) -> bool:
        """Answer with that message; says whether Discord took it. A second one is a further private message."""
        async with self._lock:
            for _ in range(TRIES):
                try:
                    await self._send(message)
                except FAULTS as error:
                    log.warning("no answer", error=code_of(error))
                    if not self._may_retry(error):
                        return False
                else:
                    self.answered = True
                    return True
        return False

    def _may_retry(self, error: BaseException) -> bool:
        """Whether another try may reach the person; Discord may have taken a try it stumbled over."""
        if is_code(error, ALREADY_ANSWERED):
            self._deferred = not self.answered
            return self._deferred
        return is_passing(error)

    async def _send(self, message: Message) -> None:
        layout, files = sendable(message)
        if self.answered:
            await self.interaction.followup.send(view=layout, files=files, ephemeral=True)
        elif self._deferred:
            await self.interaction.edit_original_response(view=layout, attachments=files)
        elif self.edits:
            await self.interaction.response.edit_message(view=layout, attachments=files)
        else:
            await self.interaction.response.send_message(view=layout, files=files, ephemeral=True)

    async def share(self, message: Message) -> bool:
        """Answer a click on a private message, which stays, with one that all can see; says whether Discord took it."""
        layout, files = sendable(message)
        async with self._lock:
            try:
                if self.answered or self._deferred:
                    await self.interaction.followup.send(view=layout, files=files, allowed_mentions=NOBODY)
                else:
                    await self.interaction.response.send_message(view=layout, files=files, allowed_mentions=NOBODY)
            except FAULTS as error:
                log.warning("not shared", error=code_of(error))
                return False
            self.answered = True
        return True

    async def ask(self, form: discord.ui.Modal) -> bool:
        """Answer with a typed form; only possible as the first answer."""
        async with self._lock:
            if self.answered or self._deferred:
                return False
            form.stop()
            try:
                await self.interaction.response.send_modal(form)
            except FAULTS as error:
                log.warning("no form", error=code_of(error))
                return False
            self.answered = True
            return True


def sendable(message: Message) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """Layout and files of a message, ready to be sent. Layouts are finished views: the library stores none."""
    return message.layout, list(message.files())


def reference() -> str:
    """A short code that a person can quote and a log can be searched for."""
    return secrets.token_hex(3)


# -- hands that can still be changed ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A private hand on somebody's screen, and the token that can change it."""

    interaction: discord.Interaction[Any]
    since: datetime


class OpenScreens:
    """The newest private hand of each player at each table, as long as its token lives.

    Only convenience: nothing is lost when it is. The hand's owner opens it again with a button.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._live: Recent[tuple[PlayerId, TableId], LiveHand] = Recent(KEPT_HANDS)

    def remember(self, player: PlayerId, table: TableId, interaction: discord.Interaction[Any]) -> None:
        """That player sees their hand as the answer to this interaction."""
        self._live[player, table] = LiveHand(interaction, self._clock())

    def forget(self, player: PlayerId, table: TableId) -> None:
        """What that player sees there is no hand any longer."""
        self._live.pop((player, table), None)

    def is_live(self, player: PlayerId, table: TableId) -> bool:
        """Whether a hand is there that can be changed."""
        live = self._live.get((player, table))
        if live is not None and self._clock() - live.since >= TOKEN_LIFE:
            self._live.pop((player, table), None)
            return False
        return live is not None

    async def refresh(self, player: PlayerId, table: TableId, build: Callable[[], Awaitable[Message]]) -> None:
        """Change that player's hand, if it can be."""
        if not self.is_live(player, table):
            return
        live = self._live[player, table]
        layout, files = sendable(await build())
        try:
            await live.interaction.edit_original_response(view=layout, attachments=files)
        except FAULTS as error:
            log.info("hand not refreshed", table=table, error=code_of(error))
            if self._live.get((player, table)) is live:
                self.forget(player, table)
