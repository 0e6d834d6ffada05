"""The arrival of interactions: each is served once and answered in time."""

import asyncio
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import discord
import structlog

from bot.discord.ages import Ages
from bot.discord.answers import DiscordAnswer
from bot.discord.channels import Channels
from bot.discord.commands.options import UnfitOptionError, offer_nothing
from bot.discord.messages import press_of
from bot.discord.portraits import PortraitCache
from bot.discord.press_log import InteractionKind, PressLog
from bot.error_fields import error_fields
from bot.flows.answer import Answer
from bot.flows.context import Context, Handler
from bot.flows.router import Router
from bot.languages.sentence import read_in
from bot.rummy.ids import PlayerId
from bot.service.lru import LruDict
from bot.store.errors import StoreError
from bot.store.rows.alarms import ALL_SHARDS, Shards
from bot.text.commands import OPTION_NAMES
from bot.text.refusals import NOT_TEXT, UNFIT_OPTION, UserError, is_readable, unfit_option

STEPS = 5
"""The number of turns of the event loop after which an interaction that has arrived is surely being served."""

log = structlog.get_logger()


class Interactions:
    """The way of commands and presses from Discord to the flows."""

    def __init__(
        self,
        context: Context,
        router: Router,
        channels: Channels,
        portraits: PortraitCache[Any],
        press_log: PressLog,
        maybe_answered: Container[int],
    ) -> None:
        """`maybe_answered`: the interactions that another process may have answered."""
        self._context = context
        self._router = router
        self._channels = channels
        self._portraits = portraits
        self._press_log = press_log
        self._seen: LruDict[int, None] = LruDict()
        self._ages = Ages()
        self._maybe_answered = maybe_answered
        self._served: dict[asyncio.Event, int | None] = {}
        """The interactions being served: the event that is set at the end of each, and its server."""

    @property
    def busy(self) -> int:
        """Return the number of interactions that are being served."""
        return len(self._served)

    async def command(
        self, interaction: discord.Interaction[Any], handler: Handler, *, blocked_too: bool = False
    ) -> None:
        """Serve a typed command. `blocked_too`: also for people whom the host does not serve."""
        serve = partial(self._context.serve, handler=handler, blocked_too=blocked_too)
        await self._serve(interaction, serve, InteractionKind.by_command(_name(interaction)))

    async def failed(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Tell a person that their command met this error before it was served.

        It may be a command of another version.
        """
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("command failed", command=_name(interaction), **error_fields(error))
            await offer_nothing(interaction)
        elif interaction.id in self._seen:
            log.error("command failed", command=_name(interaction), **error_fields(error))
        elif isinstance(error, UnfitOptionError):
            await self.command(interaction, partial(_unfit, option=error.option))
        else:
            await self.command(interaction, partial(_raise, error=error))

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Serve a press, a choice or a typed form."""
        press = press_of(interaction)
        is_form = interaction.type is discord.InteractionType.modal_submit
        asked = InteractionKind.by_press(press, self._router.read(press.id), is_form=is_form)
        await self._serve(interaction, partial(self._router.pressed, press=press), asked)

    async def typing(self, interaction: discord.Interaction[Any]) -> None:
        """Offer what a person may choose, as they type a command, in their language."""
        player = PlayerId(interaction.user.id)
        with suppress(StoreError):
            read_in(await self._context.readers.of_person(player, interaction.locale.value))

    async def _serve(self, interaction: discord.Interaction[Any], serve: Handler, asked: InteractionKind) -> None:
        if interaction.id in self._seen:
            log.info("delivered twice", interaction=interaction.id)
            return
        self._seen[interaction.id] = None
        self._channels.notice(interaction)
        self._portraits.notice(interaction)
        with self._counted(interaction.guild_id):
            maybe_answered = interaction.id in self._maybe_answered
            age = self._ages.of(interaction.id)
            async with DiscordAnswer(
                interaction, self._channels.mentions, maybe_answered=maybe_answered, age=age
            ) as answer:
                try:
                    if is_readable(interaction.data):
                        await serve(answer)
                    else:
                        await self._context.serve(answer, _refuse)
                finally:
                    self._press_log.over(asked, answer)

    @contextmanager
    def _counted(self, guild: int | None) -> Iterator[None]:
        over = asyncio.Event()
        self._served[over] = guild
        try:
            yield
        finally:
            del self._served[over]
            over.set()

    async def idle(self, shards: Shards = ALL_SHARDS) -> None:
        """Wait until everything that has arrived on these shards is served. Do not wait for what comes later."""
        for _ in range(STEPS):
            await asyncio.sleep(0)
        for over in [over for over, guild in self._served.items() if shards.hold(guild)]:
            await over.wait()


def _name(interaction: discord.Interaction[Any]) -> str | None:
    """Return the name of a typed command; None if the bot does not know it, or nothing can be read of it."""
    try:
        return None if interaction.command is None else interaction.command.qualified_name
    except (AttributeError, KeyError, TypeError):
        return None


async def _raise(_: Answer, error: Exception) -> None:
    """Raise the error, like a handler that fails."""
    raise error


async def _unfit(_: Answer, option: str | None) -> None:
    """Refuse an option with a value that its command does not take."""
    name = OPTION_NAMES.get(option or "")
    raise UserError(UNFIT_OPTION() if name is None else unfit_option(name()))


async def _refuse(_: Answer) -> None:
    """Refuse a text that contains none: it could neither be stored nor be shown to others."""
    raise UserError(NOT_TEXT())
